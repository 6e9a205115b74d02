//! A Hamiltonian cycle: round and round through every cell.
//!
//! From a snake of one cell on `A` cells it takes `(A^2 + A - 2) / 4` moves on average to fill a board: with `m` cells free
//! each is equally likely to be the next food, so that it is `(m + 1) / 2` moves away; `m` goes from `A - 1` down to 1.

use super::bot::Bot;
use super::round::{Cuts, Rounds};
use crate::core::{Direction, Result};
use crate::games::snake::World;

/// Follows a closed way through all cells, and so fills every board that has one.
#[derive(Clone, Debug, Default)]
pub struct Hamiltonian(Rounds);

impl Bot for Hamiltonian {
    fn name(&self) -> &'static str {
        "hamiltonian"
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        self.0.begin(world)
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        self.0.choose(world, Cuts::Never)
    }
}
