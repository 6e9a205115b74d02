//! A question that has been checked: what the snake looks like from its head, and how far away the walls are.
//!
//! Coordinates are relative to the head from here on. So nothing grows with the board, and boards of any size fit: a
//! wall that the head cannot reach in the moves it has is no wall at all.

use std::collections::HashSet;
use std::fmt::Display;

use num_bigint::{BigInt, BigUint};

use crate::core::{Error, Result};

/// A cell relative to the head: rows downwards, columns to the right.
pub(super) type Offset = (i64, i64);

/// The four moves as offsets, in the order up, down, left, right of [`Direction::ALL`](crate::core::Direction::ALL).
pub(super) const MOVES: [Offset; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Farther away than anything that can be counted cell by cell.
const FAR: i64 = 1 << 62;

/// A coordinate or a board's side, as the caller has it.
pub trait Coordinate: Clone + Ord + Display {
    /// A small number as such a coordinate.
    fn small(number: i64) -> Self;
    /// `self - other`, or the nearest number within 2^62 of zero.
    fn minus(&self, other: &Self) -> i64;
}

impl Coordinate for i64 {
    fn small(number: i64) -> Self {
        number
    }

    fn minus(&self, other: &Self) -> i64 {
        self.saturating_sub(*other).clamp(-FAR, FAR)
    }
}

impl Coordinate for BigInt {
    fn small(number: i64) -> Self {
        Self::from(number)
    }

    fn minus(&self, other: &Self) -> i64 {
        let difference = self - other;
        let far = if difference < Self::from(0) { -FAR } else { FAR };
        i64::try_from(difference).unwrap_or(far).clamp(-FAR, FAR)
    }
}

/// A board, a snake and a number of moves; how many sequences of exactly that many moves can the snake follow?
#[derive(Clone, Debug)]
pub struct Problem {
    /// The body from the head on, which is at (0, 0). Its length is odd; see [`Problem::new`].
    pub(super) body: Vec<Offset>,
    /// How far the head can go up, down, left and right before a wall; `None` if it has not enough moves to meet it.
    pub(super) walls: [Option<i64>; 4],
    /// The same, whether it can meet them or not.
    pub(super) rooms: [i64; 4],
    /// The blocked cells that the head might reach.
    pub(super) obstacles: HashSet<Offset>,
    /// The number of moves.
    pub(super) depth: BigUint,
}

impl Problem {
    /// Checks a snake of `[row, column]` cells, head first, on a board of `[rows, columns]`.
    ///
    /// A snake of even length counts like itself without its tail: colour the board like a chess board, and the head can
    /// only ever step on the tail's neighbour-coloured cells at the one moment at which that cell would be blocked by the
    /// tail alone. So only the rest is kept.
    ///
    /// # Errors
    /// [`Error::Validation`] if the board has no cells, or the snake none, or one that is off the board, on another one
    /// of its cells, or not next to the cell before it.
    pub fn new<C: Coordinate>(board: &[C; 2], snake: &[[C; 2]], depth: BigUint) -> Result<Self> {
        if board.iter().any(|side| *side < C::small(1)) {
            let got = format_args!("[{}, {}]", board[0], board[1]);
            return Err(Error::validation("board", got, "[rows, columns] of at least 1 each"));
        }
        let mut body = checked(board, snake)?;
        let head = &snake[0];
        let (mut walls, mut rooms) = ([None; 4], [0; 4]);
        for axis in 0..2 {
            let before = head[axis].minus(&C::small(0));
            let after = board[axis].minus(&head[axis]) - 1;
            for (side, room) in [before, after].into_iter().enumerate() {
                rooms[2 * axis + side] = room;
                walls[2 * axis + side] = (BigUint::from(room.unsigned_abs()) < depth).then_some(room);
            }
        }
        if body.len() % 2 == 0 {
            body.pop();
        }
        Ok(Self { body, walls, rooms, obstacles: HashSet::new(), depth })
    }

    /// The same with blocked cells, of which those that the head cannot reach may be left out. Cells of the snake are no
    /// obstacles.
    ///
    /// # Errors
    /// [`Error::Validation`] if an obstacle lies under the snake.
    pub fn with_obstacles(mut self, cells: impl IntoIterator<Item = [i64; 2]>, head: [i64; 2]) -> Result<Self> {
        for [row, column] in cells {
            let offset = (row - head[0], column - head[1]);
            if self.body.contains(&offset) {
                return Err(Error::validation(
                    "obstacles",
                    format_args!("[{row}, {column}]"),
                    "cells beside the snake",
                ));
            }
            if BigUint::from(offset.0.unsigned_abs() + offset.1.unsigned_abs()) <= self.depth {
                self.obstacles.insert(offset);
            }
        }
        Ok(self)
    }

    /// The number of moves.
    #[must_use]
    pub fn depth(&self) -> &BigUint {
        &self.depth
    }

    /// Whether a cell is on the board, as far as the head can tell, and not blocked for good.
    pub(super) fn is_free(&self, cell: Offset) -> bool {
        let rooms = [-cell.0, cell.0, -cell.1, cell.1];
        let inside = self.walls.iter().zip(rooms).all(|(wall, way)| wall.is_none_or(|room| way <= room));
        inside && !self.obstacles.contains(&cell)
    }

    /// The number of moves, if that many can be made one after the other in a lifetime.
    pub(super) fn moves(&self) -> Option<u64> {
        u64::try_from(&self.depth).ok().filter(|&moves| moves < 1 << 48)
    }
}

/// The snake's cells relative to its head, if they are a snake on this board.
fn checked<C: Coordinate>(board: &[C; 2], snake: &[[C; 2]]) -> Result<Vec<Offset>> {
    let shown = |index: usize| format!("[{}, {}]", snake[index][0], snake[index][1]);
    let Some(head) = snake.first() else {
        return Err(Error::validation("snake", "no cells", "at least one, head first"));
    };
    let mut body = Vec::with_capacity(snake.len());
    let mut seen = HashSet::with_capacity(if snake.len() > FEW { snake.len() } else { 0 });
    let (mut here, mut before) = ((0, 0), head);
    for (index, cell) in snake.iter().enumerate() {
        let inside = cell.iter().zip(board).all(|(at, side)| *at >= C::small(0) && at < side);
        if !inside {
            let got = format_args!("cell {index} at {}, off the board", shown(index));
            let last =
                |axis: usize| if board[axis] == C::small(1) { "0".into() } else { format!("0 to {} - 1", board[axis]) };
            return Err(Error::validation(
                "snake",
                got,
                format_args!("a row of {} and a column of {}", last(0), last(1)),
            ));
        }
        let step = (cell[0].minus(&before[0]), cell[1].minus(&before[1]));
        if index > 0 && step != (0, 0) && !MOVES.contains(&step) {
            let got = format_args!("cell {index} at {} after {}, not adjacent", shown(index), shown(index - 1));
            return Err(Error::validation("snake", got, "each cell next to the one before, up, down, left or right"));
        }
        here = (here.0 + step.0, here.1 + step.1);
        let taken = if snake.len() > FEW { !seen.insert(here) } else { body.contains(&here) };
        if taken {
            let got = format_args!("cell {index} at {}, which overlaps an earlier cell", shown(index));
            return Err(Error::validation("snake", got, "a snake that does not lie on itself"));
        }
        body.push(here);
        before = cell;
    }
    Ok(body)
}

/// A number for a message, shortened if it is long.
pub(super) fn short(number: &BigUint) -> String {
    if number.bits() <= 200 { number.to_string() } else { format!("about 2^{}", number.bits() - 1) }
}

/// As many cells as are sooner searched one by one than hashed.
const FEW: usize = 24;

#[cfg(test)]
mod tests {
    use super::{BigInt, BigUint, Problem};

    fn refused(board: [i64; 2], snake: &[[i64; 2]]) -> String {
        Problem::new(&board, snake, BigUint::from(3_u8)).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_named_by_cell_and_rule() {
        for (board, snake, words) in [
            ([0, 5], &[[0, 0]][..], ["board", "[0, 5]"]),
            ([4, 4], &[], ["snake", "no cells"]),
            ([4, 4], &[[4, 0], [3, 0]], ["cell 0 at [4, 0]", "off the board"]),
            ([4, 4], &[[0, 0], [0, -1]], ["cell 1 at [0, -1]", "off the board"]),
            ([4, 4], &[[0, 0], [0, 1], [0, 0]], ["cell 2 at [0, 0]", "overlaps"]),
            ([4, 4], &[[0, 0], [0, 0]], ["cell 1 at [0, 0]", "overlaps"]),
            ([4, 4], &[[0, 0], [1, 1]], ["cell 1 at [1, 1]", "not adjacent"]),
            ([1, 5], &[[0, 0], [0, 4]], ["cell 1 at [0, 4]", "not adjacent"]),
        ] {
            let message = refused(board, snake);
            assert!(words.iter().all(|word| message.contains(word)), "{message}");
        }
    }

    #[test]
    fn a_wall_out_of_reach_is_none() {
        let huge = BigInt::from(10).pow(40);
        let cells = [[BigInt::from(2), &huge - 1], [BigInt::from(2), &huge - 2]];
        let problem = Problem::new(&[huge.clone(), huge.clone()], &cells, BigUint::from(3_u8)).unwrap();
        assert_eq!(problem.walls, [Some(2), None, None, Some(0)]);
        assert_eq!(problem.body, [(0, 0)]);
        let deep = Problem::new(&[huge.clone(), huge.clone()], &cells, BigUint::from(10_u8).pow(50)).unwrap();
        assert_eq!(deep.walls, [Some(2), Some(1 << 62).map(|far| far - 1), Some(1 << 62), Some(0)]);
        assert!(refused([i64::MAX, 3], &[[i64::MIN, 0]]).contains("off the board"));
    }
}
