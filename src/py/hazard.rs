//! `Hazard`.

use pyo3::prelude::*;
use pyo3::types::PyType;

use super::arguments::{Given, collect, integer, points, seed};
use super::errors::wrong_type;
use super::vocabulary::word;
use crate::core::{Error, Hazard, Hazards, Motion};

/// Something deadly for a time: an obstacle that moves along a path, one that walks at random, or a border that closes.
///
/// Made by `Hazard.path`, `Hazard.walk` and `Hazard.shrink`, for the `hazards` of a Grid. Where a hazard is depends on the
/// number of ticks alone; nothing stands in its way.
#[pyclass(name = "Hazard", module = "tickgrid", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PyHazard(pub(super) Hazard);

#[pymethods]
impl PyHazard {
    /// An obstacle that moves along `cells`, an iterable of Points, each the same as or next to the one before; it starts on
    /// the first. After the last comes the way back ("bounce") or the first again ("loop"). `every` is in ticks a cell.
    #[staticmethod]
    #[pyo3(
        signature = (cells, *, motion = Given::NOT, every = Given::NOT),
        text_signature = "(cells, *, motion='bounce', every=1)"
    )]
    fn path(cells: &Bound<'_, PyAny>, motion: Given<'_>, every: Given<'_>) -> PyResult<Self> {
        let motion = motion.value().map_or(Ok(Motion::Bounce), |motion| word(motion, "motion"))?;
        Ok(Self(Hazard::Path { cells: points(cells, "cells")?, motion, every: ticks(&every)? }))
    }

    /// An obstacle that starts on a random free cell and walks `steps` steps at random, then the same way back, and so on.
    /// `seed`, 0 to 2^64 - 1, decides about it. `every` is in ticks a cell.
    #[staticmethod]
    #[pyo3(signature = (seed, steps, *, every = Given::NOT), text_signature = "(seed, steps, *, every=1)")]
    fn walk(seed: &Bound<'_, PyAny>, steps: &Bound<'_, PyAny>, every: Given<'_>) -> PyResult<Self> {
        let number = self::seed(seed, "seed")?.ok_or_else(|| wrong_type("seed", seed, "an integer"))?;
        Ok(Self(Hazard::Walk { seed: number, steps: integer(steps, "steps", 1..=u32::MAX)?, every: ticks(&every)? }))
    }

    /// A border that closes: every so many ticks the outermost open ring of cells. What stays open is at least `least`
    /// cells wide and high.
    #[staticmethod]
    #[pyo3(signature = (every, *, least = Given::NOT), text_signature = "(every, *, least=3)")]
    fn shrink(every: &Bound<'_, PyAny>, least: Given<'_>) -> PyResult<Self> {
        let least = least.value().map_or(Ok(3), |least| integer(least, "least", 1..=u32::MAX))?;
        Ok(Self(Hazard::Shrink { every: integer(every, "every", 1..=u32::MAX)?, least }))
    }

    /// Reads JSON that `to_json` has written. ValidationError for anything else.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let unreadable = |error| Error::validation("hazard", error, "what to_json gave");
        Ok(Self(serde_json::from_str(text).map_err(unreadable)?))
    }

    /// As JSON, as it stands in a configuration.
    fn to_json(&self) -> PyResult<String> {
        Ok(serde_json::to_string(&self.0).map_err(|error| Error::InvalidState(error.to_string()))?)
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            Hazard::Path { cells, motion, every } => {
                let cells: Vec<String> =
                    cells.iter().map(|cell| format!("Point(x={}, y={})", cell.x, cell.y)).collect();
                format!("Hazard.path([{}], motion='{motion}', every={every})", cells.join(", "))
            }
            Hazard::Walk { seed, steps, every } => format!("Hazard.walk({seed}, {steps}, every={every})"),
            Hazard::Shrink { every, least } => format!("Hazard.shrink({every}, least={least})"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json()?,)))
    }
}

/// An iterable of Hazards.
pub(super) fn hazards(value: &Bound<'_, PyAny>) -> PyResult<Vec<Hazard>> {
    const EXPECTED: &str = "an iterable of Hazards";
    collect(value, "hazards", EXPECTED, Hazards::MOST + 1, |item| {
        let hazard = item.cast::<PyHazard>().map_err(|_| wrong_type("hazards", item, EXPECTED));
        hazard.map(|hazard| hazard.get().0.clone())
    })
}

fn ticks(every: &Given<'_>) -> PyResult<u32> {
    every.value().map_or(Ok(1), |every| integer(every, "every", 1..=u32::MAX))
}
