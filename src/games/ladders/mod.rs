//! The rules of snakes and ladders.
//!
//! [`Rules::play`] says what one roll does to one token, and is all there is to decide; everybody else only asks it: a
//! [`Race`] with chance from its stream, a game in Python with whatever dice it is given, and `analysis` for all rolls
//! at once. Tokens never meet, so that what holds for one holds for all.

pub mod analysis;
mod board;
mod config;
mod picture;
mod race;
mod rules;

pub use board::{Board, MAX_SIZE, MILTON_BRADLEY};
pub use config::{Config, Finish};
pub use race::{Race, Record};
pub use rules::{Played, Rules, Step, Then};
