//! The board as it lies when a snake has been turned: where its walls are then, and which cells are blocked.
//!
//! A square board looks the same from all eight sides, so all turns lead to one frame; an oblong one has two frames, one
//! with obstacles eight. Where no wall and no obstacle can be reached, all places along an axis are one.

#![allow(clippy::cast_possible_truncation, reason = "what is an index has been found to be one")]

use super::problem::{Offset, Problem};
use super::symmetry::Symmetry;

/// A board is small if its walls are nearer than this.
const SMALL: i64 = 40;

/// The coordinates along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// No wall in reach: all places are one, number 0.
    Free,
    /// No wall in reach, but obstacles: places are numbered from the start.
    Open,
    /// A wall before 0.
    Low,
    /// A wall behind 0, and numbers below it.
    High,
    /// Places from 0 to before this number.
    Closed(i64),
}

impl Axis {
    fn new(before: Option<i64>, after: Option<i64>, obstacles: bool) -> (Self, i64) {
        match (before, after) {
            (Some(before), Some(after)) => (Self::Closed(before + after + 1), before),
            (Some(before), None) => (Self::Low, before),
            (None, Some(after)) => (Self::High, -after),
            (None, None) if obstacles => (Self::Open, 0),
            (None, None) => (Self::Free, 0),
        }
    }

    /// As it is when it runs the other way.
    fn mirrored(self) -> Self {
        match self {
            Self::Low => Self::High,
            Self::High => Self::Low,
            same => same,
        }
    }

    /// Where a place is then.
    fn mirror(self, place: i64) -> i64 {
        if let Self::Closed(size) = self { size - 1 - place } else { -place }
    }

    /// The place one step on; `None` if there is a wall.
    #[inline]
    fn step(self, place: i64, step: i64) -> Option<i64> {
        let target = place + step;
        match self {
            Self::Free => Some(0),
            Self::Open => Some(target),
            Self::Low => (target >= 0).then_some(target),
            Self::High => (target <= 0).then_some(target),
            Self::Closed(size) => (0..size).contains(&target).then_some(target),
        }
    }

    /// How many places there are; `None` for more than can be listed.
    fn places(self) -> Option<usize> {
        match self {
            Self::Free => Some(1),
            Self::Closed(size) => usize::try_from(size).ok(),
            Self::Open | Self::Low | Self::High => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    rows: Axis,
    columns: Axis,
    /// The turn that leads back to the board as it was given.
    back: Symmetry,
}

/// A place: a frame's number, and a cell in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) frame: u8,
    pub(super) cell: Offset,
}

/// All frames of a board.
pub(super) struct Frames<'a> {
    problem: &'a Problem,
    list: Vec<Frame>,
    /// Which frame each turn leads to.
    turned: Vec<[u8; 8]>,
    /// The start in the first frame.
    start: Offset,
}

impl<'a> Frames<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let obstacles = !problem.obstacles.is_empty();
        let [up, down, left, right] = walls(problem);
        let (rows, row) = Axis::new(up, down, obstacles);
        let (columns, column) = Axis::new(left, right, obstacles);
        let first = Frame { rows, columns, back: Symmetry::NONE };
        let mut frames: Vec<Frame> = Vec::new();
        let number = |frames: &mut Vec<Frame>, symmetry: Symmetry| {
            let mut frame = turned(first, symmetry);
            frame.back = if obstacles { symmetry.inverse() } else { Symmetry::NONE };
            let known = frames.iter().position(|other| *other == frame);
            let number = known.unwrap_or_else(|| {
                frames.push(frame);
                frames.len() - 1
            });
            u8::try_from(number).unwrap_or_default()
        };
        let first_of: Vec<(Symmetry, u8)> =
            Symmetry::all().map(|symmetry| (symmetry, number(&mut frames, symmetry))).collect();
        let turned = (0..frames.len())
            .map(|frame| {
                let first = first_of.iter().find(|(_, number)| usize::from(*number) == frame);
                let turn = first.map_or(Symmetry::NONE, |(symmetry, _)| *symmetry);
                std::array::from_fn(|next| number(&mut frames, Symmetry(next as u8).after(turn)))
            })
            .collect();
        Self { problem, list: frames, turned, start: (row, column) }
    }

    /// Where the head starts.
    pub(super) fn start(&self) -> Place {
        Place { frame: 0, cell: self.start }
    }

    /// How many places there are in all frames; `None` for more than can be listed.
    pub(super) fn places(&self) -> Option<usize> {
        let sizes = self.list.iter().map(|frame| frame.rows.places()?.checked_mul(frame.columns.places()?));
        sizes.sum()
    }

    /// A number below [`Frames::places`].
    #[inline]
    pub(super) fn index(&self, place: Place) -> usize {
        // Frames of one board have the same number of places.
        let frame = &self.list[usize::from(place.frame)];
        let (rows, columns) = (frame.rows.places().unwrap_or(1), frame.columns.places().unwrap_or(1));
        let cell = place.cell.0.unsigned_abs() as usize * columns + place.cell.1.unsigned_abs() as usize;
        usize::from(place.frame) * rows * columns + cell
    }

    /// The place one move on; `None` if there is a wall or an obstacle.
    #[inline]
    pub(super) fn step(&self, place: Place, (row, column): Offset) -> Option<Place> {
        let frame = &self.list[usize::from(place.frame)];
        let cell = (frame.rows.step(place.cell.0, row)?, frame.columns.step(place.cell.1, column)?);
        if !self.problem.obstacles.is_empty() {
            let board = turn(frame, cell, frame.back);
            if self.problem.obstacles.contains(&(board.0 - self.start.0, board.1 - self.start.1)) {
                return None;
            }
        }
        Some(Place { frame: place.frame, cell })
    }

    /// Where a place is after a turn.
    #[inline]
    pub(super) fn turn(&self, place: Place, symmetry: Symmetry) -> Place {
        let frame = &self.list[usize::from(place.frame)];
        let turned = self.turned[usize::from(place.frame)][usize::from(symmetry.0)];
        Place { frame: turned, cell: turn(frame, place.cell, symmetry) }
    }
}

/// The walls to reckon with. On a small board with a wall in reach on one side only, those out of reach count as well:
/// they make the board look the same from more sides.
pub(super) fn walls(problem: &Problem) -> [Option<i64>; 4] {
    let [up, down, left, right] = problem.walls.map(|wall| wall.is_some());
    let small = problem.rooms.iter().all(|&room| room < SMALL);
    if small && (up != down || left != right) { problem.rooms.map(Some) } else { problem.walls }
}

fn turned(frame: Frame, symmetry: Symmetry) -> Frame {
    let (rows, columns) = if symmetry.exchanges() { (frame.columns, frame.rows) } else { (frame.rows, frame.columns) };
    Frame {
        rows: if symmetry.negates_rows() { rows.mirrored() } else { rows },
        columns: if symmetry.negates_columns() { columns.mirrored() } else { columns },
        back: frame.back,
    }
}

#[inline]
fn turn(frame: &Frame, cell: Offset, symmetry: Symmetry) -> Offset {
    let ((rows, row), (columns, column)) = if symmetry.exchanges() {
        ((frame.columns, cell.1), (frame.rows, cell.0))
    } else {
        ((frame.rows, cell.0), (frame.columns, cell.1))
    };
    (
        if symmetry.negates_rows() { rows.mirror(row) } else { row },
        if symmetry.negates_columns() { columns.mirror(column) } else { column },
    )
}
