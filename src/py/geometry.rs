//! `Point` and `Grid`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFrozenSet, PyTuple};

use super::arguments::{Given, flag, integer, natural, point, points};
use super::errors::{wrong_type, wrong_value};
use super::hazard::{self, PyHazard};
use super::value;
use super::vocabulary::from_python;
use crate::core::{CellSet, Direction, Edges, Grid, MAX_SIDE, MIN_SIDE, Point};

/// A cell by its column `x` and its row `y`, both counted from 0 and of 32 bits; `y` grows downwards.
///
/// Points order by `x`, then by `y`. A point need not lie on any grid.
#[pyclass(name = "Point", module = "tickgrid", frozen, eq, ord, hash, subclass)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PyPoint(pub(super) Point);

#[pymethods]
impl PyPoint {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("x", "y");

    #[new]
    fn new(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<Self> {
        let coordinate = |value, field| integer(value, field, i32::MIN..=i32::MAX);
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
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
/// `obstacles` is an iterable of Points on the board; one may come twice. With `wrap` whoever leaves the board comes back on
/// the opposite side. `hazards` is an iterable of Hazards, at most 256. ValidationError names what does not fit. A grid
/// knows geometry, never the snake. It never changes.
#[pyclass(name = "Grid", module = "tickgrid", frozen, subclass)]
pub(super) struct PyGrid {
    pub(super) grid: Grid,
    /// What `obstacles` gives, once it has been asked for.
    obstacles: PyOnceLock<Py<PyFrozenSet>>,
}

#[pymethods]
impl PyGrid {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("width", "height", "obstacles");

    #[new]
    #[pyo3(
        signature = (width, height, obstacles = Given::NOT, wrap = Given::NOT, hazards = Given::NOT),
        text_signature = "(width, height, obstacles=(), wrap=False, hazards=())"
    )]
    fn new(
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        obstacles: Given<'_>,
        wrap: Given<'_>,
        hazards: Given<'_>,
    ) -> PyResult<Self> {
        let side = |value, field| integer(value, field, MIN_SIDE..=MAX_SIDE);
        let (width, height) = (side(width, "width")?, side(height, "height")?);
        let obstacles = obstacles.value().map_or_else(|| Ok(Vec::new()), |cells| points(cells, "obstacles"))?;
        let wraps = wrap.value().map_or(Ok(false), |wrap| flag(wrap, "wrap"))?;
        let hazards = hazards.value().map_or_else(|| Ok(Vec::new()), hazard::hazards)?;
        let edges = if wraps { Edges::Wrap } else { Edges::Walls };
        let grid = Grid::with_obstacles(width, height, obstacles)?.with_edges(edges).with_hazards(hazards)?;
        Ok(Self { grid, obstacles: PyOnceLock::new() })
    }

    /// Cells in a row.
    #[getter]
    fn width(&self) -> u32 {
        self.grid.width()
    }

    /// Cells in a column.
    #[getter]
    fn height(&self) -> u32 {
        self.grid.height()
    }

    /// The blocked cells.
    #[getter]
    fn obstacles<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyFrozenSet>> {
        let make = || {
            Ok::<_, PyErr>(PyFrozenSet::new(py, tuple(py, self.cells(self.grid.obstacles()).into_iter())?)?.unbind())
        };
        self.obstacles.get_or_try_init(py, make).map(|obstacles| obstacles.bind(py))
    }

    /// Whether whoever leaves the board comes back on the opposite side.
    #[getter]
    fn wrap(&self) -> bool {
        self.grid.edges() == Edges::Wrap
    }

    /// What is deadly for a time.
    #[getter]
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let chosen = self.grid.hazards().map_or(&[][..], |hazards| hazards.chosen());
        PyTuple::new(py, chosen.iter().map(|hazard| PyHazard(hazard.clone())).collect::<Vec<_>>())
    }

    /// The point modulo the dimensions if the board wraps around; else the point itself, on the board or not.
    fn normalise(&self, point: &Bound<'_, PyAny>) -> PyResult<PyPoint> {
        Ok(PyPoint(self.grid.normalise(self::point(point, "point")?)))
    }

    /// The cell next to a point of the board, across an edge if the board wraps around; None beyond a wall.
    fn neighbour(&self, point: &Bound<'_, PyAny>, direction: &Bound<'_, PyAny>) -> PyResult<Option<PyPoint>> {
        let (point, direction) = (self::point(point, "point")?, from_python(direction, "direction")?);
        let expected = "a cell of the board";
        let cell = self.grid.cell(point).ok_or_else(|| wrong_value("point", point, expected))?;
        Ok(self.grid.step(cell, direction).map(|cell| PyPoint(self.grid.point(cell))))
    }

    /// Whether a hazard is on a point after so many ticks.
    #[pyo3(signature = (point, ticks = Given::NOT), text_signature = "($self, point, ticks=0)")]
    fn is_hazard(&self, point: &Bound<'_, PyAny>, ticks: Given<'_>) -> PyResult<bool> {
        Ok(self.grid.is_hazard(self::point(point, "point")?, self::ticks(&ticks)?))
    }

    /// The cells on which hazards are after so many ticks.
    #[pyo3(signature = (ticks = Given::NOT), text_signature = "($self, ticks=0)")]
    fn hazard_cells<'py>(&self, py: Python<'py>, ticks: Given<'_>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let cells: Vec<Point> =
            self.grid.hazard_cells(self::ticks(&ticks)?).map(|cell| self.grid.point(cell)).collect();
        PyFrozenSet::new(py, tuple(py, cells.into_iter())?)
    }

    /// Whether a point lies on the board.
    fn contains(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.grid.contains(self::point(point, "point")?))
    }

    /// Whether a point is blocked.
    fn is_obstacle(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.grid.is_obstacle(self::point(point, "point")?))
    }

    /// The cells that are neither blocked nor occupied, in row-major order.
    fn free_cells(&self, py: Python<'_>, occupied: &Bound<'_, PyAny>) -> PyResult<Vec<PyPoint>> {
        let occupied = points(occupied, "occupied")?;
        let free = py.detach(|| self.cells(&self.grid.free_cells(occupied)));
        Ok(free.into_iter().map(PyPoint).collect())
    }

    /// As a dataclass would have it, with what is not as usual behind.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (mut text, grid) = (value::repr(slf)?, slf.get());
        text.pop();
        if grid.wrap() {
            text.push_str(", wrap=True");
        }
        if grid.grid.hazards().is_some() {
            let hazards = grid.hazards(slf.py())?.repr()?;
            text.push_str(", hazards=");
            text.push_str(&hazards.to_string());
        }
        text.push(')');
        Ok(text)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        value::hash(slf)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        value::equal(other, |other: &Self| self.grid == other.grid)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<value::Reduced<'py>> {
        let (class, mut fields, attributes) = value::reduce(slf)?;
        let grid = slf.get();
        if grid.wrap() || grid.grid.hazards().is_some() {
            let more = (grid.wrap(), grid.hazards(slf.py())?).into_pyobject(slf.py())?;
            fields = fields.add(more)?.cast_into()?;
        }
        Ok((class, fields, attributes))
    }
}

/// A number of ticks that is 0 if it is left out.
fn ticks(ticks: &Given<'_>) -> PyResult<u64> {
    ticks.value().map_or(Ok(0), |ticks| natural(ticks, "ticks"))
}

impl PyGrid {
    /// A grid of the engine's.
    pub(super) const fn of(grid: Grid) -> Self {
        Self { grid, obstacles: PyOnceLock::new() }
    }

    fn cells(&self, set: &CellSet) -> Vec<Point> {
        set.iter().map(|cell| self.grid.point(cell)).collect()
    }
}

/// The grid of an argument.
pub(super) fn grid<'a, 'py>(value: &'a Bound<'py, PyAny>, field: &str) -> PyResult<&'a Bound<'py, PyGrid>> {
    value.cast().map_err(|_| wrong_type(field, value, "a Grid"))
}
