//! Observers: ours as a Python class, and Python's as the engine's.

use std::any::Any;
use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::frame::PyFrame;
use crate::core::Result;
use crate::live::snake::{Frame, TextRenderer};
use crate::py::arguments::{has_method, small};
use crate::py::errors::wrong_type;
use crate::py::made::Made;
use crate::py::pickle;
use crate::session::Observer;

/// An observer that keeps every frame, or the last `limit` of them. Never reaches back into the game.
#[pyclass(name = "TextRenderer", module = "tickgrid", frozen, subclass)]
pub(in crate::py) struct PyTextRenderer(Made<Arc<TextRenderer>>);

#[pymethods]
impl PyTextRenderer {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(limit=None)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (limit = None))]
    fn __init__(&self, limit: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let limit = limit.map(|limit| small(limit, "limit", 1..=u32::MAX)).transpose()?;
        self.0.fill(Arc::new(TextRenderer::new(limit.map(|limit| limit as usize))?))
    }

    /// How many frames it keeps; None for all.
    #[getter]
    fn limit(&self) -> PyResult<Option<usize>> {
        Ok(self.0.get()?.limit())
    }

    /// Adds a frame; the game calls this.
    fn on_frame(&self, frame: &Bound<'_, PyAny>) -> PyResult<()> {
        let frame = frame.cast::<PyFrame>().map_err(|_| wrong_type("frame", frame, "a Frame"))?;
        self.0.get()?.keep(Arc::clone(frame.get().inner()));
        Ok(())
    }

    /// The frames it keeps, oldest first.
    fn frames<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let frames = self.0.get()?.frames().into_iter().map(|frame| Bound::new(py, PyFrame::of(frame)));
        PyTuple::new(py, frames.collect::<PyResult<Vec<_>>>()?)
    }

    /// The newest frame, or None.
    fn latest(&self) -> PyResult<Option<PyFrame>> {
        Ok(self.0.get()?.latest().map(PyFrame::of))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, (slf.get().limit()?, slf.get().frames(slf.py())?))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (limit, frames): (Option<Bound<'_, PyAny>>, Bound<'_, PyAny>) = pickle::restore(slf, state)?.extract()?;
        slf.get().__init__(limit.as_ref())?;
        frames.try_iter()?.try_for_each(|frame| slf.get().on_frame(&frame?))
    }
}

/// The observer of an argument: ours at native speed, anything else through its `on_frame`.
pub(super) fn observer(value: &Bound<'_, PyAny>) -> PyResult<Arc<dyn Observer<Frame>>> {
    if let Ok(renderer) = value.cast_exact::<PyTextRenderer>() {
        return Ok(Arc::<TextRenderer>::clone(renderer.get().0.get()?));
    }
    has_method(value, "renderer", "on_frame", "an object with a method on_frame(frame)")?;
    Ok(Arc::new(PythonObserver(value.clone().unbind())))
}

/// What tells observers apart: the address of the renderer or of the Python object behind one.
pub(super) fn identity(observer: &dyn Observer<Frame>) -> usize {
    let any: &dyn Any = observer;
    match (any.downcast_ref::<PythonObserver>(), any.downcast_ref::<TextRenderer>()) {
        (Some(python), _) => python.0.as_ptr() as usize,
        (None, Some(renderer)) => std::ptr::from_ref(renderer) as usize,
        (None, None) => 0,
    }
}

/// An observer written in Python.
pub(super) struct PythonObserver(Py<PyAny>);

impl PythonObserver {
    /// The Python object behind an observer, if there is one.
    pub(super) fn object(observer: &dyn Observer<Frame>) -> Option<&Py<PyAny>> {
        let observer: &dyn Any = observer;
        observer.downcast_ref::<Self>().map(|python| &python.0)
    }
}

impl Observer<Frame> for PythonObserver {
    fn on_frame(&self, frame: &Arc<Frame>) -> Result<()> {
        Python::attach(|py| {
            let frame = PyFrame::of(Arc::clone(frame));
            self.0.bind(py).call_method1(intern!(py, "on_frame"), (frame,)).map(drop)
        })
        .map_err(Into::into)
    }
}
