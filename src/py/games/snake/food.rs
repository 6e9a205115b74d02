//! Food spawners: ours as Python classes, and Python's as the engine's.

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyTuple};

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
/// in row-major order; or None, for a fresh seed that `seed` tells. Games that share a spawner share its stream.
#[pyclass(name = "RandomFoodSpawner", module = "tickgrid", frozen, subclass)]
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
            // The one place where a seed is drawn from the system's entropy.
            None => stream(rand::random())?,
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
        let py = slf.py();
        match slf.get().0.get()? {
            Random::Stream(spawner) => {
                let stream = serde_json::to_string(&spawner.rng()).map_err(|error| unreadable(&error))?;
                pickle::reduce(slf, (stream, spawner.value()))
            }
            Random::Injected(spawner) => pickle::reduce(slf, (spawner.rng.bind(py), spawner.value)),
        }
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (rng, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pickle::restore(slf, state)?.extract()?;
        let Ok(stream) = rng.extract::<String>() else {
            return slf.get().__init__(Some(&rng), Given::from(&value));
        };
        let stream: Rng = serde_json::from_str(&stream).map_err(|error| unreadable(&error))?;
        let spawner = RandomFoodSpawner::resume(stream, food_value(&Given::from(&value))?)?;
        slf.get().0.fill(Random::Stream(Arc::new(spawner)))
    }
}

impl PyRandomFoodSpawner {
    fn spawner(&self) -> PyResult<Arc<dyn FoodSpawner>> {
        Ok(match self.0.get()? {
            Random::Stream(spawner) => Arc::<RandomFoodSpawner>::clone(spawner),
            Random::Injected(spawner) => Arc::<ChoiceSpawner>::clone(spawner),
        })
    }
}

/// A state that does not hold what it should.
pub(super) fn unreadable(error: &serde_json::Error) -> PyErr {
    wrong_value("state", error, "what __reduce__ gave")
}

/// Food from a list of positions, used up one after the other; what is taken, blocked or outside is skipped.
///
/// Used up, it gives None, which ends a game as filled. Games that share a spawner share its list.
#[pyclass(name = "ScriptedFoodSpawner", module = "tickgrid", frozen, subclass)]
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
        let rest = geometry::tuple(slf.py(), spawner.remaining().into_iter())?;
        pickle::reduce(slf, (rest, spawner.value()))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (positions, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pickle::restore(slf, state)?.extract()?;
        slf.get().__init__(&positions, Given::from(&value))
    }
}

/// A spawn that Python asks for.
fn spawn(spawner: &dyn FoodSpawner, on: &Bound<'_, PyAny>, occupied: &Bound<'_, PyAny>) -> PyResult<Option<PyFood>> {
    let grid = &grid(on, "grid")?.get().0;
    let occupied = points(occupied, "occupied")?;
    let free = grid.free_cells(occupied.iter().copied());
    Ok(spawner.spawn(grid, &free, &mut occupied.into_iter())?.map(PyFood))
}

/// The spawner of an argument: ours at native speed, anything else through its `spawn`.
pub(super) fn spawner(value: &Bound<'_, PyAny>, grid: &Bound<'_, PyGrid>) -> PyResult<Arc<dyn FoodSpawner>> {
    if let Ok(random) = value.cast_exact::<PyRandomFoodSpawner>() {
        return random.get().spawner();
    }
    if let Ok(scripted) = value.cast_exact::<PyScriptedFoodSpawner>() {
        return Ok(Arc::<ScriptedFoodSpawner>::clone(scripted.get().0.get()?));
    }
    has_method(value, "spawner", "spawn", "an object with a method spawn(grid, occupied)")?;
    Ok(Arc::new(PythonSpawner { object: value.clone().unbind(), grid: grid.clone().unbind() }))
}

/// A spawner written in Python.
struct PythonSpawner {
    object: Py<PyAny>,
    /// The grid that it is shown: the very object the game was made with.
    grid: Py<PyGrid>,
}

impl FoodSpawner for PythonSpawner {
    fn spawn(&self, _grid: &Grid, _free: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let occupied: Vec<Point> = snake.collect();
        Python::attach(|py| {
            let occupied = geometry::tuple(py, occupied.into_iter())?;
            let spawned = self.object.bind(py).call_method1(intern!(py, "spawn"), (&self.grid, occupied))?;
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
