//! What a position is worth, exactly.
//!
//! Alpha-beta search over three values, with what the game itself says first: who can complete a line does; one line that
//! the other could complete must be blocked, and two cannot be; a side without open lines cannot win; cells of which
//! nothing depends any more are one and the same. Positions are remembered up to the symmetries of the root.

use super::open::Open;
use super::symmetry::Symmetries;
use super::table::Table;
use super::{Budget, Look};
use crate::core::Result;
use crate::games::tictactoe::{Board, Outcome, Player, Shape};

/// What a position is worth to the player to move, and the moves that keep it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// 1: won, 0: a draw, -1: lost.
    pub value: i8,
    /// All moves that are as good as can be, as (row, column) in ascending order; none after the end.
    pub moves: Vec<(usize, usize)>,
}

/// The exact value of a position and all best moves, if it takes no more than `budget` positions to find out.
///
/// # Errors
/// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if it takes more, or there are too many free cells; whatever
/// `look` says.
pub fn solve(shape: Shape, board: &Board, to_move: Player, budget: u64, look: Look<'_>) -> Result<Solution> {
    match board.outcome() {
        Outcome::InProgress => {}
        Outcome::Draw => return Ok(Solution { value: 0, moves: Vec::new() }),
        Outcome::Won(winner) => {
            return Ok(Solution { value: if winner == to_move { 1 } else { -1 }, moves: Vec::new() });
        }
    }
    let open = Open::new(shape, board, to_move)?;
    let mut search = Search {
        symmetries: Symmetries::new(shape, board, &open),
        table: Table::new(3_u64.saturating_pow(u32::try_from(open.cells().len()).unwrap_or(u32::MAX))),
        budget: Budget::new("solve", budget, look),
        open: &open,
    };
    let all = open.all();
    let value = search.value([0, 0], all, 0, (-1, 1))?;
    let mut moves = Vec::new();
    for (cell, &place) in open.cells().iter().enumerate() {
        let bit = 1 << cell;
        let as_good = if value == -1 || open.wins(0, bit, cell) {
            true
        } else if all == bit {
            value == 0
        } else {
            // Whether the other one is held to no more than that.
            search.value([bit, 0], all ^ bit, 1, (-value, 1 - value))? <= -value
        };
        if as_good {
            moves.push(place);
        }
    }
    moves.sort_unstable();
    Ok(Solution { value, moves })
}

struct Search<'a> {
    open: &'a Open,
    symmetries: Symmetries,
    table: Table,
    budget: Budget<'a>,
}

/// What a look at all lines tells of the side to move.
struct View {
    /// Cells that complete a line of one's own, and of the other's.
    wins: u64,
    threats: u64,
    /// Cells on some line that is still open, for each side.
    own: u64,
    other: u64,
    /// How much depends on each cell.
    weights: [u16; 64],
}

/// Fewer free cells are not worth remembering.
const FEW_CELLS: u32 = 4;

impl Search<'_> {
    /// The value for the side to move of a position in which the game goes on; if it is not between the bounds, a bound of
    /// it on that side.
    fn value(&mut self, marks: [u64; 2], free: u64, side: usize, (mut low, mut high): (i8, i8)) -> Result<i8> {
        self.budget.take(1)?;
        let view = self.view(marks, side);
        if view.wins & free != 0 {
            return Ok(1);
        }
        let threats = view.threats & free;
        if threats.count_ones() > 1 {
            return Ok(-1);
        }
        if free.is_power_of_two() || view.own | view.other == 0 {
            return Ok(0);
        }
        // Without an open line there is nothing to win.
        if view.own == 0 {
            high = high.min(0);
        }
        if view.other == 0 {
            low = low.max(0);
        }
        if low >= high {
            return Ok(if view.own == 0 { high } else { low });
        }
        let remember = threats == 0 && free.count_ones() > FEW_CELLS;
        let key = if remember { self.symmetries.canonical(marks) } else { marks };
        let (mut least, mut greatest) = (-1, 1);
        if remember && let Some(known) = self.table.bounds(key) {
            (least, greatest) = known;
            if least >= high || least == greatest {
                return Ok(least);
            }
            if greatest <= low {
                return Ok(greatest);
            }
            (low, high) = (low.max(least), high.min(greatest));
        }
        let mut best = -1;
        let moves = if threats == 0 { view.moves(free) } else { Moves::only(threats) };
        let asked = low;
        for cell in moves {
            let (bit, mut marks) = (1 << cell, marks);
            marks[side] |= bit;
            let value = -self.value(marks, free ^ bit, side ^ 1, (-high, -low))?;
            best = best.max(value);
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        if remember {
            if best > asked {
                least = least.max(best);
            }
            if best < high {
                greatest = greatest.min(best);
            }
            self.table.note(key, least, greatest);
        }
        Ok(best)
    }

    fn view(&self, marks: [u64; 2], side: usize) -> View {
        let (mine, others) = (marks[side], marks[side ^ 1]);
        let mut view = View { wins: 0, threats: 0, own: 0, other: 0, weights: [0; 64] };
        let mut weigh = |lacking: u64| {
            let mut rest = lacking;
            let weight = WEIGHTS[lacking.count_ones() as usize & 7];
            while rest != 0 {
                view.weights[rest.trailing_zeros() as usize] += weight;
                rest &= rest - 1;
            }
        };
        for &line in self.open.lines(side) {
            if line & others == 0 {
                let lacking = line & !mine;
                view.own |= lacking;
                view.wins |= if lacking.is_power_of_two() { lacking } else { 0 };
                weigh(lacking);
            }
        }
        for &line in self.open.lines(side ^ 1) {
            if line & mine == 0 {
                let lacking = line & !others;
                view.other |= lacking;
                view.threats |= if lacking.is_power_of_two() { lacking } else { 0 };
                weigh(lacking);
            }
        }
        view
    }
}

impl View {
    /// The moves of a side, those that most depends on first. Cells on no open line are all the same: one will do.
    fn moves(&self, free: u64) -> Moves {
        let live = free & (self.own | self.other);
        let mut moves = Moves { cells: [0; 64], count: 0, next: 0 };
        let mut rest = live | lowest(free & !live);
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut place = moves.count;
            while place > 0 && self.weights[usize::from(moves.cells[place - 1])] < self.weights[cell] {
                moves.cells[place] = moves.cells[place - 1];
                place -= 1;
            }
            moves.cells[place] = u8::try_from(cell).unwrap_or(0);
            moves.count += 1;
        }
        moves
    }
}

/// The lowest bit of a set.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// What a line weighs for each cell on it, by how many cells it lacks.
const WEIGHTS: [u16; 8] = [0, 64, 64, 16, 4, 1, 1, 1];

/// Cells in the order in which they are tried.
struct Moves {
    cells: [u8; 64],
    count: usize,
    next: usize,
}

impl Moves {
    fn only(cell: u64) -> Self {
        let mut cells = [0; 64];
        cells[0] = u8::try_from(cell.trailing_zeros()).unwrap_or(0);
        Self { cells, count: 1, next: 0 }
    }
}

impl Iterator for Moves {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let cell = self.cells[..self.count].get(self.next).copied().map(usize::from);
        self.next += 1;
        cell
    }
}
