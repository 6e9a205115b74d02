//! What all value classes have in common: they look, compare and pickle as a frozen dataclass does.

use pyo3::PyClass;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::pickle;

/// The fields' values, in the order of the class' `__match_args__`.
fn fields<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let names: Vec<String> = value.getattr(intern!(value.py(), "__match_args__"))?.extract()?;
    names.into_iter().map(|name| value.getattr(name.as_str()).map(|field| (name, field))).collect()
}

fn tuple<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(value.py(), fields(value)?.into_iter().map(|(_, field)| field))
}

/// `Name(field=value, ...)`.
pub(super) fn repr(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let fields = fields(value)?.into_iter().map(|(name, field)| Ok(format!("{name}={}", field.repr()?)));
    let name = value.get_type().qualname()?;
    Ok(format!("{name}({})", fields.collect::<PyResult<Vec<_>>>()?.join(", ")))
}

/// The hash of the fields.
pub(super) fn hash(value: &Bound<'_, PyAny>) -> PyResult<isize> {
    tuple(value)?.hash()
}

/// `(class, fields, attributes)`, for copies and pickles.
pub(super) fn reduce<'py>(value: &Bound<'py, PyAny>) -> PyResult<Reduced<'py>> {
    Ok((value.get_type(), tuple(value)?, pickle::attributes(value)?))
}

/// What [`reduce`] gives.
pub(super) type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// The answer of `==` by the fields' own `==`.
pub(super) fn equal_fields<T: PyClass>(value: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = other.py();
    if !other.is_instance_of::<T>() {
        return Ok(py.NotImplemented());
    }
    Ok(tuple(value)?.eq(tuple(other)?)?.into_pyobject(py)?.to_owned().into_any().unbind())
}

/// The answer of `==` with an object that may be of another class.
pub(super) fn equal<T: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync>(
    other: &Bound<'_, PyAny>,
    same: impl FnOnce(&T) -> bool,
) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match other.cast::<T>() {
        Ok(other) => Ok(same(other.get()).into_pyobject(py)?.to_owned().into_any().unbind()),
        Err(_) => Ok(py.NotImplemented()),
    }
}
