//! The gate: how a call enters the engine, as far as Python's interpreter lock is concerned.
//!
//! One rule keeps every order of threads free of deadlocks: **nothing waits for a game while attached to Python.** A
//! call either gets in at once, or lets go of the interpreter lock first and waits then. Holders of a game's lock never
//! attach to Python while they hold it.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::errors::{shown, wrong_type, wrong_value};
use super::interpreter::note_thread;
use crate::core::Result;
use crate::live::snake::{SnakeGame, State};

/// When a verb lets go of the interpreter lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReleaseGil {
    /// In every call.
    Always,
    /// When it has to wait, to run Python code, or has much to do.
    Auto,
}

impl ReleaseGil {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Auto => "auto",
        }
    }

    pub(super) fn parse(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "'always' or 'auto'";
        let name = value.cast::<PyString>().map_err(|_| wrong_type("release_gil", value, EXPECTED))?;
        let name = name.to_string_lossy();
        let found = [Self::Always, Self::Auto].into_iter().find(|release| release.name() == name);
        found.ok_or_else(|| wrong_value("release_gil", shown(value), EXPECTED))
    }
}

/// A read: the short way if nobody is in the game right now, detached if somebody is.
#[inline]
pub(super) fn read<T: Send>(py: Python<'_>, game: &SnakeGame, look: impl Fn(&State) -> T + Send) -> T {
    match game.try_read(&look) {
        Some(seen) => seen,
        None => py.detach(|| game.read(look)),
    }
}

/// A verb: where the caller chose so, first an attempt that neither waits nor runs Python code; else detached.
#[inline]
pub(super) fn verb<T: Send>(
    py: Python<'_>,
    release: ReleaseGil,
    attempt: impl FnOnce() -> Result<Option<T>>,
    work: impl FnOnce() -> Result<T> + Send,
) -> PyResult<T> {
    if release == ReleaseGil::Auto
        && let Some(answer) = attempt()?
    {
        return Ok(answer);
    }
    detached(py, work)
}

/// A call that lets go of the interpreter lock, whatever the caller chose.
#[inline]
pub(super) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    note_thread(py);
    Ok(py.detach(work)?)
}
