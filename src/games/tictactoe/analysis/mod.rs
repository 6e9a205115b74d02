//! Tic-tac-toe without playing it: what a position is worth, how many games and positions there are, and what two players
//! that choose by themselves would do.
//!
//! All but the Monte Carlo player look at what is still [`Open`] in a position: at most 64 free cells, and the lines that
//! somebody can still complete, as sets of cells in a machine word.

mod count;
mod monte_carlo;
mod open;
mod positions;
mod solve;
mod symmetry;
mod table;

pub use count::{GameCount, count_games};
pub use monte_carlo::MonteCarlo;
pub use open::{MOST_CELLS, Open};
pub use positions::{PositionCount, count_positions};
pub use solve::{Solution, solve};

use crate::core::{Error, Result};

/// Looks up now and then while long work goes on; any error ends it.
pub type Look<'a> = &'a dyn Fn() -> Result<()>;

/// How much of something there may be, and when to look up.
pub(super) struct Budget<'a> {
    what: &'static str,
    most: u64,
    used: u64,
    next_look: u64,
    look: Look<'a>,
}

impl<'a> Budget<'a> {
    /// Uses between two looks: some milliseconds.
    const PACE: u64 = 1 << 16;

    pub(super) fn new(what: &'static str, most: u64, look: Look<'a>) -> Self {
        Self { what, most, used: 0, next_look: Self::PACE.min(most), look }
    }

    /// Uses so much up.
    #[inline]
    pub(super) fn take(&mut self, count: u64) -> Result<()> {
        self.used += count;
        if self.used > self.next_look { self.pause() } else { Ok(()) }
    }

    #[cold]
    fn pause(&mut self) -> Result<()> {
        (self.look)()?;
        self.next_look = (self.used + Self::PACE).min(self.most);
        if self.used <= self.most {
            return Ok(());
        }
        let (what, most) = (self.what, self.most);
        Err(Error::ResourceLimit(format!("{what}: got more than {most} positions, expected at most {most} (budget)")))
    }
}
