//! The four phases as classes, for whoever wants to look at one or drive a game by it.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::frame::PyTickResult;
use super::game::PySnakeGame;
use crate::games::snake::EndReason;
use crate::py::errors::wrong_type;
use crate::py::vocabulary::{from_python, to_python};
use crate::session::Phase;

/// The phase of a game decides what a tick, a pause and a resume mean.
///
/// The base of ReadyPhase, RunningPhase, PausedPhase and OverPhase; it has no objects of its own.
#[pyclass(name = "GamePhase", module = "tickgrid", frozen, eq, hash, subclass)]
#[derive(PartialEq, Eq, Hash)]
pub(in crate::py) struct PyGamePhase(Phase<EndReason>);

#[pymethods]
impl PyGamePhase {
    /// The phase's label, a GameState.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.state())
    }

    /// What a tick does to a game in this phase, without delivering its frame.
    fn tick(&self, game: &Bound<'_, PyAny>) -> PyResult<PyTickResult> {
        snake_game(game)?.tick_in_phase(game.py(), self.0)
    }

    /// The phase that a pause leads to; the game is left as it is.
    fn pause<'py>(&self, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        snake_game(game)?;
        object(game.py(), self.0.on_pause()?)
    }

    /// The phase that a resume leads to; the game is left as it is.
    fn resume<'py>(&self, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        snake_game(game)?;
        object(game.py(), self.0.on_resume()?)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let reason = slf.get().reason(slf.py())?.map(|reason| reason.repr()).transpose()?;
        Ok(format!("{}({})", slf.get_type().qualname()?, reason.map_or_else(String::new, |reason| reason.to_string())))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let reason = slf.get().reason(slf.py())?;
        Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), reason)?))
    }
}

impl PyGamePhase {
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.0 {
            Phase::Over(reason) => to_python(py, reason).map(Some),
            _ => Ok(None),
        }
    }
}

fn snake_game<'a>(game: &'a Bound<'_, PyAny>) -> PyResult<&'a PySnakeGame> {
    game.cast::<PySnakeGame>().map(Bound::get).map_err(|_| wrong_type("game", game, "a SnakeGame"))
}

macro_rules! phase {
    ($class:ident, $name:literal, $phase:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(name = $name, module = "tickgrid", frozen, subclass, extends = PyGamePhase)]
        pub(in crate::py) struct $class;

        #[pymethods]
        impl $class {
            #[new]
            fn new() -> PyClassInitializer<Self> {
                PyClassInitializer::from(PyGamePhase(Phase::$phase)).add_subclass(Self)
            }
        }
    };
}

phase!(PyReadyPhase, "ReadyPhase", Ready, "Made, and not yet ticked: a tick starts the game; it can't be paused.");
phase!(PyRunningPhase, "RunningPhase", Running, "Under way: a tick moves the snake.");
phase!(PyPausedPhase, "PausedPhase", Paused, "Standing still: a tick changes nothing, until the game is resumed.");

/// Ended, and why: a tick raises GameOverError.
#[pyclass(name = "OverPhase", module = "tickgrid", frozen, subclass, extends = PyGamePhase)]
pub(in crate::py) struct PyOverPhase;

#[pymethods]
impl PyOverPhase {
    #[new]
    fn new(reason: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Ok(Self::because(from_python(reason, "reason")?))
    }

    /// Why the game ended, an EndReason.
    #[getter]
    fn reason<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        slf.as_super().get().reason(slf.py())
    }
}

impl PyOverPhase {
    fn because(reason: EndReason) -> PyClassInitializer<Self> {
        PyClassInitializer::from(PyGamePhase(Phase::Over(reason))).add_subclass(Self)
    }
}

/// A phase as Python has it.
pub(super) fn object(py: Python<'_>, phase: Phase<EndReason>) -> PyResult<Bound<'_, PyAny>> {
    Ok(match phase {
        Phase::Ready => Bound::new(py, PyReadyPhase::new())?.into_any(),
        Phase::Running => Bound::new(py, PyRunningPhase::new())?.into_any(),
        Phase::Paused => Bound::new(py, PyPausedPhase::new())?.into_any(),
        Phase::Over(reason) => Bound::new(py, PyOverPhase::because(reason))?.into_any(),
    })
}

/// One of the four phases, and nothing else: what a class of the user's own does could not be kept under the lock.
pub(super) fn phase(value: &Bound<'_, PyAny>) -> PyResult<Phase<EndReason>> {
    let is_one = value.is_exact_instance_of::<PyReadyPhase>()
        || value.is_exact_instance_of::<PyRunningPhase>()
        || value.is_exact_instance_of::<PyPausedPhase>()
        || value.is_exact_instance_of::<PyOverPhase>();
    match value.cast::<PyGamePhase>() {
        Ok(phase) if is_one => Ok(phase.get().0),
        _ => Err(wrong_type("phase", value, "a ReadyPhase, RunningPhase, PausedPhase or OverPhase")),
    }
}
