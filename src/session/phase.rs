//! The state machine of a live game. The phase decides what a tick, a pause and a resume mean.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::core::{Error, Result, named};

/// Which phase a live game is in, as a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// Made, and not yet ticked.
    Ready,
    /// Under way.
    Running,
    /// Under way, and standing still until it is resumed.
    Paused,
    /// Ended.
    Over,
}

named!(GameState, "state", { Ready => "ready", Running => "running", Paused => "paused", Over => "over" });

/// The phase of a live game that ends for a reason `R`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase<R> {
    /// Made, and not yet ticked.
    Ready,
    /// Under way.
    Running,
    /// Under way, and standing still until it is resumed.
    Paused,
    /// Ended, and why.
    Over(R),
}

/// What a tick has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Move the world.
    Advance,
    /// Nothing: the game is paused.
    Idle,
}

impl<R: Copy + Display> Phase<R> {
    /// The phase's label.
    #[must_use]
    pub const fn state(&self) -> GameState {
        match self {
            Self::Ready => GameState::Ready,
            Self::Running => GameState::Running,
            Self::Paused => GameState::Paused,
            Self::Over(_) => GameState::Over,
        }
    }

    /// What a tick does in this phase.
    ///
    /// # Errors
    /// [`Error::GameOver`] if the game has ended.
    #[inline]
    pub fn on_tick(&self) -> Result<Duty> {
        match self {
            Self::Ready | Self::Running => Ok(Duty::Advance),
            Self::Paused => Ok(Duty::Idle),
            Self::Over(reason) => Err(over(reason)),
        }
    }

    /// Whether input is taken in this phase.
    ///
    /// # Errors
    /// [`Error::GameOver`] if the game has ended.
    #[inline]
    pub fn on_turn(&self) -> Result<()> {
        match self {
            Self::Over(reason) => Err(over(reason)),
            Self::Ready | Self::Running | Self::Paused => Ok(()),
        }
    }

    /// The phase that a pause leads to.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if the game is not under way.
    pub fn on_pause(&self) -> Result<Self> {
        self.under_way("pause").map(|()| Self::Paused)
    }

    /// The phase that a resume leads to.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if the game is not under way.
    pub fn on_resume(&self) -> Result<Self> {
        self.under_way("resume").map(|()| Self::Running)
    }

    fn under_way(&self, verb: &str) -> Result<()> {
        match self {
            Self::Running | Self::Paused => Ok(()),
            Self::Ready | Self::Over(_) => {
                Err(Error::InvalidState(format!("{verb}: the game is {}, expected running or paused", self.state())))
            }
        }
    }
}

#[cold]
fn over(reason: &impl Display) -> Error {
    Error::GameOver(format!("the game is over: it ended by {reason}"))
}

#[cfg(test)]
mod tests {
    use super::{Duty, Error, Phase};

    #[test]
    fn each_phase_answers_for_itself() {
        type Answers = (Phase<&'static str>, Option<Duty>, Option<Phase<&'static str>>, Option<Phase<&'static str>>);
        let table: [Answers; 4] = [
            (Phase::Ready, Some(Duty::Advance), None, None),
            (Phase::Running, Some(Duty::Advance), Some(Phase::Paused), Some(Phase::Running)),
            (Phase::Paused, Some(Duty::Idle), Some(Phase::Paused), Some(Phase::Running)),
            (Phase::Over("wall"), None, None, None),
        ];
        for (phase, tick, pause, resume) in table {
            assert_eq!((phase.on_tick().ok(), phase.on_pause().ok(), phase.on_resume().ok()), (tick, pause, resume));
        }
        assert!(matches!(Phase::Over("wall").on_tick(), Err(Error::GameOver(message)) if message.ends_with("by wall")));
    }
}
