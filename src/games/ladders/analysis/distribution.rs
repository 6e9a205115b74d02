//! How long a game takes and who wins it, by letting probabilities flow turn by turn.
//!
//! Only one token is followed. With `f(r)` the probability that it finishes in its `r`-th turn and `s(r)` that it needs
//! more, the player in place `k` of `n`, counted from 0, wins in round `r` with probability
//! `f(r) s(r)^k s(r-1)^(n-1-k)`: those before have had as many turns, those behind one less.

use super::Chain;
use super::chain::{ENDS_TURN, WON};
use crate::core::{Error, Result};
use crate::games::ladders::{Config, Rules};

/// The flow ends when the probability that a game goes on is less.
const REST: f64 = 1e-18;
/// More edges than this are not followed: that takes some seconds.
const MOST_WORK: f64 = 2e9;
/// More turns than this are not written down.
const MOST_TURNS: f64 = 5e7;
/// Edges between two calls of `look`.
const PATIENCE: u64 = 1 << 22;

/// What is to be known about a game. A turn is one player's, with all its rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The expected number of turns, of all players together.
    pub expected: f64,
    /// The standard deviation of the number of turns.
    pub sd: f64,
    /// The probability that the game ends with turn 0, 1, 2 ..., up to where less than 10^-18 is left.
    pub pmf: Vec<f64>,
    /// The most probable number of turns, the least if there are several.
    pub mode: usize,
    /// The least number of turns within which the game ends with probability 1/2 or more.
    pub median: usize,
    /// Each player's probability to win, in the order in which they take turns.
    pub win: Vec<f64>,
    /// How often a token is expected to stand on each square, from 0 to the last, counted at the start and after each
    /// turn, of all players together.
    pub visits: Vec<f64>,
}

/// Analyses the game of `rules`, for as many players as they say. `look` is called now and then; an error it returns ends
/// the work.
///
/// # Errors
/// [`Error::Validation`] for a board on which a game need not end, [`Error::ResourceLimit`] for one on which it takes too
/// long, and what `look` returns.
pub fn analyse(rules: &Rules, mut look: impl FnMut() -> Result<()>) -> Result<Analysis> {
    let chain = Chain::new(rules)?;
    let players = rules.config.players as usize;
    let mut flow = Flow::new(&chain);
    let (mut pmf, mut win) = (vec![0.0], vec![0.0; players]);
    let mut visits = vec![0.0; rules.config.size as usize + 1];
    visits[0] = f64::from(rules.config.players);
    let (mut before, mut last_hazard, mut looked_at) = (1.0_f64, 0.0, 0);
    let power = |base: f64, exponent: usize| base.powi(i32::try_from(exponent).unwrap_or(i32::MAX));
    while power(before, players) > REST {
        let won = flow.turn();
        let after: f64 = flow.after.iter().sum();
        let mut still_on = 0.0;
        for (place, win) in win.iter_mut().enumerate() {
            // That this turn is taken at all, as far as it lies with the others.
            let taken = power(after, place) * power(before, players - 1 - place);
            *win += won * taken;
            still_on += taken;
            pmf.push(won * taken);
        }
        for (&square, chance) in chain.squares.iter().zip(&flow.after) {
            visits[square as usize] += chance * still_on;
        }
        visits[rules.config.size as usize] += won * still_on;
        if flow.work - looked_at > PATIENCE {
            looked_at = flow.work;
            look()?;
            let hazard = won / before;
            let rounds = pmf.len() / players;
            // A chance to finish that hardly changes any more tells how long it will take.
            let settled = hazard > 0.0 && (hazard - last_hazard).abs() < hazard / 100.0;
            let left = if settled {
                (REST.ln() / f64::from(rules.config.players) - after.ln()) / (-hazard).ln_1p()
            } else {
                0.0
            };
            check_length(rounds, left.max(0.0), &rules.config, flow.work)?;
            last_hazard = hazard;
        }
        before = after;
    }
    Ok(summary(pmf, win, visits))
}

/// An error if so many rounds and those that are left would be too much to follow or to write down.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn check_length(rounds: usize, left: f64, config: &Config, work: u64) -> Result<()> {
    let all = rounds as f64 + left;
    if all / rounds as f64 * work as f64 > MOST_WORK || all * f64::from(config.players) > MOST_TURNS {
        let got = format_args!("one on which a game can well take {all:.0e} rounds").to_string();
        return Err(Error::ResourceLimit(format!("board: got {got}, expected a shorter game")));
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "less than 2^53 turns")]
fn summary(pmf: Vec<f64>, win: Vec<f64>, visits: Vec<f64>) -> Analysis {
    // From the small terms to the large ones, so that none gets lost.
    let sum = |weight: &dyn Fn(f64) -> f64| -> f64 {
        pmf.iter().enumerate().rev().map(|(turn, chance)| weight(turn as f64) * chance).sum()
    };
    let expected = sum(&|turn| turn);
    let sd = sum(&|turn| (turn - expected) * (turn - expected)).sqrt();
    let mode = pmf.iter().enumerate().fold(0, |best, (turn, &chance)| if chance > pmf[best] { turn } else { best });
    let mut ended = 0.0;
    let half = |chance: &f64| {
        ended += chance;
        // A half that is one exactly may come out a hair short.
        ended >= 0.5 - 1e-15
    };
    let median = pmf.iter().position(half).unwrap_or(0);
    Analysis { expected, sd, pmf, mode, median, win, visits }
}

/// The probabilities of one token that has not finished.
struct Flow<'a> {
    chain: &'a Chain,
    /// Of each state, while a turn is under way.
    now: Vec<f64>,
    /// Of each state in which a turn can begin, after the latest turn.
    after: Vec<f64>,
    /// Edges that were followed.
    work: u64,
}

impl<'a> Flow<'a> {
    fn new(chain: &'a Chain) -> Self {
        let mut after = vec![0.0; chain.levels[1]];
        after[0] = 1.0;
        Self { chain, now: vec![0.0; chain.squares.len()], after, work: 0 }
    }

    /// Goes on by a turn; the probability that the token finishes in it.
    fn turn(&mut self) -> f64 {
        let alive: f64 = self.after.iter().sum();
        self.now[..self.after.len()].swap_with_slice(&mut self.after);
        self.after.fill(0.0);
        let mut won = 0.0;
        for level in self.chain.levels.windows(2) {
            // The last level may lead back into itself: then it is passed until nothing is left of it.
            loop {
                won += self.rolls(level[0]..level[1]);
                if self.now[level[0]..level[1]].iter().sum::<f64>() <= alive * REST {
                    self.now[level[0]..level[1]].fill(0.0);
                    break;
                }
            }
        }
        won
    }

    fn rolls(&mut self, states: std::ops::Range<usize>) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
        let sides = self.chain.sides as f64;
        let mut won = 0.0;
        for state in states {
            let share = std::mem::take(&mut self.now[state]) / sides;
            if share == 0.0 {
                continue;
            }
            self.work += self.chain.sides as u64;
            for &edge in self.chain.of(state) {
                if edge == WON {
                    won += share;
                } else if edge & ENDS_TURN != 0 {
                    self.after[(edge & !ENDS_TURN) as usize] += share;
                } else {
                    self.now[edge as usize] += share;
                }
            }
        }
        won
    }
}

#[cfg(test)]
mod tests {
    use super::analyse;
    use crate::games::ladders::{Config, Finish, Rules};

    fn of(config: &Config) -> super::Analysis {
        analyse(&Rules::new(config).unwrap(), || Ok(())).unwrap()
    }

    fn close(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() < tolerance, "{got} is not {expected}");
    }

    /// Figures of Althoen, King and Schilling (1993) and of the literature since.
    #[test]
    fn milton_bradleys_board() {
        let cases = [
            (Finish::Exact, 39.225_122, 25.225, 22, 32),
            (Finish::Overshoot, 35.834_938, 23.354, 20, 29),
            (Finish::Bounce, 43.324_597, 30.254, 21, 35),
        ];
        for (finish, expected, sd, mode, median) in cases {
            let found = of(&Config { players: 1, finish, extra_roll_on: None, ..Config::default() });
            close(found.expected, expected, 1e-6);
            close(found.sd, sd, 6e-4);
            assert_eq!((found.mode, found.median), (mode, median));
            assert_eq!(found.pmf.iter().position(|&chance| chance > 0.0), Some(7));
            close(found.pmf.iter().sum(), 1.0, 1e-14);
            close(found.win[0], 1.0, 1e-14);
            close(found.visits.iter().sum(), found.expected + 1.0, 1e-10);
        }
    }

    #[test]
    fn an_empty_board() {
        let empty = |finish| Config { players: 1, finish, extra_roll_on: None, jumps: Vec::new(), ..Config::default() };
        close(of(&empty(Finish::Exact)).expected, 33.3333, 5e-5);
        close(of(&empty(Finish::Overshoot)).expected, 29.0476, 5e-5);
    }

    #[test]
    fn a_coin_and_two_squares() {
        // 1 or 2: a turn ends on 2 with probability 1/2, else on 1; from there a 1 wins. So 1 + 1/2 * 2 turns.
        let coin =
            Config { size: 2, jumps: Vec::new(), players: 1, sides: 2, extra_roll_on: None, ..Config::default() };
        let found = of(&coin);
        close(found.expected, 2.0, 1e-14);
        assert_eq!((found.mode, found.median), (1, 1));
        close(found.visits[1], 2.0 * 0.5, 1e-14);
        // Two players: the first wins at once with 1/2, the second then with 1/4, and after that all is even odds.
        let two = of(&Config { players: 2, ..coin });
        // In each later round the one to roll wins with 1/2: 2/3 for the first of the two.
        close(two.win[0], 0.5 + 0.25 * (2.0 / 3.0), 1e-14);
        close(two.win.iter().sum(), 1.0, 1e-14);
    }

    #[test]
    fn a_board_without_end_is_named() {
        let trap = Config { size: 10, jumps: (4..10).map(|square| (square, 1)).collect(), ..Config::default() };
        let error = analyse(&Rules::new(&trap).unwrap(), || Ok(())).unwrap_err().to_string();
        assert!(error.starts_with("board: got one on which no roll leads from square 0"), "{error}");
        // A die with one side that always earns another roll goes round for ever, in one turn.
        let round = Config { size: 9, jumps: vec![(8, 2)], sides: 1, extra_roll_on: Some(1), max_sixes: None, ..trap };
        assert!(analyse(&Rules::new(&round).unwrap(), || Ok(())).is_err());
    }
}
