//! Bounds and obstacles.

use std::sync::Arc;

use super::cells::CellSet;
use super::direction::Direction;
use super::error::{Error, Result};
use super::point::Point;

/// The shortest side of a grid.
pub const MIN_SIDE: u32 = 3;
/// The longest side of a grid.
pub const MAX_SIDE: u32 = 4096;
/// With so many bits, a cell below 2^24 times a rounding error below 2^12 is less than one.
const INVERSE_LOG2: u32 = 36;

/// A board of `width` x `height` cells, some of them blocked for good. It knows geometry, never the game on it.
///
/// A clone shares the obstacles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    /// What a move adds to a cell's number, by the number of its direction; modulo 2^32.
    offsets: [u32; 4],
    /// The least number that is not below 2^36 / `width`: a multiplication by it takes the place of a division.
    inverse: u64,
    obstacles: Arc<CellSet>,
}

impl Grid {
    /// A grid of `width` columns and `height` rows, [`MIN_SIDE`] to [`MAX_SIDE`] each, without obstacles.
    ///
    /// # Errors
    /// [`Error::Validation`] if a side is too short or too long.
    pub fn new(width: u32, height: u32) -> Result<Self> {
        Self::with_obstacles(width, height, [])
    }

    /// The same with blocked cells; a cell may be named more than once.
    ///
    /// # Errors
    /// [`Error::Validation`] if a side is too short or too long, or an obstacle lies outside.
    pub fn with_obstacles(width: u32, height: u32, obstacles: impl IntoIterator<Item = Point>) -> Result<Self> {
        if !(MIN_SIDE..=MAX_SIDE).contains(&width) || !(MIN_SIDE..=MAX_SIDE).contains(&height) {
            let expected = format!("at least {MIN_SIDE}x{MIN_SIDE} and at most {MAX_SIDE}x{MAX_SIDE}");
            return Err(Error::validation("grid", format_args!("{width}x{height}"), expected));
        }
        let mut blocked = CellSet::empty(width as usize * height as usize);
        for point in obstacles {
            let outside = || Error::validation("obstacles", point, format!("cells of the {width}x{height} grid"));
            blocked.insert(cell(width, height, point).ok_or_else(outside)?);
        }
        let offsets = [width.wrapping_neg(), width, u32::MAX, 1];
        let inverse = (1_u64 << INVERSE_LOG2).div_ceil(width.into());
        Ok(Self { width, height, offsets, inverse, obstacles: Arc::new(blocked) })
    }

    /// Cells in a row.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Cells in a column.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// All cells, blocked ones too.
    #[must_use]
    pub const fn area(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `point` lies on the board.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.cell(point).is_some()
    }

    /// The number of the cell in row-major order: `y * width + x`; `None` outside.
    #[must_use]
    #[inline]
    pub const fn cell(&self, point: Point) -> Option<u32> {
        cell(self.width, self.height, point)
    }

    /// The number of a point that is known to lie on the board.
    #[inline]
    pub(crate) const fn number(&self, point: Point) -> u32 {
        debug_assert!(self.contains(point));
        point.y.cast_unsigned() * self.width + point.x.cast_unsigned()
    }

    /// The point of a cell number.
    #[must_use]
    #[inline]
    pub const fn point(&self, cell: u32) -> Point {
        let y = ((cell as u64 * self.inverse) >> INVERSE_LOG2) as u32;
        Point::new((cell - y * self.width).cast_signed(), y.cast_signed())
    }

    /// The cell that a move from `cell` leads to; `None` outside.
    #[must_use]
    #[inline]
    pub const fn step(&self, cell: u32, direction: Direction) -> Option<u32> {
        self.cell(self.point(cell).neighbour(direction))
    }

    /// The cell that a move from `cell` leads to, if that is known to be one of the board.
    #[inline]
    pub(crate) const fn ahead(&self, cell: u32, direction: Direction) -> u32 {
        cell.wrapping_add(self.offsets[direction as usize])
    }

    /// Whether `point` is blocked; `false` outside.
    #[must_use]
    pub fn is_obstacle(&self, point: Point) -> bool {
        self.cell(point).is_some_and(|cell| self.obstacles.contains(cell))
    }

    /// The blocked cells.
    #[must_use]
    pub fn obstacles(&self) -> &CellSet {
        &self.obstacles
    }

    /// The cells that are neither blocked nor `occupied`, in row-major order. Points outside are passed over.
    #[must_use]
    pub fn free_cells(&self, occupied: impl IntoIterator<Item = Point>) -> CellSet {
        let mut free = self.obstacles.complement(self.area());
        for cell in occupied.into_iter().filter_map(|point| self.cell(point)) {
            free.remove(cell);
        }
        free
    }
}

#[inline]
const fn cell(width: u32, height: u32, point: Point) -> Option<u32> {
    // A negative coordinate becomes a huge one.
    let (x, y) = (point.x.cast_unsigned(), point.y.cast_unsigned());
    if x < width && y < height { Some(y * width + x) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Grid, Point};

    #[test]
    fn sides_and_obstacles_are_checked() {
        for (width, height) in [(2, 3), (3, 2), (0, 0), (4097, 3), (3, u32::MAX)] {
            let message = Grid::new(width, height).unwrap_err().to_string();
            assert!(message.contains(&format!("{width}x{height}")), "{message}");
        }
        for outside in [(-1, 0), (0, -1), (4, 0), (0, 3), (i32::MAX, i32::MIN)] {
            let error = Grid::with_obstacles(4, 3, [outside.into()]).unwrap_err().to_string();
            assert!(error.starts_with("obstacles: got ("), "{error}");
        }
        assert!(Grid::new(4096, 4096).is_ok());
    }

    #[test]
    fn points_and_cells_are_the_same_places() {
        for (width, height) in [(3, 3), (7, 4), (10, 12), (64, 3), (4095, 17), (4096, 4096), (4093, 4096)] {
            let grid = Grid::new(width, height).unwrap();
            let last = width * height - 1;
            // Where rounding would show: the ends of rows, above all of the last ones.
            let ends = (0..height).flat_map(|y| [y * width, y * width + width - 1]);
            for cell in ends.chain(last.saturating_sub(50_000)..=last) {
                let point = grid.point(cell);
                assert_eq!((point.x, point.y), ((cell % width).cast_signed(), (cell / width).cast_signed()));
                assert_eq!((grid.cell(point), grid.number(point)), (Some(cell), cell));
                for direction in Direction::ALL {
                    let there = grid.step(cell, direction);
                    assert_eq!(there, point.checked_step(direction).and_then(|point| grid.cell(point)));
                    assert!(there.is_none_or(|there| there == grid.ahead(cell, direction)));
                }
            }
        }
    }

    #[test]
    fn free_cells_are_in_row_major_order() {
        let grid = Grid::with_obstacles(3, 3, [Point::new(1, 0), Point::new(1, 0)]).unwrap();
        let free = grid.free_cells([Point::new(0, 1), Point::new(9, 9)]);
        let points: Vec<_> = free.iter().map(|cell| grid.point(cell)).map(<(i32, i32)>::from).collect();
        assert_eq!(points, [(0, 0), (2, 0), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)]);
        assert!(grid.is_obstacle(Point::new(1, 0)) && !grid.is_obstacle(Point::new(-1, 0)));
    }
}
