//! What a configuration comes to: checked, with all that can be worked out once for all episodes.

use std::sync::Arc;

use super::config::{Actions, Config, Golden, Obstacles, Rewards, Start, View};
use super::food::Food;
use super::obstacles;
use super::picture::Frame;
use super::snake::Snake;
use super::starts::{Starts, fits, straight};
use super::tiles::{HAZARD, OBSTACLE};
use super::variant::Variant;
use super::world::World;
use crate::core::{CellSet, Direction, Edges, Error, Grid, MAX_SIDE, MIN_SIDE, Point, Result, Rng};

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
    /// Where a snake can start that starts at random.
    starts: Option<Starts>,
    /// Actions are the numbers below this.
    pub(super) actions: u32,
    /// The direction of each action, for each direction that the snake faces: a reversal goes straight on.
    pub(super) turns: [[Direction; 4]; 4],
    /// After so many ticks without food the snake starves.
    pub(super) starvation: u64,
    /// The food, wherever it will lie.
    pub(super) food: Food,
    /// Whether there is neither variant, coin, script nor a start by cells, so that a step can be short.
    pub(super) is_plain: bool,
    /// The first position without food, if the configuration names its cells.
    pub(super) opening: Option<World>,
}

impl Rules {
    /// Checks a configuration, and works out what follows from it.
    pub(super) fn new(config: &Config) -> Result<Arc<Self>> {
        let config = config.clone();
        check_number("width", config.width, MIN_SIDE as usize, MAX_SIDE as usize)?;
        check_number("height", config.height, MIN_SIDE as usize, MAX_SIDE as usize)?;
        let plain = Grid::new(config.width, config.height)?.with_edges(config.edges);
        check_number("food_value", config.food_value, 1, Food::MAX_VALUE as usize)?;
        let food = Food::new(Point::new(0, 0), config.food_value)?;
        config.diet().check(plain.area())?;
        Golden::check_all(&config.golden)?;
        if config.food_script.is_some() && config.golden.iter().any(|coin| coin.seed.is_none()) {
            return Err(Error::validation("golden", "a coin without a seed", "one with a seed, beside a script"));
        }
        check_number("length", config.length, 1, plain.area())?;
        check_rewards(config.rewards)?;
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
        let start =
            |grid: &Grid, free: &CellSet| fits(grid, free, grid.number(center), Direction::Right, config.length);
        let grid = match &config.obstacles {
            Obstacles::Cells(cells) => Grid::with_obstacles(config.width, config.height, cells.iter().copied())?,
            Obstacles::Random { density, seed } => {
                let mut keep = CellSet::empty(plain.area());
                if config.start == Start::Center && start(&plain, &plain.free_cells([])) {
                    straight(&plain, plain.number(center), Direction::Right, config.length)
                        .for_each(|cell| _ = keep.insert(cell));
                }
                obstacles::random(config.width, config.height, *density, *seed, &keep)?
            }
        };
        let grid = grid.with_edges(config.edges).with_hazards(config.hazards.clone())?;
        let mut free = grid.free_cells([]);
        grid.hazard_cells(0).for_each(|cell| _ = free.remove(cell));
        let length = match &config.start {
            Start::Cells { snake, .. } => snake.len(),
            Start::Center | Start::Random => config.length as usize,
        };
        if free.len() <= length {
            let expected = format_args!("less than the {} cells that are free", free.len()).to_string();
            return Err(Error::validation("length", length, expected));
        }
        let is_random = config.start == Start::Random;
        let starts = is_random.then(|| Starts::new(&grid, &free, config.length)).flatten();
        let mut opening = None;
        match &config.start {
            Start::Center if !start(&grid, &free) => {
                let got = format!("{} cells to the left of {center}", config.length);
                return Err(Error::validation("start", got, "free cells of the board"));
            }
            Start::Random if starts.is_none() => {
                let got = config.length;
                return Err(Error::validation("length", got, "a snake that fits the board in a straight line"));
            }
            Start::Cells { snake, direction } => {
                let snake = Snake::new(snake.iter().copied())?;
                opening = Some(World::with_diet(grid.clone(), &snake, *direction, &config.diet())?);
            }
            Start::Center | Start::Random => {}
        }
        let mut blank = vec![0; grid.area()].into_boxed_slice();
        grid.hazard_cells(0).for_each(|cell| blank[cell as usize] = HAZARD);
        grid.obstacles().iter().for_each(|cell| blank[cell as usize] = OBSTACLE);
        // A window on a board that wraps around sees the other side; it is taken from the board, cell by cell.
        let is_framed = egocentric && config.edges == Edges::Walls;
        let frame = is_framed.then(|| Frame::new(&blank, config.width as usize, view as usize));
        let turn = |heading: Direction, action: usize| match (config.actions, Direction::ALL[action]) {
            (Actions::Absolute, wish) if wish.reverses(heading) => heading,
            (Actions::Absolute, wish) => wish,
            // The fourth is no action.
            (Actions::Relative, _) => [heading.left(), heading, heading.left().opposite(), heading][action],
        };
        let turns = Direction::ALL.map(|heading| std::array::from_fn(|action| turn(heading, action)));
        let actions = if config.actions == Actions::Absolute { 4 } else { 3 };
        let starvation = config.starvation.map_or(u64::MAX, u64::from);
        let is_plain = !Variant::is_needed(&grid, &config.diet())
            && config.golden.is_empty()
            && config.food_script.is_none()
            && opening.is_none();
        Ok(Arc::new(Self {
            config,
            grid,
            free,
            blank,
            view,
            frame,
            starts,
            actions,
            turns,
            starvation,
            food,
            is_plain,
            opening,
        }))
    }

    /// The next episode's snake, and where it faces.
    pub fn start(&self, rng: &mut Rng) -> (Snake, Direction) {
        if let Some(opening) = &self.opening {
            return (Snake::from_distinct(opening.points()), opening.direction());
        }
        let (head, direction) = self.draw_start(rng);
        let cells = straight(&self.grid, head, direction, self.config.length);
        (Snake::from_distinct(cells.map(|cell| self.grid.point(cell))), direction)
    }

    /// Where an action leads whoever faces in a direction: a reversal goes straight on.
    ///
    /// # Errors
    /// [`Error::Validation`] for a number that is no action.
    pub fn direction(&self, heading: Direction, action: u32) -> Result<Direction> {
        if action >= self.actions {
            return Err(self.no_action(action));
        }
        Ok(self.turns[heading as usize][action as usize & 3])
    }

    /// The error for a number that is no action.
    #[cold]
    pub(super) fn no_action(&self, number: u32) -> Error {
        Error::validation("action", number, format_args!("0 to {}", self.actions - 1))
    }

    /// Where the next episode's snake starts: the cell of its head, and where it faces.
    pub fn draw_start(&self, rng: &mut Rng) -> (u32, Direction) {
        let center = self.grid.height() / 2 * self.grid.width() + self.grid.width() / 2;
        match &self.config.start {
            Start::Cells { snake, direction } => (self.grid.number(snake[0]), *direction),
            Start::Center => (center, Direction::Right),
            Start::Random => self.starts.as_ref().map_or((center, Direction::Right), |starts| starts.draw(rng)),
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

fn check_rewards(rewards: Rewards) -> Result<()> {
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
    Ok(())
}
