//! What stands on each cell of one episode's board, kept up to date by the few cells that a step changes.
//!
//! For a player who sees a window around the head there are two more copies, one of them turned by a quarter. Both have a
//! margin of obstacles as wide as the window reaches, so that a window never has to be cut to the board, and each of its
//! rows lies in one piece whichever way the snake faces.

use super::rules::Rules;
use super::tiles::OBSTACLE;

/// Bytes before and behind a framed copy, so that its rows can be read in pieces that are longer than they.
const SLACK: usize = 16;

/// The tiles of an episode.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// Row by row.
    tiles: Box<[u8]>,
    /// With a margin: row by row, and column by column.
    framed: Option<[Box<[u8]>; 2]>,
}

/// How the framed copies lie in memory; the same for all episodes of one kind.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// From one row to the next, in the copy by rows and in that by columns.
    pub(super) strides: [usize; 2],
    /// The place of each cell, in the copy by rows and in that by columns.
    pub(super) places: Box<[[u32; 2]]>,
    /// The copies without snake and food.
    blank: [Box<[u8]>; 2],
}

impl Frame {
    /// A frame for windows that reach `margin` cells in each direction, around a board of these tiles.
    pub(super) fn new(tiles: &[u8], width: usize, margin: usize) -> Self {
        let height = tiles.len() / width;
        let strides = [width + 2 * margin, height + 2 * margin];
        let size = SLACK + strides[0] * strides[1] + SLACK;
        let mut blank = [vec![OBSTACLE; size].into_boxed_slice(), vec![OBSTACLE; size].into_boxed_slice()];
        let place = |cell: usize| {
            let (x, y) = (cell % width + margin, cell / width + margin);
            [SLACK + y * strides[0] + x, SLACK + x * strides[1] + y]
        };
        let mut places = Vec::with_capacity(tiles.len());
        for (cell, &tile) in tiles.iter().enumerate() {
            let [by_row, by_column] = place(cell);
            (blank[0][by_row], blank[1][by_column]) = (tile, tile);
            places.push([by_row, by_column].map(|place| u32::try_from(place).unwrap_or(u32::MAX)));
        }
        Self { strides, places: places.into_boxed_slice(), blank }
    }
}

impl Picture {
    /// The board without snake and food.
    pub(super) fn blank(rules: &Rules) -> Self {
        Self { tiles: rules.blank.clone(), framed: rules.frame.as_ref().map(|frame| frame.blank.clone()) }
    }

    /// Becomes the board without snake and food again.
    pub(super) fn clear(&mut self, rules: &Rules) {
        self.tiles.copy_from_slice(&rules.blank);
        if let (Some(framed), Some(frame)) = (&mut self.framed, &rules.frame) {
            framed[0].copy_from_slice(&frame.blank[0]);
            framed[1].copy_from_slice(&frame.blank[1]);
        }
    }

    /// Puts something on each of these cells, in their order.
    #[inline]
    pub(super) fn paint<const N: usize>(&mut self, rules: &Rules, changes: [(u32, u8); N]) {
        let tiles = &mut self.tiles[..];
        for (cell, tile) in changes {
            tiles[cell as usize] = tile;
        }
        if let (Some([by_rows, by_columns]), Some(frame)) = (&mut self.framed, &rules.frame) {
            for (cell, tile) in changes {
                let [by_row, by_column] = frame.places[cell as usize];
                by_rows[by_row as usize] = tile;
                by_columns[by_column as usize] = tile;
            }
        }
    }

    /// Row by row.
    #[inline]
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// With a margin: row by row, and column by column.
    #[inline]
    pub(super) const fn framed(&self) -> Option<&[Box<[u8]>; 2]> {
        self.framed.as_ref()
    }
}
