//! A running count a line: marks of the first player less those of the second, in each row, each column and the two
//! diagonals. One whose size is the side of the board is a complete line.

use super::board::Player;
use super::shape::Shape;

/// The counts of a board on which only whole lines win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// Up to 7 x 7: four bits a line, 8 for a line without marks, so that a move is one addition.
    Packed(u64),
    /// Rows, columns, the diagonal and the other one; empty where runs decide.
    Wide(Box<[i16]>),
}

/// One in each four bits.
const ONES: u64 = 0x1111_1111_1111_1111;
/// No line has marks.
const EMPTY: u64 = 8 * ONES;
/// The longest side whose 2 n + 2 lines fit a word, and whose counts fit four bits.
const PACKED_SIDE: usize = 7;

impl Counts {
    pub(super) fn new(shape: Shape) -> Self {
        match shape.rows() {
            side if shape.whole_lines() && side <= PACKED_SIDE => Self::Packed(EMPTY),
            side if shape.whole_lines() => Self::Wide(vec![0; 2 * side + 2].into_boxed_slice()),
            _ => Self::Wide(Box::default()),
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Self::Packed(counts) => *counts = EMPTY,
            Self::Wide(counts) => counts.fill(0),
        }
    }

    /// Counts a mark in its lines. The centre of an odd board is on both diagonals.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is a few shifts")]
    pub(super) fn add(&mut self, shape: Shape, row: usize, col: usize, player: Player) {
        let side = shape.rows();
        let (falls, rises) = (row == col, row + col + 1 == side);
        match self {
            Self::Packed(counts) => {
                let line = |number: usize, marked: bool| u64::from(marked) << (4 * number);
                let lines =
                    line(row, true) | line(side + col, true) | line(2 * side, falls) | line(2 * side + 1, rises);
                *counts = match player {
                    Player::First => counts.wrapping_add(lines),
                    Player::Second => counts.wrapping_sub(lines),
                };
            }
            Self::Wide(counts) => {
                let mark = [1, -1][player as usize];
                counts[row] += mark;
                counts[side + col] += mark;
                counts[2 * side] += mark * i16::from(falls);
                counts[2 * side + 1] += mark * i16::from(rises);
            }
        }
    }

    /// Whether one of the player's lines through a cell is complete.
    #[inline]
    pub(super) fn complete(&self, shape: Shape, row: usize, col: usize, player: Player) -> bool {
        let side = shape.rows();
        match self {
            Self::Packed(counts) => {
                // What is complete becomes 15, and nothing more than that: from 8 + n, or from 15 - (8 - n).
                let raised = match player {
                    Player::First => counts.wrapping_add((PACKED_SIDE - side) as u64 * ONES),
                    Player::Second => (!counts).wrapping_add((PACKED_SIDE + 1 - side) as u64 * ONES),
                };
                raised & raised >> 1 & raised >> 2 & raised >> 3 & ONES != 0
            }
            Self::Wide(counts) => {
                let lines = [row, side + col, 2 * side, 2 * side + 1];
                lines.into_iter().any(|line| usize::from(counts[line].unsigned_abs()) == side)
            }
        }
    }
}
