//! The list of bots.

use super::bot::Bot;
use super::{Best, Bfs, Greedy, Hamiltonian, Random, Shortcut};
use crate::core::named;

/// The bots there are. A new one has its file, and its lines here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Bfs`].
    Bfs,
    /// [`Hamiltonian`].
    Hamiltonian,
    /// [`Shortcut`].
    Shortcut,
    /// [`Best`].
    Best,
}

named!(Kind, "bot", {
    Random => "random",
    Greedy => "greedy",
    Bfs => "bfs",
    Hamiltonian => "hamiltonian",
    Shortcut => "shortcut",
    Best => "best",
});

/// Makes the bot of a game, by the game's number.
pub type Maker = Box<dyn Fn(u64) -> Box<dyn Bot> + Send + Sync>;

impl Kind {
    /// Makes bots of this kind, of which that of game `i` has the seed `seed + i` if it needs one. They share what they
    /// know of a board.
    #[must_use]
    pub fn maker(self, seed: u64) -> Maker {
        fn each<B: Bot + 'static>(make: impl Fn(u64) -> B + Send + Sync + 'static) -> Maker {
            Box::new(move |game| Box::new(make(game)))
        }
        match self {
            Self::Random => each(move |game| Random::new(seed.wrapping_add(game))),
            Self::Bfs => each(move |game| Bfs::new(seed.wrapping_add(game))),
            Self::Greedy => each(|_| Greedy::default()),
            Self::Hamiltonian => {
                let first = Hamiltonian::default();
                each(move |_| first.clone())
            }
            Self::Shortcut => {
                let first = Shortcut::default();
                each(move |_| first.clone())
            }
            Self::Best => {
                let first = Best::default();
                each(move |_| first.clone())
            }
        }
    }

    /// Whether its choices depend on a seed.
    #[must_use]
    pub const fn has_seed(self) -> bool {
        matches!(self, Self::Random | Self::Bfs)
    }
}
