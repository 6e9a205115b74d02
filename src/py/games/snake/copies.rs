//! Copies and pickles of a live game: its record, the objects it was made with, and no observers.

use std::cell::Cell;
use std::sync::Arc;

use pyo3::exceptions::{PyException, PyMemoryError, PyRecursionError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::food::{Mark, Marker, unreadable};
use super::game::{Inside, Parts, PySnakeGame};
use crate::live::snake::{Record, SnakeGame};
use crate::py::enter::ReleaseGil;
use crate::py::geometry::PyGrid;
use crate::py::pickle;

/// A copy that shares its strategies.
pub(super) fn shallow<'py>(game: &Bound<'py, PySnakeGame>) -> PyResult<Bound<'py, PyAny>> {
    let (py, parts) = (game.py(), &game.get().0.get()?.parts);
    let (record, _) = snapshot(game)?;
    let copy = pickle::empty(&game.get_type())?;
    fill(&copy, record, None, parts.with(py, |_, part| Ok(part.clone_ref(py)))?)?;
    pickle::adopt(&copy, pickle::attributes(game)?.as_ref())?;
    Ok(copy)
}

/// A copy with copies of its strategies.
pub(super) fn deep<'py>(game: &Bound<'py, PySnakeGame>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let (record, mark) = snapshot(game)?;
    let copier = py.import(intern!(py, "copy"))?.getattr(intern!(py, "deepcopy"))?;
    let copy = pickle::empty(&game.get_type())?;
    // Known before its parts are copied: one of them may hold the game.
    memo.set_item(game.as_ptr() as usize, &copy)?;
    let parts = game.get().0.get()?.parts.with(py, |name, part| {
        let twin = copier.call1((part.bind(py), memo));
        twin.map(Bound::unbind).map_err(|error| named(py, name, "copied", error))
    })?;
    fill(&copy, record, mark, parts)?;
    if let Some(attributes) = pickle::attributes(game)? {
        let attributes = copier.call1((attributes, memo))?;
        pickle::adopt(&copy, Some(attributes.cast()?))?;
    }
    Ok(copy)
}

/// For a pickle.
pub(super) fn reduce<'py>(game: &Bound<'py, PySnakeGame>) -> PyResult<Bound<'py, PyTuple>> {
    let py = game.py();
    let snapshot = serde_json::to_string(&snapshot(game)?).map_err(|error| unreadable(&error))?;
    let parts = &game.get().0.get()?.parts;
    let Parts { grid, spawner, speed, clock, release } = parts.with(py, |name, part| {
        try_pickling(py, name, part.bind(py))?;
        Ok(part.clone_ref(py))
    })?;
    let (grid, spawner, speed, clock) = (grid.bind(py), spawner.bind(py), speed.bind(py), clock.bind(py));
    pickle::reduce(game, (snapshot, grid, spawner, speed, clock, release.name()))
}

/// From a pickle.
pub(super) fn restore<'py>(game: &Bound<'py, PySnakeGame>, state: &Bound<'py, PyAny>) -> PyResult<()> {
    type Contents<'py> = (String, Py<PyGrid>, Py<PyAny>, Py<PyAny>, Py<PyAny>, Bound<'py, PyAny>);
    pickle::restore(game, state, |inside| {
        let (snapshot, grid, spawner, speed, clock, release): Contents<'_> = inside.extract()?;
        let (record, mark) = serde_json::from_str(&snapshot).map_err(|error| unreadable(&error))?;
        let release = ReleaseGil::parse(&release)?;
        let [spawner, speed, clock] = [spawner, speed, clock].map(Arc::new);
        fill(game, record, mark, Parts { grid: Arc::new(grid), spawner, speed, clock, release })
    })
}

/// The state, and where a spawner of ours stands, at one moment: other threads may be ticking. Parts written in Python
/// are copied later, as they are then.
fn snapshot(game: &Bound<'_, PySnakeGame>) -> PyResult<(Record, Option<Mark>)> {
    let marker = Marker::of(game.get().0.get()?.parts.spawner.bind(game.py()));
    game.get().read(game.py(), |state| (state.record(), marker.mark()))
}

fn fill(copy: &Bound<'_, PyAny>, record: Record, mark: Option<Mark>, parts: Parts) -> PyResult<()> {
    let py = copy.py();
    let game = SnakeGame::restore(parts.grid.get().grid.clone(), record, parts.strategies(py)?)?;
    Marker::of(parts.spawner.bind(py)).go_to(mark);
    copy.cast::<PySnakeGame>()?.get().0.fill(Inside::new(game, parts))
}

impl Parts {
    /// The same, with each strategy put through `take`, which is told its name. The grid never changes and is shared.
    fn with(&self, py: Python<'_>, mut take: impl FnMut(&str, &Py<PyAny>) -> PyResult<Py<PyAny>>) -> PyResult<Self> {
        Ok(Self {
            grid: Arc::new(self.grid.clone_ref(py)),
            spawner: Arc::new(take("spawner", &self.spawner)?),
            speed: Arc::new(take("speed", &self.speed)?),
            clock: Arc::new(take("clock", &self.clock)?),
            release: self.release,
        })
    }
}

/// Pickles a part for a try, so that an error can name it: the pickler itself would only tell of some object deep inside.
fn try_pickling(py: Python<'_>, name: &str, part: &Bound<'_, PyAny>) -> PyResult<()> {
    thread_local! {
        /// A part that holds its game leads back here; the first try is enough.
        static TRYING: Cell<bool> = const { Cell::new(false) };
    }
    if TRYING.replace(true) {
        return Ok(());
    }
    let tried = py.import(intern!(py, "pickle")).and_then(|pickle| pickle.call_method1("dumps", (part,)));
    TRYING.set(false);
    let Err(error) = tried else {
        return Ok(());
    };
    // Whoever has loaded cloudpickle may be pickling with it, and it can do more; it will tell by itself what it cannot.
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    if modules.contains("cloudpickle")? { Ok(()) } else { Err(named(py, name, "pickled", error)) }
}

/// A `TypeError` that names the part, caused by the error of the part.
fn named(py: Python<'_>, name: &str, verb: &str, error: PyErr) -> PyErr {
    let is_of_the_part = error.is_instance_of::<PyException>(py)
        && !error.is_instance_of::<PyMemoryError>(py)
        && !error.is_instance_of::<PyRecursionError>(py);
    if !is_of_the_part {
        return error;
    }
    let named = PyTypeError::new_err(format!("{name}: it cannot be {verb}: {}", error.value(py)));
    named.set_cause(py, Some(error));
    named
}
