//! Food spawners: ours as Python classes, and Python's as the engine's.

use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use super::snake::{PyFood, food_value};
use crate::core::{CellSet, Grid, Point, Result, Rng};
use crate::games::snake::Food;
use crate::live::snake::{FoodSpawner, RandomFoodSpawner, ScriptedFoodSpawner};
use crate::py::arguments::{Given, has_method, integer, points, seed};
use crate::py::errors::{wrong_type, wrong_value};
use crate::py::geometry::{self, PyGrid, grid};
use crate::py::made::Made;
use crate::py::pickle;

/// Food on a free cell, each equally likely: one draw, no retry.
///
/// `rng` is a seed from 0 to 2^64 - 1; or a `random.Random`, of which `choice(range(k))` is called for the k-th free cell
/// in row-major order; or None, for a fresh seed that `seed` tells. `value` is what the food scores, 1 to 2^31 - 1 points.
/// Games that share a spawner share its stream.
#[pyclass(name = "RandomFoodSpawner", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PyRandomFoodSpawner(Made<Random>);

/// Where the choices come from.
enum Random {
    Stream(Arc<RandomFoodSpawner>),
    Injected(Arc<ChoiceSpawner>),
}

#[pymethods]
impl PyRandomFoodSpawner {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(rng=None, value=1)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (rng = None, value = Given::NOT))]
    fn __init__(&self, rng: Option<&Bound<'_, PyAny>>, value: Given<'_>) -> PyResult<()> {
        let value = food_value(&value)?;
        let stream = |seed| Ok::<_, PyErr>(Random::Stream(Arc::new(RandomFoodSpawner::new(seed, value)?)));
        self.0.fill(match rng {
            None => stream(fresh_seed()?)?,
            Some(rng) => {
                if let Some(seed) = seed(rng, "rng")? {
                    stream(seed)?
                } else {
                    has_method(rng, "rng", "choice", "a seed, a random.Random or None")?;
                    Random::Injected(Arc::new(ChoiceSpawner { rng: rng.clone().unbind(), value }))
                }
            }
        })
    }

    /// The seed of the stream; None if a random.Random was injected.
    #[getter]
    pub(super) fn seed(&self) -> PyResult<Option<u64>> {
        Ok(match self.0.get()? {
            Random::Stream(spawner) => Some(spawner.seed()),
            Random::Injected(_) => None,
        })
    }

    /// What the food scores.
    #[getter]
    fn value(&self) -> PyResult<u32> {
        Ok(match self.0.get()? {
            Random::Stream(spawner) => spawner.value(),
            Random::Injected(spawner) => spawner.value,
        })
    }

    /// The next food, or None when there is no free cell.
    fn spawn(&self, grid: &Bound<'_, PyAny>, occupied: &Bound<'_, PyAny>) -> PyResult<Option<PyFood>> {
        spawn(&*self.spawner()?, grid, occupied)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        match slf.get().0.get()? {
            Random::Stream(spawner) => {
                pickle::reduce(slf, (Mark::Stream(Box::new(spawner.rng())).write()?, spawner.value()))
            }
            Random::Injected(spawner) => pickle::reduce(slf, (spawner.rng.bind(slf.py()), spawner.value)),
        }
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |inside| {
            let (rng, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = inside.extract()?;
            let Ok(mark) = rng.extract::<String>() else {
                return slf.get().__init__(Some(&rng), Given::from(&value));
            };
            let Mark::Stream(stream) = Mark::read(&mark)? else {
                return Err(wrong_value("state", mark, "the place of a stream"));
            };
            let spawner = RandomFoodSpawner::resume(*stream, food_value(&Given::from(&value))?)?;
            slf.get().0.fill(Random::Stream(Arc::new(spawner)))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.peek() {
            Some(Random::Injected(spawner)) => visit.call(&spawner.rng),
            Some(Random::Stream(_)) | None => Ok(()),
        }
    }
}

impl PyRandomFoodSpawner {
    /// A spawner that goes on with a stream.
    pub(super) fn resume(rng: Rng, value: u32) -> PyResult<Self> {
        let made = Made::empty();
        made.fill(Random::Stream(Arc::new(RandomFoodSpawner::resume(rng, value)?)))?;
        Ok(Self(made))
    }

    fn spawner(&self) -> PyResult<Arc<dyn FoodSpawner>> {
        Ok(match self.0.get()? {
            Random::Stream(spawner) => Arc::<RandomFoodSpawner>::clone(spawner),
            Random::Injected(spawner) => Arc::<ChoiceSpawner>::clone(spawner),
        })
    }
}

/// The one place where entropy is asked of the system: itself, not a generator that a fork would copy.
fn fresh_seed() -> PyResult<u64> {
    SysRng.try_next_u64().map_err(|error| PyOSError::new_err(error.to_string()))
}

/// Food from a list of positions, used up one after the other; what is taken, blocked or outside is skipped.
///
/// `positions` is an iterable of at most 2^24 Points, `value` what the food scores, 1 to 2^31 - 1 points. Used up, it
/// gives None, which ends a game as filled. Games that share a spawner share its list.
#[pyclass(name = "ScriptedFoodSpawner", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PyScriptedFoodSpawner(Made<Arc<ScriptedFoodSpawner>>);

#[pymethods]
impl PyScriptedFoodSpawner {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(positions, value=1)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (positions, value = Given::NOT))]
    fn __init__(&self, positions: &Bound<'_, PyAny>, value: Given<'_>) -> PyResult<()> {
        let spawner = ScriptedFoodSpawner::new(points(positions, "positions")?, food_value(&value)?)?;
        self.0.fill(Arc::new(spawner))
    }

    /// What the food scores.
    #[getter]
    fn value(&self) -> PyResult<u32> {
        Ok(self.0.get()?.value())
    }

    /// The next food, or None when the list is used up.
    fn spawn(&self, grid: &Bound<'_, PyAny>, occupied: &Bound<'_, PyAny>) -> PyResult<Option<PyFood>> {
        spawn(&**self.0.get()?, grid, occupied)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let spawner = slf.get().0.get()?;
        let positions = geometry::tuple(slf.py(), spawner.positions().iter().copied())?;
        pickle::reduce(slf, (positions, spawner.value(), spawner.used()))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |inside| {
            let (positions, value, used): (Bound<'_, PyAny>, Bound<'_, PyAny>, usize) = inside.extract()?;
            slf.get().__init__(&positions, Given::from(&value))?;
            slf.get().0.get()?.set_used(used);
            Ok(())
        })
    }
}

/// Where a spawner of ours stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mark {
    /// In its stream.
    Stream(Box<Rng>),
    /// So many positions are used up.
    Script(usize),
}

impl Mark {
    fn write(&self) -> PyResult<String> {
        serde_json::to_string(self).map_err(|error| unreadable(&error))
    }

    fn read(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(|error| unreadable(&error))
    }
}

/// Tells and sets where a spawner of ours, or of a class made from ours, stands. Runs no Python code.
pub(super) enum Marker {
    Stream(Arc<RandomFoodSpawner>),
    Script(Arc<ScriptedFoodSpawner>),
    /// A spawner of somebody else's.
    Unknown,
}

impl Marker {
    pub(super) fn of(spawner: &Bound<'_, PyAny>) -> Self {
        let random = spawner.cast::<PyRandomFoodSpawner>().ok().and_then(|random| random.get().0.peek());
        let script = spawner.cast::<PyScriptedFoodSpawner>().ok().and_then(|script| script.get().0.peek());
        match (random, script) {
            (Some(Random::Stream(random)), _) => Self::Stream(Arc::clone(random)),
            (_, Some(script)) => Self::Script(Arc::clone(script)),
            _ => Self::Unknown,
        }
    }

    pub(super) fn mark(&self) -> Option<Mark> {
        match self {
            Self::Stream(random) => Some(Mark::Stream(Box::new(random.rng()))),
            Self::Script(script) => Some(Mark::Script(script.used())),
            Self::Unknown => None,
        }
    }

    pub(super) fn go_to(&self, mark: Option<Mark>) {
        match (self, mark) {
            (Self::Stream(random), Some(Mark::Stream(rng))) => random.set_rng(*rng),
            (Self::Script(script), Some(Mark::Script(used))) => script.set_used(used),
            _ => {}
        }
    }
}

/// A state that does not hold what it should.
pub(super) fn unreadable(error: &serde_json::Error) -> PyErr {
    wrong_value("state", error, "what __reduce__ gave")
}

/// A spawn that Python asks for.
fn spawn(spawner: &dyn FoodSpawner, on: &Bound<'_, PyAny>, occupied: &Bound<'_, PyAny>) -> PyResult<Option<PyFood>> {
    let grid = &grid(on, "grid")?.get().grid;
    let occupied = points(occupied, "occupied")?;
    let free = grid.free_cells(occupied.iter().copied());
    Ok(spawner.spawn(grid, &free, &mut occupied.into_iter())?.map(PyFood))
}

/// The spawner of a game: ours at native speed, anything else through its `spawn`.
pub(super) fn spawner(
    py: Python<'_>,
    object: &Arc<Py<PyAny>>,
    grid: &Arc<Py<PyGrid>>,
) -> PyResult<Arc<dyn FoodSpawner>> {
    let value = object.bind(py);
    if let Ok(random) = value.cast_exact::<PyRandomFoodSpawner>() {
        return random.get().spawner();
    }
    if let Ok(scripted) = value.cast_exact::<PyScriptedFoodSpawner>() {
        return Ok(Arc::<ScriptedFoodSpawner>::clone(scripted.get().0.get()?));
    }
    has_method(value, "spawner", "spawn", "an object with a method spawn(grid, occupied)")?;
    Ok(Arc::new(PythonSpawner { object: Arc::clone(object), grid: Arc::clone(grid) }))
}

/// A spawner written in Python.
struct PythonSpawner {
    object: Arc<Py<PyAny>>,
    /// The grid that it is shown: the very object the game was made with.
    grid: Arc<Py<PyGrid>>,
}

impl FoodSpawner for PythonSpawner {
    fn spawn(&self, _grid: &Grid, _free: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let occupied: Vec<Point> = snake.collect();
        Python::attach(|py| {
            let occupied = geometry::tuple(py, occupied.into_iter())?;
            let spawned = self.object.bind(py).call_method1(intern!(py, "spawn"), (self.grid.bind(py), occupied))?;
            if spawned.is_none() {
                return Ok(None);
            }
            let food = spawned.cast::<PyFood>().map_err(|_| wrong_type("spawn", &spawned, "Food or None"))?;
            Ok(Some(food.get().0))
        })
        .map_err(|error: PyErr| error.into())
    }
}

/// A native spawner whose choices come from a `random.Random`.
struct ChoiceSpawner {
    rng: Py<PyAny>,
    value: u32,
}

impl FoodSpawner for ChoiceSpawner {
    fn spawn(&self, grid: &Grid, free: &CellSet, _snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        if free.is_empty() {
            return Ok(None);
        }
        let k: Result<i64, PyErr> = Python::attach(|py| {
            let range = PyRange::new(py, 0, isize::try_from(free.len())?)?;
            let chosen = self.rng.bind(py).call_method1(intern!(py, "choice"), (range,))?;
            integer(&chosen, "rng.choice", 0..=i64::try_from(free.len())? - 1)
        });
        let cell = free.nth(usize::try_from(k?).unwrap_or(usize::MAX));
        cell.map(|cell| Food::new(grid.point(cell), self.value)).transpose()
    }
}
