//! Going round on a closed way, in either sense.
//!
//! A snake is in order when its cells, from tail to head, come in the order of the way within one round. It has nothing to
//! fear then: the cell ahead is free, or the tail's, which leaves. It stays in order by any move that overtakes neither
//! tail nor, so that it gets there, food.
//!
//! All that is of a snake that grows by a cell a meal. One that grows by more is safe if it leaves out no cell: then what is
//! free lies before it, and as there is always food on some of that, it has eaten the last when all is covered.

use std::sync::Arc;

use parking_lot::Mutex;

use super::board::Search;
use super::bot::{safe_moves, straight_on};
use super::cycle::Cycle;
use super::tail::tail_moves;
use crate::core::{Direction, Error, Result, Rng};
use crate::games::snake::World;

/// The way that was last looked for, so that bots of one kind look for it once.
#[derive(Clone, Debug, Default)]
struct Shelf(Arc<Mutex<Option<Arc<Cycle>>>>);

impl Shelf {
    /// The way over the board of a position.
    fn cycle(&self, world: &World) -> Result<Arc<Cycle>> {
        let mut last = self.0.lock();
        match &*last {
            Some(cycle) if cycle.board().is_of(world) => Ok(Arc::clone(cycle)),
            _ => Ok(Arc::clone(last.insert(Arc::new(Cycle::new(world)?)))),
        }
    }
}

/// The rounds of one bot: a new one on each board.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    shelf: Shelf,
    current: Option<Round>,
}

impl Rounds {
    /// Begins a round.
    pub(super) fn begin(&mut self, world: &World) -> Result<()> {
        self.current = Some(Round::new(self.shelf.cycle(world)?, world)?);
        Ok(())
    }

    /// The next move of the round, which is begun where none is on this board.
    pub(super) fn choose(&mut self, world: &World, cuts: Cuts) -> Result<Direction> {
        let round = match &mut self.current {
            Some(round) if round.is_of(world) => round,
            round => round.insert(Round::new(self.shelf.cycle(world)?, world)?),
        };
        Ok(round.choose(world, cuts))
    }
}

/// A snake on its way round.
#[derive(Clone, Debug)]
struct Round {
    cycle: Arc<Cycle>,
    /// Whether it goes against the order of the cells.
    backwards: bool,
    /// The head and the length that the last answer leads to, from a snake in order.
    in_order: Option<(u32, usize)>,
    search: Search,
    rng: Rng,
}

/// Whether the way may be cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cuts {
    /// Never.
    Never,
    /// While the snake is shorter than half the board.
    WhileShort,
}

impl Round {
    /// A snake about to go round.
    ///
    /// # Errors
    /// [`Error::Validation`] if it grows by more than a cell a meal, and may run into its tail.
    pub(super) fn new(cycle: Arc<Cycle>, world: &World) -> Result<Self> {
        let mut round = Self { cycle, backwards: false, in_order: None, search: Search::default(), rng: Rng::new(0) };
        if world.growth() > 1 || world.pending() > 0 {
            round.check_growth(world)?;
        }
        Ok(round)
    }

    /// Checks that the snake can grow by any number of cells: that it leaves out no cell, before it has gone over all.
    fn check_growth(&mut self, world: &World) -> Result<()> {
        let refuse = |expected| Error::validation("growth", world.growth(), expected);
        if self.cycle.spare().is_some() {
            return Err(refuse("at most 1, on a board without a closed way through all its free cells"));
        }
        let head = self.cycle.board().head(world);
        let lies_along = [false, true].into_iter().any(|backwards| {
            self.backwards = backwards;
            self.reach(world, head).is_some_and(|reach| reach as usize + 1 == world.body().len())
        });
        if lies_along { Ok(()) } else { Err(refuse("at most 1, for a snake that lies across the closed way")) }
    }

    pub(super) fn is_of(&self, world: &World) -> bool {
        self.cycle.board().is_of(world)
    }

    pub(super) fn choose(&mut self, world: &World, cuts: Cuts) -> Direction {
        let head = self.cycle.board().head(world);
        let known = self.in_order.take() == Some((head, world.body().len()));
        for turned in [false, true] {
            self.backwards ^= turned;
            if (known && !turned || self.reach(world, head).is_some())
                && let Some(direction) = self.go_on(world, head, cuts)
            {
                return direction;
            }
        }
        self.get_in_order(world, head)
    }

    /// How far ahead a cell is in the sense in which the snake goes, 1 to a round.
    #[inline]
    fn steps(&self, from: u32, to: u32) -> u32 {
        if self.backwards && self.cycle.place(from) != self.cycle.place(to) {
            self.cycle.steps(to, from)
        } else {
            self.cycle.steps(from, to)
        }
    }

    /// The cell so many places ahead, at most a round.
    fn after(&self, cell: u32, steps: u32) -> u32 {
        self.cycle.after(cell, if self.backwards { self.cycle.round() - steps } else { steps })
    }

    /// How many places behind the head the tail is, if the snake is in order.
    fn reach(&self, world: &World, head: u32) -> Option<u32> {
        self.cycle.board().body(world).skip(1).try_fold(0, |last, cell| {
            let behind = if self.backwards { self.cycle.steps(head, cell) } else { self.cycle.steps(cell, head) };
            (behind > last && behind < self.cycle.round()).then_some(behind)
        })
    }

    /// The next move of a snake in order; `None` if the rules have it otherwise.
    fn go_on(&mut self, world: &World, head: u32, cuts: Cuts) -> Option<Direction> {
        let board = self.cycle.board();
        let length = world.body().len();
        let mut to = self.next(world, head);
        // A snake that grows by more would need what it leaves out.
        let may_cut = world.growth() <= 1 && world.pending() == 0;
        if cuts == Cuts::WhileShort && may_cut && length * 2 < board.open() {
            to = self.cut(world, head).unwrap_or(to);
        }
        let direction = board.direction(head, to)?;
        let grows = board.grows(world, to);
        let goes_on = safe_moves(world).contains(&direction);
        self.in_order = goes_on.then_some((to, length + usize::from(grows)));
        goes_on.then_some(direction)
    }

    /// The next cell on the way: of twins the one with the food, unless the other is the tail, which would stay there.
    fn next(&self, world: &World, head: u32) -> u32 {
        let next = self.after(head, 1);
        let Some(spare) = self.cycle.spare().filter(|&spare| self.cycle.place(spare) == self.cycle.place(next)) else {
            return next;
        };
        let board = self.cycle.board();
        let is_food = |cell| board.has_food(world, cell);
        let is_free = |cell| world.free().contains(cell);
        let fills = world.body().len() + 1 == board.open();
        let twins = [(spare, next), (next, spare)];
        let meal = twins.into_iter().find(|&(cell, twin)| is_food(cell) && (is_free(twin) || fills));
        let rest = twins.into_iter().find(|&(cell, _)| !is_food(cell) && (is_free(cell) || cell == board.tail(world)));
        meal.or(rest).map_or(next, |(cell, _)| cell)
    }

    /// The free cell next to the head that is farthest ahead, but not past food or tail.
    fn cut(&self, world: &World, head: u32) -> Option<u32> {
        let board = self.cycle.board();
        let tail = board.tail(world);
        let tail = if tail == head { self.cycle.round() } else { self.steps(head, tail) };
        let (steps, food) = board.foods(world).map(|food| (self.steps(head, food), food)).min()?;
        let beside = safe_moves(world).into_iter().filter_map(|direction| board.ahead(head, direction));
        let ahead = beside.filter(|&cell| world.free().contains(cell)).map(|cell| (self.steps(head, cell), cell));
        let fair = ahead.filter(|&(there, cell)| there < tail && (there < steps || cell == food));
        fair.max().map(|(_, cell)| cell)
    }

    /// A move of a snake that lies across the way: along it, if it can go on for as long as its body is in the way; else
    /// after its tail, at random, until it can.
    fn get_in_order(&mut self, world: &World, head: u32) -> Direction {
        let moves = safe_moves(world);
        for _ in 0..2 {
            let direction = self.cycle.board().direction(head, self.after(head, 1));
            if let Some(direction) = direction.filter(|direction| moves.contains(direction))
                && self.is_clear(world, head)
            {
                return direction;
            }
            self.backwards = !self.backwards;
        }
        let after = tail_moves(self.cycle.board(), &mut self.search, world);
        let choices = u32::try_from(after.len()).unwrap_or(0);
        match choices {
            0 => moves.first().copied().unwrap_or_else(|| straight_on(world)),
            _ => after[self.rng.below(choices) as usize].1,
        }
    }

    /// Whether the body has left each cell of the way by the time the head comes there.
    fn is_clear(&self, world: &World, head: u32) -> bool {
        let board = self.cycle.board();
        let mut leaves = vec![0_u64; board.area()];
        let length = world.body().len() as u64;
        for (moves, cell) in (1..=length).rev().zip(board.body(world)) {
            leaves[cell as usize] = moves;
        }
        let (mut cell, mut grown) = (head, world.pending());
        (1..=length).all(|moves| {
            cell = self.after(cell, 1);
            let left = leaves[cell as usize] == 0 || leaves[cell as usize] + grown <= moves;
            grown += if board.has_food(world, cell) { u64::from(world.growth()) } else { 0 };
            left
        })
    }
}
