//! The one error type of the engine.
//!
//! A message is lower-case and names the field, what came, and what would be right. Errors that were not ours to begin
//! with (raised by a strategy or an observer that the user wrote) travel through the engine as they are, boxed, so that
//! the border can hand back the very exception that went in.

use std::fmt;

/// What every fallible function of this crate returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A value that was handed in does not fit: of the wrong size, outside, taken, not a number.
    Validation(String),
    /// The object is not in a state in which it could do what was asked.
    InvalidState(String),
    /// The game has ended; there is nothing left to play.
    GameOver(String),
    /// It would take more memory or time than there is; told before it is taken.
    ResourceLimit(String),
    /// A recording cannot be read, or cannot be played back.
    Replay(String),
    /// Raised by code that is not ours: a strategy or an observer that the user wrote.
    Foreign(Box<dyn std::error::Error + Send + Sync>),
    /// Somebody asked the whole program to stop (Ctrl-C); work ends at once and nothing swallows it.
    Interrupted(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// A value that does not fit, in the one form all messages have: `field: got this, expected that`.
    pub fn validation(field: &str, got: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::Validation(format!("{field}: got {got}, expected {expected}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Validation(message)
            | Self::InvalidState(message)
            | Self::GameOver(message)
            | Self::ResourceLimit(message)
            | Self::Replay(message) => f.write_str(message),
            Self::Foreign(error) | Self::Interrupted(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Foreign(error) | Self::Interrupted(error) => Some(error.as_ref()),
            _ => None,
        }
    }
}
