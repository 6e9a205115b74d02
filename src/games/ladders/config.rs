//! What whoever plays can choose.

use serde::{Deserialize, Serialize};

use super::board::MILTON_BRADLEY;
use crate::core::named;

/// What can be chosen. As text it is JSON; what is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The number of squares, 1 to 2^20.
    pub size: u32,
    /// Snakes and ladders, as pairs of the squares where they start and end.
    pub jumps: Vec<(i64, i64)>,
    /// How many players there are, 1 to 256.
    pub players: u32,
    /// How many sides the die has, 1 to 2^20.
    pub sides: u32,
    /// What becomes of a roll that leads past the last square.
    pub finish: Finish,
    /// The roll that earns another one, from 1 on; `None`: none does.
    pub extra_roll_on: Option<u32>,
    /// With so many of them in one turn it is forfeited, 1 to 255; `None`: never.
    pub max_sixes: Option<u32>,
}

impl Default for Config {
    /// Two players on Milton Bradley's board with one die. The last square must be met exactly, a six earns another roll,
    /// three forfeit the turn.
    fn default() -> Self {
        Self {
            size: 100,
            jumps: MILTON_BRADLEY.to_vec(),
            players: 2,
            sides: 6,
            finish: Finish::Exact,
            extra_roll_on: Some(6),
            max_sixes: Some(3),
        }
    }
}

/// What becomes of a roll that leads past the last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The token stays, and the turn ends.
    Exact,
    /// It wins as if it had met the square.
    Overshoot,
    /// It goes back from the last square by what is left of the roll, and jumps if it lands on a jump.
    Bounce,
}

named!(Finish, "finish", { Exact => "exact", Overshoot => "overshoot", Bounce => "bounce" });
