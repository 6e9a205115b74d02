//! What a position has more in games that are not plain: a board that wraps around, hazards, food that perishes, growth
//! by more or less than a cell.
//!
//! A plain game has none of this, and its step pays one branch for it. Here nothing is hurried: a step asks the grid, cell
//! by cell.

use serde::{Deserialize, Serialize};

use super::diet::Diet;
use super::food::Food;
use super::reason::EndReason;
use super::world::{Plan, World};
use crate::core::{CellSet, Direction, Edges, Error, Grid, Result};

/// What a position has more in games that are not plain.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// How many moves there were, crashes too: it tells where hazards are.
    pub(super) ticks: u64,
    /// The cells of the snake. In a plain game what is neither free nor blocked is snake; here it may be a hazard.
    pub(super) covered: CellSet,
    /// How many cells the snake has still to grow.
    pub(super) pending: u64,
    /// After how many ticks each piece of food was laid out, in the order of the foods.
    pub(super) laid: Vec<u64>,
    pub(super) growth: u32,
    lifetime: u64,
}

/// A [`Variant`] in a form that can be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantRecord {
    ticks: u64,
    pending: u64,
    laid: Vec<u64>,
}

impl VariantRecord {
    /// What no game reaches by being played.
    const MOST: u64 = 1 << 62;
}

impl Variant {
    /// Whether games on this board, with this diet, need one.
    pub(super) fn is_needed(grid: &Grid, diet: &Diet) -> bool {
        grid.edges() == Edges::Wrap || grid.hazards().is_some() || diet.growth != 1 || diet.lifetime.is_some()
    }

    pub(super) fn new(diet: &Diet, covered: CellSet) -> Self {
        let lifetime = diet.lifetime.map_or(u64::MAX, u64::from);
        Self { ticks: 0, covered, pending: 0, laid: Vec::new(), growth: diet.growth, lifetime }
    }

    pub(super) fn record(&self) -> VariantRecord {
        VariantRecord { ticks: self.ticks, pending: self.pending, laid: self.laid.clone() }
    }

    /// Goes to where a record stood, whose foods are laid out.
    pub(super) fn restore(&mut self, record: VariantRecord, grid: &Grid, foods: &[Food]) -> Result<()> {
        let VariantRecord { ticks, pending, laid } = record;
        if ticks > VariantRecord::MOST || pending > VariantRecord::MOST {
            return Err(Error::validation(
                "variant",
                "larger numbers",
                format_args!("at most {}", VariantRecord::MOST),
            ));
        }
        if laid.len() != foods.len() || laid.iter().any(|&tick| tick > ticks) {
            return Err(Error::validation("variant", "other food", "one tick that has been for each piece of food"));
        }
        if let Some(food) = foods.iter().find(|&&food| is_shut_in(grid, food, ticks)) {
            return Err(Error::validation("food", food.position, "a cell of a ring that is open"));
        }
        (self.ticks, self.pending, self.laid) = (ticks, pending, laid);
        Ok(())
    }

    /// Whether the snake grows in a move, one that eats this or nothing.
    pub(super) const fn grows(&self, food: Option<Food>) -> bool {
        self.pending > 0 || food.is_some() && self.growth > 0
    }

    /// Whether food that was laid out after so many ticks perishes in this one, if it is not eaten.
    const fn is_stale(&self, laid: u64, ticks: u64) -> bool {
        ticks.saturating_sub(laid) >= self.lifetime
    }
}

/// Whether food lies where a ring of the border is closed.
fn is_shut_in(grid: &Grid, food: Food, ticks: u64) -> bool {
    grid.hazards().is_some_and(|hazards| grid.ring_of(grid.number(food.position)) < hazards.rings(ticks))
}

impl World {
    /// What [`World::plan`] says in such a game: a hazard that comes to the head, wall, obstacle, hazard, self, food.
    #[cold]
    #[inline(never)]
    pub(super) fn plan_variant(&self, variant: &Variant, direction: Direction) -> Plan {
        let (grid, ticks) = (&self.grid, variant.ticks + 1);
        if grid.is_deadly(self.body.head(), ticks) {
            return Plan::Crash(EndReason::Hazard);
        }
        let Some(cell) = grid.step(self.body.head(), direction) else {
            return Plan::Crash(EndReason::Wall);
        };
        if grid.obstacles().contains(cell) {
            return Plan::Crash(EndReason::Obstacle);
        }
        if grid.is_deadly(cell, ticks) {
            return Plan::Crash(EndReason::Hazard);
        }
        let food = self.food_at(cell);
        if variant.covered.contains(cell) && (cell != self.body.tail() || variant.grows(food)) {
            return Plan::Crash(EndReason::Itself);
        }
        food.map_or(Plan::Move, Plan::Eat)
    }

    /// What [`World::commit`] does in such a game. Hazards have moved even if the snake has not.
    #[cold]
    #[inline(never)]
    pub(super) fn commit_variant(&mut self, direction: Direction, plan: Plan) {
        let Some(mut variant) = self.variant.take() else { return };
        self.direction = direction;
        let before = variant.ticks;
        variant.ticks += 1;
        self.move_hazards(&mut variant, before);
        if let Plan::Move | Plan::Eat(_) = plan {
            if let Plan::Eat(food) = plan {
                variant.pending = variant.pending.saturating_add(variant.growth.into());
                self.lose_foods(&mut variant, |_, other, _| other.position == food.position);
            }
            self.move_snake(&mut variant, direction);
            let ticks = variant.ticks;
            self.lose_foods(&mut variant, |variant, _, laid| variant.is_stale(laid, ticks));
        }
        self.variant = Some(variant);
    }

    /// Lays out a new snake, where no food lies.
    #[cold]
    pub(super) fn restart_variant(&mut self, head: u32, length: u32) {
        let Some(mut variant) = self.variant.take() else { return };
        (variant.ticks, variant.pending) = (0, 0);
        variant.laid.clear();
        variant.covered.clear();
        self.body.restart_by(head, self.direction, length, |cell, way| self.grid.beside(cell, way));
        for cell in self.body.cells(&self.grid) {
            self.free.remove(cell);
            variant.covered.insert(cell);
        }
        self.variant = Some(variant);
    }

    /// Whether food would perish or be shut in by a move that does not crash. Food that is eaten is another matter.
    pub(crate) fn loses_food(&self) -> bool {
        self.variant.as_ref().is_some_and(|variant| {
            let ticks = variant.ticks + 1;
            let mut foods = self.foods.iter().zip(&variant.laid);
            foods.any(|(&food, &laid)| variant.is_stale(laid, ticks) || is_shut_in(&self.grid, food, ticks))
        })
    }

    fn move_hazards(&mut self, variant: &mut Variant, before: u64) {
        let (grid, ticks) = (self.grid.clone(), variant.ticks);
        let Some(hazards) = grid.hazards() else { return };
        let (closed, closing) = (hazards.rings(before), hazards.rings(ticks));
        if closing > closed {
            (closed..closing).flat_map(|ring| grid.ring(ring)).for_each(|cell| _ = self.free.remove(cell));
            self.lose_foods(variant, |_, food, _| is_shut_in(&grid, food, ticks));
        }
        for cell in hazards.movers(before).chain(hazards.movers(ticks)) {
            let is_free = !variant.covered.contains(cell) && !grid.is_deadly(cell, ticks);
            if is_free {
                self.free.insert(cell)
            } else {
                self.free.remove(cell)
            };
        }
    }

    fn move_snake(&mut self, variant: &mut Variant, direction: Direction) {
        let grid = self.grid.clone();
        let lead = |cell, way| grid.beside(cell, way);
        if variant.pending > 0 {
            variant.pending -= 1;
            self.body.push_head_by(direction, lead);
        } else {
            let vacated = self.body.slide_by(direction, lead);
            variant.covered.remove(vacated);
            if !grid.is_deadly(vacated, variant.ticks) {
                self.free.insert(vacated);
            }
        }
        // After the tail has left, since the head may have taken its cell.
        let head = self.body.head();
        variant.covered.insert(head);
        self.free.remove(head);
    }

    /// Takes away the food that passes the test, which is told when it was laid out.
    fn lose_foods(&mut self, variant: &mut Variant, is_lost: impl Fn(&Variant, Food, u64) -> bool) {
        for number in (0..self.foods.len()).rev() {
            if is_lost(variant, self.foods[number], variant.laid[number]) {
                self.foods.remove(number);
                variant.laid.remove(number);
            }
        }
    }
}
