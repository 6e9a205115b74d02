//! The search for a route along the streets.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::position::Position;
use super::streets::{NONE, Streets};

/// What a step costs, before anything is added.
pub(super) const STEP: u32 = 16;

/// What is added to the cost of steps, so that one board gives many routes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    /// For each free block beside one that is entered: dear, a route keeps to walls and to the snake.
    pub(super) open: u32,
    /// For a turn with a free block on the outer side, which the route might cut off.
    pub(super) outside: u32,
    /// Up to so much at random.
    pub(super) noise: u32,
}

/// Where a route should lead, and how it may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// Cells with food; a route ends at the first.
    pub(super) foods: &'a [u32],
    /// The cell to which the first step must not lead, since that would be a reversal.
    pub(super) behind: u32,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
struct Mark {
    cost: u32,
    /// The number of the move that leads here.
    move_number: u32,
    /// The cell before.
    from: u32,
    /// The cell by which the route entered this block, the last time.
    door: u32,
    done: bool,
}

const FRESH: Mark = Mark { cost: u32::MAX, move_number: 0, from: NONE, door: NONE, done: false };

/// A* over cells, in memory that is used again. The way to a cell is the one by which it was first taken up.
#[derive(Clone, Debug)]
pub(super) struct Search {
    marks: Box<[Mark]>,
    /// Blocks in which a cell is done.
    touched: Box<[bool]>,
    /// How many free blocks lie beside each.
    open: Box<[u32]>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    chance: u64,
}

impl Search {
    pub(super) fn new(streets: &Streets) -> Self {
        Self {
            marks: vec![FRESH; streets.cells()].into(),
            touched: vec![false; streets.blocks()].into(),
            open: vec![0; streets.blocks()].into(),
            queue: BinaryHeap::new(),
            chance: 0,
        }
    }

    /// Sets out from a position: what chance gives depends on nothing that was asked before.
    pub(super) fn begin(&mut self, streets: &Streets, at: &Position) {
        self.chance = 1;
        for (block, open) in self.open.iter_mut().enumerate() {
            *open = streets.beside(block).map(|other| u32::from(at.block_clear[other as usize] == 0)).sum();
        }
    }

    /// A cheap route to food, without the head's own cell, by which the snake stays in order.
    pub(super) fn route(
        &mut self,
        streets: &Streets,
        at: &Position,
        task: Task<'_>,
        weights: Weights,
    ) -> Option<Vec<u32>> {
        self.marks.fill(FRESH);
        self.touched.fill(false);
        self.queue.clear();
        let head = at.head();
        self.marks[head as usize] = Mark { cost: 0, door: head, ..FRESH };
        self.queue.push(Reverse((0, head)));
        while let Some(Reverse((_, cell))) = self.queue.pop() {
            if std::mem::replace(&mut self.marks[cell as usize].done, true) {
                continue;
            }
            self.touched[streets.block(cell) as usize] = true;
            if cell != head && task.foods.contains(&cell) {
                return Some(self.way_to(cell, head));
            }
            let turn = streets.turn(cell);
            if self.may_enter(at, task, cell, turn).is_some() {
                let outside = streets.leave(cell).is_some_and(|out| at.block_clear[streets.block(out) as usize] == 0);
                let extra = if outside { weights.outside } else { 0 };
                self.reach(streets, task, cell, turn, self.marks[cell as usize].door, extra, weights.noise);
            }
            if let Some(out) = streets.leave(cell)
                && let Some(by) = self.may_enter(at, task, cell, out)
                && self.may_leave(streets, at, cell, out, by)
            {
                let extra = weights.open * self.open[streets.block(out) as usize];
                self.reach(streets, task, cell, out, out, extra, weights.noise);
            }
        }
        None
    }

    fn way_to(&self, food: u32, head: u32) -> Vec<u32> {
        let before = |&cell: &u32| Some(self.marks[cell as usize].from).filter(|&from| from != head);
        let mut way: Vec<u32> = std::iter::successors(Some(food), before).collect();
        way.reverse();
        way
    }

    /// If `next` will be clear: by which move its block has to be.
    #[inline]
    fn may_enter(&self, at: &Position, task: Task<'_>, cell: u32, next: u32) -> Option<u32> {
        let by = self.marks[cell as usize].move_number + 1;
        let barred = self.marks[next as usize].done || at.clear[next as usize] > by || by == 1 && next == task.behind;
        // Whoever eats keeps his tail for a move more.
        (!barred).then(|| by - u32::from(task.foods.contains(&next)))
    }

    /// Whether a step from `cell` out to another block keeps the snake in order.
    fn may_leave(&self, streets: &Streets, at: &Position, cell: u32, out: u32, by: u32) -> bool {
        let (block, next) = (streets.block(cell), streets.block(out));
        let cleared = at.block_clear[next as usize] <= by;
        if cleared && !self.touched[next as usize] {
            return true;
        }
        // Through which doors the route came, from the last: was it in that block, and whence did it first enter this one?
        let (mut was_there, mut parent, mut here) = (!cleared, NONE, cell);
        loop {
            let door = self.marks[here as usize].door;
            let before = self.marks[door as usize].from;
            was_there |= streets.block(door) == next;
            if before == NONE {
                break;
            }
            if streets.block(door) == block {
                parent = streets.block(before);
            }
            here = before;
        }
        let move_number = self.marks[cell as usize].move_number + 1;
        if at.block_clear[block as usize] >= move_number {
            parent = at.parent(block, move_number);
        }
        !was_there || parent == next
    }

    #[expect(clippy::too_many_arguments, reason = "the innermost of a search")]
    #[inline]
    fn reach(&mut self, streets: &Streets, task: Task<'_>, from: u32, next: u32, door: u32, extra: u32, noise: u32) {
        let before = self.marks[from as usize];
        let cost = before.cost + STEP + extra + self.draw(noise);
        let mark = &mut self.marks[next as usize];
        if cost < mark.cost {
            *mark = Mark { cost, move_number: before.move_number + 1, from, door, done: false };
            let left = task.foods.iter().map(|&food| streets.distance(next, food)).min().unwrap_or(0);
            self.queue.push(Reverse((cost + STEP * left, next)));
        }
    }

    /// Less than `noise`, by a linear congruential generator (Knuth's MMIX): quick, and good enough for a jitter.
    #[inline]
    fn draw(&mut self, noise: u32) -> u32 {
        if noise == 0 {
            return 0;
        }
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.chance >> 33) % u64::from(noise)).unwrap_or(0)
    }
}
