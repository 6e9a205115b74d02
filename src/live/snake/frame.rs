//! The immutable answers to "what happened" and "what does it look like".

use serde::{Deserialize, Serialize};

use crate::core::Scene;
use crate::games::snake::EndReason;
use crate::session::GameState;

/// What one tick did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TickResult {
    /// The number of the tick, from 1; of an idle one, how many there were before.
    pub tick: u64,
    /// The phase after it.
    pub state: GameState,
    /// Whether the snake moved.
    pub moved: bool,
    /// Whether it ate.
    pub ate: bool,
    /// The points so far.
    pub score: u64,
    /// Why the game ended, if it ended in this tick.
    pub reason: Option<EndReason>,
}

/// A picture, and the numbers that a front end puts around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The number of the last tick.
    pub tick: u64,
    /// The phase.
    pub state: GameState,
    /// The points so far.
    pub score: u64,
    /// What there is to see.
    pub board: Board,
}

/// The picture of a frame. The engine publishes scenes, so that only what somebody looks at is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// To be drawn, for example by [`render::text`](crate::render::text).
    Scene(Scene),
    /// Drawn.
    Text(String),
}
