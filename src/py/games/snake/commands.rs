//! Key presses as objects: `Turn`, `Pause`, `Resume`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::game::PySnakeGame;
use crate::core::Direction;
use crate::py::value;
use crate::py::vocabulary::{from_python, to_python};
use crate::session::GameState;

/// A turn in a direction.
#[pyclass(name = "Turn", module = "tickgrid", frozen, subclass)]
pub(in crate::py) struct PyTurn(pub(super) Direction);

#[pymethods]
impl PyTurn {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str,) = ("direction",);

    #[new]
    fn new(direction: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_python(direction, "direction").map(Self)
    }

    /// Where to.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0)
    }

    /// Queues the turn in a game; whether it was taken.
    fn apply(&self, game: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = game.py();
        match game.cast_exact::<PySnakeGame>() {
            Ok(game) => game.get().turn(py, self.0),
            // A subclass or another game altogether: its own method counts.
            Err(_) => game.call_method1(intern!(py, "change_direction"), (self.direction(py)?,))?.is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        value::hash(slf)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        value::equal(other, |other: &Self| self.0 == other.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        value::reduce(slf)
    }
}

macro_rules! command {
    ($class:ident, $name:literal, $method:literal, $state:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(name = $name, module = "tickgrid", frozen, subclass)]
        pub(in crate::py) struct $class;

        #[pymethods]
        impl $class {
            #[classattr]
            #[pyo3(name = "__match_args__")]
            const MATCH_ARGS: () = ();

            #[new]
            const fn new() -> Self {
                Self
            }

            #[doc = concat!("Calls the game's `", $method, "`; whether it is ", stringify!($state), " then.")]
            fn apply(&self, game: &Bound<'_, PyAny>) -> PyResult<bool> {
                let state: GameState = from_python(&game.call_method0(intern!(game.py(), $method))?, "state")?;
                Ok(state == GameState::$state)
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                value::repr(slf)
            }

            fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
                slf.get_type().hash()
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                value::equal(other, |_: &Self| true)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
                value::reduce(slf)
            }
        }
    };
}

command!(PyPause, "Pause", "pause", Paused, "A pause.");
command!(PyResume, "Resume", "resume", Running, "A resume.");
