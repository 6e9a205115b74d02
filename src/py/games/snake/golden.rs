//! `GoldenFoodSpawner`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use super::food::{self, Marker, fresh_seed, unreadable};
use super::snake::PyFood;
use crate::core::Rng;
use crate::games::snake::{Food, Golden};
use crate::live::snake::{Coin, FoodSpawner, GoldenFoodSpawner};
use crate::py::arguments::{Given, has_method, integer, real, seed};
use crate::py::errors::wrong_type;
use crate::py::geometry::{PyGrid, grid};
use crate::py::made::Made;
use crate::py::pickle;

/// Special food: a decorator that gives what another spawner gives, but some of it with another value.
///
/// `inner` is any spawner. Each piece of its food is special with `probability`, 0 to 1, and scores `value` then, 1 to
/// 2^31 - 1 points. `seed`, 0 to 2^64 - 1, is that of the coin's own stream; with None the coin is tossed with the inner
/// spawner's stream after the cell is drawn, or with a fresh seed if that is not a RandomFoodSpawner with a seed. Games that
/// share a spawner share its streams. At most 64 of these can be around each other.
#[pyclass(name = "GoldenFoodSpawner", module = "tickgrid", frozen, subclass, weakref)]
pub(in crate::py) struct PyGoldenFoodSpawner(Made<Inside>);

struct Inside {
    inner: Arc<Py<PyAny>>,
    coin: Arc<Coin>,
}

impl Inside {
    /// A spawner around `inner`, if that is not around too many others.
    fn new(inner: &Bound<'_, PyAny>, coin: Coin) -> PyResult<Self> {
        Golden::check_count(coins(inner)? + 1)?;
        Ok(Self { inner: Arc::new(inner.clone().unbind()), coin: Arc::new(coin) })
    }
}

/// How many of them are around each other.
fn coins(spawner: &Bound<'_, PyAny>) -> PyResult<usize> {
    let (mut at, mut count) = (spawner.clone(), 0);
    while let Ok(golden) = at.cast::<PyGoldenFoodSpawner>() {
        let inner = golden.get().0.get()?.inner.clone_ref(at.py());
        at = inner.into_bound(spawner.py());
        count += 1;
    }
    Ok(count)
}

#[pymethods]
impl PyGoldenFoodSpawner {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(inner, probability=0.1, value=5, seed=None)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (inner, probability = Given::NOT, value = Given::NOT, seed = None))]
    fn __init__(
        &self,
        inner: &Bound<'_, PyAny>,
        probability: Given<'_>,
        value: Given<'_>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        has_method(inner, "inner", "spawn", "an object with a method spawn(grid, occupied)")?;
        let wrong = |seed| wrong_type("seed", seed, "an integer or None");
        let seed = match seed {
            Some(given) => Some(self::seed(given, "seed")?.ok_or_else(|| wrong(given))?),
            None if Marker::of(inner).has_stream() => None,
            None => Some(fresh_seed()?),
        };
        let golden = Golden {
            probability: probability.value().map_or(Ok(0.1), |probability| real(probability, "probability"))?,
            value: value.value().map_or(Ok(5), |value| integer(value, "value", 1..=Food::MAX_VALUE))?,
            seed,
        };
        self.0.fill(Inside::new(inner, Coin::new(golden)?)?)
    }

    /// The spawner whose food it is.
    #[getter]
    fn inner(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.0.get()?.inner.clone_ref(py))
    }

    /// How likely food is special.
    #[getter]
    fn probability(&self) -> PyResult<f64> {
        Ok(self.0.get()?.coin.golden().probability)
    }

    /// What special food scores.
    #[getter]
    fn value(&self) -> PyResult<u32> {
        Ok(self.0.get()?.coin.golden().value)
    }

    /// The seed of the coin's own stream; None if it is tossed with the inner spawner's.
    #[getter]
    fn seed(&self) -> PyResult<Option<u64>> {
        Ok(self.0.get()?.coin.golden().seed)
    }

    /// The next food, or None if the inner spawner has none.
    fn spawn(&self, grid: &Bound<'_, PyAny>, occupied: &Bound<'_, PyAny>) -> PyResult<Option<PyFood>> {
        let on = Arc::new(self::grid(grid, "grid")?.clone().unbind());
        food::spawn(&*self.decorated(grid.py(), &on)?, grid, occupied)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Inside { inner, coin } = slf.get().0.get()?;
        let stand = serde_json::to_string(&(coin.golden(), coin.own())).map_err(|error| unreadable(&error))?;
        pickle::reduce(slf, (inner.bind(slf.py()), stand))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |inside| {
            let (inner, stand): (Bound<'_, PyAny>, String) = inside.extract()?;
            has_method(&inner, "inner", "spawn", "an object with a method spawn(grid, occupied)")?;
            let (golden, own): (Golden, Option<Rng>) =
                serde_json::from_str(&stand).map_err(|error| unreadable(&error))?;
            slf.get().0.fill(Inside::new(&inner, Coin::resume(golden, own)?)?)
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.peek().map_or(Ok(()), |inside| visit.call(&*inside.inner))
    }
}

impl PyGoldenFoodSpawner {
    fn decorated(&self, py: Python<'_>, grid: &Arc<Py<PyGrid>>) -> PyResult<Arc<dyn FoodSpawner>> {
        let Inside { inner, coin } = self.0.get()?;
        Ok(Arc::new(GoldenFoodSpawner::new(food::spawner(py, inner, grid)?, Arc::clone(coin))?))
    }
}

/// The spawner of a game.
pub(super) fn spawner(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    grid: &Arc<Py<PyGrid>>,
) -> PyResult<Arc<dyn FoodSpawner>> {
    object.cast::<PyGoldenFoodSpawner>()?.get().decorated(py, grid)
}

/// One of ours around another spawner.
pub(super) fn around<'py>(inner: &Bound<'py, PyAny>, golden: Golden, own: Option<Rng>) -> PyResult<Bound<'py, PyAny>> {
    let coin = Arc::new(Coin::resume(golden, own)?);
    let inside = Inside { inner: Arc::new(inner.clone().unbind()), coin };
    Ok(Bound::new(inner.py(), PyGoldenFoodSpawner(Made::of(inside)))?.into_any())
}

/// The inner spawner and the coin, of one of ours or of a class made from ours.
pub(super) fn inside<'py>(spawner: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Arc<Coin>)> {
    let Inside { inner, coin } = spawner.cast::<PyGoldenFoodSpawner>().ok()?.get().0.peek()?;
    Some((inner.bind(spawner.py()).clone(), Arc::clone(coin)))
}
