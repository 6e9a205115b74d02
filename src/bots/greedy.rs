//! A bot that runs for the food.

use super::board::Board;
use super::bot::{Bot, safe_moves, straight_on};
use crate::core::{Direction, Result};
use crate::games::snake::World;

/// The move, of those that are not fatal at once, that leads nearest to the food, as the crow flies. A baseline.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    board: Option<Board>,
}

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        self.board = Some(Board::new(world));
        Ok(())
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let board = match &mut self.board {
            Some(board) if board.is_of(world) => board,
            board => board.insert(Board::new(world)),
        };
        let head = board.head(world);
        let far = |direction| {
            let to = board.ahead(head, direction)?;
            board.foods(world).map(|food| board.distance(to, food)).min()
        };
        let nearest = safe_moves(world).into_iter().min_by_key(|&direction| far(direction).unwrap_or(u32::MAX));
        Ok(nearest.unwrap_or_else(|| straight_on(world)))
    }
}
