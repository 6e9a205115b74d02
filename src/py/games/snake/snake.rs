//! `Food` and `Snake`.

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::games::snake::{Food, Snake};
use crate::py::arguments::{Given, flag, integer, point, points};
use crate::py::geometry::{self, PyPoint};
use crate::py::made::Made;
use crate::py::{pickle, value};

/// What the snake eats: a position, and what it scores (1 to 2^31 - 1 points).
#[pyclass(name = "Food", module = "tickgrid", frozen, eq, hash, subclass)]
#[derive(PartialEq, Eq, Hash)]
pub(in crate::py) struct PyFood(pub(super) Food);

#[pymethods]
impl PyFood {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("position", "value");

    #[new]
    #[pyo3(signature = (position, value = Given::NOT), text_signature = "(position, value=1)")]
    fn new(position: &Bound<'_, PyAny>, value: Given<'_>) -> PyResult<Self> {
        Ok(Self(Food::new(point(position, "position")?, food_value(&value)?)?))
    }

    /// Where it lies.
    #[getter]
    const fn position(&self) -> PyPoint {
        PyPoint(self.0.position)
    }

    /// What it scores.
    #[getter]
    const fn value(&self) -> u32 {
        self.0.value()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
        value::reduce(slf)
    }
}

/// The value of an argument that has 1 as its default.
pub(super) fn food_value(value: &Given<'_>) -> PyResult<u32> {
    value.value().map_or(Ok(1), |value| integer(value, "value", 1..=Food::MAX_VALUE))
}

/// A snake by itself: cells from head to tail, with O(1) moves and collision tests.
///
/// `body` is an iterable of Points, head first: at least one, none twice.
#[pyclass(name = "Snake", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PySnake(Made<Mutex<Snake>>);

#[pymethods]
impl PySnake {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(body)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    fn __init__(&self, body: &Bound<'_, PyAny>) -> PyResult<()> {
        self.0.fill(Mutex::new(Snake::new(points(body, "body")?)?))
    }

    /// The first cell.
    #[getter]
    fn head(&self) -> PyResult<PyPoint> {
        self.with(|snake| PyPoint(snake.head()))
    }

    /// The last cell.
    #[getter]
    fn tail(&self) -> PyResult<PyPoint> {
        self.with(|snake| PyPoint(snake.tail()))
    }

    /// The cells from head to tail.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        // Copied first: making Python objects may run other Python code, which the lock must not see.
        let cells: Vec<_> = self.with(|snake| snake.cells().collect())?;
        geometry::tuple(py, cells.into_iter())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.with(|snake| snake.len())
    }

    /// Whether one of its cells is this point.
    fn occupies(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        let point = self::point(point, "point")?;
        self.with(|snake| snake.occupies(point))
    }

    /// Where the head would go in a direction.
    fn next_head(&self, direction: &Bound<'_, PyAny>) -> PyResult<PyPoint> {
        geometry::step(self.with(|snake| snake.head())?, direction)
    }

    /// Whether a head on `target` would hit the snake. The tail's cell is free, unless the snake grows.
    fn would_collide(&self, target: &Bound<'_, PyAny>, grow: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (target, grow) = (point(target, "target")?, flag(grow, "grow")?);
        self.with(|snake| snake.would_collide(target, grow))
    }

    /// Moves the head to `target`, and the tail up unless the snake grows. Returns the cell that was vacated, if any.
    ///
    /// Raises InvalidStateError, and moves nothing, if the snake is there.
    #[pyo3(name = "move")]
    fn move_to(&self, target: &Bound<'_, PyAny>, grow: &Bound<'_, PyAny>) -> PyResult<Option<PyPoint>> {
        let (target, grow) = (point(target, "target")?, flag(grow, "grow")?);
        Ok(self.with(|snake| snake.move_to(target, grow))??.map(PyPoint))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let cells = slf.get().cells(slf.py())?.try_iter()?.map(|cell| cell?.repr().map(|cell| cell.to_string()));
        Ok(format!("{}([{}])", slf.get_type().qualname()?, cells.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(slf, slf.get().cells(slf.py())?)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |cells| slf.get().__init__(cells))
    }
}

impl PySnake {
    /// A snake that the engine gives away.
    pub(super) fn of(snake: Snake) -> Self {
        Self(Made::of(Mutex::new(snake)))
    }

    /// Looks at or moves the snake. The lock is held for the moment only, and no Python code runs under it.
    pub(super) fn with<T>(&self, look: impl FnOnce(&mut Snake) -> T) -> PyResult<T> {
        Ok(look(&mut self.0.get()?.lock()))
    }
}
