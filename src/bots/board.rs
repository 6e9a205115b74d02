//! A board as a graph of cells by number, and shortest ways on it.
//!
//! This is the one place that knows which cells are neighbours.

use crate::core::{Direction, Edges, Error, Grid, Point, Result};
use crate::games::snake::World;

/// No cell.
const NOWHERE: u32 = u32::MAX;

/// Which cell lies next to which. Walls and obstacles lead nowhere, edges that wrap around to the other side. It knows no
/// hazards.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    ahead: Box<[[u32; 4]]>,
    /// Whether each step changes the colour: not so where one goes round in an odd number of steps.
    chequered: bool,
    /// The cell at which colours begin.
    corner: Point,
}

impl Board {
    /// The board of a position.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^24 cells")]
    pub fn new(world: &World) -> Self {
        let grid = world.grid().clone();
        let next = |cell, direction| neighbour(&grid, cell, direction).unwrap_or(NOWHERE);
        let ahead = (0..grid.area() as u32).map(|cell| Direction::ALL.map(|direction| next(cell, direction))).collect();
        let chequered =
            grid.edges() == Edges::Walls || grid.width().is_multiple_of(2) && grid.height().is_multiple_of(2);
        Self { grid, ahead, chequered, corner: Point::new(0, 0) }
    }

    /// The same board with walls all around it.
    #[must_use]
    pub fn walled(&self) -> Self {
        self.cut(Point::new(0, 0), |_| true)
    }

    /// The same board with a wall before the column and before the row of `corner`, but only where the board goes round in
    /// an odd number of steps. It is chequered.
    #[must_use]
    pub fn unrolled(&self, corner: Point) -> Self {
        self.cut(corner, |side| side % 2 == 1)
    }

    /// The same board, cut open before a column and a row if the length of its rows and columns calls for it.
    fn cut(&self, corner: Point, calls: impl Fn(u32) -> bool) -> Self {
        let mut board = Self { chequered: true, corner, ..self.clone() };
        let (width, height) = self.sides();
        for cell in self.cells() {
            let point = self.grid.point(cell);
            for (direction, next) in self.around(cell) {
                let next = self.grid.point(next);
                let (side, here, there, first) = if direction.delta().0 == 0 {
                    (height, point.y, next.y, corner.y)
                } else {
                    (width, point.x, next.x, corner.x)
                };
                let last = (first - 1).rem_euclid(side.cast_signed());
                if calls(side) && ((here, there) == (first, last) || (here, there) == (last, first)) {
                    board.ahead[cell as usize][direction as usize] = NOWHERE;
                }
            }
        }
        board
    }

    /// Whether a position is one of this board.
    #[must_use]
    pub fn is_of(&self, world: &World) -> bool {
        self.grid == *world.grid()
    }

    /// Columns and rows.
    #[must_use]
    pub fn sides(&self) -> (u32, u32) {
        (self.grid.width(), self.grid.height())
    }

    /// All cells, blocked ones too.
    #[must_use]
    pub fn area(&self) -> usize {
        self.ahead.len()
    }

    /// The cells that are not blocked.
    #[must_use]
    pub fn open(&self) -> usize {
        self.area() - self.grid.obstacles().len()
    }

    /// Whether a cell is blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: u32) -> bool {
        self.grid.obstacles().contains(cell)
    }

    /// The cell that lies next to `cell` in `direction`, if it is not blocked.
    #[must_use]
    #[inline]
    pub fn ahead(&self, cell: u32, direction: Direction) -> Option<u32> {
        let next = self.ahead[cell as usize][direction as usize];
        (next != NOWHERE).then_some(next)
    }

    /// The cells next to `cell` that are not blocked, and where they lie.
    #[inline]
    pub fn around(&self, cell: u32) -> impl Iterator<Item = (Direction, u32)> + '_ {
        let ahead = self.ahead[cell as usize];
        Direction::ALL.into_iter().zip(ahead).filter(|&(_, next)| next != NOWHERE)
    }

    /// The direction of the step from one cell to another next to it.
    #[must_use]
    pub fn direction(&self, from: u32, to: u32) -> Option<Direction> {
        self.around(from).find(|&(_, next)| next == to).map(|(direction, _)| direction)
    }

    /// How many steps lie between two cells if nothing is in the way, around the board if that is nearer.
    #[must_use]
    pub fn distance(&self, one: u32, other: u32) -> u32 {
        let (one, other) = (self.grid.point(one), self.grid.point(other));
        let (x, y) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
        match self.grid.edges() {
            Edges::Walls => x + y,
            Edges::Wrap => x.min(self.grid.width() - x) + y.min(self.grid.height() - y),
        }
    }

    /// Whether each step changes the colour of the cell. Where a board wraps around, that takes even sides.
    #[must_use]
    pub const fn is_chequered(&self) -> bool {
        self.chequered
    }

    /// The colour of a cell on a chessboard, 0 or 1: each step changes it, if the board is chequered.
    #[must_use]
    pub fn colour(&self, cell: u32) -> usize {
        let (point, corner) = (self.grid.point(cell), self.corner);
        let from_corner = |here: i32, first: i32, side: u32| (here - first).rem_euclid(side.cast_signed());
        let (width, height) = self.sides();
        usize::from((from_corner(point.x, corner.x, width) + from_corner(point.y, corner.y, height)) % 2 == 1)
    }

    /// How many open cells there are more of one colour than of the other. A closed way leaves out at least as many, if the
    /// board is chequered.
    #[must_use]
    pub fn imbalance(&self) -> usize {
        let mut counts = [0_usize; 2];
        self.cells().for_each(|cell| counts[self.colour(cell)] += 1);
        counts[0].abs_diff(counts[1])
    }

    /// The cells that are not blocked.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^24 cells")]
    pub fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.area() as u32).filter(|&cell| !self.is_blocked(cell))
    }

    /// Checks that nothing on the board is deadly for a time: nobody can promise to come through there.
    ///
    /// # Errors
    /// [`Error::Validation`] if there are hazards.
    pub fn check_no_hazards(&self) -> Result<()> {
        match self.grid.hazards() {
            None => Ok(()),
            Some(hazards) => {
                let expected = "none: this bot promises to fill the board, and no way is safe from hazards";
                Err(Error::validation("hazards", hazards.chosen().len(), expected))
            }
        }
    }

    /// Checks that the snake can get from where it is to every cell that is not blocked.
    ///
    /// # Errors
    /// [`Error::Validation`] if obstacles cut the board into parts.
    pub fn check_connected(&self, world: &World) -> Result<()> {
        let mut search = Search::default();
        search.measure(self, [self.head(world)], |_| true);
        if search.reached().len() == self.open() {
            return Ok(());
        }
        let got = format!("{} of {} free cells that can be reached", search.reached().len(), self.open());
        Err(Error::validation("obstacles", got, "a board in one piece"))
    }

    /// The cell on which the head is.
    #[must_use]
    pub const fn head(&self, world: &World) -> u32 {
        world.body().head()
    }

    /// The cell on which the tail is.
    #[must_use]
    pub const fn tail(&self, world: &World) -> u32 {
        world.body().tail()
    }

    /// The snake's cells, from head to tail.
    #[must_use]
    pub fn body<'a>(&self, world: &'a World) -> impl ExactSizeIterator<Item = u32> + use<'a> {
        world.cells()
    }

    /// The numbers of the cells on which there is food.
    pub fn foods<'a>(&'a self, world: &'a World) -> impl Iterator<Item = u32> + 'a {
        world.foods().iter().filter_map(|food| self.grid.cell(food.position))
    }

    /// Whether there is food on a cell.
    #[must_use]
    pub fn has_food(&self, world: &World, cell: u32) -> bool {
        self.foods(world).any(|food| food == cell)
    }

    /// Whether the snake would grow in a move to a cell, its tail staying where it is.
    #[must_use]
    pub fn grows(&self, world: &World, to: u32) -> bool {
        world.pending() > 0 || world.growth() > 0 && self.has_food(world, to)
    }
}

/// The cell next to another on a grid, if there is one that is not blocked.
fn neighbour(grid: &Grid, cell: u32, direction: Direction) -> Option<u32> {
    let next = grid.step(cell, direction)?;
    (!grid.obstacles().contains(next)).then_some(next)
}

/// Shortest ways from some cells to all others, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Of each cell the steps to it, and the round in which that was found.
    found: Vec<(u32, u32)>,
    round: u32,
    queue: Vec<u32>,
}

impl Search {
    /// Measures how far each cell is from the nearest of `sources`, over cells that are `open`. The sources themselves
    /// need not be.
    pub fn measure(&mut self, board: &Board, sources: impl IntoIterator<Item = u32>, open: impl Fn(u32) -> bool) {
        if self.found.len() != board.area() || self.round == u32::MAX {
            self.found = vec![(0, 0); board.area()];
            self.round = 0;
        }
        self.round += 1;
        self.queue.clear();
        for source in sources {
            self.reach(source, 0);
        }
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let steps = self.found[cell as usize].0 + 1;
            for (_, there) in board.around(cell) {
                if open(there) {
                    self.reach(there, steps);
                }
            }
        }
    }

    /// The steps to a cell, as last measured; `None` if there is no way.
    #[must_use]
    #[inline]
    pub fn steps(&self, cell: u32) -> Option<u32> {
        let (steps, round) = self.found[cell as usize];
        (round == self.round).then_some(steps)
    }

    /// The cells that were reached, nearest first.
    #[must_use]
    pub fn reached(&self) -> &[u32] {
        &self.queue
    }

    #[inline]
    fn reach(&mut self, cell: u32, steps: u32) {
        let place = &mut self.found[cell as usize];
        if place.1 != self.round {
            *place = (steps, self.round);
            self.queue.push(cell);
        }
    }
}
