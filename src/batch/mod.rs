//! Many games in rows, stepped together, into the caller's memory.
//!
//! A row depends on its own seed and on nothing else: not on its neighbours, not on the number of threads. Row `i` of a
//! batch that is seeded with `s` has the seed `s + i`, and is the single game of that seed. This room knows no game.

mod any;
mod batch;
mod journal;
mod log;
mod row;
mod threads;
mod turns;

pub use any::{AnyBatch, Maker};
pub use batch::{Batch, LogToo, Options};
pub use journal::{Episode, Which};
pub use log::{Finished, TRUNCATED};
pub use row::{Autoreset, Columns, Rows};
