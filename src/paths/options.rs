//! How to count.

use std::sync::OnceLock;
use std::thread::available_parallelism;

use super::budget::{Unwatched, Watch};
use crate::core::{Error, Result, named};

/// Bytes that a count may take unless it is told otherwise: 2 GiB.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Whichever is expected to be the fastest.
    Auto,
    /// Depth first, path by path.
    Dfs,
    /// Level by level, over positions that differ in what still matters.
    Dp,
    /// Over the graph of positions, each expanded once for all numbers of moves.
    Graph,
    /// By the linear recurrence that the counts obey; for huge depths.
    Recurrence,
}

named!(Method, "method", {
    Auto => "auto",
    Dfs => "dfs",
    Dp => "dp",
    Graph => "graph",
    Recurrence => "recurrence",
});

/// What beside the problem decides about a count.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Count modulo this number, from 1 on.
    pub modulus: Option<u64>,
    /// The way.
    pub method: Method,
    /// Threads that may work; 0 is as many as the machine runs at once.
    pub threads: usize,
    /// Bytes that may be taken.
    pub memory: u64,
    /// Who looks on.
    pub watch: &'a dyn Watch,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { modulus: None, method: Method::Auto, threads: 0, memory: DEFAULT_MEMORY, watch: &Unwatched }
    }
}

impl Options<'_> {
    /// The modulus, if it is one.
    pub(super) fn checked_modulus(&self) -> Result<Option<u64>> {
        if self.modulus == Some(0) {
            return Err(Error::validation("mod", 0, "an integer from 1 to 2^64 - 1"));
        }
        Ok(self.modulus)
    }

    /// The number of threads.
    pub(super) fn workers(&self) -> usize {
        // Asking the system takes longer than a small count.
        static CORES: OnceLock<usize> = OnceLock::new();
        let cores = || available_parallelism().map_or(1, usize::from);
        if self.threads > 0 { self.threads } else { *CORES.get_or_init(cores) }
    }
}
