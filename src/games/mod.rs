//! The list of games. Rules only: no clock, no lock, no drawing, no chance of their own.

pub mod ladders;
pub mod snake;
pub mod tictactoe;

use crate::core::Game;

/// Something to be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Game>(self) -> Self::Output;
}

/// What the games are called.
pub const NAMES: &[&str] = &[snake::Episode::NAME, tictactoe::Episode::NAME, ladders::Race::NAME];

/// Does something with the game of this name; `None` if there is none.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        snake::Episode::NAME => Some(visitor.visit::<snake::Episode>()),
        tictactoe::Episode::NAME => Some(visitor.visit::<tictactoe::Episode>()),
        ladders::Race::NAME => Some(visitor.visit::<ladders::Race>()),
        _ => None,
    }
}
