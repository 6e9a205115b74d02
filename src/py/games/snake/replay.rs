//! `Replay`: a recorded game.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::commands::{PyPause, PyResume, PyTurn};
use super::food;
use super::frame::PyFrame;
use super::game::{Inside, Parts, PySnakeGame};
use super::phases;
use super::speed;
use crate::core::{Error, Result};
use crate::live::snake::{Command, Origin, Player, SnakeGame, SnakeReplay, State, Strategies};
use crate::py::arguments::{integer, real};
use crate::py::clock::PySystemClock;
use crate::py::enter::{self, ReleaseGil};
use crate::py::geometry::PyGrid;
use crate::py::interpreter::{Interpreter, check_signals};
use crate::render::{self, Gif};
use crate::replay::{Packing, pack, unpack};
use crate::session::Host;

/// The caller is told so often how much is done.
const TELL_EVERY: Duration = Duration::from_millis(15);

/// A recorded game: what it was made of, each command with the tick after which it was given, and a digest of each tick.
///
/// `SnakeGame.replay()` makes one, and so do the environments; `load` and `from_json` read one. It never changes.
#[pyclass(name = "Replay", module = "tickgrid", frozen)]
pub(in crate::py) struct PyReplay(Arc<SnakeReplay>);

#[pymethods]
impl PyReplay {
    /// Reads a file that `save` has written, compressed or not. ReplayError for what is no replay, is broken, is of another
    /// version, or is larger than 64 MiB of text or 10^7 commands or ticks; OSError if the file cannot be opened.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = py.detach(|| File::open(&path)).map_err(|error| os_error(error, &path))?;
        enter::detached(py, || Ok(Self(Arc::new(SnakeReplay::from_json(&unpack(file)?)?))))
    }

    /// Reads JSON that `to_json` has written. Errors as for `load`.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Self> {
        enter::detached(py, || Ok(Self(Arc::new(SnakeReplay::from_json(text)?))))
    }

    /// Writes a file of JSON, compressed if its name ends in ".gz". ReplayError if that would be too large to be read
    /// again; nothing is written then. OSError if it cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = enter::detached(py, || pack(self.0.to_json()?, Packing::of(&path)))?;
        py.detach(|| fs::write(&path, bytes)).map_err(|error| os_error(error, &path))
    }

    /// As JSON, a line a field.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        enter::detached(py, || self.0.to_json())
    }

    /// The game as it was after so many ticks, or at the end. It can be played on, and goes on as the recorded one would
    /// have. Commands that came after the last of these ticks are not given yet, but for those at the end. ReplayError if the
    /// game does not go on as recorded.
    #[pyo3(signature = (ticks = None))]
    fn play<'py>(&self, py: Python<'py>, ticks: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PySnakeGame>> {
        let until = self.tick(ticks, self.0.ticks)?;
        let (game, parts) = self.make(py)?;
        enter::detached(py, || Player::default().play(&self.0, &game, until, |_, _| Ok(())))?;
        PySnakeGame::of(py, Inside::new(game, parts))
    }

    /// Plays it, and compares each tick's digest with the recorded one. Returns how many ticks there were; ReplayError names
    /// the first that differs, 0 for the beginning.
    fn verify(&self, py: Python<'_>) -> PyResult<u64> {
        let host: Arc<dyn Host> = Arc::new(Interpreter);
        enter::detached(py, || self.0.verify(&host))?;
        Ok(self.0.ticks)
    }

    /// The frames of the game, one a tick and one of the beginning, made as they are asked for.
    fn frames(&self, py: Python<'_>) -> PyResult<PyReplayFrames> {
        let game = self.own_game(py)?;
        Ok(PyReplayFrames(Mutex::new(Showing { replay: Arc::clone(&self.0), game, player: None })))
    }

    /// The board after so many ticks, or at the end, as an SVG document; `cell` is in pixels, 1 to 256.
    #[pyo3(signature = (ticks = None, *, cell = None), text_signature = "($self, ticks=None, *, cell=16)")]
    fn svg(
        &self,
        py: Python<'_>,
        ticks: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (until, side) = (self.tick(ticks, self.0.ticks)?, self::side(cell)?);
        let game = self.own_game(py)?;
        enter::detached(py, || {
            Player::default().play(&self.0, &game, until, |_, _| Ok(()))?;
            Ok(render::svg(&game.scene(), side))
        })
    }

    /// Writes the game as a GIF, a frame a tick. `cell` is in pixels, 1 to 256; `interval` is the time between two ticks in
    /// seconds, of which viewers take no less than 0.02. `progress` is called about every 15 ms with the part that is done,
    /// from 0.0 to 1.0, and whatever it raises ends the work; no file is left then.
    ///
    /// ValidationError for more than 65,535 pixels a side.
    #[pyo3(
        signature = (path, *, cell = None, interval = None, progress = None),
        text_signature = "($self, path, *, cell=16, interval=0.1, progress=None)"
    )]
    fn gif(
        &self,
        py: Python<'_>,
        path: PathBuf,
        cell: Option<&Bound<'_, PyAny>>,
        interval: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let side = self::side(cell)?;
        let interval = interval.map_or(Ok(0.1), |interval| real(interval, "interval"))?;
        let time = Duration::try_from_secs_f64(interval).ok().filter(|time| time.as_secs() < 600);
        let time = time.ok_or_else(|| Error::validation("interval", interval, "0 to 600 seconds"))?;
        let game = self.own_game(py)?;
        enter::detached(py, || {
            let written = self.write_gif(&game, &path, side, time, progress.as_ref());
            if written.is_err() {
                // It may not have been made at all.
                let _ = fs::remove_file(&path);
            }
            written
        })
    }

    /// The configuration, as what JSON would hold: board, snake, food.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        super::config::to_python(py, &self.0.setup.config)
    }

    /// The seed of the food's stream; None if food came from a script or from code of somebody else's.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.setup.stream.as_ref().map(crate::core::Rng::seed)
    }

    /// How many ticks it has.
    #[getter]
    fn ticks(&self) -> u64 {
        self.0.ticks
    }

    /// What was done, in order: pairs of the number of ticks that were done before, and a Turn, Pause, Resume or phase.
    #[getter]
    fn commands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let known = self.0.tape.entries().filter_map(|(tick, mark)| Some((tick, Command::of(mark)?)));
        let commands: Vec<_> = known.map(|(tick, known)| Ok((tick, command(py, known)?))).collect::<PyResult<_>>()?;
        PyTuple::new(py, commands)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        crate::py::value::equal(other, |other: &Self| self.0 == other.0)
    }

    fn __hash__(&self) -> u64 {
        self.0.digests.iter().fold(self.0.ticks, |hash, &digest| hash.rotate_left(5) ^ u64::from(digest))
    }

    fn __repr__(&self) -> String {
        let SnakeReplay { setup: Origin { config, .. }, tape, ticks, .. } = &*self.0;
        format!("<Replay {}x{}, {ticks} ticks, {} commands>", config.width, config.height, tape.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(slf.py())?,)))
    }
}

impl PyReplay {
    pub(in crate::py) fn of(replay: SnakeReplay) -> Self {
        Self(Arc::new(replay))
    }

    fn tick(&self, ticks: Option<&Bound<'_, PyAny>>, otherwise: u64) -> PyResult<u64> {
        ticks.map_or(Ok(otherwise), |ticks| integer(ticks, "ticks", 0..=self.0.ticks))
    }

    /// The game at its beginning, and its Python objects.
    fn make(&self, py: Python<'_>) -> PyResult<(SnakeGame, Parts)> {
        let origin = &self.0.setup;
        let grid = Bound::new(py, PyGrid::of(origin.grid()?))?;
        let parts = Parts {
            grid: Arc::new(grid.unbind()),
            spawner: Arc::new(food::of_origin(py, origin)?),
            speed: Arc::new(speed::of_pace(py, origin.speed)?),
            clock: Arc::new(py.get_type::<PySystemClock>().call0()?.unbind()),
            release: ReleaseGil::Always,
        };
        let strategies = parts.strategies(py)?;
        let game = enter::detached(py, || origin.game(strategies).map_err(|error| Error::Replay(error.to_string())))?;
        Ok((game, parts))
    }

    /// The game at its beginning, for nobody to see.
    fn own_game(&self, py: Python<'_>) -> PyResult<SnakeGame> {
        let origin = &self.0.setup;
        enter::detached(py, || {
            let strategies = Strategies {
                spawner: origin.spawner()?,
                speed: origin.speed()?,
                clock: Arc::new(crate::session::SystemClock),
                host: Arc::new(Interpreter),
            };
            origin.game(strategies).map_err(|error| Error::Replay(error.to_string()))
        })
    }

    fn write_gif(
        &self,
        game: &SnakeGame,
        path: &Path,
        side: usize,
        time: Duration,
        progress: Option<&Py<PyAny>>,
    ) -> Result<()> {
        let raised = |error| Error::from(os_error(error, path));
        // Checked before a file is there.
        drop(Gif::new(io::sink(), game.scene(), side, time)?);
        let file = BufWriter::new(File::create(path).map_err(raised)?);
        let mut gif = Gif::new(file, game.scene(), side, time)?.map_err(raised)?;
        let (mut player, mut told) = (Player::default(), Instant::now());
        while player.done() < self.0.ticks {
            player.play(&self.0, game, player.done() + 64, |_, state| gif.add(state.scene()).map_err(raised))?;
            if told.elapsed() >= TELL_EVERY || player.done() == self.0.ticks {
                tell(progress, player.done(), self.0.ticks)?;
                told = Instant::now();
            }
        }
        gif.finish().map(drop).map_err(raised)
    }
}

/// An `OSError`, of the kind that belongs to its number, that names the file.
fn os_error(error: io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.to_path_buf())),
        None => error.into(),
    }
}

/// Tells how much is done, and asks whether to go on.
fn tell(progress: Option<&Py<PyAny>>, done: u64, of: u64) -> Result<()> {
    check_signals()?;
    let Some(progress) = progress else { return Ok(()) };
    #[expect(clippy::cast_precision_loss, reason = "a part")]
    let part = done as f64 / of as f64;
    Python::attach(|py| progress.call1(py, (part,)).map(drop)).map_err(Error::from)
}

fn side(cell: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    cell.map_or(Ok(16), |cell| integer(cell, "cell", 1..=256_u32).map(|side| side as usize))
}

/// A command as Python has it.
fn command(py: Python<'_>, command: Command) -> PyResult<Bound<'_, PyAny>> {
    Ok(match command {
        Command::Turn(direction) => Bound::new(py, PyTurn(direction))?.into_any(),
        Command::Pause => Bound::new(py, PyPause)?.into_any(),
        Command::Resume => Bound::new(py, PyResume)?.into_any(),
        Command::Phase(phase) => phases::object(py, phase)?,
    })
}

/// The frames of a replay, made as they are asked for.
#[pyclass(name = "ReplayFrames", module = "tickgrid._core", frozen)]
pub(in crate::py) struct PyReplayFrames(Mutex<Showing>);

struct Showing {
    replay: Arc<SnakeReplay>,
    game: SnakeGame,
    /// None before the first frame.
    player: Option<Player>,
}

#[pymethods]
impl PyReplayFrames {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyFrame>> {
        enter::detached(py, || {
            let busy = || Error::InvalidState("frames: they are being made already, expected one thread".to_owned());
            let Showing { replay, game, player } = &mut *self.0.try_lock().ok_or_else(busy)?;
            match player {
                None => *player = Some(Player::default()),
                Some(player) if player.done() == replay.ticks => return Ok(None),
                Some(player) => player.play(replay, game, player.done() + 1, |_, _| Ok(()))?,
            }
            Ok(Some(PyFrame::of(Arc::new(game.read(State::frame)))))
        })
    }
}
