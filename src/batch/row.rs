//! One game of a batch, and the places in the caller's memory that belong to it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::log::{Finished, TRUNCATED};
use crate::core::{Error, Game, Observation, Result, Rng, Status, ToAct};

/// What happens to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step begins a new one, whatever the action.
    NextStep,
    /// Whoever steps the batch begins a new one at once.
    SameStep,
    /// It waits until it is reset.
    Disabled,
}

/// Memory for the observations of some rows, one after the other.
#[derive(Debug)]
pub enum Rows<'a> {
    /// Bytes.
    U8(&'a mut [u8]),
    /// 32-bit floats.
    F32(&'a mut [f32]),
}

impl Rows<'_> {
    /// How many values there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::U8(values) => values.len(),
            Self::F32(values) => values.len(),
        }
    }

    /// Whether there is no value.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same memory, for a shorter time.
    pub const fn again(&mut self) -> Rows<'_> {
        match self {
            Self::U8(values) => Rows::U8(values),
            Self::F32(values) => Rows::F32(values),
        }
    }

    /// The values `from..from + size`.
    #[inline]
    pub(super) fn part(&mut self, from: usize, size: usize) -> Observation<'_> {
        match self {
            Self::U8(values) => Observation::U8(&mut values[from..from + size]),
            Self::F32(values) => Observation::F32(&mut values[from..from + size]),
        }
    }

    /// The first values, and the rest.
    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        match self {
            Self::U8(values) => {
                let (first, rest) = values.split_at_mut(middle);
                (Self::U8(first), Self::U8(rest))
            }
            Self::F32(values) => {
                let (first, rest) = values.split_at_mut(middle);
                (Self::F32(first), Self::F32(rest))
            }
        }
    }
}

/// The caller's memory for one step of some rows, one element a row (rewards: one a seat where all act at once).
#[derive(Debug)]
pub struct Columns<'a> {
    /// What each row sees.
    pub observations: Rows<'a>,
    /// What whoever acted in each row is paid.
    pub rewards: &'a mut [f64],
    /// Whether the game has ended.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off by the limit of steps.
    pub truncated: &'a mut [bool],
}

impl Columns<'_> {
    /// The first rows, and the rest.
    pub(super) fn split_at(self, rows: usize, width: usize, size: usize) -> (Self, Self) {
        let (observations, more_observations) = self.observations.split_at(rows * size);
        let (rewards, more_rewards) = self.rewards.split_at_mut(rows * width);
        let (terminated, more_terminated) = self.terminated.split_at_mut(rows);
        let (truncated, more_truncated) = self.truncated.split_at_mut(rows);
        (
            Self { observations, rewards, terminated, truncated },
            Self {
                observations: more_observations,
                rewards: more_rewards,
                terminated: more_terminated,
                truncated: more_truncated,
            },
        )
    }
}

/// One game of a batch.
#[derive(Clone, Debug)]
pub(super) struct Row<G> {
    pub(super) game: G,
    pub(super) rng: Rng,
    /// Steps of this episode.
    pub(super) steps: u32,
    /// Rewards of whoever acted, in this episode.
    pub(super) total: f64,
    /// The episode has ended, by itself or by the limit of steps, and no new one has begun.
    pub(super) done: bool,
    /// What it remembers, if it is told to.
    pub(super) journal: Option<Box<Journal>>,
}

impl<G: Game> Row<G> {
    /// A row with its first episode.
    pub(super) fn new(rules: &Arc<G::Rules>, mut rng: Rng) -> Self {
        Self { game: G::new(rules, &mut rng), rng, steps: 0, total: 0.0, done: false, journal: None }
    }

    /// Remembers episodes from the next on.
    pub(super) fn keep_journal(&mut self) {
        self.journal = Some(Box::default());
    }

    /// Begins a new episode, with a new stream if there is a seed.
    pub(super) fn restart(&mut self, seed: Option<u64>) {
        if let Some(seed) = seed {
            self.rng = Rng::new(seed);
        }
        if let Some(journal) = &mut self.journal {
            journal.begin(&self.rng);
        }
        self.game.restart(&mut self.rng);
        (self.steps, self.total, self.done) = (0, 0.0, false);
    }

    /// Who acts next; the first seat if all do.
    #[inline]
    pub(super) fn seat(&self) -> usize {
        match self.game.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::All => 0,
        }
    }

    /// Writes what the seat to act sees.
    #[inline]
    pub(super) fn observe(&self, out: Observation<'_>) {
        self.game.observe(self.seat(), out);
    }

    /// Steps the game. Says whether it has ended, and whether it was cut off.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a loop over rows is little more than this")]
    pub(super) fn step(&mut self, actions: &[u32], rewards: &mut [f64], most_steps: u32) -> Result<(bool, bool)> {
        let seat = self.seat();
        let status = self.game.step(actions, &mut self.rng, rewards)?;
        self.steps = self.steps.saturating_add(1);
        self.total += rewards[seat];
        let terminated = status != Status::Ongoing;
        let truncated = !terminated && self.steps >= most_steps;
        self.done = terminated || truncated;
        if self.journal.is_some() {
            self.remember(actions);
        }
        Ok((terminated, truncated))
    }

    #[cold]
    fn remember(&mut self, actions: &[u32]) {
        if let Some(journal) = &mut self.journal {
            journal.add(actions);
            if self.done {
                journal.end();
            }
        }
    }

    /// What there is to log of an episode that has ended.
    pub(super) fn finished(&self, row: u32) -> Finished {
        let ending = match self.game.status() {
            Status::Over(ending) => ending,
            Status::Ongoing => TRUNCATED,
        };
        Finished { row, steps: self.steps, total: self.total, ending }
    }

    pub(super) fn record(&self) -> RowRecord<G::Record> {
        let Self { game, rng, steps, total, done, .. } = self;
        RowRecord { game: game.record(), rng: rng.clone(), steps: *steps, total: *total, done: *done }
    }

    pub(super) fn restore(rules: &Arc<G::Rules>, record: RowRecord<G::Record>) -> Result<Self> {
        let RowRecord { game, rng, steps, total, done } = record;
        let game = G::restore(rules, &game)?;
        if game.status() != Status::Ongoing && !done {
            return Err(Error::validation("done", "a row that goes on", "one whose game does"));
        }
        Ok(Self { game, rng, steps, total, done, journal: None })
    }
}

/// A row without its rules, in a form that can be written down.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowRecord<R> {
    game: R,
    rng: Rng,
    steps: u32,
    total: f64,
    done: bool,
}
