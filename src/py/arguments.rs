//! Reading arguments. Each error names the field, what came and what would be right.

use std::convert::Infallible;
use std::ops::RangeInclusive;

use pyo3::Borrowed;
use pyo3::prelude::*;

use super::errors::{shown, wrong_number, wrong_type, wrong_value};
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
pub(super) fn integer(value: &Bound<'_, PyAny>, field: &str, range: RangeInclusive<i64>) -> PyResult<i64> {
    let expected = || format!("an integer from {} to {}", range.start(), range.end());
    let number: i64 = value.extract().map_err(|error| wrong_number(error, field, value, expected()))?;
    if range.contains(&number) { Ok(number) } else { Err(wrong_value(field, number, expected())) }
}

/// A whole number from 0 on.
pub(super) fn natural(value: &Bound<'_, PyAny>, field: &str) -> PyResult<u64> {
    integer(value, field, 0..=i64::MAX).map(i64::cast_unsigned)
}

/// A whole number of a range of numbers that fit 32 bits.
pub(super) fn small(value: &Bound<'_, PyAny>, field: &str, range: RangeInclusive<u32>) -> PyResult<u32> {
    let range = i64::from(*range.start())..=i64::from(*range.end());
    integer(value, field, range).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
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
    collect(value, field, "an iterable of Points", |item| point(item, field))
}

/// Any iterable, of at most as many items as the largest grid has cells; one without end is an error, not a hang.
pub(super) fn collect<T>(
    value: &Bound<'_, PyAny>,
    field: &str,
    expected: &str,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let iterator = value.try_iter().map_err(|_| wrong_type(field, value, expected))?;
    let mut items = Vec::new();
    for item in iterator {
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
        Some(found) if found.is_callable() => Ok(()),
        _ => Err(wrong_type(field, value, expected)),
    }
}

/// A random seed: a whole number from 0 to 2^64 - 1. `None` if it is no number at all.
pub(super) fn seed(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Option<u64>> {
    if !value.hasattr("__index__")? {
        return Ok(None);
    }
    let out_of_range = |_| wrong_value(field, shown(value), "a seed from 0 to 2^64 - 1");
    value.extract().map(Some).map_err(out_of_range)
}
