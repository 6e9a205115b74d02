//! The rules of tic-tac-toe and its kin, the m,n,k-games: two players mark free cells in turn, and whoever has `k` in a
//! row, column or diagonal wins; a full board without such a line is a draw.
//!
//! A move costs the same on every board. Where only whole rows, columns and the two diagonals count (`k` is the side of a
//! square), a running count a line tells whether one is complete; else the runs through the last mark do, at most `k - 1`
//! cells each way. A win can only come about by the last mark, so nothing else is looked at.

pub mod analysis;
mod board;
mod counts;
mod episode;
mod shape;
mod tiles;

pub use board::{Board, Outcome, Player};
pub use episode::{Config, Episode, MAX_EPISODE_SIDE, Record, Rules, scene};
pub use shape::{MAX_SIDE, Shape};
