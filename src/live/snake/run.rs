//! Many ticks in one call.

use std::time::Instant;

use super::frame::TickResult;
use super::game::SnakeGame;
use super::state::State;
use crate::core::{Direction, Error, Result};
use crate::games::snake::World;
use crate::session::{CHECK_EVERY, Duty, GameState};

/// The lock is let go after so many ticks at the latest.
const TICKS_UNDER_LOCK: u64 = 1_024;
/// The same where each is preceded by a choice that may take its time.
const CHOICES_UNDER_LOCK: u64 = 16;

/// What happens when all turns of a run have been offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// No more are.
    Once,
    /// They are offered again, from the first.
    Forever,
}

impl SnakeGame {
    /// Up to `n` ticks, before each of which one of `turns` is offered. A turn may be refused, as
    /// [`SnakeGame::change_direction`] would. Stops at the end of the game, and when it is paused.
    ///
    /// It is the same as a loop of [`SnakeGame::tick`], frames and errors included. Other threads get their turn in
    /// between.
    ///
    /// # Errors
    /// [`Error::Validation`] if `n` is 0; as [`SnakeGame::tick`], and what was ticked before an error stands.
    pub fn run(&self, n: u64, turns: &[Direction], repeat: Repeat) -> Result<TickResult> {
        self.run_offering(n, TICKS_UNDER_LOCK, |tick, _| {
            let turn = usize::try_from(tick).ok().and_then(|index| match repeat {
                Repeat::Once => turns.get(index),
                Repeat::Forever => turns.get(index.checked_rem(turns.len())?),
            });
            Ok(turn.copied())
        })
    }

    /// Up to `n` ticks, before each of which `choose` is asked for a turn, unless one waits already. `choose` runs under
    /// the game's lock; it is native, and calls no game.
    ///
    /// # Errors
    /// As [`SnakeGame::run`], and whatever `choose` gives; what was ticked before an error stands.
    pub fn run_by(&self, n: u64, mut choose: impl FnMut(&World) -> Result<Direction>) -> Result<TickResult> {
        self.run_offering(n, CHOICES_UNDER_LOCK, |_, state| match state.turns.first() {
            Some(_) => Ok(None),
            None => choose(&state.world).map(Some),
        })
    }

    fn run_offering(
        &self,
        n: u64,
        under_lock: u64,
        mut turn_at: impl FnMut(u64, &State) -> Result<Option<Direction>>,
    ) -> Result<TickResult> {
        if n == 0 {
            return Err(Error::validation("n", n, "at least 1 tick"));
        }
        let (mut done, mut last, mut checked) = (0, None, Instant::now());
        while done < n {
            let until = n.min(done + under_lock);
            let ended = self.verb(self.session.enter()?, |guard| {
                while done < until {
                    match (guard.phase().on_tick(), last) {
                        // Another thread has paused or ended the game between two ticks of ours.
                        (Ok(Duty::Idle) | Err(Error::GameOver(_)), Some(_)) => return Ok(true),
                        (Ok(Duty::Advance), _) => turn_at(done, guard)?.map_or(Ok(false), |turn| guard.offer(turn))?,
                        (duty, None) => duty.map(|_| false)?,
                        (Err(error), _) => return Err(error),
                    };
                    let result = self.tick_in(guard)?;
                    (last, done) = (Some(result), done + 1);
                    if result.state != GameState::Running {
                        return Ok(true);
                    }
                    // Frames go out, and whoever has waited for a strategy comes in.
                    if guard.has_called_out() || !guard.outbox().is_empty() {
                        break;
                    }
                }
                guard.yield_now();
                Ok(false)
            })?;
            if ended {
                break;
            }
            if checked.elapsed() >= CHECK_EVERY {
                self.session.host().check_interrupt()?;
                checked = Instant::now();
            }
        }
        Ok(last.unwrap_or_else(|| self.idle()))
    }
}
