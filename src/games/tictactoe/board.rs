//! A position: who has marked which cell, how the lines stand, and how the game has come out.

use smallvec::SmallVec;

use super::counts::Counts;
use super::shape::Shape;
use crate::core::{Error, Result};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Who begins: X.
    First = 0,
    /// The other one: O.
    Second = 1,
}

impl Player {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Who is called by this number, 1 or 2.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            _ => None,
        }
    }

    /// What the player is called: 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The other player.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    InProgress,
    /// Somebody has a line.
    Won(Player),
    /// The board is full, and nobody has.
    Draw,
}

impl Outcome {
    /// What is said of it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::InProgress => "in progress",
            Self::Won(Player::First) => "player 1 wins",
            Self::Won(Player::Second) => "player 2 wins",
            Self::Draw => "draw",
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// For each 64 cells, column by column: those that the first player has, and those that the second has.
    marks: SmallVec<[[u64; 2]; 1]>,
    counts: Counts,
    moves: u32,
    outcome: Outcome,
}

impl Board {
    /// Nobody has marked anything.
    #[must_use]
    pub fn empty(shape: Shape) -> Self {
        Self {
            marks: SmallVec::from_elem([0; 2], shape.cells().div_ceil(64)),
            counts: Counts::new(shape),
            moves: 0,
            outcome: Outcome::InProgress,
        }
    }

    /// Wipes all marks off.
    pub fn clear(&mut self) {
        self.marks.iter_mut().for_each(|words| *words = [0; 2]);
        self.counts.clear();
        (self.moves, self.outcome) = (0, Outcome::InProgress);
    }

    /// For each 64 cells, column by column: those that the first player has, and those that the second has.
    #[must_use]
    #[inline]
    pub fn marks(&self) -> &[[u64; 2]] {
        &self.marks
    }

    /// Whether nobody has marked a cell.
    #[must_use]
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        let [first, second] = self.marks[cell >> 6];
        (first | second) >> (cell & 63) & 1 == 0
    }

    /// Who has marked a cell.
    #[must_use]
    pub fn owner(&self, cell: usize) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.has(cell, player))
    }

    /// Whether a player has marked a cell.
    #[inline]
    fn has(&self, cell: usize, player: Player) -> bool {
        self.marks[cell >> 6][player as usize] >> (cell & 63) & 1 == 1
    }

    /// How many cells are marked.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// How many cells a player has marked.
    #[must_use]
    pub fn count(&self, player: Player) -> u32 {
        self.marks.iter().map(|words| words[player as usize].count_ones()).sum()
    }

    /// How the game stands.
    #[must_use]
    #[inline]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Marks a cell, which must be free, in a game that goes on; how the game stands then.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a step of a batch is little more than this")]
    pub fn mark(&mut self, shape: Shape, row: usize, col: usize, player: Player) -> Outcome {
        let cell = shape.cell(row, col);
        debug_assert!(self.is_free(cell) && self.outcome == Outcome::InProgress);
        self.marks[cell >> 6][player as usize] |= 1 << (cell & 63);
        self.moves += 1;
        let won = if shape.whole_lines() {
            self.counts.add(shape, row, col, player);
            self.counts.complete(shape, row, col, player)
        } else {
            self.has_run(shape, row, col, player)
        };
        self.outcome = if won {
            Outcome::Won(player)
        } else if self.moves as usize == shape.cells() {
            Outcome::Draw
        } else {
            Outcome::InProgress
        };
        self.outcome
    }

    /// Whether a mark on a free cell would win.
    #[must_use]
    pub fn would_win(&self, shape: Shape, row: usize, col: usize, player: Player) -> bool {
        self.has_run(shape, row, col, player)
    }

    /// Takes back the latest mark, which must be this one.
    pub fn unmark(&mut self, shape: Shape, row: usize, col: usize) {
        let cell = shape.cell(row, col);
        let Some(player) = self.owner(cell) else { return };
        self.marks[cell >> 6][player as usize] &= !(1 << (cell & 63));
        (self.moves, self.outcome) = (self.moves - 1, Outcome::InProgress);
        if shape.whole_lines() {
            // A mark of the other one undoes what this one has counted.
            self.counts.add(shape, row, col, player.other());
        }
    }

    /// Whether the player has `k` in a line through this cell.
    #[inline(never)]
    fn has_run(&self, shape: Shape, row: usize, col: usize, player: Player) -> bool {
        DIRECTIONS.iter().any(|&(down, right)| {
            let needed = shape.k() - 1;
            let ahead = self.run(shape, (row, col), (down, right), player, needed);
            ahead == needed || ahead + self.run(shape, (row, col), (-down, -right), player, needed - ahead) >= needed
        })
    }

    /// How many of the player's marks follow each other from a cell on, that one left out, up to `most`.
    fn run(&self, shape: Shape, from: (usize, usize), step: (isize, isize), player: Player, most: usize) -> usize {
        let marked = |&(row, col): &(usize, usize)| {
            row < shape.rows() && col < shape.cols() && self.has(shape.cell(row, col), player)
        };
        let next =
            |&(row, col): &(usize, usize)| Some((row.wrapping_add_signed(step.0), col.wrapping_add_signed(step.1)));
        std::iter::successors(next(&from), next).take(most).take_while(marked).count()
    }

    /// The cells of the lines that end the game, through the cell that was marked last: as (row, column), in ascending
    /// order. None unless somebody has won by it.
    #[must_use]
    pub fn winning_cells(&self, shape: Shape, row: usize, col: usize) -> Vec<(usize, usize)> {
        let Outcome::Won(player) = self.outcome else { return Vec::new() };
        let mut cells = Vec::new();
        for (down, right) in DIRECTIONS {
            let reach = |step| self.run(shape, (row, col), step, player, shape.cells());
            let (ahead, behind) = (reach((down, right)), reach((-down, -right)));
            if ahead + behind + 1 >= shape.k() {
                let along = |from: usize, step: isize, times: isize| from.wrapping_add_signed(step * times);
                let places = -behind.cast_signed()..=ahead.cast_signed();
                cells.extend(places.map(|times| (along(row, down, times), along(col, right, times))));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The position of these owners, cell by cell, in which `outcome` was reached.
    ///
    /// # Errors
    /// [`Error::Validation`] if it can not have been, or if there are not as many cells.
    pub fn of(shape: Shape, owners: &[u8], outcome: Outcome) -> Result<Self> {
        let mut board = Self::empty(shape);
        if owners.len() != shape.cells() {
            return Err(Error::validation("cells", format_args!("{} cells", owners.len()), shape.cells()));
        }
        let mut lines = [false; 2];
        for (cell, &owner) in owners.iter().enumerate().filter(|(_, owner)| **owner != 0) {
            let player = Player::from_number(owner).ok_or_else(|| Error::validation("cells", owner, "0, 1 or 2"))?;
            let (row, col) = shape.place(cell);
            board.outcome = Outcome::InProgress;
            lines[player as usize] |= board.mark(shape, row, col, player) == Outcome::Won(player);
        }
        let full = board.moves as usize == shape.cells();
        let right = match lines {
            [false, false] if full => Outcome::Draw,
            [false, false] => Outcome::InProgress,
            [true, false] => Outcome::Won(Player::First),
            [false, true] => Outcome::Won(Player::Second),
            [true, true] => return Err(Error::validation("cells", "lines of both players", "at most one winner")),
        };
        if outcome != right {
            return Err(Error::validation("outcome", outcome.words(), right.words()));
        }
        board.outcome = outcome;
        Ok(board)
    }
}

/// Along a row, a column and both diagonals, as (rows, columns).
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
