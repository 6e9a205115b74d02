//! Closing a snake to a ring: a way from its head over all free cells to its tail.
//!
//! A snake that lies on a ring through all cells and follows it can never die, whatever it eats.

use super::board::{Board, Search};
use crate::core::CellSet;

/// No cell.
const NOWHERE: u32 = u32::MAX;

/// A ring: of each cell on it the one that comes next.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    next: Vec<u32>,
    /// Cells whose step to the next may still be replaced by a longer way.
    pending: Vec<u32>,
}

impl Ring {
    /// The cell after another, if that is on the ring.
    pub(super) fn next(&self, cell: u32) -> Option<u32> {
        self.next.get(cell as usize).copied().filter(|&next| next != NOWHERE)
    }

    /// Forgets the ring.
    pub(super) fn clear(&mut self) {
        self.next.clear();
    }

    /// Tries to close `body` (from head to tail) over all `free` cells but for at most `spare`; whether it came to that.
    /// If not, this is no ring.
    ///
    /// It begins with the shortest way from head to tail, and replaces its steps by detours of two cells more for as long
    /// as there is one; time grows with the board.
    pub(super) fn close(
        &mut self,
        board: &Board,
        search: &mut Search,
        free: &CellSet,
        body: &[u32],
        spare: usize,
    ) -> bool {
        let (head, tail) = (body[0], body[body.len() - 1]);
        self.next.clear();
        self.next.resize(board.area(), NOWHERE);
        self.pending.clear();
        search.measure(board, [tail], |cell| free.contains(cell));
        let mut here = head;
        loop {
            let beside = board.around(here).filter(|&(_, cell)| cell == tail || free.contains(cell));
            let Some((_, cell)) = beside.filter_map(|(_, cell)| Some((search.steps(cell)?, cell))).min() else {
                return false;
            };
            self.next[here as usize] = cell;
            self.pending.push(here);
            if cell == tail {
                break;
            }
            here = cell;
        }
        let mut threaded = self.pending.len() - 1;
        while let Some(cell) = self.pending.pop() {
            if let Some([out, back]) = self.detour(board, free, cell) {
                self.next[back as usize] = self.next[cell as usize];
                self.next[out as usize] = back;
                self.next[cell as usize] = out;
                self.pending.extend([back, out, cell]);
                threaded += 2;
            }
        }
        body.windows(2).for_each(|pair| self.next[pair[1] as usize] = pair[0]);
        threaded + spare >= free.len()
    }

    /// Two free cells beside the step from `cell` to the next, by which one gets there too.
    fn detour(&self, board: &Board, free: &CellSet, cell: u32) -> Option<[u32; 2]> {
        let next = self.next[cell as usize];
        let direction = board.direction(cell, next)?;
        [direction.left(), direction.left().opposite()].into_iter().find_map(|side| {
            let cells = [board.ahead(cell, side)?, board.ahead(next, side)?];
            let fresh = |&cell: &u32| free.contains(cell) && self.next[cell as usize] == NOWHERE;
            (cells.iter().all(fresh) && board.ahead(cells[0], direction) == Some(cells[1])).then_some(cells)
        })
    }
}
