//! The choice among routes.

use super::position::Position;
use super::search::{STEP, Search, Task, Weights};
use super::streets::{NONE, Streets};
use super::value::Value;

/// How many searches a plan takes on boards of up to 900 cells.
const SEARCHES: u64 = 40;
/// How many of the routes found are polished.
const POLISHED: usize = 4;
/// How many changes to one route are looked at, at most, on boards of up to 900 cells.
const CHANGES: u64 = 4_000;
const FULL_EFFORT: u64 = 900;

/// A way to the next food.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// The cells after the head; the last has food.
    pub(super) cells: Vec<u32>,
    /// Its steps, and what the position at its end is worth.
    pub(super) cost: f64,
}

/// How a snake passes the time until there is a way to the food.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pastime {
    /// Around the blocks on which it lies.
    Around,
    /// Into each free block that it passes.
    Fill,
}

/// Plans routes, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Planner {
    search: Search,
    value: Value,
    /// Where the snake is; where it waits for a way; where a route leads.
    at: Position,
    later: Position,
    after: Position,
    /// Of each block how a route came there, and of each cell by which move it can come again.
    came: Box<[u32]>,
    again: Box<[u32]>,
    holes: Box<[bool]>,
    effort: u64,
}

/// A block in which a route has not been.
const NEW: u32 = NONE - 1;

impl Planner {
    pub(super) fn new(streets: &Streets) -> Self {
        let cells = streets.cells() as u64;
        Self {
            search: Search::new(streets),
            value: Value::new(streets),
            at: Position::new(streets),
            later: Position::new(streets),
            after: Position::new(streets),
            came: vec![NEW; streets.blocks()].into(),
            again: vec![0; streets.cells()].into(),
            holes: vec![false; streets.blocks()].into(),
            effort: cells.max(FULL_EFFORT),
        }
    }

    /// The best route found for a snake in order, from tail to head; `None` if there is no food to go to.
    pub(super) fn plan(&mut self, streets: &Streets, snake: &[u32], task: Task<'_>) -> Option<Route> {
        self.at.set(streets, snake.iter().copied());
        if task.foods.is_empty() {
            return None;
        }
        let mut routes = self.direct(streets, task);
        for number in 0..routes.len() {
            if let Some(swept) = self.swept(streets, &routes[number], task) {
                routes.push(swept);
            }
        }
        routes.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        routes.dedup_by(|one, other| one.cells == other.cells);
        routes.truncate(POLISHED);
        for route in &mut routes {
            self.polish(streets, route, task);
        }
        routes.into_iter().min_by(|one, other| one.cost.total_cmp(&other.cost))
    }

    /// The next step around the tree, as last planned for.
    pub(super) fn around(&self, streets: &Streets) -> u32 {
        self.at.around(streets)
    }

    /// Routes as the search gives them.
    fn direct(&mut self, streets: &Streets, task: Task<'_>) -> Vec<Route> {
        let searches = u32::try_from((SEARCHES * FULL_EFFORT / self.effort).max(4)).unwrap_or(4);
        let mut found: Vec<Vec<u32>> = Vec::new();
        for pastime in [Pastime::Around, Pastime::Fill] {
            let mut waited = Vec::new();
            self.later.set(streets, self.at.snake.iter().copied());
            let before = found.len();
            while found.len() == before && waited.len() <= 2 * streets.cells() {
                self.search.begin(streets, &self.later);
                let task = if waited.is_empty() { task } else { Task { behind: NONE, ..task } };
                for number in 0..searches {
                    let Some(rest) = self.search.route(streets, &self.later, task, weights(number)) else {
                        break;
                    };
                    let cells = [&waited[..], &rest].concat();
                    if !found.contains(&cells) {
                        found.push(cells);
                    }
                }
                let next = self.pass_time(streets, task, pastime);
                if next == task.behind || self.later.clear[next as usize] > 1 {
                    break;
                }
                waited.push(next);
                if found.len() == before && task.foods.contains(&next) {
                    // The search does not know all ways that the walk around takes.
                    found.push(waited.clone());
                }
                self.later.step(streets, next);
            }
            if waited.len() <= 1 {
                // Nothing to wait for.
                break;
            }
        }
        let cost = |cells: Vec<u32>| Route { cost: self.cost(streets, &cells), cells };
        found.into_iter().map(cost).collect()
    }

    /// A step that is not to food.
    fn pass_time(&self, streets: &Streets, task: Task<'_>, pastime: Pastime) -> u32 {
        let free = |&out: &u32| self.later.block_clear[streets.block(out) as usize] == 0 && !task.foods.contains(&out);
        let out = streets.leave(self.later.head()).filter(free).filter(|_| pastime == Pastime::Fill);
        out.unwrap_or_else(|| self.later.around(streets))
    }

    fn cost(&mut self, streets: &Streets, route: &[u32]) -> f64 {
        self.after.set_after(streets, &self.at, route);
        #[expect(clippy::cast_precision_loss, reason = "a number of steps")]
        let steps = route.len() as f64;
        steps + self.value.cost(streets, &self.after)
    }

    /// The route with tours of what it would cut off, as long as that makes it better.
    fn swept(&mut self, streets: &Streets, route: &Route, task: Task<'_>) -> Option<Route> {
        let mut best: Option<Route> = None;
        while let Some(cells) = self.sweep(streets, &best.as_ref().unwrap_or(route).cells, task) {
            let cost = self.cost(streets, &cells);
            if best.as_ref().is_some_and(|best| cost >= best.cost) {
                break;
            }
            best = Some(Route { cells, cost });
        }
        best
    }

    /// Adds tours of all blocks that a route would leave as holes, each where it first passes by.
    fn sweep(&mut self, streets: &Streets, route: &[u32], task: Task<'_>) -> Option<Vec<u32>> {
        self.after.set_after(streets, &self.at, route);
        self.value.find_open(streets, &self.after);
        self.holes.fill(false);
        for (cell, &block) in (0..).zip(&streets.block) {
            if self.after.block_clear[block as usize] == 0 && self.value.is_hole(cell) {
                self.holes[block as usize] = true;
            }
        }
        let (mut swept, mut cell) = (Vec::with_capacity(route.len() * 2), self.at.head());
        for &next in route {
            if streets.turn(cell) == next {
                tour(streets, &self.at, &mut self.holes, &mut swept, cell);
            }
            swept.push(next);
            cell = next;
        }
        (swept.len() > route.len() && self.allows(streets, &swept, task)).then_some(swept)
    }

    /// Adds and takes away tours, one at a time, as long as that makes the route better.
    fn polish(&mut self, streets: &Streets, route: &mut Route, task: Task<'_>) {
        let (mut step, mut in_vain) = (0, 0);
        for _ in 0..(CHANGES * FULL_EFFORT / self.effort).max(50) {
            if in_vain > route.cells.len() {
                break;
            }
            step %= route.cells.len();
            if let Some(cells) = self.changed(streets, &route.cells, step)
                && self.allows(streets, &cells, task)
            {
                let cost = self.cost(streets, &cells);
                // Less by so little would be chance of rounding.
                if cost < route.cost - 1e-9 {
                    *route = Route { cells, cost };
                    in_vain = 0;
                    continue;
                }
            }
            in_vain += 1;
            step += 1;
        }
    }

    /// A route with a tour of the block beside a turn, or without the tour that begins with this step.
    fn changed(&self, streets: &Streets, route: &[u32], step: usize) -> Option<Vec<u32>> {
        let (done, rest) = route.split_at(step);
        let (cell, next) = (done.last().map_or(self.at.head(), |&cell| cell), rest[0]);
        let turn = streets.turn(cell);
        if turn != next {
            let tour = rest.iter().position(|&cell| cell == turn)?;
            return Some([done, &rest[tour..]].concat());
        }
        let out = streets.leave(cell)?;
        let clear = self.at.block_clear[streets.block(out) as usize] as usize <= step + 1;
        let tour = std::iter::successors(Some(out), |&cell| Some(streets.turn(cell))).take(4);
        clear.then(|| done.iter().copied().chain(tour).chain(rest.iter().copied()).collect())
    }

    /// Whether the snake stays in order on a route, and finds each cell clear and food only at the end.
    fn allows(&mut self, streets: &Streets, route: &[u32], task: Task<'_>) -> bool {
        self.came.fill(NEW);
        self.again.fill(0);
        #[expect(clippy::cast_possible_truncation, reason = "a snake on few cells")]
        let length = self.at.snake.len() as u32;
        let mut cell = self.at.head();
        if route[0] == task.behind {
            return false;
        }
        for (move_number, &next) in (1..).zip(route) {
            let eats = task.foods.contains(&next);
            let clear = self.at.clear[next as usize]
                .max(std::mem::replace(&mut self.again[next as usize], move_number + length));
            if clear > move_number || eats && move_number as usize != route.len() {
                return false;
            }
            let (block, beyond) = (streets.block(cell), streets.block(next));
            if block != beyond {
                let lies_there = self.at.block_clear[block as usize] >= move_number;
                let came = self.came[block as usize];
                let parent = if lies_there { self.at.parent(block, move_number) } else { came };
                let new = self.came[beyond as usize] == NEW
                    && self.at.block_clear[beyond as usize] <= move_number - u32::from(eats);
                if parent != beyond && !new {
                    return false;
                }
                if self.came[beyond as usize] == NEW {
                    self.came[beyond as usize] = if parent == beyond { NONE } else { block };
                }
            }
            cell = next;
        }
        true
    }
}

/// What the searches add to steps, in turn: nothing at first, then all mixtures of a liking for walls and for the outer side.
fn weights(number: u32) -> Weights {
    let (row, column) = (number as usize / 5 % 5, number as usize % 5);
    let noise = if number < 7 { 0 } else { [2, 4, 8][number as usize % 3] };
    Weights { open: [0, 1, 2, 4, 8][row] * STEP / 4, outside: [0, 4, 8, 16, 32][column] * STEP, noise: noise * STEP }
}

/// Appends a tour of the hole that lies straight ahead of `cell`, if any, with those beyond.
fn tour(streets: &Streets, at: &Position, holes: &mut [bool], route: &mut Vec<u32>, cell: u32) {
    let Some(mut cell) = streets.leave(cell) else {
        return;
    };
    let block = streets.block(cell) as usize;
    if !holes[block] || at.block_clear[block] as usize > route.len() + 1 {
        return;
    }
    holes[block] = false;
    for corner in 0..4 {
        route.push(cell);
        if corner < 3 {
            tour(streets, at, holes, route, cell);
        }
        cell = streets.turn(cell);
    }
}
