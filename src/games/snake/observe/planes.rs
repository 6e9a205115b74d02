//! Tiles as six planes, for networks that want one kind of thing a channel.

use crate::games::snake::tiles::{BODY, FOOD, HEAD, OBSTACLE, TAIL};
use crate::games::snake::world::World;

/// How many planes there are: snake, head, tail, food, obstacles, and the order of the snake's cells.
pub(super) const PLANES: usize = 6;

/// The board in planes.
pub(super) fn planes(world: &World, tiles: &[u8], out: &mut [u8]) {
    let (planes, order) = out.split_at_mut((PLANES - 1) * tiles.len());
    spread(tiles, planes);
    write_order(world, order, |cell| Some(cell as usize));
}

/// Writes the first five planes: 255 where there is snake (all of it), head, tail, food, obstacle.
pub(super) fn spread(tiles: &[u8], out: &mut [u8]) {
    let mut planes = out.chunks_exact_mut(tiles.len());
    let mut next = || planes.next().unwrap_or_default();
    mark(tiles, next(), |tile| matches!(tile, BODY | TAIL | HEAD));
    mark(tiles, next(), |tile| tile == HEAD);
    mark(tiles, next(), |tile| tile == TAIL);
    mark(tiles, next(), |tile| tile == FOOD);
    mark(tiles, next(), |tile| tile == OBSTACLE);
}

/// Writes 255 where a tile passes the test, else 0; without a branch, so that it is done on many at once.
#[inline]
fn mark(tiles: &[u8], out: &mut [u8], test: impl Fn(u8) -> bool) {
    for (place, &tile) in out.iter_mut().zip(tiles) {
        *place = u8::from(test(tile)).wrapping_neg();
    }
}

/// Writes the last plane: from 255 at the head to 1 at the tail, in even steps. `place` tells where a cell is, if it is
/// seen at all.
pub(super) fn write_order(world: &World, out: &mut [u8], place: impl Fn(u32) -> Option<usize>) {
    out.fill(0);
    // What it falls by each cell, in units of 2^-32; rounded up, so that the tail gets 1 and not 2.
    let step = (254_u64 << 32).div_ceil((world.body().len() as u64 - 1).max(1));
    for (behind, cell) in world.cells().enumerate() {
        if let Some(place) = place(cell) {
            #[expect(clippy::cast_possible_truncation, reason = "0 to 254 for cells of the snake")]
            let fallen = ((behind as u64 * step) >> 32) as u8;
            out[place] = 255 - fallen;
        }
    }
}
