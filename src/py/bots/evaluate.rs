//! Many games of a bot.

use std::sync::Arc;

use cpu_time::ThreadTime;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::native::native;
use super::run::{ask, is_bot};
use crate::bots::{Games, Outcome, Summary, evaluate, standard};
use crate::core::{Edges, Error, Game as _, Result, Rng};
use crate::games::snake::{Episode, Obstacles, Rules};
use crate::live::snake::Repeat;
use crate::py::arguments::{flag, integer, points, seed};
use crate::py::enter;
use crate::py::errors::{InvalidStateError, wrong_type};
use crate::py::games::snake::game::PySnakeGame;
use crate::py::hazard::hazards;
use crate::py::interpreter::check_signals;
use crate::session::GameState;

/// More games than anybody waits for, and no more than can be kept in memory.
const MOST_GAMES: i64 = 10_000_000;

/// What `evaluate_bot` gives: games, filled, the interval, mean, deviation and percentile of steps, steps a food, deaths,
/// stalls, milliseconds.
type Row = (u64, u64, (f64, f64), (f64, f64, f64), f64, Vec<(&'static str, u64)>, u64, f64);

/// Plays games of a bot; what tickgrid.bots.evaluate() is made of.
#[pyfunction]
#[pyo3(signature = (bot, games, seed, height, width, obstacles, wrap, hazards, food_count, length, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one argument is one choice")]
pub(in crate::py) fn evaluate_bot(
    py: Python<'_>,
    bot: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    width: &Bound<'_, PyAny>,
    obstacles: &Bound<'_, PyAny>,
    wrap: &Bound<'_, PyAny>,
    hazards: &Bound<'_, PyAny>,
    food_count: &Bound<'_, PyAny>,
    length: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Row> {
    let count = integer(games, "games", 1..=MOST_GAMES)?.unsigned_abs();
    let first = self::seed(seed, "seed")?.ok_or_else(|| wrong_type("seed", seed, "a seed from 0 to 2^64 - 1"))?;
    let side = |value, field| integer(value, field, 3..=4_096_u32);
    let (height, width) = (side(height, "height")?, side(width, "width")?);
    let mut config = standard(width, height);
    config.obstacles = Obstacles::Cells(points(obstacles, "obstacles")?);
    config.edges = if flag(wrap, "wrap")? { Edges::Wrap } else { Edges::Walls };
    config.hazards = self::hazards(hazards)?;
    config.food_count = integer(food_count, "food_count", 1..=u32::MAX)?;
    config.length = integer(length, "length", 1..=u32::MAX)?;
    let threads = threads.map(|threads| integer(threads, "threads", 1..=256_u32)).transpose()?;
    let games = Games { count, seed: first, threads: threads.map(|threads| threads as usize) };
    let look = |done: f64| -> Result<()> {
        check_signals()?;
        let Some(progress) = &progress else { return Ok(()) };
        Ok(Python::attach(|py| progress.call1(py, (done,)).map(drop))?)
    };
    let rules = py.detach(|| Episode::rules(&config))?;
    let outcomes = match native(bot) {
        Some(bot) => enter::detached(py, || evaluate(bot.maker(), &rules, games, look))?,
        None => play_python(py, bot, &rules, games, look)?,
    };
    look(1.0)?;
    let summary = Summary::new(&outcomes);
    let steps = (summary.mean_steps, summary.sd_steps, summary.p95_steps);
    let interval = summary.interval();
    let Summary { games, filled, steps_per_food, deaths, stalls, cpu_ms, .. } = summary;
    Ok((games, filled, interval, steps, steps_per_food, deaths, stalls, cpu_ms))
}

/// Plays the games of a bot written in Python, one after the other. A class gives a fresh bot for each game; an object
/// plays them all. A method `begin(game)` is called before each game, if there is one.
fn play_python(
    py: Python<'_>,
    bot: &Bound<'_, PyAny>,
    rules: &Arc<Rules>,
    games: Games,
    look: impl Fn(f64) -> Result<()> + Send,
) -> PyResult<Vec<Outcome>> {
    const EXPECTED: &str = "a bot: an object with a method choose(game), or its class";
    if !is_bot(bot)? {
        return Err(wrong_type("bot", bot, EXPECTED));
    }
    let mut outcomes = Vec::new();
    for number in 0..games.count {
        let player = if bot.is_instance_of::<PyType>() { bot.call0()? } else { bot.clone() };
        if let Some(native) = native(&player) {
            return enter::detached(py, || evaluate(native.maker(), rules, games, look));
        }
        outcomes.push(play_one(&player, rules, games.seed.wrapping_add(number))?);
        #[expect(clippy::cast_precision_loss, reason = "it is for a bar")]
        look((number + 1) as f64 / games.count as f64)?;
    }
    Ok(outcomes)
}

/// One live game, the same as a native bot would get.
fn play_one(bot: &Bound<'_, PyAny>, rules: &Arc<Rules>, seed: u64) -> PyResult<Outcome> {
    let py = bot.py();
    let start = ThreadTime::now();
    let game = PySnakeGame::by_rules(py, rules, &Rng::new(seed))?;
    let live = game.get().live()?;
    if let Some(begin) = bot.getattr_opt(intern!(py, "begin"))? {
        begin.call1((&game,))?;
    }
    let (mut hungry, mut length) = (0, 0);
    let patience = rules.config.starvation.unwrap_or(u32::MAX);
    loop {
        let (state, now, steps, reason) = enter::read(py, live, |state| {
            let reason = state.last_result().and_then(|result| result.reason);
            (state.phase().state(), state.world().body().len(), state.tick_count(), reason)
        });
        (hungry, length) = if now == length { (hungry + 1, length) } else { (0, now) };
        let ending = match (state, reason) {
            (GameState::Over, Some(reason)) => reason.name(),
            (GameState::Paused, _) => {
                return Err(InvalidStateError::new_err("choose: the bot paused the game, expected a direction only"));
            }
            _ if hungry >= patience => "starved",
            _ => {
                let turn = [ask(bot, &game)?];
                match py.detach(|| live.run(1, &turn, Repeat::Once)) {
                    // The bot has ended the game itself.
                    Ok(_) | Err(Error::GameOver(_)) => continue,
                    Err(error) => return Err(error.into()),
                }
            }
        };
        let eaten = (now - rules.config.length as usize) as u64;
        return Ok(Outcome { ending, steps, eaten, length: now, cpu: start.elapsed() });
    }
}
