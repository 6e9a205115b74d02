//! The board as a picture: square 1 at the bottom left, the rows in turn to the right and to the left, as on paper.

use super::board::Board;
use crate::core::{Scene, Sprite};

const FREE: u8 = 0;
const LADDER: u8 = 1;
const SNAKE: u8 = 2;
const LAST: u8 = 3;
const OUTSIDE: u8 = 4;
const SEVERAL: u8 = 5;
/// The token of the first seat; those of the next eight follow, then one that stands for all others.
const TOKEN: u8 = 6;
const MOST_TOKENS: u8 = 9;

const fn token(glyph: u8, color: [u8; 3]) -> Sprite {
    Sprite { name: "token", glyph, color }
}

const LEGEND: &[Sprite] = &[
    Sprite { name: "free", glyph: b'.', color: [238, 232, 213] },
    Sprite { name: "ladder", glyph: b'^', color: [133, 193, 85] },
    Sprite { name: "snake", glyph: b'v', color: [214, 110, 96] },
    Sprite { name: "last", glyph: b'!', color: [245, 200, 66] },
    Sprite { name: "outside", glyph: b' ', color: [22, 24, 29] },
    Sprite { name: "several tokens", glyph: b'&', color: [60, 60, 60] },
    token(b'1', [31, 119, 180]),
    token(b'2', [148, 60, 189]),
    token(b'3', [23, 140, 150]),
    token(b'4', [140, 86, 75]),
    token(b'5', [200, 80, 170]),
    token(b'6', [90, 90, 220]),
    token(b'7', [120, 120, 30]),
    token(b'8', [20, 90, 60]),
    token(b'9', [90, 20, 40]),
    token(b'+', [110, 110, 110]),
];

/// A board that is about as wide as high, with the tokens that stand on it; those that have not started are not shown.
pub(super) fn scene(board: &Board, positions: &[u32]) -> Scene {
    let size = board.size();
    let width = (1..=size).find(|width| width * width >= size).unwrap_or(1);
    let height = size.div_ceil(width);
    let mut scene = Scene::new(width as usize, height as usize, LEGEND);
    scene.tiles.fill(OUTSIDE);
    let place = |square: u32| {
        let (row, along) = ((square - 1) / width, (square - 1) % width);
        let column = if row.is_multiple_of(2) { along } else { width - 1 - along };
        ((height - 1 - row) * width + column) as usize
    };
    for square in 1..=size {
        scene.tiles[place(square)] = match board.destination(square) {
            end if end > square => LADDER,
            end if end < square => SNAKE,
            end if end == size => LAST,
            _ => FREE,
        };
    }
    let seats = (TOKEN..TOKEN + MOST_TOKENS).chain(std::iter::repeat(TOKEN + MOST_TOKENS));
    for (&position, tile) in positions.iter().zip(seats).filter(|(position, _)| **position > 0) {
        let place = &mut scene.tiles[place(position)];
        *place = if *place >= SEVERAL { SEVERAL } else { tile };
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::scene;
    use crate::games::ladders::Board;

    #[test]
    fn rows_run_in_turn_to_the_right_and_to_the_left() {
        let board = Board::new(14, &[(2, 7), (12, 4)]).unwrap();
        let look = |positions: &[u32]| {
            let scene = scene(&board, positions);
            let glyphs = scene.tiles.iter().map(|&tile| char::from(scene.legend[usize::from(tile)].glyph));
            glyphs.collect::<Vec<_>>().chunks(scene.width).map(String::from_iter).collect::<Vec<_>>()
        };
        assert_eq!(look(&[0, 0]), ["  !.", "...v", "....", ".^.."]);
    }
}
