//! The enums of `tickgrid.vocabulary`, as Python has them and as the engine has them.

use std::fmt::Display;
use std::str::FromStr;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use super::errors::{shown, wrong_type, wrong_value};
use crate::core::{Direction, Error};
use crate::games::snake::EndReason;
use crate::session::GameState;

/// An enum that Python knows under the same name, with the same words.
pub(super) trait Member: Copy + Display + FromStr<Err = Error> + 'static {
    /// The name of the Python class.
    const CLASS: &'static str;
    /// What an error says that a word should have been.
    const EXPECTED: &'static str;
    /// All, in the order of their numbers.
    const ALL: &'static [Self];

    /// Its number.
    fn number(self) -> usize;

    /// The Python members in the order of their numbers, once they have been looked up.
    fn cache() -> &'static PyOnceLock<Vec<Py<PyAny>>>;

    /// The Python members in the order of their numbers.
    fn members(py: Python<'_>) -> PyResult<&'static [Py<PyAny>]> {
        let look_up = || {
            let class = py.import("tickgrid.vocabulary")?.getattr(Self::CLASS)?;
            Self::ALL.iter().map(|member| Ok(class.call1((member.to_string(),))?.unbind())).collect::<PyResult<_>>()
        };
        Self::cache().get_or_try_init(py, look_up).map(Vec::as_slice)
    }
}

/// As Python has it.
pub(super) fn to_python<M: Member>(py: Python<'_>, member: M) -> PyResult<Bound<'_, PyAny>> {
    Ok(M::members(py)?[member.number()].bind(py).clone())
}

/// From Python: the member itself, or its string.
pub(super) fn from_python<M: Member>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<M> {
    let members = M::members(value.py())?;
    if let Some(number) = members.iter().position(|member| value.is(member)) {
        return Ok(M::ALL[number]);
    }
    match value.cast::<PyString>() {
        Ok(name) => name.to_string_lossy().parse().map_err(|_| wrong_value(field, shown(value), M::EXPECTED)),
        Err(_) => Err(wrong_type(field, value, format_args!("a {} or its string", M::CLASS))),
    }
}

/// A word that Python has as a plain string.
pub(super) fn word<W: FromStr<Err = Error>>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<W> {
    let word = value.cast::<PyString>().map_err(|_| wrong_type(field, value, "a str"))?;
    Ok(word.to_string_lossy().parse()?)
}

macro_rules! member {
    ($enum:ident) => {
        impl Member for $enum {
            const CLASS: &'static str = stringify!($enum);
            const EXPECTED: &'static str = $enum::EXPECTED;
            const ALL: &'static [Self] = &$enum::ALL;

            fn number(self) -> usize {
                self as usize
            }

            fn cache() -> &'static PyOnceLock<Vec<Py<PyAny>>> {
                static CACHE: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
                &CACHE
            }
        }
    };
}

member!(Direction);
member!(GameState);
member!(EndReason);
