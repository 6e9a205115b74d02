//! Snakes and ladders as a [`Game`]: the seats take turns, and whoever is to act has one action, to roll.
//!
//! A step is one roll. After one that earns another the same seat acts again, so that a turn that never ends is nobody's
//! hang, but many steps.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::config::Config;
use super::picture;
use super::rules::{Rules, Then};
use crate::core::{Dtype, Error, Game, Masked, Observation, Result, Rng, Scene, Spec, Status, ToAct};

const WON: u8 = 0;

/// One game, from the start to the last square.
#[derive(Clone, Debug)]
pub struct Race {
    rules: Arc<Rules>,
    /// The square of each seat's token.
    positions: SmallVec<[u32; 4]>,
    /// The seat whose turn it is; after the end, of the winner.
    seat: u32,
    /// Rolls of this turn that earned another.
    sixes: u32,
    /// Turns that are over.
    turn: u64,
    /// The latest roll, 0 before the first.
    roll: u32,
    status: Status,
}

/// A game without its rules, in a form that can be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    positions: Vec<u32>,
    seat: u32,
    sixes: u32,
    turn: u64,
    roll: u32,
    won: bool,
}

impl Game for Race {
    const NAME: &'static str = "ladders";
    const ENDINGS: &'static [&'static str] = &["won"];
    const FACTS: &'static [&'static str] = &["turn", "winner", "roll"];

    type Config = Config;
    type Rules = Rules;
    type Record = Record;

    fn rules(config: &Config) -> Result<Arc<Rules>> {
        Rules::new(config)
    }

    fn spec(rules: &Rules) -> Spec {
        let seats = rules.config.players as usize;
        Spec {
            seats,
            actions: 1,
            masked: Masked::Refused,
            dtype: Dtype::F32,
            shape: vec![seats + 2],
            low: 0.0,
            high: 1.0,
        }
    }

    fn new(rules: &Arc<Rules>, _rng: &mut Rng) -> Self {
        let positions = SmallVec::from_elem(0, rules.config.players as usize);
        let rules = Arc::clone(rules);
        Self { rules, positions, seat: 0, sixes: 0, turn: 0, roll: 0, status: Status::Ongoing }
    }

    fn restart(&mut self, _rng: &mut Rng) {
        self.positions.fill(0);
        (self.seat, self.sixes, self.turn, self.roll, self.status) = (0, 0, 0, 0, Status::Ongoing);
    }

    fn status(&self) -> Status {
        self.status
    }

    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.seat as usize)
    }

    /// The winner is paid 1, the others -1; nothing else is.
    #[inline]
    fn step(&mut self, actions: &[u32], rng: &mut Rng, rewards: &mut [f64]) -> Result<Status> {
        if self.status != Status::Ongoing {
            return Err(Error::GameOver(format!("the game is over: seat {} has won", self.seat)));
        }
        let seat = self.seat as usize;
        if actions[seat] != 0 {
            return Err(Error::validation("action", actions[seat], "0, to roll"));
        }
        self.roll = rng.below(self.rules.config.sides) + 1;
        let played = self.rules.play(self.positions[seat], self.sixes, self.roll);
        self.positions[seat] = played.landed;
        rewards.fill(0.0);
        match played.then {
            Then::Again => self.sixes = self.sixes.saturating_add(1),
            Then::EndOfTurn => {
                (self.sixes, self.turn) = (0, self.turn.saturating_add(1));
                self.seat = if seat + 1 == self.positions.len() { 0 } else { self.seat + 1 };
            }
            Then::Won => {
                (self.sixes, self.turn, self.status) = (0, self.turn.saturating_add(1), Status::Over(WON));
                rewards.fill(-1.0);
                rewards[seat] = 1.0;
            }
        }
        Ok(self.status)
    }

    fn mask(&self, _seat: usize, mask: &mut [bool]) {
        mask.fill(true);
    }

    /// Shares of the board that the tokens have behind them, the seat's own first, then as the others follow it; the rolls
    /// of this turn that earned another as a share of those that forfeit it, 0 if nothing does; and 1 for the seat to act,
    /// 0 for another.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "less than 2^24")]
    fn observe(&self, seat: usize, out: Observation<'_>) {
        let Observation::F32(out) = out else {
            debug_assert!(false, "the spec says floats");
            return;
        };
        let size = self.rules.config.size as f32;
        let (others, mine) = self.positions.split_at(seat);
        let (shares, rest) = out.split_at_mut(self.positions.len());
        for (share, &position) in shares.iter_mut().zip(mine.iter().chain(others)) {
            *share = position as f32 / size;
        }
        rest[0] = self.rules.config.max_sixes.map_or(0.0, |most| self.sixes as f32 / most as f32);
        rest[1] = if self.seat as usize == seat { 1.0 } else { 0.0 };
    }

    fn facts(&self, out: &mut [i64]) {
        out[0] = i64::try_from(self.turn).unwrap_or(i64::MAX);
        out[1] = if self.status == Status::Ongoing { -1 } else { i64::from(self.seat) };
        out[2] = i64::from(self.roll);
    }

    fn scene(&self) -> Scene {
        picture::scene(&self.rules.board, &self.positions)
    }

    fn record(&self) -> Record {
        let Self { seat, sixes, turn, roll, .. } = *self;
        Record { positions: self.positions.to_vec(), seat, sixes, turn, roll, won: self.status != Status::Ongoing }
    }

    fn restore(rules: &Arc<Rules>, record: &Record) -> Result<Self> {
        let Record { seat, sixes, turn, roll, won, .. } = *record;
        let Config { size, players, sides, extra_roll_on, max_sixes, .. } = rules.config;
        let positions = SmallVec::from_slice(&record.positions);
        if positions.len() != players as usize {
            let got = format_args!("{} tokens", positions.len()).to_string();
            return Err(Error::validation("positions", got, players));
        }
        if let Some(beyond) = positions.iter().find(|&&position| position > size) {
            return Err(Error::validation("positions", beyond, format_args!("0 to {size}")));
        }
        if seat >= players {
            return Err(Error::validation("seat", seat, format_args!("0 to {}", players - 1)));
        }
        if roll > sides {
            return Err(Error::validation("roll", roll, format_args!("0 to {sides}")));
        }
        let forfeited = max_sixes.is_some_and(|most| sixes >= most);
        if forfeited || (sixes > 0 && (extra_roll_on.is_none() || won)) {
            return Err(Error::validation("sixes", sixes, "fewer, in a turn that goes on"));
        }
        if won && positions[seat as usize] != size {
            return Err(Error::validation("won", won, "a token on the last square"));
        }
        let status = if won { Status::Over(WON) } else { Status::Ongoing };
        Ok(Self { rules: Arc::clone(rules), positions, seat, sixes, turn, roll, status })
    }
}
