//! A bot that does anything but die at once.

use super::bot::{Bot, safe_moves, straight_on};
use crate::core::{Direction, Result, Rng};
use crate::games::snake::World;

/// Each move that is not fatal at once is equally likely. A baseline.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A bot whose choices come from this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn begin(&mut self, _world: &World) -> Result<()> {
        Ok(())
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let moves = safe_moves(world);
        let choices = u32::try_from(moves.len()).unwrap_or(0);
        Ok(if choices == 0 { straight_on(world) } else { moves[self.rng.below(choices) as usize] })
    }
}
