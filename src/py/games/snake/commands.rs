//! Key presses as objects: `Turn`, `Pause`, `Resume`.

use pyo3::intern;
use pyo3::prelude::*;

use super::game::PySnakeGame;
use crate::core::Direction;
use crate::py::arguments::has_method;
use crate::py::value;
use crate::py::vocabulary::{from_python, to_python};
use crate::session::GameState;

/// A turn in a direction.
#[pyclass(name = "Turn", module = "tickgrid", frozen, eq, hash, subclass)]
#[derive(PartialEq, Eq, Hash)]
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
            Err(_) => has_method(game, "game", "change_direction", "a game with a method change_direction(direction)")
                .and_then(|()| game.call_method1(intern!(py, "change_direction"), (self.direction(py)?,)))?
                .is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
        value::reduce(slf)
    }
}

macro_rules! command {
    ($class:ident, $name:literal, $method:literal, $state:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(name = $name, module = "tickgrid", frozen, eq, hash, subclass)]
        #[derive(PartialEq, Eq, Hash)]
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
                has_method(game, "game", $method, concat!("a game with a method ", $method, "()"))?;
                let state: GameState = from_python(&game.call_method0(intern!(game.py(), $method))?, "state")?;
                Ok(state == GameState::$state)
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                value::repr(slf)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
                value::reduce(slf)
            }
        }
    };
}

command!(PyPause, "Pause", "pause", Paused, "A pause.");
command!(PyResume, "Resume", "resume", Running, "A resume.");
