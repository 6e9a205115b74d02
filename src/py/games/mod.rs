//! One module a game, named like its rules.

pub(super) mod ladders;
pub(super) mod snake;
pub(super) mod tictactoe;
