//! Tiles as planes, for networks that want one kind of thing a channel: six, and one more where there are hazards.

use crate::games::snake::tiles::{BODY, FOOD, HAZARD, HEAD, OBSTACLE, TAIL};
use crate::games::snake::world::World;

/// How many planes of marks there are: snake, head, tail, food, obstacles. The order of the snake's cells comes next.
pub(super) const MARKS: usize = 5;

/// The board in planes.
pub(super) fn planes(world: &World, tiles: &[u8], out: &mut [u8]) {
    let (marks, rest) = out.split_at_mut(MARKS * tiles.len());
    let (order, hazards) = rest.split_at_mut(tiles.len());
    spread(tiles, marks);
    mark_hazards(tiles, hazards);
    write_order(world, order, |cell| Some(cell as usize));
}

/// Writes the last plane, if there is one: 255 where a hazard is.
pub(super) fn mark_hazards(tiles: &[u8], out: &mut [u8]) {
    mark(tiles, out, |tile| tile == HAZARD);
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

/// Writes 255 where a tile passes the test, else 0: as many at once as one instruction can, the last ones perhaps twice.
#[inline]
fn mark(tiles: &[u8], out: &mut [u8], test: impl Fn(u8) -> bool) {
    const MANY: usize = 16;
    let value = |tile: u8| if test(tile) { 255 } else { 0 };
    let (whole, _) = tiles.as_chunks::<MANY>();
    let (places, _) = out.as_chunks_mut::<MANY>();
    places.iter_mut().zip(whole).for_each(|(places, tiles)| *places = tiles.map(value));
    if let (Some(tiles), Some(places)) = (tiles.last_chunk::<MANY>(), out.last_chunk_mut::<MANY>()) {
        *places = tiles.map(value);
    } else {
        out.iter_mut().zip(tiles).for_each(|(place, &tile)| *place = value(tile));
    }
}

/// Writes the sixth plane: from 255 at the head to 1 at the tail, in even steps. `place` tells where a cell is, if it is
/// seen at all.
pub(super) fn write_order(world: &World, out: &mut [u8], place: impl Fn(u32) -> Option<usize>) {
    out.fill(0);
    for (cell, shade) in shades(world) {
        if let Some(place) = place(cell) {
            out[place] = shade;
        }
    }
}

/// The snake's cells, from 255 at the head to 1 at the tail.
pub(super) fn shades(world: &World) -> impl Iterator<Item = (u32, u8)> + '_ {
    // What it falls by each cell, in units of 2^-32; rounded up, so that the tail gets 1 and not 2.
    let step = (254_u64 << 32).div_ceil((world.body().len() as u64 - 1).max(1));
    world.cells().enumerate().map(move |(behind, cell)| {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 254 for cells of the snake")]
        let fallen = ((behind as u64 * step) >> 32) as u8;
        (cell, 255 - fallen)
    })
}
