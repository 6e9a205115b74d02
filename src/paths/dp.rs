//! Level by level: all positions that the same number of moves leads to, each once, with the number of its paths.
//!
//! Positions are told apart by what still matters: blockers that can be met and walls that can be reached in the moves
//! that remain, up to the eight symmetries. So levels swell in the middle and melt away towards the end. For long snakes
//! this merges more than a graph that must serve every depth.

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::keys::Keys;
use super::number::{Exact, Residues, Tally, Wide, fits_wide};
use super::problem::{MOVES, Offset, Problem, short};
use super::shape::{Blocker, LONGEST, OPEN, Reducer, blockers, is_open, moved};
use super::symmetry::Symmetry;
use crate::core::Result;

/// More levels than this are nothing for a method that hashes at each.
const MOST_LEVELS: u64 = 1 << 24;
/// So many are tried nevertheless.
const TRIED_LEVELS: u64 = 1 << 10;

/// How many paths there are, modulo `modulus` if there is one; for at most about `most` positions.
pub(super) fn count(problem: &Problem, modulus: Option<u64>, most: u64, budget: &Budget<'_>) -> Result<BigUint> {
    match modulus {
        Some(modulus) => levels(problem, &Residues(modulus), most, budget),
        None if problem.moves().is_some_and(fits_wide) => levels(problem, &Wide, most, budget),
        None => levels(problem, &Exact, most, budget),
    }
}

/// One position. Without obstacles a place is told by its walls, with them by its cell.
struct Position {
    head: Offset,
    walls: [Option<i64>; 4],
    blockers: Vec<Blocker>,
}

/// Positions of a level as keys, and how many paths lead to each.
struct Level<V> {
    keys: Keys,
    paths: Vec<V>,
}

fn levels<T: Tally>(problem: &Problem, tally: &T, most: u64, budget: &Budget<'_>) -> Result<BigUint> {
    let depth = problem.moves().unwrap_or(u64::MAX);
    if depth == 0 {
        return Ok(tally.number(&tally.one()));
    }
    let reach = depth.min(problem.body.len() as u64);
    if reach >= LONGEST as u64 {
        return Err(limit(format_args!("a snake of {} cells", problem.body.len()), "fewer than 2^20 for dp"));
    }
    let length = u32::try_from(problem.body.len()).unwrap_or(u32::MAX);
    let mut coder = Coder { problem, length, reducer: Reducer::default(), key: Vec::new(), best: Vec::new() };
    let mut now = Level { keys: Keys::default(), paths: Vec::new() };
    let mut next = Level { keys: Keys::default(), paths: Vec::new() };
    let mut start = Position { head: (0, 0), walls: problem.walls, blockers: blockers(&problem.body) };
    now.keys.number(coder.code(&mut start, depth));
    now.paths.push(tally.one());
    let mut position = Position { head: (0, 0), walls: [None; 4], blockers: Vec::new() };
    let mut all = 0;
    for done in 1..depth {
        let counts = (now.paths.len() + next.paths.len()) as u64 * tally.bytes(done);
        budget.afford(now.keys.bytes() + next.keys.bytes() + counts, "a level")?;
        // A stuck snake's levels end soon, whatever the depth.
        if depth > MOST_LEVELS && done > TRIED_LEVELS {
            let got = format_args!("a depth of {}", short(&problem.depth));
            return Err(limit(got, format_args!("at most {MOST_LEVELS} for dp; graph and recurrence go deeper")));
        }
        for (number, paths) in now.paths.iter().enumerate() {
            if number % 64 == 63 {
                budget.pulse(done, depth)?;
            }
            coder.decode(now.keys.get(number), &mut position);
            for direction in 0..4 {
                let Some(mut after) = coder.after(&position, direction) else { continue };
                let place = next.keys.number(coder.code(&mut after, depth - done));
                match next.paths.get_mut(place) {
                    Some(sum) => tally.add(sum, paths),
                    None => next.paths.push(paths.clone()),
                }
            }
            if number % 1_024 == 1_023 {
                let counts = (now.paths.len() + next.paths.len()) as u64 * tally.bytes(done);
                budget.afford(now.keys.bytes() + 2 * next.keys.bytes() + counts, "a level")?;
            }
        }
        budget.pulse(done, depth)?;
        all += now.paths.len() as u64;
        if all + next.paths.len() as u64 > most {
            return Err(limit(format_args!("more than {most} positions"), "fewer for dp"));
        }
        std::mem::swap(&mut now, &mut next);
        next.keys.clear();
        next.paths.clear();
        if now.paths.is_empty() {
            return Ok(BigUint::ZERO);
        }
    }
    let mut sum: Option<T::Value> = None;
    for (number, paths) in now.paths.iter().enumerate() {
        coder.decode(now.keys.get(number), &mut position);
        for _ in (0..4).filter(|&direction| coder.after(&position, direction).is_some()) {
            match &mut sum {
                Some(sum) => tally.add(sum, paths),
                None => sum = Some(paths.clone()),
            }
        }
    }
    Ok(sum.map_or(BigUint::ZERO, |sum| tally.number(&sum)))
}

/// Turns positions into keys and back.
struct Coder<'a> {
    problem: &'a Problem,
    length: u32,
    reducer: Reducer,
    key: Vec<u64>,
    best: Vec<u64>,
}

impl Coder<'_> {
    /// The position after a move; `None` if the move is not allowed.
    fn after(&self, position: &Position, direction: usize) -> Option<Position> {
        let walls = step(position.walls, direction)?;
        let head = (position.head.0 + MOVES[direction].0, position.head.1 + MOVES[direction].1);
        if self.problem.obstacles.contains(&head) || !is_open(&position.blockers, direction) {
            return None;
        }
        let mut after = Vec::with_capacity(position.blockers.len() + 1);
        moved(&position.blockers, direction, self.length, &mut after);
        Some(Position { head, walls, blockers: after })
    }

    /// The key of a position with `left` moves to go: the least of those of its eight images.
    fn code(&mut self, position: &mut Position, left: u64) -> &[u64] {
        let left = u32::try_from(left).unwrap_or(OPEN - 1);
        // A wall that cannot be met any more is as good as none.
        let sides = position.walls.map(|wall| wall.map_or(OPEN, |room| u32::try_from(room).unwrap_or(OPEN)));
        let sides = sides.map(|room| if room >= left { OPEN } else { room });
        self.reducer.reduce(&mut position.blockers, self.length, left, sides);
        for blocker in &mut position.blockers {
            // The last move that it can forbid is one of its own parity.
            let beyond = blocker.life.saturating_sub(left);
            blocker.life -= beyond + beyond % 2;
        }
        position.blockers.retain(|blocker| blocker.life > 0);
        self.best.clear();
        for symmetry in Symmetry::all() {
            self.key.clear();
            if self.problem.obstacles.is_empty() {
                let [up, down, left, right] = symmetry.of_sides(sides).map(u64::from);
                self.key.extend([up << 32 | down, left << 32 | right]);
            } else {
                self.key.extend([position.head.0.cast_unsigned(), position.head.1.cast_unsigned()]);
            }
            if !self.best.is_empty() && self.key[..2] > self.best[..2] {
                continue;
            }
            self.key.extend(position.blockers.iter().map(|blocker| blocker.turned(symmetry).word()));
            self.key[2..].sort_unstable();
            if self.best.is_empty() || self.key < self.best {
                std::mem::swap(&mut self.best, &mut self.key);
            }
            if !self.problem.obstacles.is_empty() {
                break;
            }
        }
        &self.best
    }

    fn decode(&self, key: &[u64], position: &mut Position) {
        if self.problem.obstacles.is_empty() {
            let side = |word: u64| if word >= u64::from(OPEN) { None } else { Some(word.cast_signed()) };
            let low = |word: u64| word & u64::from(u32::MAX);
            position.walls = [side(key[0] >> 32), side(low(key[0])), side(key[1] >> 32), side(low(key[1]))];
        } else {
            position.head = (key[0].cast_signed(), key[1].cast_signed());
            let [up, down, left, right] = self.problem.walls;
            let (row, column) = position.head;
            position.walls = [(up, row), (down, -row), (left, column), (right, -column)]
                .map(|(wall, gone)| wall.map(|room| room + gone));
        }
        position.blockers.clear();
        position.blockers.extend(key[2..].iter().map(|&word| Blocker::from_word(word)));
    }
}

/// The distances to the walls after a move; `None` if there is a wall.
fn step(mut walls: [Option<i64>; 4], direction: usize) -> Option<[Option<i64>; 4]> {
    if walls[direction] == Some(0) {
        return None;
    }
    let opposite = direction ^ 1;
    walls[direction] = walls[direction].map(|room| room - 1);
    walls[opposite] = walls[opposite].map(|room| room + 1);
    Some(walls)
}
