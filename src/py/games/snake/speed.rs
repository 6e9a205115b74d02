//! Speed policies: ours as Python classes, and Python's as the engine's.

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::core::Result;
use crate::live::snake::{AcceleratingSpeed, ConstantSpeed, Pace, SpeedPolicy};
use crate::py::arguments::{Given, has_method, natural, real};
use crate::py::made::Made;
use crate::py::pickle;

/// Always the same interval between two ticks: `seconds`, finite and positive.
#[pyclass(name = "ConstantSpeed", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PyConstantSpeed(Made<ConstantSpeed>);

#[pymethods]
impl PyConstantSpeed {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(seconds=0.15)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (seconds = Given::NOT))]
    fn __init__(&self, seconds: Given<'_>) -> PyResult<()> {
        self.0.fill(match seconds.value() {
            None => ConstantSpeed::default(),
            Some(seconds) => ConstantSpeed::new(real(seconds, "seconds")?)?,
        })
    }

    /// Seconds to the next tick.
    fn interval(&self, score: &Bound<'_, PyAny>, length: &Bound<'_, PyAny>) -> PyResult<f64> {
        interval(self.0.get()?, score, length)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, slf.get().0.get()?.seconds())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |seconds| slf.get().__init__(Given::from(seconds)))
    }
}

/// Every point shortens the interval by a factor, down to a floor: `max(floor, base * factor ** score)` seconds.
///
/// `0 < factor <= 1` and `0 < floor <= base`, all finite. With the defaults a game starts at 200 ms a tick and reaches the floor of 60 ms after 12 points.
#[pyclass(name = "AcceleratingSpeed", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PyAcceleratingSpeed(Made<AcceleratingSpeed>);

#[pymethods]
impl PyAcceleratingSpeed {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(base=0.2, factor=0.9, floor=0.06)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (base = Given::NOT, factor = Given::NOT, floor = Given::NOT))]
    fn __init__(&self, base: Given<'_>, factor: Given<'_>, floor: Given<'_>) -> PyResult<()> {
        let (default_base, default_factor, default_floor) = AcceleratingSpeed::default().parameters();
        let base = base.value().map_or(Ok(default_base), |value| real(value, "base"))?;
        let factor = factor.value().map_or(Ok(default_factor), |value| real(value, "factor"))?;
        let floor = floor.value().map_or(Ok(default_floor), |value| real(value, "floor"))?;
        self.0.fill(AcceleratingSpeed::new(base, factor, floor)?)
    }

    /// Seconds to the next tick.
    fn interval(&self, score: &Bound<'_, PyAny>, length: &Bound<'_, PyAny>) -> PyResult<f64> {
        interval(self.0.get()?, score, length)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, slf.get().0.get()?.parameters())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |inside| {
            let (base, factor, floor): (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) = inside.extract()?;
            slf.get().__init__(Given::from(&base), Given::from(&factor), Given::from(&floor))
        })
    }
}

/// An interval that Python asks for.
fn interval(speed: &impl SpeedPolicy, score: &Bound<'_, PyAny>, length: &Bound<'_, PyAny>) -> PyResult<f64> {
    let length = usize::try_from(natural(length, "length")?).unwrap_or(usize::MAX);
    Ok(speed.interval(natural(score, "score")?, length)?)
}

/// A policy of ours as Python has it.
pub(super) fn of_pace(py: Python<'_>, pace: Option<Pace>) -> PyResult<Py<PyAny>> {
    let pace = pace.unwrap_or_else(|| Pace::Constant(ConstantSpeed::default().seconds()));
    Ok(match pace {
        Pace::Constant(seconds) => {
            Bound::new(py, PyConstantSpeed(Made::of(ConstantSpeed::new(seconds)?)))?.into_any().unbind()
        }
        Pace::Accelerating { base, factor, floor } => {
            let speed = AcceleratingSpeed::new(base, factor, floor)?;
            Bound::new(py, PyAcceleratingSpeed(Made::of(speed)))?.into_any().unbind()
        }
    })
}

/// The speed of a game: ours at native speed, anything else through its `interval`.
pub(super) fn speed(py: Python<'_>, object: &Arc<Py<PyAny>>) -> PyResult<Arc<dyn SpeedPolicy>> {
    let value = object.bind(py);
    if let Ok(constant) = value.cast_exact::<PyConstantSpeed>() {
        return Ok(Arc::new(*constant.get().0.get()?));
    }
    if let Ok(accelerating) = value.cast_exact::<PyAcceleratingSpeed>() {
        return Ok(Arc::new(*accelerating.get().0.get()?));
    }
    has_method(value, "speed", "interval", "an object with a method interval(score, length)")?;
    Ok(Arc::new(PythonSpeed(Arc::clone(object))))
}

/// A speed policy written in Python.
struct PythonSpeed(Arc<Py<PyAny>>);

impl SpeedPolicy for PythonSpeed {
    fn interval(&self, score: u64, length: usize) -> Result<f64> {
        Ok(Python::attach(|py| {
            let seconds = self.0.bind(py).call_method1(intern!(py, "interval"), (score, length))?;
            real(&seconds, "interval")
        })?)
    }
}
