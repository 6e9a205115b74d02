//! Huge depths: the number of paths obeys a linear recurrence, of an order of at most the number of positions.
//!
//! Modulo a prime it is found from twice as many terms as there are positions, which is proof (Berlekamp and Massey), and
//! a far term needs one step for each bit of its number (Bostan and Mori). Modulo another number there is no such
//! algorithm, but the recurrence has whole coefficients: they are put together from several primes, and checked modulo
//! the number itself. What obeys it for as many terms as there are positions obeys it for ever.

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::graph::Graph;
use super::lump::lump;
use super::massey::shortest;
use super::modular::{Modulus, is_prime, primes};
use super::residues::MixedRadix;
use super::sum::Residues;
use super::term::term;
use super::thin;
use crate::core::Result;

/// More positions than this would take hours.
const MOST: usize = 1 << 20;
/// Words added or multiplied between two pulses.
const STRIDE: usize = 1 << 15;

/// The number of paths of `depth` moves, modulo `modulus` if there is one.
///
/// # Errors
/// [`Error::ResourceLimit`](crate::core::Error::ResourceLimit) if there are too many positions, or an exact count would
/// have too many digits.
pub(super) fn count(graph: &Graph, depth: &BigUint, modulus: Option<u64>, budget: &Budget<'_>) -> Result<BigUint> {
    let graph = lump(graph, budget)?;
    if graph.len() > MOST {
        return Err(limit(format_args!("{} positions", graph.len()), format_args!("at most {MOST} for recurrence")));
    }
    let Some(modulus) = modulus else {
        return thin::count(&graph, depth, budget);
    };
    let modulus = Modulus::new(modulus);
    if is_prime(modulus.value) {
        return by_prime(&graph, depth, modulus, budget).map(BigUint::from);
    }
    by_any(&graph, depth, modulus, budget).map(BigUint::from)
}

/// Modulo a prime.
pub(super) fn by_prime(graph: &Graph, depth: &BigUint, prime: Modulus, budget: &Budget<'_>) -> Result<u64> {
    let (recurrence, terms) = recurrence(graph, prime, budget)?;
    term(&recurrence, &terms, depth, prime, budget)
}

/// The shortest recurrence modulo a prime, and terms of the sequence.
fn recurrence(graph: &Graph, prime: Modulus, budget: &Budget<'_>) -> Result<(Vec<u64>, Vec<u64>)> {
    let terms = terms(graph, prime, 2 * (graph.len() - 1), budget)?;
    let recurrence = shortest(&terms, prime, budget)?;
    Ok((recurrence, terms))
}

/// The first terms of the sequence.
fn terms(graph: &Graph, modulus: Modulus, count: usize, budget: &Budget<'_>) -> Result<Vec<u64>> {
    let mut residues = Residues::new(graph, modulus.value);
    let mut terms = Vec::with_capacity(count);
    let mut work = 0;
    while terms.len() < count {
        terms.push(residues.get(1));
        residues.step(graph, graph.len());
        work += graph.len();
        if work > STRIDE {
            work = 0;
            budget.pulse(0, 1)?;
        }
    }
    Ok(terms)
}

/// Modulo any number.
fn by_any(graph: &Graph, depth: &BigUint, modulus: Modulus, budget: &Budget<'_>) -> Result<u64> {
    let positions = graph.len() - 1;
    let mut radix = MixedRadix::default();
    // For each coefficient its digits in the mixed radix of the primes.
    let mut digits: Vec<Vec<u64>> = Vec::new();
    for prime in primes().map(Modulus::new) {
        let (candidate, _) = recurrence(graph, prime, budget)?;
        if candidate.len() < digits.len() {
            // A prime at which the sequence happens to have a shorter recurrence says nothing about the coefficients.
            continue;
        }
        if candidate.len() > digits.len() {
            digits = vec![Vec::new(); candidate.len()];
            radix = MixedRadix::default();
        }
        radix.push(prime);
        for (digits, &remainder) in digits.iter_mut().zip(&candidate) {
            digits.push(radix.digit(digits, remainder));
        }
        // A further prime changed nothing: its digit is that of a small number, or of one a little below zero.
        let settled = |digits: &Vec<u64>| {
            digits.len() > 1 && digits.last().is_some_and(|&last| last == 0 || last == prime.value - 1)
        };
        if digits.iter().all(settled) {
            let weights = radix.weights(modulus);
            let recurrence: Vec<u64> = digits.iter().map(|digits| radix.remainder(digits, &weights)).collect();
            let terms = terms(graph, modulus, positions + recurrence.len(), budget)?;
            if obeys(&terms, &recurrence, modulus, budget)? {
                return term(&recurrence, &terms, depth, modulus, budget);
            }
        }
    }
    Err(limit("no recurrence", "one with whole coefficients"))
}

/// Whether all terms obey a recurrence.
fn obeys(terms: &[u64], recurrence: &[u64], modulus: Modulus, budget: &Budget<'_>) -> Result<bool> {
    for window in terms.windows(recurrence.len()) {
        let pairs = window.iter().rev().zip(recurrence);
        if pairs.fold(0, |sum, (&a, &b)| modulus.add(sum, modulus.mul(a, b))) != 0 {
            return Ok(false);
        }
        budget.pulse(1, 2)?;
    }
    Ok(true)
}
