//! A live game that a bot plays, ours or one written in Python.

use pyo3::intern;
use pyo3::prelude::*;

use super::native::native;
use crate::core::{Direction, Error};
use crate::live::snake::{Repeat, TickResult};
use crate::py::enter;
use crate::py::games::snake::game::PySnakeGame;
use crate::py::vocabulary::from_python;
use crate::session::GameState;

/// Whether an argument is a bot: it can choose.
pub(in crate::py) fn is_bot(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.getattr_opt(intern!(value.py(), "choose"))?.is_some_and(|choose| choose.is_callable()))
}

/// Up to `n` ticks, before each of which the bot is asked. A bot written in Python is asked with no lock held; it may call
/// the game, and what it raises leaves from here.
pub(in crate::py) fn run(game: &Bound<'_, PySnakeGame>, n: u64, bot: &Bound<'_, PyAny>) -> PyResult<TickResult> {
    let py = game.py();
    let live = game.get().live()?;
    if let Some(bot) = native(bot) {
        return enter::detached(py, || bot.run(live, n));
    }
    for tick in 0..n {
        let over = enter::read(py, live, |state| state.phase().on_turn().is_err());
        if over && tick > 0 {
            break;
        }
        // A game that is over from the start is an error, without the bot.
        let turn = if over { Vec::new() } else { vec![ask(bot, game)?] };
        match py.detach(|| live.run(1, &turn, Repeat::Once)) {
            Ok(result) if result.state == GameState::Running => {}
            Ok(result) => return Ok(result),
            // Somebody, perhaps the bot, has ended the game meanwhile.
            Err(Error::GameOver(_)) if !over => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(enter::read(py, live, |state| state.last_result().unwrap_or_else(|| state.idle())))
}

/// What a bot written in Python chooses.
pub(super) fn ask(bot: &Bound<'_, PyAny>, game: &Bound<'_, PySnakeGame>) -> PyResult<Direction> {
    let chosen = bot.call_method1(intern!(bot.py(), "choose"), (game,))?;
    from_python(&chosen, "choose")
}
