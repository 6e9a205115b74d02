//! A window around the head, turned so that the snake faces up. What lies beyond the board looks like an obstacle.

use super::planes::{spread, write_order};
use crate::core::Direction;
use crate::games::snake::picture::Picture;
use crate::games::snake::rules::Rules;
use crate::games::snake::world::World;

/// Rows are copied in pieces of so many bytes, which is one instruction each.
const PIECE: usize = 16;

/// A number a cell.
pub(super) fn cells(rules: &Rules, world: &World, picture: &Picture, out: &mut [u8]) {
    let (Some(frame), Some(framed), head) = (&rules.frame, picture.framed(), world.body().head()) else {
        return;
    };
    let side = rules.view as usize;
    let half = side / 2;
    // Facing up or down, rows of the window are rows of the board; facing left or right, they are columns. Facing down
    // or right, the first row is the last of the board; facing down or left, rows run backwards.
    let turned = usize::from(matches!(world.direction(), Direction::Left | Direction::Right));
    let (tiles, stride) = (&framed[turned], frame.strides[turned]);
    let center = frame.places[head as usize][turned] as usize;
    let (top, bottom) = (center - half * stride - half, center + half * stride - half);
    let (down, up) = (stride.cast_signed(), -stride.cast_signed());
    match world.direction() {
        Direction::Up => window::<false>(tiles, top, down, side, out),
        Direction::Right => window::<false>(tiles, bottom, up, side, out),
        Direction::Down => window::<true>(tiles, bottom, up, side, out),
        Direction::Left => window::<true>(tiles, top, down, side, out),
    }
}

/// Copies a window of `side` rows, whose first begins at `first` and each other one `stride` after the one before; each
/// row from its end to its beginning, if `REVERSED`.
#[inline]
fn window<const REVERSED: bool>(tiles: &[u8], mut first: usize, stride: isize, side: usize, out: &mut [u8]) {
    for row in 0..side {
        for column in (0..side).step_by(PIECE) {
            let from = if REVERSED { first + side - column - PIECE } else { first + column };
            let Some(mut piece) = tiles.get(from..).and_then(<[u8]>::first_chunk::<PIECE>).copied() else {
                return;
            };
            if REVERSED {
                piece = u128::from_le_bytes(piece).to_be_bytes();
            }
            // A piece may write over the next row, which comes after it.
            let to = &mut out[row * side + column..];
            if let Some(to) = to.first_chunk_mut::<PIECE>() {
                *to = piece;
            } else {
                let left = to.len();
                to.copy_from_slice(&piece[..left]);
            }
        }
        first = first.wrapping_add_signed(stride);
    }
}

/// Six planes.
pub(super) fn planes(rules: &Rules, world: &World, picture: &Picture, out: &mut [u8]) {
    let side = rules.view.cast_signed();
    let area = (rules.view * rules.view) as usize;
    // The window is written where the last plane will be, from where it is spread to the others.
    let window_at = out.len() - area;
    cells(rules, world, picture, &mut out[window_at..]);
    let (others, window) = out.split_at_mut(window_at);
    spread(window, others);
    let (head, up) = (world.head(), world.direction().delta());
    let right = world.direction().left().opposite().delta();
    write_order(world, window, |cell| {
        let point = world.grid().point(cell);
        let (dx, dy) = (point.x - head.x, point.y - head.y);
        let (column, row) = (side / 2 + dx * right.0 + dy * right.1, side / 2 - dx * up.0 - dy * up.1);
        let seen = (0..side).contains(&column) && (0..side).contains(&row);
        seen.then(|| (row * side + column).unsigned_abs() as usize)
    });
}
