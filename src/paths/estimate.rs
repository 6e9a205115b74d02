//! About how much work a count is, in the time in which a path is walked.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "estimates are rough")]

use super::field::Field;
use super::frame;
use super::problem::Problem;

/// Paths that are walked for an estimate.
const SAMPLES: u32 = 12;
/// Moves that are made for an estimate.
const MOVES: u32 = 4_000;
/// Cells of a window that is held in an array.
const WINDOW: u64 = 1 << 12;
/// How many shapes snakes of 1, 3, 5, ... cells have.
const SHAPES: [u32; 9] = [1, 1, 3, 11, 47, 211, 1_005, 5_090, 27_413];
/// The work of finding a shape, and a position of a known shape.
pub(super) const SHAPE: u64 = 800;
pub(super) const POSITION: u64 = 25;

/// The work of making the graph of positions, at most; infinite where nobody can tell.
pub(super) fn graph(problem: &Problem) -> f64 {
    let Some(&shapes) = SHAPES.get(problem.body.len() / 2) else { return f64::INFINITY };
    let moves = problem.moves().unwrap_or(u64::MAX) as f64;
    let [up, down, left, right] = frame::walls(problem);
    // No wall on either side is as good as one place, since there all are alike.
    let side = |before: Option<i64>, after: Option<i64>| match (before, after) {
        (None, None) if problem.obstacles.is_empty() => 1.0,
        (before, after) => {
            before.map_or(moves, |room| moves.min(room as f64))
                + after.map_or(moves, |room| moves.min(room as f64))
                + 1.0
        }
    };
    let turned = if problem.obstacles.is_empty() { 1.0 } else { 4.0 };
    let positions = f64::from(shapes) * side(up, down) * side(left, right) * turned;
    f64::from(shapes) * SHAPE as f64 + positions * POSITION as f64
}

/// About how many paths there are, from a few that are walked at random.
///
/// A path that had `a`, `b`, `c`, ... ways to go on stands for `a * b * c * ...` paths, on average exactly. The draws are
/// the same each time, so that the same question is answered in the same way.
pub(super) fn paths(problem: &Problem) -> f64 {
    let depth = u32::try_from(problem.moves().unwrap_or(u64::MAX)).unwrap_or(u32::MAX / 2).min(u32::MAX / 2);
    let length = u32::try_from(problem.body.len()).unwrap_or(u32::MAX / 2).min(u32::MAX / 2);
    let mut field = Field::new(problem, u64::from(depth), WINDOW);
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let (mut sum, mut samples, mut moves) = (0.0, 0, 0);
    let mut trail = Vec::new();
    while samples < SAMPLES && moves < MOVES {
        let mut weight = 1.0_f64;
        for now in 1..=depth.min(MOVES) {
            let open: [bool; 4] = std::array::from_fn(|direction| {
                let was = field.go(problem, direction, now, length);
                was.inspect(|&was| field.undo(direction, was)).is_some()
            });
            let ways = open.iter().filter(|&&open| open).count();
            weight *= ways as f64;
            moves += 1;
            if ways == 0 {
                break;
            }
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let pick = (chance >> 33) as usize % ways;
            let direction = (0..4).filter(|&direction| open[direction]).nth(pick).unwrap_or_default();
            if let Some(was) = field.go(problem, direction, now, length) {
                trail.push((direction, was));
            }
        }
        sum += weight;
        samples += 1;
        for (direction, was) in trail.drain(..).rev() {
            field.undo(direction, was);
        }
    }
    sum / f64::from(samples)
}
