//! What one live game is at a moment, and the record from which it can be made again.

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::frame::{Board, Frame, TickResult};
use super::recording::Recording;
use super::turns::TurnBuffer;
use crate::core::{Digest, Direction, Error, Grid, Point, Result, Scene};
use crate::games::snake::{Diet, EndReason, Food, Snake, VariantRecord, World};
use crate::session::Phase;

/// What one live game is at a moment.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) world: World,
    pub(super) diet: Diet,
    pub(super) turns: TurnBuffer,
    pub(super) progress: Progress,
    pub(super) recording: Recording,
}

/// How far a game has come. The clock's stamps are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Progress {
    pub(super) phase: Phase<EndReason>,
    pub(super) score: u64,
    pub(super) ticks: u64,
    /// Moves since the last food.
    pub(super) hungry: u64,
    pub(super) started_at: Option<f64>,
    pub(super) ended_at: Option<f64>,
    pub(super) last_result: Option<TickResult>,
}

impl Progress {
    /// What no game reaches by being played.
    const MOST: u64 = 1 << 62;
}

impl State {
    pub(super) fn new(world: World, diet: Diet, recording: Recording) -> Self {
        let progress = Progress {
            phase: Phase::Ready,
            score: 0,
            ticks: 0,
            hungry: 0,
            started_at: None,
            ended_at: None,
            last_result: None,
        };
        Self { world, diet, turns: TurnBuffer::default(), progress, recording }
    }

    /// Grid, snake and food.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// How much food there is, what it does, and how long it keeps.
    #[must_use]
    pub const fn diet(&self) -> Diet {
        self.diet
    }

    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> Phase<EndReason> {
        self.progress.phase
    }

    /// The points so far.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.progress.score
    }

    /// The ticks so far; paused ones do not count.
    #[must_use]
    pub const fn tick_count(&self) -> u64 {
        self.progress.ticks
    }

    /// The clock's stamps of the first tick and of the end.
    #[must_use]
    pub const fn stamps(&self) -> (Option<f64>, Option<f64>) {
        (self.progress.started_at, self.progress.ended_at)
    }

    /// What the last tick that was not idle did.
    #[must_use]
    pub const fn last_result(&self) -> Option<TickResult> {
        self.progress.last_result
    }

    /// A copy of the snake.
    #[must_use]
    pub fn snake(&self) -> Snake {
        Snake::from_distinct(self.world.points())
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.world.scene()
    }

    /// Queues a turn.
    ///
    /// # Errors
    /// [`Error::GameOver`] after the end.
    pub(super) fn offer(&mut self, turn: Direction) -> Result<bool> {
        self.progress.phase.on_turn()?;
        let taken = self.turns.offer(turn, self.world.direction());
        if taken {
            self.recording.note(self.progress.ticks, Command::Turn(turn));
        }
        Ok(taken)
    }

    /// Changes the phase by a command.
    pub(super) fn change_phase(&mut self, phase: Phase<EndReason>, command: Command) {
        self.progress.phase = phase;
        self.recording.note(self.progress.ticks, command);
    }

    /// Takes what a tick can have changed into a digest.
    pub(super) fn digest(&self, digest: &mut Digest) {
        let Progress { phase, score, ticks, .. } = self.progress;
        let (head, tail) = (self.world.head(), self.world.tail());
        let place = |point: Point| u64::from(point.x.cast_unsigned()) << 32 | u64::from(point.y.cast_unsigned());
        let ending = if let Phase::Over(reason) = phase { 1 + reason as u64 } else { 0 };
        let facts = self.world.direction() as u64 | (phase.state() as u64) << 8 | ending << 16;
        for word in [ticks, score, facts, place(head), place(tail), self.world.body().len() as u64] {
            digest.add(word);
        }
        for food in self.world.foods() {
            digest.add(place(food.position));
            digest.add(food.value().into());
        }
        for cell in self.world.movers() {
            digest.add(cell.into());
        }
    }

    /// The frame that would be published now.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let TickResult { tick, state, score, .. } = self.idle();
        Frame { tick, state, score, board: Board::Scene(self.scene()) }
    }

    /// The answer to a tick that changes nothing.
    #[must_use]
    pub const fn idle(&self) -> TickResult {
        let Progress { ticks, score, phase, .. } = self.progress;
        TickResult { tick: ticks, state: phase.state(), moved: false, ate: false, score, reason: None }
    }

    /// Everything but the grid, written down.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            snake: self.world.points().collect(),
            direction: self.world.direction(),
            foods: self.world.foods().to_vec(),
            diet: self.diet,
            variant: self.world.variant_record(),
            turns: self.turns.waiting().collect(),
            progress: self.progress,
            recording: self.recording.clone(),
        }
    }

    /// The state that a record tells of.
    ///
    /// # Errors
    /// [`Error::Validation`] if the record does not fit the grid or the rules.
    pub(super) fn restore(grid: Grid, record: Record) -> Result<Self> {
        let (diet, snake) = (record.diet, Snake::new(record.snake)?);
        let world = World::restore(grid, &snake, record.direction, &diet, &record.foods, record.variant)?;
        let mut turns = TurnBuffer::default();
        if !record.turns.iter().all(|&turn| turns.offer(turn, record.direction)) {
            return Err(Error::validation(
                "turns",
                format_args!("{:?}", record.turns),
                "turns that can follow each other",
            ));
        }
        for (field, number) in
            [("score", record.progress.score), ("ticks", record.progress.ticks), ("hungry", record.progress.hungry)]
        {
            if number > Progress::MOST {
                return Err(Error::validation(field, number, format_args!("at most {}", Progress::MOST)));
            }
        }
        if record.recording.last() > record.progress.ticks {
            let got = format_args!("a command after tick {}", record.recording.last()).to_string();
            return Err(Error::validation("recording", got, format_args!("at most {}", record.progress.ticks)));
        }
        Ok(Self { world, diet, turns, progress: record.progress, recording: record.recording })
    }
}

/// A [`State`] without its grid, in a form that can be written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    snake: Vec<Point>,
    direction: Direction,
    foods: Vec<Food>,
    diet: Diet,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<VariantRecord>,
    turns: Vec<Direction>,
    progress: Progress,
    recording: Recording,
}

impl Record {
    /// The ticks so far.
    pub(super) const fn ticks(&self) -> u64 {
        self.progress.ticks
    }

    /// Whether two games stand alike, whatever their clocks say and however they came there.
    pub(super) fn stands_like(&self, other: &Self) -> bool {
        let stand = |record: &Self| {
            let Progress { phase, score, ticks, hungry, last_result, .. } = record.progress;
            // The phase that a tick tells of may have been chosen by hand.
            let last = last_result.map(|last| (last.tick, last.moved, last.ate, last.score, last.reason));
            (record.direction, record.diet, phase, score, ticks, hungry, last)
        };
        let lists = |record: &Self| (record.snake.clone(), record.turns.clone(), record.foods.clone());
        stand(self) == stand(other) && lists(self) == lists(other) && self.variant == other.variant
    }
}
