//! Rows over threads: a pool that lives as long as its batch, and the choice of how many parts are worth it.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::core::{Error, Result};

/// Fewer rows than this are not worth waking another thread for.
const LEAST_ROWS: usize = 1_024;

/// The threads of a batch.
#[derive(Debug)]
pub(super) struct Threads {
    /// None for one thread, which is the caller's.
    pool: Option<ThreadPool>,
    count: usize,
}

impl Threads {
    /// So many threads for so many rows, or fewer if they are not worth it; `None` for as many as there are processors.
    pub(super) fn new(wanted: Option<usize>, rows: usize) -> Result<Self> {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let count = wanted.unwrap_or(available);
        if count == 0 || count > 1_024 {
            return Err(Error::validation("num_threads", count, "1 to 1024, or none for all processors"));
        }
        let count = count.min(rows / LEAST_ROWS).max(1);
        let pool = if count == 1 {
            None
        } else {
            let builder =
                ThreadPoolBuilder::new().num_threads(count).thread_name(|number| format!("tickgrid-{number}"));
            let failed =
                |error| Error::InvalidState(format!("num_threads: {count} threads cannot be started: {error}"));
            Some(builder.build().map_err(failed)?)
        };
        Ok(Self { pool, count })
    }

    /// In how many parts to step the rows.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Does one job on the caller's thread, several on the pool's; the answers are in order.
    pub(super) fn run<T: Send>(&self, jobs: Vec<impl FnOnce() -> T + Send>) -> Vec<T> {
        match &self.pool {
            Some(pool) if jobs.len() > 1 => pool.install(|| jobs.into_par_iter().map(|job| job()).collect()),
            _ => jobs.into_iter().map(|job| job()).collect(),
        }
    }
}
