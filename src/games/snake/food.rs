//! A piece of food.

use serde::{Deserialize, Serialize};

use crate::core::{Error, Point, Result};

/// What the snake eats, and what it scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Food {
    /// Where it lies.
    pub position: Point,
    value: u32,
}

impl Food {
    /// The largest value: 2^31 - 1.
    pub const MAX_VALUE: u32 = i32::MAX.cast_unsigned();

    /// Food at `position` that scores `value` points, 1 to [`Food::MAX_VALUE`].
    ///
    /// # Errors
    /// [`Error::Validation`] if the value is out of that range.
    pub fn new(position: Point, value: u32) -> Result<Self> {
        if value == 0 || value > Self::MAX_VALUE {
            return Err(Error::validation("value", value, format_args!("1 to {} points", Self::MAX_VALUE)));
        }
        Ok(Self { position, value })
    }

    /// The same food elsewhere.
    #[must_use]
    pub const fn at(self, position: Point) -> Self {
        Self { position, ..self }
    }

    /// What it scores.
    #[must_use]
    #[inline]
    pub const fn value(self) -> u32 {
        self.value
    }
}

/// Food as it is read from a record.
#[derive(Deserialize)]
struct Unchecked {
    position: Point,
    value: u32,
}

impl TryFrom<Unchecked> for Food {
    type Error = Error;

    fn try_from(Unchecked { position, value }: Unchecked) -> Result<Self> {
        Self::new(position, value)
    }
}
