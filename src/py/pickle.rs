//! Copies and pickles of objects that [`Made`](super::made::Made) fills: an empty object of the same class, then its
//! state, then whatever attributes a Python subclass has added.

use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::errors::{InvalidStateError, ValidationError, wrong_value};
use pyo3::{IntoPyObjectExt, intern};

/// What `__reduce__` gives: `(copyreg.__newobj__, (class,), (state, attributes))`.
pub(super) fn reduce<'py>(
    object: &Bound<'py, PyAny>,
    state: impl IntoPyObjectExt<'py>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = object.py();
    let new = py.import(intern!(py, "copyreg"))?.getattr(intern!(py, "__newobj__"))?;
    let state = state.into_bound_py_any(py)?;
    (new, (object.get_type(),), (state, attributes(object)?)).into_pyobject(py)
}

/// Takes a state apart that [`reduce`] put together: fills the object with what is inside, then gives it its attributes
/// back.
pub(super) fn restore<'py>(
    object: &Bound<'py, PyAny>,
    state: &Bound<'py, PyAny>,
    fill: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let py = object.py();
    let restored = state.extract().and_then(|(inside, attributes): (Bound<'py, PyAny>, Option<Bound<'py, PyDict>>)| {
        fill(&inside)?;
        adopt(object, attributes.as_ref())
    });
    // Whatever does not fit was not written by `reduce`.
    restored.map_err(|error| {
        let ours = error.is_instance_of::<ValidationError>(py) || error.is_instance_of::<InvalidStateError>(py);
        let not_ours = error.is_instance_of::<PyValueError>(py)
            || error.is_instance_of::<PyTypeError>(py)
            || error.is_instance_of::<PyOverflowError>(py)
            || error.is_instance_of::<PyAttributeError>(py);
        if !ours && not_ours { wrong_value("state", error.value(py), "what __reduce__ gave") } else { error }
    })
}

/// The attributes that a Python subclass has added.
pub(super) fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let found = object.getattr_opt(intern!(object.py(), "__dict__"))?;
    Ok(found.and_then(|dict| dict.cast_into().ok()).filter(|dict: &Bound<'_, PyDict>| !dict.is_empty()))
}

/// Gives an object attributes.
pub(super) fn adopt<'py>(object: &Bound<'py, PyAny>, attributes: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
    let Some(attributes) = attributes else {
        return Ok(());
    };
    object.getattr(intern!(object.py(), "__dict__"))?.cast::<PyDict>()?.update(attributes.as_mapping())
}

/// An empty object of a class.
pub(super) fn empty<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    class.call_method1(intern!(class.py(), "__new__"), (class,))
}
