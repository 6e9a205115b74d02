//! A window around the head, turned so that the snake faces up. What lies beyond the board looks like an obstacle; a board
//! that wraps around has nothing beyond it.

use super::planes::{MARKS, mark_hazards, shades, spread, write_order};
use crate::core::{Direction, Edges, Point};
use crate::games::snake::picture::{Lines, OUTSIDE, PIECE, Picture};
use crate::games::snake::rules::Rules;
use crate::games::snake::world::World;

/// A number a cell.
pub(super) fn cells(rules: &Rules, world: &World, picture: &Picture, out: &mut [u8]) {
    let (tiles, head) = (picture.tiles(), world.body().head());
    let Some(frame) = &rules.frame else {
        return cells_around(rules, world, tiles, out);
    };
    let (side, half) = (rules.view as usize, rules.view / 2);
    // Facing up or down, rows of the window are rows of the board; facing left or right, they are columns. Facing down
    // or right, the first row is the last of the board; facing down or left, rows run backwards.
    let (turned, at) = (usize::from(matches!(world.direction(), Direction::Left | Direction::Right)), world.head());
    let lines = frame.copies[turned];
    let line = if turned == 0 { at.y } else { at.x }.cast_unsigned();
    let place = frame.places[head as usize][turned] as usize - half as usize;
    let (stride, reach) = (lines.stride.cast_signed(), lines.stride * half as usize);
    let (first, last) = (place.wrapping_sub(reach), place + reach);
    let (top, bottom) = (line.wrapping_sub(half), line + half);
    match world.direction() {
        Direction::Up => window::<false>(tiles, lines, (top, 1), (first, stride), side, out),
        Direction::Right => window::<false>(tiles, lines, (bottom, -1), (last, -stride), side, out),
        Direction::Down => window::<true>(tiles, lines, (bottom, -1), (last, -stride), side, out),
        Direction::Left => window::<true>(tiles, lines, (top, 1), (first, stride), side, out),
    }
}

/// Copies a window of `side` rows, each from one of the `lines`: the number of the first and the next, and where the first
/// begins and the next; each row from its end to its beginning, if `REVERSED`.
#[inline]
fn window<const REVERSED: bool>(
    tiles: &[u8],
    lines: Lines,
    (mut line, next): (u32, i32),
    (mut place, stride): (usize, isize),
    side: usize,
    out: &mut [u8],
) {
    for row in 0..side {
        let first = if (line as usize) < lines.count { place } else { OUTSIDE };
        let to = &mut out[row * side..];
        let from = |column: usize| if REVERSED { first + side - column - PIECE } else { first + column };
        // Most windows are one piece wide.
        copy_piece::<REVERSED>(tiles, from(0), to);
        for column in (PIECE..side).step_by(PIECE) {
            copy_piece::<REVERSED>(tiles, from(column), &mut to[column..]);
        }
        (line, place) = (line.wrapping_add_signed(next), place.wrapping_add_signed(stride));
    }
}

/// Copies as much of a piece as there is room for. It may write over the next row, which comes after it.
#[inline]
fn copy_piece<const REVERSED: bool>(tiles: &[u8], from: usize, to: &mut [u8]) {
    debug_assert!(from + PIECE <= tiles.len(), "a frame has room for pieces that are longer than rows");
    let Some(mut piece) = tiles.get(from..from + PIECE).and_then(<[u8]>::first_chunk::<PIECE>).copied() else {
        return;
    };
    if REVERSED {
        piece = u128::from_le_bytes(piece).to_be_bytes();
    }
    if let Some(to) = to.first_chunk_mut::<PIECE>() {
        *to = piece;
    } else {
        let left = to.len();
        to.copy_from_slice(&piece[..left]);
    }
}

/// A number a cell of a board that wraps around, one by one.
fn cells_around(rules: &Rules, world: &World, tiles: &[u8], out: &mut [u8]) {
    let (side, window, grid) = (rules.view.cast_signed(), Window::of(world), world.grid());
    for (row, line) in (0..).zip(out.chunks_exact_mut(rules.view as usize)) {
        for (column, place) in (0..).zip(line) {
            let point = grid.normalise(window.point(column - side / 2, side / 2 - row));
            *place = tiles[grid.number(point) as usize];
        }
    }
}

/// Which way a window lies on the board.
struct Window {
    head: Point,
    up: (i32, i32),
    right: (i32, i32),
}

impl Window {
    fn of(world: &World) -> Self {
        let facing = world.direction();
        Self { head: world.head(), up: facing.delta(), right: facing.left().opposite().delta() }
    }

    /// The point so many cells to the right of the head, and ahead of it.
    const fn point(&self, right: i32, ahead: i32) -> Point {
        let Self { head, up, right: side } = *self;
        Point::new(head.x + right * side.0 + ahead * up.0, head.y + right * side.1 + ahead * up.1)
    }

    /// How many cells to the right of the head a point lies, and ahead of it.
    const fn place(&self, point: Point) -> (i32, i32) {
        let (dx, dy) = (point.x - self.head.x, point.y - self.head.y);
        (dx * self.right.0 + dy * self.right.1, dx * self.up.0 + dy * self.up.1)
    }
}

/// As planes.
pub(super) fn planes(rules: &Rules, world: &World, picture: &Picture, out: &mut [u8]) {
    let side = rules.view.cast_signed();
    let area = (rules.view * rules.view) as usize;
    let (marks, rest) = out.split_at_mut(MARKS * area);
    let (order, hazards) = rest.split_at_mut(area);
    // The window is written where the order will be, from where it is spread to the others.
    cells(rules, world, picture, order);
    spread(order, marks);
    mark_hazards(order, hazards);
    let (grid, window) = (world.grid(), Window::of(world));
    let place = |right: i32, ahead: i32| {
        let (column, row) = (side / 2 + right, side / 2 - ahead);
        let seen = (0..side).contains(&column) && (0..side).contains(&row);
        seen.then(|| (row * side + column).unsigned_abs() as usize)
    };
    if grid.edges() == Edges::Walls {
        return write_order(world, order, |cell| {
            let (right, ahead) = window.place(grid.point(cell));
            place(right, ahead)
        });
    }
    // A cell may be seen more than once, as many times as the window goes round the board.
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let (wide, high) = if window.up.0 == 0 { (width, height) } else { (height, width) };
    let places = |offset: i32, around: i32| {
        let first = (offset + side / 2).rem_euclid(around) - side / 2;
        (first..=side / 2).step_by(around.unsigned_abs() as usize)
    };
    order.fill(0);
    for (cell, shade) in shades(world) {
        let (right, ahead) = window.place(grid.point(cell));
        for ahead in places(ahead, high) {
            for place in places(right, wide).filter_map(|right| place(right, ahead)) {
                order[place] = shade;
            }
        }
    }
}
