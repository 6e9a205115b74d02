//! A scene as pixels.

use crate::core::Scene;

/// Red, green and blue of each pixel, row by row; a cell is a square of `side` pixels, with a dark line to the right and
/// below if there is room. Returns the bytes, and the height and width in pixels.
#[must_use]
pub fn rgb(scene: &Scene, side: usize) -> (Vec<u8>, [usize; 2]) {
    let (rows, line) = (scene.tiles.len() / scene.width, usize::from(side >= 8));
    let width = scene.width * side;
    let mut pixels = Vec::with_capacity(rows * side * width * 3);
    for row in scene.tiles.chunks_exact(scene.width) {
        let start = pixels.len();
        for &tile in row {
            let color = scene.legend[usize::from(tile)].color;
            (line..side).for_each(|_| pixels.extend_from_slice(&color));
            (0..line).for_each(|_| pixels.extend_from_slice(&[0; 3]));
        }
        (line + 1..side).for_each(|_| pixels.extend_from_within(start..start + width * 3));
        pixels.resize(start + width * 3 * side, 0);
    }
    (pixels, [rows * side, width])
}
