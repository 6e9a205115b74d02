//! What a bot is.

use smallvec::SmallVec;

use crate::core::{Direction, Result};
use crate::games::snake::{Plan, World};

/// A player of Snake.
///
/// It is deterministic: one that needs chance has it from a seed of its own. `choose` may be asked in any position of the
/// board on which it has begun, not only in the one to which its last answer led; what a bot remembers, it compares with
/// what it sees.
pub trait Bot: Send {
    /// What it is called.
    fn name(&self) -> &str;

    /// Prepares for a new game that begins in this position.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if it cannot play this board; whatever a bot raises that is
    /// not ours. It is as before then.
    fn begin(&mut self, world: &World) -> Result<()>;

    /// Picks the next move. Never one that the rules would ignore (a reversal), and no fatal one while there is another.
    ///
    /// # Errors
    /// Whatever a bot raises that is not ours; ours never fail.
    fn choose(&mut self, world: &World) -> Result<Direction>;
}

/// The moves after which the game goes on; none is a reversal. Those to where a hazard comes next, before the snake can
/// leave, are left out while there is another.
#[must_use]
pub fn safe_moves(world: &World) -> SmallVec<[Direction; 4]> {
    let legal = Direction::ALL.into_iter().filter(|direction| !direction.reverses(world.direction()));
    let mut moves: SmallVec<[Direction; 4]> =
        legal.filter(|&direction| !matches!(world.plan(direction), Plan::Crash(_))).collect();
    let grid = world.grid();
    if grid.hazards().is_some() {
        let to = |direction| grid.step(world.body().head(), direction);
        let lasts = |direction| to(direction).is_some_and(|cell| !grid.is_deadly(cell, world.ticks() + 2));
        if moves.iter().any(|&direction| lasts(direction)) {
            moves.retain(|&mut direction| lasts(direction));
        }
    }
    moves
}

/// The answer where every move is fatal.
#[must_use]
pub fn straight_on(world: &World) -> Direction {
    world.direction()
}
