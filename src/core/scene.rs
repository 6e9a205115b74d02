//! A picture before it is drawn: which sprite stands on which cell.
//!
//! A game says what there is to see; how it looks as text or in pixels is the business of `render`. So there is one
//! drawing routine a format, not one a game.

/// What can stand on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// What it is, in a word.
    pub name: &'static str,
    /// How it looks as text: one printable ASCII character.
    pub glyph: u8,
    /// How it looks in colour: red, green, blue.
    pub color: [u8; 3],
}

/// A rectangle of sprites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Cells in a row.
    pub width: usize,
    /// The sprites there are; a tile is an index into this list.
    pub legend: &'static [Sprite],
    /// One tile a cell, row by row: `width * height` of them.
    pub tiles: Vec<u8>,
}

impl Scene {
    /// A scene of `width` x `height` cells that all show the first sprite of the legend.
    #[must_use]
    pub fn new(width: usize, height: usize, legend: &'static [Sprite]) -> Self {
        Self { width, legend, tiles: vec![0; width * height] }
    }
}
