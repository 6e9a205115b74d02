//! What a player of episodes can choose.

use std::fmt;
use std::sync::Arc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::diet::Diet;
use super::food::Food;
use crate::core::{Direction, Edges, Error, Grid, Hazard, Point, Result, Rng, named};

/// What a player of episodes can choose. As text it is JSON; what is left out has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Columns, 3 to 4096.
    pub width: u32,
    /// Rows, 3 to 4096.
    pub height: u32,
    /// What lies beyond the edges.
    #[serde(skip_serializing_if = "is_walls")]
    pub edges: Edges,
    /// Cells that are blocked.
    pub obstacles: Obstacles,
    /// What is deadly for a time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hazards: Vec<Hazard>,
    /// Where the snake starts.
    pub start: Start,
    /// How many cells it starts with, in a straight line; not looked at if `start` names them.
    pub length: u32,
    /// How many pieces of food there are at a time, while there is room.
    pub food_count: u32,
    /// What each scores, 1 to 2^31 - 1 points.
    pub food_value: u32,
    /// Where food lies, in this order, what is not free then being skipped; `None`: on random free cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub food_script: Option<Arc<[Point]>>,
    /// Coins that are tossed for each piece of food, one after the other, whether it is special.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub golden: Vec<Golden>,
    /// In the so-manieth tick after the one that laid it out, food perishes; `None`: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub food_lifetime: Option<u32>,
    /// How many cells the snake grows by each piece of food, one a tick.
    #[serde(skip_serializing_if = "is_one")]
    pub growth: u32,
    /// What is rewarded.
    pub rewards: Rewards,
    /// After so many ticks without food the snake starves; `None`: never.
    pub starvation: Option<u32>,
    /// What the player sees.
    pub observation: View,
    /// The side of an egocentric window, odd; `None`: one that covers the board from any cell.
    pub view: Option<u32>,
    /// What the player's numbers mean.
    pub actions: Actions,
    /// What the mask rules out.
    pub mask: MaskKind,
}

impl Default for Config {
    /// 12 x 12 cells, a snake of 3 at a random place, one piece of food, starving after 2 ticks a cell.
    fn default() -> Self {
        Self {
            width: 12,
            height: 12,
            edges: Edges::Walls,
            obstacles: Obstacles::Cells(Vec::new()),
            hazards: Vec::new(),
            start: Start::Random,
            length: 3,
            food_count: 1,
            food_value: 1,
            food_script: None,
            golden: Vec::new(),
            food_lifetime: None,
            growth: 1,
            rewards: Rewards::default(),
            starvation: Some(2 * 12 * 12),
            observation: View::Cells,
            view: None,
            actions: Actions::Absolute,
            mask: MaskKind::Legal,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
const fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
fn is_walls(edges: &Edges) -> bool {
    *edges == Edges::Walls
}

impl Config {
    /// How much food there is, what it does, and how long it keeps.
    #[must_use]
    pub const fn diet(&self) -> Diet {
        let Self { food_count: count, growth, food_lifetime: lifetime, starvation, .. } = *self;
        Diet { count, growth, lifetime, starvation }
    }

    /// The board, with its obstacles if these are listed.
    ///
    /// # Errors
    /// [`Error::Validation`] if there is no such board.
    pub fn board(&self) -> Result<Grid> {
        let cells = match &self.obstacles {
            Obstacles::Cells(cells) => cells.as_slice(),
            Obstacles::Random { .. } => &[],
        };
        let board = Grid::with_obstacles(self.width, self.height, cells.iter().copied())?;
        board.with_edges(self.edges).with_hazards(self.hazards.clone())
    }
}

/// A coin that makes some food special.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golden {
    /// How likely food is special, 0 to 1.
    pub probability: f64,
    /// What it scores then, 1 to 2^31 - 1 points.
    pub value: u32,
    /// The seed of the coin's own stream, the same in each episode; `None`: the game's stream, one draw after the cell's.
    #[serde(default)]
    pub seed: Option<u64>,
}

impl Golden {
    /// The coin has so many sides; the probability is rounded to that.
    const SIDES: u32 = 1 << 31;
    /// The most coins that are tossed for one piece of food.
    pub const MOST: usize = 64;

    /// Whether so many coins may be tossed for one piece of food.
    ///
    /// # Errors
    /// [`Error::Validation`] for more than [`Golden::MOST`].
    pub fn check_count(coins: usize) -> Result<()> {
        if coins <= Self::MOST {
            return Ok(());
        }
        Err(Error::validation("golden", format_args!("{coins} coins"), format_args!("at most {}", Self::MOST)))
    }

    /// Whether there are not too many, and each is in range.
    ///
    /// # Errors
    /// [`Error::Validation`] as [`Golden::check_count`] and [`Golden::check`].
    pub(super) fn check_all(coins: &[Self]) -> Result<()> {
        Self::check_count(coins.len())?;
        coins.iter().try_for_each(Self::check)
    }

    /// Whether the numbers are in range.
    ///
    /// # Errors
    /// [`Error::Validation`] names the one that is not.
    pub fn check(&self) -> Result<()> {
        Food::new(Point::new(0, 0), self.value)?;
        if (0.0..=1.0).contains(&self.probability) {
            return Ok(());
        }
        Err(Error::validation("probability", self.probability, "0 to 1"))
    }

    /// This food, or special food in its place.
    #[must_use]
    pub fn toss(&self, food: Food, rng: &mut Rng) -> Food {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 2^31")]
        let special = (self.probability * f64::from(Self::SIDES)).round() as u32;
        if rng.below(Self::SIDES) >= special {
            return food;
        }
        Food::new(food.position, self.value).unwrap_or(food)
    }
}

/// Cells that are blocked, the same in every episode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Obstacles {
    /// These.
    Cells(Vec<Point>),
    /// A share of all cells, 0 to 1, drawn from a seed so that the free ones stay connected.
    Random {
        /// The share.
        density: f64,
        /// The seed of the layout.
        seed: u64,
    },
}

impl<'de> Deserialize<'de> for Obstacles {
    /// By hand: what serde makes of an untagged enum takes twenty times the memory of a long list.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Either;

        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Random {
            density: f64,
            seed: u64,
        }

        impl<'de> Visitor<'de> for Either {
            type Value = Obstacles;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("cells, or a density and a seed")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, cells: A) -> std::result::Result<Obstacles, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(cells)).map(Obstacles::Cells)
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> std::result::Result<Obstacles, A::Error> {
                let Random { density, seed } = Random::deserialize(MapAccessDeserializer::new(fields))?;
                Ok(Obstacles::Random { density, seed })
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// Where the snake starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Its head on `(width / 2, height / 2)`, facing right.
    Center,
    /// Anywhere in a straight line, each place and direction in which it fits equally likely.
    Random,
    /// Here.
    #[serde(rename = "at")]
    Cells {
        /// Its cells, head first, each next to the one before.
        snake: Vec<Point>,
        /// Where it faces.
        direction: Direction,
    },
}

/// What is rewarded. Nothing else is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rewards {
    /// For each piece of food.
    pub food: f64,
    /// For a collision, and for starving.
    pub death: f64,
    /// For filling the board, beside the last food.
    pub win: f64,
    /// For each step.
    pub step: f64,
}

impl Default for Rewards {
    fn default() -> Self {
        Self { food: 1.0, death: -1.0, win: 0.0, step: 0.0 }
    }
}

/// What the player sees; `observe` says what each looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// A number a cell.
    Cells,
    /// Six planes of bytes.
    Planes,
    /// A window around the head, rotated so that the snake faces up, with a number a cell.
    Egocentric,
    /// The same window as six planes.
    EgocentricPlanes,
    /// A few numbers.
    Features,
    /// A pixel a cell.
    Rgb,
}

/// What the player's numbers mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actions {
    /// Four: up, down, left, right. A reversal goes straight on.
    Absolute,
    /// Three: turn left, go straight on, turn right.
    Relative,
}

/// What the mask rules out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MaskKind {
    /// Reversals.
    Legal,
    /// Moves that end the game by a collision as well, while there is another.
    Safe,
}

named!(View, "observation", {
    Cells => "cells",
    Planes => "planes",
    Egocentric => "egocentric",
    EgocentricPlanes => "egocentric_planes",
    Features => "features",
    Rgb => "rgb",
});
named!(Actions, "actions", { Absolute => "absolute", Relative => "relative" });
named!(MaskKind, "mask", { Legal => "legal", Safe => "safe" });
