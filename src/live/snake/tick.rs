//! One tick: count it, stamp the start, take a turn, look ahead, ask whoever must be asked, and only then write.
//!
//! Until the last answer is in, nothing has changed: a strategy that fails leaves the game as it was, and whoever reads
//! in the meantime sees the position before the tick.

use super::command::Command;
use super::food::FoodSpawner;
use super::frame::TickResult;
use super::game::{GameGuard, SnakeGame};
use super::state::State;
use crate::core::{Direction, Result};
use crate::games::snake::{Diet, EndReason, Food, Plan, World};
use crate::session::{Duty, Phase, Place};

impl SnakeGame {
    /// Moves the world one cell, if the game is not paused, and publishes a frame.
    ///
    /// # Errors
    /// [`Error::GameOver`](crate::core::Error::GameOver) after the end; [`Error::Validation`](crate::core::Error) for a
    /// strategy's nonsense; whatever a strategy raises (the game is as before then) or an observer (the tick stands).
    #[inline]
    pub fn tick(&self) -> Result<TickResult> {
        self.verb(self.session.enter()?, |guard| self.tick_in(guard))
    }

    /// Ticks, unless that needs a wait, foreign code or a delivery.
    ///
    /// # Errors
    /// As [`SnakeGame::tick`].
    #[inline]
    pub fn try_tick(&self) -> Result<Option<TickResult>> {
        match self.try_quietly() {
            Some(mut guard) if !self.calls_out(&guard) => self.tick_in(&mut guard).map(Some),
            _ => Ok(None),
        }
    }

    /// What a tick does to the world, in whatever phase the game is. Its frame is published, but waits for the next verb
    /// or [`SnakeGame::flush`].
    ///
    /// # Errors
    /// As [`SnakeGame::tick`], but for the phase.
    pub fn advance(&self) -> Result<TickResult> {
        let mut guard = self.session.enter()?;
        let phase = guard.phase();
        self.advance_in(&mut guard, phase)
    }

    /// What a tick does in `phase`, whichever the game is in. Its frame waits as after [`SnakeGame::advance`].
    ///
    /// # Errors
    /// As [`SnakeGame::tick`].
    pub fn tick_as(&self, phase: Phase<EndReason>) -> Result<TickResult> {
        match (phase.on_tick()?, phase) {
            (Duty::Idle, _) => Ok(self.idle()),
            (Duty::Advance, Phase::Ready) => self.advance_in(&mut self.session.enter()?, Phase::Running),
            (Duty::Advance, _) => self.advance(),
        }
    }

    /// A tick of a game that has been entered.
    #[inline]
    pub(super) fn tick_in(&self, guard: &mut GameGuard<'_>) -> Result<TickResult> {
        match guard.phase().on_tick()? {
            Duty::Advance => self.advance_in(guard, Phase::Running),
            Duty::Idle => Ok(guard.idle()),
        }
    }

    /// Moves the world in the phase that holds during the move.
    pub(super) fn advance_in(&self, guard: &mut GameGuard<'_>, phase: Phase<EndReason>) -> Result<TickResult> {
        let (direction, plan) = look_ahead(guard);
        let started_at = match guard.progress.started_at {
            Some(at) => at,
            None => self.now_in(guard)?,
        };
        let diet = guard.diet;
        let asks = !matches!(plan, Plan::Crash(_)) && (matches!(plan, Plan::Eat(_)) || guard.world.loses_food());
        // Where foreign code has a say, food is laid out beside the position that everyone sees; native code neither
        // fails nor looks, and does it in place.
        let aside =
            if asks && !self.decides_natively() { Some(self.feed_aside(guard, direction, plan)?) } else { None };
        let hungry = if let Plan::Move = plan { guard.progress.hungry + 1 } else { 0 };
        let starved = || diet.starvation.is_some_and(|limit| hungry >= u64::from(limit)).then_some(EndReason::Starved);
        let filled = |world: &World| world.foods().is_empty().then_some(EndReason::Filled);
        let mut reason = match plan {
            Plan::Crash(reason) => Some(reason),
            Plan::Move | Plan::Eat(_) => aside.as_ref().and_then(|(world, _)| filled(world)).or_else(starved),
        };
        let mut ended_at = guard.progress.ended_at;
        if reason.is_some() {
            // A scripted spawner has been used up in vain if the clock fails now.
            let dropped = |_: &_| aside.iter().for_each(|_| self.strategies.spawner.unspawn());
            ended_at = Some(self.now_in(guard).inspect_err(dropped)?);
        }

        // All foreign code has answered. From here on the tick is written.
        let (state, outbox) = guard.split();
        if let Some((world, given)) = aside {
            state.world = world;
            for food in given {
                state.recording.note_food(food);
            }
        } else {
            state.world.commit(direction, plan);
            if asks {
                let State { world, recording, .. } = state;
                feed(&*self.strategies.spawner, world, diet, |food| recording.note_food(food))?;
                if let Some(filled) = filled(world) {
                    ended_at = if reason.is_some() { ended_at } else { Some(self.now()?) };
                    reason = Some(filled);
                }
            }
        }
        if !matches!(plan, Plan::Crash(_)) {
            state.progress.hungry = hungry;
        }
        state.turns.advance();
        let progress = &mut state.progress;
        progress.ticks += 1;
        progress.started_at = Some(started_at);
        progress.ended_at = ended_at;
        let usual = if progress.phase == Phase::Ready { Phase::Running } else { progress.phase };
        progress.phase = reason.map_or(phase, Phase::Over);
        if reason.is_none() && phase != usual {
            // Somebody drives the phases by hand.
            state.recording.note(progress.ticks, Command::Phase(phase));
        }
        let (moved, ate) = match plan {
            Plan::Crash(_) => (false, false),
            Plan::Move => (true, false),
            Plan::Eat(food) => {
                progress.score += u64::from(food.value());
                (true, true)
            }
        };
        let result = TickResult { moved, ate, reason, ..state.idle() };
        state.progress.last_result = Some(result);
        outbox.publish(|| state.frame());
        Ok(result)
    }

    /// The position after a move and with new food, beside the one that everyone sees; and what the spawner gave.
    fn feed_aside(
        &self,
        guard: &mut GameGuard<'_>,
        direction: Direction,
        plan: Plan,
    ) -> Result<(World, Vec<Option<Food>>)> {
        let (mut world, diet, mut given) = (guard.world.clone(), guard.diet, Vec::new());
        world.commit(direction, plan);
        let spawner = &*self.strategies.spawner;
        match spawner.place() {
            Place::Native => feed(spawner, &mut world, diet, |food| given.push(food))?,
            Place::Foreign => guard.call_out(|| feed(spawner, &mut world, diet, |food| given.push(food)))?,
        }
        Ok((world, given))
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

    /// Whether the next tick may have to ask foreign code.
    fn calls_out(&self, state: &State) -> bool {
        if self.decides_natively() {
            return false;
        }
        let foreign_clock = self.strategies.clock.place() == Place::Foreign;
        match look_ahead(state).1 {
            Plan::Eat(_) => true,
            Plan::Crash(_) => foreign_clock,
            Plan::Move => {
                let starves = state.diet.starvation.is_some_and(|limit| state.progress.hungry + 1 >= limit.into());
                state.world.loses_food() || foreign_clock && (starves || state.progress.started_at.is_none())
            }
        }
    }
}

/// Where the next tick goes, and what that would do.
#[inline]
fn look_ahead(state: &State) -> (Direction, Plan) {
    let direction = state.turns.first().unwrap_or(state.world.direction());
    (direction, state.world.plan(direction))
}

/// Lays out food until there is as much as there should be, or the spawner has none; shows what it gave.
pub(super) fn feed(
    spawner: &dyn FoodSpawner,
    world: &mut World,
    diet: Diet,
    mut show: impl FnMut(Option<Food>),
) -> Result<()> {
    while world.foods().len() < diet.count as usize {
        let food = if world.is_bare() {
            spawner.spawn(world.grid(), world.free(), &mut world.points())?
        } else {
            // Where there is food, or a hazard, no more can be laid out.
            spawner.spawn(world.grid(), &world.open(), &mut world.occupied())?
        };
        if let Some(food) = food {
            world.add_food(food)?;
        }
        show(food);
        if food.is_none() {
            break;
        }
    }
    Ok(())
}
