//! Thousands of games over threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::bot::Bot;
use super::play::{Outcome, play};
use crate::core::Result;
use crate::games::snake::Rules;

/// How long the caller's thread waits for games before it looks up.
const PATIENCE: Duration = Duration::from_millis(15);
/// Threads beyond this would only stand in each other's way.
const MOST_THREADS: usize = 256;

/// Which games are played, and by how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// How many.
    pub count: u64,
    /// The seed of the first; game `i` has `seed + i`, modulo 2^64.
    pub seed: u64,
    /// How many threads play; `None`: as many as there are processors.
    pub threads: Option<usize>,
}

/// Plays games, each with a bot of its own: `make` gives the one of game `i`. The outcomes are in the order of the games,
/// and depend on nothing but their seeds and bots.
///
/// `look` is called about every 15 ms, in the caller's thread, with the part of the games that is done, from 0 to 1; any
/// error ends the work.
///
/// # Errors
/// Whatever `look` gives; else whatever the bot of the first game that failed gives.
pub fn evaluate(
    make: &(dyn Fn(u64) -> Box<dyn Bot> + Sync),
    rules: &Arc<Rules>,
    games: Games,
    mut look: impl FnMut(f64) -> Result<()>,
) -> Result<Vec<Outcome>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = games.threads.unwrap_or(processors).clamp(1, MOST_THREADS);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = channel();
    let work = |sender: Sender<(u64, Result<Option<Outcome>>)>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games.count || stop.load(Ordering::Relaxed) {
                break;
            }
            let result = play(&mut *make(number), rules, games.seed.wrapping_add(number), &stop);
            if result.is_err() {
                // No game begins any more; those before this one have begun, and are played to their end.
                next.store(games.count, Ordering::Relaxed);
            }
            if sender.send((number, result)).is_err() {
                break;
            }
        }
    };
    let mut results = thread::scope(|scope| -> Result<Vec<(u64, Result<Option<Outcome>>)>> {
        let work = &work;
        for _ in 0..threads.min(usize::try_from(games.count).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let (mut results, mut looked) = (Vec::new(), Instant::now());
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(result) => results.push(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(results),
            }
            if looked.elapsed() >= PATIENCE {
                #[expect(clippy::cast_precision_loss, reason = "it is for a bar")]
                let done = results.len() as f64 / games.count as f64;
                // The scope ends when the games under way have seen that they are to stop.
                look(done).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                looked = Instant::now();
            }
        }
    })?;
    results.sort_by_key(|&(number, _)| number);
    results.into_iter().filter_map(|(_, result)| result.transpose()).collect()
}
