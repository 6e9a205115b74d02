//! Snakes and ladders: the rules, for `tickgrid.ladders`, which has the classes that people hold.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString};

use crate::core::Error;
use crate::games::ladders::analysis::{Options, Ratio, analyse, exact, simulate};
use crate::games::ladders::{Played, Rules, Step, Then};
use crate::py::arguments::{integer, is_flag};
use crate::py::batch::fresh;
use crate::py::enter;
use crate::py::errors::{shown, wrong_number, wrong_type, wrong_value};
use crate::py::interpreter::check_signals;

/// A turn with more rolls than this is taken for one that never ends.
const MOST_ROLLS: usize = 100_000;
/// More games than this fit no memory.
const MOST_GAMES: u64 = 1 << 48;
/// More threads would only stand in each other's way.
const MOST_THREADS: u32 = 1_024;

type Numbers<'py> = Bound<'py, PyArray1<f64>>;
type Fraction = (BigInt, BigInt);

/// The rules of snakes and ladders that a configuration in JSON asks for.
///
/// Raises ValidationError for a configuration that cannot be played.
#[pyclass(name = "LadderRules", module = "tickgrid._core", frozen)]
pub(in crate::py) struct PyLadderRules(Arc<Rules>);

#[pymethods]
impl PyLadderRules {
    #[new]
    fn new(config: &str) -> PyResult<Self> {
        let config = serde_json::from_str(config);
        let config = config.map_err(|error| wrong_value("config", error, "a configuration of the game"))?;
        Ok(Self(Rules::new(&config)?))
    }

    /// The square of a player's token: `position`, checked.
    fn position(&self, name: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let size = self.0.config.size;
        let fitting = small(position).filter(|position| (0..=i64::from(size)).contains(position));
        let wrong = || {
            let field = format!("position of {}", name.str()?.to_string_lossy());
            Err(wrong_integer(&field, position, &format!("a square from 0 to {size}")))
        };
        fitting.and_then(|position| u32::try_from(position).ok()).map_or_else(wrong, Ok)
    }

    /// Plays the turn of the player `name`, whose token is on the square `position`; `roll` is called for each roll.
    ///
    /// Returns whether the token has won, the square on which it ends, and a line for each roll.
    fn turn<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        position: &Bound<'py, PyAny>,
        roll: &Bound<'py, PyAny>,
    ) -> PyResult<(bool, u32, Bound<'py, PyList>)> {
        let (mut position, name) = (self.position(name, position)?, name.str()?);
        let name = name.to_string_lossy();
        let (lines, mut sixes) = (PyList::empty(roll.py()), 0);
        loop {
            if lines.len() == MOST_ROLLS {
                let message = format!("play_turn: got {MOST_ROLLS} rolls of {name} in one turn, expected it to end");
                return Err(Error::ResourceLimit(format!("{message}; max_sixes ends such turns")).into());
            }
            let number = self.roll(&name, &roll.call0()?)?;
            let played = self.0.play(position, sixes, number);
            lines.append(self.line(&name, number, played))?;
            position = played.landed;
            sixes += 1;
            if played.then != Then::Again {
                return Ok((played.then == Then::Won, position, lines));
            }
        }
    }

    /// Expected number of turns, standard deviation, probabilities by number of turns (float64), mode, median, each player's
    /// chance to win, and expected visits by square (float64).
    #[expect(clippy::type_complexity, reason = "the fields of an Analysis")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(f64, f64, Numbers<'py>, usize, usize, Vec<f64>, Numbers<'py>)> {
        let found = enter::detached(py, || analyse(&self.0, check_signals))?;
        let (pmf, visits) = (PyArray1::from_vec(py, found.pmf), PyArray1::from_vec(py, found.visits));
        Ok((found.expected, found.sd, pmf, found.mode, found.median, found.win, visits))
    }

    /// Expected number of turns, variance, each player's chance to win, and expected visits by square, as fractions: pairs
    /// of numerator and denominator.
    fn exact(&self, py: Python<'_>) -> PyResult<(Fraction, Fraction, Vec<Fraction>, Vec<Fraction>)> {
        let found = enter::detached(py, || exact(&self.0, check_signals))?;
        let pair = |Ratio { numerator, denominator }| (numerator, denominator);
        let pairs = |ratios: Vec<Ratio>| ratios.into_iter().map(pair).collect();
        Ok((pair(found.expected), pair(found.variance), pairs(found.win), pairs(found.visits)))
    }

    /// Plays `games` games. Returns their lengths in turns and the places of their winners, from 0: int64 of shape (games,).
    ///
    /// `progress` is called with the part that is done, about every 15 ms; what it raises ends the work.
    #[pyo3(signature = (games, seed, threads = None, progress = None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        games: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArrayDyn<i64>>, Bound<'py, PyArrayDyn<i64>>)> {
        let games = usize::try_from(integer(games, "games", 1..=MOST_GAMES)?)?;
        let read = crate::py::arguments::seed(seed, "seed")?;
        let seed = read.ok_or_else(|| wrong_type("seed", seed, "an integer from 0 to 2^64 - 1"))?;
        let threads = threads.map(|threads| integer(threads, "threads", 1..=MOST_THREADS)).transpose()?;
        if let Some(progress) = progress.filter(|progress| !progress.is_callable()) {
            return Err(wrong_type("progress", progress, "something to call with a float, or None"));
        }
        let options = Options { seed, threads: threads.map(|threads| threads as usize) };
        let (lengths, winners) = (fresh::<i64>(py, &[games])?, fresh::<i64>(py, &[games])?);
        let progress = progress.map(|progress| progress.clone().unbind());
        {
            let (mut lengths, mut winners) = (lengths.readwrite(), winners.readwrite());
            let (lengths, winners) = (lengths.as_slice_mut()?, winners.as_slice_mut()?);
            enter::detached(py, || {
                simulate(&self.0, options, lengths, winners, |done| {
                    check_signals()?;
                    let Some(progress) = &progress else { return Ok(()) };
                    Ok(Python::attach(|py| progress.call1(py, (done,)).map(drop))?)
                })
            })?;
        }
        if let Some(progress) = progress {
            progress.call1(py, (1.0,))?;
        }
        Ok((lengths, winners))
    }
}

impl PyLadderRules {
    fn roll(&self, name: &str, roll: &Bound<'_, PyAny>) -> PyResult<u32> {
        let sides = self.0.config.sides;
        let fitting = small(roll).filter(|roll| (1..=i64::from(sides)).contains(roll));
        let wrong = || {
            let expected = format!("an integer from 1 to {sides}");
            wrong_integer(&format!("dice: roll for {name}"), roll, &expected)
        };
        fitting.and_then(|roll| u32::try_from(roll).ok()).ok_or_else(wrong)
    }

    /// What a roll did, in words.
    fn line(&self, name: &str, roll: u32, played: Played) -> String {
        let landed = played.landed;
        let mut line = String::with_capacity(name.len() + 48);
        // By hand: a formatter would take as long as the rest of the turn.
        let (mut roll_text, mut landed_text) = (itoa::Buffer::new(), itoa::Buffer::new());
        let (rolled, at) = (roll_text.format(roll), landed_text.format(landed));
        let mut say = |words: &[&str]| words.iter().for_each(|word| line.push_str(word));
        match played.step {
            Step::Forfeited => {
                say(&[name, ": ", &rolls_of(self.0.config.max_sixes.unwrap_or(0), roll), ", turn forfeited"]);
            }
            Step::Overshot => say(&[name, ": rolled ", rolled, ", overshoot, stays at ", at]),
            Step::Moved(square) => say(&[name, ": rolled ", rolled, " -> ", at, jump(square, landed)]),
            Step::Bounced(square) => say(&[name, ": rolled ", rolled, ", bounces -> ", at, jump(square, landed)]),
        }
        line
    }
}

fn jump(from: u32, to: u32) -> &'static str {
    match to.cmp(&from) {
        Ordering::Less => " snake",
        Ordering::Equal => "",
        Ordering::Greater => " ladder",
    }
}

/// So many rolls of one kind: "three sixes".
fn rolls_of(count: u32, roll: u32) -> String {
    const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = |number: u32| NUMBERS.get(number as usize);
    let (Some(count_word), Some(face)) = (word(count), word(roll)) else { return format!("{count} rolls of {roll}") };
    let plural = match (count, face.ends_with('x')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count_word} {face}{plural}")
}

/// A whole number of 64 bits, if it is one; True and False are none.
fn small(value: &Bound<'_, PyAny>) -> Option<i64> {
    if is_flag(value) { None } else { value.extract().ok() }
}

/// What is wrong with something that should have been a whole number of a range.
fn wrong_integer(field: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    if is_flag(value) || value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyString>() {
        let name = value.get_type().name().map_or_else(|_| "a value".to_owned(), |name| name.to_string());
        return PyTypeError::new_err(format!("{field}: got {name} {}, expected {expected}", shown(value)));
    }
    match value.extract::<i64>() {
        Ok(number) => wrong_value(field, number, expected),
        Err(error) => wrong_number(error, field, value, expected),
    }
}
