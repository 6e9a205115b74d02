//! The turns and reflections of a board that leave a position as it is: what follows from it need be looked at once.

use super::open::Open;
use crate::games::tictactoe::{Board, Shape};

/// Symmetries of a position, each as a map of sets of free cells, a table for each byte of a set.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    maps: Vec<Vec<[u64; 256]>>,
}

impl Symmetries {
    /// Those of a position, the one that changes nothing left out.
    pub(super) fn new(shape: Shape, board: &Board, open: &Open) -> Self {
        let square = shape.rows() == shape.cols();
        let mut maps = Vec::new();
        for turn in 1..if square { 8 } else { 4 } {
            let image = |(row, col): (usize, usize)| {
                let row = if turn & 1 == 0 { row } else { shape.rows() - 1 - row };
                let col = if turn & 2 == 0 { col } else { shape.cols() - 1 - col };
                if turn & 4 == 0 { (row, col) } else { (col, row) }
            };
            let owner = |(row, col)| board.owner(shape.cell(row, col));
            if (0..shape.cells()).map(|cell| shape.place(cell)).all(|place| owner(place) == owner(image(place))) {
                let number = |place| open.cells().iter().position(|&cell| cell == place).unwrap_or(0);
                let images: Vec<usize> = open.cells().iter().map(|&place| number(image(place))).collect();
                maps.push(images.chunks(8).map(table).collect());
            }
        }
        Self { maps }
    }

    /// Of all positions that are the same but for a symmetry, one.
    #[inline]
    pub(super) fn canonical(&self, marks: [u64; 2]) -> [u64; 2] {
        self.maps.iter().map(|map| marks.map(|set| apply(map, set))).fold(marks, Ord::min)
    }
}

/// Where each set of eight cells goes, from where each cell goes.
fn table(images: &[usize]) -> [u64; 256] {
    std::array::from_fn(|set| {
        images.iter().enumerate().filter(|(cell, _)| set >> cell & 1 == 1).fold(0, |to, (_, image)| to | 1 << image)
    })
}

#[inline]
fn apply(map: &[[u64; 256]], set: u64) -> u64 {
    map.iter().zip(set.to_le_bytes()).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
}
