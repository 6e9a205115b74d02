//! Exact counts at huge depths, where they stay small: on graphs whose cycles never meet.
//!
//! If a position lies on two cycles, the number of paths grows exponentially with the depth, and its digits would fill any
//! memory. If no position does, a path is a chain of cycles, and is told by where it changes from one to the next and
//! when. So the count is bounded, and is put together from its remainders by enough primes.

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::graph::Graph;
use super::modular::{Modulus, primes};
use super::problem::short;
use super::recurrence::by_prime;
use super::residues::MixedRadix;
use crate::core::Result;

/// The number of paths, if it is bounded by a polynomial in the depth.
pub(super) fn count(graph: &Graph, depth: &BigUint, budget: &Budget<'_>) -> Result<BigUint> {
    let Some(cycles) = cycles(graph) else {
        let got = format_args!("an exact count of {} moves", short(depth));
        return Err(limit(got, "one whose digits fit max_memory, or a modulus"));
    };
    // At most four ways on from each position that is passed once, and at most the depth and one moments to leave a cycle.
    let bits = 2 * graph.len() as u64 + cycles as u64 * (depth.bits() + 1);
    budget.afford(bits / 4, "an exact count")?;
    let mut radix = MixedRadix::default();
    let mut digits = Vec::new();
    for prime in primes().take(usize::try_from(bits / 61 + 1).unwrap_or(usize::MAX)).map(Modulus::new) {
        radix.push(prime);
        let remainder = by_prime(graph, depth, prime, budget)?;
        digits.push(radix.digit(&digits, remainder));
    }
    Ok(radix.number(&digits))
}

/// How many cycles there are, if no position lies on two.
fn cycles(graph: &Graph) -> Option<usize> {
    let components = components(graph);
    let mut inner = vec![0_usize; graph.len()];
    let mut found = 0;
    for (position, edges) in graph.edges.chunks_exact(graph.ways).enumerate().skip(1) {
        let same = |&&edge: &&u32| edge != 0 && components[edge as usize] == components[position];
        match edges.iter().filter(same).count() {
            0 => {}
            1 => {
                let members = &mut inner[components[position] as usize];
                found += usize::from(*members == 0);
                *members += 1;
            }
            _ => return None,
        }
    }
    Some(found)
}

/// For each position the number of its strongly connected component (Tarjan's algorithm, without recursion).
fn components(graph: &Graph) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let size = graph.len();
    let mut component = vec![NEW; size];
    let mut order = vec![NEW; size];
    let mut low = vec![NEW; size];
    let (mut open, mut calls) = (Vec::new(), Vec::new());
    let (mut next, mut count) = (0, 0);
    for start in 0..size {
        if order[start] != NEW {
            continue;
        }
        calls.push((start, 0));
        while let Some((position, edge)) = calls.pop() {
            if edge == 0 {
                order[position] = next;
                low[position] = next;
                next += 1;
                open.push(position);
            }
            let onwards = &graph.edges[position * graph.ways..(position + 1) * graph.ways];
            if edge > 0 {
                let target = onwards[edge - 1] as usize;
                if component[target] == NEW {
                    low[position] = low[position].min(low[target]);
                }
            }
            let Some(&target) = onwards.get(edge) else {
                if low[position] == order[position] {
                    while let Some(member) = open.pop() {
                        component[member] = count;
                        if member == position {
                            break;
                        }
                    }
                    count += 1;
                }
                continue;
            };
            calls.push((position, edge + 1));
            if order[target as usize] == NEW {
                calls.push((target as usize, 0));
            }
        }
    }
    component
}
