//! What a position is worth.

use super::position::Position;
use super::streets::{NONE, Streets};

/// How much the parts of a position's cost count. Found by trying, on boards of 6x6 to 30x30.
const NEAR: f64 = 0.5;
const SPREAD: f64 = 0.5;
const WAIT: f64 = 1.0;
const HOLE: f64 = 3.0;
const EDGE: f64 = 0.3;
/// On boards with longer sides all of it counts for more, in proportion: a snake that long keeps its shape for more meals.
const SIDE: f64 = 20.0;

/// Measures positions, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// Whether the head can reach each free cell while the snake's body lies still. Those it cannot are holes.
    open: Box<[bool]>,
    /// By which move the head can be on each cell.
    arrival: Box<[u32]>,
    done: Box<[bool]>,
    stack: Vec<u32>,
    now: Vec<u32>,
    soon: Vec<u32>,
    /// Lists of ways into cells that must be waited for, by the move by which the cell is clear.
    waiting: Box<[u32]>,
    /// The next way of such a list.
    then: Box<[u32]>,
    scale: f64,
}

/// Sums over the free cells.
#[derive(Default)]
struct Sums {
    cells: u32,
    holes: u32,
    moves: f64,
    squares: f64,
    waits: f64,
}

impl Value {
    pub(super) fn new(streets: &Streets) -> Self {
        let cells = streets.cells();
        #[expect(clippy::cast_precision_loss, reason = "a number of cells")]
        let scale = ((cells as f64).sqrt() / SIDE).max(1.0);
        Self {
            scale,
            open: vec![false; cells].into(),
            arrival: vec![0; cells].into(),
            done: vec![false; cells].into(),
            stack: Vec::new(),
            now: Vec::new(),
            soon: Vec::new(),
            waiting: vec![NONE; cells + 1].into(),
            then: vec![NONE; 2 * cells].into(),
        }
    }

    /// What the moves to the food after this one will be like, the fewer the better: how far the free cells lie, on the
    /// average and at large; how long holes must be waited for; and how ragged the free blocks are.
    pub(super) fn cost(&mut self, streets: &Streets, at: &Position) -> f64 {
        let free = at.free();
        if free == 0 {
            return 0.0;
        }
        self.find_open(streets, at);
        let sums = self.arrivals(streets, at);
        #[expect(clippy::cast_precision_loss, reason = "numbers of cells")]
        let (free, missed) = (free as f64, (free - sums.cells as usize) as f64 * streets.cells() as f64);
        let near = NEAR * (sums.moves + missed) / free;
        let spread = SPREAD * (sums.squares / free).sqrt();
        let wait = WAIT * (sums.waits + HOLE * f64::from(sums.holes) + missed) / free;
        self.scale * (near + spread + wait + EDGE * f64::from(edges(streets, at)))
    }

    /// Finds which cells are holes.
    pub(super) fn find_open(&mut self, streets: &Streets, at: &Position) {
        self.open.fill(false);
        self.stack.clear();
        self.stack.push(at.head());
        self.open[at.head() as usize] = true;
        while let Some(cell) = self.stack.pop() {
            let mut reach = |next: u32| {
                if at.clear[next as usize] == 0 && !std::mem::replace(&mut self.open[next as usize], true) {
                    self.stack.push(next);
                }
            };
            reach(streets.turn(cell));
            if let Some(out) = streets.leave(cell)
                && (at.block_clear[streets.block(out) as usize] == 0 || leads_home(streets, at, cell, out))
            {
                reach(out);
            }
        }
    }

    /// Whether a free cell is a hole, as last found.
    pub(super) fn is_hole(&self, cell: u32) -> bool {
        !self.open[cell as usize]
    }

    /// The moves to all free cells. That is a guess from below: it takes for granted that the head can pass its time
    /// anywhere until a cell ahead is clear, and that it never bars its own way.
    fn arrivals(&mut self, streets: &Streets, at: &Position) -> Sums {
        self.arrival.fill(u32::MAX);
        self.done.fill(false);
        self.soon.clear();
        self.now.clear();
        self.now.push(at.head());
        let (mut sums, mut waiting, mut moves) = (Sums::default(), 0_usize, 0_u32);
        loop {
            while let Some(cell) = self.now.pop() {
                if std::mem::replace(&mut self.done[cell as usize], true) {
                    continue;
                }
                if at.clear[cell as usize] == 0 {
                    let moves = f64::from(moves);
                    sums.cells += 1;
                    sums.moves += moves;
                    sums.squares += moves * moves;
                    if self.is_hole(cell) {
                        sums.holes += 1;
                        sums.waits += moves;
                    }
                }
                let turn = streets.turn(cell);
                waiting += self.arrive(2 * turn, moves, at.clear[turn as usize]);
                if let Some(out) = streets.leave(cell) {
                    let home = leads_home(streets, at, cell, out);
                    let clear = if home { 0 } else { at.block_clear[streets.block(out) as usize] };
                    waiting += self.arrive(2 * out + 1, moves, clear.max(at.clear[out as usize]));
                }
            }
            if self.soon.is_empty() && waiting == 0 {
                return sums;
            }
            moves += 1;
            std::mem::swap(&mut self.now, &mut self.soon);
            let mut way = self.waiting.get_mut(moves as usize).map_or(NONE, |list| std::mem::replace(list, NONE));
            while way != NONE {
                self.now.push(way / 2);
                waiting -= 1;
                way = self.then[way as usize];
            }
        }
    }

    /// Notes a way into cell `way / 2`; each cell has two. Whether it must wait.
    #[inline]
    fn arrive(&mut self, way: u32, moves: u32, clear: u32) -> usize {
        let cell = way / 2;
        let arrival = clear.max(moves + 1);
        if self.done[cell as usize] || arrival >= self.arrival[cell as usize] {
            return 0;
        }
        self.arrival[cell as usize] = arrival;
        if arrival == moves + 1 {
            self.soon.push(cell);
            return 0;
        }
        self.then[way as usize] = std::mem::replace(&mut self.waiting[arrival as usize], way);
        1
    }
}

/// Whether a step out of the block leads back into its parent.
#[inline]
fn leads_home(streets: &Streets, at: &Position, cell: u32, out: u32) -> bool {
    let block = streets.block(cell);
    at.block_clear[block as usize] > 0 && at.parent(block, 0) == streets.block(out)
}

/// How many sides of free blocks lie against walls, or blocks that are not free.
fn edges(streets: &Streets, at: &Position) -> u32 {
    let is_free = |block: usize| at.block_clear[block] == 0;
    let side = |block: usize| 4 - streets.beside(block).map(|other| u32::from(is_free(other as usize))).sum::<u32>();
    (0..streets.blocks()).filter(|&block| is_free(block)).map(side).sum()
}
