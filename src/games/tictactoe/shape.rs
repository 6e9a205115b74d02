//! Which board is played on, and how long a line wins.

use serde::{Deserialize, Serialize};

use crate::core::{Error, Result};

/// No side is longer.
pub const MAX_SIDE: u32 = 4_096;

/// Rows, columns, and the length of a winning line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Shape {
    rows: u32,
    cols: u32,
    k: u32,
}

/// A [`Shape`] that was written down; what is left out is that of the classic game.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Unchecked {
    rows: u32,
    cols: u32,
    k: u32,
}

impl Default for Unchecked {
    fn default() -> Self {
        Self { rows: 3, cols: 3, k: 3 }
    }
}

impl TryFrom<Unchecked> for Shape {
    type Error = Error;

    fn try_from(Unchecked { rows, cols, k }: Unchecked) -> Result<Self> {
        Self::new(rows, cols, k)
    }
}

impl Shape {
    /// A board of these sides (1 to [`MAX_SIDE`]) on which `k` (1 to the longer side) in a line win.
    ///
    /// # Errors
    /// [`Error::Validation`] for any other number.
    pub fn new(rows: u32, cols: u32, k: u32) -> Result<Self> {
        for (side, field) in [(rows, "rows"), (cols, "cols")] {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(Error::validation(field, side, format_args!("1 to {MAX_SIDE}")));
            }
        }
        let longest = rows.max(cols);
        if !(1..=longest).contains(&k) {
            return Err(Error::validation("k", k, format_args!("1 to {longest}, the longer side")));
        }
        Ok(Self { rows, cols, k })
    }

    /// How many rows there are.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// How many columns there are.
    #[must_use]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// How long a winning line is.
    #[must_use]
    pub const fn k(self) -> usize {
        self.k as usize
    }

    /// How many cells there are.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether only whole rows, columns and the two long diagonals win: a count a line is enough then.
    #[must_use]
    pub const fn whole_lines(self) -> bool {
        self.rows == self.cols && self.k == self.rows
    }

    /// The number of a cell: column by column, from top to bottom.
    #[must_use]
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> usize {
        col * self.rows() + row
    }

    /// The row and the column of a cell.
    #[must_use]
    #[inline]
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell % self.rows(), cell / self.rows())
    }
}

impl Default for Shape {
    /// The classic board: 3 x 3, three in a row.
    fn default() -> Self {
        Self { rows: 3, cols: 3, k: 3 }
    }
}
