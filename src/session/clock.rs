//! Time, injected: nothing in the engine reads the system's clock by itself.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;

use super::place::Place;
use crate::core::{Error, Result};

/// Tells the time in seconds.
pub trait Clock: Send + Sync {
    /// Seconds since some fixed moment.
    ///
    /// # Errors
    /// Whatever a foreign clock raises; a native one never fails.
    fn now(&self) -> Result<f64>;

    /// Whose code this is.
    fn place(&self) -> Place {
        Place::Foreign
    }
}

/// The system's time: seconds since 1970 when first read in a process, and steady from then on, so that it never goes
/// back and stamps can be compared between processes.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Result<f64> {
        static ORIGIN: OnceLock<(Instant, f64)> = OnceLock::new();
        let (instant, seconds) = ORIGIN.get_or_init(|| {
            let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            (Instant::now(), since_epoch.as_secs_f64())
        });
        Ok(seconds + instant.elapsed().as_secs_f64())
    }

    fn place(&self) -> Place {
        Place::Native
    }
}

/// A clock that stands still until it is told to go on.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<f64>,
}

impl ManualClock {
    /// A clock that shows `start` seconds.
    ///
    /// # Errors
    /// [`Error::Validation`] if that is not a finite number.
    pub fn new(start: f64) -> Result<Self> {
        if !start.is_finite() {
            return Err(Error::validation("start", start, "a finite number of seconds"));
        }
        Ok(Self { now: Mutex::new(start) })
    }

    /// Lets `seconds` pass.
    ///
    /// # Errors
    /// [`Error::Validation`] if they are negative, or the time would not be finite; it stands as before then.
    pub fn advance(&self, seconds: f64) -> Result<()> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(Error::validation("seconds", seconds, "a finite number, 0 or more"));
        }
        let mut now = self.now.lock();
        let later = *now + seconds;
        if !later.is_finite() {
            let got = format!("{seconds:e} after {:e}", *now);
            return Err(Error::validation("seconds", got, "a time that is still finite"));
        }
        *now = later;
        Ok(())
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Result<f64> {
        Ok(*self.now.lock())
    }

    fn place(&self) -> Place {
        Place::Native
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, ManualClock, SystemClock};

    #[test]
    fn a_manual_clock_goes_forward_only_when_told() {
        let clock = ManualClock::new(-1.5).unwrap();
        clock.advance(2.0).unwrap();
        for wrong in [-0.1, f64::NAN, f64::INFINITY] {
            assert!(clock.advance(wrong).is_err());
        }
        let late = ManualClock::new(f64::MAX).unwrap();
        assert!(late.advance(f64::MAX).unwrap_err().to_string().len() < 150);
        assert!((clock.now().unwrap() - 0.5).abs() < f64::EPSILON);
        assert!(ManualClock::new(f64::NAN).is_err());
    }

    #[test]
    fn the_system_clock_never_goes_back() {
        let times: Vec<f64> = (0..1_000).map(|_| SystemClock.now().unwrap()).collect();
        assert!(times.is_sorted());
    }
}
