//! `Chance`: a stream of choices, for what draws in Python.

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::arguments::integer;
use super::errors::{wrong_type, wrong_value};
use crate::core::Rng;

/// A stream of choices from a seed, 0 to 2^64 - 1: the one that a game of this seed has.
#[pyclass(name = "Chance", module = "tickgrid._core", frozen)]
pub(super) struct PyChance(Mutex<Rng>);

#[pymethods]
impl PyChance {
    #[new]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = super::arguments::seed(seed, "seed")?;
        let seed = read.ok_or_else(|| wrong_type("seed", seed, "an integer from 0 to 2^64 - 1"))?;
        Ok(Self(Mutex::new(Rng::new(seed))))
    }

    /// The seed it was made with.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.lock().seed()
    }

    /// A number from 0 to n - 1, each equally likely. `n` is 1 to 2^32 - 1.
    fn below(&self, n: &Bound<'_, PyAny>) -> PyResult<u32> {
        let n = integer(n, "n", 1..=u32::MAX)?;
        Ok(self.0.lock().below(n))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (u64,), String)> {
        let rng = slf.get().0.lock().clone();
        let state = serde_json::to_string(&rng).map_err(|error| wrong_value("state", error, "a stream"))?;
        Ok((slf.get_type(), (rng.seed(),), state))
    }

    fn __setstate__(&self, state: &str) -> PyResult<()> {
        let rng = serde_json::from_str(state).map_err(|error| wrong_value("state", error, "what __reduce__ gave"))?;
        *self.0.lock() = rng;
        Ok(())
    }
}
