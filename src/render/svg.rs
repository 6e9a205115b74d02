//! A scene as a vector picture.

use std::fmt::Write as _;

use crate::core::Scene;

/// An SVG document: a unit a cell, `side` pixels wide unless the viewer says otherwise, and one path a kind of sprite.
#[must_use]
pub fn svg(scene: &Scene, side: usize) -> String {
    let (width, height) = (scene.width, scene.tiles.len() / scene.width);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         shape-rendering=\"crispEdges\">\n",
        width * side,
        height * side,
    );
    for (tile, sprite) in (0..).zip(scene.legend) {
        let mut path = String::new();
        for (y, row) in scene.tiles.chunks_exact(width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, other| one == other) {
                if run[0] == tile {
                    let written = write!(path, "M{x} {y}h{}v1h-{}z", run.len(), run.len());
                    debug_assert!(written.is_ok(), "memory takes what is written");
                }
                x += run.len();
            }
        }
        if !path.is_empty() {
            let [red, green, blue] = sprite.color;
            let fill = format!("#{red:02x}{green:02x}{blue:02x}");
            let name = sprite.name;
            let written = writeln!(text, "<path fill=\"{fill}\" d=\"{path}\"><title>{name}</title></path>");
            debug_assert!(written.is_ok(), "memory takes what is written");
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::{Scene, svg};
    use crate::core::Sprite;

    #[test]
    fn each_cell_is_drawn_once() {
        const LEGEND: &[Sprite] = &[
            Sprite { name: "free", glyph: b'.', color: [0, 0, 0] },
            Sprite { name: "food", glyph: b'*', color: [255, 1, 16] },
        ];
        let scene = Scene { width: 3, legend: LEGEND, tiles: vec![0, 1, 1, 0, 0, 0] };
        let picture = svg(&scene, 10);
        assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\""));
        assert!(picture.contains("<path fill=\"#000000\" d=\"M0 0h1v1h-1zM0 1h3v1h-3z\"><title>free</title></path>"));
        assert!(picture.contains("<path fill=\"#ff0110\" d=\"M1 0h2v1h-2z\"><title>food</title></path>"));
    }
}
