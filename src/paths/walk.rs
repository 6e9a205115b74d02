//! One path after the other, in the order up, down, left, right: no recursion, so of any depth, and it can stop anywhere.

use super::field::Field;
use super::problem::Problem;

/// What a stretch of walking came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A path of the full length; it is in [`Walk::path`].
    Path,
    /// There is no further path.
    End,
    /// The steps are used up; go on whenever you like.
    Tired,
}

/// A walk through all paths of a problem.
pub(super) struct Walk {
    problem: Problem,
    field: Field,
    depth: u32,
    length: u32,
    path: Vec<u8>,
    was: Vec<u32>,
    /// The direction to try next.
    next: u8,
    /// The path was the last answer.
    told: bool,
    over: bool,
}

impl Walk {
    /// Before the first path. `depth` and the snake's length are below 2^31; an array is used up to `limit` cells.
    pub(super) fn new(problem: Problem, depth: u32, limit: u64) -> Self {
        let field = Field::new(&problem, u64::from(depth), limit);
        let length = u32::try_from(problem.body.len()).unwrap_or(u32::MAX / 2);
        Self { problem, field, depth, length, path: Vec::new(), was: Vec::new(), next: 0, told: false, over: false }
    }

    /// The moves so far, as numbers of directions.
    pub(super) fn path(&self) -> &[u8] {
        &self.path
    }

    /// Goes on to the next path. Each step, forwards or back, takes one of `steps`.
    pub(super) fn advance(&mut self, steps: &mut u64) -> Stop {
        let depth = self.depth as usize;
        if self.told {
            self.told = false;
            self.over = !self.back();
        }
        while *steps > 0 && !self.over {
            *steps -= 1;
            if self.path.len() == depth {
                self.told = true;
                return Stop::Path;
            }
            self.over = !self.forth() && !self.back();
        }
        if self.over { Stop::End } else { Stop::Tired }
    }

    /// Moves on in the next direction that is free, if there is one.
    #[inline]
    fn forth(&mut self) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "paths are shorter than 2^31")]
        let now = self.path.len() as u32 + 1;
        for direction in self.next..4 {
            if let Some(was) = self.field.go(&self.problem, usize::from(direction), now, self.length) {
                self.path.push(direction);
                self.was.push(was);
                self.next = 0;
                return true;
            }
        }
        false
    }

    /// Takes the last move back, if there is one.
    #[inline]
    fn back(&mut self) -> bool {
        let (Some(direction), Some(was)) = (self.path.pop(), self.was.pop()) else {
            return false;
        };
        self.field.undo(usize::from(direction), was);
        self.next = direction + 1;
        true
    }
}
