//! The engine's errors as Python's, and the other way round.

use std::fmt::Display;

use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError};
use pyo3::import_exception;
use pyo3::prelude::*;

use crate::core::Error;

import_exception!(tickgrid.errors, ValidationError);
import_exception!(tickgrid.errors, InvalidStateError);
import_exception!(tickgrid.errors, GameOverError);
import_exception!(tickgrid.errors, ResourceLimitError);
import_exception!(tickgrid.errors, ReplayError);

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        match error {
            Error::Validation(message) => ValidationError::new_err(message),
            Error::InvalidState(message) => InvalidStateError::new_err(message),
            Error::GameOver(message) => GameOverError::new_err(message),
            Error::ResourceLimit(message) => ResourceLimitError::new_err(message),
            Error::Replay(message) => ReplayError::new_err(message),
            // What Python raised comes out as it went in.
            Error::Foreign(source) | Error::Interrupted(source) => {
                source.downcast().map_or_else(|other| InvalidStateError::new_err(other.to_string()), |error| *error)
            }
        }
    }
}

impl From<PyErr> for Error {
    /// An exception that is no `Exception` (Ctrl-C, a request to exit) is an interruption.
    fn from(error: PyErr) -> Self {
        if Python::attach(|py| error.is_instance_of::<PyException>(py)) {
            Self::Foreign(Box::new(error))
        } else {
            Self::Interrupted(Box::new(error))
        }
    }
}

/// A `ValidationError` of the one form all have.
pub(super) fn wrong_value(field: &str, got: impl Display, expected: impl Display) -> PyErr {
    Error::validation(field, got, expected).into()
}

/// A `TypeError` of the same form; tells the type that came.
pub(super) fn wrong_type(field: &str, got: &Bound<'_, PyAny>, expected: impl Display) -> PyErr {
    let name = got.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{field}: got {name}, expected {expected}"))
}

/// An error of reading `got` as a number: too large is a wrong value, anything else a wrong type.
pub(super) fn wrong_number(error: PyErr, field: &str, got: &Bound<'_, PyAny>, expected: impl Display) -> PyErr {
    let py = got.py();
    if error.is_instance_of::<PyOverflowError>(py) {
        wrong_value(field, shown(got), expected)
    } else if error.is_instance_of::<PyTypeError>(py) {
        wrong_type(field, got, expected)
    } else {
        error
    }
}

/// A value for a message; shortened if it is long.
pub(super) fn shown(value: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    // A number of more than 4,300 digits has no repr.
    let text = value.repr().map_or_else(|_| "a huge number".to_owned(), |repr| repr.to_string());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
