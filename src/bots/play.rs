//! One game from its start to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;

use super::bot::Bot;
use crate::core::{Error, Game as _, Result, Rng, Status};
use crate::games::snake::{Config, Episode, Plan, Rules, Start};

/// A game without food for so many moves a cell is a stall: nobody who makes for the food takes that long.
const PATIENCE: u32 = 10;

/// How bots are compared: a snake of one cell that starts anywhere and faces anywhere, one piece of food at a time, each
/// free cell equally likely; ten moves a cell without food are a stall.
#[must_use]
pub fn standard(width: u32, height: u32) -> Config {
    let starvation = Some(width.saturating_mul(height).saturating_mul(PATIENCE));
    Config { width, height, start: Start::Random, length: 1, food_count: 1, starvation, ..Config::default() }
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its ending, one of the words of [`Episode::ENDINGS`]; "starved" is a stall.
    pub ending: &'static str,
    /// The moves until then, the fatal one too.
    pub steps: u64,
    /// How many pieces of food were eaten.
    pub eaten: u64,
    /// The cells of the snake at the end.
    pub length: usize,
    /// The time of the processor that the game took, bot and rules together.
    pub cpu: Duration,
}

impl Outcome {
    /// Whether the snake filled the board.
    #[must_use]
    pub fn filled(&self) -> bool {
        self.ending == "filled"
    }

    /// Whether the game was given up because the bot ate nothing any more.
    #[must_use]
    pub fn stalled(&self) -> bool {
        self.ending == "starved"
    }
}

/// Plays the game of this seed by `rules`, whose actions are absolute; `None` if it was told to stop.
///
/// # Errors
/// Whatever the bot's `begin` and `choose` give; [`Error::Validation`] for rules by which the snake does not grow, since such a
/// game need not end.
pub fn play(bot: &mut dyn Bot, rules: &Arc<Rules>, seed: u64, stop: &AtomicBool) -> Result<Option<Outcome>> {
    if rules.config.growth == 0 {
        return Err(Error::validation("growth", 0, "at least 1, in a game that is to be played to its end"));
    }
    let start = ThreadTime::now();
    let mut rng = Rng::new(seed);
    let mut game = Episode::new(rules, &mut rng);
    bot.begin(game.world())?;
    let (mut steps, mut eaten) = (0, 0);
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let direction = bot.choose(game.world())?;
        let taken = rules.direction(game.world().direction(), direction as u32)?;
        eaten += u64::from(matches!(game.world().plan(taken), Plan::Eat(_)));
        let status = game.step(&[direction as u32], &mut rng, &mut [0.0])?;
        steps += 1;
        if let Status::Over(ending) = status {
            return Ok(Some(Outcome {
                ending: Episode::ENDINGS[usize::from(ending)],
                steps,
                eaten,
                length: game.world().body().len(),
                cpu: start.elapsed(),
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{play, standard};
    use crate::bots::Random;
    use crate::core::Game as _;
    use crate::games::snake::Episode;

    #[test]
    fn a_game_is_told_by_its_seeds_and_can_be_stopped() {
        let rules = Episode::rules(&standard(6, 5)).unwrap();
        let go = AtomicBool::new(false);
        for seed in 0..200 {
            let game = |bot| play(&mut Random::new(bot), &rules, seed, &go).unwrap().unwrap();
            let (one, again) = (game(1), game(1));
            assert_eq!((one.ending, one.steps, one.length), (again.ending, again.steps, again.length));
            // It dies only where every move is fatal.
            assert!(one.ending == "self" || one.ending == "wall", "{one:?}");
            assert_eq!(one.eaten + 1, one.length as u64);
        }
        assert_eq!(play(&mut Random::new(0), &rules, 0, &AtomicBool::new(true)).unwrap(), None);
    }
}
