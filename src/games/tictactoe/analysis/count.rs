//! How many games there are from a position on: each is counted.

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

/// Counts every game from a position on, of at most `budget` positions together. Each is played, but for its last two moves:
/// where two cells are free, what would win there tells.
///
/// # Errors
/// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if there are more; whatever `look` says.
pub fn count_games(open: &Open, budget: u64, look: Look<'_>) -> Result<GameCount> {
    let mut count =
        Count { open, by_length: vec![[0; 3]; open.cells().len() + 1], budget: Budget::new("games", budget, look) };
    let fresh = |side| Side {
        marks: 0,
        wins: open.lines(side).iter().filter(|line| line.is_power_of_two()).fold(0, |set, line| set | line),
    };
    count.play(0, fresh(0), fresh(1), open.all(), 1)?;
    Ok(GameCount { by_length: count.by_length })
}

/// What one of the two has.
#[derive(Clone, Copy)]
struct Side {
    marks: u64,
    /// Where one more mark would win, if the cell is free.
    wins: u64,
}

struct Count<'a> {
    open: &'a Open,
    by_length: Vec<[u64; 3]>,
    budget: Budget<'a>,
}

impl Count<'_> {
    /// Plays on where `side`, who has `own`, makes move number `length`.
    fn play(&mut self, side: usize, own: Side, other: Side, free: u64, length: usize) -> Result<()> {
        let cells = free.count_ones();
        self.budget.take(cells.into())?;
        let mut rest = free & !own.wins;
        let going_on = u64::from(rest.count_ones());
        self.by_length[length][side] += u64::from(cells) - going_on;
        if cells == 1 {
            self.by_length[length][2] += going_on;
            return Ok(());
        }
        if cells == 2 {
            self.budget.take(going_on)?;
            let replies = if rest == free { free } else { (free ^ rest) * going_on };
            let won = u64::from((replies & other.wins).count_ones());
            self.by_length[length + 1][side ^ 1] += won;
            self.by_length[length + 1][2] += going_on - won;
            return Ok(());
        }
        while rest != 0 {
            let (cell, bit) = (rest.trailing_zeros() as usize, rest & rest.wrapping_neg());
            rest ^= bit;
            let mut own = Side { marks: own.marks | bit, ..own };
            for line in self.open.through(side, cell) {
                let lacking = line & !own.marks;
                own.wins |= if lacking.is_power_of_two() { lacking } else { 0 };
            }
            self.play(side ^ 1, other, own, free ^ bit, length + 1)?;
        }
        Ok(())
    }
}
