//! The live game: what one may ask of it.

use std::sync::Arc;

use super::command::Command;
use super::food::FoodSpawner;
use super::frame::{Frame, TickResult};
use super::recording::{Opening, Recording};
use super::speed::{ConstantSpeed, SpeedPolicy, positive};
use super::state::{Record, State};
use super::tick::feed;
use crate::core::{Direction, Error, Grid, Result, Scene};
use crate::games::snake::{Diet, EndReason, Snake, World};
use crate::session::{
    Clock, FirstError, GameState, Guard, Host, NoHost, Observer, Outbox, Phase, Session, SystemClock,
};

/// Who decides what beside the player.
#[derive(Clone)]
pub struct Strategies {
    /// Where food lies.
    pub spawner: Arc<dyn FoodSpawner>,
    /// How fast the game goes.
    pub speed: Arc<dyn SpeedPolicy>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The program around the game.
    pub host: Arc<dyn Host>,
}

impl Strategies {
    /// This spawner, a constant speed and the system's clock.
    pub fn new(spawner: impl FoodSpawner + 'static) -> Self {
        Self {
            spawner: Arc::new(spawner),
            speed: Arc::new(ConstantSpeed::default()),
            clock: Arc::new(SystemClock),
            host: Arc::new(NoHost),
        }
    }
}

/// A live game of Snake. Input, clock and readers may be different threads.
///
/// A verb (`tick`, `change_direction`, `pause`, `resume`, `run`) waits while another thread's verb is under way; its
/// `try_` form, where there is one, does nothing instead and returns `None`, also where it would have to run foreign
/// code or to deliver frames. Reads never wait for a strategy.
pub struct SnakeGame {
    pub(super) session: Session<State, Frame>,
    pub(super) strategies: Strategies,
}

pub(super) type GameGuard<'a> = Guard<'a, State, Frame>;

impl SnakeGame {
    /// A game that is ready for its first tick. The spawner is asked for the first food; with `None` the game runs
    /// without any.
    ///
    /// # Errors
    /// [`Error::Validation`] if the snake does not lie on free, neighbouring cells, or the food on one; whatever a
    /// foreign spawner raises.
    pub fn new(grid: Grid, snake: &Snake, direction: Direction, strategies: Strategies) -> Result<Self> {
        Self::with_diet(grid, snake, direction, strategies, Diet::default())
    }

    /// The same, where food is another matter: the spawner is asked until there is as much as there should be.
    ///
    /// # Errors
    /// As [`SnakeGame::new`], and for a diet that does not fit.
    pub fn with_diet(
        grid: Grid,
        snake: &Snake,
        direction: Direction,
        strategies: Strategies,
        diet: Diet,
    ) -> Result<Self> {
        let mut world = World::with_diet(grid, snake, direction, &diet)?;
        let source = strategies.spawner.source();
        let mut recording = Recording::new(Opening { snake: snake.cells().collect(), direction, source });
        feed(&*strategies.spawner, &mut world, diet, |food| recording.note_food(food))?;
        Ok(Self::live(State::new(world, diet, recording), strategies))
    }

    /// The game that a record tells of, on the grid it was played on, with the diet it had.
    ///
    /// # Errors
    /// [`Error::Validation`] if the record does not fit the grid or the rules.
    pub fn restore(grid: Grid, record: Record, strategies: Strategies) -> Result<Self> {
        Ok(Self::live(State::restore(grid, record)?, strategies))
    }

    fn live(state: State, strategies: Strategies) -> Self {
        Self { session: Session::new(state, Arc::clone(&strategies.host)), strategies }
    }

    /// Looks at the state as it is between two ticks.
    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        self.session.read(look)
    }

    /// Looks at the state, unless another thread is in there right now.
    #[inline]
    pub fn try_read<T>(&self, look: impl FnOnce(&State) -> T) -> Option<T> {
        self.session.try_read(look)
    }

    /// Queues a turn. `false` if it repeats or reverses the last queued one, or two are waiting already.
    ///
    /// # Errors
    /// [`Error::GameOver`] after the end.
    pub fn change_direction(&self, turn: Direction) -> Result<bool> {
        self.session.enter()?.offer(turn)
    }

    /// Queues a turn, unless that needs a wait.
    ///
    /// # Errors
    /// As [`SnakeGame::change_direction`].
    pub fn try_change_direction(&self, turn: Direction) -> Result<Option<bool>> {
        self.session.try_enter().map(|mut guard| guard.offer(turn)).transpose()
    }

    /// Stops the game until it is resumed, and publishes a frame.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if it is not under way; whatever an observer raises.
    pub fn pause(&self) -> Result<GameState> {
        self.verb(self.session.enter()?, pause)
    }

    /// Pauses, unless that needs a wait or a delivery.
    ///
    /// # Errors
    /// As [`SnakeGame::pause`].
    pub fn try_pause(&self) -> Result<Option<GameState>> {
        self.try_quietly().map(|mut guard| pause(&mut guard)).transpose()
    }

    /// Lets a paused game go on, and publishes a frame.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if it is not under way; whatever an observer raises.
    pub fn resume(&self) -> Result<GameState> {
        self.verb(self.session.enter()?, resume)
    }

    /// Resumes, unless that needs a wait or a delivery.
    ///
    /// # Errors
    /// As [`SnakeGame::resume`].
    pub fn try_resume(&self) -> Result<Option<GameState>> {
        self.try_quietly().map(|mut guard| resume(&mut guard)).transpose()
    }

    /// Puts the game into a phase, and publishes nothing.
    ///
    /// # Errors
    /// [`Error::InvalidState`] from inside a strategy of a game that is being ticked.
    pub fn transition(&self, phase: Phase<EndReason>) -> Result<()> {
        self.session.enter()?.change_phase(phase, Command::Phase(phase));
        Ok(())
    }

    /// The answer of a tick that changes nothing.
    #[must_use]
    pub fn idle(&self) -> TickResult {
        self.read(State::idle)
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.read(State::scene)
    }

    /// Seconds to wait before the next tick.
    ///
    /// # Errors
    /// [`Error::Validation`] if the speed policy gives none that is finite and positive; whatever it raises.
    pub fn next_interval(&self) -> Result<f64> {
        let (score, length) = self.read(|state| (state.score(), state.world.body().len()));
        self.interval_at(score, length)
    }

    /// Seconds to wait in a game of this score and a snake of this length.
    ///
    /// # Errors
    /// As [`SnakeGame::next_interval`].
    pub fn interval_at(&self, score: u64, length: usize) -> Result<f64> {
        positive("interval", self.strategies.speed.interval(score, length)?)
    }

    /// Seconds from the first tick until the end, or until now: 0 before the first tick.
    ///
    /// # Errors
    /// [`Error::Validation`] if the clock does not give a finite number; whatever it raises.
    pub fn elapsed(&self) -> Result<f64> {
        self.elapsed_since(self.read(State::stamps))
    }

    /// Seconds between a game's [`State::stamps`], or since the first.
    ///
    /// # Errors
    /// As [`SnakeGame::elapsed`].
    pub fn elapsed_since(&self, stamps: (Option<f64>, Option<f64>)) -> Result<f64> {
        match stamps {
            (None, _) => Ok(0.0),
            (Some(start), Some(end)) => Ok(end - start),
            (Some(start), None) => Ok(self.now()? - start),
        }
    }

    /// Adds an observer. One that is added twice gets each frame twice.
    pub fn subscribe(&self, observer: Arc<dyn Observer<Frame>>) {
        self.session.outbox(|outbox| outbox.subscribe(observer));
    }

    /// Cancels the earliest subscription of the observer that `is_it` picks, and returns it. It gets no further
    /// frame, also none that is queued; one that another thread is handing over right now still arrives.
    pub fn unsubscribe(&self, is_it: impl Fn(&dyn Observer<Frame>) -> bool) -> Option<Arc<dyn Observer<Frame>>> {
        self.session.outbox(|outbox| outbox.unsubscribe(is_it))
    }

    /// Forgets all observers and what is queued for them, unless another thread is in the game right now. Returns what is
    /// to be dropped.
    pub fn try_forget_observers(&self) -> Option<Outbox<Frame>> {
        self.session.try_outbox(std::mem::take)
    }

    /// Delivers the frames that wait, unless another thread is delivering already.
    ///
    /// # Errors
    /// The first error of an observer.
    pub fn flush(&self) -> Result<()> {
        self.session.deliver(FirstError::Leaves)
    }

    /// The clock's time.
    pub(super) fn now(&self) -> Result<f64> {
        let now = self.strategies.clock.now()?;
        if now.is_finite() { Ok(now) } else { Err(Error::validation("clock", now, "a finite number of seconds")) }
    }

    /// Works, and delivers what was published. The work's own error wins over an observer's; an interruption of the
    /// delivery wins over all.
    pub(super) fn verb<T>(
        &self,
        mut guard: GameGuard<'_>,
        work: impl FnOnce(&mut GameGuard<'_>) -> Result<T>,
    ) -> Result<T> {
        let outcome = work(&mut guard);
        let nothing_to_deliver = guard.outbox().is_empty();
        drop(guard);
        if nothing_to_deliver {
            return outcome;
        }
        let first_error = if outcome.is_ok() { FirstError::Leaves } else { FirstError::IsReported };
        match (outcome, self.session.deliver(first_error)) {
            (outcome, Ok(())) => outcome,
            (outcome, Err(error)) => {
                outcome.err().into_iter().for_each(|own| self.session.host().report(own));
                Err(error)
            }
        }
    }

    /// The right to change a game that nobody watches, unless that needs a wait. A delivery would take its time.
    pub(super) fn try_quietly(&self) -> Option<GameGuard<'_>> {
        let mut guard = self.session.try_enter()?;
        let quiet = guard.outbox().is_unwatched() && guard.outbox().is_empty();
        quiet.then_some(guard)
    }
}

/// A pause of a game that has been entered.
pub(super) fn pause(guard: &mut GameGuard<'_>) -> Result<GameState> {
    let phase = guard.phase().on_pause()?;
    Ok(change_phase(guard, phase, Command::Pause))
}

/// A resume of a game that has been entered.
pub(super) fn resume(guard: &mut GameGuard<'_>) -> Result<GameState> {
    let phase = guard.phase().on_resume()?;
    Ok(change_phase(guard, phase, Command::Resume))
}

fn change_phase(guard: &mut GameGuard<'_>, phase: Phase<EndReason>, command: Command) -> GameState {
    let (state, outbox) = guard.split();
    state.change_phase(phase, command);
    outbox.publish(|| state.frame());
    phase.state()
}
