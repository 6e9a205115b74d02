//! A Hamiltonian cycle: round and round through every cell.
//!
//! From a snake of one cell on `A` cells it takes `(A^2 + A - 2) / 4` moves on average to fill a board: with `m` cells free
//! each is equally likely to be the next food, so that it is `(m + 1) / 2` moves away; `m` goes from `A - 1` down to 1.

use super::bot::Bot;
use super::round::{Cuts, Round, Shelf};
use crate::core::{Direction, Result};
use crate::games::snake::World;

/// Follows a closed way through all cells, and so fills every board that has one.
#[derive(Clone, Debug, Default)]
pub struct Hamiltonian {
    shelf: Shelf,
    round: Option<Round>,
}

impl Bot for Hamiltonian {
    fn name(&self) -> &'static str {
        "hamiltonian"
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        self.round = Some(Round::new(self.shelf.cycle(world)?, world)?);
        Ok(())
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let round = match &mut self.round {
            Some(round) if round.is_of(world) => round,
            round => round.insert(Round::new(self.shelf.cycle(world)?, world)?),
        };
        Ok(round.choose(world, Cuts::Never))
    }
}
