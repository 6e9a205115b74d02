//! A game of tic-tac-toe as people hold it: a board, whose turn it is, and what has been played.

use crate::core::{Error, Result, Scene};
use crate::games::tictactoe::{Board, Outcome, Player, Shape, scene};

/// Whether anybody looks after whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Players move in any order.
    Free,
    /// The first player begins, and the two take turns.
    Strict,
}

/// A mark that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub col: usize,
    /// Who made it.
    pub player: Player,
}

/// A game. Two are equal if they have the same board, and the same moves were made in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    shape: Shape,
    turns: Turns,
    board: Board,
    moves: Vec<Move>,
}

impl TicTacToe {
    /// A game at its beginning.
    #[must_use]
    pub fn new(shape: Shape, turns: Turns) -> Self {
        Self { shape, turns, board: Board::empty(shape), moves: Vec::new() }
    }

    /// Rows, columns, and how many in a line win.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether anybody looks after whose turn it is.
    #[must_use]
    pub const fn turns(&self) -> Turns {
        self.turns
    }

    /// The position.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What has been played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the game stands.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.board.outcome()
    }

    /// Whose turn it is, if the two take turns: the one who did not move last.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.moves.last().map_or(Player::First, |latest| latest.player.other())
    }

    /// The cells of the lines that have won, in ascending order; none if nobody has.
    #[must_use]
    pub fn winning_cells(&self) -> Vec<(usize, usize)> {
        self.moves.last().map_or_else(Vec::new, |latest| self.board.winning_cells(self.shape, latest.row, latest.col))
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        scene(&self.board, self.shape)
    }

    /// Marks a cell for a player, 1 or 2; how the game stands then.
    ///
    /// # Errors
    /// [`Error::Validation`] for a cell off the board or taken, a player that is none, and, as the last of all, one whose turn
    /// it is not; [`Error::GameOver`] before that, after the end. Nothing has changed then.
    pub fn play(&mut self, row: i64, col: i64, player: u8) -> Result<Outcome> {
        let (row, col) = self.free_cell(row, col)?;
        let Some(player) = Player::from_number(player) else {
            return Err(unknown_player(player));
        };
        if self.outcome() != Outcome::InProgress {
            return Err(Error::GameOver(format!("the game is over: {}", self.outcome().words())));
        }
        if self.turns == Turns::Strict && player != self.to_move() {
            let expected = format_args!("{}, whose turn it is", self.to_move().number());
            return Err(Error::validation("player", player.number(), expected));
        }
        let outcome = self.board.mark(self.shape, row, col, player);
        self.moves.push(Move { row, col, player });
        Ok(outcome)
    }

    /// A cell that is on the board and free.
    ///
    /// # Errors
    /// [`Error::Validation`] if it is not.
    pub fn free_cell(&self, row: i64, col: i64) -> Result<(usize, usize)> {
        let inside = |at: i64, side: usize| usize::try_from(at).ok().filter(|&at| at < side);
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (Some(at_row), Some(at_col)) = (inside(row, rows), inside(col, cols)) else {
            return Err(Error::Validation(format!(
                "off the board: got row {row}, column {col}, expected rows 0 to {}, columns 0 to {}",
                rows - 1,
                cols - 1
            )));
        };
        match self.board.owner(self.shape.cell(at_row, at_col)) {
            None => Ok((at_row, at_col)),
            Some(owner) => {
                let owner = owner.number();
                Err(Error::Validation(format!("cell already taken: row {row}, column {col} is player {owner}'s")))
            }
        }
    }

    /// Takes the latest move back.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if there is none.
    pub fn undo(&mut self) -> Result<Move> {
        let latest =
            self.moves.pop().ok_or_else(|| Error::InvalidState("undo: got no move to take back".to_owned()))?;
        self.board.unmark(self.shape, latest.row, latest.col);
        Ok(latest)
    }
}

/// The error of a player that is none.
pub fn unknown_player(got: impl std::fmt::Display) -> Error {
    Error::Validation(format!("unknown player: got {got}, expected 1 or 2"))
}
