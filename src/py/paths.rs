//! Counting the paths of a snake: `count_snake_paths` and `snake_paths`.

use num_bigint::{BigInt, BigUint};
use parking_lot::Mutex;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};

use super::errors::{shown, wrong_number, wrong_type, wrong_value};
use super::interpreter::{check_signals, note_thread};
use super::vocabulary::to_python;
use crate::core::{Error, Result};
use crate::paths::{DEFAULT_MEMORY, Found, Method, Options, Paths, Problem, Watch, count};

/// Threads beyond this would only stand in each other's way.
const MOST_THREADS: u64 = 256;
/// Numbers in a pair.
const PAIR: usize = 2;
/// A cell in memory, as Python and the engine have it, at most.
const BYTES_OF_A_CELL: u64 = 256;
/// Steps of a search between two looks at the signals.
const STEPS: u64 = 1 << 18;
/// Steps of a search that are not worth letting go of the interpreter lock.
const FEW_STEPS: u64 = 200;

/// How many sequences of exactly `depth` moves a snake can follow.
///
/// `board` is [rows, columns], at least 1 each. `snake` are its cells [row, column], head first: on the board, each next
/// to the one before, none twice. The body follows the head; the tail's cell is vacated in the same move, so the head may
/// enter it. Board, snake and depth are of any size. The count is exact, or with `mod` its remainder by that number, from
/// 1 to 2^64 - 1.
///
/// `method` is "auto", or one way by name: "dfs" path by path, "dp" position by position for each number of moves,
/// "graph" over positions that are the same at every depth, "recurrence" for huge depths. `threads` is how many may work,
/// None for as many as there are cores. `max_memory` is in bytes, None for 2 GiB. `progress` is called about every 15 ms
/// with the part of the work that is done, from 0.0 to 1.0, and whatever it raises ends the count.
///
/// Raises ValidationError for a snake, board, depth, modulus or method that is none, TypeError for what is no number or
/// no sequence, ResourceLimitError for what would take more memory or time than there is.
#[pyfunction]
#[pyo3(
    signature = (board, snake, depth, *, r#mod = None, method = None, threads = None, max_memory = None, progress = None),
    text_signature = "(board, snake, depth, *, mod=None, method='auto', threads=None, max_memory=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "one argument is one choice")]
pub(super) fn count_snake_paths(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    snake: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    r#mod: Option<&Bound<'_, PyAny>>,
    method: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    max_memory: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<BigUint> {
    let choices = Choices::read(r#mod, method, threads, max_memory, progress)?;
    let question = Question::read(board, snake, choices.memory)?;
    let depth = self::depth(depth)?;
    choices.count(py, || question.problem(depth))
}

/// The sequences of exactly `depth` moves that a snake can follow, as tuples of Direction, found as they are asked for.
///
/// They come in the order up, down, left, right of their moves. Arguments and errors are as in count_snake_paths(); a
/// path of more than 2^26 moves is a ResourceLimitError when it is asked for.
#[pyfunction]
pub(super) fn snake_paths(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    snake: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
) -> PyResult<PySnakePaths> {
    let question = Question::read(board, snake, DEFAULT_MEMORY)?;
    let depth = self::depth(depth)?;
    let problem = py.detach(|| question.problem(depth))?;
    Ok(PySnakePaths(Mutex::new(Paths::new(&problem))))
}

/// An iterator over the paths of a snake; made by snake_paths().
#[pyclass(name = "SnakePaths", module = "tickgrid._core", frozen)]
pub(super) struct PySnakePaths(Mutex<Paths>);

#[pymethods]
impl PySnakePaths {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut found = match self.0.try_lock() {
            Some(mut paths) => paths.search(FEW_STEPS)?,
            None => Found::Nothing,
        };
        loop {
            match found {
                Found::Path(path) => {
                    let moves = path.into_iter().map(|direction| to_python(py, direction));
                    return PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?).map(Some);
                }
                Found::End => return Ok(None),
                Found::Nothing => {
                    py.check_signals()?;
                    found = py.detach(|| self.0.lock().search(STEPS))?;
                }
            }
        }
    }
}

/// What beside the problem decides about a count.
pub(super) struct Choices {
    modulus: Option<u64>,
    method: Method,
    threads: usize,
    memory: u64,
    progress: Option<Py<PyAny>>,
}

impl Choices {
    pub(super) fn read(
        modulus: Option<&Bound<'_, PyAny>>,
        method: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        max_memory: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let method = match method {
            None => Method::Auto,
            Some(word) => match word.cast::<PyString>() {
                Ok(name) => name.to_string_lossy().parse()?,
                Err(_) => return Err(wrong_type("method", word, Method::EXPECTED)),
            },
        };
        if let Some(progress) = progress
            && !progress.is_callable()
        {
            return Err(wrong_type("progress", progress, "something to call with a float, or None"));
        }
        Ok(Self {
            modulus: modulus.map(|modulus| word(modulus, "mod", "2^64 - 1")).transpose()?,
            method,
            threads: match threads {
                None => 0,
                Some(threads) => {
                    let threads = word(threads, "threads", "2^64 - 1")?.min(MOST_THREADS);
                    usize::try_from(threads).unwrap_or(1)
                }
            },
            memory: max_memory.map_or(Ok(DEFAULT_MEMORY), |bytes| word(bytes, "max_memory", "2^64 - 1"))?,
            progress: progress.map(|progress| progress.clone().unbind()),
        })
    }

    /// Counts, with the interpreter lock let go.
    pub(super) fn count(&self, py: Python<'_>, problem: impl FnOnce() -> Result<Problem> + Send) -> PyResult<BigUint> {
        note_thread(py);
        let paths = py.detach(|| {
            let options = Options {
                modulus: self.modulus,
                method: self.method,
                threads: self.threads,
                memory: self.memory,
                watch: self,
            };
            count(&problem()?, &options)
        })?;
        if let Some(progress) = &self.progress {
            progress.call1(py, (1.0,))?;
        }
        Ok(paths)
    }
}

impl Watch for Choices {
    fn look(&self, done: f64) -> Result<()> {
        check_signals()?;
        let Some(progress) = &self.progress else {
            return Ok(());
        };
        Ok(Python::attach(|py| progress.call1(py, (done,)).map(drop))?)
    }
}

/// A number of moves: from 0 on, of any size.
pub(super) fn depth(value: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    const EXPECTED: &str = "an integer from 0 on";
    if let Ok(small) = value.extract::<u64>() {
        return Ok(BigUint::from(small));
    }
    let number: BigInt = value.extract().map_err(|error| wrong_number(error, "depth", value, EXPECTED))?;
    BigUint::try_from(number).map_err(|_| wrong_value("depth", shown(value), EXPECTED))
}

/// A whole number from 1 to 2^64 - 1.
fn word(value: &Bound<'_, PyAny>, field: &str, last: &str) -> PyResult<u64> {
    let expected = format_args!("an integer from 1 to {last}").to_string();
    let number: u64 = value.extract().map_err(|error| wrong_number(error, field, value, &expected))?;
    if number > 0 { Ok(number) } else { Err(wrong_value(field, number, expected)) }
}

/// Board and snake as they came, in machine words where they fit.
enum Question {
    Small([i64; 2], Vec<[i64; 2]>),
    Big([BigInt; 2], Vec<[BigInt; 2]>),
}

impl Question {
    fn read(board: &Bound<'_, PyAny>, snake: &Bound<'_, PyAny>, memory: u64) -> PyResult<Self> {
        let board = [pair(board, || "board".to_owned(), "[rows, columns]")?];
        let most = usize::try_from(memory / BYTES_OF_A_CELL).unwrap_or(usize::MAX - 1);
        let cells = items(snake, || "snake".to_owned(), "a sequence of cells [row, column]", most)?;
        if cells.len() > most {
            let message = format!("snake: got more than {most} cells, expected what fits max_memory");
            return Err(Error::ResourceLimit(message).into());
        }
        let name = |index: usize| format!("snake, cell {index}");
        let read = |(index, cell)| pair(cell, || name(index), "[row, column]");
        let cells = cells.iter().enumerate().map(read).collect::<PyResult<Vec<_>>>()?;
        if let (Some([board]), Some(cells)) = (words(&board, |_| "board".to_owned())?.as_deref(), words(&cells, name)?)
        {
            return Ok(Self::Small(*board, cells));
        }
        let number = |value: &Bound<'_, PyAny>, field: &str| {
            value.extract::<BigInt>().map_err(|error| wrong_number(error, field, value, "integers"))
        };
        let big = |[row, column]: &[Bound<'_, PyAny>; 2], field: &str| {
            Ok::<_, PyErr>([number(row, field)?, number(column, field)?])
        };
        let cells = cells.iter().enumerate().map(|(index, cell)| big(cell, &name(index)));
        Ok(Self::Big(big(&board[0], "board")?, cells.collect::<PyResult<_>>()?))
    }

    fn problem(&self, depth: BigUint) -> Result<Problem> {
        match self {
            Self::Small(board, snake) => Problem::new(board, snake, depth),
            Self::Big(board, snake) => Problem::new(board, snake, depth),
        }
    }
}

/// The items of something that has an order; of one that does not know its length, at most one more than `most`.
fn items<'py>(
    value: &Bound<'py, PyAny>,
    field: impl Fn() -> String,
    expected: &str,
    most: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(list.iter().collect());
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return Ok(tuple.iter().collect());
    }
    let no_sequence = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>();
    if no_sequence {
        return Err(wrong_type(&field(), value, expected));
    }
    let iterator = value.try_iter().map_err(|_| wrong_type(&field(), value, expected))?;
    let mut items = Vec::new();
    for item in iterator {
        if items.len() > most {
            break;
        }
        if items.len() % 4_096 == 4_095 {
            value.py().check_signals()?;
        }
        items.push(item?);
    }
    Ok(items)
}

/// Two items.
fn pair<'py>(
    value: &Bound<'py, PyAny>,
    field: impl Fn() -> String,
    expected: &str,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let items = items(value, &field, expected, PAIR)?;
    let found = items.len();
    let more = if found > PAIR { " or more" } else { "" };
    items.try_into().map_err(|_| wrong_value(&field(), format_args!("{found} numbers{more}"), expected))
}

/// Pairs of numbers of 64 bits; `None` if one needs more.
fn words(pairs: &[[Bound<'_, PyAny>; 2]], field: impl Fn(usize) -> String) -> PyResult<Option<Vec<[i64; 2]>>> {
    let mut words = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let mut word = [0; 2];
        for (value, number) in pair.iter().zip(&mut word) {
            match value.extract::<i64>() {
                Ok(small) => *number = small,
                Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => return Ok(None),
                Err(error) => return Err(wrong_number(error, &field(index), value, "integers")),
            }
        }
        words.push(word);
    }
    Ok(Some(words))
}
