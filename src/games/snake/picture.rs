//! What stands on each cell of one episode's board, kept up to date by the few cells that a step changes.
//!
//! For a player who sees a window around the head there are two copies of the board, one of them turned by a quarter, so
//! that each row of a window lies in one piece whichever way the snake faces. Between the lines of a copy are as many
//! obstacles as a window reaches beyond the board, and a line of obstacles stands for those above and below it: a window
//! never has to be cut.

use super::rules::Rules;
use super::tiles::OBSTACLE;

/// Windows are copied in pieces of so many bytes, which is one instruction each. Whatever lies beside the row that is
/// wanted is copied with it, so copies have a piece more than they need on both sides.
pub(super) const PIECE: usize = 16;

/// Where a row of obstacles begins in the tiles of a framed picture, for what lies above and below the board.
pub(super) const OUTSIDE: usize = PIECE;

/// The tiles of an episode: row by row, or the two copies of a [`Frame`], one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Picture(Box<[u8]>);

/// How the copies of a board lie in memory; the same for all episodes of one kind.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The copy by rows, and that by columns.
    pub(super) copies: [Lines; 2],
    /// The place of each cell in them.
    pub(super) places: Box<[[u32; 2]]>,
    /// Both copies without snake and food.
    blank: Box<[u8]>,
}

/// Where the lines of a copy are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// From one line to the next.
    pub(super) stride: usize,
    /// How many there are.
    pub(super) count: usize,
}

impl Frame {
    /// A frame for windows of `side` cells, around a board of these tiles.
    pub(super) fn new(tiles: &[u8], width: usize, side: usize) -> Self {
        let (height, margin) = (tiles.len() / width, side / 2);
        let copies = [(height, width), (width, height)].map(|(count, length)| Lines { stride: length + margin, count });
        let by_rows = OUTSIDE + side.next_multiple_of(PIECE);
        let by_columns = by_rows + height * copies[0].stride + PIECE;
        let place = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            [by_rows + y * copies[0].stride + x, by_columns + x * copies[1].stride + y]
        };
        let mut blank = vec![OBSTACLE; by_columns + width * copies[1].stride + PIECE].into_boxed_slice();
        let mut places = Vec::with_capacity(tiles.len());
        for (cell, &tile) in tiles.iter().enumerate() {
            let both = place(cell);
            (blank[both[0]], blank[both[1]]) = (tile, tile);
            places.push(both.map(|place| u32::try_from(place).unwrap_or(u32::MAX)));
        }
        Self { copies, places: places.into_boxed_slice(), blank }
    }
}

impl Picture {
    /// The board without snake and food.
    pub(super) fn blank(rules: &Rules) -> Self {
        Self(rules.frame.as_ref().map_or_else(|| rules.blank.clone(), |frame| frame.blank.clone()))
    }

    /// Becomes the board without snake and food again.
    pub(super) fn clear(&mut self, rules: &Rules) {
        self.0.copy_from_slice(rules.frame.as_ref().map_or(&rules.blank, |frame| &frame.blank));
    }

    /// Puts something on each of these cells, in their order.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "else the changes go through memory")]
    pub(super) fn paint<const N: usize>(&mut self, rules: &Rules, changes: [(u32, u8); N]) {
        let tiles = &mut self.0[..];
        if let Some(frame) = &rules.frame {
            for (cell, tile) in changes {
                let [by_rows, by_columns] = frame.places[cell as usize];
                tiles[by_rows as usize] = tile;
                tiles[by_columns as usize] = tile;
            }
        } else {
            for (cell, tile) in changes {
                tiles[cell as usize] = tile;
            }
        }
    }

    /// Row by row; or, where the rules have a frame, as that says.
    #[inline]
    pub(super) fn tiles(&self) -> &[u8] {
        &self.0
    }
}
