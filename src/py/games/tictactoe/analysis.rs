//! What a position is worth, how many games there are, and players that choose by themselves.

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::game::PyTicTacToe;
use crate::core::{Error, Result, Rng};
use crate::games::tictactoe::Outcome;
use crate::games::tictactoe::analysis::{self, MonteCarlo, Open};
use crate::live::tictactoe::TicTacToe;
use crate::py::arguments::{integer, natural};
use crate::py::errors::wrong_type;
use crate::py::interpreter::{check_signals, note_thread};

/// A game that was handed over, as it is now.
fn game(value: &Bound<'_, PyAny>) -> PyResult<TicTacToe> {
    value.cast::<PyTicTacToe>().map_err(|_| wrong_type("game", value, "a TicTacToe"))?.get().snapshot()
}

/// Long work on a game, with the interpreter lock let go.
fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    note_thread(py);
    Ok(py.detach(work)?)
}

/// The value of a game for the player to move (1, 0, -1), and all best moves as (row, column).
#[pyfunction]
pub(in crate::py) fn solve_tictactoe(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    budget: &Bound<'_, PyAny>,
) -> PyResult<(i8, Vec<(usize, usize)>)> {
    let (game, budget) = (self::game(game)?, natural(budget, "budget")?);
    let solved = detached(py, || analysis::solve(game.shape(), game.board(), game.to_move(), budget, &check_signals))?;
    Ok((solved.value, solved.moves))
}

/// The games from a position on, a row for each length in moves: won by player 1, by player 2, drawn.
#[pyfunction]
pub(in crate::py) fn count_tictactoe_games(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    budget: &Bound<'_, PyAny>,
) -> PyResult<Vec<(u64, u64, u64)>> {
    let (game, budget) = (self::game(game)?, natural(budget, "budget")?);
    let count = detached(py, || {
        if let Some(over) = over(&game) {
            return Ok(vec![over]);
        }
        let open = Open::new(game.shape(), game.board(), game.to_move())?;
        Ok(analysis::count_games(&open, budget, &check_signals)?.by_length)
    })?;
    Ok(count.into_iter().map(|games| by_player(&game, games)).collect())
}

/// The positions that can come about from one on: all, those up to symmetry, and those in which the game is over.
#[pyfunction]
pub(in crate::py) fn count_tictactoe_positions(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    budget: &Bound<'_, PyAny>,
) -> PyResult<(u64, u64, (u64, u64, u64))> {
    let (game, budget) = (self::game(game)?, natural(budget, "budget")?);
    let count = detached(py, || {
        if let Some(over) = over(&game) {
            return Ok(analysis::PositionCount { positions: 1, classes: 1, over });
        }
        analysis::count_positions(game.shape(), game.board(), game.to_move(), budget, &check_signals)
    })?;
    Ok((count.positions, count.classes, by_player(&game, count.over)))
}

/// The one ending of a game that has ended: for who would move, for the other, drawn.
fn over(game: &TicTacToe) -> Option<[u64; 3]> {
    match game.outcome() {
        Outcome::InProgress => None,
        Outcome::Draw => Some([0, 0, 1]),
        Outcome::Won(winner) => Some(if winner == game.to_move() { [1, 0, 0] } else { [0, 1, 0] }),
    }
}

/// From who moves next and the other one to players 1 and 2.
fn by_player(game: &TicTacToe, [own, other, drawn]: [u64; 3]) -> (u64, u64, u64) {
    if game.to_move().number() == 1 { (own, other, drawn) } else { (other, own, drawn) }
}

/// A player for boards that are too large to solve: Monte Carlo tree search.
///
/// It plays `playouts` (1 to 10^9) games in its head before each move; chance comes from `seed`, so that the same player
/// makes the same moves again. It wins at once where it can, and blocks where it must.
#[pyclass(name = "MonteCarloBot", module = "tickgrid.tictactoe", frozen)]
pub(in crate::py) struct PyMonteCarloBot {
    playouts: u32,
    player: Mutex<MonteCarlo>,
}

#[pymethods]
impl PyMonteCarloBot {
    #[new]
    #[pyo3(signature = (playouts = None, seed = None), text_signature = "(playouts=1000, seed=0)")]
    fn new(playouts: Option<&Bound<'_, PyAny>>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let playouts = playouts.map_or(Ok(1_000), |value| integer(value, "playouts", 1..=1_000_000_000_u32))?;
        let seed = seed.map_or(Ok(0), |value| natural(value, "seed"))?;
        Ok(Self { playouts, player: Mutex::new(MonteCarlo::new(playouts, seed)) })
    }

    /// How many games it plays in its head before each move.
    #[getter]
    const fn playouts(&self) -> u32 {
        self.playouts
    }

    /// The (row, column) that the player whose turn it is should mark. GameOverError after the end; the game is not changed.
    fn choose(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        let game = self::game(game)?;
        // The lock is not held while it thinks: a signal handler may ask it something.
        let mut player = self.player.lock().clone();
        let chosen = detached(py, || player.choose(game.shape(), game.board(), game.to_move(), &check_signals))?;
        *self.player.lock() = player;
        Ok(chosen)
    }

    fn __repr__(&self) -> String {
        let seed = self.player.lock().rng().seed();
        format!("MonteCarloBot(playouts={}, seed={seed})", self.playouts)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let bot = slf.get();
        let state = serde_json::to_string(bot.player.lock().rng());
        let state = state.map_err(|error| Error::InvalidState(format!("state: {error}")))?;
        (slf.get_type().getattr("_restore")?, (bot.playouts, state)).into_pyobject(slf.py())
    }

    /// For pickles: a player that goes on with a stream of chance.
    #[staticmethod]
    fn _restore(playouts: u32, state: &str) -> PyResult<Self> {
        let unreadable = |error| Error::validation("state", error, "what __reduce__ gave");
        let rng: Rng = serde_json::from_str(state).map_err(unreadable)?;
        Ok(Self { playouts, player: Mutex::new(MonteCarlo::with(playouts, rng)) })
    }
}
