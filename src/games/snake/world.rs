//! One position of the game, and the stages of a move.

use super::body::Body;
use super::food::Food;
use super::reason::EndReason;
use super::snake::Snake;
use crate::core::{CellSet, Direction, Error, Grid, Point, Result, Scene, Sprite};

/// Grid, snake and food.
#[derive(Clone, Debug)]
pub struct World {
    grid: Grid,
    /// Neither obstacle nor snake. The food's cell is free.
    free: CellSet,
    body: Body,
    direction: Direction,
    food: Option<Food>,
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

/// How a position looks, in the order of painting.
const LEGEND: &[Sprite] = &[
    Sprite { name: "free", glyph: b'.' },
    Sprite { name: "body", glyph: b'o' },
    Sprite { name: "head", glyph: b'O' },
    Sprite { name: "obstacle", glyph: b'#' },
    Sprite { name: "food", glyph: b'*' },
];
const BODY: u8 = 1;
const HEAD: u8 = 2;
const OBSTACLE: u8 = 3;
const FOOD: u8 = 4;

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
        let mut body = Body::new(snake.tail());
        for pair in cells.windows(2).rev() {
            let (ahead, behind) = (pair[0], pair[1]);
            let Some(step) = behind.direction_to(ahead) else {
                let got = format_args!("{behind} behind {ahead}").to_string();
                return Err(Error::validation("snake", got, "each cell next to the one before"));
            };
            body.push_head(step);
        }
        let free = grid.free_cells(cells);
        Ok(Self { grid, free, body, direction, food: None })
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

    /// The snake.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// Where the last move went or was meant to go; at first, where the next will.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The food there is.
    #[must_use]
    pub const fn food(&self) -> Option<Food> {
        self.food
    }

    /// What a move in `direction` would do: wall, then obstacle, then self, then food.
    #[inline]
    #[must_use]
    pub fn plan(&self, direction: Direction) -> Plan {
        let target = self.body.head().neighbour(direction);
        let Some(cell) = self.grid.cell(target) else {
            return Plan::Crash(EndReason::Wall);
        };
        if self.free.contains(cell) {
            // Food lies on free cells only, so a snake that grows never runs into its own tail.
            return match self.food {
                Some(food) if food.position == target => Plan::Eat(food),
                _ => Plan::Move,
            };
        }
        if target == self.body.tail() {
            return Plan::Move;
        }
        Plan::Crash(if self.grid.is_obstacle(target) { EndReason::Obstacle } else { EndReason::Itself })
    }

    /// Does what [`World::plan`] said of the same direction. A crash turns the snake but moves nothing; food that was
    /// eaten is gone.
    ///
    /// # Panics
    /// It may, if `plan` is of another position or direction.
    #[inline]
    pub fn commit(&mut self, direction: Direction, plan: Plan) {
        self.direction = direction;
        match plan {
            Plan::Crash(_) => return,
            Plan::Move => {
                // The new head first: a body of one cell must not lose it.
                self.body.push_head(direction);
                let vacated = self.body.pop_tail();
                self.set_free(vacated);
            }
            Plan::Eat(_) => {
                self.body.push_head(direction);
                self.food = None;
            }
        }
        // After the tail has left, since the head may have taken its cell.
        if let Some(cell) = self.grid.cell(self.body.head()) {
            self.free.remove(cell);
        }
    }

    /// Lays out food, or clears it away.
    ///
    /// # Errors
    /// [`Error::Validation`] if the cell is not free; the position is as before then.
    pub fn place(&mut self, food: Option<Food>) -> Result<()> {
        if let Some(Food { position, .. }) = food {
            let expected = if !self.grid.contains(position) {
                Some("a cell on the grid")
            } else if self.grid.is_obstacle(position) {
                Some("a cell without obstacle")
            } else if self.is_free(position) {
                None
            } else {
                Some("a cell off the snake")
            };
            if let Some(expected) = expected {
                return Err(Error::validation("food", position, expected));
            }
        }
        self.food = food;
        Ok(())
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.grid.width() as usize, self.grid.height() as usize, LEGEND);
        let mut paint = |cell: Option<u32>, tile| {
            if let Some(cell) = cell {
                scene.tiles[cell as usize] = tile;
            }
        };
        self.body.cells().for_each(|point| paint(self.grid.cell(point), BODY));
        paint(self.grid.cell(self.body.head()), HEAD);
        self.grid.obstacles().iter().for_each(|cell| paint(Some(cell), OBSTACLE));
        paint(self.food.and_then(|food| self.grid.cell(food.position)), FOOD);
        scene
    }

    fn is_free(&self, point: Point) -> bool {
        self.grid.cell(point).is_some_and(|cell| self.free.contains(cell))
    }

    #[inline]
    fn set_free(&mut self, point: Point) {
        if let Some(cell) = self.grid.cell(point) {
            self.free.insert(cell);
        }
    }
}
