//! How long to wait between two ticks. The engine never sleeps; it only tells.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::{Error, Result};

/// Decides about the seconds between two ticks.
pub trait SpeedPolicy: Send + Sync {
    /// Seconds to the next tick, for a game of this score and a snake of this length.
    ///
    /// # Errors
    /// Whatever a foreign policy raises; a native one never fails.
    fn interval(&self, score: u64, length: usize) -> Result<f64>;

    /// Which of ours it is; `None` for somebody else's.
    fn pace(&self) -> Option<Pace> {
        None
    }
}

/// A speed policy of ours, in a form that can be written down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Pace {
    /// So many seconds.
    Constant(f64),
    /// Faster with each point.
    Accelerating {
        /// Seconds at first.
        base: f64,
        /// What a point makes of them.
        factor: f64,
        /// Seconds at last.
        floor: f64,
    },
}

impl Pace {
    /// The policy.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is none of these numbers.
    pub fn policy(self) -> Result<Arc<dyn SpeedPolicy>> {
        Ok(match self {
            Self::Constant(seconds) => Arc::new(ConstantSpeed::new(seconds)?),
            Self::Accelerating { base, factor, floor } => Arc::new(AcceleratingSpeed::new(base, factor, floor)?),
        })
    }
}

/// A time that a clock can wait for.
///
/// # Errors
/// [`Error::Validation`] if it is not finite and positive.
pub(super) fn positive(field: &str, seconds: f64) -> Result<f64> {
    if seconds.is_finite() && seconds > 0.0 {
        Ok(seconds)
    } else {
        Err(Error::validation(field, seconds, "a finite, positive number of seconds"))
    }
}

/// Always the same interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstantSpeed {
    seconds: f64,
}

impl ConstantSpeed {
    /// The interval a game has when nobody says otherwise.
    pub const DEFAULT_SECONDS: f64 = 0.15;

    /// A tick every `seconds`.
    ///
    /// # Errors
    /// [`Error::Validation`] if that is not finite and positive.
    pub fn new(seconds: f64) -> Result<Self> {
        Ok(Self { seconds: positive("seconds", seconds)? })
    }

    /// The interval.
    #[must_use]
    pub const fn seconds(self) -> f64 {
        self.seconds
    }
}

impl Default for ConstantSpeed {
    fn default() -> Self {
        Self { seconds: Self::DEFAULT_SECONDS }
    }
}

impl SpeedPolicy for ConstantSpeed {
    fn interval(&self, _score: u64, _length: usize) -> Result<f64> {
        Ok(self.seconds)
    }

    fn pace(&self) -> Option<Pace> {
        Some(Pace::Constant(self.seconds))
    }
}

/// Every point shortens the interval by a factor, down to a floor: `max(floor, base * factor ** score)`.
///
/// With the defaults a game starts at 200 ms a tick and reaches the floor of 60 ms after 12 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcceleratingSpeed {
    base: f64,
    factor: f64,
    floor: f64,
}

impl AcceleratingSpeed {
    /// From `base` seconds, by `factor` a point, down to `floor` seconds.
    ///
    /// # Errors
    /// [`Error::Validation`] unless `0 < factor <= 1` and `0 < floor <= base`, all finite.
    pub fn new(base: f64, factor: f64, floor: f64) -> Result<Self> {
        if !(factor > 0.0 && factor <= 1.0) {
            return Err(Error::validation("factor", factor, "more than 0 and at most 1"));
        }
        positive("base", base)?;
        if !(floor > 0.0 && floor <= base) {
            return Err(Error::validation("floor", floor, format_args!("more than 0 and at most the base, {base}")));
        }
        Ok(Self { base, factor, floor })
    }

    /// The three numbers it was made with: base, factor, floor.
    #[must_use]
    pub const fn parameters(self) -> (f64, f64, f64) {
        (self.base, self.factor, self.floor)
    }
}

impl Default for AcceleratingSpeed {
    fn default() -> Self {
        Self { base: 0.2, factor: 0.9, floor: 0.06 }
    }
}

impl SpeedPolicy for AcceleratingSpeed {
    fn interval(&self, score: u64, _length: usize) -> Result<f64> {
        // `powf`, not `powi`: it is the C library's `pow`, digit for digit what Python's `**` gives.
        #[expect(clippy::cast_precision_loss, reason = "scores beyond 2^53 have long reached the floor")]
        let shortened = self.base * self.factor.powf(score as f64);
        Ok(shortened.max(self.floor))
    }

    fn pace(&self) -> Option<Pace> {
        let Self { base, factor, floor } = *self;
        Some(Pace::Accelerating { base, factor, floor })
    }
}
