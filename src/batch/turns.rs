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

/// How rows are stepped: what the actions and rewards of a row mean.
pub(super) trait Seats: Send + Sized {
    /// For the first rows, and for the rest.
    fn split_at(self, rows: usize) -> (Self, Self);

    /// Nobody was paid in a row.
    fn clear(&mut self, row: usize);

    /// Steps a row.
    fn step<G: Game>(
        &mut self,
        row: &mut Row<G>,
        number: usize,
        actions: &[u32],
        rewards: &mut [f64],
        most_steps: u32,
    ) -> Result<(bool, bool)>;
}

/// There is a number a seat.
pub(super) struct All;

impl Seats for All {
    fn split_at(self, _rows: usize) -> (Self, Self) {
        (Self, Self)
    }

    fn clear(&mut self, _row: usize) {}

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a loop over rows is little more than this")]
    fn step<G: Game>(
        &mut self,
        row: &mut Row<G>,
        _number: usize,
        actions: &[u32],
        rewards: &mut [f64],
        most_steps: u32,
    ) -> Result<(bool, bool)> {
        row.step(actions, rewards, most_steps)
    }
}

/// There is one number, of the seat to act. What all seats are paid is kept here.
pub(super) struct Turns<'a> {
    paid: &'a mut [f64],
    /// Room for a joint action.
    joint: Vec<u32>,
}

impl<'a> Turns<'a> {
    pub(super) fn new(paid: &'a mut [f64], seats: usize) -> Self {
        Self { paid, joint: vec![0; seats] }
    }
}

impl Seats for Turns<'_> {
    fn split_at(self, rows: usize) -> (Self, Self) {
        let seats = self.joint.len();
        let (paid, others) = self.paid.split_at_mut(rows * seats);
        (Self::new(paid, seats), Self::new(others, seats))
    }

    fn clear(&mut self, row: usize) {
        let seats = self.joint.len();
        self.paid[row * seats..(row + 1) * seats].fill(0.0);
    }

    #[inline]
    fn step<G: Game>(
        &mut self,
        row: &mut Row<G>,
        number: usize,
        actions: &[u32],
        rewards: &mut [f64],
        most_steps: u32,
    ) -> Result<(bool, bool)> {
        let (seat, seats) = (row.seat(), self.joint.len());
        let paid = &mut self.paid[number * seats..(number + 1) * seats];
        // Only the number of the seat that acts is read.
        self.joint[seat] = actions[0];
        let ended = row.step(&self.joint, paid, most_steps)?;
        rewards[0] = paid[seat];
        Ok(ended)
    }
}
