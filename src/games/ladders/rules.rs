//! What one roll does to one token.

use std::sync::Arc;

use super::board::{Board, MAX_SIZE};
use super::config::{Config, Finish};
use crate::core::{Error, Result};

/// The most players.
const MAX_PLAYERS: u32 = 256;
/// The most sides of a die.
const MAX_SIDES: u32 = MAX_SIZE;
/// The most sixes that can be asked for.
const MAX_SIXES: u32 = 255;

/// A configuration that can be played.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The configuration.
    pub config: Config,
    /// The board.
    pub board: Board,
}

/// What a roll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How the token went.
    pub step: Step,
    /// Where it is now.
    pub landed: u32,
    /// What comes next.
    pub then: Then,
}

/// How a token went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Not at all: the roll was one too many of those that earn another.
    Forfeited,
    /// Not at all: the roll leads past the last square.
    Overshot,
    /// To this square, from which it may have jumped.
    Moved(u32),
    /// The same, after it was reflected at the last square.
    Bounced(u32),
}

/// What comes after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The same player rolls again.
    Again,
    /// The turn is over.
    EndOfTurn,
    /// The game is won.
    Won,
}

impl Rules {
    /// Checks a configuration.
    ///
    /// # Errors
    /// [`Error::Validation`] if it cannot be played.
    pub fn new(config: &Config) -> Result<Arc<Self>> {
        let board = Board::new(config.size, &config.jumps)?;
        let check = |field, value: u32, most: u32, none: &str| {
            let expected = format_args!("1 to {most}{none}").to_string();
            if (1..=most).contains(&value) { Ok(()) } else { Err(Error::validation(field, value, expected)) }
        };
        check("players", config.players, MAX_PLAYERS, "")?;
        check("sides", config.sides, MAX_SIDES, "")?;
        check("extra_roll_on", config.extra_roll_on.unwrap_or(1), MAX_SIDES, ", or none")?;
        check("max_sixes", config.max_sixes.unwrap_or(1), MAX_SIXES, ", or none")?;
        if config.finish == Finish::Bounce && config.size < config.sides {
            let expected = format_args!("at least the die's {} sides, to bounce", config.sides).to_string();
            return Err(Error::validation("size", config.size, expected));
        }
        Ok(Arc::new(Self { config: config.clone(), board }))
    }

    /// What a `roll` does to a token on the square `position`, whose turn had `sixes` rolls that earned another before.
    ///
    /// # Panics
    /// If the position is beyond the last square, or the roll beyond the die's sides.
    #[must_use]
    pub fn play(&self, position: u32, sixes: u32, roll: u32) -> Played {
        let Config { size, sides, finish, extra_roll_on, max_sixes, .. } = self.config;
        assert!(position <= size && (1..=sides).contains(&roll), "a token on the board, and a roll of the die");
        let again = extra_roll_on == Some(roll);
        let stays = |step| Played { step, landed: position, then: Then::EndOfTurn };
        if again && max_sixes.is_some_and(|most| sixes + 1 >= most) {
            return stays(Step::Forfeited);
        }
        let step = match (position + roll, finish) {
            (square, _) if square <= size => Step::Moved(square),
            (_, Finish::Exact) => return stays(Step::Overshot),
            (_, Finish::Overshoot) => Step::Moved(size),
            (beyond, Finish::Bounce) => Step::Bounced(2 * size - beyond),
        };
        let (Step::Moved(square) | Step::Bounced(square)) = step else { return stays(step) };
        let landed = self.board.destination(square);
        let then = match (landed == size, again) {
            (true, _) => Then::Won,
            (false, true) => Then::Again,
            (false, false) => Then::EndOfTurn,
        };
        Played { step, landed, then }
    }
}

#[cfg(test)]
mod tests {
    use super::{Played, Rules, Step, Then};
    use crate::games::ladders::{Config, Finish};

    fn rules(finish: Finish) -> std::sync::Arc<Rules> {
        let jumps = vec![(3, 15), (17, 5), (18, 20)];
        Rules::new(&Config { size: 20, jumps, finish, ..Config::default() }).unwrap()
    }

    #[test]
    fn a_roll_moves_jumps_and_wins() {
        let rules = rules(Finish::Exact);
        let played = |step, landed, then| Played { step, landed, then };
        assert_eq!(rules.play(0, 0, 3), played(Step::Moved(3), 15, Then::EndOfTurn));
        assert_eq!(rules.play(11, 0, 6), played(Step::Moved(17), 5, Then::Again));
        assert_eq!(rules.play(15, 0, 3), played(Step::Moved(18), 20, Then::Won));
        assert_eq!(rules.play(14, 1, 6), played(Step::Moved(20), 20, Then::Won));
        assert_eq!(rules.play(15, 0, 6), played(Step::Overshot, 15, Then::EndOfTurn));
        assert_eq!(rules.play(1, 2, 6), played(Step::Forfeited, 1, Then::EndOfTurn));
        assert_eq!(rules.play(14, 2, 6), played(Step::Forfeited, 14, Then::EndOfTurn));
    }

    #[test]
    fn past_the_last_square_the_rules_differ() {
        let played = |step, landed, then| Played { step, landed, then };
        assert_eq!(rules(Finish::Overshoot).play(19, 0, 6), played(Step::Moved(20), 20, Then::Won));
        // Reflected, then along the snake; with a six, and again.
        assert_eq!(rules(Finish::Bounce).play(19, 0, 4), played(Step::Bounced(17), 5, Then::EndOfTurn));
        assert_eq!(rules(Finish::Bounce).play(16, 0, 6), played(Step::Bounced(18), 20, Then::Won));
        assert_eq!(rules(Finish::Bounce).play(19, 0, 6), played(Step::Bounced(15), 15, Then::Again));
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        let fault = |config: Config| Rules::new(&config).unwrap_err().to_string();
        let base = Config::default;
        assert_eq!(fault(Config { players: 0, ..base() }), "players: got 0, expected 1 to 256");
        assert_eq!(fault(Config { sides: 0, ..base() }), "sides: got 0, expected 1 to 1048576");
        assert!(fault(Config { extra_roll_on: Some(0), ..base() }).starts_with("extra_roll_on: got 0"));
        assert_eq!(fault(Config { max_sixes: Some(256), ..base() }), "max_sixes: got 256, expected 1 to 255, or none");
        let short = Config { size: 5, jumps: Vec::new(), finish: Finish::Bounce, ..base() };
        assert_eq!(fault(short), "size: got 5, expected at least the die's 6 sides, to bounce");
    }
}
