//! A live game as a replay, and a replay as a live game.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::food::{FoodSpawner, RecordedFoodSpawner, Source};
use super::game::{self, GameGuard, SnakeGame, Strategies};
use super::recording::Opening;
use super::speed::{ConstantSpeed, Pace, SpeedPolicy};
use super::state::State;
use crate::core::{Cursor, Digest, Error, Game as _, Grid, Point, Result, Rng, Tape};
use crate::games::snake::{Config, Diet, Episode, Food, Golden, Obstacles, Snake, Start, World};
use crate::replay::{MOST_TICKS, Replay, Setup};
use crate::session::{CHECK_EVERY, Host, ManualClock, Phase};

/// A recorded game of Snake.
pub type SnakeReplay = Replay<Origin>;

/// What a live game was made of, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The board, the snake, and what food scores.
    pub config: Config,
    /// The stream that picked free cells for food, where it stood; `None` if food came from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<Rng>,
    /// How many positions of the configuration's script had been used up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: usize,
    /// The streams of the configuration's coins that have their own, where they stood; at their beginnings if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<Option<Rng>>,
    /// What the spawner gave, one after the other, if it was not one of ours, or somebody else had food of it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<Option<Food>>>,
    /// How fast it went; `None` for a policy that was not one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Pace>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Origin {
    /// The first episode of a configuration and of a stream, as a live game.
    ///
    /// # Errors
    /// [`Error::Validation`] if the configuration cannot be played.
    pub fn new(config: &Config, stream: &Rng) -> Result<Self> {
        let rules = Episode::rules(config)?;
        let mut stream = stream.clone();
        let (snake, direction) = rules.start(&mut stream);
        let grid = &rules.grid;
        let cells = grid.obstacles().iter().map(|cell| grid.point(cell)).collect();
        let plain = Config::default();
        let config = Config {
            obstacles: Obstacles::Cells(cells),
            length: u32::try_from(snake.len()).unwrap_or(u32::MAX),
            start: Start::Cells { snake: snake.cells().collect(), direction },
            // Of use to an environment only.
            rewards: plain.rewards,
            observation: plain.observation,
            view: plain.view,
            actions: plain.actions,
            mask: plain.mask,
            ..config.clone()
        };
        let stream = config.food_script.is_none().then_some(stream);
        let speed = ConstantSpeed::default().pace();
        Ok(Self { config, stream, used: 0, coins: Vec::new(), given: None, speed })
    }

    /// The board.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such board.
    pub fn grid(&self) -> Result<Grid> {
        match self.config.obstacles {
            Obstacles::Cells(_) => self.config.board(),
            Obstacles::Random { .. } => Err(Error::validation("obstacles", "random ones", "cells")),
        }
    }

    /// The snake.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such snake.
    pub fn snake(&self) -> Result<Snake> {
        Snake::new(self.start()?.0.iter().copied())
    }

    fn start(&self) -> Result<(&[Point], crate::core::Direction)> {
        match &self.config.start {
            Start::Cells { snake, direction } => Ok((snake, *direction)),
            Start::Center | Start::Random => Err(Error::validation("start", "a place to be drawn", "cells")),
        }
    }

    /// What gave the food.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such spawner.
    pub fn spawner(&self) -> Result<Arc<dyn FoodSpawner>> {
        match &self.given {
            Some(given) => Ok(Arc::new(RecordedFoodSpawner::new(given.iter().copied()))),
            None => self.source().spawner(),
        }
    }

    /// Where food comes from by the configuration.
    #[must_use]
    pub fn source(&self) -> Source {
        let Self { config, stream, used, coins, .. } = self;
        let fresh = |coin: &Golden| coin.seed.map(Rng::new);
        let own = |(number, coin): (usize, &Golden)| coins.get(number).cloned().unwrap_or_else(|| fresh(coin));
        let golden = config.golden.iter().enumerate().map(|layer| (*layer.1, own(layer))).collect();
        let (stream, script) = (stream.clone(), config.food_script.clone());
        Source { value: config.food_value, stream, script, used: *used, golden }
    }

    /// The same with food from here.
    fn with_source(self, Source { value, stream, script, used, golden }: Source) -> Self {
        let (golden, coins): (Vec<_>, Vec<_>) = golden.into_iter().unzip();
        let config = Config { food_value: value, food_script: script, golden, ..self.config };
        let coins = if coins.iter().all(Option::is_none) { Vec::new() } else { coins };
        Self { config, stream, used, coins, ..self }
    }

    /// How fast the game goes.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such policy.
    pub fn speed(&self) -> Result<Arc<dyn SpeedPolicy>> {
        self.speed.map_or_else(|| Ok(Arc::new(ConstantSpeed::default()) as _), Pace::policy)
    }

    /// A game at its beginning, by these strategies.
    ///
    /// # Errors
    /// [`Error::Validation`] if it cannot be made; whatever a foreign strategy raises.
    pub fn game(&self, strategies: Strategies) -> Result<SnakeGame> {
        SnakeGame::with_diet(self.grid()?, &self.snake()?, self.start()?.1, strategies, self.config.diet())
    }

    /// A game at its beginning that nobody but its maker sees.
    fn own_game(&self, host: &Arc<dyn Host>) -> Result<SnakeGame> {
        let clock = Arc::new(ManualClock::new(0.0)?);
        self.game(Strategies { spawner: self.spawner()?, speed: self.speed()?, clock, host: Arc::clone(host) })
    }
}

impl Setup for Origin {
    const GAME: &'static str = "snake";

    fn check(&self) -> Result<()> {
        World::with_diet(self.grid()?, &self.snake()?, self.start()?.1, &self.config.diet())?;
        if self.coins.len() > self.config.golden.len() {
            return Err(Error::validation("coins", self.coins.len(), self.config.golden.len()));
        }
        self.spawner()?;
        self.speed().map(drop)
    }

    fn has_command(mark: &str) -> bool {
        Command::of(mark).is_some()
    }
}

/// Plays a replay on a game that was made for it.
#[derive(Clone, Debug, Default)]
pub struct Player {
    cursor: Cursor,
    ahead: Option<(u64, Command)>,
    done: u64,
}

impl Player {
    /// How many ticks have been played.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Plays until so many ticks are done, or to the end if that comes first; looks at the game after each. Commands that
    /// came after the last of these ticks wait for the next, but for those at the very end.
    ///
    /// # Errors
    /// [`Error::Replay`] names the tick at which the game does not go on as recorded; [`Error::Interrupted`].
    pub fn play(
        &mut self,
        replay: &SnakeReplay,
        game: &SnakeGame,
        until: u64,
        mut look: impl FnMut(u64, &State) -> Result<()>,
    ) -> Result<()> {
        /// The lock is let go after so many ticks.
        const TICKS_UNDER_LOCK: u64 = 1_024;
        let (until, mut checked) = (until.min(replay.ticks), Instant::now());
        loop {
            let stop = until.min(self.done + TICKS_UNDER_LOCK);
            let mut guard = game.session.enter()?;
            while self.done < stop {
                self.commands(replay, &mut guard)?;
                game.tick_once(&mut guard).map_err(|error| self.fault(error))?;
                self.done += 1;
                look(self.done, &guard)?;
            }
            if self.done == replay.ticks {
                self.commands(replay, &mut guard)?;
            }
            drop(guard);
            if self.done == until {
                return Ok(());
            }
            if checked.elapsed() >= CHECK_EVERY {
                game.session.host().check_interrupt()?;
                checked = Instant::now();
            }
        }
    }

    /// Carries out the commands that came after the ticks that are done.
    fn commands(&mut self, replay: &SnakeReplay, guard: &mut GameGuard<'_>) -> Result<()> {
        loop {
            if self.ahead.is_none() {
                let Some((tick, mark)) = replay.tape.next(&mut self.cursor) else { return Ok(()) };
                let unknown = || Error::Replay(format!("tick {tick}: got a command {mark:?}, expected one there is"));
                self.ahead = Some((tick, Command::of(mark).ok_or_else(unknown)?));
            }
            let Some((_, command)) = self.ahead.take_if(|(tick, _)| *tick == self.done) else { return Ok(()) };
            let carried_out = match command {
                Command::Turn(direction) => guard.offer(direction),
                Command::Pause => game::pause(guard).map(|_| true),
                Command::Resume => game::resume(guard).map(|_| true),
                Command::Phase(phase) => {
                    guard.change_phase(phase, command);
                    Ok(true)
                }
            };
            if !carried_out.map_err(|error| self.fault(error))? {
                let message = format!("tick {}: the command {:?} is refused", self.done, command.mark());
                return Err(Error::Replay(message));
            }
        }
    }

    fn fault(&self, error: Error) -> Error {
        match error {
            Error::Interrupted(stop) => Error::Interrupted(stop),
            error => Error::Replay(format!("tick {}: {error}", self.done)),
        }
    }
}

impl SnakeGame {
    /// A tick in whatever phase; one that is paused or over stays so.
    fn tick_once(&self, guard: &mut GameGuard<'_>) -> Result<()> {
        let phase = if guard.phase() == Phase::Ready { Phase::Running } else { guard.phase() };
        self.advance_in(guard, phase).map(drop)
    }

    /// What the game was made of: with the seed of its spawner it makes the same game anywhere.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if its spawner was not one of ours.
    pub fn config(&self) -> Result<Config> {
        self.read(|state| {
            let opening = state.recording.opening();
            let foreign = || Error::InvalidState("config: got a spawner of somebody else's, expected ours".to_owned());
            let source = opening.source.clone().ok_or_else(foreign)?;
            Ok(origin(state.world.grid(), state.diet, opening).with_source(source).config)
        })
    }

    /// The game so far, from its beginning, as a replay that has been tried: it leads to where the game stands.
    ///
    /// # Errors
    /// [`Error::Replay`] if there were more commands or ticks than a replay can have, or its food cannot be told;
    /// [`Error::Interrupted`].
    pub fn replay(&self) -> Result<SnakeReplay> {
        let (grid, diet, recording, record) =
            self.read(|state| (state.world.grid().clone(), state.diet, state.recording.clone(), state.record()));
        let ticks = record.ticks();
        if ticks > MOST_TICKS {
            return Err(Error::Replay(format!("ticks: got {ticks}, expected at most {MOST_TICKS}")));
        }
        let (opening, tape, given) = recording.whole()?;
        let mut common = origin(&grid, diet, opening);
        common.speed = self.strategies.speed.pace();
        let by_source = opening.source.clone().map(|source| common.clone().with_source(source));
        let by_food = || Origin { given: Some(given.to_vec()), ..common.clone() };
        // Whoever shares a spawner shares its stream; then what it gave is what counts.
        for setup in by_source.into_iter().chain(std::iter::once_with(by_food)) {
            let mut replay = Replay { setup, tape: tape.clone(), ticks, digests: Vec::new() };
            let mut digests = Vec::with_capacity(usize::try_from(ticks).unwrap_or(0) + 1);
            let tried = follow(&replay, self.session.host(), |_, digest| {
                digests.push(digest);
                Ok(())
            });
            match tried {
                Ok(game) if game.read(State::record).stands_like(&record) => {
                    replay.digests = digests;
                    return Ok(replay);
                }
                Err(Error::Interrupted(stop)) => return Err(Error::Interrupted(stop)),
                Ok(_) | Err(_) => {}
            }
        }
        Err(Error::Replay("replay: the game does not lead to where it stands, expected one that does".to_owned()))
    }
}

impl SnakeReplay {
    /// An episode of a configuration, from where its stream stood when it began, by its actions.
    ///
    /// # Errors
    /// [`Error::Validation`] for a configuration that cannot be played or a number that is no action; [`Error::Replay`] if
    /// there are too many; [`Error::Interrupted`].
    pub fn of_episode(config: &Config, stream: &Rng, actions: &[u32], host: &Arc<dyn Host>) -> Result<Self> {
        let rules = Episode::rules(config)?;
        let (setup, mut tape) = (Origin::new(config, stream)?, Tape::default());
        let ticks = actions.len() as u64;
        if ticks > MOST_TICKS {
            return Err(Error::Replay(format!("ticks: got {ticks}, expected at most {MOST_TICKS}")));
        }
        let mut heading = setup.start()?.1;
        for (tick, &action) in (0..).zip(actions) {
            let turn = rules.direction(heading, action)?;
            if turn != heading {
                tape.push(tick, Command::Turn(turn).mark())?;
            }
            heading = turn;
        }
        let mut replay = Self { setup, tape, ticks, digests: Vec::new() };
        let mut digests = Vec::with_capacity(actions.len() + 1);
        follow(&replay, host, |_, digest| {
            digests.push(digest);
            Ok(())
        })?;
        replay.digests = digests;
        Ok(replay)
    }

    /// Plays it from the beginning, and compares the digest of each tick with the recorded one.
    ///
    /// # Errors
    /// [`Error::Replay`] names the first tick that differs, 0 for the beginning; [`Error::Interrupted`].
    pub fn verify(&self, host: &Arc<dyn Host>) -> Result<()> {
        follow(self, host, |tick, digest| {
            let recorded = usize::try_from(tick).ok().and_then(|tick| self.digests.get(tick).copied());
            if recorded == Some(digest) {
                return Ok(());
            }
            let recorded = recorded.map_or_else(|| "none".to_owned(), |recorded| format!("{recorded:04x}"));
            Err(Error::Replay(format!("tick {tick}: the game differs: got digest {digest:04x}, expected {recorded}")))
        })
        .map(drop)
    }
}

/// Plays a replay on a game of its own, to the end, and shows the digest of each tick.
fn follow(
    replay: &SnakeReplay,
    host: &Arc<dyn Host>,
    mut look: impl FnMut(u64, u16) -> Result<()>,
) -> Result<SnakeGame> {
    let game = replay.setup.own_game(host).map_err(|error| Error::Replay(format!("setup: {error}")))?;
    let mut digest = Digest::default();
    let mut show = |tick, state: &State| {
        state.digest(&mut digest);
        look(tick, digest.short())
    };
    game.read(|state| show(0, state))?;
    Player::default().play(replay, &game, replay.ticks, show)?;
    Ok(game)
}

/// What a game was made of, but for its food.
fn origin(grid: &Grid, diet: Diet, opening: &Opening) -> Origin {
    let cells = grid.obstacles().iter().map(|cell| grid.point(cell)).collect();
    let config = Config {
        width: grid.width(),
        height: grid.height(),
        edges: grid.edges(),
        obstacles: Obstacles::Cells(cells),
        hazards: grid.hazards().map_or_else(Vec::new, |hazards| hazards.chosen().to_vec()),
        start: Start::Cells { snake: opening.snake.clone(), direction: opening.direction },
        length: u32::try_from(opening.snake.len()).unwrap_or(u32::MAX),
        food_count: diet.count,
        food_lifetime: diet.lifetime,
        growth: diet.growth,
        starvation: diet.starvation,
        ..Config::default()
    };
    Origin { config, stream: None, used: 0, coins: Vec::new(), given: None, speed: None }
}
