//! How what the head sees changes with each move: the same on every board, and few enough to be kept.
//!
//! A shape is what the head sees of the body, turned so that all eight images are one. It knows no walls. From each shape
//! there are at most four moves, each with the shape after it and the turn that this one takes. They are worked out when
//! they are first asked for, so that what a board forbids costs nothing.

use super::keys::Keys;
use super::problem::{Problem, short};
use super::shape::{Blocker, LONGEST, OPEN, Reducer, blockers, is_open, moved};
use super::symmetry::Symmetry;
use crate::core::Result;
use crate::paths::budget::limit;

/// Not asked for yet.
const UNKNOWN: u32 = u32::MAX;
/// The body is in the way.
const CLOSED: u32 = u32::MAX - 1;

/// The shapes of one snake.
pub(super) struct Shapes {
    keys: Keys,
    /// For each shape and move: the shape after it, times eight, and the symmetry; or one of the marks above.
    moves: Vec<[u32; 4]>,
    length: u32,
    depth: u32,
    reducer: Reducer,
    shape: Vec<Blocker>,
    after: Vec<Blocker>,
    key: Vec<u64>,
    best: Vec<u64>,
}

impl Shapes {
    /// The shapes of a problem's snake, the first of them, and the turn that leads there.
    pub(super) fn new(problem: &Problem) -> Result<(Self, u32, Symmetry)> {
        let depth = problem.moves().unwrap_or(u64::MAX);
        if depth.min(problem.body.len() as u64) >= LONGEST as u64 {
            let got = format_args!("a snake of {} cells and {} moves", problem.body.len(), short(&problem.depth));
            return Err(limit(got, "fewer than 2^20 of either for graph"));
        }
        let mut shapes = Self {
            keys: Keys::default(),
            moves: Vec::new(),
            length: u32::try_from(problem.body.len()).unwrap_or(OPEN),
            depth: u32::try_from(depth).unwrap_or(OPEN),
            reducer: Reducer::default(),
            shape: Vec::new(),
            after: blockers(&problem.body),
            key: Vec::new(),
            best: Vec::new(),
        };
        let (first, turn) = shapes.number();
        Ok((shapes, first, turn))
    }

    /// How many shapes have come up.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.keys.bytes() + self.moves.capacity() as u64 * 16
    }

    /// The shape after a move and how it is turned; `None` if the body is in the way.
    #[inline]
    pub(super) fn after(&mut self, shape: u32, direction: usize) -> Option<(u32, Symmetry)> {
        let mut found = self.moves[shape as usize][direction];
        if found == UNKNOWN {
            found = self.work_out(shape, direction);
            self.moves[shape as usize][direction] = found;
        }
        if found == CLOSED { None } else { Some((found >> 3, Symmetry((found & 7) as u8))) }
    }

    fn work_out(&mut self, shape: u32, direction: usize) -> u32 {
        self.shape.clear();
        self.shape.extend(self.keys.get(shape as usize).iter().map(|&word| Blocker::from_word(word)));
        if !is_open(&self.shape, direction) {
            return CLOSED;
        }
        moved(&self.shape, direction, self.length, &mut self.after);
        let (after, turn) = self.number();
        after << 3 | u32::from(turn.0)
    }

    /// The number of the shape in `after`.
    fn number(&mut self) -> (u32, Symmetry) {
        self.reducer.reduce(&mut self.after, self.length, self.depth, [OPEN; 4]);
        let mut turn = Symmetry::NONE;
        for symmetry in Symmetry::all() {
            self.key.clear();
            // Lives differ, so the order stays.
            self.key.extend(self.after.iter().map(|blocker| blocker.turned(symmetry).word()));
            if symmetry == Symmetry::NONE || self.key < self.best {
                std::mem::swap(&mut self.best, &mut self.key);
                turn = symmetry;
            }
        }
        let number = self.keys.number(&self.best);
        if number == self.moves.len() {
            self.moves.push([UNKNOWN; 4]);
        }
        (u32::try_from(number).unwrap_or(CLOSED >> 3), turn)
    }
}
