//! Snakes and ladders: the rules, for `tickgrid.ladders`, which has the classes that people hold.

use std::sync::Arc;

use num_bigint::BigInt;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::games::ladders::analysis::{Options, Ratio, analyse, exact, simulate};
use crate::games::ladders::{Rules, Step, Then};
use crate::py::arguments::integer;
use crate::py::batch::fresh;
use crate::py::enter;
use crate::py::errors::{wrong_type, wrong_value};
use crate::py::interpreter::check_signals;

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

    /// What a roll does to a token on the square `position`, after `sixes` rolls of the same turn that earned another.
    ///
    /// Returns how it goes ("forfeited", "overshot", "moved" or "bounced"), the square it meets before it jumps, the one on
    /// which it lands, and what comes next ("again", "end of turn" or "won").
    fn play(
        &self,
        position: &Bound<'_, PyAny>,
        sixes: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
    ) -> PyResult<(&'static str, u32, u32, &'static str)> {
        let position = integer(position, "position", 0..=self.0.config.size)?;
        let sixes = integer(sixes, "sixes", 0..=u32::MAX - 1)?;
        let roll = integer(roll, "roll", 1..=self.0.config.sides)?;
        let played = self.0.play(position, sixes, roll);
        let (step, square) = match played.step {
            Step::Forfeited => ("forfeited", position),
            Step::Overshot => ("overshot", position),
            Step::Moved(square) => ("moved", square),
            Step::Bounced(square) => ("bounced", square),
        };
        let then = match played.then {
            Then::Again => "again",
            Then::EndOfTurn => "end of turn",
            Then::Won => "won",
        };
        Ok((step, square, played.landed, then))
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
