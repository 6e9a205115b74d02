//! How much food there is at a time, what it does, and how long it keeps.

use serde::{Deserialize, Serialize};

use crate::core::{Error, Result};

/// How much food there is at a time, what it does, and how long it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diet {
    /// How many pieces there are at a time, while there is room.
    pub count: u32,
    /// How many cells the snake grows by each, one a tick.
    pub growth: u32,
    /// In the so-manieth tick after the one that laid it out, food that is not eaten perishes; `None`: never.
    pub lifetime: Option<u32>,
    /// After so many ticks without food the snake starves; `None`: never.
    pub starvation: Option<u32>,
}

impl Default for Diet {
    /// One piece at a time that keeps for ever, a cell each, and no hunger.
    fn default() -> Self {
        Self { count: 1, growth: 1, lifetime: None, starvation: None }
    }
}

impl Diet {
    /// The most that a snake can grow by one piece of food.
    pub const MOST_GROWTH: u32 = 1 << 24;

    /// Whether all numbers are in range, on a board of so many cells.
    ///
    /// # Errors
    /// [`Error::Validation`] names the one that is not.
    pub fn check(&self, area: usize) -> Result<()> {
        let area = u32::try_from(area).unwrap_or(u32::MAX);
        for (field, got, least, most) in [
            ("food_count", self.count, 1, area),
            ("growth", self.growth, 0, Self::MOST_GROWTH),
            ("food_lifetime", self.lifetime.unwrap_or(1), 1, u32::MAX),
            ("starvation_limit", self.starvation.unwrap_or(1), 1, u32::MAX),
        ] {
            if !(least..=most).contains(&got) {
                return Err(Error::validation(field, got, format_args!("{least} to {most}")));
            }
        }
        Ok(())
    }
}
