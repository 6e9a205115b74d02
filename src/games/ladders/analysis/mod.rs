//! Snakes and ladders without playing it: one token is a Markov chain, and tokens never meet.
//!
//! A [`Chain`] has a state for each square and each number of rolls that earned another. [`analyse`] lets its
//! probabilities flow turn by turn; [`exact`] solves its equations in whole numbers; [`simulate`] walks through it at
//! random, several rolls at a time.

mod chain;
mod distribution;
mod exact;
mod rational;
mod simulate;

pub use distribution::{Analysis, analyse};
pub use exact::{Exact, exact};
pub use rational::Ratio;
pub use simulate::{Options, simulate};

use chain::Chain;
