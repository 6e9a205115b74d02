//! What a player of episodes can choose.

use std::fmt;
use std::sync::Arc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::core::{Direction, Grid, Point, Result, named};

/// What a player of episodes can choose. As text it is JSON; what is left out has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Columns, 3 to 4096.
    pub width: u32,
    /// Rows, 3 to 4096.
    pub height: u32,
    /// Cells that are blocked.
    pub obstacles: Obstacles,
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
            obstacles: Obstacles::Cells(Vec::new()),
            start: Start::Random,
            length: 3,
            food_count: 1,
            food_value: 1,
            food_script: None,
            rewards: Rewards::default(),
            starvation: Some(2 * 12 * 12),
            observation: View::Cells,
            view: None,
            actions: Actions::Absolute,
            mask: MaskKind::Legal,
        }
    }
}

impl Config {
    /// The board with its obstacles, if these are listed.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if there is no such board.
    pub fn board(&self) -> Result<Grid> {
        let cells = match &self.obstacles {
            Obstacles::Cells(cells) => cells.as_slice(),
            Obstacles::Random { .. } => &[],
        };
        Grid::with_obstacles(self.width, self.height, cells.iter().copied())
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
