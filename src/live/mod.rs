//! Games as people hold them: rules in a session, with what decides beside the player.

pub mod snake;
pub mod tictactoe;
