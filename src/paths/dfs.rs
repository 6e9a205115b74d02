//! Depth first: every path is walked, the last two moves at a glance. For long snakes and few moves, where hardly two
//! paths lead to the same position, nothing is faster.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::field::Dense;
use super::problem::{Problem, short};
use super::walk::{Stop, Walk};
use crate::core::Result;

/// A recursion goes no deeper than this; deeper problems are walked.
const DEEPEST: u64 = 4_000;
/// Moves between two beats of the budget.
const BEAT: u32 = 10;
/// Subtrees that the tree is cut into, at least; enough to share and to show progress by.
const SUBTREES: usize = 200;
/// The same, for searches that are done in no time.
const FEW_SUBTREES: usize = 8;
/// A window of more cells than this is not worth an array for a bounded search.
const WINDOW: u128 = 1 << 12;
/// Fewer moves than this are not shared between threads.
const SHALLOW: u32 = 12;
/// Steps between two pulses of a walk.
const STRIDE: u64 = 1 << 16;

/// How many paths there are.
pub(super) fn count(problem: &Problem, budget: &Budget<'_>) -> Result<BigUint> {
    let depth = problem.moves().filter(|&moves| moves < 1 << 30 && problem.body.len() < 1 << 30);
    let cells = Dense::cells(problem, depth.unwrap_or(u64::MAX));
    match depth {
        Some(0) => Ok(BigUint::from(1_u8)),
        Some(depth)
            if depth <= DEEPEST && cells * 4 * budget.threads as u128 <= u128::from(budget.memory.min(1 << 31)) =>
        {
            recursive(problem, u32::try_from(depth).unwrap_or(u32::MAX), budget)
        }
        _ => walked(problem, budget),
    }
}

/// How many paths there are, if a search that looks at no more than `most` positions finds them all.
pub(super) fn within(problem: &Problem, most: u64, budget: &Budget<'_>) -> Option<u64> {
    let depth = problem.moves().filter(|&moves| moves < 1 << 30 && problem.body.len() < 1 << 30)?;
    if depth == 0 {
        return Some(1);
    }
    let fits = Dense::cells(problem, depth) <= WINDOW;
    if !fits || depth > DEEPEST {
        let mut walk = Walk::new(problem.clone(), u32::try_from(depth).ok()?, 0);
        let (mut steps, mut paths) = (most, 0);
        loop {
            match walk.advance(&mut steps) {
                Stop::Path => paths += 1,
                Stop::End => return Some(paths),
                Stop::Tired => return None,
            }
        }
    }
    let mut search = Search::new(problem, u32::try_from(depth).ok()?, budget);
    search.most = most;
    let paths = search.below::<true>(&[]);
    (search.most > 0).then_some(paths)
}

/// The plain way, for depths at which a recursion would not fit the stack.
fn walked(problem: &Problem, budget: &Budget<'_>) -> Result<BigUint> {
    // A path takes five bytes a move, and a map's entry thirty or so.
    let longest = (budget.memory / 40).min(1 << 30);
    let depth = problem.moves().map_or(longest, |moves| moves.min(longest));
    let cut = BigUint::from(depth) < problem.depth;
    budget.afford(40 * problem.body.len() as u64, "a snake")?;
    let mut walk = Walk::new(problem.clone(), u32::try_from(depth).unwrap_or(u32::MAX), budget.memory.min(1 << 26) / 8);
    let mut paths = 0_u64;
    let mut steps = STRIDE;
    loop {
        match walk.advance(&mut steps) {
            Stop::Path if cut => {
                let expected = format_args!("one method that fits; depth first holds {longest} moves in max_memory");
                return Err(limit(format_args!("a depth of {}", short(&problem.depth)), expected));
            }
            Stop::Path => paths += 1,
            Stop::End => return Ok(BigUint::from(paths)),
            Stop::Tired => {}
        }
        if steps == 0 {
            budget.pulse(0, 1)?;
            steps = STRIDE;
        }
    }
}

fn recursive(problem: &Problem, depth: u32, budget: &Budget<'_>) -> Result<BigUint> {
    let search = Search::new(problem, depth, budget);
    let prefixes = search.prefixes();
    let next = AtomicUsize::new(0);
    let work = |mut search: Search<'_>| {
        let mut paths = 0_u128;
        while let Some(prefix) = prefixes.get(next.fetch_add(1, Ordering::Relaxed)) {
            paths += u128::from(search.below::<false>(prefix));
            budget.progress(next.load(Ordering::Relaxed) as u64, prefixes.len() as u64);
            if budget.is_stopped() {
                break;
            }
        }
        paths
    };
    // Shallow trees are done before a thread has started.
    let helpers = if depth < SHALLOW { 0 } else { budget.threads.min(prefixes.len()).saturating_sub(1) };
    let paths = thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map(|_| {
                let search = search.clone();
                scope.spawn(|| work(search))
            })
            .collect();
        let mine = work(search.clone());
        let theirs = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        mine + theirs.sum::<u128>()
    });
    budget.verdict()?;
    Ok(BigUint::from(paths))
}

#[derive(Clone)]
struct Search<'a> {
    field: Dense,
    length: u32,
    depth: u32,
    budget: &'a Budget<'a>,
    /// How many more positions a bounded search may look at.
    most: u64,
}

impl<'a> Search<'a> {
    fn new(problem: &Problem, depth: u32, budget: &'a Budget<'a>) -> Self {
        let length = u32::try_from(problem.body.len()).unwrap_or(u32::MAX);
        Self { field: Dense::new(problem, u64::from(depth)), length, depth, budget, most: u64::MAX }
    }

    /// The first moves of all paths, as many as make enough subtrees.
    fn prefixes(&self) -> Vec<Vec<u8>> {
        let subtrees = if self.depth < SHALLOW { FEW_SUBTREES } else { SUBTREES };
        let mut prefixes = vec![Vec::new()];
        let mut scratch = self.clone();
        for _ in 0..self.depth.saturating_sub(8).min(12) {
            if prefixes.len() >= subtrees {
                break;
            }
            let longer = |prefix: &Vec<u8>| {
                let now = moves(prefix) + 1;
                let trail = scratch.enter(prefix);
                let free = (0..4_u8).filter(|&direction| scratch.free(direction, now));
                let longer: Vec<_> =
                    free.map(|direction| prefix.iter().copied().chain([direction]).collect()).collect();
                scratch.leave(prefix, &trail);
                longer
            };
            prefixes = prefixes.iter().flat_map(longer).collect();
        }
        prefixes
    }

    fn free(&self, direction: u8, now: u32) -> bool {
        self.field.free[self.field.head.wrapping_add(self.field.steps[usize::from(direction)])] <= now
    }

    /// Makes some moves; gives what to put back.
    fn enter(&mut self, moves: &[u8]) -> Vec<u32> {
        let mut trail = Vec::with_capacity(moves.len());
        for (now, &direction) in (1..).zip(moves) {
            self.field.head = self.field.head.wrapping_add(self.field.steps[usize::from(direction)]);
            trail.push(std::mem::replace(&mut self.field.free[self.field.head], now + self.length));
        }
        trail
    }

    /// Takes them back.
    fn leave(&mut self, moves: &[u8], trail: &[u32]) {
        for (&direction, &was) in moves.iter().zip(trail).rev() {
            self.field.free[self.field.head] = was;
            self.field.head = self.field.head.wrapping_sub(self.field.steps[usize::from(direction)]);
        }
    }

    /// The paths that start with some moves.
    fn below<const BOUNDED: bool>(&mut self, prefix: &[u8]) -> u64 {
        let trail = self.enter(prefix);
        let (head, done) = (self.field.head, moves(prefix));
        let paths = match self.depth - done {
            0 => 1,
            1 => self.one(head, done + 1),
            _ => self.many::<BOUNDED>(head, done + 1),
        };
        self.leave(prefix, &trail);
        paths
    }

    /// The free neighbours of the head at its last move.
    #[inline]
    fn one(&self, head: usize, now: u32) -> u64 {
        let free = &self.field.free[..];
        self.field.steps.iter().map(|&step| u64::from(free[head.wrapping_add(step)] <= now)).sum()
    }

    /// The paths from move `now` to the last, two or more.
    fn many<const BOUNDED: bool>(&mut self, head: usize, now: u32) -> u64 {
        let left = self.depth - now;
        let mut paths = 0;
        if BOUNDED {
            self.most = self.most.saturating_sub(1);
            if self.most == 0 {
                return 0;
            }
        }
        if left == 1 {
            for step in self.field.steps {
                let target = head.wrapping_add(step);
                if self.field.free[target] <= now {
                    paths += self.one(target, now + 1);
                }
            }
            return paths;
        }
        if left.is_multiple_of(BEAT) && self.budget.beat() {
            return 0;
        }
        for step in self.field.steps {
            let target = head.wrapping_add(step);
            let was = self.field.free[target];
            if was <= now {
                self.field.free[target] = now + self.length;
                paths += self.many::<BOUNDED>(target, now + 1);
                self.field.free[target] = was;
            }
        }
        paths
    }
}

fn moves(prefix: &[u8]) -> u32 {
    u32::try_from(prefix.len()).unwrap_or(u32::MAX)
}
