//! How many games there are from a position on: each is played.

use super::open::Open;
use super::{Budget, Look};
use crate::core::Result;

/// The games from a position on, by their length in moves: how many the player to move wins, the other one wins, and how
/// many are draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCount {
    /// One element a length, from 0 on.
    pub by_length: Vec<[u64; 3]>,
}

impl GameCount {
    /// All of them together.
    #[must_use]
    pub fn sum(&self) -> [u64; 3] {
        self.by_length.iter().fold([0; 3], |sum, games| std::array::from_fn(|ending| sum[ending] + games[ending]))
    }
}

/// Plays every game from a position on, of at most `budget` positions together.
///
/// # Errors
/// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if there are more; whatever `look` says.
pub fn count_games(open: &Open, budget: u64, look: Look<'_>) -> Result<GameCount> {
    let mut count =
        Count { open, by_length: vec![[0; 3]; open.cells().len() + 1], budget: Budget::new("games", budget, look) };
    count.play(0, [0, 0], open.all(), 0)?;
    Ok(GameCount { by_length: count.by_length })
}

struct Count<'a> {
    open: &'a Open,
    by_length: Vec<[u64; 3]>,
    budget: Budget<'a>,
}

impl Count<'_> {
    /// Plays on where `side` moves next and `length` moves have been made.
    fn play(&mut self, side: usize, marks: [u64; 2], free: u64, length: usize) -> Result<()> {
        self.budget.take(free.count_ones().into())?;
        let mut rest = free;
        while rest != 0 {
            let (cell, bit) = (rest.trailing_zeros() as usize, rest & rest.wrapping_neg());
            rest ^= bit;
            let mut marks = marks;
            marks[side] |= bit;
            if self.open.wins(side, marks[side], cell) {
                self.by_length[length + 1][side] += 1;
            } else if free == bit {
                self.by_length[length + 1][2] += 1;
            } else {
                self.play(side ^ 1, marks, free ^ bit, length + 1)?;
            }
        }
        Ok(())
    }
}
