//! Squares, snakes and ladders.

use crate::core::{Error, Result};

/// The most squares that a board can have.
pub const MAX_SIZE: u32 = 1 << 20;

/// The jumps of Milton Bradley's board of 100 squares, "Chutes and Ladders": nine ladders and ten chutes. As given by
/// S. C. Althoen, L. King and K. Schilling, "How long is a game of snakes and ladders?", 1993.
pub const MILTON_BRADLEY: [(i64, i64); 19] = [
    (1, 38),
    (4, 14),
    (9, 31),
    (21, 42),
    (28, 84),
    (36, 44),
    (51, 67),
    (71, 91),
    (80, 100),
    (16, 6),
    (47, 26),
    (49, 11),
    (56, 53),
    (62, 19),
    (64, 60),
    (87, 24),
    (93, 73),
    (95, 75),
    (98, 78),
];

/// A board: squares 1 to its size, and jumps from one to another. Tokens start beside it, on square 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where one who lands on a square ends up.
    destinations: Box<[u32]>,
}

impl Board {
    /// A board of `size` squares, 1 to [`MAX_SIZE`]. A jump that leads up is a ladder, one that leads down a snake.
    ///
    /// # Errors
    /// [`Error::Validation`] for a size out of range, and for a jump that leaves the board, ends where one starts, starts
    /// on the last square, or starts where another does.
    pub fn new(size: u32, jumps: &[(i64, i64)]) -> Result<Self> {
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(Error::validation("size", size, format_args!("1 to {MAX_SIZE} squares")));
        }
        let square = |number: i64| u32::try_from(number).ok().filter(|number| (1..=size).contains(number));
        let mut destinations: Box<[u32]> = (0..=size).collect();
        let mut starts = vec![false; size as usize + 1];
        for &(start, _) in jumps {
            if let Some(place) = square(start).and_then(|start| starts.get_mut(start as usize)) {
                if *place {
                    return Err(Error::Validation(format!("square {start} starts two jumps: expected one at most")));
                }
                *place = true;
            }
        }
        for &(start, end) in jumps {
            let (Some(from), Some(to)) = (square(start), square(end)) else {
                let expected = format_args!("expected squares from 1 to {size}");
                return Err(Error::Validation(format!("jump {start}->{end} is off the board: {expected}")));
            };
            if starts[to as usize] {
                let message = format!("square {end} is both a destination and a jump start: got jump {start}->{end}");
                return Err(Error::Validation(message));
            }
            destinations[from as usize] = to;
        }
        if starts[size as usize] {
            let end = destinations[size as usize];
            return Err(Error::Validation(format!("the final square cannot start a jump: got jump {size}->{end}")));
        }
        Ok(Self { destinations })
    }

    /// The number of squares, and the number of the last.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 2^20 squares")]
    pub const fn size(&self) -> u32 {
        (self.destinations.len() - 1) as u32
    }

    /// Where one who lands on `square` ends up.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    #[inline]
    pub const fn destination(&self, square: u32) -> u32 {
        self.destinations[square as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, MAX_SIZE, MILTON_BRADLEY};

    fn fault(size: u32, jumps: &[(i64, i64)]) -> String {
        Board::new(size, jumps).unwrap_err().to_string()
    }

    #[test]
    fn a_jump_that_cannot_be_is_named() {
        let off = |jump| format!("jump {jump} is off the board: expected squares from 1 to 20");
        assert_eq!(fault(20, &[(3, 15), (0, 4)]), off("0->4"));
        assert_eq!(fault(20, &[(4, 21)]), off("4->21"));
        assert_eq!(fault(20, &[(i64::MIN, i64::MAX)]), off("-9223372036854775808->9223372036854775807"));
        let chained = "square 9 is both a destination and a jump start: got jump 3->9";
        assert_eq!(fault(20, &[(3, 9), (9, 4)]), chained);
        assert_eq!(fault(20, &[(9, 4), (3, 9)]), chained);
        assert!(fault(20, &[(9, 9)]).starts_with("square 9 is both a destination and a jump start"));
        assert!(fault(20, &[(20, 4)]).starts_with("the final square cannot start a jump"));
        assert!(fault(20, &[(20, 4), (3, 21)]).starts_with("jump 3->21"));
        assert!(fault(20, &[(3, 4), (3, 5)]).starts_with("square 3 starts two jumps"));
        assert!(fault(0, &[]).starts_with("size: got 0"));
        assert!(fault(MAX_SIZE + 1, &[]).starts_with("size: got 1048577"));
    }

    #[test]
    fn a_square_leads_to_its_destination() {
        let board = Board::new(100, &MILTON_BRADLEY).unwrap();
        assert_eq!(board.size(), 100);
        assert_eq!([80, 98, 5, 0, 100].map(|square| board.destination(square)), [100, 78, 5, 0, 100]);
    }
}
