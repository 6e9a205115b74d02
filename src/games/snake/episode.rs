//! Snake as a [`Game`]: one episode after the other, for a player who sees observations and gives numbers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::config::{Actions, Config, MaskKind, View};
use super::food::Food;
use super::observe;
use super::picture::Picture;
use super::reason::EndReason;
use super::rules::Rules;
use super::snake::Snake;
use super::tiles::{BODY, FOOD, FREE, HEAD, TAIL};
use super::variant::VariantRecord;
use super::world::{Plan, World};
use crate::core::{Direction, Dtype, Error, Game, Masked, Observation, Point, Result, Rng, Scene, Spec, Status, ToAct};

const STARVED: u8 = EndReason::Starved as u8;
const FILLED: u8 = EndReason::Filled as u8;

/// One episode of Snake.
#[derive(Clone, Debug)]
pub struct Episode {
    rules: Arc<Rules>,
    world: World,
    picture: Picture,
    /// Steps since the last food.
    hungry: u32,
    score: u64,
    status: Status,
    /// Nothing in a plain game.
    larder: Option<Box<Larder>>,
}

/// How far what decides about food has come, where that is not the game's stream alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Larder {
    /// How many positions of the script are used up.
    #[serde(skip_serializing_if = "is_zero")]
    used: usize,
    /// The streams of the coins that have their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coins: Vec<Option<Rng>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Larder {
    fn is_unused(&self) -> bool {
        *self == Self::default()
    }
}

impl Game for Episode {
    const NAME: &'static str = "snake";
    const ENDINGS: &'static [&'static str] = &["wall", "self", "obstacle", "filled", "starved", "hazard"];
    const FACTS: &'static [&'static str] = &["score", "length"];

    type Config = Config;
    type Rules = Rules;
    type Record = Record;

    fn rules(config: &Config) -> Result<Arc<Rules>> {
        Rules::new(config)
    }

    fn spec(rules: &Rules) -> Spec {
        let (shape, high) = observe::shape(rules);
        let (dtype, low) = match rules.config.observation {
            View::Features => (Dtype::F32, -1.0),
            _ => (Dtype::U8, 0.0),
        };
        Spec { seats: 1, actions: rules.actions, masked: Masked::Tolerated, dtype, shape, low, high }
    }

    fn new(rules: &Arc<Rules>, rng: &mut Rng) -> Self {
        let (head, direction) = rules.draw_start(rng);
        let snake = Snake::from_distinct([rules.grid.point(head)]);
        let world = World::with_diet(rules.grid.clone(), &snake, direction, &rules.config.diet());
        let world = world.expect("rules start snakes on free cells");
        let (rules, picture) = (Arc::clone(rules), Picture::blank(rules));
        let mut episode = Self { rules, world, picture, hungry: 0, score: 0, status: Status::Ongoing, larder: None };
        episode.begin(head, direction, rng);
        episode
    }

    fn restart(&mut self, rng: &mut Rng) {
        let (head, direction) = self.rules.draw_start(rng);
        self.begin(head, direction, rng);
    }

    fn status(&self) -> Status {
        self.status
    }

    fn to_act(&self) -> ToAct {
        ToAct::Seat(0)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "in one piece with the loop over rows it takes a sixth less")]
    fn step(&mut self, actions: &[u32], rng: &mut Rng, rewards: &mut [f64]) -> Result<Status> {
        if let Status::Over(ending) = self.status {
            return Err(Self::over(ending));
        }
        let (rules, action) = (&self.rules, actions[0]);
        if action >= rules.actions {
            return Err(rules.no_action(action));
        }
        let direction = rules.turns[self.world.direction() as usize][action as usize & 3];
        if !rules.is_plain {
            return Ok(self.step_variant(direction, rng, rewards));
        }
        let plan = self.world.plan_plain(direction);
        let pay = &rules.config.rewards;
        let mut reward = pay.step;
        if let Plan::Crash(reason) = plan {
            self.world.commit_plain(direction, plan);
            self.status = Status::Over(reason as u8);
            rewards[0] = reward + pay.death;
            return Ok(self.status);
        }
        let (neck, vacated) = (self.world.body().head(), self.world.body().tail());
        self.world.commit_plain(direction, plan);
        let (tail, head) = (self.world.body().tail(), self.world.body().head());
        if let Plan::Eat(food) = plan {
            self.picture.paint(rules, [(neck, BODY), (tail, TAIL), (head, HEAD)]);
            self.score = self.score.saturating_add(food.value().into());
            self.hungry = 0;
            reward += pay.food;
            self.feed(rng);
            if self.world.free().is_empty() {
                reward += self.rules.config.rewards.win;
                self.status = Status::Over(FILLED);
            }
        } else {
            // In this order: head and tail may be one, or where the other was.
            self.picture.paint(rules, [(neck, BODY), (vacated, FREE), (tail, TAIL), (head, HEAD)]);
            self.hungry = self.hungry.saturating_add(1);
            if u64::from(self.hungry) >= rules.starvation {
                reward += pay.death;
                self.status = Status::Over(STARVED);
            }
        }
        rewards[0] = reward;
        Ok(self.status)
    }

    fn mask(&self, _seat: usize, mask: &mut [bool]) {
        let over = self.status != Status::Ongoing;
        let heading = self.world.direction();
        let relative = self.rules.config.actions == Actions::Relative;
        let legal = |action: usize| relative || !Direction::ALL[action].reverses(heading);
        for (action, flag) in mask.iter_mut().enumerate() {
            *flag = over || legal(action);
        }
        if over || self.rules.config.mask == MaskKind::Legal {
            return;
        }
        let turns = &self.rules.turns[heading as usize];
        let safe = |action: usize| legal(action) && !matches!(self.world.plan(turns[action]), Plan::Crash(_));
        if (0..mask.len()).any(safe) {
            mask.iter_mut().enumerate().for_each(|(action, flag)| *flag = safe(action));
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "in one piece with the loop over rows it takes a sixth less")]
    fn observe(&self, _seat: usize, out: Observation<'_>) {
        observe::observe(&self.rules, &self.world, &self.picture, self.hungry, out);
    }

    fn facts(&self, out: &mut [i64]) {
        out[0] = i64::try_from(self.score).unwrap_or(i64::MAX);
        out[1] = i64::try_from(self.world.body().len()).unwrap_or(i64::MAX);
    }

    fn scene(&self) -> Scene {
        self.world.scene()
    }

    fn record(&self) -> Record {
        Record {
            snake: self.world.points().collect(),
            direction: self.world.direction(),
            foods: self.world.foods().to_vec(),
            hungry: self.hungry,
            score: self.score,
            ending: match self.status {
                Status::Ongoing => None,
                Status::Over(ending) => Some(ending),
            },
            variant: self.world.variant_record(),
            larder: self.larder.as_deref().cloned().unwrap_or_default(),
        }
    }

    fn restore(rules: &Arc<Rules>, record: &Record) -> Result<Self> {
        let snake = Snake::new(record.snake.iter().copied())?;
        let (diet, variant) = (rules.config.diet(), record.variant.clone());
        let world = World::restore(rules.grid.clone(), &snake, record.direction, &diet, &record.foods, variant)?;
        // That food and hunger came about by play is not looked into: a position may be made up.
        if rules.is_plain && record.ending.is_none() && world.free().is_empty() {
            return Err(Error::validation("snake", "a full board", "free cells, in a game that goes on"));
        }
        if record.ending.is_some_and(|ending| usize::from(ending) >= Self::ENDINGS.len()) {
            return Err(Error::validation("ending", format_args!("{:?}", record.ending), "the number of an ending"));
        }
        let mut picture = Picture::blank(rules);
        for (cell, tile) in (0..).zip(world.scene().tiles) {
            picture.paint(rules, [(cell, tile)]);
        }
        let status = record.ending.map_or(Status::Ongoing, Status::Over);
        let (hungry, score) = (record.hungry, record.score);
        let larder = record.larder.clone();
        let coins = rules.config.golden.iter().map(|coin| coin.seed.is_some());
        if !coins.eq(larder.coins.iter().map(Option::is_some)) {
            return Err(Error::validation("coins", "other streams", "one for each coin that has its own"));
        }
        let larder = if rules.is_plain { None } else { Some(Box::new(larder)) };
        Ok(Self { rules: Arc::clone(rules), world, picture, hungry, score, status, larder })
    }
}

impl Episode {
    /// The error for a step after the end.
    #[cold]
    fn over(ending: u8) -> Error {
        Error::GameOver(format!("the game is over: it ended by {}", Self::ENDINGS[usize::from(ending)]))
    }

    /// The position: grid, snake and food.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    fn begin(&mut self, head: u32, direction: Direction, rng: &mut Rng) {
        (self.hungry, self.score, self.status) = (0, 0, Status::Ongoing);
        self.picture.clear(&self.rules);
        if !self.rules.is_plain {
            return self.begin_variant(head, direction, rng);
        }
        let length = self.rules.config.length;
        self.world.restart(&self.rules.free, head, direction, length);
        let mut cell = head;
        for _ in 0..length {
            self.picture.paint(&self.rules, [(cell, BODY)]);
            cell = self.rules.grid.ahead(cell, direction.opposite());
        }
        self.picture.paint(&self.rules, [(self.world.body().tail(), TAIL), (head, HEAD)]);
        self.feed(rng);
    }

    /// The same in a game that is not plain.
    #[cold]
    fn begin_variant(&mut self, head: u32, direction: Direction, rng: &mut Rng) {
        if let Some(opening) = &self.rules.opening {
            self.world.clone_from(opening);
        } else {
            self.world.restart(&self.rules.free, head, direction, self.rules.config.length);
        }
        for cell in self.world.cells() {
            self.picture.paint(&self.rules, [(cell, self.world.tile(cell))]);
        }
        let larder = self.larder.get_or_insert_default();
        larder.used = 0;
        larder.coins.clear();
        larder.coins.extend(self.rules.config.golden.iter().map(|coin| coin.seed.map(Rng::new)));
        self.feed(rng);
    }

    /// Lays out food until there is as much as there should be, or no room.
    #[inline]
    fn feed(&mut self, rng: &mut Rng) {
        if !self.rules.is_plain {
            return self.feed_specially(rng);
        }
        while self.world.foods().len() < self.rules.config.food_count as usize {
            let Some(cell) = self.world.draw_food(self.rules.food, rng) else {
                return;
            };
            self.picture.paint(&self.rules, [(cell, FOOD)]);
        }
    }

    /// The same, from a script or with coins that make some food special.
    #[cold]
    fn feed_specially(&mut self, rng: &mut Rng) {
        let (rules, larder) = (Arc::clone(&self.rules), self.larder.get_or_insert_default());
        while self.world.foods().len() < rules.config.food_count as usize {
            let position = match &rules.config.food_script {
                None => self.world.draw_cell(rng).map(|cell| rules.grid.point(cell)),
                Some(script) => {
                    let rest = &script[larder.used.min(script.len())..];
                    let found = rest.iter().position(|&point| self.world.is_open(point));
                    larder.used += found.map_or(rest.len(), |skipped| skipped + 1);
                    found.map(|skipped| rest[skipped])
                }
            };
            let Some(position) = position else { return };
            let coins = rules.config.golden.iter().zip(&mut larder.coins);
            let food =
                coins.fold(rules.food.at(position), |food, (coin, own)| coin.toss(food, own.as_mut().unwrap_or(rng)));
            let laid = self.world.add_food(food);
            debug_assert!(laid.is_ok(), "the cell is free and has no food");
            self.picture.paint(&rules, [(rules.grid.number(position), FOOD)]);
        }
    }

    /// A step of a game that is not plain.
    #[cold]
    #[inline(never)]
    fn step_variant(&mut self, direction: Direction, rng: &mut Rng, rewards: &mut [f64]) -> Status {
        let (rules, plan, ticks) = (Arc::clone(&self.rules), self.world.plan(direction), self.world.ticks());
        let (pay, foods) = (&rules.config.rewards, self.world.foods().len());
        // What stands on these cells may have changed.
        let mut touched: SmallVec<[u32; 16]> = self.world.landmarks().collect();
        self.world.commit(direction, plan);
        touched.extend(self.world.landmarks());
        if let Some(hazards) = rules.grid.hazards() {
            let closed = hazards.rings(ticks)..hazards.rings(self.world.ticks());
            touched.extend(closed.flat_map(|ring| rules.grid.ring(ring)));
        }
        for cell in touched {
            self.picture.paint(&rules, [(cell, self.world.tile(cell))]);
        }
        let mut reward = pay.step;
        match plan {
            Plan::Crash(reason) => {
                reward += pay.death;
                self.status = Status::Over(reason as u8);
                rewards[0] = reward;
                return self.status;
            }
            Plan::Move => self.hungry = self.hungry.saturating_add(1),
            Plan::Eat(food) => {
                reward += pay.food;
                self.score = self.score.saturating_add(food.value().into());
                self.hungry = 0;
            }
        }
        if self.world.foods().len() < foods {
            self.feed(rng);
            if self.world.foods().is_empty() {
                reward += pay.win;
                self.status = Status::Over(FILLED);
            }
        }
        if self.status == Status::Ongoing && u64::from(self.hungry) >= rules.starvation {
            reward += pay.death;
            self.status = Status::Over(STARVED);
        }
        rewards[0] = reward;
        self.status
    }
}

/// An [`Episode`] without its rules, in a form that can be written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    snake: Vec<Point>,
    direction: Direction,
    foods: Vec<Food>,
    hungry: u32,
    score: u64,
    ending: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<VariantRecord>,
    #[serde(default, skip_serializing_if = "Larder::is_unused")]
    larder: Larder,
}
