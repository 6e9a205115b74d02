//! What a row remembers of its episodes, if it is told to: how they began, and each action.

use crate::core::{Rng, Tape};

/// An episode, as far as it was played: where its stream stood when it began, and the actions of all seats, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// The stream, before anything was drawn for the episode.
    pub stream: Rng,
    /// One number a seat and step.
    pub actions: Vec<u32>,
}

/// Which episode of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one it is in, which may have ended.
    Current,
    /// The last one that has ended.
    Finished,
}

/// The current episode of a row, and the one that has ended last.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// `None` if nobody was there when it began, or it is too long to be remembered.
    current: Option<Episode>,
    finished: Option<Episode>,
}

impl Journal {
    /// Another episode begins with this stream.
    pub(super) fn begin(&mut self, stream: &Rng) {
        self.current = Some(Episode { stream: stream.clone(), actions: Vec::new() });
    }

    pub(super) fn add(&mut self, actions: &[u32]) {
        let is_full = |episode: &Episode| episode.actions.len() + actions.len() > Tape::MOST;
        if self.current.take_if(|episode| is_full(episode)).is_none()
            && let Some(episode) = &mut self.current
        {
            episode.actions.extend_from_slice(actions);
        }
    }

    /// The current episode has ended.
    pub(super) fn end(&mut self) {
        self.finished.clone_from(&self.current);
    }

    pub(super) fn episode(&self, which: Which) -> Option<&Episode> {
        match which {
            Which::Current => self.current.as_ref(),
            Which::Finished => self.finished.as_ref(),
        }
    }
}
