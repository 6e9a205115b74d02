//! Observers: ours as a Python class, and Python's as the engine's.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use super::frame::PyFrame;
use crate::core::Result;
use crate::live::snake::{Frame, TextRenderer};
use crate::py::arguments::{has_method, integer};
use crate::py::errors::wrong_type;
use crate::py::made::Made;
use crate::py::pickle;
use crate::session::Observer;

/// An observer that keeps every frame, or the last `limit` of them (at least 1). Never reaches back into the game.
#[pyclass(name = "TextRenderer", module = "tickgrid", frozen, subclass, weakref)]
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
        let limit = limit.map(|limit| integer(limit, "limit", 1..=u32::MAX)).transpose()?;
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
        pickle::restore(slf, state, |inside| {
            let (limit, frames): (Option<Bound<'_, PyAny>>, Vec<Bound<'_, PyFrame>>) = inside.extract()?;
            slf.get().__init__(limit.as_ref())?;
            frames.iter().try_for_each(|frame| slf.get().on_frame(frame))
        })
    }
}

/// The observer of an argument: ours at native speed, anything else through its `on_frame`, and known to the garbage
/// collector.
pub(super) fn observer(value: &Bound<'_, PyAny>, watchers: &Watchers) -> PyResult<Arc<dyn Observer<Frame>>> {
    if let Ok(renderer) = value.cast_exact::<PyTextRenderer>() {
        return Ok(Arc::<TextRenderer>::clone(renderer.get().0.get()?));
    }
    has_method(value, "renderer", "on_frame", "an object with a method on_frame(frame)")?;
    let observer = Arc::new(PythonObserver { object: value.clone().unbind(), closed: AtomicBool::new(false) });
    watchers.add(&observer);
    Ok(observer)
}

/// What tells observers apart: the address of our renderer, or of the Python object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    Native(usize),
    Python(usize),
}

impl Identity {
    /// Of a Python object, if it can be an observer at all.
    pub(super) fn of_object(value: &Bound<'_, PyAny>) -> Self {
        let renderer = value.cast_exact::<PyTextRenderer>().ok().and_then(|renderer| renderer.get().0.peek());
        let python = || Self::Python(value.as_ptr() as usize);
        renderer.map_or_else(python, |renderer| Self::Native(Arc::as_ptr(renderer) as usize))
    }

    /// Of an observer. Runs no Python code.
    pub(super) fn of(observer: &dyn Observer<Frame>) -> Self {
        let native = || Self::Native(std::ptr::from_ref(observer).cast::<()>() as usize);
        PythonObserver::of(observer).map_or_else(native, |python| Self::Python(python.object.as_ptr() as usize))
    }
}

/// An observer written in Python.
pub(super) struct PythonObserver {
    object: Py<PyAny>,
    /// Set while attached to Python, and looked at while attached: once an `unsubscribe` has returned, nothing arrives.
    closed: AtomicBool,
}

impl PythonObserver {
    fn of(observer: &dyn Observer<Frame>) -> Option<&Self> {
        let observer: &dyn Any = observer;
        observer.downcast_ref()
    }

    /// Hands nothing more over.
    pub(super) fn close(observer: &dyn Observer<Frame>) {
        if let Some(python) = Self::of(observer) {
            python.closed.store(true, Ordering::Release);
        }
    }
}

impl Observer<Frame> for PythonObserver {
    fn on_frame(&self, frame: &Arc<Frame>) -> Result<()> {
        Python::attach(|py| {
            // Made first: nothing may come between the look and the call.
            let frame = Bound::new(py, PyFrame::of(Arc::clone(frame)))?;
            if self.closed.load(Ordering::Acquire) {
                return Ok(());
            }
            self.object.bind(py).call_method1(intern!(py, "on_frame"), (frame,)).map(drop)
        })
        .map_err(Into::into)
    }
}

/// The Python observers of a game, for the garbage collector, which must get the same answer whenever it asks: so they
/// are kept beside the game's lock. It is only used while attached to Python, and so never waited for.
pub(super) struct Watchers(Mutex<Vec<Weak<PythonObserver>>>);

impl Watchers {
    pub(super) const fn none() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn add(&self, observer: &Arc<PythonObserver>) {
        let mut watchers = self.0.lock();
        watchers.retain(|watcher| watcher.strong_count() > 0);
        watchers.push(Arc::downgrade(observer));
    }

    pub(super) fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.lock().iter().filter_map(Weak::upgrade).try_for_each(|observer| visit.call(&observer.object))
    }
}
