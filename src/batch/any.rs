//! A batch of any game, for whoever learns only at run time which one.

use super::batch::{Batch, LogToo, Options};
use super::journal::{Episode, Which};
use super::log::Finished;
use super::row::{Columns, Rows};
use crate::core::{Error, Game, Result, Scene, Spec};

/// A [`Batch`] of some game; see there.
#[expect(missing_docs, clippy::missing_errors_doc, reason = "each is the method of the same name")]
#[expect(clippy::len_without_is_empty, reason = "a batch is never empty")]
pub trait AnyBatch: Send + Sync {
    fn spec(&self) -> &Spec;
    fn config(&self) -> String;
    fn keep_journals(&mut self);
    fn episode(&self, row: usize, which: Which) -> Option<Episode>;
    fn len(&self) -> usize;
    fn ending_names(&self) -> &'static [&'static str];
    fn fact_names(&self) -> &'static [&'static str];
    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seeds: &dyn Fn(usize) -> Option<u64>, observations: Rows<'_>);
    fn step(&mut self, actions: &[u32], columns: Columns<'_>) -> Result<bool>;
    fn set_most_steps(&mut self, steps: Option<u32>);
    fn latest(&self) -> &[Finished];
    fn observe(&self, seat: Option<usize>, observations: Rows<'_>);
    fn masks(&self, masks: &mut [bool]);
    fn to_act(&self, seats: &mut [i64]);
    fn rewards(&self) -> &[f64];
    fn facts(&self, facts: &mut [i64]);
    fn take_finished(&mut self) -> Vec<Finished>;
    fn scene(&self, row: usize) -> Scene;
    fn state(&self, log: LogToo) -> Result<String>;
    fn set_state(&mut self, state: &str) -> Result<()>;
}

impl<G: Game> AnyBatch for Batch<G> {
    fn spec(&self) -> &Spec {
        Self::spec(self)
    }

    fn config(&self) -> String {
        serde_json::to_string(Self::config(self)).expect("a configuration is made to be written down")
    }

    fn keep_journals(&mut self) {
        Self::keep_journals(self);
    }

    fn episode(&self, row: usize, which: Which) -> Option<Episode> {
        Self::episode(self, row, which)
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn ending_names(&self) -> &'static [&'static str] {
        G::ENDINGS
    }

    fn fact_names(&self) -> &'static [&'static str] {
        G::FACTS
    }

    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seeds: &dyn Fn(usize) -> Option<u64>, observations: Rows<'_>) {
        Self::reset(self, which, seeds, observations);
    }

    fn step(&mut self, actions: &[u32], columns: Columns<'_>) -> Result<bool> {
        Self::step(self, actions, columns)
    }

    fn set_most_steps(&mut self, steps: Option<u32>) {
        Self::set_most_steps(self, steps);
    }

    fn latest(&self) -> &[Finished] {
        Self::latest(self)
    }

    fn observe(&self, seat: Option<usize>, observations: Rows<'_>) {
        Self::observe(self, seat, observations);
    }

    fn masks(&self, masks: &mut [bool]) {
        Self::masks(self, masks);
    }

    fn to_act(&self, seats: &mut [i64]) {
        Self::to_act(self, seats);
    }

    fn rewards(&self) -> &[f64] {
        Self::rewards(self)
    }

    fn facts(&self, facts: &mut [i64]) {
        Self::facts(self, facts);
    }

    fn take_finished(&mut self) -> Vec<Finished> {
        Self::take_finished(self)
    }

    fn scene(&self, row: usize) -> Scene {
        Self::scene(self, row)
    }

    fn state(&self, log: LogToo) -> Result<String> {
        Self::state(self, log)
    }

    fn set_state(&mut self, state: &str) -> Result<()> {
        Self::set_state(self, state)
    }
}

/// Makes a batch of whichever game it is taken to, from a configuration in JSON.
#[derive(Clone, Copy, Debug)]
pub struct Maker<'a> {
    /// The configuration.
    pub config: &'a str,
    /// How the batch is run.
    pub options: Options,
}

impl Maker<'_> {
    /// A batch of `G`.
    ///
    /// # Errors
    /// [`Error::Validation`] for a configuration or an option that does not fit.
    pub fn make<G: Game>(self) -> Result<Box<dyn AnyBatch>> {
        let unreadable = |error| Error::validation("config", error, "a configuration of the game");
        let config = serde_json::from_str(self.config).map_err(unreadable)?;
        Ok(Box::new(Batch::<G>::new(&config, self.options)?))
    }
}
