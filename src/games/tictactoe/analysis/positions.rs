//! How many positions can come about, move by move.

use super::open::Open;
use super::symmetry::Symmetries;
use super::{Budget, Look};
use crate::core::Result;
use crate::games::tictactoe::{Board, Player, Shape};

/// The positions that can come about from one on, that one included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCount {
    /// All of them.
    pub positions: u64,
    /// Those that are the same but for a turn or reflection of the board counted once.
    pub classes: u64,
    /// Those in which the game is over: won by the player to move, by the other one, drawn.
    pub over: [u64; 3],
}

/// Counts the positions that can come about in a game that goes on, of at most `budget`.
///
/// # Errors
/// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if there are more, or too many free cells; whatever `look`
/// says.
pub fn count_positions(
    shape: Shape,
    board: &Board,
    to_move: Player,
    budget: u64,
    look: Look<'_>,
) -> Result<PositionCount> {
    let open = Open::new(shape, board, to_move)?;
    let symmetries = Symmetries::new(shape, board, &open);
    let (mut budget, mut count) = (Budget::new("positions", budget, look), PositionCount::default());
    let mut layer = vec![[0_u64; 2]];
    let (mut side, all) = (0, open.all());
    while !layer.is_empty() {
        let (mut next, mut full) = (Vec::new(), 1 << 22);
        count.positions += layer.len() as u64;
        for &marks in &layer {
            count.classes += u64::from(symmetries.canonical(marks) == marks);
            let free = all & !marks[0] & !marks[1];
            if let Some(ending) = ending(&open, marks, free, side ^ 1) {
                count.over[ending] += 1;
                continue;
            }
            budget.take(1)?;
            let mut rest = free;
            while rest != 0 {
                let mut marks = marks;
                marks[side] |= rest & rest.wrapping_neg();
                rest &= rest - 1;
                next.push(marks);
            }
            if next.len() >= full {
                sort(&mut next);
                full = full.max(2 * next.len());
            }
        }
        sort(&mut next);
        (layer, side) = (next, side ^ 1);
    }
    Ok(count)
}

/// Each position once.
fn sort(positions: &mut Vec<[u64; 2]>) {
    positions.sort_unstable();
    positions.dedup();
}

/// How a position has ended, if it has; `last` moved last.
fn ending(open: &Open, marks: [u64; 2], free: u64, last: usize) -> Option<usize> {
    let won = open.lines(last).iter().any(|line| line & !marks[last] == 0);
    if won { Some(last) } else { (free == 0).then_some(2) }
}
