//! Who decides where the next food lies.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::golden::{Coin, GoldenFoodSpawner};
use crate::core::{CellSet, Error, Grid, Point, Result, Rng};
use crate::games::snake::{Food, Golden};
use crate::session::Place;

/// Decides where the next food lies.
pub trait FoodSpawner: Send + Sync {
    /// The next food on one of the `free` cells of `grid`, or `None` when there is none to be had, which ends the game
    /// as filled. `snake` gives the cells of the snake from head to tail, after the move that ate.
    ///
    /// # Errors
    /// Whatever a foreign spawner raises; a native one never fails.
    fn spawn(&self, grid: &Grid, free: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>>;

    /// Takes back the latest `spawn`, which gave `None`: its tick was dropped.
    fn unspawn(&self) {}

    /// This food or special food, by a coin that is tossed with the stream that picks cells; `None` without such a stream.
    fn toss(&self, _coin: Golden, _food: Food) -> Option<Food> {
        None
    }

    /// From what the food of a spawner of ours comes, and how far it has come; `None` for somebody else's.
    fn source(&self) -> Option<Source> {
        None
    }

    /// Whose code this is.
    fn place(&self) -> Place {
        Place::Foreign
    }
}

/// From what the food of a spawner of ours comes, and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// What the food scores.
    pub value: u32,
    /// The stream that picks free cells; `None` for a script.
    pub stream: Option<Rng>,
    /// The positions of a script.
    pub script: Option<Arc<[Point]>>,
    /// How many positions of it are used up.
    pub used: usize,
    /// Coins that are tossed for each piece, one after the other, and their own streams.
    pub golden: Vec<(Golden, Option<Rng>)>,
}

impl Source {
    /// A spawner that goes on from here.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if there is none.
    pub fn spawner(&self) -> Result<Arc<dyn FoodSpawner>> {
        Golden::check_count(self.golden.len())?;
        let plain: Arc<dyn FoodSpawner> = match (&self.script, &self.stream) {
            (Some(positions), _) => {
                let scripted = ScriptedFoodSpawner::new(positions.iter().copied(), self.value)?;
                scripted.set_used(self.used);
                Arc::new(scripted)
            }
            (None, Some(stream)) => Arc::new(RandomFoodSpawner::resume(stream.clone(), self.value)?),
            (None, None) => return Err(Error::validation("food", "neither a stream nor a script", "one of them")),
        };
        self.golden.iter().try_fold(plain, |inner, (coin, own)| {
            let coin = Coin::resume(*coin, own.clone())?;
            Ok(Arc::new(GoldenFoodSpawner::new(inner, Arc::new(coin))?) as Arc<dyn FoodSpawner>)
        })
    }
}

/// The `k`-th free cell in row-major order, `k` uniform: one draw, no retry. Games that share it share its stream.
#[derive(Debug)]
pub struct RandomFoodSpawner {
    rng: Mutex<Rng>,
    value: u32,
}

impl RandomFoodSpawner {
    /// A spawner with the stream of `seed`, whose food scores `value` points.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if no food has such a value.
    pub fn new(seed: u64, value: u32) -> Result<Self> {
        Self::resume(Rng::new(seed), value)
    }

    /// A spawner that goes on with a stream.
    ///
    /// # Errors
    /// As [`RandomFoodSpawner::new`].
    pub fn resume(rng: Rng, value: u32) -> Result<Self> {
        Food::new(Point::new(0, 0), value)?;
        Ok(Self { rng: Mutex::new(rng), value })
    }

    /// The stream where it stands now.
    #[must_use]
    pub fn rng(&self) -> Rng {
        self.rng.lock().clone()
    }

    /// Goes on with another stream, or from another place of its own.
    pub fn set_rng(&self, rng: Rng) {
        *self.rng.lock() = rng;
    }

    /// The seed of its stream.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.rng.lock().seed()
    }

    /// What its food scores.
    #[must_use]
    pub const fn value(&self) -> u32 {
        self.value
    }
}

impl FoodSpawner for RandomFoodSpawner {
    fn spawn(&self, grid: &Grid, free: &CellSet, _snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let choices = u32::try_from(free.len()).unwrap_or(u32::MAX);
        if choices == 0 {
            return Ok(None);
        }
        let k = self.rng.lock().below(choices);
        free.nth(k as usize).map(|cell| Food::new(grid.point(cell), self.value)).transpose()
    }

    fn toss(&self, coin: Golden, food: Food) -> Option<Food> {
        Some(coin.toss(food, &mut self.rng.lock()))
    }

    fn source(&self) -> Option<Source> {
        Some(Source { value: self.value, stream: Some(self.rng()), script: None, used: 0, golden: Vec::new() })
    }

    fn place(&self) -> Place {
        Place::Native
    }
}

/// A list of positions, used up one after the other; what is taken, blocked or outside is skipped. Games that share it
/// share the list.
#[derive(Debug)]
pub struct ScriptedFoodSpawner {
    positions: Arc<[Point]>,
    progress: Mutex<Progress>,
    value: u32,
}

#[derive(Debug, Default)]
struct Progress {
    /// How many positions are used up.
    used: usize,
    /// How many were, before the latest spawn that used any.
    before: usize,
}

impl ScriptedFoodSpawner {
    /// A spawner of food at these positions, in this order, that scores `value` points.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if no food has such a value.
    pub fn new(positions: impl IntoIterator<Item = Point>, value: u32) -> Result<Self> {
        Food::new(Point::new(0, 0), value)?;
        Ok(Self { positions: positions.into_iter().collect(), progress: Mutex::default(), value })
    }

    /// All positions, used up or not.
    #[must_use]
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// How many positions are used up.
    #[must_use]
    pub fn used(&self) -> usize {
        self.progress.lock().used
    }

    /// Goes on from another place of the list.
    pub fn set_used(&self, used: usize) {
        let used = used.min(self.positions.len());
        *self.progress.lock() = Progress { used, before: used };
    }

    /// What its food scores.
    #[must_use]
    pub const fn value(&self) -> u32 {
        self.value
    }
}

impl FoodSpawner for ScriptedFoodSpawner {
    fn spawn(&self, grid: &Grid, free: &CellSet, _snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let mut progress = self.progress.lock();
        if progress.used < self.positions.len() {
            // Games that share a list may still find it used up after the spawn that used it up.
            progress.before = progress.used;
        }
        let is_free = |point: &Point| grid.cell(*point).is_some_and(|cell| free.contains(cell));
        let rest = &self.positions[progress.used..];
        let skipped = rest.iter().position(is_free).unwrap_or(rest.len());
        let found = rest.get(skipped).copied();
        progress.used += skipped + usize::from(found.is_some());
        found.map(|position| Food::new(position, self.value)).transpose()
    }

    fn unspawn(&self) {
        let mut progress = self.progress.lock();
        progress.used = progress.before;
    }

    fn source(&self) -> Option<Source> {
        let script = Some(Arc::clone(&self.positions));
        Some(Source { value: self.value, stream: None, script, used: self.used(), golden: Vec::new() })
    }

    fn place(&self) -> Place {
        Place::Native
    }
}

/// What another spawner gave, in the same order. Used up, it gives `None`. Games that share it share the list.
///
/// Nobody knows whether the cells are free in the game that asks, so it counts as foreign code.
#[derive(Debug)]
pub struct RecordedFoodSpawner {
    foods: Arc<[Option<Food>]>,
    used: Mutex<usize>,
}

impl RecordedFoodSpawner {
    /// A spawner that gives these.
    #[must_use]
    pub fn new(foods: impl IntoIterator<Item = Option<Food>>) -> Self {
        Self { foods: foods.into_iter().collect(), used: Mutex::new(0) }
    }

    /// All it gives, given or not.
    #[must_use]
    pub fn foods(&self) -> &[Option<Food>] {
        &self.foods
    }

    /// How many have been given.
    #[must_use]
    pub fn used(&self) -> usize {
        *self.used.lock()
    }

    /// Goes on from another place of the list.
    pub fn set_used(&self, used: usize) {
        *self.used.lock() = used.min(self.foods.len());
    }
}

impl FoodSpawner for RecordedFoodSpawner {
    fn spawn(&self, _: &Grid, _: &CellSet, _: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let mut used = self.used.lock();
        let food = self.foods.get(*used).copied().flatten();
        *used = self.foods.len().min(*used + 1);
        Ok(food)
    }
}
