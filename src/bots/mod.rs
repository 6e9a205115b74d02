//! Players of Snake: one trait, a file a bot, and what plays them by the thousand.
//!
//! A bot sees a [`World`](crate::games::snake::World) and gives a direction; it knows no session, no clock and no Python.
//! Which cell lies next to which is asked of [`Board`] alone, so that a rule that changes boards (wrap-around) is known
//! in one place; what a single move would do is asked of the rules themselves. Who promises to fill boards refuses those
//! with hazards when it begins; the others keep out of a hazard's way for as long as the next two ticks tell ([`safe_moves`]).

mod best;
mod bfs;
mod board;
mod bot;
mod comb;
mod cycle;
mod evaluate;
mod greedy;
mod hamiltonian;
mod kind;
mod play;
mod random;
mod ring;
mod round;
mod shortcut;
mod summary;
mod tail;
mod weave;

pub use best::Best;
pub use bfs::Bfs;
pub use board::{Board, Search};
pub use bot::{Bot, safe_moves, straight_on};
pub use cycle::Cycle;
pub use evaluate::{Games, evaluate};
pub use greedy::Greedy;
pub use hamiltonian::Hamiltonian;
pub use kind::{Kind, Maker};
pub use play::{Outcome, play, standard};
pub use random::Random;
pub use shortcut::Shortcut;
pub use summary::Summary;
