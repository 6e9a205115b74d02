//! The batch itself.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::journal::{Episode, Which};
use super::log::{Finished, Log, TRUNCATED};
use super::row::{Autoreset, Columns, Row, RowRecord, Rows};
use super::threads::Threads;
use super::turns::{self, All, Seats, Turns};
use crate::core::{Error, Game, Masked, Observation, Result, Rng, Scene, Spec};

/// How a batch is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many games there are, 1 to 2^24.
    pub rows: usize,
    /// What happens to one that has ended.
    pub autoreset: Autoreset,
    /// After so many steps an episode is cut off; `None`: never.
    pub most_steps: Option<u32>,
    /// How many threads step it; `None`: as many as there are processors, where that pays.
    pub threads: Option<usize>,
    /// The seed of the first row.
    pub seed: u64,
}

/// Many games of one kind in rows.
///
/// Rows of a large batch are stepped by several threads. Nothing on the way of a step allocates for a row.
pub struct Batch<G: Game> {
    config: G::Config,
    rules: Arc<G::Rules>,
    spec: Spec,
    size: usize,
    /// Numbers a row in actions and rewards: one a seat if all act at once, else one.
    width: usize,
    /// What each seat was paid in the latest step, in games for several seats that act in turn; else empty.
    paid: Vec<f64>,
    rows: Vec<Row<G>>,
    autoreset: Autoreset,
    most_steps: u32,
    threads: Threads,
    /// What has ended in the latest step.
    latest: Vec<Finished>,
    log: Log,
}

impl<G: Game> Batch<G> {
    /// A batch whose rows are at the beginning of their first episodes.
    ///
    /// # Errors
    /// [`Error::Validation`] for a configuration or an option that does not fit.
    pub fn new(config: &G::Config, options: Options) -> Result<Self> {
        const MOST_ROWS: usize = 1 << 24;
        if !(1..=MOST_ROWS).contains(&options.rows) {
            return Err(Error::validation("num_envs", options.rows, format_args!("1 to {MOST_ROWS}")));
        }
        if options.most_steps == Some(0) {
            return Err(Error::validation("max_episode_steps", 0, "at least 1, or none for no limit"));
        }
        let (rules, threads) = (G::rules(config)?, Threads::new(options.threads, options.rows)?);
        let spec = G::spec(&rules);
        // All streams, then all games: what is used in every step lies together in memory.
        let streams: Vec<Rng> = (0..options.rows as u64).map(|row| Rng::new(options.seed.wrapping_add(row))).collect();
        let rows = streams.into_iter().map(|rng| Row::new(&rules, rng)).collect();
        let (autoreset, most_steps) = (options.autoreset, options.most_steps.unwrap_or(u32::MAX));
        let (size, width) = (spec.size(), turns::width::<G>(&spec));
        let paid = if width == spec.seats { Vec::new() } else { vec![0.0; options.rows * spec.seats] };
        let (latest, log) = (Vec::new(), Log::default());
        Ok(Self {
            config: config.clone(),
            rules,
            spec,
            size,
            width,
            paid,
            rows,
            autoreset,
            most_steps,
            threads,
            latest,
            log,
        })
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &G::Config {
        &self.config
    }

    /// Remembers, from the next episode of each row on, how it began and what was done.
    pub fn keep_journals(&mut self) {
        self.rows.iter_mut().for_each(Row::keep_journal);
    }

    /// An episode of a row; `None` if it was not remembered from its beginning, or had more than 10^7 actions.
    #[must_use]
    pub fn episode(&self, row: usize, which: Which) -> Option<Episode> {
        self.rows[row].journal.as_ref()?.episode(which).cloned()
    }

    /// The form of the game.
    #[must_use]
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many games there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a batch is never empty")]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Begins new episodes in the rows for which `which` says so, and writes what those rows see. A seed gives a row a
    /// new stream; without one it goes on with its own.
    ///
    /// # Panics
    /// If a slice does not have one element a row, or `observations` not one observation a row.
    pub fn reset(
        &mut self,
        which: impl Fn(usize) -> bool,
        seeds: impl Fn(usize) -> Option<u64>,
        mut observations: Rows<'_>,
    ) {
        let size = self.size;
        let seats = if self.paid.is_empty() { 0 } else { self.spec.seats };
        for (number, row) in self.rows.iter_mut().enumerate().filter(|(number, _)| which(*number)) {
            row.restart(seeds(number));
            row.observe(observations.part(number * size, size));
            self.paid[number * seats..(number + 1) * seats].fill(0.0);
        }
    }

    /// Steps every row once, and writes what has come of it. `actions` has one number a row, that of the seat to act, or
    /// one a seat of each row if all act at once.
    ///
    /// A row that has ended begins anew, whatever its action, if the batch resets in the next step; else it must have been
    /// reset. Returns whether any row has ended.
    ///
    /// # Errors
    /// [`Error::Validation`] for a number that is no action, or one that is masked and refused, [`Error::InvalidState`]
    /// for a row that should have been reset. Nothing has moved then.
    ///
    /// # Panics
    /// If a slice is not as long as it should be.
    pub fn step(&mut self, actions: &[u32], columns: Columns<'_>) -> Result<bool> {
        self.check(actions)?;
        if self.paid.is_empty() {
            return self.step_parts(actions, columns, All);
        }
        let mut paid = std::mem::take(&mut self.paid);
        let any_ended = self.step_parts(actions, columns, Turns::new(&mut paid, self.spec.seats));
        self.paid = paid;
        any_ended
    }

    fn step_parts<S: Seats>(&mut self, actions: &[u32], columns: Columns<'_>, seats: S) -> Result<bool> {
        let (width, size) = (self.width, self.size);
        let parts = self.threads.count();
        let share = self.rows.len().div_ceil(parts);
        let most_steps = self.most_steps;
        let mut jobs = Vec::with_capacity(parts);
        let mut rest = Some((columns, seats));
        for (part, rows) in self.rows.chunks_mut(share).enumerate() {
            let Some((columns, seats)) = rest.take() else { break };
            let (mine, others) = columns.split_at(rows.len(), width, size);
            let (seats, others_seats) = seats.split_at(rows.len());
            rest = Some((others, others_seats));
            let first = part * share;
            let actions = &actions[first * width..(first + rows.len()) * width];
            jobs.push(move || step_rows(rows, first, actions, mine, seats, width, size, most_steps));
        }
        let finished = self.threads.run(jobs);
        self.latest.clear();
        for finished in finished {
            self.latest.append(&mut finished?);
        }
        self.log.add(&self.latest);
        Ok(!self.latest.is_empty())
    }

    fn check(&self, actions: &[u32]) -> Result<()> {
        let width = self.width;
        assert_eq!(actions.len(), self.rows.len() * width, "one action a row, or one a seat of each row");
        let is_wrong = |action: u32| action >= self.spec.actions;
        // Many at a time, which a search is not.
        if actions.iter().fold(false, |any, &action| any | is_wrong(action)) {
            let wrong = actions.iter().position(|&action| is_wrong(action)).unwrap_or(0);
            let got = format_args!("{} in row {}", actions[wrong], wrong / width).to_string();
            return Err(Error::validation("actions", got, format_args!("0 to {}", self.spec.actions - 1)));
        }
        if self.autoreset != Autoreset::NextStep
            && let Some(row) = self.rows.iter().position(|row| row.done)
        {
            return Err(Error::InvalidState(format!("step: row {row} has ended, expected it to be reset first")));
        }
        if self.spec.masked == Masked::Refused {
            turns::check(&self.rows, actions, width)?;
        }
        Ok(())
    }

    /// Cuts episodes off after so many steps from now on; `None`: never.
    pub fn set_most_steps(&mut self, steps: Option<u32>) {
        self.most_steps = steps.unwrap_or(u32::MAX);
    }

    /// The episodes that have ended in the latest step, by their rows.
    #[must_use]
    pub fn latest(&self) -> &[Finished] {
        &self.latest
    }

    /// What a seat sees now in each row; `None`: the seat to act.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn observe(&self, seat: Option<usize>, mut observations: Rows<'_>) {
        assert!(seat.is_none_or(|seat| seat < self.spec.seats), "there is no seat {seat:?}");
        for (number, row) in self.rows.iter().enumerate() {
            row.game.observe(seat.unwrap_or_else(|| row.seat()), observations.part(number * self.size, self.size));
        }
    }

    /// Which actions the seat to act has in each row: one flag an action, row by row.
    pub fn masks(&self, masks: &mut [bool]) {
        for (mask, row) in masks.chunks_exact_mut(self.spec.actions as usize).zip(&self.rows) {
            row.game.mask(row.seat(), mask);
        }
    }

    /// The seat to act in each row, after the end, too; the first one if all act at once.
    pub fn to_act(&self, seats: &mut [i64]) {
        seats.iter_mut().zip(&self.rows).for_each(|(seat, row)| *seat = i64::try_from(row.seat()).unwrap_or(0));
    }

    /// What each seat of each row was paid in the latest step, row by row, in a game for several seats that act in turn;
    /// nothing in a row that has been reset since. Empty for other games: [`Batch::step`] writes all that there is.
    #[must_use]
    pub fn rewards(&self) -> &[f64] {
        &self.paid
    }

    /// The numbers that the game tells of, row by row.
    pub fn facts(&self, facts: &mut [i64]) {
        facts.chunks_exact_mut(G::FACTS.len()).zip(&self.rows).for_each(|(facts, row)| row.game.facts(facts));
    }

    /// The episodes that have ended since this was last asked, or the latest 2^20 of them.
    pub fn take_finished(&mut self) -> Vec<Finished> {
        self.log.take()
    }

    /// What there is to see in a row, for a person.
    #[must_use]
    pub fn scene(&self, row: usize) -> Scene {
        self.rows[row].game.scene()
    }

    /// All positions and streams, as text; and, if `log` says so, the episodes that have ended and were not asked for.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if it cannot be written down.
    pub fn state(&self, log: LogToo) -> Result<String> {
        let rows: Vec<_> = self.rows.iter().map(Row::record).collect();
        let finished = if log == LogToo::Yes { self.log.clone() } else { Log::default() };
        serde_json::to_string(&State { rows, finished }).map_err(|error| Error::InvalidState(format!("state: {error}")))
    }

    /// Goes back to a state that [`Batch::state`] has told of, of as many rows.
    ///
    /// # Errors
    /// [`Error::Validation`] if the text is no such state; the batch is as before then.
    pub fn set_state(&mut self, state: &str) -> Result<()> {
        let unreadable = |error| Error::validation("state", error, "what get_state gave");
        let State { rows, finished } = serde_json::from_str::<State<G::Record>>(state).map_err(unreadable)?;
        if rows.len() != self.rows.len() {
            return Err(Error::validation("state", format_args!("{} rows", rows.len()), self.rows.len()));
        }
        let known = |ending: u8| usize::from(ending) < G::ENDINGS.len() || ending == TRUNCATED;
        if !finished.iter().all(|episode| (episode.row as usize) < rows.len() && known(episode.ending)) {
            return Err(Error::validation("state", "an episode of no row or ending", "what get_state gave"));
        }
        let keeps_journals = self.rows.iter().any(|row| row.journal.is_some());
        self.rows = rows.into_iter().map(|record| Row::restore(&self.rules, record)).collect::<Result<_>>()?;
        if keeps_journals {
            self.keep_journals();
        }
        self.log = finished;
        self.paid.fill(0.0);
        Ok(())
    }
}

/// Whether the episodes that have ended are part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogToo {
    /// They are: a copy tells of them, too.
    Yes,
    /// They are not: going back to a position forgets them.
    No,
}

/// A batch without its configuration, in a form that can be written down.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State<R> {
    rows: Vec<RowRecord<R>>,
    finished: Log,
}

#[expect(clippy::too_many_arguments, reason = "what one thread needs to know of the batch")]
fn step_rows<G: Game>(
    rows: &mut [Row<G>],
    first: usize,
    actions: &[u32],
    columns: Columns<'_>,
    seats: impl Seats,
    width: usize,
    size: usize,
    most_steps: u32,
) -> Result<Vec<Finished>> {
    let Columns { observations, rewards, terminated, truncated } = columns;
    let paid = actions.chunks_exact(width).zip(rewards.chunks_exact_mut(width));
    let places = paid.zip(terminated.iter_mut().zip(truncated));
    let rows = rows.iter_mut().zip(places);
    match observations {
        Rows::U8(values) => {
            step_each(rows.zip(values.chunks_exact_mut(size)), Observation::U8, first, seats, most_steps)
        }
        Rows::F32(values) => {
            step_each(rows.zip(values.chunks_exact_mut(size)), Observation::F32, first, seats, most_steps)
        }
    }
}

/// A row; its actions and rewards, whether it is terminated and truncated; and what it sees.
type Places<'a, G, T> = ((&'a mut Row<G>, ((&'a [u32], &'a mut [f64]), (&'a mut bool, &'a mut bool))), &'a mut [T]);

#[inline(always)]
#[expect(clippy::inline_always, reason = "it exists once for each dtype only by form")]
fn step_each<'a, G: Game, T: 'a>(
    places: impl Iterator<Item = Places<'a, G, T>>,
    observation: impl Fn(&'a mut [T]) -> Observation<'a>,
    first: usize,
    mut seats: impl Seats,
    most_steps: u32,
) -> Result<Vec<Finished>> {
    let mut log = Vec::new();
    for (number, ((row, ((actions, rewards), (terminated, truncated))), values)) in places.enumerate() {
        // In a batch that resets in the next step; others have been refused.
        if row.done {
            row.restart(None);
            rewards.fill(0.0);
            seats.clear(number);
            (*terminated, *truncated) = (false, false);
        } else {
            (*terminated, *truncated) = seats.step(row, number, actions, rewards, most_steps)?;
            if row.done {
                log.push(row.finished(u32::try_from(first + number).unwrap_or(u32::MAX)));
            }
        }
        row.observe(observation(values));
    }
    Ok(log)
}
