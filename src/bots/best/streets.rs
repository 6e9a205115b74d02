//! The board as one-way streets between blocks of 2x2 cells.

use crate::bots::Board;
use crate::core::Direction;

/// No cell, no block.
pub(super) const NONE: u32 = u32::MAX;

/// In which sense the streets run around blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// Against the clock.
    Left,
    /// With the clock.
    Right,
}

/// Where one may go from each cell: on around its block (a turn), or straight out of it.
///
/// In one sense even rows lead left and odd rows right, even columns down and odd columns up; in the other all is
/// reversed. Whoever leaves a block from `cell` comes back to `turn[cell]`, once around all that lies beyond.
#[derive(Clone, Debug)]
pub(super) struct Streets {
    /// The next cell of the same block.
    pub(super) turn: Box<[u32]>,
    /// The next cell in the block beside, or [`NONE`].
    pub(super) leave: Box<[u32]>,
    /// The block of each cell.
    pub(super) block: Box<[u32]>,
    /// The blocks beside each block, or [`NONE`].
    pub(super) beside: Box<[[u32; 4]]>,
    /// Cells in a row.
    width: u32,
}

impl Streets {
    /// The streets of a board without obstacles whose sides are even.
    pub(super) fn new(board: &Board, sense: Sense) -> Self {
        let (width, height) = board.sides();
        let ahead = |cell, direction| board.ahead(cell, direction).unwrap_or(NONE);
        let ways = |cell: u32| {
            let mut ways = match (cell / width % 2, cell % width % 2) {
                (0, 0) => [Direction::Down, Direction::Left],
                (1, 0) => [Direction::Right, Direction::Down],
                (1, _) => [Direction::Up, Direction::Right],
                _ => [Direction::Left, Direction::Up],
            };
            if sense == Sense::Right {
                // Within a block the other way of the two; out of it, the other way of the other street.
                ways = [ways[1].opposite(), ways[0].opposite()];
            }
            ways.map(|direction| ahead(cell, direction))
        };
        let columns = width / 2;
        let corner = |block: u32| block / columns * 2 * width + block % columns * 2;
        let block = |cell: u32| cell / width / 2 * columns + cell % width / 2;
        let neighbour = |block_number: u32, direction| {
            let beyond = ahead(corner(block_number), direction);
            let beyond =
                if beyond != NONE && block(beyond) == block_number { ahead(beyond, direction) } else { beyond };
            if beyond == NONE { NONE } else { block(beyond) }
        };
        let cells = width * height;
        Self {
            turn: (0..cells).map(|cell| ways(cell)[0]).collect(),
            leave: (0..cells).map(|cell| ways(cell)[1]).collect(),
            block: (0..cells).map(block).collect(),
            beside: (0..cells / 4).map(|number| Direction::ALL.map(|direction| neighbour(number, direction))).collect(),
            width,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.turn.len()
    }

    pub(super) fn blocks(&self) -> usize {
        self.beside.len()
    }

    #[inline]
    pub(super) fn turn(&self, cell: u32) -> u32 {
        self.turn[cell as usize]
    }

    /// The cell straight ahead in the block beside, if there is one.
    #[inline]
    pub(super) fn leave(&self, cell: u32) -> Option<u32> {
        let next = self.leave[cell as usize];
        (next != NONE).then_some(next)
    }

    #[inline]
    pub(super) fn block(&self, cell: u32) -> u32 {
        self.block[cell as usize]
    }

    /// The blocks beside one.
    pub(super) fn beside(&self, block: usize) -> impl Iterator<Item = u32> + '_ {
        self.beside[block].iter().copied().filter(|&other| other != NONE)
    }

    /// How many steps lie between two cells at least.
    #[inline]
    pub(super) fn distance(&self, one: u32, other: u32) -> u32 {
        (one % self.width).abs_diff(other % self.width) + (one / self.width).abs_diff(other / self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::{Sense, Streets};
    use crate::bots::Board;
    use crate::core::{Direction, Grid, Point};
    use crate::games::snake::{Snake, World};

    #[test]
    fn who_leaves_a_block_comes_back_to_the_turn() {
        for (width, height) in [(4, 4), (6, 4), (4, 10)] {
            let snake = Snake::new([Point::new(0, 0)]).unwrap();
            let board = Board::new(&World::new(Grid::new(width, height).unwrap(), &snake, Direction::Up).unwrap());
            let both = [Sense::Left, Sense::Right].map(|sense| Streets::new(&board, sense));
            for streets in &both {
                for cell in 0..width * height {
                    let turn = streets.turn(cell);
                    assert_eq!((streets.distance(cell, turn), streets.block(turn)), (1, streets.block(cell)));
                    let round = (0..4).fold(cell, |cell, _| streets.turn(cell));
                    assert_eq!(round, cell);
                    if let Some(out) = streets.leave(cell) {
                        assert_eq!(streets.distance(cell, out), 1);
                        assert!(streets.beside(streets.block(cell) as usize).any(|block| block == streets.block(out)));
                        let last = (0..3).fold(out, |cell, _| streets.turn(cell));
                        assert_eq!(streets.leave(last), Some(turn));
                    }
                }
                let doors = (0..streets.blocks()).map(|block| streets.beside(block).count()).sum::<usize>();
                assert_eq!(doors, (0..width * height).filter(|&cell| streets.leave(cell).is_some()).count());
            }
            let [left, right] = both;
            for cell in 0..width * height {
                assert_eq!(right.turn(left.turn(cell)), cell);
                assert!(left.leave(cell).is_none_or(|out| right.leave(out) == Some(cell)));
            }
        }
    }
}
