//! The board as a picture of one pixel a cell.

use crate::games::snake::tiles::LEGEND;

/// Red, green and blue of each cell.
pub(super) fn rgb(tiles: &[u8], out: &mut [u8]) {
    for (pixel, &tile) in out.chunks_exact_mut(3).zip(tiles) {
        pixel.copy_from_slice(&LEGEND[usize::from(tile)].color);
    }
}
