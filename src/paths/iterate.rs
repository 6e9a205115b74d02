//! The paths themselves, one after the other.

use super::budget::limit;
use super::problem::{Problem, short};
use super::walk::{Stop, Walk};
use crate::core::{Direction, Result};

/// No path that is handed out is longer; beyond that, one would not fit a sensible machine.
const LONGEST: u64 = 1 << 26;
/// A window of at most so many cells is an array.
const WINDOW: u64 = 1 << 16;
/// Steps between two paths before an iterator in Rust goes on.
const STEPS: u64 = 1 << 20;

/// All paths of a problem, in the order up, down, left, right of their moves; found as they are asked for.
pub struct Paths {
    walk: Walk,
    /// The depth, if it is more than a path may have.
    cut: Option<String>,
}

/// What the next stretch of the search brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A path.
    Path(Vec<Direction>),
    /// There is no further path.
    End,
    /// Nothing yet; ask again.
    Nothing,
}

impl Paths {
    /// Before the first path.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let depth = problem.moves().map_or(LONGEST, |moves| moves.min(LONGEST));
        let cut = (problem.moves() != Some(depth)).then(|| short(problem.depth()));
        Self { walk: Walk::new(problem.clone(), u32::try_from(depth).unwrap_or(u32::MAX), WINDOW), cut }
    }

    /// The next path, if it takes at most `steps` moves forth and back to find it.
    ///
    /// # Errors
    /// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) for a path of more than 2^26 moves.
    pub fn search(&mut self, mut steps: u64) -> Result<Found> {
        match (self.walk.advance(&mut steps), &self.cut) {
            (Stop::Path, Some(depth)) => {
                Err(limit(format_args!("a path of {depth} moves"), format_args!("at most {LONGEST} in one path")))
            }
            (Stop::Path, None) => {
                Ok(Found::Path(self.walk.path().iter().map(|&bits| Direction::from_bits(u64::from(bits))).collect()))
            }
            (Stop::End, _) => Ok(Found::End),
            (Stop::Tired, _) => Ok(Found::Nothing),
        }
    }
}

impl Iterator for Paths {
    type Item = Result<Vec<Direction>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.search(STEPS) {
                Ok(Found::Path(path)) => return Some(Ok(path)),
                Ok(Found::End) => return None,
                Ok(Found::Nothing) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
