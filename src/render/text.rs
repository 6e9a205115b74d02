//! A scene as lines of text, one character a cell.

use crate::core::Scene;

/// The rows from top to bottom, parted by `\n`, without one at the end.
#[must_use]
pub fn text(scene: &Scene) -> String {
    let glyph = |&tile: &u8| char::from(scene.legend[usize::from(tile)].glyph);
    let rows = scene.tiles.chunks_exact(scene.width);
    let mut text = String::with_capacity((scene.width + 1) * rows.len());
    for (number, row) in rows.enumerate() {
        if number > 0 {
            text.push('\n');
        }
        text.extend(row.iter().map(glyph));
    }
    text
}
