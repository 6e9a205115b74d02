//! `Point` and `Grid`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple, PyType};

use super::arguments::{Given, integer, point, points, small};
use super::errors::{wrong_type, wrong_value};
use super::value;
use super::vocabulary::from_python;
use crate::core::{CellSet, Direction, Grid, Point};

/// A cell by its column `x` and its row `y`, both counted from 0 and of 32 bits; `y` grows downwards.
///
/// Points order by `x`, then by `y`. A point need not lie on any grid.
#[pyclass(name = "Point", module = "tickgrid", frozen, subclass)]
pub(super) struct PyPoint(pub(super) Point);

#[pymethods]
impl PyPoint {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("x", "y");

    #[new]
    fn new(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<Self> {
        const RANGE: std::ops::RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
        let coordinate = |value, field| {
            let number = integer(value, field, RANGE)?;
            i32::try_from(number).map_err(|_| wrong_value(field, number, "32 bits"))
        };
        Ok(Self(Point::new(coordinate(x, "x")?, coordinate(y, "y")?)))
    }

    /// The column.
    #[getter]
    const fn x(&self) -> i32 {
        self.0.x
    }

    /// The row; it grows downwards.
    #[getter]
    const fn y(&self) -> i32 {
        self.0.y
    }

    /// The neighbour in a direction.
    fn step(&self, direction: &Bound<'_, PyAny>) -> PyResult<Self> {
        step(self.0, direction)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(other) => Ok(op.matches(self.0.cmp(&other.get().0)).into_pyobject(py)?.to_owned().into_any().unbind()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        value::reduce(slf)
    }
}

/// The neighbour of a point, in a direction that comes from Python.
pub(super) fn step(from: Point, direction: &Bound<'_, PyAny>) -> PyResult<PyPoint> {
    let direction: Direction = from_python(direction, "direction")?;
    let there = from.checked_step(direction);
    there.map(PyPoint).ok_or_else(|| {
        let field = if direction.delta().0 == 0 { "y" } else { "x" };
        wrong_value(field, format_args!("a step {direction} from {from}"), "coordinates of 32 bits")
    })
}

/// A tuple of points.
pub(super) fn tuple(py: Python<'_>, points: impl ExactSizeIterator<Item = Point>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, points.map(PyPoint).map(|point| Bound::new(py, point)).collect::<PyResult<Vec<_>>>()?)
}

/// A board of `width` x `height` cells, 3 to 4096 each, some of them blocked by obstacles.
///
/// It knows geometry, never the snake. It never changes.
#[pyclass(name = "Grid", module = "tickgrid", frozen, subclass)]
pub(super) struct PyGrid(pub(super) Grid);

#[pymethods]
impl PyGrid {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("width", "height", "obstacles");

    #[new]
    #[pyo3(signature = (width, height, obstacles = Given::NOT), text_signature = "(width, height, obstacles=frozenset())")]
    fn new(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>, obstacles: Given<'_>) -> PyResult<Self> {
        let (width, height) = (small(width, "width", 0..=u32::MAX)?, small(height, "height", 0..=u32::MAX)?);
        let obstacles = obstacles.value().map_or_else(|| Ok(Vec::new()), |cells| points(cells, "obstacles"))?;
        Ok(Self(Grid::with_obstacles(width, height, obstacles)?))
    }

    /// Cells in a row.
    #[getter]
    const fn width(&self) -> u32 {
        self.0.width()
    }

    /// Cells in a column.
    #[getter]
    const fn height(&self) -> u32 {
        self.0.height()
    }

    /// The blocked cells.
    #[getter]
    fn obstacles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, tuple(py, self.cells(self.0.obstacles()).into_iter())?)
    }

    /// Whether a point lies on the board.
    fn contains(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.contains(self::point(point, "point")?))
    }

    /// Whether a point is blocked.
    fn is_obstacle(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_obstacle(self::point(point, "point")?))
    }

    /// The cells that are neither blocked nor occupied, in row-major order.
    fn free_cells(&self, py: Python<'_>, occupied: &Bound<'_, PyAny>) -> PyResult<Vec<PyPoint>> {
        let occupied = points(occupied, "occupied")?;
        let free = py.detach(|| self.cells(&self.0.free_cells(occupied)));
        Ok(free.into_iter().map(PyPoint).collect())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        value::repr(slf)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        value::hash(slf)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        value::equal(other, |other: &Self| self.0 == other.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        value::reduce(slf)
    }
}

impl PyGrid {
    fn cells(&self, set: &CellSet) -> Vec<Point> {
        set.iter().map(|cell| self.0.point(cell)).collect()
    }
}

/// The grid of an argument.
pub(super) fn grid<'a, 'py>(value: &'a Bound<'py, PyAny>, field: &str) -> PyResult<&'a Bound<'py, PyGrid>> {
    value.cast().map_err(|_| wrong_type(field, value, "a Grid"))
}
