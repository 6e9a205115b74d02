//! The rules of Snake.
//!
//! A tick moves the snake one cell, in stages that a caller can also take one at a time: [`World::plan`] looks ahead
//! without writing, [`World::commit`] moves, [`World::place`] lays out the next food. A live game puts whatever decides
//! about food between the last two.

mod body;
mod food;
mod reason;
mod snake;
mod world;

pub use body::Body;
pub use food::Food;
pub use reason::EndReason;
pub use snake::Snake;
pub use world::{Plan, World};
