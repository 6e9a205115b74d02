//! Following the tail: who can always reach it is never locked in.

use smallvec::SmallVec;

use super::board::{Board, Search};
use super::bot::safe_moves;
use crate::core::Direction;
use crate::games::snake::World;

/// The moves after which the head can still reach the tail, and how many steps away it is then.
pub(super) fn tail_moves(board: &Board, search: &mut Search, world: &World) -> SmallVec<[(u32, Direction); 4]> {
    let (head, tail) = (board.head(world), board.tail(world));
    // Where the tail is after a move without food.
    let follows = world.body().len().checked_sub(2).and_then(|last| board.body(world).nth(last));
    let mut moves = SmallVec::new();
    for direction in safe_moves(world) {
        let Some(to) = board.ahead(head, direction) else { continue };
        let stays = board.grows(world, to);
        let goal = if stays { tail } else { follows.unwrap_or(to) };
        let free = |cell| (world.free().contains(cell) || (cell == tail && !stays)) && cell != to;
        search.measure(board, [to], |cell| cell == goal || free(cell));
        moves.extend(search.steps(goal).map(|steps| (steps, direction)));
    }
    moves
}
