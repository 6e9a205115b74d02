//! The snake as the rules hold it: two ends, and between them one move a joint, a byte each.
//!
//! Cells of a snake are neighbours, so a cell is told by the move that led to it. That makes the longest snake there can
//! be (a full grid of 4096 x 4096) fit into 16 MiB, where a list of points would take 128 MiB, and keeps short ones
//! within a cache line. Two bits a move would do, but shifts and masks cost more time than the bytes. Pushing a head and popping a tail are O(1). Where a move leads is the grid's to say.

use crate::core::{Direction, Grid};

/// Room for a short body.
const FEW: usize = 32;

/// An ordered chain of neighbouring cells, from head to tail; never empty.
#[derive(Clone, Debug)]
pub struct Body {
    head: u32,
    tail: u32,
    /// A ring of moves, a power of two of them and always more than there are joints: the one that is the `i`-th since the
    /// start of time is in place `i`, modulo the ring.
    ring: Box<[Direction]>,
    /// The number of the move that leads out of the tail, modulo 2^32.
    oldest: u32,
    /// How many moves there are: one less than cells.
    joints: u32,
}

impl Body {
    /// A body of one cell.
    #[must_use]
    pub fn new(cell: u32) -> Self {
        Self { head: cell, tail: cell, ring: Box::new([Direction::Up; FEW]), oldest: 0, joints: 0 }
    }

    /// Becomes a straight body of `length` cells (at least one) that faces in `direction`, in the memory it has.
    pub fn restart(&mut self, head: u32, direction: Direction, length: u32, grid: &Grid) {
        self.restart_by(head, direction, length, |cell, way| grid.ahead(cell, way));
    }

    /// The same, on a board where moves lead elsewhere.
    #[inline]
    pub(super) fn restart_by(
        &mut self,
        head: u32,
        direction: Direction,
        length: u32,
        lead: impl Fn(u32, Direction) -> u32,
    ) {
        self.joints = length.saturating_sub(1);
        let tail = (0..self.joints).fold(head, |cell, _| lead(cell, direction.opposite()));
        (self.head, self.tail, self.oldest) = (head, tail, 0);
        let joints = self.joints as usize;
        if joints >= self.ring.len() {
            self.ring = vec![direction; (joints + 1).next_power_of_two()].into();
        }
        self.ring[..joints].fill(direction);
    }

    /// The first cell.
    #[must_use]
    pub const fn head(&self) -> u32 {
        self.head
    }

    /// The last cell.
    #[must_use]
    pub const fn tail(&self) -> u32 {
        self.tail
    }

    /// How many cells it has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a body is never empty")]
    pub const fn len(&self) -> usize {
        self.joints as usize + 1
    }

    /// The cells from head to tail.
    #[must_use]
    pub fn cells<'a>(&'a self, grid: &'a Grid) -> impl ExactSizeIterator<Item = u32> + 'a {
        let (mut cell, mut joint) = (self.head, self.joints);
        (0..self.len()).map(move |_| {
            let here = cell;
            if joint != 0 {
                joint -= 1;
                cell = grid.beside(cell, self.nth_move(joint).opposite());
            }
            here
        })
    }

    /// Grows a new head in `direction`, where there must be a cell.
    #[inline]
    pub fn push_head(&mut self, direction: Direction, grid: &Grid) {
        self.push_head_by(direction, |cell, way| grid.ahead(cell, way));
    }

    /// The same, on a board where moves lead elsewhere.
    #[inline]
    pub(super) fn push_head_by(&mut self, direction: Direction, lead: impl Fn(u32, Direction) -> u32) {
        if self.len() == self.ring.len() {
            self.double();
        }
        self.write(direction);
        self.joints += 1;
        self.head = lead(self.head, direction);
    }

    /// Moves the head in `direction`, where there must be a cell, and the tail up; says where the tail was.
    #[inline]
    pub fn slide(&mut self, direction: Direction, grid: &Grid) -> u32 {
        self.slide_by(direction, |cell, way| grid.ahead(cell, way))
    }

    /// The same, on a board where moves lead elsewhere.
    #[inline]
    pub(super) fn slide_by(&mut self, direction: Direction, lead: impl Fn(u32, Direction) -> u32) -> u32 {
        let vacated = self.tail;
        // Written before it is read: a lone head is its own tail.
        self.write(direction);
        self.tail = lead(vacated, self.nth_move(0));
        self.oldest = self.oldest.wrapping_add(1);
        self.head = lead(self.head, direction);
        vacated
    }

    #[inline]
    fn write(&mut self, direction: Direction) {
        let place = self.place(self.joints);
        self.ring[place] = direction;
    }

    #[inline]
    fn nth_move(&self, joint: u32) -> Direction {
        self.ring[self.place(joint)]
    }

    /// Where the move of a joint is, the first being the tail's.
    #[inline]
    const fn place(&self, joint: u32) -> usize {
        self.oldest.wrapping_add(joint) as usize & (self.ring.len() - 1)
    }

    /// Twice the room, with the oldest move in front.
    #[cold]
    fn double(&mut self) {
        let mut ring = vec![Direction::Up; self.ring.len() * 2].into_boxed_slice();
        ring.iter_mut().zip(0..self.joints).for_each(|(place, joint)| *place = self.nth_move(joint));
        (self.ring, self.oldest) = (ring, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Direction, Grid};
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn it_is_a_queue_of_cells(steps in prop::collection::vec((0_u64..4, 0..5), 0..2_000)) {
            let grid = Grid::new(4096, 4096).unwrap();
            let start = 2048 * 4096 + 2048;
            let (mut fast, mut slow) = (Body::new(start), VecDeque::from([start]));
            for (bits, grow) in steps {
                let direction = Direction::from_bits(bits);
                slow.push_front(grid.step(slow[0], direction).unwrap());
                // Slides more often than it grows, so that rings wrap and double in every position.
                if grow == 0 {
                    fast.push_head(direction, &grid);
                } else {
                    prop_assert_eq!(Some(fast.slide(direction, &grid)), slow.pop_back());
                }
                prop_assert_eq!((fast.head(), fast.tail(), fast.len()), (slow[0], slow[slow.len() - 1], slow.len()));
            }
            prop_assert!(fast.cells(&grid).eq(slow.iter().copied()));
        }
    }

    #[test]
    fn the_count_of_moves_may_go_round() {
        let grid = Grid::new(4096, 4096).unwrap();
        for length in [1_u32, 2, 31, 32, 33, 64, 300] {
            let mut fast = Body::new(4095);
            fast.restart(2048 * 4096 + 2048, Direction::Up, length, &grid);
            let mut slow: VecDeque<u32> = fast.cells(&grid).collect();
            // As after four thousand million moves.
            fast.oldest = u32::MAX - 40;
            fast.ring.fill(Direction::Up);
            for number in 0..400 {
                let direction = Direction::from_bits([0, 3, 0, 2][number % 4]);
                slow.push_front(grid.step(slow[0], direction).unwrap());
                if number % 5 == 0 {
                    fast.push_head(direction, &grid);
                } else {
                    assert_eq!(Some(fast.slide(direction, &grid)), slow.pop_back());
                }
                assert!((fast.joints as usize) < fast.ring.len());
                assert!(fast.cells(&grid).eq(slow.iter().copied()));
            }
        }
    }
}
