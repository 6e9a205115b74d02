//! Special food: a decorator around whoever decides where food lies.

use std::sync::Arc;

use parking_lot::Mutex;

use super::food::{FoodSpawner, Source};
use crate::core::{CellSet, Error, Grid, Point, Result, Rng};
use crate::games::snake::{Food, Golden};
use crate::session::Place;

/// A coin and its own stream, if it has one.
#[derive(Debug)]
pub struct Coin {
    golden: Golden,
    own: Option<Mutex<Rng>>,
}

impl Coin {
    /// A coin whose own stream, if it has a seed, is at its beginning.
    ///
    /// # Errors
    /// [`Error::Validation`] for numbers that are out of range.
    pub fn new(golden: Golden) -> Result<Self> {
        Self::resume(golden, golden.seed.map(Rng::new))
    }

    /// The same, with a stream that goes on from here.
    ///
    /// # Errors
    /// As [`Coin::new`], and for a stream that is not of the coin's seed.
    pub fn resume(golden: Golden, own: Option<Rng>) -> Result<Self> {
        golden.check()?;
        if golden.seed != own.as_ref().map(Rng::seed) {
            return Err(Error::validation("coins", "a stream of another seed", "that of the coin"));
        }
        Ok(Self { golden, own: own.map(Mutex::new) })
    }

    /// Its numbers.
    #[must_use]
    pub const fn golden(&self) -> Golden {
        self.golden
    }

    /// Its own stream where it stands now.
    #[must_use]
    pub fn own(&self) -> Option<Rng> {
        self.own.as_ref().map(|own| own.lock().clone())
    }

    /// Goes on from another place of its own stream, if it has one.
    pub fn set_own(&self, rng: Rng) {
        if let Some(own) = &self.own {
            *own.lock() = rng;
        }
    }
}

/// Makes some of another spawner's food special. Games that share a coin share its stream.
pub struct GoldenFoodSpawner {
    inner: Arc<dyn FoodSpawner>,
    coin: Arc<Coin>,
}

impl GoldenFoodSpawner {
    /// A spawner that gives what `inner` gives, some of it special by this coin.
    ///
    /// # Errors
    /// [`Error::Validation`] for a coin without a seed if `inner` has no stream to toss it with.
    pub fn new(inner: Arc<dyn FoodSpawner>, coin: Arc<Coin>) -> Result<Self> {
        let has_stream = || inner.source().is_some_and(|source| source.stream.is_some());
        if coin.own.is_none() && !has_stream() {
            return Err(Error::validation("seed", "none", "one, if the inner spawner has no stream of ours"));
        }
        Ok(Self { inner, coin })
    }
}

impl FoodSpawner for GoldenFoodSpawner {
    fn spawn(&self, grid: &Grid, free: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let food = self.inner.spawn(grid, free, snake)?;
        Ok(food.map(|food| match &self.coin.own {
            Some(own) => self.coin.golden.toss(food, &mut own.lock()),
            None => self.inner.toss(self.coin.golden, food).unwrap_or(food),
        }))
    }

    fn unspawn(&self) {
        self.inner.unspawn();
    }

    fn toss(&self, coin: Golden, food: Food) -> Option<Food> {
        self.inner.toss(coin, food)
    }

    fn source(&self) -> Option<Source> {
        let mut source = self.inner.source()?;
        source.golden.push((self.coin.golden, self.coin.own()));
        Some(source)
    }

    fn place(&self) -> Place {
        self.inner.place()
    }
}
