//! A snake by itself, off any grid: the value that people make, look at and hand in.

use std::collections::{HashSet, VecDeque};
use std::sync::OnceLock;

use crate::core::{Direction, Error, Point, Result};

/// A queue for order and a set for membership: O(1) push, pop and self-collision.
///
/// The set is built when it is first needed, so that a snapshot taken just to be looked at costs one copy.
#[derive(Clone, Debug)]
pub struct Snake {
    body: VecDeque<Point>,
    members: OnceLock<HashSet<Point>>,
}

impl Snake {
    /// A snake on `body`, head first. Cells need not be neighbours until a game is made with it.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no cell, or one comes twice.
    pub fn new(body: impl IntoIterator<Item = Point>) -> Result<Self> {
        let snake = Self::from_distinct(body);
        if snake.body.is_empty() {
            return Err(Error::validation("body", "no cells", "at least one"));
        }
        let mut seen = HashSet::with_capacity(snake.body.len());
        if let Some(twice) = snake.body.iter().find(|cell| !seen.insert(**cell)) {
            return Err(Error::validation(
                "body",
                format_args!("{twice} twice"),
                "a snake that does not lie on itself",
            ));
        }
        Ok(Self { members: OnceLock::from(seen), ..snake })
    }

    /// A snake on cells that are known to be some and distinct.
    pub(crate) fn from_distinct(body: impl IntoIterator<Item = Point>) -> Self {
        Self { body: body.into_iter().collect(), members: OnceLock::new() }
    }

    /// The first cell.
    #[must_use]
    pub fn head(&self) -> Point {
        self.body[0]
    }

    /// The last cell.
    #[must_use]
    pub fn tail(&self) -> Point {
        self.body[self.body.len() - 1]
    }

    /// How many cells it has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a snake is never empty")]
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// The cells from head to tail.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.body.iter().copied()
    }

    /// Whether one of its cells is `point`.
    #[must_use]
    pub fn occupies(&self, point: Point) -> bool {
        self.members.get_or_init(|| self.body.iter().copied().collect()).contains(&point)
    }

    /// Where the head would go in `direction`; `None` where the coordinates end.
    #[must_use]
    pub fn next_head(&self, direction: Direction) -> Option<Point> {
        self.head().checked_step(direction)
    }

    /// Whether a head on `target` would hit the snake.
    ///
    /// The tail's cell is free, because the tail leaves it in the same move, unless the snake grows.
    #[must_use]
    pub fn would_collide(&self, target: Point, grow: bool) -> bool {
        self.occupies(target) && (grow || target != self.tail())
    }

    /// Moves the head to `target`, and the tail up unless the snake grows. Returns the cell that was vacated.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if the snake is there; it has not moved then.
    pub fn move_to(&mut self, target: Point, grow: bool) -> Result<Option<Point>> {
        if self.would_collide(target, grow) {
            return Err(Error::InvalidState(format!("target: got {target}, expected a cell that is not on the snake")));
        }
        let vacated = if grow { None } else { self.body.pop_back() };
        self.body.push_front(target);
        if let Some(members) = self.members.get_mut() {
            if let Some(tail) = vacated {
                members.remove(&tail);
            }
            members.insert(target);
        }
        Ok(vacated)
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Point, Snake};

    fn snake(cells: &[(i32, i32)]) -> Snake {
        Snake::new(cells.iter().copied().map(Point::from)).unwrap()
    }

    #[test]
    fn the_tail_cell_is_free_only_while_the_snake_is_not_growing() {
        let mut snake = snake(&[(2, 2), (2, 1), (3, 1), (3, 2)]);
        assert!(!snake.would_collide(snake.tail(), false));
        assert!(snake.would_collide(snake.tail(), true));
        assert!(snake.would_collide(Point::new(2, 1), false));
        let before: Vec<_> = snake.cells().collect();
        assert!(snake.move_to(Point::new(2, 1), false).is_err());
        assert!(snake.cells().eq(before));
        assert_eq!(snake.move_to(Point::new(3, 2), false).unwrap(), Some(Point::new(3, 2)));
        assert_eq!((snake.head(), snake.tail(), snake.len()), (Point::new(3, 2), Point::new(3, 1), 4));
        assert_eq!(snake.move_to(Point::new(4, 2), true).unwrap(), None);
        assert!(snake.occupies(Point::new(3, 1)) && snake.occupies(Point::new(4, 2)));
        assert_eq!(snake.next_head(Direction::Right), Some(Point::new(5, 2)));
    }

    #[test]
    fn no_cell_and_a_cell_twice_are_refused() {
        assert!(Snake::new([]).unwrap_err().to_string().starts_with("body: got no cells"));
        let twice = [(0, 0), (1, 0), (0, 0)].map(Point::from);
        assert!(Snake::new(twice).unwrap_err().to_string().contains("(0,0) twice"));
    }
}
