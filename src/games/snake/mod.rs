//! The rules of Snake.
//!
//! A tick moves the snake one cell, in stages that a caller can also take one at a time: [`World::plan`] looks ahead
//! without writing, [`World::commit`] moves, [`World::place`] lays out the next food. A live game puts whatever decides
//! about food between the last two.

mod body;
mod config;
mod diet;
mod episode;
mod food;
mod observe;
mod obstacles;
mod picture;
mod reason;
mod rules;
mod snake;
mod starts;
pub mod tiles;
mod variant;
mod world;

pub use body::Body;
pub use config::{Actions, Config, Golden, MaskKind, Obstacles, Rewards, Start, View};
pub use diet::Diet;
pub use episode::{Episode, Record};
pub use food::Food;
pub use reason::EndReason;
pub use rules::Rules;
pub use snake::Snake;
pub(crate) use variant::VariantRecord;
pub use world::{Plan, World};
