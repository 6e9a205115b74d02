//! Our bots as Python classes.

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::bots::{Bot, Kind, Maker};
use crate::core::{Direction, Result};
use crate::games::snake::World;
use crate::live::snake::{SnakeGame, State, TickResult};
use crate::py::arguments::{Given, seed};
use crate::py::enter;
use crate::py::errors::wrong_type;
use crate::py::games::snake::game::PySnakeGame;
use crate::py::vocabulary::to_python;

/// A native player of Snake; the base of those in tickgrid.bots, without objects of its own.
///
/// A bot that is asked by several threads at once answers all but one of them as a fresh bot would.
#[pyclass(name = "NativeBot", module = "tickgrid.bots", frozen, subclass)]
pub(in crate::py) struct PyNativeBot {
    kind: Kind,
    seed: u64,
    make: Maker,
    /// The bot, unless somebody has it.
    player: Mutex<Option<Player>>,
}

/// A bot in a game.
struct Player {
    bot: Box<dyn Bot>,
    /// The game it plays, and the tick at which it is to be asked next.
    follows: Option<(usize, u64)>,
}

impl PyNativeBot {
    fn of(kind: Kind, seed: u64) -> Self {
        Self { kind, seed, make: kind.maker(seed), player: Mutex::new(None) }
    }

    /// Makes the bot of each game.
    pub(super) const fn maker(&self) -> &Maker {
        &self.make
    }

    /// Lends the bot out, as it stands in the game of this number at this tick. It is called detached.
    fn with_player<T>(
        &self,
        game: usize,
        world: &World,
        tick: u64,
        work: impl FnOnce(&mut dyn Bot) -> Result<(T, u64)>,
    ) -> Result<T> {
        let mut player = self.player.lock().take().unwrap_or_else(|| Player { bot: (self.make)(0), follows: None });
        let known = player.follows.take() == Some((game, tick));
        let answer = if known { Ok(()) } else { player.bot.begin(world) }.and_then(|()| work(&mut *player.bot));
        let answer = answer.map(|(answer, next)| {
            player.follows = Some((game, next));
            answer
        });
        *self.player.lock() = Some(player);
        answer
    }

    /// Up to `n` ticks of a game, each by a choice of the bot.
    pub(super) fn run(&self, game: &SnakeGame, n: u64) -> Result<TickResult> {
        let (world, tick) = game.read(|state| (state.world().clone(), state.tick_count()));
        self.with_player(std::ptr::from_ref(game) as usize, &world, tick, |bot| {
            let result = game.run_by(n, |world| bot.choose(world))?;
            Ok((result, result.tick))
        })
    }
}

#[pymethods]
impl PyNativeBot {
    /// What it is called.
    #[getter]
    const fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// The next move in a SnakeGame, a Direction: never a reversal, and no fatal move while there is another.
    ///
    /// The game is left as it is. Raises GameOverError after its end, ValidationError for a board that the bot cannot
    /// play.
    fn choose<'py>(&self, py: Python<'py>, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let game = game.cast::<PySnakeGame>().map_err(|_| wrong_type("game", game, "a SnakeGame"))?;
        let game = game.get();
        let look = |state: &State| state.phase().on_turn().map(|()| (state.world().clone(), state.tick_count()));
        let (world, tick) = game.read(py, look)??;
        let number = std::ptr::from_ref(game) as usize;
        let direction: Direction =
            enter::detached(py, || self.with_player(number, &world, tick, |bot| Ok((bot.choose(&world)?, tick + 1))))?;
        to_python(py, direction)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let bot = slf.get();
        let seed = if bot.kind.has_seed() { format!("seed={}", bot.seed) } else { String::new() };
        Ok(format!("{}({seed})", slf.get_type().qualname()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let bot = slf.get();
        let seed = bot.kind.has_seed().then_some(bot.seed);
        Ok((slf.get_type(), PyTuple::new(slf.py(), seed)?))
    }
}

/// The bot behind a Python object, if it is one of ours.
pub(super) fn native<'a>(bot: &'a Bound<'_, PyAny>) -> Option<&'a PyNativeBot> {
    bot.cast::<PyNativeBot>().ok().map(Bound::get)
}

fn read_seed(given: &Given<'_>) -> PyResult<u64> {
    match given.value() {
        None => Ok(0),
        Some(value) => seed(value, "seed")?.ok_or_else(|| wrong_type("seed", value, "a seed from 0 to 2^64 - 1")),
    }
}

macro_rules! bot {
    ($class:ident, $name:literal, $kind:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(name = $name, module = "tickgrid.bots", frozen, extends = PyNativeBot)]
        pub(in crate::py) struct $class;

        #[pymethods]
        impl $class {
            #[new]
            fn new() -> PyClassInitializer<Self> {
                PyClassInitializer::from(PyNativeBot::of(Kind::$kind, 0)).add_subclass(Self)
            }
        }
    };
    ($class:ident, $name:literal, $kind:ident, seed, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(name = $name, module = "tickgrid.bots", frozen, extends = PyNativeBot)]
        pub(in crate::py) struct $class;

        #[pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = (seed = Given::NOT), text_signature = "(seed=0)")]
            fn new(seed: Given<'_>) -> PyResult<PyClassInitializer<Self>> {
                let bot = PyNativeBot::of(Kind::$kind, read_seed(&seed)?);
                Ok(PyClassInitializer::from(bot).add_subclass(Self))
            }
        }
    };
}

bot!(
    PyRandom,
    "Random",
    Random,
    seed,
    "Each move that is not fatal at once, equally likely; a baseline. `seed` is from 0 to 2^64 - 1."
);
bot!(PyGreedy, "Greedy", Greedy, "The move that leads nearest to the food and is not fatal at once; a baseline.");
bot!(
    PyBfs,
    "Bfs",
    Bfs,
    seed,
    "The shortest way to the food if the snake can live on after the meal, else after its tail.\n\nIt fills nearly every board, and never circles for ever. Where it has gone without food for long some of its moves are\nrandom, from `seed`, 0 to 2^64 - 1. ValidationError for a board in several parts."
);
bot!(
    PyHamiltonian,
    "Hamiltonian",
    Hamiltonian,
    "Round and round through all cells: fills every board on which there is such a way.\n\nThere is one if a side is even, or the board wraps around; with two odd sides and walls it leaves out a corner in turns.\nWith obstacles it is searched for; ValidationError with the reason if there is none, or none is found in time. No way is\nsafe from hazards: ValidationError for those too, and where the snake grows by several cells a meal but does not lie\nalong the way."
);
bot!(
    PyShortcut,
    "Shortcut",
    Shortcut,
    "As Hamiltonian, with shortcuts while the snake covers less than half of the board, if it grows by one cell a meal."
);
bot!(
    PyBest,
    "Best",
    Best,
    "The fewest moves of all: plans whole routes along one-way streets between blocks of 2x2 cells.\n\nIt fills every board of even sides without obstacles, up to 65,536 cells; others it plays as Shortcut does.\nValidationError as there."
);
