//! `TicTacToe`.

use parking_lot::Mutex;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::core::Error;
use crate::games::tictactoe::{Outcome, Player, Shape};
use crate::live::tictactoe::{TicTacToe, Turns, unknown_player};
use crate::py::arguments::{Given, flag, is_flag};
use crate::py::errors::{shown, wrong_number, wrong_type, wrong_value};
use crate::py::made::Made;
use crate::py::{pickle, value};
use crate::render;

/// Tic-tac-toe, and m,n,k-games: two players mark cells, and k in a row, column or diagonal win.
///
/// A board of n x n cells, or of `rows` x `cols` (1 to 4096 each). `k` marks in a line win: the shorter side unless given;
/// at most the longer one. With `turns` players must take turns, 1 first; without, they move as they are told to.
#[pyclass(name = "TicTacToe", module = "tickgrid.tictactoe", frozen, subclass, weakref)]
pub(in crate::py) struct PyTicTacToe(Made<Mutex<TicTacToe>>);

/// A cell and who marked it, as Python has it.
type Mark = (usize, usize, u8);
/// Rows, columns, `k`, whether players take turns, and what has been played: what a pickle holds.
type State = (u32, u32, u32, bool, Vec<(i64, i64, u8)>);

#[pymethods]
impl PyTicTacToe {
    #[new]
    #[pyo3(
        signature = (*_arguments, **_keywords),
        text_signature = "(n=3, *, rows=None, cols=None, k=None, turns=False)"
    )]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self(Made::empty())
    }

    #[pyo3(signature = (n = Given::NOT, *, rows = None, cols = None, k = None, turns = Given::NOT))]
    fn __init__(
        &self,
        n: Given<'_>,
        rows: Option<&Bound<'_, PyAny>>,
        cols: Option<&Bound<'_, PyAny>>,
        k: Option<&Bound<'_, PyAny>>,
        turns: Given<'_>,
    ) -> PyResult<()> {
        let n = n.value().map_or(Ok(3), |n| side(n, "n"))?;
        let rows = rows.map_or(Ok(n), |rows| side(rows, "rows"))?;
        let cols = cols.map_or(Ok(n), |cols| side(cols, "cols"))?;
        let k = k.map_or_else(|| Ok(rows.min(cols)), |k| side(k, "k"))?;
        let strict = turns.value().map_or(Ok(false), |turns| flag(turns, "turns"))?;
        let turns = if strict { Turns::Strict } else { Turns::Free };
        self.0.fill(Mutex::new(TicTacToe::new(Shape::new(rows, cols, k)?, turns)))
    }

    /// Marks a cell for a player, 1 or 2. Returns "in progress", "player 1 wins", "player 2 wins" or "draw".
    ///
    /// Raises, in this order: ValidationError for a cell off the board, for one that is taken, and for an unknown player;
    /// GameOverError after the end; with `turns`, ValidationError for the player whose turn it is not. TypeError for a row
    /// or column that is no integer. Nothing has changed then.
    #[pyo3(name = "move")]
    fn play(
        &self,
        row: &Bound<'_, PyAny>,
        col: &Bound<'_, PyAny>,
        player: &Bound<'_, PyAny>,
    ) -> PyResult<&'static str> {
        let (row, col) = (coordinate(row, "row")?, coordinate(col, "column")?);
        let number = if is_flag(player) { None } else { player.extract::<u8>().ok() };
        let Some(number) = number.filter(|number| (1..=2).contains(number)) else {
            self.with(|game| game.free_cell(row, col))??;
            return Err(unknown_player(shown(player)).into());
        };
        Ok(self.with(|game| game.play(row, col, number))??.words())
    }

    /// Takes the latest move back, and returns it as (row, column, player). InvalidStateError if there is none.
    fn undo(&self) -> PyResult<Mark> {
        let latest = self.with(TicTacToe::undo)??;
        Ok((latest.row, latest.col, latest.player.number()))
    }

    /// The side of a square board; None if it is no square.
    #[getter]
    fn n(&self) -> PyResult<Option<usize>> {
        let shape = self.shape()?;
        Ok(Some(shape.rows()).filter(|&rows| rows == shape.cols()))
    }

    /// How many rows there are.
    #[getter]
    fn rows(&self) -> PyResult<usize> {
        Ok(self.shape()?.rows())
    }

    /// How many columns there are.
    #[getter]
    fn cols(&self) -> PyResult<usize> {
        Ok(self.shape()?.cols())
    }

    /// How many in a line win.
    #[getter]
    fn k(&self) -> PyResult<usize> {
        Ok(self.shape()?.k())
    }

    /// Whether players must take turns.
    #[getter]
    fn turns(&self) -> PyResult<bool> {
        self.with(|game| game.turns() == Turns::Strict)
    }

    /// The board, row by row: 0 for a free cell, else the player who has it. A tuple of tuples.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        // Copied first: no Python object is made under the lock.
        let (shape, board) = self.with(|game| (game.shape(), game.board().clone()))?;
        let owner = |row, col| board.owner(shape.cell(row, col)).map_or(0, Player::number);
        let rows = (0..shape.rows()).map(|row| PyTuple::new(py, (0..shape.cols()).map(|col| owner(row, col))));
        PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// What has been played, in order: a tuple of (row, column, player).
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.history()?)
    }

    /// How the game stands: what the latest `move` returned.
    #[getter]
    fn status(&self) -> PyResult<&'static str> {
        self.with(|game| game.outcome().words())
    }

    /// Whether the game has ended.
    #[getter]
    fn over(&self) -> PyResult<bool> {
        self.with(|game| game.outcome() != Outcome::InProgress)
    }

    /// Who has won, 1 or 2; None if nobody has.
    #[getter]
    fn winner(&self) -> PyResult<Option<u8>> {
        self.with(|game| match game.outcome() {
            Outcome::Won(player) => Some(player.number()),
            _ => None,
        })
    }

    /// Whose turn it is, if the two take turns: 1 at the beginning, then the one who did not move last; None after the end.
    #[getter]
    fn to_move(&self) -> PyResult<Option<u8>> {
        self.with(|game| (game.outcome() == Outcome::InProgress).then(|| game.to_move().number()))
    }

    /// The cells of the winning line (or lines), in ascending order: a tuple of (row, column), empty if nobody has won.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.with(|game| game.winning_cells())?)
    }

    /// The free cells, in ascending order: a list of (row, column); empty after the end.
    fn legal_moves(&self) -> PyResult<Vec<(usize, usize)>> {
        self.with(|game| {
            if game.outcome() != Outcome::InProgress {
                return Vec::new();
            }
            let shape = game.shape();
            let places = (0..shape.rows()).flat_map(|row| (0..shape.cols()).map(move |col| (row, col)));
            places.filter(|&(row, col)| game.board().owner(shape.cell(row, col)).is_none()).collect()
        })
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(render::text(&self.with(|game| game.scene())?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().qualname()?;
        slf.get().with(|game| {
            let (shape, strict) = (game.shape(), game.turns() == Turns::Strict);
            let (rows, cols, k) = (shape.rows(), shape.cols(), shape.k());
            let turns = if strict { ", turns=True" } else { "" };
            let (status, moves) = (game.outcome().words(), game.moves().len());
            format!("<{name}(rows={rows}, cols={cols}, k={k}{turns}): {status}, {moves} moves>")
        })
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        // One after the other, so that two threads that compare crosswise do not wait for each other.
        let mine = slf.get().snapshot()?;
        if other.is(slf) {
            return value::equal(other, |_: &Self| true);
        }
        let Ok(theirs) = other.cast::<Self>() else { return Ok(slf.py().NotImplemented()) };
        let same = mine == theirs.get().snapshot()?;
        value::equal(other, |_: &Self| same)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let game = slf.get().snapshot()?;
        let (shape, strict) = (game.shape(), game.turns() == Turns::Strict);
        pickle::reduce(slf, (shape.rows(), shape.cols(), shape.k(), strict, marks(&game)))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        pickle::restore(slf, state, |inside| {
            let (rows, cols, k, strict, moves): State = inside.extract()?;
            let turns = if strict { Turns::Strict } else { Turns::Free };
            let mut game = TicTacToe::new(Shape::new(rows, cols, k)?, turns);
            moves.into_iter().try_for_each(|(row, col, player)| game.play(row, col, player).map(drop))?;
            slf.get().0.fill(Mutex::new(game))
        })
    }
}

impl PyTicTacToe {
    /// Looks at or plays the game. The lock is held for the moment only, and no Python code runs under it.
    fn with<T>(&self, look: impl FnOnce(&mut TicTacToe) -> T) -> PyResult<T> {
        Ok(look(&mut self.0.get()?.lock()))
    }

    /// The game as it is now.
    pub(super) fn snapshot(&self) -> PyResult<TicTacToe> {
        self.with(|game| game.clone())
    }

    fn shape(&self) -> PyResult<Shape> {
        self.with(|game| game.shape())
    }

    fn history(&self) -> PyResult<Vec<Mark>> {
        self.with(|game| marks(game))
    }
}

fn marks(game: &TicTacToe) -> Vec<Mark> {
    game.moves().iter().map(|made| (made.row, made.col, made.player.number())).collect()
}

/// A number of cells; of what is no number of 32 bits the engine need not be asked.
fn side(value: &Bound<'_, PyAny>, field: &str) -> PyResult<u32> {
    const EXPECTED: &str = "an integer from 1 on";
    if is_flag(value) {
        return Err(wrong_type(field, value, EXPECTED));
    }
    let number: i64 = value.extract().map_err(|error| wrong_number(error, field, value, EXPECTED))?;
    u32::try_from(number).map_err(|_| wrong_value(field, number, EXPECTED))
}

/// A row or a column; one that is too large for a machine word is off any board.
fn coordinate(value: &Bound<'_, PyAny>, field: &str) -> PyResult<i64> {
    const EXPECTED: &str = "an integer";
    if is_flag(value) {
        return Err(wrong_type(field, value, EXPECTED));
    }
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            Error::Validation(format!("off the board: got {field} {}", shown(value))).into()
        } else {
            wrong_number(error, field, value, EXPECTED)
        }
    })
}
