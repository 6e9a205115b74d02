//! Why a game ended.

use serde::{Deserialize, Serialize};

use crate::core::named;

/// Why a game of Snake ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// The head left the grid.
    Wall,
    /// The head ran into the snake's own body.
    #[serde(rename = "self")]
    Itself,
    /// The head ran into an obstacle.
    Obstacle,
    /// There was nowhere left to put food: the snake won.
    Filled,
    /// It went without food for too long.
    Starved,
    /// The head ran into a hazard, or a hazard into the head.
    Hazard,
}

named!(EndReason, "reason", {
    Wall => "wall",
    Itself => "self",
    Obstacle => "obstacle",
    Filled => "filled",
    Starved => "starved",
    Hazard => "hazard",
});
