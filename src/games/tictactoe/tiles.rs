//! What can stand on a cell, and how it looks.

use super::board::Player;
use crate::core::Sprite;

/// The sprites: a free cell, and the players' marks by their numbers.
pub(super) const LEGEND: &[Sprite] = &[
    Sprite { name: "free", glyph: b'.', color: [22, 24, 29] },
    Sprite { name: "player 1", glyph: b'X', color: [88, 166, 255] },
    Sprite { name: "player 2", glyph: b'O', color: [240, 160, 80] },
];

/// The tile of a cell that somebody or nobody has marked.
pub(super) const fn tile(owner: Option<Player>) -> u8 {
    match owner {
        None => 0,
        Some(player) => player.number(),
    }
}
