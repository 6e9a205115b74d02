//! What can stand on a cell: the numbers that scenes and observations use, and how they look.

use crate::core::Sprite;

/// Nothing.
pub const FREE: u8 = 0;
/// A cell that is blocked, or lies outside the grid.
pub const OBSTACLE: u8 = 1;
/// Food.
pub const FOOD: u8 = 2;
/// The snake, between head and tail.
pub const BODY: u8 = 3;
/// The snake's last cell, if it has more than one.
pub const TAIL: u8 = 4;
/// The snake's first cell.
pub const HEAD: u8 = 5;

/// Something deadly for a time: an obstacle that moves, or a closed ring of the border.
pub const HAZARD: u8 = 6;

/// The sprites, by these numbers.
pub const LEGEND: &[Sprite] = &[
    Sprite { name: "free", glyph: b'.', color: [22, 24, 29] },
    Sprite { name: "obstacle", glyph: b'#', color: [110, 116, 128] },
    Sprite { name: "food", glyph: b'*', color: [232, 70, 70] },
    Sprite { name: "body", glyph: b'o', color: [46, 160, 67] },
    Sprite { name: "tail", glyph: b'o', color: [34, 120, 52] },
    Sprite { name: "head", glyph: b'O', color: [150, 230, 110] },
    Sprite { name: "hazard", glyph: b'X', color: [240, 150, 40] },
];
