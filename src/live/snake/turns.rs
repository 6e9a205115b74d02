//! Turns that wait for their tick.

use crate::core::Direction;

/// How many turns may wait.
pub const MAX_BUFFERED_INPUTS: usize = 2;

/// A queue of at most [`MAX_BUFFERED_INPUTS`] turns. Each is checked against the one queued before it, not against the
/// direction last applied: two quick presses are two turns, not a reversal.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnBuffer {
    queue: [Option<Direction>; MAX_BUFFERED_INPUTS],
}

impl TurnBuffer {
    /// Queues a turn of a snake that moves in `current` direction. `false` if it repeats or reverses the turn before it,
    /// or if the buffer is full.
    pub(super) fn offer(&mut self, turn: Direction, current: Direction) -> bool {
        let previous = self.waiting().last().unwrap_or(current);
        if turn == previous || turn.reverses(previous) {
            return false;
        }
        match self.queue.iter_mut().find(|place| place.is_none()) {
            Some(place) => {
                *place = Some(turn);
                true
            }
            None => false,
        }
    }

    /// The turn that is due.
    #[inline]
    pub(super) const fn first(&self) -> Option<Direction> {
        self.queue[0]
    }

    /// Drops the turn that was due.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.queue = [self.queue[1], None];
    }

    /// The turns that wait, in order.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Direction> + '_ {
        self.queue.iter().copied().flatten()
    }
}
