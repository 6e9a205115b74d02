//! What can be done to a live game beside ticking it, and the marks by which a tape knows it.

use crate::core::Direction;
use crate::games::snake::EndReason;
use crate::session::Phase;

/// What can be done to a live game beside ticking it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn is queued.
    Turn(Direction),
    /// The game is paused.
    Pause,
    /// The game goes on.
    Resume,
    /// The game is put into a phase, as by [`SnakeGame::transition`](super::SnakeGame::transition).
    Phase(Phase<EndReason>),
}

impl Command {
    /// How a tape writes it: a letter for what players do, `=` and a word for a phase.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Turn(Direction::Up) => "u",
            Self::Turn(Direction::Down) => "d",
            Self::Turn(Direction::Left) => "l",
            Self::Turn(Direction::Right) => "r",
            Self::Pause => "p",
            Self::Resume => "c",
            Self::Phase(Phase::Ready) => "=ready",
            Self::Phase(Phase::Running) => "=running",
            Self::Phase(Phase::Paused) => "=paused",
            Self::Phase(Phase::Over(EndReason::Wall)) => "=wall",
            Self::Phase(Phase::Over(EndReason::Itself)) => "=self",
            Self::Phase(Phase::Over(EndReason::Obstacle)) => "=obstacle",
            Self::Phase(Phase::Over(EndReason::Filled)) => "=filled",
            Self::Phase(Phase::Over(EndReason::Starved)) => "=starved",
            Self::Phase(Phase::Over(EndReason::Hazard)) => "=hazard",
        }
    }

    /// What a mark stands for.
    #[must_use]
    pub fn of(mark: &str) -> Option<Self> {
        let phases = [Phase::Ready, Phase::Running, Phase::Paused].into_iter();
        let phases = phases.chain(EndReason::ALL.into_iter().map(Phase::Over)).map(Self::Phase);
        let turns = Direction::ALL.into_iter().map(Self::Turn);
        turns.chain([Self::Pause, Self::Resume]).chain(phases).find(|command| command.mark() == mark)
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, Direction, EndReason, Phase};

    #[test]
    fn a_mark_stands_for_its_command() {
        for direction in Direction::ALL {
            assert_eq!(Command::Turn(direction).mark(), &direction.name()[..1]);
        }
        for reason in EndReason::ALL {
            assert_eq!(Command::Phase(Phase::Over(reason)).mark()[1..], *reason.name());
        }
        for mark in ["u", "d", "l", "r", "p", "c", "=ready", "=running", "=paused", "=wall", "=self", "=filled"] {
            assert_eq!(Command::of(mark).unwrap().mark(), mark);
        }
        assert!(["", "x", "up", "=", "=over"].into_iter().all(|mark| Command::of(mark).is_none()));
    }
}
