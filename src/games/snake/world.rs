//! One position of the game, and the stages of a move.

use smallvec::SmallVec;

use super::body::Body;
use super::food::Food;
use super::reason::EndReason;
use super::snake::Snake;
use super::tiles::{BODY, FOOD, HEAD, LEGEND, OBSTACLE, TAIL};
use crate::core::{CellSet, Direction, Error, Grid, Point, Result, Rng, Scene};

/// Grid, snake and food.
#[derive(Clone, Debug)]
pub struct World {
    grid: Grid,
    /// Neither obstacle nor snake. The food's cell is free.
    free: CellSet,
    body: Body,
    direction: Direction,
    /// On distinct free cells.
    foods: SmallVec<[Food; 1]>,
}

/// What a move would do; nothing has been written yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The head would hit something: the game would end and nothing move.
    Crash(EndReason),
    /// The head would reach a free cell, and the tail follow.
    Move,
    /// The head would reach the food, and the tail stay.
    Eat(Food),
}

impl World {
    /// A position without food: a snake on the free cells of `grid`, about to move in `direction`.
    ///
    /// A direction into the snake's own neck is legal; the first move ends the game then.
    ///
    /// # Errors
    /// [`Error::Validation`] if a cell of the snake is not free, or not next to the one before.
    pub fn new(grid: Grid, snake: &Snake, direction: Direction) -> Result<Self> {
        let cells: Vec<Point> = snake.cells().collect();
        if let Some(cell) = cells.iter().find(|&&cell| !grid.contains(cell) || grid.is_obstacle(cell)) {
            return Err(Error::validation("snake", format_args!("a start on {cell}"), "free cells of the grid"));
        }
        let mut body = Body::new(grid.number(snake.tail()));
        for pair in cells.windows(2).rev() {
            let (ahead, behind) = (pair[0], pair[1]);
            let Some(step) = behind.direction_to(ahead) else {
                let got = format_args!("{behind} behind {ahead}").to_string();
                return Err(Error::validation("snake", got, "each cell next to the one before"));
            };
            body.push_head(step, &grid);
        }
        let free = grid.free_cells(cells);
        Ok(Self { grid, free, body, direction, foods: SmallVec::new() })
    }

    /// The board.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cells that are neither blocked nor covered by the snake. Food does not cover a cell.
    #[must_use]
    pub const fn free(&self) -> &CellSet {
        &self.free
    }

    /// The snake, by the numbers of its cells.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// The snake's first cell.
    #[must_use]
    #[inline]
    pub const fn head(&self) -> Point {
        self.grid.point(self.body.head())
    }

    /// The snake's last cell.
    #[must_use]
    pub const fn tail(&self) -> Point {
        self.grid.point(self.body.tail())
    }

    /// The numbers of the snake's cells, from head to tail.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.body.cells(&self.grid)
    }

    /// The snake's cells, from head to tail.
    #[must_use]
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.cells().map(|cell| self.grid.point(cell))
    }

    /// Where the last move went or was meant to go; at first, where the next will.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// All food there is, in no particular order.
    #[must_use]
    pub fn foods(&self) -> &[Food] {
        &self.foods
    }

    /// The food there is, in a game with one piece at a time.
    #[must_use]
    pub fn food(&self) -> Option<Food> {
        self.foods.first().copied()
    }

    /// What a move in `direction` would do: wall, then obstacle, then self, then food.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "with its commit in one piece a step takes 7 % less")]
    #[must_use]
    pub fn plan(&self, direction: Direction) -> Plan {
        let target = self.head().neighbour(direction);
        let Some(cell) = self.grid.cell(target) else {
            return Plan::Crash(EndReason::Wall);
        };
        if self.free.contains(cell) {
            // Food lies on free cells only, so a snake that grows never runs into its own tail.
            return self.food_on(target).map_or(Plan::Move, Plan::Eat);
        }
        if cell == self.body.tail() {
            return Plan::Move;
        }
        Plan::Crash(if self.grid.is_obstacle(target) { EndReason::Obstacle } else { EndReason::Itself })
    }

    /// Does what [`World::plan`] said of the same direction. A crash turns the snake but moves nothing; food that was
    /// eaten is gone.
    ///
    /// # Panics
    /// It may, if `plan` is of another position or direction.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for plan")]
    pub fn commit(&mut self, direction: Direction, plan: Plan) {
        self.direction = direction;
        match plan {
            Plan::Crash(_) => {}
            Plan::Move => {
                let vacated = self.body.slide(direction, &self.grid);
                self.free.exchange(vacated, self.body.head());
            }
            Plan::Eat(eaten) => {
                self.body.push_head(direction, &self.grid);
                self.foods.retain(|food| food.position != eaten.position);
                self.free.remove(self.body.head());
            }
        }
    }

    /// Lays out food instead of what there is, or clears it away.
    ///
    /// # Errors
    /// [`Error::Validation`] if the cell is not free; the position is as before then.
    pub fn place(&mut self, food: Option<Food>) -> Result<()> {
        food.map_or(Ok(()), |food| self.check_free(food.position))?;
        self.foods.clear();
        self.foods.extend(food);
        Ok(())
    }

    /// Lays out food beside what there is.
    ///
    /// # Errors
    /// [`Error::Validation`] if the cell is not free, or has food already; the position is as before then.
    pub fn add_food(&mut self, food: Food) -> Result<()> {
        self.check_free(food.position)?;
        if self.food_on(food.position).is_some() {
            return Err(Error::validation("food", food.position, "a cell without food"));
        }
        self.foods.push(food);
        Ok(())
    }

    /// Lays out food like this one beside what there is, on each free cell that has none equally likely: the k-th of them
    /// in row-major order, by one draw. Says on which, or `None` if there is no room.
    pub fn draw_food(&mut self, like: Food, rng: &mut Rng) -> Option<u32> {
        let cell = self.draw_cell(rng)?;
        self.foods.push(like.at(self.grid.point(cell)));
        Some(cell)
    }

    fn draw_cell(&mut self, rng: &mut Rng) -> Option<u32> {
        if self.foods.is_empty() {
            return self.free.draw(rng);
        }
        // Cells with food do not count as free for the length of the draw.
        let cells: SmallVec<[u32; 1]> = self.foods.iter().map(|food| self.grid.number(food.position)).collect();
        cells.iter().for_each(|&cell| _ = self.free.remove(cell));
        let drawn = self.free.draw(rng);
        cells.iter().for_each(|&cell| _ = self.free.insert(cell));
        drawn
    }

    /// Becomes a new position without food, in the memory it has: a straight snake of `length` cells with its head on
    /// `head`, about to move in `direction`. `free` are the cells that are not blocked; the snake's must be among them.
    pub fn restart(&mut self, free: &CellSet, head: u32, direction: Direction, length: u32) {
        self.free.copy_from(free);
        self.foods.clear();
        self.direction = direction;
        self.body.restart(head, direction, length, &self.grid);
        let mut cell = head;
        for _ in 0..length {
            self.free.remove(cell);
            cell = self.grid.ahead(cell, direction.opposite());
        }
    }

    fn food_on(&self, point: Point) -> Option<Food> {
        match self.foods[..] {
            [food] => (food.position == point).then_some(food),
            ref foods => foods.iter().copied().find(|food| food.position == point),
        }
    }

    fn check_free(&self, point: Point) -> Result<()> {
        let expected = if !self.grid.contains(point) {
            "a cell on the grid"
        } else if self.grid.is_obstacle(point) {
            "a cell without obstacle"
        } else if self.grid.cell(point).is_some_and(|cell| self.free.contains(cell)) {
            return Ok(());
        } else {
            "a cell off the snake"
        };
        Err(Error::validation("food", point, expected))
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.grid.width() as usize, self.grid.height() as usize, LEGEND);
        let mut paint = |cell: u32, tile| scene.tiles[cell as usize] = tile;
        self.cells().for_each(|cell| paint(cell, BODY));
        paint(self.body.tail(), TAIL);
        paint(self.body.head(), HEAD);
        self.grid.obstacles().iter().for_each(|cell| paint(cell, OBSTACLE));
        self.foods.iter().for_each(|food| paint(self.grid.number(food.position), FOOD));
        scene
    }
}
