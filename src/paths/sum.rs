//! Adding along the edges of a graph: the number of paths from each position, one move more at a time.
//!
//! With `n` moves to go a position has as many paths as the positions after it have with `n - 1`. Only positions near
//! enough to the start are asked for, and those have the lowest numbers. Residues are reduced only before they would
//! overflow; exact counts take as many words as the largest of them needs.

use std::panic::resume_unwind;
use std::thread;

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::graph::Graph;
use super::limbs::{Limbs, Lists, Start};
use super::number::add_modulo;
use crate::core::Result;

/// From so many moves on, exact counts are met in the middle.
const LONG: u64 = 160;
/// Additions between two pulses.
const STRIDE: u64 = 1 << 16;
/// Moduli above this are reduced at every addition.
const LAZY: u64 = 1 << 56;
/// The sum of two residues by a modulus above this may overflow.
const NARROW: u64 = 1 << 63;
/// A modulus at which nothing is reduced that has not overflowed.
const NONE: u64 = LAZY;
/// More words added up than this would take days.
const MOST_WORK: u128 = 1 << 50;

/// The number of paths modulo a number, from 1 on.
pub(super) fn residue(graph: &Graph, depth: u64, modulus: u64, budget: &Budget<'_>) -> Result<u64> {
    affordable(graph, depth, 1)?;
    let mut residues = Residues::new(graph, modulus);
    advance(&mut residues, graph, depth, budget)?;
    Ok(residues.get(1))
}

fn advance(residues: &mut Residues, graph: &Graph, depth: u64, budget: &Budget<'_>) -> Result<()> {
    let mut work = 0;
    for done in 1..=depth {
        let positions = graph.within(depth - done);
        residues.step(graph, positions);
        work += positions as u64 + 16;
        if work >= STRIDE {
            work = 0;
            budget.pulse(done, depth)?;
        }
    }
    Ok(())
}

/// Paths from each position, modulo a number.
pub(super) struct Residues {
    pub(super) now: Vec<u64>,
    next: Vec<u64>,
    modulus: u64,
    /// No residue is above this.
    bound: u64,
}

impl Residues {
    /// With no move to go, there is one path from everywhere.
    pub(super) fn new(graph: &Graph, modulus: u64) -> Self {
        let mut now = vec![1 % modulus; graph.len()];
        now[0] = 0;
        Self { next: vec![0; graph.len()], now, modulus, bound: 1 }
    }

    /// One move more to go, for the positions with numbers below `positions`.
    #[inline]
    pub(super) fn step(&mut self, graph: &Graph, positions: usize) {
        let modulus = self.modulus;
        let next = &mut self.next[..positions];
        if modulus > NARROW {
            gather(graph, &self.now, next, |a, b| add_modulo(a, b, modulus));
        } else if modulus > LAZY {
            // The smaller of the sum and of what is left of it is right: the other one is too large or below zero.
            gather(graph, &self.now, next, |a, b| (a + b).min((a + b).wrapping_sub(modulus)));
        } else {
            let ways = graph.ways as u64;
            self.bound = self.bound.checked_mul(ways).unwrap_or_else(|| {
                self.now.iter_mut().for_each(|value| *value %= modulus);
                modulus * ways
            });
            gather(graph, &self.now, next, u64::wrapping_add);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The residue of a position.
    pub(super) fn get(&self, position: usize) -> u64 {
        self.now[position] % self.modulus
    }
}

/// For each position but 0, what its successors have, added up.
#[inline]
fn gather<T: Copy>(graph: &Graph, from: &[T], to: &mut [T], add: impl Fn(T, T) -> T) {
    if graph.ways == 3 {
        for (value, edges) in to.iter_mut().zip(graph.edges.chunks_exact(3)).skip(1) {
            let [a, b, c] = [edges[0], edges[1], edges[2]].map(|edge| from[edge as usize]);
            *value = add(add(a, b), c);
        }
    } else {
        for (value, edges) in to.iter_mut().zip(graph.edges.chunks_exact(graph.ways)).skip(1) {
            let first = from[edges[0] as usize];
            *value = edges[1..].iter().fold(first, |sum, &edge| add(sum, from[edge as usize]));
        }
    }
}

/// The number of paths.
pub(super) fn exact(graph: &Graph, depth: u64, budget: &Budget<'_>) -> Result<BigUint> {
    affordable(graph, depth, words(depth))?;
    if u32::try_from(depth).is_ok_and(|depth| (graph.ways as u64).checked_pow(depth).is_some()) {
        // Nothing overflows, so nothing is ever reduced.
        let mut paths = Residues::new(graph, NONE);
        advance(&mut paths, graph, depth, budget)?;
        return Ok(BigUint::from(paths.now[1]));
    }
    let onwards = Lists::onwards(graph);
    let mut after = Limbs::new(graph, Start::Everywhere);
    let end = |after: &mut Limbs, moves: u64, shown: bool| {
        run(after, &onwards, moves, |done| graph.within(depth - done), budget, shown)
    };
    if depth < LONG {
        end(&mut after, depth, true)?;
        budget.verdict()?;
        return Ok(after.get(1));
    }
    // As many paths as lead to a position with half of the moves, times as many as lead on from it.
    let half = depth / 2;
    let back = Lists::back(graph);
    let mut before = Limbs::new(graph, Start::First);
    let start = |before: &mut Limbs| run(before, &back, half, |done| graph.within(done), budget, false);
    if budget.threads > 1 {
        thread::scope(|scope| {
            let helper = scope.spawn(|| start(&mut before));
            let mine = end(&mut after, depth - half, true);
            let theirs = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            mine.and(theirs)
        })?;
    } else {
        end(&mut after, depth - half, true)?;
        start(&mut before)?;
    }
    budget.verdict()?;
    Ok((1..graph.within(half)).map(|position| before.get(position) * after.get(position)).sum())
}

fn run(
    paths: &mut Limbs,
    lists: &Lists,
    moves: u64,
    reach: impl Fn(u64) -> usize,
    budget: &Budget<'_>,
    shown: bool,
) -> Result<()> {
    let mut work = 0;
    for done in 1..=moves {
        let positions = reach(done);
        paths.step(lists, positions, budget)?;
        work += (positions * paths.width()) as u64 + 16;
        if work >= STRIDE {
            work = 0;
            budget.progress(if shown { done } else { 0 }, moves);
            if budget.is_stopped() {
                break;
            }
        }
    }
    Ok(())
}

/// Whether an exact count is done within days.
pub(super) fn is_affordable(graph: &Graph, depth: u64) -> bool {
    affordable(graph, depth, words(depth)).is_ok()
}

/// The words that are added up for each position and move: with one to two bits a move, and half of the moves from either
/// end.
fn words(depth: u64) -> u64 {
    depth / 160 + 1
}

fn affordable(graph: &Graph, depth: u64, words: u64) -> Result<()> {
    let work = (graph.len() as u128).saturating_mul(u128::from(depth)).saturating_mul(u128::from(words));
    if work <= MOST_WORK {
        return Ok(());
    }
    Err(limit(format_args!("{depth} moves over {} positions", graph.len()), "a count that is done within days"))
}
