//! One tick: count it, stamp the start, take a turn, look ahead, ask whoever must be asked, and only then write.
//!
//! Until the last answer is in, nothing has changed: a strategy that fails leaves the game as it was, and whoever reads
//! in the meantime sees the position before the tick.

use super::frame::TickResult;
use super::game::{GameGuard, SnakeGame, waited};
use crate::core::{Direction, Result};
use crate::games::snake::{EndReason, Food, Plan, World};
use crate::session::{Patience, Phase, Place, Verb};

impl SnakeGame {
    /// Moves the world one cell, if the game is not paused, and publishes a frame.
    ///
    /// # Errors
    /// [`Error::GameOver`](crate::core::Error::GameOver) after the end; [`Error::Validation`](crate::core::Error) for a
    /// strategy's nonsense; whatever a strategy raises (the game is as before then) or an observer (the tick stands).
    #[inline]
    pub fn tick(&self) -> Result<TickResult> {
        waited(self.verb(Patience::Wait, |guard| self.tick_in(guard, Patience::Wait)))
    }

    /// Ticks, unless that needs a wait, foreign code or a delivery.
    ///
    /// # Errors
    /// As [`SnakeGame::tick`].
    #[inline]
    pub fn try_tick(&self) -> Result<Option<TickResult>> {
        self.verb(Patience::Never, |guard| self.tick_in(guard, Patience::Never))
    }

    /// What a tick does to the world, in whatever phase the game is. Its frame is published, but waits for the next verb
    /// or [`SnakeGame::flush`].
    ///
    /// # Errors
    /// As [`SnakeGame::tick`], but for the phase.
    pub fn advance(&self) -> Result<TickResult> {
        let mut guard = waited(self.session.enter(Patience::Wait))?;
        let phase = guard.phase;
        waited(self.advance_in(&mut guard, Patience::Wait, phase))
    }

    /// What a tick does in `phase`, whichever the game is in. Its frame waits as after [`SnakeGame::advance`].
    ///
    /// # Errors
    /// As [`SnakeGame::tick`].
    pub fn tick_as(&self, phase: Phase<EndReason>) -> Result<TickResult> {
        match (phase.on_tick()?, phase) {
            (Verb::Idle, _) => Ok(self.idle()),
            (Verb::Advance, Phase::Ready) => {
                let mut guard = waited(self.session.enter(Patience::Wait))?;
                waited(self.advance_in(&mut guard, Patience::Wait, Phase::Running))
            }
            (Verb::Advance, _) => self.advance(),
        }
    }

    /// A tick of a game that has been entered. `None` as for [`SnakeGame::try_tick`].
    #[inline]
    pub(super) fn tick_in(&self, guard: &mut GameGuard<'_>, patience: Patience) -> Result<Option<TickResult>> {
        match guard.phase.on_tick()? {
            Verb::Advance => self.advance_in(guard, patience, Phase::Running),
            Verb::Idle => Ok(Some(guard.idle())),
        }
    }

    /// Moves the world in the phase that holds during the move.
    fn advance_in(
        &self,
        guard: &mut GameGuard<'_>,
        patience: Patience,
        phase: Phase<EndReason>,
    ) -> Result<Option<TickResult>> {
        let direction = guard.turns.first().unwrap_or(guard.world.direction());
        let plan = guard.world.plan(direction);
        if patience == Patience::Never && self.calls_out(guard, plan) {
            return Ok(None);
        }

        let started_at = match guard.started_at {
            Some(at) => at,
            None => self.now_in(guard)?,
        };
        let asked = match plan {
            Plan::Eat(_) if !self.decides_natively() => Some(self.eat_aside(guard, direction, plan)?),
            _ => None,
        };
        let mut reason = match (plan, &asked) {
            (Plan::Crash(reason), _) => Some(reason),
            (_, Some(world)) if world.food().is_none() => Some(EndReason::Filled),
            _ => None,
        };
        let mut ended_at = guard.ended_at;
        if reason.is_some() {
            ended_at = Some(self.now_in(guard).inspect_err(|_| {
                if asked.is_some() {
                    self.strategies.spawner.unspawn();
                }
            })?);
        }

        // All is answered; from here on the tick is written, and nothing of it fails but what native code cannot do.
        let (state, outbox) = guard.split();
        if let Some(world) = asked {
            state.world = world;
        } else {
            state.world.commit(direction, plan);
            if let Plan::Eat(_) = plan {
                let food = self.spawn(&state.world)?;
                state.world.place(food)?;
                if food.is_none() {
                    (reason, ended_at) = (Some(EndReason::Filled), Some(self.now()?));
                }
            }
        }
        state.ticks += 1;
        state.started_at = Some(started_at);
        state.ended_at = ended_at;
        state.turns.advance();
        state.phase = reason.map_or(phase, Phase::Over);
        let (moved, ate) = match plan {
            Plan::Crash(_) => (false, false),
            Plan::Move => (true, false),
            Plan::Eat(food) => {
                state.score += u64::from(food.value());
                (true, true)
            }
        };
        let result = TickResult { moved, ate, reason, ..state.idle() };
        state.last_result = Some(result);
        outbox.publish(|| state.frame());
        Ok(Some(result))
    }

    /// The position after the snake has eaten and new food is laid out, beside the one that everyone sees.
    fn eat_aside(&self, guard: &mut GameGuard<'_>, direction: Direction, plan: Plan) -> Result<World> {
        let mut world = guard.world.clone();
        world.commit(direction, plan);
        let food = match self.strategies.spawner.place() {
            Place::Native => self.spawn(&world)?,
            Place::Foreign => guard.call_out(|| self.spawn(&world))?,
        };
        world.place(food)?;
        Ok(world)
    }

    fn spawn(&self, world: &World) -> Result<Option<Food>> {
        self.strategies.spawner.spawn(world.grid(), world.free(), &mut world.body().cells())
    }

    fn now_in(&self, guard: &mut GameGuard<'_>) -> Result<f64> {
        match self.strategies.clock.place() {
            Place::Native => self.now(),
            Place::Foreign => guard.call_out(|| self.now()),
        }
    }

    /// Whether all that a tick may have to ask is ours.
    fn decides_natively(&self) -> bool {
        self.strategies.spawner.place() == Place::Native && self.strategies.clock.place() == Place::Native
    }

    /// Whether this tick may have to ask foreign code.
    fn calls_out(&self, guard: &GameGuard<'_>, plan: Plan) -> bool {
        let foreign_clock = || self.strategies.clock.place() == Place::Foreign;
        match plan {
            Plan::Eat(_) => !self.decides_natively(),
            Plan::Crash(_) => foreign_clock(),
            Plan::Move => guard.started_at.is_none() && foreign_clock(),
        }
    }
}
