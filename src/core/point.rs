//! A cell of a grid, or a place beside one.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::direction::Direction;

/// A cell by its column `x` and its row `y`, both counted from 0; `y` grows downwards.
///
/// Points order by `x`, then by `y`. A point need not lie on any grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Point {
    /// The cell in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in `direction`; `None` where the coordinates end.
    #[must_use]
    pub fn checked_step(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.delta();
        Some(Self { x: self.x.checked_add(dx)?, y: self.y.checked_add(dy)? })
    }

    /// The neighbour in `direction`, for a point that lies on a grid or right beside it (there nothing overflows).
    #[must_use]
    pub(crate) const fn neighbour(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The direction of the one step that leads from here to `other`; `None` if they are not neighbours.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.checked_step(direction) == Some(other))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Point};

    #[test]
    fn a_step_that_would_overflow_is_none() {
        assert_eq!(Point::new(0, 0).checked_step(Direction::Up), Some(Point::new(0, -1)));
        assert_eq!(Point::new(i32::MAX, 0).checked_step(Direction::Right), None);
        assert_eq!(Point::new(0, i32::MIN).checked_step(Direction::Up), None);
    }

    #[test]
    fn only_neighbours_have_a_direction() {
        let here = Point::new(2, 2);
        for direction in Direction::ALL {
            assert_eq!(here.direction_to(here.neighbour(direction)), Some(direction));
        }
        assert_eq!(here.direction_to(Point::new(3, 3)), None);
        assert_eq!(here.direction_to(here), None);
    }
}
