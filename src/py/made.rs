//! Objects that `__init__` makes, not `__new__`.
//!
//! A Python subclass may give its `__init__` other arguments than ours and call ours itself. So `__new__` takes whatever
//! comes and makes an empty object, and `__init__` fills it, once. One whose `__init__` never got that far answers every
//! use with an error.

use std::sync::OnceLock;

use pyo3::prelude::*;

use super::errors::InvalidStateError;

/// The inside of an object, once it has been made.
pub(super) struct Made<T>(OnceLock<T>);

impl<T> Made<T> {
    pub(super) const fn empty() -> Self {
        Self(OnceLock::new())
    }

    /// One that the engine has made.
    pub(super) fn of(inside: T) -> Self {
        Self(OnceLock::from(inside))
    }

    /// Fills the object.
    pub(super) fn fill(&self, inside: T) -> PyResult<()> {
        self.0.set(inside).map_err(|_| made_already())
    }

    /// Whether the object can still be filled; to be asked before anything else is changed.
    pub(super) fn check_empty(&self) -> PyResult<()> {
        self.0.get().map_or(Ok(()), |_| Err(made_already()))
    }

    /// The inside.
    #[inline]
    pub(super) fn get(&self) -> PyResult<&T> {
        self.0.get().ok_or_else(|| {
            InvalidStateError::new_err("this object is empty: its class never called super().__init__()")
        })
    }

    /// The inside, if there is one.
    pub(super) fn peek(&self) -> Option<&T> {
        self.0.get()
    }
}

fn made_already() -> PyErr {
    InvalidStateError::new_err("__init__: this object has been made already")
}
