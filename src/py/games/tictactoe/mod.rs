//! Tic-tac-toe in Python: the live game, its analysis, and players.

pub(in crate::py) mod analysis;
pub(in crate::py) mod game;
