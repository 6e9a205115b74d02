//! What a live game remembers, so that it can be played again: how it began, what was done to it, what food it was given.
//!
//! Food is remembered although a seed tells it too: a spawner may be shared, or not be ours at all.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::food::Source;
use crate::core::{Direction, Error, Point, Result, Tape};
use crate::games::snake::Food;

/// Food that is remembered at most: more than a board of 1024x1024 has room for, and as much as a file can hold.
const MOST_FOOD: usize = 1 << 20;

/// What a live game remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recording {
    opening: Arc<Opening>,
    tape: Tape,
    /// What the spawner gave, the first food too.
    given: Vec<Option<Food>>,
    /// There was more than can be remembered.
    full: bool,
}

/// How a game began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    pub(super) snake: Vec<Point>,
    pub(super) direction: Direction,
    /// Where its spawner stood, if that was one of ours.
    pub(super) source: Option<Source>,
}

impl Recording {
    pub(super) fn new(opening: Opening) -> Self {
        Self { opening: Arc::new(opening), tape: Tape::default(), given: Vec::new(), full: false }
    }

    /// Remembers a command that was carried out after so many ticks.
    #[inline]
    pub(super) fn note(&mut self, ticks: u64, command: Command) {
        if !self.full && self.tape.push(ticks, command.mark()).is_err() {
            self.forget();
        }
    }

    /// Remembers what a spawner gave.
    pub(super) fn note_food(&mut self, food: Option<Food>) {
        if self.given.len() == MOST_FOOD {
            self.forget();
        }
        if !self.full {
            self.given.push(food);
        }
    }

    /// Gives the memory back; it is of no use any more.
    #[cold]
    fn forget(&mut self) {
        (self.full, self.tape, self.given) = (true, Tape::default(), Vec::new());
    }

    /// How the game began.
    pub(super) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// After how many ticks the last command came.
    pub(super) const fn last(&self) -> u64 {
        self.tape.last()
    }

    /// How the game began, what was done to it, and what food it was given.
    ///
    /// # Errors
    /// [`Error::Replay`] if that was more than can be remembered.
    pub(super) fn whole(&self) -> Result<(&Opening, &Tape, &[Option<Food>])> {
        if self.full {
            let most = Tape::MOST;
            let message = format!("commands: the game has had more than {most}, or food more than {MOST_FOOD} times");
            return Err(Error::Replay(message));
        }
        Ok((&self.opening, &self.tape, &self.given))
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, MOST_FOOD, Opening, Point, Recording};

    #[test]
    fn more_food_than_is_remembered_gives_the_memory_back() {
        let opening = Opening { snake: vec![Point::new(0, 0)], direction: Direction::Up, source: None };
        let mut recording = Recording::new(opening);
        (0..MOST_FOOD).for_each(|_| recording.note_food(None));
        assert_eq!(recording.whole().unwrap().2.len(), MOST_FOOD);
        recording.note_food(None);
        assert_eq!(recording.given.capacity(), 0);
        assert!(recording.whole().unwrap_err().to_string().contains(&MOST_FOOD.to_string()));
    }
}
