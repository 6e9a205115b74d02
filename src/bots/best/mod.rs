//! The strongest player we know of: routes along one-way streets.
//!
//! **Never dies, always fills.** The board is cut into blocks of 2x2 cells, with one-way streets between them
//! ([`streets`]). A snake that keeps to the streets, and enters a block on which it lies only to go back where it came from,
//! lies on a tree of blocks; walking around that tree it finds every next cell free, or the tail's, which leaves in the
//! same move ([`position`]). So there is always a next move. When it eats the tail stays for a move more; a block that the
//! tail would have left in that very move counts as taken then. Nor can it stall: the walk around the tree passes by every
//! free block beside it, and may enter it then. That is the idea of T. van Laarhoven's cell tree, "Winning Snake: the
//! optimal strategies", whose best player lets the tail's cell kill and so may use a little less of the board.
//!
//! **Plans whole routes.** For each piece of food many routes are searched for, at moves in time: a cell is free as soon as
//! the tail has left it ([`search`]). A route costs its steps and what the position at its end is worth ([`value`]): how
//! far all free cells will lie then, how long those must be waited for that it cuts off, and how ragged a room is left.
//! Tours of what would be cut off are added, and the best few routes polished: a tour more, a tour less ([`planner`]).
//!
//! Where the board wraps around its plans keep off the edges, as if there were walls.
//!
//! Boards with an odd side or obstacles have no such blocks, and those of more than 65,536 cells would take too long; there,
//! from positions that are not in order, and where a meal makes the snake grow by more than a cell, it plays as [`Shortcut`].

mod planner;
mod position;
mod search;
mod streets;
mod value;

use planner::Planner;
use position::in_order;
use search::Task;
use streets::{NONE, Sense, Streets};

use super::board::Board;
use super::bot::Bot;
use super::shortcut::Shortcut;
use crate::core::{Direction, Result};
use crate::games::snake::{Plan, World};

/// Boards of more cells are left to [`Shortcut`].
const MOST_CELLS: usize = 1 << 16;

/// Fills every board that has two even sides and no obstacles, in fewer steps than any other; others as [`Shortcut`] does.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// For all else.
    shortcut: Shortcut,
    town: Option<Town>,
    walk: Walk,
}

/// A board with its streets.
#[derive(Clone, Debug)]
struct Town {
    board: Board,
    /// The streets in both senses, and who plans on them; `None` if there are no blocks.
    streets: Option<([Streets; 2], Box<Planner>)>,
}

impl Town {
    /// The board of a position.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if there are hazards.
    fn new(world: &World) -> Result<Self> {
        let board = Board::new(world);
        board.check_no_hazards()?;
        let (width, height) = board.sides();
        let even = width.is_multiple_of(2) && height.is_multiple_of(2);
        let streets = (even && board.open() == board.area() && board.area() <= MOST_CELLS).then(|| {
            let both = [Sense::Left, Sense::Right].map(|sense| Streets::new(&board.walled(), sense));
            let planner = Box::new(Planner::new(&both[0]));
            (both, planner)
        });
        Ok(Self { board, streets })
    }

    /// Whether there are streets, and the proof holds: it is of a snake that grows by a cell a meal.
    fn has_way(&self, world: &World) -> bool {
        self.streets.is_some() && world.growth() <= 1 && world.pending() == 0
    }
}

/// What is planned.
#[derive(Clone, Debug, Default)]
struct Walk {
    /// The snake from tail to head as it was, and the cells to come.
    cells: Vec<u32>,
    /// How long the snake is.
    length: usize,
    /// Where the food is.
    foods: Vec<u32>,
    /// How many steps are done.
    done: usize,
}

impl Walk {
    /// The next cell, if the position is the one to which the last answer leads.
    fn next(&self, board: &Board, world: &World) -> Option<u32> {
        let next = *self.cells.get(self.done + self.length)?;
        let is_there = self.length == world.body().len()
            && self.cells[self.done] == board.tail(world)
            && self.cells[self.done + self.length - 1] == board.head(world)
            && self.foods.iter().copied().eq(board.foods(world));
        is_there.then_some(next)
    }
}

impl Bot for Best {
    fn name(&self) -> &'static str {
        "best"
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        let known = self.town.as_ref().is_some_and(|town| town.board.is_of(world));
        let town = if known { None } else { Some(Town::new(world)?) };
        if town.as_ref().or(self.town.as_ref()).is_some_and(|town| !town.has_way(world)) {
            self.shortcut.begin(world)?;
        }
        self.town = town.or(self.town.take());
        self.walk = Walk::default();
        Ok(())
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let town = match &mut self.town {
            Some(town) if town.board.is_of(world) => town,
            town => town.insert(Town::new(world)?),
        };
        let holds = town.has_way(world);
        let Some((streets, planner)) = town.streets.as_mut().filter(|_| holds) else {
            return self.shortcut.choose(world);
        };
        let board = &town.board;
        let head = board.head(world);
        // What the rules say of a move to a cell, if it is one that can be made.
        let safe = |next| {
            let direction = board.direction(head, next)?;
            let fatal = matches!(world.plan(direction), Plan::Crash(_)) || direction.reverses(world.direction());
            (!fatal).then_some(direction)
        };
        if let Some(direction) = self.walk.next(board, world).and_then(safe) {
            self.walk.done += 1;
            return Ok(direction);
        }
        let foods: Vec<u32> = board.foods(world).collect();
        let mut snake: Vec<u32> = board.body(world).collect();
        snake.reverse();
        let behind = board.ahead(head, world.direction().opposite()).unwrap_or(NONE);
        let task = Task { foods: &foods, behind };
        let mut step_around = None;
        let mut best: Option<planner::Route> = None;
        for streets in streets.iter().filter(|streets| in_order(streets, &snake)) {
            let route = planner.plan(streets, &snake, task);
            step_around = step_around.or_else(|| safe(planner.around(streets)));
            if let Some(route) = route
                && best.as_ref().is_none_or(|best| route.cost < best.cost)
            {
                best = Some(route);
            }
        }
        if let Some(route) = best
            && let Some(direction) = safe(route.cells[0])
        {
            let length = snake.len();
            snake.extend(route.cells);
            self.walk = Walk { cells: snake, length, foods, done: 1 };
            return Ok(direction);
        }
        match step_around {
            Some(direction) => Ok(direction),
            None => self.shortcut.choose(world),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Best, Bot as _, Sense, Streets, in_order};
    use crate::bots::{Board, standard};
    use crate::core::{Game as _, Rng, Status};
    use crate::games::snake::Episode;

    #[test]
    fn the_snake_is_in_order_after_every_move() {
        for (width, height, games) in [(4, 4, 200), (6, 4, 60), (6, 6, 20)] {
            let rules = Episode::rules(&standard(width, height)).unwrap();
            for seed in 0..games {
                let (mut rng, mut bot) = (Rng::new(seed), Best::default());
                let mut game = Episode::new(&rules, &mut rng);
                bot.begin(game.world()).unwrap();
                let board = Board::new(game.world());
                let both = [Sense::Left, Sense::Right].map(|sense| Streets::new(&board, sense));
                let mut status = Status::Ongoing;
                while status == Status::Ongoing {
                    let direction = bot.choose(game.world()).unwrap();
                    status = game.step(&[direction as u32], &mut rng, &mut [0.0]).unwrap();
                    let mut snake: Vec<u32> = board.body(game.world()).collect();
                    snake.reverse();
                    assert!(both.iter().any(|streets| in_order(streets, &snake)), "game {seed}: {snake:?}");
                }
                assert!(game.world().free().is_empty(), "game {seed}");
            }
        }
    }
}
