//! A closed way over a board: through each open cell once.
//!
//! The open cells of a board can be coloured like a chessboard; each step changes the colour, so a closed way has as many
//! cells of one colour as of the other. Where one colour has one cell more (a board whose sides are both odd), there is
//! none; but there may be one that leaves out a single cell, and passes by it between the same two cells as another, its
//! twin. Whoever follows it goes over one of the two in each round. A difference of more than one rules out any way
//! through all cells, so no snake can fill such a board.
//!
//! A board that wraps around and has an odd side cannot be coloured so, and has more ways. Without obstacles one is known;
//! with obstacles the board is cut open before a column and a row, here and there, and the way looked for on what that leaves.

use super::board::Board;
use super::comb::{comb, spiral};
use super::weave::{Found, MOST_LOOKS, weave};
use crate::core::{Error, Point, Result};
use crate::games::snake::World;

/// No place on the way.
const NOWHERE: u32 = u32::MAX;
/// How many cells are tried as the one that is left out.
const MOST_SPARES: usize = 16;
/// In how many places a board that wraps around is cut open.
const MOST_CUTS: u32 = 16;
const NOT_IN_TIME: &str = "a board on which none was found in time";

/// The cells of a way in order; the one left out and its twin, if there are such.
type Way = (Vec<u32>, Option<(u32, u32)>);

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
    /// (seconds at most); and if there are hazards.
    pub fn new(world: &World) -> Result<Self> {
        let board = Board::new(world);
        board.check_no_hazards()?;
        board.check_connected(world)?;
        if board.open() == board.area() {
            let (width, height) = board.sides();
            let goes_round = !board.is_chequered() && width % 2 == 1 && height % 2 == 1;
            let way = if goes_round { spiral(width, height) } else { comb(width, height) };
            let cells: Vec<u32> = way.into_iter().map(|(x, y)| y * width + x).collect();
            let spare = (cells.len() < board.open()).then_some((0, width + 1));
            return Ok(Self::from_cells(board, cells, spare));
        }
        let mut looks = MOST_LOOKS;
        let found = if board.is_chequered() { search(&board, &mut looks) } else { search_cut(&board, &mut looks) };
        let expected = "a board with a closed way through all its free cells, or all but one";
        let (cells, spare) = found.map_err(|got| Error::validation("obstacles", got, expected))?;
        Ok(Self::from_cells(board, cells, spare))
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

/// A way over a chequered board with obstacles, or the reason why there is none.
fn search(board: &Board, looks: &mut u64) -> std::result::Result<Way, String> {
    match board.imbalance() {
        0 => match weave(board, None, looks) {
            Found::Way(cells) => Ok((cells, None)),
            Found::None => Err("a board without any closed way".to_owned()),
            Found::NotInTime => Err(NOT_IN_TIME.to_owned()),
        },
        1 => with_spare(board, looks).ok_or_else(|| NOT_IN_TIME.to_owned()),
        more => {
            let got = format!("{more} free cells more of one chessboard colour than of the other");
            Err(format!("{got}, so that no snake can fill it"))
        }
    }
}

/// A way over a board that wraps around and is not chequered: one that keeps within what is left when it is cut open.
fn search_cut(board: &Board, looks: &mut u64) -> std::result::Result<Way, String> {
    let (width, height) = board.sides();
    let corner = |cut: u32| Point::new((cut % width).cast_signed(), (cut % height).cast_signed());
    let boards = (0..MOST_CUTS).map(|cut| board.unrolled(corner(cut)));
    // Each cut colours the board in another way; the rest of those that do not come out even are in vain.
    let odd = board.open() % 2;
    let mut even = boards.filter(|board| board.imbalance() == odd).take(if odd == 0 { 4 } else { 1 });
    even.find_map(|board| search(&board, looks).ok()).ok_or_else(|| NOT_IN_TIME.to_owned())
}

/// A way that leaves out one cell, if there is one for one of those that are most easily left out.
fn with_spare(board: &Board, looks: &mut u64) -> Option<Way> {
    let colours: [Vec<u32>; 2] =
        [0, 1].map(|colour| board.cells().filter(|&cell| board.colour(cell) == colour).collect());
    let [light, dark] = colours;
    let mut spares = if light.len() > dark.len() { light } else { dark };
    // A cell between two others in a corner leaves those no choice but to pass it by side by side.
    spares.sort_by_key(|&cell| board.around(cell).map(|(_, beside)| board.around(beside).count()).sum::<usize>());
    spares.retain(|&cell| board.around(cell).count() >= 2);
    for spare in spares.into_iter().take(MOST_SPARES) {
        let Found::Way(cells) = weave(board, Some(spare), looks) else { continue };
        let beside = |cell| board.direction(spare, cell).is_some();
        let around = |place: usize| [cells[(place + cells.len() - 1) % cells.len()], cells[(place + 1) % cells.len()]];
        if let Some(twin) = (0..cells.len()).find(|&place| around(place).into_iter().all(beside)) {
            let twin = cells[twin];
            return Some((cells, Some((spare, twin))));
        }
    }
    None
}
