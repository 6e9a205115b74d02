//! A closed way over a board: through each open cell once.
//!
//! The open cells of a board can be coloured like a chessboard; each step changes the colour, so a closed way has as many
//! cells of one colour as of the other. Where one colour has one cell more (a board whose sides are both odd), there is
//! none; but there may be one that leaves out a single cell, and passes by it between the same two cells as another, its
//! twin. Whoever follows it goes over one of the two in each round. A difference of more than one rules out any way
//! through all cells, so no snake can fill such a board.

use super::board::Board;
use super::comb::comb;
use super::weave::{Found, weave};
use crate::core::{Error, Result};
use crate::games::snake::World;

/// No place on the way.
const NOWHERE: u32 = u32::MAX;
/// How many cells are tried as the one that is left out.
const MOST_SPARES: usize = 16;

/// A closed way through all open cells of a board, but for one if that has a twin.
#[derive(Clone, Debug)]
pub struct Cycle {
    board: Board,
    cells: Vec<u32>,
    /// The place of each cell on the way. The cell left out has the place of its twin.
    places: Vec<u32>,
    /// The cell left out.
    spare: Option<u32>,
}

impl Cycle {
    /// A way over the board of a position.
    ///
    /// # Errors
    /// [`Error::Validation`] with the reason if there is none, or none was found in the time that a search may take
    /// (seconds at most).
    pub fn new(world: &World) -> Result<Self> {
        let board = Board::new(world);
        board.check_connected(world)?;
        if board.open() == board.area() {
            let (width, height) = board.sides();
            let cells: Vec<u32> = comb(width, height).into_iter().map(|(x, y)| y * width + x).collect();
            let spare = (cells.len() < board.open()).then_some((0, width + 1));
            return Ok(Self::from_cells(board, cells, spare));
        }
        let refuse = |got: &str| {
            Error::validation("obstacles", got, "a board with a closed way through all its free cells, or all but one")
        };
        match board.imbalance() {
            0 => match weave(&board, None) {
                Found::Way(cells) => Ok(Self::from_cells(board, cells, None)),
                Found::None => Err(refuse("a board without any closed way")),
                Found::NotInTime => Err(refuse("a board on which none was found in time")),
            },
            1 => Self::with_spare(board).ok_or_else(|| refuse("a board on which none was found in time")),
            more => {
                let got = format!("{more} free cells more of one chessboard colour than of the other");
                Err(refuse(&format!("{got}, so that no snake can fill it")))
            }
        }
    }

    /// A way that leaves out one cell, if there is one for one of those that are most easily left out.
    fn with_spare(board: Board) -> Option<Self> {
        let colours: [Vec<u32>; 2] =
            [0, 1].map(|colour| board.cells().filter(|&cell| board.colour(cell) == colour).collect());
        let [light, dark] = colours;
        let mut spares = if light.len() > dark.len() { light } else { dark };
        // A cell between two others in a corner leaves those no choice but to pass it by side by side.
        spares.sort_by_key(|&cell| board.around(cell).map(|(_, beside)| board.around(beside).count()).sum::<usize>());
        spares.retain(|&cell| board.around(cell).count() >= 2);
        for spare in spares.into_iter().take(MOST_SPARES) {
            let Found::Way(cells) = weave(&board, Some(spare)) else { continue };
            let beside = |cell| board.direction(spare, cell).is_some();
            let around =
                |place: usize| [cells[(place + cells.len() - 1) % cells.len()], cells[(place + 1) % cells.len()]];
            if let Some(twin) = (0..cells.len()).find(|&place| around(place).into_iter().all(beside)) {
                let twin = cells[twin];
                return Some(Self::from_cells(board, cells, Some((spare, twin))));
            }
        }
        None
    }

    /// The way through `cells`; `spare` is the cell left out and its twin.
    fn from_cells(board: Board, cells: Vec<u32>, spare: Option<(u32, u32)>) -> Self {
        let mut places = vec![NOWHERE; board.area()];
        for (place, &cell) in (0..).zip(&cells) {
            places[cell as usize] = place;
        }
        if let Some((left_out, twin)) = spare {
            places[left_out as usize] = places[twin as usize];
        }
        Self { board, cells, places, spare: spare.map(|(left_out, _)| left_out) }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cells in order, without the one left out.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The cell left out.
    #[must_use]
    pub const fn spare(&self) -> Option<u32> {
        self.spare
    }

    /// How many places it has.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^24 cells")]
    pub(super) const fn round(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The place of a cell.
    #[inline]
    pub(super) fn place(&self, cell: u32) -> u32 {
        self.places[cell as usize]
    }

    /// The cell that is `steps` places after another, at most a round.
    #[inline]
    pub(super) fn after(&self, cell: u32, steps: u32) -> u32 {
        let place = self.place(cell) + steps;
        self.cells[(if place >= self.round() { place - self.round() } else { place }) as usize]
    }

    /// How many places after `from` one comes to `to`, from 1 to a round.
    #[inline]
    pub(super) fn steps(&self, from: u32, to: u32) -> u32 {
        let (from, to) = (self.place(from), self.place(to));
        if to > from { to - from } else { to + self.round() - from }
    }
}
