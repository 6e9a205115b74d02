//! One position of the game, and the stages of a move.

use smallvec::SmallVec;

use super::body::Body;
use super::diet::Diet;
use super::food::Food;
use super::reason::EndReason;
use super::snake::Snake;
use super::tiles::{BODY, FOOD, FREE, HAZARD, HEAD, LEGEND, OBSTACLE, TAIL};
use super::variant::{Variant, VariantRecord};
use crate::core::{CellSet, Direction, Error, Grid, Point, Result, Rng, Scene};

/// Grid, snake and food.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) grid: Grid,
    /// Neither obstacle nor hazard nor snake. The food's cell is free, unless an obstacle moves over it.
    pub(super) free: CellSet,
    pub(super) body: Body,
    pub(super) direction: Direction,
    /// On distinct cells without snake.
    pub(super) foods: SmallVec<[Food; 1]>,
    /// Nothing in a plain game.
    pub(super) variant: Option<Box<Variant>>,
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
        Self::with_diet(grid, snake, direction, &Diet::default())
    }

    /// The same, where food is another matter.
    ///
    /// # Errors
    /// As [`World::new`], and for a diet that does not fit.
    pub fn with_diet(grid: Grid, snake: &Snake, direction: Direction, diet: &Diet) -> Result<Self> {
        if let Some(cell) = snake.cells().find(|&cell| grid.is_hazard(cell, 0)) {
            return Err(Error::validation("snake", format_args!("a start on {cell}"), "cells without a hazard"));
        }
        let mut world = Self::lay_out(grid, snake, direction, diet)?;
        world.leave_hazards(0);
        Ok(world)
    }

    /// The position that a record tells of, wherever hazards are by now.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such position.
    pub(crate) fn restore(
        grid: Grid,
        snake: &Snake,
        direction: Direction,
        diet: &Diet,
        foods: &[Food],
        variant: Option<VariantRecord>,
    ) -> Result<Self> {
        let mut world = Self::lay_out(grid, snake, direction, diet)?;
        foods.iter().try_for_each(|&food| world.add_food(food))?;
        match (world.variant.take(), variant) {
            (None, None) => {}
            (Some(mut own), Some(record)) => {
                own.restore(record, &world.grid, foods)?;
                world.leave_hazards(own.ticks);
                world.variant = Some(own);
            }
            (Some(_), None) => return Err(Error::validation("variant", "none", "one, in a game that is not plain")),
            (None, Some(_)) => return Err(Error::validation("variant", "one", "none, in a plain game")),
        }
        Ok(world)
    }

    /// A snake on cells that are not blocked.
    fn lay_out(grid: Grid, snake: &Snake, direction: Direction, diet: &Diet) -> Result<Self> {
        diet.check(grid.area())?;
        let cells: Vec<Point> = snake.cells().collect();
        if let Some(cell) = cells.iter().find(|&&cell| !grid.contains(cell) || grid.is_obstacle(cell)) {
            return Err(Error::validation("snake", format_args!("a start on {cell}"), "free cells of the grid"));
        }
        let mut body = Body::new(grid.number(snake.tail()));
        for pair in cells.windows(2).rev() {
            let (ahead, behind) = (pair[0], pair[1]);
            let to = Some(grid.number(ahead));
            let leads = |&direction: &Direction| grid.step(grid.number(behind), direction) == to;
            let Some(step) = Direction::ALL.into_iter().find(leads) else {
                let got = format_args!("{behind} behind {ahead}").to_string();
                return Err(Error::validation("snake", got, "each cell next to the one before"));
            };
            body.push_head_by(step, |cell, way| grid.beside(cell, way));
        }
        let variant = Variant::is_needed(&grid, diet).then(|| {
            let mut covered = CellSet::empty(grid.area());
            for &cell in &cells {
                covered.insert(grid.number(cell));
            }
            Box::new(Variant::new(diet, covered))
        });
        let free = grid.free_cells(cells);
        Ok(Self { grid, free, body, direction, foods: SmallVec::new(), variant })
    }

    /// Cells where hazards are after so many ticks are not free.
    fn leave_hazards(&mut self, ticks: u64) {
        self.grid.hazard_cells(ticks).for_each(|cell| _ = self.free.remove(cell));
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
    pub fn head(&self) -> Point {
        self.grid.point(self.body.head())
    }

    /// The snake's last cell.
    #[must_use]
    pub fn tail(&self) -> Point {
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

    /// What a move in `direction` would do: wall, then obstacle, then self, then food. Where there are hazards they move
    /// first: one that reaches the head comes before all, one that the head reaches after an obstacle.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "with its commit in one piece a step takes 7 % less")]
    #[must_use]
    pub fn plan(&self, direction: Direction) -> Plan {
        match &self.variant {
            Some(variant) => self.plan_variant(variant, direction),
            None => self.plan_plain(direction),
        }
    }

    /// The same in a plain game.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for plan")]
    pub(super) fn plan_plain(&self, direction: Direction) -> Plan {
        let Some(cell) = self.grid.step(self.body.head(), direction) else {
            return Plan::Crash(EndReason::Wall);
        };
        if self.free.contains(cell) {
            // Food lies on free cells only, so a snake that grows never runs into its own tail.
            return self.food_at(cell).map_or(Plan::Move, Plan::Eat);
        }
        if cell == self.body.tail() {
            return Plan::Move;
        }
        let is_blocked = self.grid.obstacles().contains(cell);
        Plan::Crash(if is_blocked { EndReason::Obstacle } else { EndReason::Itself })
    }

    /// Does what [`World::plan`] said of the same direction. A crash turns the snake but moves nothing; food that was
    /// eaten is gone.
    ///
    /// # Panics
    /// It may, if `plan` is of another position or direction.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for plan")]
    pub fn commit(&mut self, direction: Direction, plan: Plan) {
        match self.variant {
            Some(_) => self.commit_variant(direction, plan),
            None => self.commit_plain(direction, plan),
        }
    }

    /// The same in a plain game.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for plan")]
    pub(super) fn commit_plain(&mut self, direction: Direction, plan: Plan) {
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

    /// Whether food could be laid out on a cell.
    pub(super) fn is_open(&self, point: Point) -> bool {
        self.grid.cell(point).is_some_and(|cell| self.free.contains(cell)) && self.food_on(point).is_none()
    }

    /// Lays out food instead of what there is, or clears it away.
    ///
    /// # Errors
    /// [`Error::Validation`] if the cell is not free; the position is as before then.
    pub fn place(&mut self, food: Option<Food>) -> Result<()> {
        food.map_or(Ok(()), |food| self.check_free(food.position))?;
        self.foods.clear();
        if let Some(variant) = &mut self.variant {
            variant.laid.clear();
        }
        if let Some(food) = food {
            self.lay(food);
        }
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
        self.lay(food);
        Ok(())
    }

    fn lay(&mut self, food: Food) {
        self.foods.push(food);
        if let Some(variant) = &mut self.variant {
            variant.laid.push(variant.ticks);
        }
    }

    /// Lays out food like this one beside what there is, on each free cell that has none equally likely: the k-th of them
    /// in row-major order, by one draw. Says on which, or `None` if there is no room.
    #[inline]
    pub fn draw_food(&mut self, like: Food, rng: &mut Rng) -> Option<u32> {
        let cell = self.draw_cell(rng)?;
        self.lay(like.at(self.grid.point(cell)));
        Some(cell)
    }

    /// A free cell without food, each equally likely, by one draw.
    #[inline]
    pub(super) fn draw_cell(&mut self, rng: &mut Rng) -> Option<u32> {
        if self.foods.is_empty() { self.free.draw(rng) } else { self.draw_beside_food(rng) }
    }

    #[inline(never)]
    fn draw_beside_food(&mut self, rng: &mut Rng) -> Option<u32> {
        // Cells with food do not count as free for the length of the draw. One that something passes over is none anyway.
        let cells = self.foods.iter().map(|food| self.grid.number(food.position));
        let cells: SmallVec<[u32; 1]> = cells.filter(|&cell| self.free.contains(cell)).collect();
        cells.iter().for_each(|&cell| _ = self.free.remove(cell));
        let drawn = self.free.draw(rng);
        cells.iter().for_each(|&cell| _ = self.free.insert(cell));
        drawn
    }

    /// The free cells without food, where more can be laid out.
    #[must_use]
    pub fn open(&self) -> CellSet {
        let mut open = self.free.clone();
        self.foods.iter().for_each(|food| _ = open.remove(self.grid.number(food.position)));
        open
    }

    /// Whether nothing but the snake and the obstacles covers cells.
    pub(crate) fn is_bare(&self) -> bool {
        self.foods.is_empty() && self.grid.hazards().is_none()
    }

    /// The cells on which no food can be laid out although they are not blocked: the snake's from head to tail, then those
    /// of food and of hazards.
    pub fn occupied(&self) -> impl Iterator<Item = Point> + '_ {
        let hazards = self.grid.hazard_cells(self.ticks()).map(|cell| self.grid.point(cell));
        self.points().chain(self.foods.iter().map(|food| food.position)).chain(hazards)
    }

    /// How many moves there were, by which hazards are told; 0 in a plain game.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.variant.as_ref().map_or(0, |variant| variant.ticks)
    }

    /// How many cells the snake has still to grow, one a move, by what it has eaten; 0 in a plain game.
    #[must_use]
    pub fn pending(&self) -> u64 {
        self.variant.as_ref().map_or(0, |variant| variant.pending)
    }

    /// How many cells the snake grows by each piece of food; 1 in a plain game.
    #[must_use]
    pub fn growth(&self) -> u32 {
        self.variant.as_ref().map_or(1, |variant| variant.growth)
    }

    /// Whether a cell kills whoever moves there next: it is blocked, a hazard is there after the next tick, or the snake
    /// is and does not leave it. (Where the head is, a hazard may come; then every move is deadly.)
    #[must_use]
    pub fn is_deadly_next(&self, cell: u32) -> bool {
        if self.grid.obstacles().contains(cell) {
            return true;
        }
        let Some(variant) = &self.variant else {
            return !self.free.contains(cell) && cell != self.body.tail();
        };
        let food = self.food_at(cell);
        let is_left = cell == self.body.tail() && !variant.grows(food);
        self.grid.is_deadly(cell, variant.ticks + 1) || variant.covered.contains(cell) && !is_left
    }

    /// Becomes a new position without food, in the memory it has: a straight snake of `length` cells with its head on
    /// `head`, about to move in `direction`. `free` are the cells that are not blocked; the snake's must be among them.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "new episodes are a quarter of random play")]
    pub fn restart(&mut self, free: &CellSet, head: u32, direction: Direction, length: u32) {
        self.free.copy_from(free);
        self.foods.clear();
        self.direction = direction;
        if self.variant.is_some() {
            return self.restart_variant(head, length);
        }
        self.body.restart(head, direction, length, &self.grid);
        let mut cell = head;
        for _ in 0..length {
            self.free.remove(cell);
            cell = self.grid.ahead(cell, direction.opposite());
        }
    }

    pub(super) fn food_on(&self, point: Point) -> Option<Food> {
        self.foods.iter().copied().find(|food| food.position == point)
    }

    #[inline]
    pub(super) fn food_at(&self, cell: u32) -> Option<Food> {
        let is_here = |food: &Food| self.grid.number(food.position) == cell;
        match &self.foods[..] {
            [food] => is_here(food).then_some(*food),
            foods => foods.iter().copied().find(is_here),
        }
    }

    fn check_free(&self, point: Point) -> Result<()> {
        let expected = if !self.grid.contains(point) {
            "a cell on the grid"
        } else if self.grid.is_obstacle(point) {
            "a cell without obstacle"
        } else if self.grid.cell(point).is_some_and(|cell| self.free.contains(cell)) {
            return Ok(());
        } else if self.grid.is_hazard(point, self.ticks()) {
            "a cell without a hazard"
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
        self.foods.iter().for_each(|food| paint(self.grid.number(food.position), FOOD));
        self.cells().for_each(|cell| paint(cell, BODY));
        paint(self.body.tail(), TAIL);
        self.grid.hazard_cells(self.ticks()).for_each(|cell| paint(cell, HAZARD));
        paint(self.body.head(), HEAD);
        self.grid.obstacles().iter().for_each(|cell| paint(cell, OBSTACLE));
        scene
    }

    /// What there is to see on one cell.
    pub(super) fn tile(&self, cell: u32) -> u8 {
        let is_covered =
            self.variant.as_ref().map_or(!self.free.contains(cell), |variant| variant.covered.contains(cell));
        if self.grid.obstacles().contains(cell) {
            OBSTACLE
        } else if cell == self.body.head() {
            HEAD
        } else if self.grid.is_deadly(cell, self.ticks()) {
            HAZARD
        } else if cell == self.body.tail() {
            TAIL
        } else if is_covered {
            BODY
        } else if self.food_at(cell).is_some() {
            FOOD
        } else {
            FREE
        }
    }

    /// The cells where something may be another thing after a move: the ends of the snake, food, and what moves.
    pub(super) fn landmarks(&self) -> impl Iterator<Item = u32> + '_ {
        let foods = self.foods.iter().map(|food| self.grid.number(food.position));
        [self.body.head(), self.body.tail()].into_iter().chain(foods).chain(self.movers())
    }

    /// The cells of the obstacles that move.
    pub(crate) fn movers(&self) -> impl Iterator<Item = u32> + '_ {
        self.grid.hazards().into_iter().flat_map(|hazards| hazards.movers(self.ticks()))
    }

    /// What a record has to tell of a game that is not plain.
    pub(crate) fn variant_record(&self) -> Option<VariantRecord> {
        self.variant.as_ref().map(|variant| variant.record())
    }
}
