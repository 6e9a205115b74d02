//! What a configuration comes to: checked, with all that can be worked out once for all episodes.

use std::sync::Arc;

use super::config::{Actions, Config, Obstacles, Start, View};
use super::food::Food;
use super::obstacles;
use super::picture::Frame;
use super::tiles::OBSTACLE;
use crate::core::{CellSet, Direction, Error, Grid, MAX_SIDE, MIN_SIDE, Point, Result, Rng};

/// The greatest reward.
const MOST_REWARD: f64 = 1e12;

/// A configuration that can be played, and what follows from it.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The configuration.
    pub config: Config,
    /// The board.
    pub grid: Grid,
    /// The cells that are not blocked.
    pub(super) free: CellSet,
    /// The board without snake and food, a tile a cell.
    pub(super) blank: Box<[u8]>,
    /// The side of an egocentric window.
    pub(super) view: u32,
    /// How copies of the board lie that such a window is taken from.
    pub(super) frame: Option<Frame>,
    /// Where a snake can start: the cell of its head, plus the board's area for each direction before that it faces.
    starts: CellSet,
    /// Actions are the numbers below this.
    pub(super) actions: u32,
    /// The direction of each action, for each direction that the snake faces: a reversal goes straight on.
    pub(super) turns: [[Direction; 4]; 4],
    /// After so many ticks without food the snake starves.
    pub(super) starvation: u64,
    /// The food, wherever it will lie.
    pub(super) food: Food,
}

impl Rules {
    /// Checks a configuration, and works out what follows from it.
    pub(super) fn new(config: &Config) -> Result<Arc<Self>> {
        let config = config.clone();
        check_number("width", config.width, MIN_SIDE as usize, MAX_SIDE as usize)?;
        check_number("height", config.height, MIN_SIDE as usize, MAX_SIDE as usize)?;
        let plain = Grid::new(config.width, config.height)?;
        check_number("food_value", config.food_value, 1, Food::MAX_VALUE as usize)?;
        let food = Food::new(Point::new(0, 0), config.food_value)?;
        check_number("food_count", config.food_count, 1, plain.area())?;
        check_number("length", config.length, 1, plain.area())?;
        check_number("starvation_limit", config.starvation.unwrap_or(1), 1, u32::MAX as usize)?;
        let rewards = config.rewards;
        for (field, reward) in [
            ("reward_food", rewards.food),
            ("reward_death", rewards.death),
            ("reward_win", rewards.win),
            ("reward_step", rewards.step),
        ] {
            // So bounded, no sum of rewards that anybody lives to see is infinite.
            if !(-MOST_REWARD..=MOST_REWARD).contains(&reward) {
                return Err(Error::validation(field, reward, format_args!("-{MOST_REWARD:e} to {MOST_REWARD:e}")));
            }
        }
        let whole_board = 2 * config.width.max(config.height) - 1;
        let view = config.view.unwrap_or(whole_board);
        if view.is_multiple_of(2) || !(3..=whole_board.max(3)).contains(&view) {
            return Err(Error::validation("view", view, format_args!("an odd number from 3 to {whole_board}")));
        }
        let egocentric = matches!(config.observation, View::Egocentric | View::EgocentricPlanes);
        if config.view.is_some() && !egocentric {
            return Err(Error::validation("view", view, "none, but for an egocentric observation"));
        }

        let center = Point::new((config.width / 2).cast_signed(), (config.height / 2).cast_signed());
        let start = |grid: &Grid| fits(grid, center, Direction::Right, config.length);
        let grid = match &config.obstacles {
            Obstacles::Cells(cells) => Grid::with_obstacles(config.width, config.height, cells.iter().copied())?,
            Obstacles::Random { density, seed } => {
                let mut keep = CellSet::empty(plain.area());
                if config.start == Start::Center && start(&plain) {
                    body(center, Direction::Right, config.length).filter_map(|point| plain.cell(point)).for_each(
                        |cell| {
                            keep.insert(cell);
                        },
                    );
                }
                obstacles::random(config.width, config.height, *density, *seed, &keep)?
            }
        };
        let free = grid.free_cells([]);
        if free.len() <= config.length as usize {
            let expected = format_args!("less than the {} cells that are free", free.len()).to_string();
            return Err(Error::validation("length", config.length, expected));
        }
        let mut starts = CellSet::empty(4 * grid.area());
        match config.start {
            Start::Center if !start(&grid) => {
                let got = format!("{} cells to the left of {center}", config.length);
                return Err(Error::validation("start", got, "free cells of the board"));
            }
            Start::Center => {}
            Start::Random => {
                for (direction, before) in Direction::ALL.into_iter().zip((0..).step_by(grid.area())) {
                    let fits_here = |&cell: &u32| fits(&grid, grid.point(cell), direction, config.length);
                    free.iter().filter(fits_here).for_each(|cell| _ = starts.insert(before + cell));
                }
            }
        }
        if config.start == Start::Random && starts.is_empty() {
            return Err(Error::validation("length", config.length, "a snake that fits the board in a straight line"));
        }
        let mut blank = vec![0; grid.area()].into_boxed_slice();
        grid.obstacles().iter().for_each(|cell| blank[cell as usize] = OBSTACLE);
        let frame = egocentric.then(|| Frame::new(&blank, config.width as usize, (view / 2) as usize));
        let turn = |heading: Direction, action: usize| match (config.actions, Direction::ALL[action]) {
            (Actions::Absolute, wish) if wish.reverses(heading) => heading,
            (Actions::Absolute, wish) => wish,
            // The fourth is no action.
            (Actions::Relative, _) => [heading.left(), heading, heading.left().opposite(), heading][action],
        };
        let turns = Direction::ALL.map(|heading| std::array::from_fn(|action| turn(heading, action)));
        let actions = if config.actions == Actions::Absolute { 4 } else { 3 };
        let starvation = config.starvation.map_or(u64::MAX, u64::from);
        Ok(Arc::new(Self { config, grid, free, blank, view, frame, starts, actions, turns, starvation, food }))
    }

    /// The error for a number that is no action.
    #[cold]
    pub(super) fn no_action(&self, number: u32) -> Error {
        Error::validation("action", number, format_args!("0 to {}", self.actions - 1))
    }

    /// Where the next episode's snake starts: the cell of its head, and where it faces.
    pub fn draw_start(&self, rng: &mut Rng) -> (u32, Direction) {
        let center = self.grid.height() / 2 * self.grid.width() + self.grid.width() / 2;
        match self.config.start {
            Start::Center => (center, Direction::Right),
            Start::Random => {
                let start = self.starts.draw(rng).unwrap_or(center);
                let area = self.grid.width() * self.grid.height();
                (start % area, Direction::from_bits(u64::from(start / area)))
            }
        }
    }
}

fn check_number(field: &str, got: u32, least: usize, most: usize) -> Result<()> {
    if (least..=most).contains(&(got as usize)) {
        Ok(())
    } else {
        Err(Error::validation(field, got, format_args!("{least} to {most}")))
    }
}

/// The cells of a straight snake, from its head.
fn body(head: Point, direction: Direction, length: u32) -> impl Iterator<Item = Point> {
    let behind = direction.opposite();
    std::iter::successors(Some(head), move |cell| cell.checked_step(behind)).take(length as usize)
}

/// Whether a straight snake lies on free cells.
fn fits(grid: &Grid, head: Point, direction: Direction, length: u32) -> bool {
    body(head, direction, length).all(|cell| grid.contains(cell) && !grid.is_obstacle(cell))
}
