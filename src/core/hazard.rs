//! Hazards: cells that are deadly for a time.
//!
//! Where they are is told by the number of ticks alone. So a clone, a record and a replay need not hold them, nobody can
//! disturb them, and what they will do can be asked before it happens.

use serde::{Deserialize, Serialize};

use super::cells::CellSet;
use super::direction::Direction;
use super::error::{Error, Result};
use super::grid::Grid;
use super::named::named;
use super::point::Point;
use super::rng::Rng;

/// Something deadly, as a user chooses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Hazard {
    /// An obstacle that moves along a path of cells, each the same as or next to the one before.
    Path {
        /// The path; the obstacle starts on its first cell.
        cells: Vec<Point>,
        /// What comes after its last cell.
        motion: Motion,
        /// Ticks from one cell to the next, at least 1.
        every: u32,
    },
    /// An obstacle that walks at random, over cells that are not blocked: so many steps, and the same way back.
    Walk {
        /// The seed of where it starts and how it goes.
        seed: u64,
        /// How many steps, at least 1.
        steps: u32,
        /// Ticks from one cell to the next, at least 1.
        every: u32,
    },
    /// The border closes: a ring of cells after so many ticks, and the next one after as many again.
    Shrink {
        /// Ticks from one ring to the next, at least 1.
        every: u32,
        /// What is left open is never narrower or lower than this, at least 1.
        least: u32,
    },
}

/// What comes after the last cell of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// The first, which must be the same or next to it.
    Loop,
    /// The way back.
    Bounce,
}

named!(Motion, "motion", { Loop => "loop", Bounce => "bounce" });

/// The hazards of a board, ready to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazards {
    chosen: Vec<Hazard>,
    movers: Vec<Mover>,
    shrink: Option<Shrink>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mover {
    /// The cells of one round.
    round: Box<[u32]>,
    every: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shrink {
    every: u32,
    /// How many rings close in all.
    rings: u32,
}

impl Hazards {
    /// The most hazards of a board.
    pub const MOST: usize = 256;
    /// The most cells of all paths and walks together.
    pub const MOST_CELLS: usize = 1 << 20;

    /// The hazards of a board, all of which are checked.
    ///
    /// # Errors
    /// [`Error::Validation`] names what does not fit.
    pub(super) fn new(chosen: Vec<Hazard>, grid: &Grid) -> Result<Self> {
        let mut hazards = Self { chosen: Vec::new(), movers: Vec::new(), shrink: None };
        if chosen.len() > Self::MOST {
            return Err(Error::validation("hazards", chosen.len(), format_args!("at most {}", Self::MOST)));
        }
        let mut cells_left = Self::MOST_CELLS;
        for hazard in &chosen {
            let (Hazard::Path { every, .. } | Hazard::Walk { every, .. } | Hazard::Shrink { every, .. }) = *hazard;
            if every == 0 {
                return Err(Error::validation("every", 0, "at least 1 tick"));
            }
            match hazard {
                Hazard::Shrink { least, .. } => hazards.shrink = Some(shrink(every, *least, grid, hazards.shrink)?),
                Hazard::Path { cells, motion, .. } => {
                    take(&mut cells_left, cells.len())?;
                    hazards.movers.push(Mover { round: round(path(cells, *motion, grid)?, *motion), every });
                }
                Hazard::Walk { seed, steps, .. } => {
                    take(&mut cells_left, *steps as usize)?;
                    hazards.movers.push(Mover { round: round(walk(*seed, *steps, grid)?, Motion::Bounce), every });
                }
            }
        }
        Ok(Self { chosen, ..hazards })
    }

    /// As they were chosen.
    #[must_use]
    pub fn chosen(&self) -> &[Hazard] {
        &self.chosen
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The cells of the obstacles that move, after so many ticks.
    pub fn movers(&self, ticks: u64) -> impl Iterator<Item = u32> + '_ {
        self.movers.iter().map(move |mover| {
            let step = ticks / u64::from(mover.every) % mover.round.len() as u64;
            #[expect(clippy::cast_possible_truncation, reason = "less than the length of a list")]
            mover.round[step as usize]
        })
    }

    /// How many rings of the border are closed after so many ticks.
    #[must_use]
    pub fn rings(&self, ticks: u64) -> u32 {
        self.shrink.map_or(0, |Shrink { every, rings }| {
            u32::try_from(ticks / u64::from(every)).map_or(rings, |closed| closed.min(rings))
        })
    }
}

fn take(left: &mut usize, cells: usize) -> Result<()> {
    let most = Hazards::MOST_CELLS;
    *left = left
        .checked_sub(cells)
        .ok_or_else(|| Error::validation("hazards", "longer paths", format_args!("at most {most} cells")))?;
    Ok(())
}

fn shrink(every: u32, least: u32, grid: &Grid, before: Option<Shrink>) -> Result<Shrink> {
    let narrow = grid.width().min(grid.height());
    if !(1..=narrow).contains(&least) {
        return Err(Error::validation("least", least, format_args!("1 to {narrow} cells")));
    }
    if before.is_some() {
        return Err(Error::validation("hazards", "a second one that shrinks the board", "one"));
    }
    Ok(Shrink { every, rings: (narrow - least) / 2 })
}

fn path(cells: &[Point], motion: Motion, grid: &Grid) -> Result<Vec<u32>> {
    let number = |point: Point| {
        let cell = grid.cell(point).filter(|&cell| !grid.obstacles().contains(cell));
        cell.ok_or_else(|| Error::validation("path", point, "free cells of the board"))
    };
    let numbers: Vec<u32> = cells.iter().map(|&point| number(point)).collect::<Result<_>>()?;
    let Some((&first, &last)) = numbers.first().zip(numbers.last()) else {
        return Err(Error::validation("path", "no cells", "at least one"));
    };
    let is_step = |from: u32, to: u32| {
        from == to || Direction::ALL.into_iter().any(|direction| grid.step(from, direction) == Some(to))
    };
    let around = (last, first);
    let steps = numbers.windows(2).map(|pair| (pair[0], pair[1]));
    let mut steps = steps.chain((motion == Motion::Loop).then_some(around));
    if let Some((from, to)) = steps.find(|&(from, to)| !is_step(from, to)) {
        let got = format!("{} after {}", grid.point(to), grid.point(from));
        return Err(Error::validation("path", got, "each cell the same as or next to the one before"));
    }
    Ok(numbers)
}

fn walk(seed: u64, steps: u32, grid: &Grid) -> Result<Vec<u32>> {
    if steps == 0 {
        return Err(Error::validation("steps", 0, "at least 1"));
    }
    let mut rng = Rng::new(seed);
    let free: CellSet = grid.free_cells([]);
    let mut at =
        free.draw(&mut rng).ok_or_else(|| Error::validation("hazards", "a walk", "a free cell to start on"))?;
    let mut cells = vec![at];
    for _ in 0..steps {
        let ways = Direction::ALL.map(|direction| grid.step(at, direction).filter(|&cell| free.contains(cell)));
        let count = ways.iter().flatten().count();
        if count > 0 {
            let k = rng.below(u32::try_from(count).unwrap_or(1)) as usize;
            at = ways.into_iter().flatten().nth(k).unwrap_or(at);
        }
        cells.push(at);
    }
    Ok(cells)
}

/// A path there, and perhaps the same way back.
fn round(mut cells: Vec<u32>, motion: Motion) -> Box<[u32]> {
    if motion == Motion::Bounce && cells.len() > 2 {
        cells.extend_from_within(1..cells.len() - 1);
        let there = cells.len() / 2 + 1;
        cells[there..].reverse();
    }
    cells.into()
}
