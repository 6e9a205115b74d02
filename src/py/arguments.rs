//! Reading arguments. Each error names the field, what came and what would be right.

use std::convert::Infallible;
use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyType};

use super::errors::{wrong_number, wrong_type, wrong_value};
use super::geometry::PyPoint;
use crate::core::{MAX_SIDE, Point};

/// No list of cells is longer than the largest grid has cells.
const MAX_CELLS: usize = (MAX_SIDE * MAX_SIDE) as usize;

/// An argument that may be left out. Unlike an `Option`, it does not take None for that.
pub(super) struct Given<'py>(Option<Bound<'py, PyAny>>);

impl<'py> Given<'py> {
    /// What it is when it is left out.
    pub(super) const NOT: Self = Self(None);

    /// The argument that was given.
    pub(super) const fn value(&self) -> Option<&Bound<'py, PyAny>> {
        self.0.as_ref()
    }
}

impl<'py> From<&Bound<'py, PyAny>> for Given<'py> {
    fn from(value: &Bound<'py, PyAny>) -> Self {
        Self(Some(value.clone()))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'py> {
    type Error = Infallible;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self::from(&*value))
    }
}

/// A whole number of a range.
pub(super) fn integer<T>(value: &Bound<'_, PyAny>, field: &str, range: RangeInclusive<T>) -> PyResult<T>
where
    T: Copy + Display + PartialOrd + TryFrom<i64>,
{
    let expected = || format!("an integer from {} to {}", range.start(), range.end());
    let number: i64 = value.extract().map_err(|error| wrong_number(error, field, value, expected()))?;
    let fitting = T::try_from(number).ok().filter(|number| range.contains(number));
    fitting.ok_or_else(|| wrong_value(field, number, expected()))
}

/// A whole number from 0 on.
pub(super) fn natural(value: &Bound<'_, PyAny>, field: &str) -> PyResult<u64> {
    integer(value, field, 0..=i64::MAX.cast_unsigned())
}

/// Whether it is True or False, of Python or of NumPy, which index as 1 and 0.
pub(super) fn is_flag(value: &Bound<'_, PyAny>) -> bool {
    // What most values are is asked first.
    !value.is_exact_instance_of::<PyInt>()
        && value.get_type().name().is_ok_and(|name| name == "bool" || name == "bool_")
}

/// True or False.
pub(super) fn flag(value: &Bound<'_, PyAny>, field: &str) -> PyResult<bool> {
    value.extract().map_err(|_| wrong_type(field, value, "True or False"))
}

/// A number of seconds, or another real number.
pub(super) fn real(value: &Bound<'_, PyAny>, field: &str) -> PyResult<f64> {
    value.extract().map_err(|error| wrong_number(error, field, value, "a real number"))
}

/// A point.
pub(super) fn point(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Point> {
    value.cast::<PyPoint>().map(|point| point.get().0).map_err(|_| wrong_type(field, value, "a Point"))
}

/// Any iterable of points.
pub(super) fn points(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<Point>> {
    collect(value, field, "an iterable of Points", usize::MAX, |item| point(item, field))
}

/// The first items of any iterable, as many as are wanted, but no more than the largest grid has cells: one without end
/// is an error, not a hang.
pub(super) fn collect<T>(
    value: &Bound<'_, PyAny>,
    field: &str,
    expected: &str,
    wanted: usize,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let iterator = value.try_iter().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) { wrong_type(field, value, expected) } else { error }
    })?;
    let mut items = Vec::new();
    for item in iterator.take(wanted) {
        if items.len() == MAX_CELLS {
            return Err(wrong_value(field, "more", format_args!("at most {MAX_CELLS} items")));
        }
        if items.len() % 4_096 == 4_095 {
            value.py().check_signals()?;
        }
        items.push(read(&item?)?);
    }
    Ok(items)
}

/// An object with a method of this name.
pub(super) fn has_method(value: &Bound<'_, PyAny>, field: &str, method: &str, expected: &str) -> PyResult<()> {
    match value.getattr_opt(method)? {
        // A class has its objects' methods, but is none of them.
        Some(found) if found.is_callable() && !value.is_instance_of::<PyType>() => Ok(()),
        _ => Err(wrong_type(field, value, expected)),
    }
}

/// A random seed: a whole number from 0 to 2^64 - 1. `None` if it is no number at all.
pub(super) fn seed(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Option<u64>> {
    if !value.hasattr("__index__")? {
        return Ok(None);
    }
    value.extract().map(Some).map_err(|error| wrong_number(error, field, value, "a seed from 0 to 2^64 - 1"))
}
