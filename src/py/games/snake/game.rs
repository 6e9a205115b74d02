//! `SnakeGame`.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple, PyType};
use pyo3::{PyTraverseError, PyVisit};

use super::commands::PyTurn;
use super::config;
use super::food::{PyRandomFoodSpawner, fresh_seed, of_origin, spawner};
use super::frame::PyTickResult;
use super::golden;
use super::phases;
use super::replay::PyReplay;
use super::snake::{PyFood, PySnake};
use super::speed::{PyConstantSpeed, speed};
use super::text_renderer::{Identity, PythonObserver, Watchers, observer};
use crate::core::{Direction, Edges, Point, Rng};
use crate::games::snake::{Diet, EndReason, Rules};
use crate::live::snake::{MAX_BUFFERED_INPUTS, Origin, Repeat, SnakeGame, State, Strategies};
use crate::paths::Problem;
use crate::py::arguments::{self, Given, collect, flag, integer};
use crate::py::bots::run as bots;
use crate::py::clock::{PySystemClock, clock};
use crate::py::enter::{self, ReleaseGil};
use crate::py::errors::{wrong_type, wrong_value};
use crate::py::geometry::{self, PyGrid, grid};
use crate::py::interpreter::Interpreter;
use crate::py::made::Made;
use crate::py::paths::{self, Choices};
use crate::py::pickle;
use crate::py::vocabulary::{from_python, to_python};
use crate::render;
use crate::session::Phase;

/// A live game of Snake, safe to share between threads.
///
/// `grid` is the board. `snake` is copied; it lies on free cells, each next to the one before. `spawner` is asked for the
/// first food at once, and for the next whenever one is eaten; when it gives None then, the game is won as filled.
/// `direction` is where the snake moves until it is told otherwise. `speed` decides about `next_interval()`
/// (ConstantSpeed() if None), `clock` about `elapsed()` (SystemClock() if None). With `release_gil="always"` each verb
/// lets go of the interpreter lock; with "auto" one that is short and need not wait keeps it.
///
/// `food_count` pieces of food lie about at a time, while there is room. Food that is not eaten within `food_lifetime` ticks
/// perishes and is laid out anew; with None it keeps. A piece makes the snake `growth` cells longer, 0 to 2^24, one a tick.
/// After `starvation_limit` ticks without food the snake starves; with None it never does.
///
/// Input, clock and readers may be different threads. A verb waits while another one is under way; reads never wait for
/// a strategy, and see the state before the tick.
#[pyclass(name = "SnakeGame", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PySnakeGame(pub(super) Made<Inside>);

/// A game, and the Python objects it was made with.
pub(super) struct Inside {
    pub(super) game: SnakeGame,
    pub(super) parts: Parts,
    watchers: Watchers,
}

impl Inside {
    pub(super) const fn new(game: SnakeGame, parts: Parts) -> Self {
        Self { game, parts, watchers: Watchers::none() }
    }

    /// The game that begins as its origin says.
    fn begin<'py>(
        py: Python<'py>,
        origin: &Origin,
        speed: Option<&Bound<'py, PyAny>>,
        clock: Option<&Bound<'py, PyAny>>,
        release_gil: &Given<'py>,
    ) -> PyResult<Self> {
        let grid = Bound::new(py, PyGrid::of(origin.grid()?))?;
        let parts = Parts::new(&grid, of_origin(py, origin)?.bind(py), speed, clock, release_gil)?;
        let strategies = parts.strategies(py)?;
        let game = enter::detached(py, || origin.game(strategies))?;
        Ok(Self::new(game, parts))
    }
}

/// The Python objects a game is made with. Each is shared with what makes it a strategy, so that there is but one
/// reference for the garbage collector to know of.
pub(super) struct Parts {
    pub(super) grid: Arc<Py<PyGrid>>,
    pub(super) spawner: Arc<Py<PyAny>>,
    pub(super) speed: Arc<Py<PyAny>>,
    pub(super) clock: Arc<Py<PyAny>>,
    pub(super) release: ReleaseGil,
}

impl Parts {
    fn new(
        grid: &Bound<'_, PyGrid>,
        spawner: &Bound<'_, PyAny>,
        speed: Option<&Bound<'_, PyAny>>,
        clock: Option<&Bound<'_, PyAny>>,
        release_gil: &Given<'_>,
    ) -> PyResult<Self> {
        let py = grid.py();
        Ok(Self {
            grid: Arc::new(grid.clone().unbind()),
            spawner: Arc::new(spawner.clone().unbind()),
            speed: Arc::new(match speed {
                Some(speed) => speed.clone().unbind(),
                None => py.get_type::<PyConstantSpeed>().call0()?.unbind(),
            }),
            clock: Arc::new(match clock {
                Some(clock) => clock.clone().unbind(),
                None => py.get_type::<PySystemClock>().call0()?.unbind(),
            }),
            release: release_gil.value().map_or(Ok(ReleaseGil::Always), ReleaseGil::parse)?,
        })
    }

    /// The strategies behind the objects.
    pub(super) fn strategies(&self, py: Python<'_>) -> PyResult<Strategies> {
        Ok(Strategies {
            spawner: spawner(py, &self.spawner, &self.grid)?,
            speed: speed(py, &self.speed)?,
            clock: clock(py, &self.clock)?,
            host: Arc::new(Interpreter),
        })
    }
}

#[pymethods]
impl PySnakeGame {
    /// How many turns may wait for their tick.
    #[classattr]
    const MAX_BUFFERED_INPUTS: usize = MAX_BUFFERED_INPUTS;

    #[new]
    #[pyo3(
        signature = (*_arguments, **_keywords),
        text_signature = "(grid, snake, spawner, direction='right', *, speed=None, clock=None, release_gil='always', food_count=1, food_lifetime=None, growth=1, starvation_limit=None)"
    )]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (
        grid, snake, spawner, direction = Given::NOT, *, speed = None, clock = None, release_gil = Given::NOT,
        food_count = Given::NOT, food_lifetime = None, growth = Given::NOT, starvation_limit = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the document's signature")]
    fn __init__(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        snake: &Bound<'_, PyAny>,
        spawner: &Bound<'_, PyAny>,
        direction: Given<'_>,
        speed: Option<&Bound<'_, PyAny>>,
        clock: Option<&Bound<'_, PyAny>>,
        release_gil: Given<'_>,
        food_count: Given<'_>,
        food_lifetime: Option<&Bound<'_, PyAny>>,
        growth: Given<'_>,
        starvation_limit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.0.check_empty()?;
        let grid = self::grid(grid, "grid")?;
        let snake = snake.cast::<PySnake>().map_err(|_| wrong_type("snake", snake, "a Snake"))?;
        let snake = snake.get().with(|snake| snake.clone())?;
        let direction =
            direction.value().map_or(Ok(Direction::Right), |direction| from_python(direction, "direction"))?;
        let number = |value: &Bound<'_, PyAny>, field| integer(value, field, 0..=u32::MAX);
        let diet = Diet {
            count: food_count.value().map_or(Ok(1), |count| number(count, "food_count"))?,
            growth: growth.value().map_or(Ok(1), |growth| number(growth, "growth"))?,
            lifetime: food_lifetime.map(|ticks| number(ticks, "food_lifetime")).transpose()?,
            starvation: starvation_limit.map(|ticks| number(ticks, "starvation_limit")).transpose()?,
        };
        let parts = Parts::new(grid, spawner, speed, clock, &release_gil)?;
        let game = SnakeGame::with_diet(grid.get().grid.clone(), &snake, direction, parts.strategies(py)?, diet)?;
        self.0.fill(Inside::new(game, parts))
    }

    /// The game of a configuration: a dict, or JSON. It is the game that an environment of this configuration plays after
    /// `reset(seed=seed)`; what is of use to an environment only is passed over. `seed` is 0 to 2^64 - 1, or None for a fresh
    /// one. ValidationError names what does not fit.
    #[classmethod]
    #[pyo3(
        signature = (config, *, seed = None, speed = None, clock = None, release_gil = Given::NOT),
        text_signature = "($cls, config, *, seed=None, speed=None, clock=None, release_gil='always')"
    )]
    #[expect(clippy::similar_names, reason = "seed and speed are what they are called")]
    fn from_config<'py>(
        class: &Bound<'py, PyType>,
        config: &Bound<'py, PyAny>,
        seed: Option<&Bound<'py, PyAny>>,
        speed: Option<&Bound<'py, PyAny>>,
        clock: Option<&Bound<'py, PyAny>>,
        release_gil: Given<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let config = config::from_python(config)?;
        let seed = match seed {
            Some(seed) => {
                arguments::seed(seed, "seed")?.ok_or_else(|| wrong_type("seed", seed, "an integer or None"))?
            }
            None => fresh_seed()?,
        };
        let origin = py.detach(|| Origin::new(&config, &Rng::new(seed)))?;
        let made = pickle::empty(class)?;
        made.cast::<Self>()?.get().0.fill(Inside::begin(py, &origin, speed, clock, &release_gil)?)?;
        Ok(made)
    }

    /// Moves the snake one cell and publishes a frame; while paused it changes nothing.
    ///
    /// Raises GameOverError after the end. If a strategy raises, or gives nonsense, the game is as before. If an observer
    /// raises, the tick stands; `last_result` tells what it did.
    fn tick(&self, py: Python<'_>) -> PyResult<PyTickResult> {
        let Inside { game, parts, .. } = self.0.get()?;
        enter::verb(py, parts.release, || game.try_tick(), || game.tick()).map(PyTickResult)
    }

    /// Applies a command: calls its `apply(game)`. A turn tells whether it was taken.
    fn submit(slf: &Bound<'_, Self>, command: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let (Ok(turn), Ok(game)) = (command.cast_exact::<PyTurn>(), slf.cast_exact::<Self>()) {
            return game.get().turn(slf.py(), turn.get().0);
        }
        let Some(apply) = command.getattr_opt(intern!(slf.py(), "apply"))? else {
            return Err(wrong_type("command", command, "an object with a method apply(game)"));
        };
        apply.call1((slf,))?.is_truthy()
    }

    /// Queues a turn. False if it repeats or reverses the last queued one, or if two are waiting already.
    ///
    /// Raises GameOverError after the end.
    fn change_direction(&self, py: Python<'_>, direction: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.turn(py, from_python(direction, "direction")?)
    }

    /// Stops the game until it is resumed, and publishes a frame. InvalidStateError if it is not under way.
    fn pause<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Inside { game, parts, .. } = self.0.get()?;
        to_python(py, enter::verb(py, parts.release, || game.try_pause(), || game.pause())?)
    }

    /// Lets a paused game go on, and publishes a frame. InvalidStateError if it is not under way.
    fn resume<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Inside { game, parts, .. } = self.0.get()?;
        to_python(py, enter::verb(py, parts.release, || game.try_resume(), || game.resume())?)
    }

    /// Up to `n` ticks in one call, before each of which one of `turns` is offered; stops at the end of the game, and
    /// when it is paused. With `repeat` the turns start over when they are used up. Returns the last tick's result. At most
    /// 2^24 turns are taken, and none that comes after the n-th.
    ///
    /// `turns` may be a bot instead: one of tickgrid.bots, which plays natively, or any object with a method
    /// `choose(game)`, which is asked for a Direction before each tick, with no lock held. A native bot is not asked while
    /// a turn waits.
    ///
    /// It is the same as a loop of ticks, frames and errors included. Other threads get their turn in between, and
    /// Ctrl-C ends it. Raises GameOverError after the end, ValidationError for `n < 1`.
    #[pyo3(signature = (n, turns = None, *, repeat = Given::NOT), text_signature = "($self, n, turns=None, *, repeat=False)")]
    fn run(
        slf: &Bound<'_, Self>,
        n: &Bound<'_, PyAny>,
        turns: Option<&Bound<'_, PyAny>>,
        repeat: Given<'_>,
    ) -> PyResult<PyTickResult> {
        let (py, game) = (slf.py(), slf.get().live()?);
        let n = integer(n, "n", 1..=i64::MAX.cast_unsigned())?;
        let repeat = repeat.value().map_or(Ok(false), |repeat| flag(repeat, "repeat"))?;
        let turns = match turns {
            None => Vec::new(),
            Some(bot) if bots::is_bot(bot)? => {
                if repeat {
                    return Err(wrong_value("repeat", "True", "False with a bot"));
                }
                return bots::run(slf, n, bot).map(PyTickResult);
            }
            Some(turns) => {
                let wanted = usize::try_from(n).unwrap_or(usize::MAX);
                collect(turns, "turns", "an iterable of Directions, or a bot", wanted, |turn| {
                    from_python(turn, "turns")
                })?
            }
        };
        let repeat = if repeat { Repeat::Forever } else { Repeat::Once };
        enter::detached(py, || game.run(n, &turns, repeat)).map(PyTickResult)
    }

    /// What a tick does to the world, in whatever phase. Its frame waits for the next verb or `flush()`. Raises what a
    /// strategy raises; the game is as before then.
    fn advance(&self, py: Python<'_>) -> PyResult<PyTickResult> {
        let game = &self.0.get()?.game;
        enter::detached(py, || game.advance()).map(PyTickResult)
    }

    /// The answer of a tick that changes nothing.
    fn idle(&self, py: Python<'_>) -> PyResult<PyTickResult> {
        self.read(py, State::idle).map(PyTickResult)
    }

    /// Puts the game into one of the four phases, and publishes nothing. TypeError for anything else.
    fn transition(&self, py: Python<'_>, phase: &Bound<'_, PyAny>) -> PyResult<()> {
        let game = &self.0.get()?.game;
        let phase = phases::phase(phase)?;
        enter::detached(py, || game.transition(phase))
    }

    /// The board as text: a line a row. `O` head, `o` body, `*` food, `#` obstacle, `.` free.
    fn render(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, State::scene).map(|scene| render::text(&scene))
    }

    /// The game so far, from its beginning, as a Replay: what it was made of, each command with the tick after which it was
    /// given, and a digest of each tick.
    ///
    /// Food is told by its seed or script; where a spawner is not one of ours, or is shared, by what it gave. ReplayError
    /// after more than 10^7 commands or ticks.
    fn replay(&self, py: Python<'_>) -> PyResult<PyReplay> {
        let game = &self.0.get()?.game;
        enter::detached(py, || game.replay()).map(PyReplay::of)
    }

    /// How many sequences of exactly `depth` moves the snake can follow from where it is now.
    ///
    /// Obstacles block; food, growth, the heading and the rule against reversing are left out of account. The rest is as
    /// in count_snake_paths().
    #[pyo3(
        signature = (depth, *, r#mod = None, method = None, threads = None, max_memory = None, progress = None),
        text_signature = "($self, depth, *, mod=None, method='auto', threads=None, max_memory=None, progress=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "one argument is one choice")]
    fn count_paths(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        r#mod: Option<&Bound<'_, PyAny>>,
        method: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        max_memory: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<BigUint> {
        let choices = Choices::read(r#mod, method, threads, max_memory, progress)?;
        let depth = paths::depth(depth)?;
        let (grid, body) = self.read(py, |state| (state.world().grid().clone(), state.snake()))?;
        if grid.edges() == Edges::Wrap || grid.hazards().is_some() {
            let what = if grid.hazards().is_some() { "hazards" } else { "edges that wrap around" };
            return Err(wrong_value("grid", what, "walls and obstacles, which paths can be counted between"));
        }
        choices.count(py, || {
            let cell = |point: Point| [i64::from(point.y), i64::from(point.x)];
            let snake: Vec<_> = body.cells().map(cell).collect();
            let board = [i64::from(grid.height()), i64::from(grid.width())];
            let obstacles = grid.obstacles().iter().map(|number| cell(grid.point(number)));
            Problem::new(&board, &snake, depth)?.with_obstacles(obstacles, snake[0])
        })
    }

    /// Adds an observer: any object with a method `on_frame(frame)`, else TypeError. One that is added twice gets each frame
    /// twice.
    fn subscribe(&self, py: Python<'_>, renderer: &Bound<'_, PyAny>) -> PyResult<()> {
        let Inside { game, watchers, .. } = self.0.get()?;
        let observer = observer(renderer, watchers)?;
        enter::detached(py, || {
            game.subscribe(observer);
            Ok(())
        })
    }

    /// Removes an observer, one subscription of it, the earliest; whether there was one. It gets no further frame, also
    /// none that is queued; one that another thread is handing over right now still arrives.
    fn unsubscribe(&self, py: Python<'_>, renderer: &Bound<'_, PyAny>) -> PyResult<bool> {
        let game = &self.0.get()?.game;
        let wanted = Identity::of_object(renderer);
        let gone = enter::detached(py, || Ok(game.unsubscribe(|observer| Identity::of(observer) == wanted)))?;
        if let Some(observer) = &gone {
            PythonObserver::close(&**observer);
        }
        Ok(gone.is_some())
    }

    /// Delivers the frames that wait, unless another thread is delivering already. Raises what an observer raises.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        let game = &self.0.get()?.game;
        enter::detached(py, || game.flush())
    }

    /// Seconds to wait before the next tick: finite and positive, else ValidationError.
    fn next_interval(&self, py: Python<'_>) -> PyResult<f64> {
        let (score, length) = self.read(py, |state| (state.score(), state.world().body().len()))?;
        Ok(self.0.get()?.game.interval_at(score, length)?)
    }

    /// Seconds from the first tick until the end, or until now; 0.0 before the first tick. ValidationError if the clock
    /// does not give a finite number.
    fn elapsed(&self, py: Python<'_>) -> PyResult<f64> {
        let stamps = self.read(py, State::stamps)?;
        Ok(self.0.get()?.game.elapsed_since(stamps)?)
    }

    /// The phase, one of ReadyPhase, RunningPhase, PausedPhase and OverPhase.
    #[getter]
    fn phase<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        phases::object(py, self.read(py, State::phase)?)
    }

    /// The phase's label, a GameState.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.read(py, |state| state.phase().state())?)
    }

    /// The ticks so far; paused ones do not count.
    #[getter]
    fn tick_count(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, State::tick_count)
    }

    /// The points so far.
    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, State::score)
    }

    /// The food there is, or None.
    #[getter]
    fn food(&self, py: Python<'_>) -> PyResult<Option<PyFood>> {
        Ok(self.read(py, |state| state.world().food())?.map(PyFood))
    }

    /// All food there is, in the order in which it was laid out.
    #[getter]
    fn foods<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let foods = self.read(py, |state| state.world().foods().to_vec())?;
        PyTuple::new(py, foods.into_iter().map(PyFood).collect::<Vec<_>>())
    }

    /// The cells on which hazards are now.
    #[getter]
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let cells: Vec<Point> = self.read(py, |state| {
            let (world, grid) = (state.world(), state.world().grid());
            grid.hazard_cells(world.ticks()).map(|cell| grid.point(cell)).collect()
        })?;
        PyFrozenSet::new(py, geometry::tuple(py, cells.into_iter())?)
    }

    /// The configuration, as what JSON would hold; with `seed` it makes the same game anywhere. InvalidStateError if the
    /// spawner is not one of ours.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = &self.0.get()?.game;
        config::to_python(py, &enter::detached(py, || game.config())?)
    }

    /// Where the last move went or was meant to go; at first, where the next will. Buffered turns do not show.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.read(py, |state| state.world().direction())?)
    }

    /// The board.
    #[getter]
    fn grid(&self, py: Python<'_>) -> PyResult<Py<PyGrid>> {
        Ok(self.0.get()?.parts.grid.clone_ref(py))
    }

    /// A copy of the snake as it is now; moving it leaves the game as it is.
    #[getter]
    fn snake(&self, py: Python<'_>) -> PyResult<PySnake> {
        self.read(py, State::snake).map(PySnake::of)
    }

    /// How many cells the snake has.
    #[getter]
    fn length(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |state| state.world().body().len())
    }

    /// What the last tick did that was not idle; None before the first.
    #[getter]
    fn last_result(&self, py: Python<'_>) -> PyResult<Option<PyTickResult>> {
        Ok(self.read(py, State::last_result)?.map(PyTickResult))
    }

    /// The seed of the game's RandomFoodSpawner, also inside a GoldenFoodSpawner; None if it has no such spawner, or that draws from a random.Random.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let mut spawner = self.0.get()?.parts.spawner.bind(py).clone();
        while let Some((inner, _)) = golden::inside(&spawner) {
            spawner = inner;
        }
        spawner.cast::<PyRandomFoodSpawner>().map_or(Ok(None), |spawner| spawner.get().seed())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, name) = (slf.py(), slf.get_type().qualname()?);
        let facts = |state: &State| (state.phase().state(), state.tick_count(), state.score());
        let (state, tick, score) = slf.get().read(py, facts)?;
        let grid = &slf.get().0.get()?.parts.grid.get().grid;
        Ok(format!("<{name} {}x{} {state}, tick {tick}, score {score}>", grid.width(), grid.height()))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        super::copies::shallow(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        super::copies::deep(slf, memo)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        super::copies::reduce(slf)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        super::copies::restore(slf, state)
    }

    /// An observer or a strategy often knows its game; the garbage collector must see the way back.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Some(Inside { parts, watchers, .. }) = self.0.peek() else {
            return Ok(());
        };
        visit.call(&*parts.grid)?;
        visit.call(&*parts.spawner)?;
        visit.call(&*parts.speed)?;
        visit.call(&*parts.clock)?;
        watchers.visit(&visit)
    }

    fn __clear__(&self) {
        drop(self.0.peek().and_then(|inside| inside.game.try_forget_observers()));
    }
}

impl PySnakeGame {
    /// A game that the engine has made.
    pub(super) fn of(py: Python<'_>, inside: Inside) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, Self(Made::of(inside)))
    }

    /// The game itself.
    pub(in crate::py) fn live(&self) -> PyResult<&SnakeGame> {
        Ok(&self.0.get()?.game)
    }

    /// The live game that begins as an episode by these rules and this stream does.
    pub(in crate::py) fn by_rules<'py>(py: Python<'py>, rules: &Rules, stream: &Rng) -> PyResult<Bound<'py, Self>> {
        let origin = Origin::new(&rules.config, stream)?;
        Self::of(py, Inside::begin(py, &origin, None, None, &Given::NOT)?)
    }

    pub(in crate::py) fn read<T: Send>(&self, py: Python<'_>, look: impl Fn(&State) -> T + Send) -> PyResult<T> {
        Ok(enter::read(py, &self.0.get()?.game, look))
    }

    /// Queues a turn.
    pub(super) fn turn(&self, py: Python<'_>, turn: Direction) -> PyResult<bool> {
        let Inside { game, parts, .. } = self.0.get()?;
        enter::verb(py, parts.release, || game.try_change_direction(turn), || game.change_direction(turn))
    }

    /// What a tick does in a phase, without delivery.
    pub(super) fn tick_in_phase(&self, py: Python<'_>, phase: Phase<EndReason>) -> PyResult<PyTickResult> {
        let game = &self.0.get()?.game;
        enter::detached(py, || game.tick_as(phase)).map(PyTickResult)
    }
}
