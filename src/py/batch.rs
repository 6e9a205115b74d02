//! `Batch`: many games of one kind, for the environments of `tickgrid.envs`.

use std::sync::Arc;

use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use parking_lot::{Mutex, MutexGuard};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use super::arguments::integer;
use super::enter;
use super::errors::{InvalidStateError, wrong_type, wrong_value};
use super::games::snake::replay::PyReplay;
use super::interpreter::Interpreter;
use crate::batch::{AnyBatch, Autoreset, Columns, Episode, LogToo, Maker, Options, Rows, TRUNCATED, Which};
use crate::core::{Dtype, Error, Game, Result, Spec};
use crate::games::{self, Visitor, snake};
use crate::live::snake::SnakeReplay;
use crate::render;
use crate::session::Host;

/// Batches of fewer rows are stepped without letting go of the interpreter lock: that would take longer than the step.
const FEW_ROWS: usize = 256;

/// Many games of one kind in rows, stepped together. The environments of `tickgrid.envs` are made of it.
///
/// `game` is a name, `config` its configuration in JSON, `autoreset` one of "next_step", "same_step" and "disabled".
/// Row i of a batch that is seeded with s has the seed s + i, and is the single game of that seed.
#[pyclass(name = "Batch", module = "tickgrid._core", frozen)]
pub(super) struct PyBatch {
    /// Held only while the engine works. Python code never runs under it (an `__index__`, a finalizer): it might come back
    /// here, and wait for itself.
    batch: Mutex<Box<dyn AnyBatch>>,
    game: &'static str,
    rows: usize,
    spec: Spec,
    /// The shape of all rows' observations together.
    shape: Vec<usize>,
    ending_names: &'static [&'static str],
    fact_names: &'static [&'static str],
    /// The words for the endings, by their numbers, and that for a row that was cut off.
    ending_words: (Vec<Py<PyString>>, Py<PyString>),
}

impl Visitor for Maker<'_> {
    type Output = Result<Box<dyn AnyBatch>>;

    fn visit<G: Game>(self) -> Self::Output {
        self.make::<G>()
    }
}

type Stepped<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyArrayDyn<f64>>, Bound<'py, PyArrayDyn<bool>>, Bound<'py, PyArrayDyn<bool>>, bool);

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, config, num_envs, *, autoreset, seed, max_episode_steps = None, num_threads = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        config: &str,
        num_envs: &Bound<'_, PyAny>,
        autoreset: &str,
        seed: u64,
        max_episode_steps: Option<&Bound<'_, PyAny>>,
        num_threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            other => {
                let expected = "'next_step', 'same_step' or 'disabled'";
                return Err(wrong_value("autoreset_mode", format_args!("{other:?}"), expected));
            }
        };
        let limit = |value, field| integer::<u32>(value, field, 1..=u32::MAX);
        let options = Options {
            rows: integer(num_envs, "num_envs", 1..=1_u32 << 24)? as usize,
            autoreset,
            most_steps: max_episode_steps.map(|value| limit(value, "max_episode_steps")).transpose()?,
            threads: num_threads.map(|value| limit(value, "num_threads")).transpose()?.map(|count| count as usize),
            seed,
        };
        let made = py.detach(|| games::visit(game, Maker { config, options }));
        let name = games::NAMES.iter().find(|name| **name == game).copied().unwrap_or_default();
        let batch = made.ok_or_else(|| wrong_value("game", format_args!("{game:?}"), games::NAMES.join(", ")))??;
        let (rows, spec) = (batch.len(), batch.spec().clone());
        let shape = [rows].into_iter().chain(spec.shape.iter().copied()).collect();
        let (ending_names, fact_names) = (batch.ending_names(), batch.fact_names());
        let word = |name: &&str| PyString::intern(py, name).unbind();
        let ending_words = (ending_names.iter().map(word).collect(), word(&"truncated"));
        Ok(Self { batch: Mutex::new(batch), game: name, rows, spec, shape, ending_names, fact_names, ending_words })
    }

    /// The configuration, in JSON.
    #[getter]
    fn config(&self, py: Python<'_>) -> String {
        self.enter(py).config()
    }

    /// Remembers episodes, from the next of each row on, so that `replay` can give them.
    fn keep_journals(&self, py: Python<'_>) {
        self.enter(py).keep_journals();
    }

    /// An episode of a row as a Replay: the one it is in, or the last that has `finished`; None if that was not remembered
    /// from its beginning. InvalidStateError for a game that has no replays.
    fn replay(&self, py: Python<'_>, row: usize, finished: bool) -> PyResult<Option<PyReplay>> {
        self.check_row(row)?;
        if self.game != snake::Episode::NAME {
            let game = self.game;
            return Err(InvalidStateError::new_err(format!("replay: got a game of {game}, expected one of snake")));
        }
        let which = if finished { Which::Finished } else { Which::Current };
        let (config, episode) = {
            let batch = self.enter(py);
            (batch.config(), batch.episode(row, which))
        };
        let Some(Episode { stream, actions }) = episode else { return Ok(None) };
        let unreadable = |error| Error::validation("config", error, "a configuration of Snake");
        let config = serde_json::from_str(&config).map_err(unreadable)?;
        let host: Arc<dyn Host> = Arc::new(Interpreter);
        let replay = enter::detached(py, || SnakeReplay::of_episode(&config, &stream, &actions, &host))?;
        Ok(Some(PyReplay::of(replay)))
    }

    /// How many games there are.
    #[getter]
    const fn num_envs(&self) -> usize {
        self.rows
    }

    /// How many players a game has.
    #[getter]
    const fn num_seats(&self) -> usize {
        self.spec.seats
    }

    /// Actions are the numbers below this.
    #[getter]
    const fn num_actions(&self) -> u32 {
        self.spec.actions
    }

    /// The shape of one row's observation.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape[1..])
    }

    /// The dtype of observations: "uint8" or "float32".
    #[getter]
    const fn observation_dtype(&self) -> &'static str {
        match self.spec.dtype {
            Dtype::U8 => "uint8",
            Dtype::F32 => "float32",
        }
    }

    /// The least and the greatest value of observations.
    #[getter]
    const fn observation_bounds(&self) -> (f32, f32) {
        (self.spec.low, self.spec.high)
    }

    /// The words for the endings, by their numbers.
    #[getter]
    fn ending_names(&self) -> Vec<&'static str> {
        self.ending_names.to_vec()
    }

    /// The words for the columns of `facts()`.
    #[getter]
    fn fact_names(&self) -> Vec<&'static str> {
        self.fact_names.to_vec()
    }

    /// Steps every row. `actions` is an array of one integer a row, that of the seat to act, of any integer dtype.
    ///
    /// Returns fresh arrays: observations of the seat to act next, rewards of the seat that acted (float64), terminated and
    /// truncated (bool); and whether any row has ended.
    /// Raises ValidationError or TypeError for wrong actions, InvalidStateError for a row that should have been reset;
    /// nothing has moved then.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let mut read = Vec::with_capacity(self.rows);
        read_actions(actions, self.rows, self.spec.actions, &mut read)?;
        let observations = self.fresh_observations(py, &self.shape)?;
        let rewards = fresh::<f64>(py, &[self.rows])?;
        let (terminated, truncated) = (fresh::<bool>(py, &[self.rows])?, fresh::<bool>(py, &[self.rows])?);
        let any_ended = {
            let (mut rewards, mut terminated) = (rewards.readwrite(), terminated.readwrite());
            let mut truncated = truncated.readwrite();
            let (rewards, terminated) = (rewards.as_slice_mut()?, terminated.as_slice_mut()?);
            let truncated = truncated.as_slice_mut()?;
            with_rows(self.spec.dtype, &observations, |observations| {
                let columns = Columns { observations, rewards, terminated, truncated };
                if self.rows < FEW_ROWS {
                    self.enter(py).step(&read, columns)
                } else {
                    py.detach(|| self.batch.lock().step(&read, columns))
                }
            })??
        };
        Ok((observations, rewards, terminated, truncated, any_ended))
    }

    /// Steps the one row of a batch of one. Returns its observation (a fresh array), reward, and whether it has ended or was
    /// cut off. Errors as for `step`.
    fn step_one<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, f64, bool, bool)> {
        if self.rows != 1 {
            return Err(wrong_value("num_envs", self.rows, "1"));
        }
        let action = integer(action, "action", 0..=self.spec.actions - 1)?;
        let observation = self.fresh_observations(py, &self.shape[1..])?;
        let (mut rewards, mut terminated, mut truncated) = ([0.0], [false], [false]);
        with_rows(self.spec.dtype, &observation, |observations| {
            let (rewards, terminated, truncated) = (&mut rewards[..], &mut terminated[..], &mut truncated[..]);
            self.enter(py).step(&[action], Columns { observations, rewards, terminated, truncated })
        })??;
        Ok((observation, rewards[0], terminated[0], truncated[0]))
    }

    /// Begins new episodes in the rows that `mask` (bool, one a row) picks, or in all. `seeds` gives rows new streams: one
    /// integer or None a row. Returns a fresh array of what every row sees.
    #[pyo3(signature = (mask = None, seeds = None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        mask: Option<PyReadonlyArray1<'py, bool>>,
        seeds: Option<Vec<Option<u64>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(seeds) = &seeds
            && seeds.len() != self.rows
        {
            return Err(wrong_value("seed", format_args!("{} seeds", seeds.len()), format_args!("{}", self.rows)));
        }
        let mask = mask.map(|mask| mask.as_array().to_vec());
        if let Some(mask) = &mask
            && mask.len() != self.rows
        {
            return Err(wrong_value("reset_mask", format_args!("{} flags", mask.len()), format_args!("{}", self.rows)));
        }
        let observations = self.fresh_observations(py, &self.shape)?;
        let which = |row: usize| mask.as_ref().is_none_or(|mask| mask[row]);
        let seed = |row: usize| seeds.as_ref().and_then(|seeds| seeds[row]);
        with_rows(self.spec.dtype, &observations, |mut rows| {
            py.detach(|| {
                let mut batch = self.batch.lock();
                if mask.is_some() {
                    batch.observe(None, rows.again());
                }
                batch.reset(&which, &seed, rows);
            });
        })?;
        Ok(observations)
    }

    /// A fresh array of what a seat sees now in every row; None for the seat to act.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(seat) = seat
            && seat >= self.spec.seats
        {
            return Err(wrong_value("seat", seat, format_args!("0 to {}", self.spec.seats - 1)));
        }
        let observations = self.fresh_observations(py, &self.shape)?;
        with_rows(self.spec.dtype, &observations, |rows| self.enter(py).observe(seat, rows))?;
        Ok(observations)
    }

    /// Which seat acts next in each row, after the end, too: int64.
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let seats = fresh::<i64>(py, &[self.rows])?;
        self.enter(py).to_act(seats.readwrite().as_slice_mut()?);
        Ok(seats)
    }

    /// What each seat was paid in the latest step: float64 of shape (num_envs, num_seats); 0 in a row that has been reset
    /// since. Of games for one seat, `step()` tells all; this raises InvalidStateError then.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        if self.spec.seats == 1 {
            return Err(InvalidStateError::new_err("rewards: got a game for one seat, expected several"));
        }
        let rewards = fresh::<f64>(py, &[self.rows, self.spec.seats])?;
        rewards.readwrite().as_slice_mut()?.copy_from_slice(self.enter(py).rewards());
        Ok(rewards)
    }

    /// The words for how rows have ended in the latest step: object, None for a row that has not.
    fn ending_words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<Py<PyAny>>>> {
        let latest: Vec<(u32, u8)> =
            self.enter(py).latest().iter().map(|episode| (episode.row, episode.ending)).collect();
        let words = empty::<Py<PyAny>>(py, &[self.rows])?;
        let (known, truncated) = &self.ending_words;
        let mut places = words.readwrite();
        let places = places.as_slice_mut()?;
        for (row, ending) in latest {
            places[row as usize] = known.get(usize::from(ending)).unwrap_or(truncated).clone_ref(py).into_any();
        }
        Ok(words)
    }

    /// Which actions the seat to act has in each row: bool of shape (num_envs, num_actions). Never all False; all True after an end.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let masks = fresh::<bool>(py, &[self.rows, self.spec.actions as usize])?;
        self.enter(py).masks(masks.readwrite().as_slice_mut()?);
        Ok(masks)
    }

    /// The numbers that `fact_names` names: int64 of shape (num_envs, len(fact_names)).
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let facts = fresh::<i64>(py, &[self.rows, self.fact_names.len()])?;
        self.enter(py).facts(facts.readwrite().as_slice_mut()?);
        Ok(facts)
    }

    /// The episodes that have ended since this was last called, oldest first, or the latest 2^20 of them: arrays of rows
    /// (int64), returns (float64), lengths in steps (int64) and endings (numbers of `endings`; -1: truncated; int64).
    #[expect(clippy::type_complexity, reason = "four arrays")]
    fn take_finished<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)
    {
        let finished = self.enter(py).take_finished();
        let ending = |number: u8| if number == TRUNCATED { -1 } else { i64::from(number) };
        (
            PyArray1::from_iter(py, finished.iter().map(|episode| i64::from(episode.row))),
            PyArray1::from_iter(py, finished.iter().map(|episode| episode.total)),
            PyArray1::from_iter(py, finished.iter().map(|episode| i64::from(episode.steps))),
            PyArray1::from_iter(py, finished.iter().map(|episode| ending(episode.ending))),
        )
    }

    /// A row as text: a line a row of the board, a character a cell.
    fn text(&self, py: Python<'_>, row: usize) -> PyResult<String> {
        self.check_row(row)?;
        Ok(render::text(&self.enter(py).scene(row)))
    }

    /// A row as a picture: uint8 of shape (rows * cell, columns * cell, 3).
    fn picture<'py>(&self, py: Python<'py>, row: usize, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.check_row(row)?;
        let cell = integer(cell, "cell", 1..=256_u32)? as usize;
        let scene = self.enter(py).scene(row);
        let (pixels, [height, width]) = render::rgb(&scene, cell);
        PyArray1::from_vec(py, pixels).reshape([height, width, 3]).map(Bound::into_any)
    }

    /// Cuts episodes off after so many steps from now on, or never.
    #[pyo3(signature = (steps))]
    fn set_max_episode_steps(&self, py: Python<'_>, steps: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let steps = steps.map(|steps| integer(steps, "max_episode_steps", 1..=u32::MAX)).transpose()?;
        self.enter(py).set_most_steps(steps);
        Ok(())
    }

    /// All positions and streams, as text; with `log` also the episodes that `take_finished()` has not given yet.
    #[pyo3(signature = (log = false))]
    fn get_state(&self, py: Python<'_>, log: bool) -> PyResult<String> {
        Ok(self.enter(py).state(if log { LogToo::Yes } else { LogToo::No })?)
    }

    /// Goes back to a state that `get_state()` gave. ValidationError if it is no such state; nothing has changed then.
    fn set_state(&self, py: Python<'_>, state: &str) -> PyResult<()> {
        Ok(self.enter(py).set_state(state)?)
    }
}

impl PyBatch {
    /// The right to use the batch. Nobody waits for it while attached to Python.
    fn enter(&self, py: Python<'_>) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        loop {
            if let Some(inside) = self.batch.try_lock() {
                return inside;
            }
            py.detach(|| drop(self.batch.lock()));
        }
    }

    fn check_row(&self, row: usize) -> PyResult<()> {
        let out = || wrong_value("row", row, format_args!("0 to {}", self.rows - 1));
        if row < self.rows { Ok(()) } else { Err(out()) }
    }

    fn fresh_observations<'py>(&self, py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.spec.dtype {
            Dtype::U8 => fresh::<u8>(py, shape)?.into_any(),
            Dtype::F32 => fresh::<f32>(py, shape)?.into_any(),
        })
    }
}

/// A fresh array. Small ones are made of zeros; large ones without content, since all of it will be written: by NumPy's own
/// `empty`, for it reuses memory that the caller has dropped.
pub(super) fn fresh<'py, T: numpy::Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    /// Clearing so many bytes takes less time than a call.
    const SMALL: usize = 1 << 14;
    if shape.iter().product::<usize>() * size_of::<T>() <= SMALL {
        return Ok(PyArrayDyn::zeros(py, shape, false));
    }
    empty(py, shape)
}

/// A fresh array without content; without content, objects are None.
fn empty<'py, T: numpy::Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let empty = EMPTY.import(py, "numpy", "empty")?;
    Ok(empty.call1((PyTuple::new(py, shape)?, numpy::dtype::<T>(py)))?.cast_into::<PyArrayDyn<T>>()?)
}

/// Lends the memory of an array of observations.
fn with_rows<T>(dtype: Dtype, array: &Bound<'_, PyAny>, work: impl FnOnce(Rows<'_>) -> T) -> PyResult<T> {
    Ok(match dtype {
        Dtype::U8 => work(Rows::U8(array.cast::<PyArrayDyn<u8>>()?.readwrite().as_slice_mut()?)),
        Dtype::F32 => work(Rows::F32(array.cast::<PyArrayDyn<f32>>()?.readwrite().as_slice_mut()?)),
    })
}

/// Reads actions of any integer dtype, all less than `most`.
fn read_actions(actions: &Bound<'_, PyAny>, rows: usize, most: u32, into: &mut Vec<u32>) -> PyResult<()> {
    let expected = || format!("an array of {rows} integers");
    let array = actions.cast::<PyUntypedArray>().map_err(|_| wrong_type("actions", actions, expected()))?;
    if array.shape() != [rows] {
        let shape = PyTuple::new(actions.py(), array.shape())?.repr()?;
        return Err(wrong_value("actions", format_args!("shape {shape}"), format_args!("({rows},)")));
    }
    let kind = array.dtype().kind();
    into.clear();
    macro_rules! read {
        ($($int:ty),+) => {$(
            if let Ok(array) = actions.cast::<PyArray1<$int>>() {
                let array = array.readonly();
                let contiguous = "a contiguous, aligned one (np.ascontiguousarray)";
                let actions = array.as_slice().map_err(|_| wrong_value("actions", "another layout", contiguous))?;
                // A number that does not fit becomes one that is no action.
                into.extend(actions.iter().map(|&action| u32::try_from(action).unwrap_or(u32::MAX)));
                // Many at a time, which a search is not.
                if !into.iter().fold(false, |any, &action| any | (action >= most)) {
                    return Ok(());
                }
                let row = into.iter().position(|&action| action >= most).unwrap_or(0);
                let got = format_args!("{} in row {row}", actions[row]);
                return Err(wrong_value("actions", got, format_args!("0 to {}", most - 1)));
            }
        )+};
    }
    read!(i64, i32, u8, i8, i16, u16, u32, u64);
    if matches!(kind, b'i' | b'u') {
        // Of the other byte order.
        return read_actions(&actions.call_method1("astype", ("int64",))?, rows, most, into);
    }
    let dtype = array.dtype().str()?;
    Err(PyTypeError::new_err(format!("actions: got dtype {dtype}, expected {}", expected())))
}
