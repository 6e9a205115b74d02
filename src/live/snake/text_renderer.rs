//! The observer that keeps what it is shown.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::frame::Frame;
use crate::core::{Error, Result};
use crate::session::Observer;

/// Keeps every frame that was published, or the last `limit` of them. Never reaches back into the game.
#[derive(Debug, Default)]
pub struct TextRenderer {
    limit: Option<usize>,
    frames: Mutex<VecDeque<Arc<Frame>>>,
}

impl TextRenderer {
    /// A renderer without frames, which keeps the last `limit` (at least 1) or, with `None`, all.
    ///
    /// # Errors
    /// [`Error::Validation`] for a limit of 0.
    pub fn new(limit: Option<usize>) -> Result<Self> {
        if limit == Some(0) {
            return Err(Error::validation("limit", 0, "at least 1 frame, or none for no limit"));
        }
        Ok(Self { limit, frames: Mutex::default() })
    }

    /// How many frames it keeps; `None` for all.
    #[must_use]
    pub const fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// Adds a frame, and lets go of the oldest if there are too many.
    pub fn keep(&self, frame: Arc<Frame>) {
        let mut frames = self.frames.lock();
        let oldest = if self.limit == Some(frames.len()) { frames.pop_front() } else { None };
        frames.push_back(frame);
        drop(frames);
        drop(oldest); // with the lock let go
    }

    /// The frames it keeps, oldest first.
    #[must_use]
    pub fn frames(&self) -> Vec<Arc<Frame>> {
        self.frames.lock().iter().cloned().collect()
    }

    /// The newest frame.
    #[must_use]
    pub fn latest(&self) -> Option<Arc<Frame>> {
        self.frames.lock().back().cloned()
    }
}

impl Observer<Frame> for TextRenderer {
    fn on_frame(&self, frame: &Arc<Frame>) -> Result<()> {
        self.keep(Arc::clone(frame));
        Ok(())
    }
}
