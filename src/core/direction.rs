//! The four moves.

use serde::{Deserialize, Serialize};

use super::named::named;

/// One of the four moves. `y` grows downwards, so `Up` is `-1` on `y`.
///
/// The numbers are the actions of every game that moves in four directions; opposite moves differ in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Direction {
    /// One row up: `(0, -1)`.
    Up = 0,
    /// One row down: `(0, 1)`.
    Down = 1,
    /// One column to the left: `(-1, 0)`.
    Left = 2,
    /// One column to the right: `(1, 0)`.
    Right = 3,
}

impl Direction {
    /// The direction whose number is the lowest two bits of `bits`.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self::ALL[(bits & 3) as usize]
    }

    /// The step as `(dx, dy)`.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        const DELTAS: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        DELTAS[self as usize]
    }

    /// The move that undoes this one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// The move to the left of one who faces this way.
    #[must_use]
    pub const fn left(self) -> Self {
        [Self::Left, Self::Right, Self::Down, Self::Up][self as usize]
    }

    /// Whether this move is the opposite of `other`.
    #[must_use]
    pub const fn reverses(self, other: Self) -> bool {
        self as u8 == other as u8 ^ 1
    }
}

named!(Direction, "direction", { Up => "up", Down => "down", Left => "left", Right => "right" });

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn opposites_undo_each_other() {
        for direction in Direction::ALL {
            let ((dx, dy), (ox, oy)) = (direction.delta(), direction.opposite().delta());
            assert_eq!((dx + ox, dy + oy), (0, 0));
            assert!(direction.reverses(direction.opposite()));
            assert!(!direction.reverses(direction));
            assert_eq!(direction.name().parse::<Direction>().unwrap(), direction);
            assert_eq!(Direction::from_bits(direction as u64), direction);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_by_name() {
        let error = "north".parse::<Direction>().unwrap_err().to_string();
        assert!(error.starts_with("direction: got \"north\""), "{error}");
    }
}
