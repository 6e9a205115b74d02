//! The graph of positions: each expanded once, whatever the number of moves.
//!
//! A position is a shape (what the head sees of its body) and a place (where the walls and obstacles are then). Counting
//! is then nothing but adding along edges, which `sum` does.

use super::automaton::Shapes;
use super::budget::{Budget, limit};
use super::estimate::{POSITION, SHAPE};
use super::frame::{Frames, Place};
use super::keys::Keys;
use super::problem::{MOVES, Problem};
use crate::core::Result;

/// Boards of at most so many places have a table for each shape.
const TABLE: usize = 1 << 11;

/// Positions and moves, numbered from 1 in the order of their distance from the start; 0 is no position at all.
pub(super) struct Graph {
    /// How many moves a position has at most: four for a snake of one cell, else three.
    pub(super) ways: usize,
    /// For each position, `ways` numbers of positions that follow, 0 for none. Position 0 leads to itself.
    pub(super) edges: Vec<u32>,
    /// How many positions, counted with 0, are at most so many moves from the start.
    pub(super) within: Vec<usize>,
}

/// From a position to its number.
enum Numbers {
    /// For each shape a table of places, made when the first is entered.
    Tables { places: usize, tables: Vec<Vec<u32>> },
    /// For too many places.
    Keys(Keys),
}

impl Graph {
    /// All positions that can be reached, if they take not much more work than `most`.
    ///
    /// # Errors
    /// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if there are too many, or no memory for them.
    pub(super) fn new(problem: &Problem, most: u64, budget: &Budget<'_>) -> Result<Self> {
        let (mut shapes, first, turn) = Shapes::new(problem)?;
        let frames = Frames::new(problem);
        let mut numbers = match frames.places().filter(|&places| places <= TABLE) {
            Some(places) => Numbers::Tables { places, tables: Vec::new() },
            None => Numbers::Keys(Keys::default()),
        };
        let ways = if problem.body.len() == 1 { 4 } else { 3 };
        let depth = problem.moves().unwrap_or(u64::MAX);
        let mut positions = vec![(first, frames.turn(frames.start(), turn))];
        numbers.number(&frames, first, positions[0].1, 1);
        let mut graph = Self { ways, edges: vec![0; ways], within: vec![2] };
        let mut done = 0;
        while done < positions.len() && graph.within.len() as u64 <= depth {
            for at in done..positions.len() {
                let (shape, place) = positions[at];
                let mut found = 0;
                for (direction, &step) in MOVES.iter().enumerate() {
                    let Some(place) = frames.step(place, step) else { continue };
                    let Some((shape, turn)) = shapes.after(shape, direction) else { continue };
                    let place = frames.turn(place, turn);
                    let next = u32::try_from(positions.len() + 1).unwrap_or(u32::MAX);
                    let number = numbers.number(&frames, shape, place, next);
                    if number == next {
                        positions.push((shape, place));
                    }
                    graph.edges.push(number);
                    found += 1;
                }
                graph.edges.extend(std::iter::repeat_n(0, ways - found));
                if at % 8 == 7 && positions.len() as u64 * POSITION + shapes.len() as u64 * SHAPE > most {
                    return Err(limit(format_args!("more than {} positions", positions.len()), "fewer for graph"));
                }
                if at % 256 == 255 {
                    let bytes = positions.capacity() * 32 + graph.edges.capacity() * 4;
                    budget.afford(bytes as u64 + numbers.bytes() + shapes.bytes(), "a graph of positions")?;
                    budget.pulse(0, 1)?;
                }
            }
            done = graph.edges.len() / ways - 1;
            graph.within.push(positions.len() + 1);
        }
        // Positions that are reached with the last move lead nowhere any more.
        graph.edges.resize((positions.len() + 1) * ways, 0);
        Ok(graph)
    }

    /// How many positions there are, with 0.
    pub(super) fn len(&self) -> usize {
        self.edges.len() / self.ways
    }

    /// How many positions, with 0, are at most `moves` from the start.
    pub(super) fn within(&self, moves: u64) -> usize {
        let last = self.within.len() - 1;
        self.within[usize::try_from(moves).unwrap_or(last).min(last)]
    }
}

impl Numbers {
    /// The number of a position, which is `next` if it is new.
    #[inline]
    fn number(&mut self, frames: &Frames<'_>, shape: u32, place: Place, next: u32) -> u32 {
        match self {
            Self::Tables { places, tables } => {
                let shape = shape as usize;
                if tables.len() <= shape {
                    tables.resize_with(shape + 1, Vec::new);
                }
                if tables[shape].is_empty() {
                    tables[shape] = vec![0; *places];
                }
                let number = &mut tables[shape][frames.index(place)];
                if *number == 0 {
                    *number = next;
                }
                *number
            }
            Self::Keys(keys) => {
                let (row, column) = place.cell;
                let word = u64::from(shape) << 3 | u64::from(place.frame);
                let number = keys.number(&[word, row.cast_unsigned(), column.cast_unsigned()]);
                u32::try_from(number + 1).unwrap_or(u32::MAX)
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Tables { places, tables } => (tables.len() * (places * 4 + 24)) as u64,
            Self::Keys(keys) => keys.bytes(),
        }
    }
}
