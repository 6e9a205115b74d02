//! `TickResult` and `Frame`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::live::snake::{Board, Frame, TickResult};
use crate::py::arguments::{flag, natural};
use crate::py::errors::{wrong_type, wrong_value};
use crate::py::value;
use crate::py::vocabulary::{from_python, to_python};
use crate::render;

/// What one tick did.
#[pyclass(name = "TickResult", module = "tickgrid", frozen, eq, hash, subclass)]
#[derive(PartialEq, Eq, Hash)]
pub(in crate::py) struct PyTickResult(pub(super) TickResult);

#[pymethods]
impl PyTickResult {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str) =
        ("tick", "state", "moved", "ate", "score", "reason");

    #[new]
    #[pyo3(signature = (tick, state, moved, ate, score, reason = None))]
    fn new(
        tick: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
        moved: &Bound<'_, PyAny>,
        ate: &Bound<'_, PyAny>,
        score: &Bound<'_, PyAny>,
        reason: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self(TickResult {
            tick: natural(tick, "tick")?,
            state: from_python(state, "state")?,
            moved: flag(moved, "moved")?,
            ate: flag(ate, "ate")?,
            score: natural(score, "score")?,
            reason: reason.map(|reason| from_python(reason, "reason")).transpose()?,
        }))
    }

    /// The number of the tick, from 1; of an idle one, how many there were before.
    #[getter]
    const fn tick(&self) -> u64 {
        self.0.tick
    }

    /// The phase after it.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.state)
    }

    /// Whether the snake moved.
    #[getter]
    const fn moved(&self) -> bool {
        self.0.moved
    }

    /// Whether it ate.
    #[getter]
    const fn ate(&self) -> bool {
        self.0.ate
    }

    /// The points so far.
    #[getter]
    const fn score(&self) -> u64 {
        self.0.score
    }

    /// Why the game ended, if it ended in this tick.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.reason.map(|reason| to_python(py, reason)).transpose()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
        value::reduce(slf)
    }
}

/// A picture, and the numbers that a front end puts around it.
#[pyclass(name = "Frame", module = "tickgrid", frozen, subclass)]
pub(in crate::py) struct PyFrame {
    frame: Arc<Frame>,
    /// Drawn when it is first looked at.
    text: PyOnceLock<Py<PyString>>,
}

#[pymethods]
impl PyFrame {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str, &'static str) = ("tick", "state", "score", "board");

    #[new]
    fn new(
        tick: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
        score: &Bound<'_, PyAny>,
        board: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let board = board.cast::<PyString>().map_err(|_| wrong_type("board", board, "a str"))?;
        let text = board.to_str().map_err(|_| wrong_value("board", "a lone surrogate", "text"))?;
        Ok(Self::of(Arc::new(Frame {
            tick: natural(tick, "tick")?,
            state: from_python(state, "state")?,
            score: natural(score, "score")?,
            board: Board::Text(text.to_owned()),
        })))
    }

    /// The number of the last tick.
    #[getter]
    fn tick(&self) -> u64 {
        self.frame.tick
    }

    /// The phase.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.frame.state)
    }

    /// The points so far.
    #[getter]
    fn score(&self) -> u64 {
        self.frame.score
    }

    /// The picture: a line a row, a character a cell. `O` head, `o` body, `*` food, `#` obstacle, `.` free.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        let draw = || match &self.frame.board {
            Board::Scene(scene) => PyString::new(py, &render::text(scene)).unbind(),
            Board::Text(text) => PyString::new(py, text).unbind(),
        };
        self.text.get_or_init(py, draw).bind(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        value::hash(slf)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        value::equal_fields::<Self>(slf, other)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
        value::reduce(slf)
    }
}

impl PyFrame {
    /// A frame that the engine published.
    pub(super) const fn of(frame: Arc<Frame>) -> Self {
        Self { frame, text: PyOnceLock::new() }
    }

    /// The engine's frame.
    pub(super) const fn inner(&self) -> &Arc<Frame> {
        &self.frame
    }
}
