//! Copies and pickles of a live game: its record, the objects it was made with, and no observers.

use std::cell::Cell;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::food::unreadable;
use super::game::{Inside, Parts, PySnakeGame};
use crate::live::snake::{Record, SnakeGame, State};
use crate::py::enter::ReleaseGil;
use crate::py::geometry::PyGrid;
use crate::py::pickle;

/// A copy that shares its strategies.
pub(super) fn shallow<'py>(game: &Bound<'py, PySnakeGame>) -> PyResult<Bound<'py, PyAny>> {
    let (py, parts) = (game.py(), &game.get().0.get()?.parts);
    let copy = pickle::empty(&game.get_type())?;
    pickle::adopt(&copy, pickle::attributes(game)?.as_ref())?;
    fill(&copy, record(game)?, parts.with(|_, part| Ok(part.clone_ref(py)))?)?;
    Ok(copy)
}

/// A copy with copies of its strategies.
pub(super) fn deep<'py>(game: &Bound<'py, PySnakeGame>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let record = record(game)?;
    let copier = py.import(intern!(py, "copy"))?.getattr(intern!(py, "deepcopy"))?;
    let copy = pickle::empty(&game.get_type())?;
    // Known before its parts are copied: one of them may hold the game.
    memo.set_item(game.as_ptr() as usize, &copy)?;
    let parts = game.get().0.get()?.parts.with(|name, part| {
        let twin = copier.call1((part, memo));
        twin.map(Bound::unbind).map_err(|error| named(py, name, "copied", error))
    })?;
    if let Some(attributes) = pickle::attributes(game)? {
        let attributes = copier.call1((attributes, memo))?;
        pickle::adopt(&copy, Some(attributes.cast()?))?;
    }
    fill(&copy, record, parts)?;
    Ok(copy)
}

/// For a pickle.
pub(super) fn reduce<'py>(game: &Bound<'py, PySnakeGame>, protocol: u8) -> PyResult<Bound<'py, PyTuple>> {
    let py = game.py();
    let record = serde_json::to_string(&record(game)?).map_err(|error| unreadable(&error))?;
    let parts = &game.get().0.get()?.parts;
    let parts = parts.with(|name, part| {
        try_pickling(py, name, part.bind(py), protocol)?;
        Ok(part.clone_ref(py))
    })?;
    pickle::reduce(game, (record, parts.grid, parts.spawner, parts.speed, parts.clock, parts.release.name()))
}

/// From a pickle.
pub(super) fn restore<'py>(game: &Bound<'py, PySnakeGame>, state: &Bound<'py, PyAny>) -> PyResult<()> {
    type Contents = (String, Py<PyGrid>, Py<PyAny>, Py<PyAny>, Py<PyAny>, String);
    let (record, grid, spawner, speed, clock, release): Contents = pickle::restore(game, state)?.extract()?;
    let record = serde_json::from_str(&record).map_err(|error| unreadable(&error))?;
    let release = ReleaseGil::parse(&release)?;
    fill(game, record, Parts { grid, spawner, speed, clock, release })
}

fn record(game: &Bound<'_, PySnakeGame>) -> PyResult<Record> {
    game.get().read(game.py(), State::record)
}

fn fill(copy: &Bound<'_, PyAny>, record: Record, parts: Parts) -> PyResult<()> {
    let py = copy.py();
    let game = SnakeGame::restore(parts.grid.get().0.clone(), record, parts.strategies(py)?)?;
    copy.cast::<PySnakeGame>()?.get().0.fill(Inside { game, parts })
}

impl Parts {
    /// The same, with each strategy put through `take`, which is told its name. The grid never changes and is shared.
    fn with(&self, mut take: impl FnMut(&str, &Py<PyAny>) -> PyResult<Py<PyAny>>) -> PyResult<Self> {
        Python::attach(|py| {
            Ok(Self {
                grid: self.grid.clone_ref(py),
                spawner: take("spawner", &self.spawner)?,
                speed: take("speed", &self.speed)?,
                clock: take("clock", &self.clock)?,
                release: self.release,
            })
        })
    }
}

/// Pickles a part for a try, so that an error can name it: the pickler itself would only tell of some object deep inside.
fn try_pickling(py: Python<'_>, name: &str, part: &Bound<'_, PyAny>, protocol: u8) -> PyResult<()> {
    thread_local! {
        /// A part that holds its game leads back here; the first try is enough.
        static TRYING: Cell<bool> = const { Cell::new(false) };
    }
    if TRYING.replace(true) {
        return Ok(());
    }
    let tried = py.import(intern!(py, "pickle")).and_then(|pickle| pickle.call_method1("dumps", (part, protocol)));
    TRYING.set(false);
    tried.map(drop).map_err(|error| named(py, name, "pickled", error))
}

/// A `TypeError` that names the part, caused by the error of the part.
fn named(py: Python<'_>, name: &str, verb: &str, error: PyErr) -> PyErr {
    if !error.is_instance_of::<pyo3::exceptions::PyException>(py) {
        return error;
    }
    let named = PyTypeError::new_err(format!("{name}: it cannot be {verb}: {}", error.value(py)));
    named.set_cause(py, Some(error));
    named
}
