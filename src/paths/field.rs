//! The cells around the head while one snake walks over them: when each becomes free.
//!
//! A cell that the head entered with move `s` is blocked until move `s + length - 1` and free again from `s + length` on.
//! So one number a cell says it all, and nothing need be undone when the tail moves up.

use std::collections::HashMap;

use super::problem::{MOVES, Offset, Problem};

/// A cell that is never free.
pub(super) const NEVER: u32 = u32::MAX;

/// An array over the window that the head can reach, with a border that is never free.
#[derive(Clone)]
pub(super) struct Dense {
    /// When each cell becomes free: the first move that may enter it.
    pub(super) free: Vec<u32>,
    /// The distances to the neighbours above, below, to the left and to the right.
    pub(super) steps: [usize; 4],
    /// Where the head stands.
    pub(super) head: usize,
}

impl Dense {
    /// How many cells the array has, if `depth` moves are to be made.
    pub(super) fn cells(problem: &Problem, depth: u64) -> u128 {
        let [up, down, left, right] = reach(problem, depth);
        (u128::from(up) + u128::from(down) + 3) * (u128::from(left) + u128::from(right) + 3)
    }

    /// The window of a problem that has at most 2^31 cells; `depth` and length are below 2^31.
    pub(super) fn new(problem: &Problem, depth: u64) -> Self {
        let [up, down, left, right] = reach(problem, depth);
        let size = |before: u64, after: u64| usize::try_from(before + after + 3).unwrap_or(usize::MAX);
        let (rows, columns) = (size(up, down), size(left, right));
        let mut free = vec![0; rows * columns];
        free[..columns].fill(NEVER);
        free[(rows - 1) * columns..].fill(NEVER);
        for row in free.chunks_mut(columns) {
            row[0] = NEVER;
            row[columns - 1] = NEVER;
        }
        let place = |cell: Offset| {
            let row = usize::try_from(cell.0 + up.cast_signed() + 1).ok().filter(|&row| row < rows)?;
            let column = usize::try_from(cell.1 + left.cast_signed() + 1).ok().filter(|&column| column < columns)?;
            Some(row * columns + column)
        };
        for index in problem.obstacles.iter().filter_map(|&cell| place(cell)) {
            free[index] = NEVER;
        }
        for (age, &cell) in problem.body.iter().enumerate() {
            // Beyond the border nobody comes.
            if let Some(index) = place(cell) {
                free[index] = free[index].max(u32::try_from(problem.body.len() - age).unwrap_or(NEVER));
            }
        }
        let head = place((0, 0)).unwrap_or_default();
        Self { free, steps: [columns.wrapping_neg(), columns, 1_usize.wrapping_neg(), 1], head }
    }
}

/// How far the head gets up, down, left and right in `depth` moves.
fn reach(problem: &Problem, depth: u64) -> [u64; 4] {
    problem.walls.map(|wall| wall.map_or(depth, |room| room.unsigned_abs().min(depth)))
}

/// A map of the cells that are or were under the snake; for windows that are too large for an array.
#[derive(Clone)]
pub(super) struct Sparse {
    free: HashMap<Offset, u32>,
    head: Offset,
}

/// The cells around one snake, in whichever form fits, and the snake's head.
#[derive(Clone)]
pub(super) enum Field {
    Dense(Dense),
    Sparse(Sparse),
}

impl Field {
    /// An array if it has at most `limit` cells, else a map.
    pub(super) fn new(problem: &Problem, depth: u64, limit: u64) -> Self {
        if Dense::cells(problem, depth) <= u128::from(limit) {
            return Self::Dense(Dense::new(problem, depth));
        }
        let length = problem.body.len();
        let lives = problem.body.iter().enumerate();
        let free = lives.map(|(age, &cell)| (cell, u32::try_from(length - age).unwrap_or(NEVER))).collect();
        Self::Sparse(Sparse { free, head: (0, 0) })
    }

    /// Makes move `now` in a direction, if the cell is free then. Gives when it was free before, for [`Field::undo`].
    #[inline]
    pub(super) fn go(&mut self, problem: &Problem, direction: usize, now: u32, length: u32) -> Option<u32> {
        match self {
            Self::Dense(dense) => {
                let target = dense.head.wrapping_add(dense.steps[direction]);
                let was = dense.free[target];
                (was <= now).then(|| {
                    dense.free[target] = now + length;
                    dense.head = target;
                    was
                })
            }
            Self::Sparse(sparse) => {
                let target = (sparse.head.0 + MOVES[direction].0, sparse.head.1 + MOVES[direction].1);
                let was = sparse.free.get(&target).copied().unwrap_or(0);
                (was <= now && problem.is_free(target)).then(|| {
                    sparse.free.insert(target, now + length);
                    sparse.head = target;
                    was
                })
            }
        }
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn undo(&mut self, direction: usize, was: u32) {
        match self {
            Self::Dense(dense) => {
                dense.free[dense.head] = was;
                dense.head = dense.head.wrapping_sub(dense.steps[direction]);
            }
            Self::Sparse(sparse) => {
                if was == 0 {
                    sparse.free.remove(&sparse.head);
                } else {
                    sparse.free.insert(sparse.head, was);
                }
                sparse.head = (sparse.head.0 - MOVES[direction].0, sparse.head.1 - MOVES[direction].1);
            }
        }
    }
}
