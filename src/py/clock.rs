//! Clocks: ours as Python classes, and Python's as the engine's.

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arguments::{Given, has_method, real};
use super::made::Made;
use super::pickle;
use crate::core::Result;
use crate::session::{Clock, ManualClock, SystemClock};

/// The system's time in seconds: since 1970 when first read in a process, and steady from then on.
#[pyclass(name = "SystemClock", module = "tickgrid", frozen, subclass, weakref)]
pub(super) struct PySystemClock;

#[pymethods]
impl PySystemClock {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "()")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self
    }

    #[pyo3(signature = ())]
    #[expect(clippy::unused_self, reason = "a method in Python")]
    const fn __init__(&self) {}

    /// The time in seconds.
    #[expect(clippy::unused_self, reason = "a method in Python")]
    fn now(&self) -> PyResult<f64> {
        Ok(SystemClock.now()?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, slf.py().None())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |_| Ok(()))
    }
}

/// A clock that stands still until it is told to go on. `start` is a finite number of seconds.
#[pyclass(name = "ManualClock", module = "tickgrid", frozen, subclass, weakref)]
pub(super) struct PyManualClock(Made<Arc<ManualClock>>);

#[pymethods]
impl PyManualClock {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(start=0.0)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (start = Given::NOT))]
    fn __init__(&self, start: Given<'_>) -> PyResult<()> {
        let start = start.value().map_or(Ok(0.0), |start| real(start, "start"))?;
        self.0.fill(Arc::new(ManualClock::new(start)?))
    }

    /// The time in seconds.
    fn now(&self) -> PyResult<f64> {
        Ok(self.0.get()?.now()?)
    }

    /// Lets a number of seconds pass: finite, 0 or more.
    fn advance(&self, seconds: &Bound<'_, PyAny>) -> PyResult<()> {
        Ok(self.0.get()?.advance(real(seconds, "seconds")?)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, slf.get().now()?)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |now| slf.get().__init__(Given::from(now)))
    }
}

/// The clock of a game: ours at native speed, anything else through its `now`.
pub(super) fn clock(py: Python<'_>, object: &Arc<Py<PyAny>>) -> PyResult<Arc<dyn Clock>> {
    let value = object.bind(py);
    if value.cast_exact::<PySystemClock>().is_ok() {
        return Ok(Arc::new(SystemClock));
    }
    if let Ok(manual) = value.cast_exact::<PyManualClock>() {
        return Ok(Arc::<ManualClock>::clone(manual.get().0.get()?));
    }
    has_method(value, "clock", "now", "an object with a method now()")?;
    Ok(Arc::new(PythonClock(Arc::clone(object))))
}

/// A clock written in Python.
struct PythonClock(Arc<Py<PyAny>>);

impl Clock for PythonClock {
    fn now(&self) -> Result<f64> {
        Ok(Python::attach(|py| real(&self.0.bind(py).call_method0(intern!(py, "now"))?, "clock"))?)
    }
}
