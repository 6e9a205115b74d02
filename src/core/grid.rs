//! Bounds, obstacles, and what lies next to what.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cells::CellSet;
use super::direction::Direction;
use super::error::{Error, Result};
use super::hazard::{Hazard, Hazards};
use super::named::named;
use super::point::Point;

/// The shortest side of a grid.
pub const MIN_SIDE: u32 = 3;
/// The longest side of a grid.
pub const MAX_SIDE: u32 = 4096;
/// With so many bits, a cell below 2^24 times a rounding error below 2^12 is less than one.
const INVERSE_LOG2: u32 = 36;

/// What lies beyond the edges of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edges {
    /// Nothing: whoever goes there has left the board.
    #[default]
    Walls,
    /// The opposite edge: the board goes round in both directions.
    Wrap,
}

named!(Edges, "edges", { Walls => "walls", Wrap => "wrap" });

/// A board of `width` x `height` cells, some of them blocked for good, some deadly for a time. It knows geometry, never
/// the game on it.
///
/// A clone is the same board once more, and takes no memory: games by the thousand have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid(Arc<Layout>);

/// What there is to know of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    width: u32,
    height: u32,
    /// What a move adds to a cell's number, by the number of its direction; modulo 2^32.
    offsets: [u32; 4],
    /// For each cell a bit a direction: whether a move crosses an edge. Empty for large boards, where it is worked out.
    edge_bits: Box<[u8]>,
    /// The least number that is not below 2^36 / `width`: a multiplication by it takes the place of a division.
    inverse: u64,
    edges: Edges,
    obstacles: CellSet,
    hazards: Option<Hazards>,
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
        let (edges, obstacles) = (Edges::Walls, blocked);
        let edge_bits = edge_bits(width, height);
        Ok(Self(Arc::new(Layout { width, height, offsets, edge_bits, inverse, edges, obstacles, hazards: None })))
    }

    /// The same board with other edges. Hazards are laid out after that.
    #[must_use]
    pub fn with_edges(mut self, edges: Edges) -> Self {
        Arc::make_mut(&mut self.0).edges = edges;
        self
    }

    /// The same board with these hazards instead of those it has.
    ///
    /// # Errors
    /// [`Error::Validation`] names what does not fit.
    pub fn with_hazards(mut self, hazards: Vec<Hazard>) -> Result<Self> {
        let hazards = Hazards::new(hazards, &self)?;
        Arc::make_mut(&mut self.0).hazards = if hazards.is_empty() { None } else { Some(hazards) };
        Ok(self)
    }

    /// What lies beyond the edges.
    #[must_use]
    pub fn edges(&self) -> Edges {
        self.0.edges
    }

    /// The hazards, if there are any.
    #[must_use]
    pub fn hazards(&self) -> Option<&Hazards> {
        self.0.hazards.as_ref()
    }

    /// Cells in a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.0.width
    }

    /// Cells in a column.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.height
    }

    /// All cells, blocked ones too.
    #[must_use]
    pub fn area(&self) -> usize {
        self.0.width as usize * self.0.height as usize
    }

    /// Whether `point` lies on the board.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.cell(point).is_some()
    }

    /// The number of the cell in row-major order: `y * width + x`; `None` outside.
    #[must_use]
    #[inline]
    pub fn cell(&self, point: Point) -> Option<u32> {
        cell(self.0.width, self.0.height, point)
    }

    /// The number of a point that is known to lie on the board.
    #[inline]
    pub(crate) fn number(&self, point: Point) -> u32 {
        debug_assert!(self.contains(point));
        point.y.cast_unsigned() * self.0.width + point.x.cast_unsigned()
    }

    /// The point of a cell number.
    #[must_use]
    #[inline]
    pub fn point(&self, cell: u32) -> Point {
        let y = ((u64::from(cell) * self.0.inverse) >> INVERSE_LOG2) as u32;
        Point::new((cell - y * self.0.width).cast_signed(), y.cast_signed())
    }

    /// The point modulo the dimensions, where the board wraps around; else the point itself, on the board or not.
    #[must_use]
    pub fn normalise(&self, point: Point) -> Point {
        match self.0.edges {
            Edges::Walls => point,
            Edges::Wrap => {
                let (width, height) = (self.0.width.cast_signed(), self.0.height.cast_signed());
                Point::new(point.x.rem_euclid(width), point.y.rem_euclid(height))
            }
        }
    }

    /// The cell that a move from `cell` leads to, across an edge where the board wraps around; `None` outside.
    #[must_use]
    #[inline]
    pub fn step(&self, cell: u32, direction: Direction) -> Option<u32> {
        let crosses_edge = match self.0.edge_bits.get(cell as usize) {
            Some(bits) => bits >> direction as u8 & 1 == 1,
            None => !self.contains(self.point(cell).neighbour(direction)),
        };
        if crosses_edge { self.across(cell, direction) } else { Some(self.ahead(cell, direction)) }
    }

    /// Where a move leads that crosses an edge.
    #[inline]
    fn across(&self, cell: u32, direction: Direction) -> Option<u32> {
        match self.0.edges {
            Edges::Walls => None,
            Edges::Wrap => Some(self.number(self.normalise(self.point(cell).neighbour(direction)))),
        }
    }

    /// The cell that [`Grid::step`] leads to, if that is known to be one of the board.
    #[inline]
    pub(crate) fn beside(&self, cell: u32, direction: Direction) -> u32 {
        match self.0.edges {
            Edges::Walls => self.ahead(cell, direction),
            Edges::Wrap => self.step(cell, direction).unwrap_or(cell),
        }
    }

    /// The cell that a move from `cell` leads to, if that is known to be one of the board, and no edge is crossed.
    #[inline]
    pub(crate) fn ahead(&self, cell: u32, direction: Direction) -> u32 {
        cell.wrapping_add(self.0.offsets[direction as usize])
    }

    /// Whether `point` is blocked; `false` outside.
    #[must_use]
    pub fn is_obstacle(&self, point: Point) -> bool {
        self.cell(point).is_some_and(|cell| self.0.obstacles.contains(cell))
    }

    /// Whether `point` is deadly after so many ticks: something moves there, or its ring of the border is closed; `false`
    /// outside.
    #[must_use]
    pub fn is_hazard(&self, point: Point, ticks: u64) -> bool {
        self.cell(point).is_some_and(|cell| self.is_deadly(cell, ticks))
    }

    /// The same of a cell.
    #[must_use]
    pub fn is_deadly(&self, cell: u32, ticks: u64) -> bool {
        self.0.hazards.as_ref().is_some_and(|hazards| {
            self.ring_of(cell) < hazards.rings(ticks) || hazards.movers(ticks).any(|mover| mover == cell)
        })
    }

    /// The cells that are deadly after so many ticks; one may come twice.
    pub fn hazard_cells(&self, ticks: u64) -> impl Iterator<Item = u32> + '_ {
        self.hazards().into_iter().flat_map(move |hazards| {
            let closed = (0..hazards.rings(ticks)).flat_map(|ring| self.ring(ring));
            closed.chain(hazards.movers(ticks))
        })
    }

    /// How many rings of cells lie between a cell and the border.
    #[must_use]
    pub fn ring_of(&self, cell: u32) -> u32 {
        let point = self.point(cell);
        let (x, y) = (point.x.cast_unsigned(), point.y.cast_unsigned());
        x.min(self.0.width - 1 - x).min(y).min(self.0.height - 1 - y)
    }

    /// The cells with so many rings between them and the border, row by row.
    pub fn ring(&self, ring: u32) -> impl Iterator<Item = u32> + '_ {
        let rings = self.0.width.min(self.0.height).div_ceil(2);
        let rows = if ring < rings { ring..self.0.height - ring } else { 0..0 };
        rows.flat_map(move |y| {
            let (left, right) = (ring, self.0.width - 1 - ring);
            let is_whole = y == ring || y + ring + 1 == self.0.height || left == right;
            let apart = if is_whole { 1 } else { (right - left) as usize };
            (left..=right).step_by(apart).map(move |x| y * self.0.width + x)
        })
    }

    /// The blocked cells.
    #[must_use]
    pub fn obstacles(&self) -> &CellSet {
        &self.0.obstacles
    }

    /// The cells that are neither blocked nor `occupied`, in row-major order. Points outside are passed over.
    #[must_use]
    pub fn free_cells(&self, occupied: impl IntoIterator<Item = Point>) -> CellSet {
        let mut free = self.0.obstacles.complement(self.area());
        for cell in occupied.into_iter().filter_map(|point| self.cell(point)) {
            free.remove(cell);
        }
        free
    }
}

/// For each cell a bit a direction: whether a move crosses an edge.
fn edge_bits(width: u32, height: u32) -> Box<[u8]> {
    /// Larger boards' bits would push more useful things out of the nearest memory.
    const MOST: u32 = 1 << 14;
    if width * height > MOST {
        return Box::default();
    }
    let bit = |direction: Direction, crosses: bool| u8::from(crosses) << direction as u8;
    let bits = |x: u32, y: u32| {
        bit(Direction::Up, y == 0)
            | bit(Direction::Down, y + 1 == height)
            | bit(Direction::Left, x == 0)
            | bit(Direction::Right, x + 1 == width)
    };
    (0..height).flat_map(|y| (0..width).map(move |x| bits(x, y))).collect()
}

#[inline]
const fn cell(width: u32, height: u32, point: Point) -> Option<u32> {
    // A negative coordinate becomes a huge one.
    let (x, y) = (point.x.cast_unsigned(), point.y.cast_unsigned());
    if x < width && y < height { Some(y * width + x) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Edges, Grid, Point};
    use crate::core::{Hazard, Motion};
    use std::collections::BTreeSet;

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

    #[test]
    fn a_board_that_wraps_has_no_outside_to_step_to() {
        for (width, height) in [(3, 3), (3, 7), (8, 5), (4096, 3)] {
            let grid = Grid::new(width, height).unwrap().with_edges(Edges::Wrap);
            for cell in 0..width * height {
                let (x, y) = (cell % width, cell / width);
                for (direction, there) in [
                    (Direction::Up, (x, (y + height - 1) % height)),
                    (Direction::Down, (x, (y + 1) % height)),
                    (Direction::Left, ((x + width - 1) % width, y)),
                    (Direction::Right, ((x + 1) % width, y)),
                ] {
                    let there = there.1 * width + there.0;
                    assert_eq!(grid.step(cell, direction), Some(there));
                    assert_eq!(grid.beside(cell, direction), there);
                    assert_eq!(grid.step(there, direction.opposite()), Some(cell));
                }
            }
            let far = Point::new(-1 - 5 * width.cast_signed(), i32::MAX);
            let near = Point::new(width.cast_signed() - 1, i32::MAX % height.cast_signed());
            assert_eq!(grid.normalise(far), near);
            assert!(!grid.contains(far) && grid.contains(near));
        }
    }

    #[test]
    fn rings_part_the_board() {
        for (width, height) in [(3, 3), (4, 4), (5, 3), (3, 8), (9, 6)] {
            let grid = Grid::new(width, height).unwrap();
            let mut seen = BTreeSet::new();
            for ring in 0..10 {
                let cells: Vec<u32> = grid.ring(ring).collect();
                assert!(cells.iter().all(|&cell| grid.ring_of(cell) == ring && seen.insert(cell)), "{width}x{height}");
            }
            assert!(seen.into_iter().eq(0..width * height), "{width}x{height}");
        }
    }

    #[test]
    fn hazards_are_where_the_tick_says() {
        let path = [(1, 1), (2, 1), (2, 2)].map(Point::from).to_vec();
        let bounce = Hazard::Path { cells: path.clone(), motion: Motion::Bounce, every: 2 };
        let grid = Grid::new(7, 6).unwrap();
        let moving = grid.clone().with_hazards(vec![bounce]).unwrap();
        let at = |tick| moving.hazards().unwrap().movers(tick).map(|cell| moving.point(cell)).next().unwrap();
        assert_eq!([0, 1, 2, 4, 6, 7, 8, 1 << 40].map(at), [0, 0, 1, 2, 1, 1, 0, 0].map(|step| path[step]));
        assert!(moving.is_hazard(path[1], 2) && !moving.is_hazard(path[1], 4));
        let closing = grid.clone().with_hazards(vec![Hazard::Shrink { every: 5, least: 2 }]).unwrap();
        let open = |tick| (0..42).filter(|&cell| !closing.is_deadly(cell, tick)).count();
        assert_eq!([0, 4, 5, 9, 10, 15, u64::MAX].map(open), [42, 42, 20, 20, 6, 6, 6]);
        let walk = |seed| Hazard::Walk { seed, steps: 40, every: 1 };
        let walking = grid.with_hazards(vec![walk(1), walk(2)]).unwrap();
        let hazards = walking.hazards().unwrap();
        for tick in 0..200 {
            let there: Vec<u32> = hazards.movers(tick + 1).collect();
            for (from, to) in hazards.movers(tick).zip(there) {
                assert!(Direction::ALL.into_iter().any(|direction| walking.step(from, direction) == Some(to)));
            }
            assert!(hazards.movers(tick).eq(hazards.movers(80 * 7 + tick)));
            assert!(hazards.movers(tick).eq(hazards.movers(800 - tick)));
        }
    }

    #[test]
    fn hazards_that_cannot_be_are_refused() {
        let grid = Grid::with_obstacles(5, 4, [Point::new(3, 3)]).unwrap();
        let path = |cells: &[(i32, i32)], motion, every| Hazard::Path {
            cells: cells.iter().copied().map(Point::from).collect(),
            motion,
            every,
        };
        let shrink = |every, least| Hazard::Shrink { every, least };
        for (hazards, message) in [
            (vec![path(&[], Motion::Loop, 1)], "path: got no cells"),
            (vec![path(&[(0, 0), (2, 0)], Motion::Bounce, 1)], "path: got (2,0) after (0,0)"),
            (vec![path(&[(0, 0), (1, 0), (2, 0)], Motion::Loop, 1)], "path: got (0,0) after (2,0)"),
            (vec![path(&[(3, 3)], Motion::Loop, 1)], "path: got (3,3)"),
            (vec![path(&[(5, 0)], Motion::Loop, 1)], "path: got (5,0)"),
            (vec![path(&[(0, 0)], Motion::Loop, 0)], "every: got 0"),
            (vec![shrink(0, 1)], "every: got 0"),
            (vec![shrink(1, 0)], "least: got 0"),
            (vec![shrink(1, 5)], "least: got 5"),
            (vec![shrink(1, 1), shrink(2, 1)], "hazards: got a second one"),
            (vec![Hazard::Walk { seed: 0, steps: 0, every: 1 }], "steps: got 0"),
            (vec![Hazard::Walk { seed: 0, steps: u32::MAX, every: 1 }], "hazards: got longer paths"),
            (vec![shrink(1, 1); 300], "hazards: got 300"),
        ] {
            let error = grid.clone().with_hazards(hazards).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        // Across the edge, where there is none.
        let across = path(&[(0, 0), (4, 0), (4, 3), (0, 3)], Motion::Loop, 1);
        assert!(grid.clone().with_hazards(vec![across.clone()]).is_err());
        assert!(grid.with_edges(Edges::Wrap).with_hazards(vec![across]).is_ok());
    }
}
