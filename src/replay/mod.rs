//! Replays: recorded games as files, and the check that they are what they say.
//!
//! A file is JSON of one version, a line a field, by choice compressed (gzip). Whatever a file holds, reading it takes no
//! more than [`MOST_BYTES`] of text and a small multiple of it, and ends in a replay or in one error. This room knows no
//! game: what a game was made of is some [`Setup`], what was done to it a [`Tape`](crate::core::Tape).

mod file;
mod replay;

pub use file::{MOST_BYTES, Packing, pack, unpack};
pub use replay::{MOST_TICKS, Replay, Setup, VERSION};
