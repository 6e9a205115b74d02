//! Episodes that have ended, until somebody asks for them.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The ending of an episode that was cut off by the limit of steps; a game's own endings are less.
pub const TRUNCATED: u8 = u8::MAX;

/// An episode that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The row in which it was played.
    pub row: u32,
    /// How many steps it took.
    pub steps: u32,
    /// The sum of its rewards, each of whoever acted; of the first seat where all act at once.
    pub total: f64,
    /// The number of its ending, or [`TRUNCATED`].
    pub ending: u8,
}

/// The latest episodes that have ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Log(VecDeque<Finished>);

impl Log {
    /// So many are kept; older ones are forgotten.
    const MOST: usize = 1 << 20;

    pub(super) fn add(&mut self, finished: &[Finished]) {
        let keep = &finished[finished.len().saturating_sub(Self::MOST)..];
        let too_many = (self.0.len() + keep.len()).saturating_sub(Self::MOST);
        self.0.drain(..too_many);
        self.0.extend(keep);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Finished> {
        self.0.iter()
    }

    pub(super) fn take(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.0).into()
    }
}
