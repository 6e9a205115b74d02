//! Bots that are looked at while they play.

use tickgrid::bots::Bot;
use tickgrid::core::{Direction, Result};
use tickgrid::games::snake::World;

/// A bot, and who looks at each of its answers.
pub(crate) struct Watched<B>(pub(crate) B, pub(crate) fn(&str, &World, Direction));

impl<B: Bot> Bot for Watched<B> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        self.0.begin(world)
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let choice = self.0.choose(world)?;
        assert!(!choice.reverses(world.direction()), "{}: a reversal", self.name());
        self.1(self.name(), world, choice);
        Ok(choice)
    }
}
