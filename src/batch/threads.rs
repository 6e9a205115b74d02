//! Rows over threads: a pool that lives as long as its batch, and the choice of how many parts are worth it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::core::{Error, Result};

/// Fewer rows than this are not worth waking another thread for.
const LEAST_ROWS: usize = 2_048;

/// A thread that has nothing to do looks out for the next step for so long before it sleeps, and the caller's for the others
/// to be done: waking a thread takes as long as some thousand rows. Others that want its processor get it all the same.
const LOOK_OUT: Duration = Duration::from_micros(100);

/// The threads of a batch.
#[derive(Debug)]
pub(super) struct Threads {
    /// All threads but the caller's; none if there is no other.
    pool: Option<ThreadPool>,
    count: usize,
    /// How many steps have begun.
    begun: Arc<AtomicUsize>,
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
                ThreadPoolBuilder::new().num_threads(count - 1).thread_name(|number| format!("tickgrid-{number}"));
            let failed =
                |error| Error::InvalidState(format!("num_threads: {count} threads cannot be started: {error}"));
            Some(builder.build().map_err(failed)?)
        };
        Ok(Self { pool, count, begun: Arc::default() })
    }

    /// In how many parts to step the rows.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Does the first job on the caller's thread and the others on the pool's; the answers are in order. Each thread gets
    /// the same rows in every step: they are still in the memory that is next to its processor. The pool's threads look out
    /// for the next call after this one has returned.
    pub(super) fn run<T: Send>(&self, jobs: Vec<impl FnOnce() -> T + Send>) -> Vec<T> {
        let Some(pool) = self.pool.as_ref().filter(|_| jobs.len() > 1) else {
            return jobs.into_iter().map(|job| job()).collect();
        };
        let (jobs, answers): (Vec<_>, Vec<_>) =
            jobs.into_iter().map(|job| (Mutex::new(Some(job)), Mutex::new(None))).unzip();
        let left = AtomicUsize::new(jobs.len());
        let work = |part: usize| {
            if let Some(job) = jobs.get(part).and_then(|job| job.lock().take()) {
                *answers[part].lock() = Some(job());
                left.fetch_sub(1, Ordering::Release);
            }
        };
        let begun = self.begun.fetch_add(1, Ordering::Release) + 1;
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, worker| work(worker.index() + 1));
            work(0);
            look_out(|| left.load(Ordering::Acquire) == 0);
        });
        let counter = Arc::clone(&self.begun);
        pool.spawn_broadcast(move |_| look_out(|| counter.load(Ordering::Acquire) != begun));
        answers.into_iter().filter_map(Mutex::into_inner).collect()
    }
}

/// Waits until something has come about, or for a little while.
fn look_out(has_come: impl Fn() -> bool) {
    let start = Instant::now();
    while !has_come() && start.elapsed() < LOOK_OUT {
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::Threads;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_comes_to_the_caller_and_the_threads_go_on() {
        let threads = Threads::new(Some(4), 1 << 20).unwrap();
        for bad in [0, 1, 3, 2] {
            let jobs: Vec<_> = (0..4).map(|job| move || assert_ne!(job, bad, "job {job}")).collect();
            assert!(catch_unwind(AssertUnwindSafe(|| threads.run(jobs))).is_err());
            for _ in 0..100 {
                assert_eq!(threads.run((0..4).map(|job| move || job * 2).collect()), [0, 2, 4, 6]);
            }
        }
    }

    #[test]
    fn there_may_be_fewer_jobs_than_threads_and_the_pool_may_go_while_it_looks_out() {
        for _ in 0..50 {
            let threads = Threads::new(Some(5), 1 << 20).unwrap();
            assert_eq!(threads.run((0..3).map(|job| move || job).collect()), [0, 1, 2]);
        }
    }
}
