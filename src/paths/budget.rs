//! How a long count stays a good guest: it looks up now and then, and knows what memory it may take.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use crate::core::{Error, Result};

/// How long the work goes on without looking up. Checks come sooner than that; the clock decides.
const PATIENCE: Duration = Duration::from_millis(15);

/// What the caller has to say while the work goes on.
pub trait Watch: Sync {
    /// Called about every 15 ms, in the thread that asked for the count. `done` is how much of the work is behind, from 0
    /// to 1; it never falls.
    ///
    /// # Errors
    /// Any error makes the count stop and return it.
    fn look(&self, done: f64) -> Result<()>;
}

/// Nobody looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn look(&self, _done: f64) -> Result<()> {
        Ok(())
    }
}

/// The state of one count that is under way.
pub(super) struct Budget<'a> {
    /// Bytes that may be taken.
    pub(super) memory: u64,
    /// Threads that may work, this one included.
    pub(super) threads: usize,
    watch: &'a dyn Watch,
    /// Who asked, and is the only one to look up.
    owner: ThreadId,
    pace: Mutex<Pace>,
    stopped: AtomicBool,
}

struct Pace {
    last: Instant,
    done: f64,
    error: Option<Error>,
}

thread_local! {
    /// Beats since the clock was last read; reading it costs more than a beat.
    static BEATS: Cell<u32> = const { Cell::new(0) };
}

impl<'a> Budget<'a> {
    pub(super) fn new(memory: u64, threads: usize, watch: &'a dyn Watch) -> Self {
        let pace = Pace { last: Instant::now(), done: 0.0, error: None };
        let owner = std::thread::current().id();
        Self { memory, threads, watch, owner, pace: Mutex::new(pace), stopped: AtomicBool::new(false) }
    }

    /// Whether to stop. Called often, from any thread; looks up when it is time.
    pub(super) fn beat(&self) -> bool {
        let beats = BEATS.get().wrapping_add(1);
        BEATS.set(beats);
        if beats.is_multiple_of(16) && std::thread::current().id() == self.owner {
            self.look(None);
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the work was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Looks up if it is time, and if this is the thread that does so; `done` of `all` is behind.
    pub(super) fn progress(&self, done: u64, all: u64) {
        if std::thread::current().id() == self.owner {
            #[expect(clippy::cast_precision_loss, reason = "it is for a bar")]
            let part = done as f64 / all.max(1) as f64;
            self.look(Some(part));
        }
    }

    /// The same, for work that ends at once when it is stopped.
    ///
    /// # Errors
    /// Whatever the caller answers.
    pub(super) fn pulse(&self, done: u64, all: u64) -> Result<()> {
        self.progress(done, all);
        self.verdict()
    }

    /// The error that made the work stop, if it did.
    pub(super) fn verdict(&self) -> Result<()> {
        if !self.stopped.load(Ordering::Relaxed) {
            return Ok(());
        }
        let error = self.pace.lock().ok().and_then(|mut pace| pace.error.take());
        Err(error.unwrap_or_else(|| Error::InvalidState("the count was stopped".to_owned())))
    }

    fn look(&self, done: Option<f64>) {
        let Ok(mut pace) = self.pace.lock() else { return };
        pace.done = pace.done.max(done.unwrap_or(0.0)).min(1.0);
        if pace.last.elapsed() < PATIENCE || pace.error.is_some() {
            return;
        }
        let done = pace.done;
        drop(pace);
        let answer = self.watch.look(done);
        if let Ok(mut pace) = self.pace.lock() {
            pace.last = Instant::now();
            if let Err(error) = answer {
                pace.error = Some(error);
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    /// An error if `bytes` are more than there are.
    pub(super) fn afford(&self, bytes: u64, what: &str) -> Result<()> {
        if bytes <= self.memory {
            return Ok(());
        }
        Err(limit(format_args!("{what} of {bytes} bytes"), format_args!("at most {} bytes (max_memory)", self.memory)))
    }
}

/// The error of work that is not to be had.
pub(super) fn limit(got: impl std::fmt::Display, expected: impl std::fmt::Display) -> Error {
    Error::ResourceLimit(format!("paths: got {got}, expected {expected}"))
}
