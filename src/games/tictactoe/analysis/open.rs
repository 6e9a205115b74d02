//! What is still open in a position: the free cells, and the lines that each player can still complete.

use crate::core::{Error, Result};
use crate::games::tictactoe::{Board, Outcome, Player, Shape};

/// More free cells than this are not looked at.
pub const MOST_CELLS: usize = 64;

/// The free cells of a position, numbered in the order of actions, and its lines. A set of free cells is a word, with bit
/// `i` for the cell of number `i`.
#[derive(Clone, Debug)]
pub struct Open {
    cells: Vec<(usize, usize)>,
    /// What the player to move (0) and the other one (1) lack of each line that they can still complete.
    lines: [Vec<u64>; 2],
    /// Those lines once more, cell by cell: the lines of cell `i` are `through[starts[i]..starts[i + 1]]`.
    through: [Vec<u64>; 2],
    starts: [Vec<usize>; 2],
}

impl Open {
    /// What is open in a game that goes on, in which `to_move` moves next.
    ///
    /// # Errors
    /// [`Error::ResourceLimit`] for more than [`MOST_CELLS`] free cells.
    pub fn new(shape: Shape, board: &Board, to_move: Player) -> Result<Self> {
        debug_assert_eq!(board.outcome(), Outcome::InProgress);
        let free = shape.cells() - board.moves() as usize;
        if free > MOST_CELLS {
            return Err(Error::ResourceLimit(format!("board: got {free} free cells, expected at most {MOST_CELLS}")));
        }
        let mut numbers = vec![None; shape.cells()];
        let mut cells = Vec::with_capacity(free);
        for cell in (0..shape.cells()).filter(|&cell| board.owner(cell).is_none()) {
            numbers[cell] = Some(cells.len());
            cells.push(shape.place(cell));
        }
        let mut lines = [Vec::new(), Vec::new()];
        for_each_line(shape, |line| {
            let lacking = line.iter().filter_map(|&cell| numbers[cell]).fold(0, |set, number| set | 1_u64 << number);
            for (lines, player) in lines.iter_mut().zip([to_move, to_move.other()]) {
                if lacking != 0 && line.iter().all(|&cell| board.owner(cell).is_none_or(|owner| owner == player)) {
                    lines.push(lacking);
                }
            }
        });
        let (mut through, mut starts) = ([Vec::new(), Vec::new()], [vec![0], vec![0]]);
        for (side, lines) in lines.iter().enumerate() {
            for cell in 0..cells.len() {
                through[side].extend(lines.iter().filter(|&line| line >> cell & 1 == 1));
                starts[side].push(through[side].len());
            }
        }
        Ok(Self { cells, lines, through, starts })
    }

    /// The rows and columns of the free cells, by their numbers.
    #[must_use]
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    /// All free cells.
    #[must_use]
    pub const fn all(&self) -> u64 {
        match self.cells.len() {
            0 => 0,
            count => u64::MAX >> (64 - count),
        }
    }

    /// The lines of a side.
    pub(super) fn lines(&self, side: usize) -> &[u64] {
        &self.lines[side]
    }

    /// The lines of a side through a cell.
    #[inline]
    pub(super) fn through(&self, side: usize, cell: usize) -> &[u64] {
        &self.through[side][self.starts[side][cell]..self.starts[side][cell + 1]]
    }

    /// Whether the marks of a side hold a line through one of them.
    #[inline]
    pub(super) fn wins(&self, side: usize, marks: u64, cell: usize) -> bool {
        self.through(side, cell).iter().any(|line| line & !marks == 0)
    }
}

/// Calls `look` with the cells of every line of `k` that the board has.
fn for_each_line(shape: Shape, mut look: impl FnMut(&[usize])) {
    let (rows, cols, k) = (shape.rows(), shape.cols(), shape.k());
    let mut line = Vec::with_capacity(k);
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        if k == 1 && (down, right) != (0, 1) {
            // A line of one cell has no direction.
            break;
        }
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let reach = (k - 1).cast_signed();
            let last = (row.wrapping_add_signed(down * reach), col.wrapping_add_signed(right * reach));
            if last.0 >= rows || last.1 >= cols {
                continue;
            }
            line.clear();
            line.extend(
                (0..k.cast_signed()).map(|step| {
                    shape.cell(row.wrapping_add_signed(down * step), col.wrapping_add_signed(right * step))
                }),
            );
            look(&line);
        }
    }
}
