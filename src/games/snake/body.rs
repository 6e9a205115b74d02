//! The snake as the rules hold it: two ends, and between them one 2-bit move a joint.
//!
//! Cells of a snake are neighbours, so a cell is told by the move that led to it. That makes the longest snake there can
//! be (a full grid of 4096 x 4096) fit into 4 MiB, where a list of points would take 128 MiB, and keeps short ones within
//! a cache line. Pushing a head and popping a tail are O(1).

use smallvec::SmallVec;

use crate::core::{Direction, Point};

/// Moves in a word.
const PER_WORD: u64 = 32;
/// Words of a short body, which lie within it: enough for any on a board of 16x16.
const RING_WORDS: usize = 8;

/// An ordered chain of neighbouring cells, from head to tail; never empty.
#[derive(Clone, Debug)]
pub struct Body {
    head: Point,
    tail: Point,
    /// A ring of moves; the move numbered `i` since the start of time is in word `i / 32`, modulo the ring.
    ring: SmallVec<[u64; RING_WORDS]>,
    /// The number of the move that leads out of the tail.
    oldest: u64,
    /// How many moves there are: one less than cells.
    joints: u64,
}

impl Body {
    /// A body of one cell.
    #[must_use]
    pub fn new(cell: Point) -> Self {
        Self { head: cell, tail: cell, ring: SmallVec::from_buf([0; RING_WORDS]), oldest: 0, joints: 0 }
    }

    /// Becomes a body of one cell again, in the memory it has.
    pub fn restart(&mut self, cell: Point) {
        (self.head, self.tail, self.oldest, self.joints) = (cell, cell, 0, 0);
    }

    /// The first cell.
    #[must_use]
    pub const fn head(&self) -> Point {
        self.head
    }

    /// The last cell.
    #[must_use]
    pub const fn tail(&self) -> Point {
        self.tail
    }

    /// How many cells it has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a body is never empty")]
    #[expect(clippy::cast_possible_truncation, reason = "a body lies on a grid of at most 2^24 cells")]
    pub const fn len(&self) -> usize {
        self.joints as usize + 1
    }

    /// The cells from head to tail.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        let mut cell = self.head;
        (0..self.len()).map(move |joint| {
            let here = cell;
            if joint as u64 != self.joints {
                cell = cell.neighbour(self.nth_move(self.joints - 1 - joint as u64).opposite());
            }
            here
        })
    }

    /// Grows a new head in `direction`.
    #[inline]
    pub fn push_head(&mut self, direction: Direction) {
        if self.joints == self.capacity() {
            self.double();
        }
        let newest = self.oldest + self.joints;
        let (word, shift) = (self.word(newest), newest % PER_WORD * 2);
        self.ring[word] = self.ring[word] & !(3 << shift) | (direction as u64) << shift;
        self.joints += 1;
        self.head = self.head.neighbour(direction);
    }

    /// Drops the tail, and says where it was.
    ///
    /// # Panics
    /// If there is nothing but a head.
    #[inline]
    pub fn pop_tail(&mut self) -> Point {
        assert!(self.joints > 0, "a body keeps its head");
        let vacated = self.tail;
        self.tail = vacated.neighbour(self.nth_move(0));
        self.oldest += 1;
        self.joints -= 1;
        vacated
    }

    fn capacity(&self) -> u64 {
        self.ring.len() as u64 * PER_WORD
    }

    #[inline]
    fn word(&self, number: u64) -> usize {
        (number / PER_WORD) as usize & (self.ring.len() - 1)
    }

    #[inline]
    fn nth_move(&self, joint: u64) -> Direction {
        let number = self.oldest + joint;
        Direction::from_bits(self.ring[self.word(number)] >> (number % PER_WORD * 2))
    }

    /// Twice the room. Words keep their numbers; the word in which a full ring both ends and starts goes to both places.
    #[cold]
    fn double(&mut self) {
        let first = self.oldest / PER_WORD;
        let words = self.ring.len() as u64;
        let mut wider = Self { ring: SmallVec::from_elem(0, self.ring.len() * 2), ..*self };
        for number in (first..=first + words).map(|word| word * PER_WORD) {
            let place = wider.word(number);
            wider.ring[place] = self.ring[self.word(number)];
        }
        *self = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Direction, Point};
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn it_is_a_queue_of_cells(steps in prop::collection::vec((0_u64..4, 0_usize..5), 0..2_000)) {
            let start = Point::new(0, 0);
            let (mut fast, mut slow) = (Body::new(start), VecDeque::from([start]));
            for (bits, pop) in steps {
                let direction = Direction::from_bits(bits);
                fast.push_head(direction);
                slow.push_front(slow[0].neighbour(direction));
                // Mostly grows, and shrinks by two at times, so that rings wrap and double in every position.
                for _ in 0..[0_u8, 0, 1, 1, 2][pop] {
                    if slow.len() > 1 {
                        prop_assert_eq!(Some(fast.pop_tail()), slow.pop_back());
                    }
                }
                prop_assert_eq!((fast.head(), fast.tail(), fast.len()), (slow[0], slow[slow.len() - 1], slow.len()));
            }
            prop_assert!(fast.cells().eq(slow.iter().copied()));
        }
    }
}
