//! The words that every room speaks: geometry, chance, pictures and errors.
//!
//! This room imports nothing of ours. It knows no game, no lock and no Python.

mod cells;
mod direction;
mod error;
mod game;
mod grid;
mod hazard;
mod named;
mod point;
mod rng;
mod scene;
mod tape;

pub use cells::CellSet;
pub use direction::Direction;
pub use error::{Error, Result};
pub use game::{Dtype, Game, Masked, Moves, Observation, Spec, Status, ToAct};
pub use grid::{Edges, Grid, MAX_SIDE, MIN_SIDE};
pub use hazard::{Hazard, Hazards, Motion};
pub(crate) use named::named;
pub use point::Point;
pub use rng::Rng;
pub use scene::{Scene, Sprite};
pub use tape::{Cursor, Digest, Tape};
