//! Games for several seats of which one acts at a time: a row takes one action, and gives the reward of whoever acted.
//!
//! What all seats were paid is kept beside the rows, for whoever asks. Games for one seat, and those in which all act at
//! once, pass by here.

use super::row::Row;
use crate::core::{Error, Game, Moves, Result, Spec};

/// Numbers a row in actions and rewards.
pub(super) fn width<G: Game>(spec: &Spec) -> usize {
    match G::MOVES {
        Moves::InTurn => 1,
        Moves::AtOnce => spec.seats,
    }
}

/// Whether every row that goes on will take its actions.
pub(super) fn check<G: Game>(rows: &[Row<G>], actions: &[u32], width: usize) -> Result<()> {
    let refused = |number: usize, error| match error {
        Error::Validation(message) if rows.len() > 1 => Error::Validation(format!("{message}, in row {number}")),
        error => error,
    };
    for (number, (row, actions)) in rows.iter().zip(actions.chunks_exact(width)).enumerate() {
        if row.done {
            continue;
        }
        for (seat, &action) in (row.seat()..).zip(actions) {
            row.game.check(seat, action).map_err(|error| refused(number, error))?;
        }
    }
    Ok(())
}

/// Some rows' rewards, one a seat, and room for a joint action.
pub(super) struct Turns<'a> {
    paid: &'a mut [f64],
    joint: Vec<u32>,
}

impl<'a> Turns<'a> {
    /// None if nothing is kept.
    pub(super) fn new(paid: &'a mut [f64], seats: usize) -> Option<Self> {
        if paid.is_empty() { None } else { Some(Self { paid, joint: vec![0; seats] }) }
    }

    /// Nobody was paid in a row.
    pub(super) fn clear(&mut self, row: usize) {
        let seats = self.joint.len();
        self.paid[row * seats..(row + 1) * seats].fill(0.0);
    }

    /// Steps a row with the action of its seat to act, and writes that seat's reward.
    #[inline]
    pub(super) fn step<G: Game>(
        &mut self,
        row: &mut Row<G>,
        number: usize,
        action: u32,
        reward: &mut f64,
        most_steps: u32,
    ) -> Result<(bool, bool)> {
        let (seat, seats) = (row.seat(), self.joint.len());
        let paid = &mut self.paid[number * seats..(number + 1) * seats];
        // Only the number of the seat that acts is read.
        self.joint[seat] = action;
        let outcome = row.step(&self.joint, paid, most_steps)?;
        *reward = paid[seat];
        Ok(outcome)
    }
}
