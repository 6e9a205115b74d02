//! Many games at random, as fast as they go.
//!
//! Where a token gets with one, two or three rolls is looked up at once, in a table of what all of them together lead to:
//! one draw from the stream, one load. Tokens never meet; so each player's token runs by itself, no longer than the best
//! before it, and whoever needs the fewest turns has won.
//!
//! Games come in blocks of 4,096. Block `b` draws from stream number `b` of the seed, so that what comes out depends on
//! the seed and the number of games, never on the number of threads; and the first games of a longer run are those of a
//! shorter one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Chain;
use super::chain::{ENDS_TURN, WON};
use crate::core::{Error, Result, Rng};
use crate::games::ladders::Rules;

/// Games in a block.
const BLOCK: usize = 4_096;
/// A table of this size stays in the fast part of the memory.
const FAST_ENTRIES: usize = 1 << 15;
/// Draws of one token between two looks around.
const PATIENCE: u32 = 1 << 16;
/// How often to look up.
const PULSE: Duration = Duration::from_millis(15);

/// The part of an entry that says where in the table to go on.
const ROW: u32 = (1 << 25) - 1;
/// The place of the number of turns that were ended.
const TURNS: u32 = 25;
/// Set where the last square was reached.
const FINISHED: u32 = 1 << 31;

/// What beside the rules decides about a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed.
    pub seed: u64,
    /// How many threads may work, the caller's included; `None`: as many as there are processors.
    pub threads: Option<usize>,
}

/// Plays as many games as the slices have elements: writes the number of turns of each, of all players together, and the
/// place of its winner, counted from 0. `look` is called about every 15 ms, on the caller's thread, with the part that is
/// done, from 0 to 1; an error it returns ends the work.
///
/// # Errors
/// [`Error::Validation`] for a board on which a game need not end or no threads, [`Error::ResourceLimit`] for one that is
/// too large, and what `look` returns.
///
/// # Panics
/// If the slices are not of one length.
pub fn simulate(
    rules: &Rules,
    options: Options,
    lengths: &mut [i64],
    winners: &mut [i64],
    mut look: impl FnMut(f64) -> Result<()>,
) -> Result<()> {
    assert_eq!(lengths.len(), winners.len(), "a length and a winner for each game");
    let threads = options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if threads == 0 {
        return Err(Error::validation("threads", 0, "at least 1, or none for all processors"));
    }
    let table = Table::new(&Chain::new(rules)?);
    let blocks = lengths.len().div_ceil(BLOCK);
    let jobs = Mutex::new((0..).zip(lengths.chunks_mut(BLOCK).zip(winners.chunks_mut(BLOCK))));
    let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let players = i64::from(rules.config.players);
    let work = |beat: &mut dyn FnMut() -> bool| {
        let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
        while !beat()
            && let Some((number, (lengths, winners))) = next()
        {
            let mut rng = Rng::numbered(options.seed, number);
            for (length, winner) in lengths.iter_mut().zip(winners) {
                let Some(game) = table.game(players, &mut rng, beat) else { return };
                (*length, *winner) = game;
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let mut outcome = Ok(());
    std::thread::scope(|scope| {
        for number in 1..threads.min(blocks) {
            let worker = || work(&mut || stopped.load(Ordering::Relaxed));
            // Where no more threads are to be had, fewer do the work.
            let _ = std::thread::Builder::new().name(format!("tickgrid-{number}")).spawn_scoped(scope, worker);
        }
        let mut last = Instant::now();
        work(&mut || {
            if outcome.is_ok() && last.elapsed() >= PULSE {
                #[expect(clippy::cast_precision_loss, reason = "it is for a bar")]
                let part = done.load(Ordering::Relaxed) as f64 / blocks.max(1) as f64;
                outcome = look(part);
                last = Instant::now();
                stopped.store(outcome.is_err(), Ordering::Relaxed);
            }
            outcome.is_err()
        });
    });
    outcome
}

/// What each sequence of a few rolls leads to, from each state.
struct Table {
    /// A row a state, an entry a sequence.
    entries: Vec<u32>,
    /// Entries of a row.
    width: u32,
}

impl Table {
    #[expect(clippy::cast_possible_truncation, reason = "a chain has at most 2^25 edges")]
    fn new(chain: &Chain) -> Self {
        let (states, sides) = (chain.squares.len(), chain.sides);
        let fits = |rolls: &u32| sides.checked_pow(*rolls).is_some_and(|width| states * width <= FAST_ENTRIES);
        let rolls = [3, 2].into_iter().find(fits).unwrap_or(1);
        let width = sides.pow(rolls);
        let mut entries = Vec::with_capacity(states * width);
        for state in 0..states {
            for sequence in 0..width {
                let (mut at, mut turns, mut left) = (state as u32, 0, sequence);
                for _ in 0..rolls {
                    let edge = chain.of(at as usize)[left % sides];
                    left /= sides;
                    turns += u32::from(edge & ENDS_TURN != 0);
                    at = if edge == WON { WON } else { edge & !ENDS_TURN };
                    if at == WON {
                        break;
                    }
                }
                let end = if at == WON { FINISHED } else { at * width as u32 };
                entries.push(end | turns << TURNS);
            }
        }
        Self { entries, width: width as u32 }
    }

    /// The turns of a game and its winner; `None` if `beat` says so.
    fn game(&self, players: i64, rng: &mut Rng, beat: &mut dyn FnMut() -> bool) -> Option<(i64, i64)> {
        let (mut fewest, mut winner) = (i64::MAX, 0);
        for player in 0..players {
            let turns = self.token(fewest, rng, beat)?;
            if turns < fewest {
                (fewest, winner) = (turns, player);
            }
        }
        Some(((fewest - 1).saturating_mul(players).saturating_add(winner + 1), winner))
    }

    /// The turns that a token needs, or some number from `most` on if it needs as many or more.
    #[inline]
    fn token(&self, most: i64, rng: &mut Rng, beat: &mut dyn FnMut() -> bool) -> Option<i64> {
        let (mut row, mut turns) = (0, 0);
        loop {
            for _ in 0..PATIENCE {
                let entry = self.entries[(row + rng.below(self.width)) as usize];
                turns += i64::from(entry >> TURNS & 3);
                if entry & FINISHED != 0 || turns >= most {
                    return Some(turns);
                }
                row = entry & ROW;
            }
            if beat() {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, simulate};
    use crate::core::Error;
    use crate::games::ladders::analysis::analyse;
    use crate::games::ladders::{Config, Finish, Rules};

    fn play(config: &Config, games: usize, seed: u64, threads: usize) -> (Vec<i64>, Vec<i64>) {
        let (mut lengths, mut winners) = (vec![0; games], vec![0; games]);
        let options = Options { seed, threads: Some(threads) };
        simulate(&Rules::new(config).unwrap(), options, &mut lengths, &mut winners, |_| Ok(())).unwrap();
        (lengths, winners)
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn it_agrees_with_the_analysis() {
        let one = || Config { players: 1, extra_roll_on: None, ..Config::default() };
        let games = 30_000;
        for config in [
            one(),
            Config { finish: Finish::Bounce, extra_roll_on: Some(6), ..one() },
            Config { players: 3, finish: Finish::Overshoot, extra_roll_on: Some(6), max_sixes: None, ..one() },
            Config { size: 30, jumps: vec![(3, 22), (27, 1)], players: 2, sides: 4, extra_roll_on: Some(2), ..one() },
            Config { size: 2_000, jumps: Vec::new(), sides: 20, ..one() },
        ] {
            let analysis = analyse(&Rules::new(&config).unwrap(), || Ok(())).unwrap();
            let (lengths, winners) = play(&config, games, 5, 2);
            let mean = lengths.iter().sum::<i64>() as f64 / games as f64;
            let error = analysis.sd / (games as f64).sqrt();
            assert!((mean - analysis.expected).abs() < 4.0 * error, "{mean} is not {}: {config:?}", analysis.expected);
            for (player, &chance) in (0..).zip(&analysis.win) {
                let share = winners.iter().filter(|&&winner| winner == player).count() as f64 / games as f64;
                let error = (chance * (1.0 - chance) / games as f64).sqrt();
                assert!((share - chance).abs() <= 4.0 * error, "{share} is not {chance}: {config:?}");
            }
            // Lengths up to the 99th percentile, each by its frequency.
            let (mut chi_square, mut terms) = (0.0, 0.0);
            for (turns, chance) in (0..).zip(&analysis.pmf).filter(|(_, chance)| **chance * games as f64 > 100.0) {
                let seen = lengths.iter().filter(|&&length| length == turns).count() as f64;
                chi_square += (seen - chance * games as f64).powi(2) / (chance * games as f64);
                terms += 1.0;
            }
            assert!((chi_square - terms).abs() < 5.0 * f64::sqrt(2.0 * terms), "{chi_square} of {terms}: {config:?}");
        }
    }

    #[test]
    fn threads_and_more_games_change_nothing() {
        let config = Config::default();
        let one = play(&config, 20_000, 3, 1);
        assert_eq!(play(&config, 20_000, 3, 3), one);
        let longer = play(&config, 30_000, 3, 2);
        assert_eq!(longer.0[..20_000], one.0);
        assert_ne!(play(&config, 20_000, 4, 1), one);
        // Neighbouring seeds share nothing.
        assert_ne!(play(&config, 20_000, 4, 1).0[..4_096], one.0[4_096..8_192]);
        assert_eq!(play(&config, 0, 3, 2), (Vec::new(), Vec::new()));
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        // A token needs more turns here than anybody can wait for.
        // From each square one roll of seven goes on, all others lead back to the first.
        let jumps = (2..71).filter(|square| square % 7 != 1).map(|square| (square, 1)).collect();
        let slow = Config { size: 71, jumps, players: 1, sides: 7, extra_roll_on: None, ..Config::default() };
        let rules = Rules::new(&slow).unwrap();
        let (mut lengths, mut winners) = (vec![0; 9], vec![0; 9]);
        let options = Options { seed: 1, threads: Some(2) };
        let stop = |_| Err(Error::InvalidState("enough".to_owned()));
        let error = simulate(&rules, options, &mut lengths, &mut winners, stop).unwrap_err();
        assert_eq!(error.to_string(), "enough");
    }
}
