//! The Python interpreter as the program around a game, and what is looked up when the module is imported.

use std::cell::Cell;
use std::sync::OnceLock;

use pyo3::exceptions::PyImportError;
use pyo3::intern;
use pyo3::prelude::*;

use super::errors::{GameOverError, InvalidStateError, ValidationError};
use super::vocabulary::Member;
use crate::core::{Direction, Error};
use crate::games::snake::EndReason;
use crate::session::{GameState, Host};

thread_local! {
    /// Whether this thread is Python's main thread; not known before it first lets go of the interpreter lock.
    static IS_MAIN: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Looks up all that the module needs of Python later, while that is still possible: at the interpreter's exit nothing
/// can be imported any more.
pub(super) fn prepare(py: Python<'_>) -> PyResult<()> {
    // What is looked up here belongs to one interpreter.
    static SYS: OnceLock<usize> = OnceLock::new();
    let sys = py.import("sys")?.as_ptr() as usize;
    if *SYS.get_or_init(|| sys) != sys {
        return Err(PyImportError::new_err(
            "tickgrid: one interpreter in a process can import it, not a subinterpreter too",
        ));
    }
    drop((py.get_type::<ValidationError>(), py.get_type::<InvalidStateError>(), py.get_type::<GameOverError>()));
    Direction::members(py)?;
    GameState::members(py)?;
    EndReason::members(py)?;
    Ok(())
}

/// Notes which thread this is, before it lets go of the interpreter lock.
#[inline]
pub(super) fn note_thread(py: Python<'_>) {
    if IS_MAIN.get().is_none() {
        IS_MAIN.set(Some(is_main(py).unwrap_or(false)));
    }
}

#[cold]
fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(intern!(py, "threading"))?;
    let main = threading.call_method0(intern!(py, "main_thread"))?.getattr(intern!(py, "ident"))?;
    main.eq(threading.call_method0(intern!(py, "get_ident"))?)
}

/// The interpreter, as a session sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interpreter;

/// Runs signal handlers, which Python does on its main thread only. Other threads must not even ask: the interpreter may
/// be on its way out.
pub(super) fn check_signals() -> Result<(), Error> {
    if IS_MAIN.get() != Some(true) {
        return Ok(());
    }
    let stopped = Python::attach(|py| py.check_signals().err());
    stopped.map_or(Ok(()), |error| Err(Error::Interrupted(Box::new(error))))
}

impl Host for Interpreter {
    fn check_interrupt(&self) -> Result<(), Error> {
        check_signals()
    }

    fn report(&self, error: Error) {
        Python::attach(|py| PyErr::from(error).write_unraisable(py, None));
    }
}
