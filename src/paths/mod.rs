//! Counting the paths of a snake: how many sequences of exactly `depth` moves can it follow on a board?
//!
//! The body follows the head, and the tail's cell is vacated in the same move, so the head may enter it. No single way
//! to count wins everywhere:
//!
//! * depth first walks every path: nothing is faster for long snakes and few moves;
//! * over the graph of positions, each is expanded once for all numbers of moves: for short snakes;
//! * level by level counts every position once for each number of moves: for long snakes and more moves.
//!
//! What they share is a sound idea of which positions are alike; `docs/paths.md` argues it. The room knows no game: a
//! [`Problem`] is a board, a snake, blocked cells and a number of moves.

mod automaton;
mod budget;
mod choose;
mod dfs;
mod dp;
mod estimate;
mod field;
mod frame;
mod graph;
mod iterate;
mod keys;
mod limbs;
mod lump;
mod massey;
mod modular;
mod number;
mod options;
mod problem;
mod recurrence;
mod residues;
mod shape;
mod sum;
mod symmetry;
mod term;
mod thin;
mod transform;
mod walk;

pub use budget::{Unwatched, Watch};
pub use choose::count;
pub use iterate::{Found, Paths};
pub use options::{DEFAULT_MEMORY, Method, Options};
pub use problem::{Coordinate, Problem};
