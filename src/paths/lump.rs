//! Positions that have the same number of paths at every depth, taken together.
//!
//! Two positions are alike if the positions after them are alike, in some order. The coarsest such partition is found by
//! splitting: at first all are one class; then those whose successors' classes differ are told apart, until nothing
//! changes. Mirrored positions, and differences that a wall hides, vanish by themselves.

use super::budget::Budget;
use super::graph::Graph;
use super::keys::Keys;
use crate::core::Result;

/// The graph of the classes. The first class is the start's; distances are not kept: all are near.
///
/// # Errors
/// Whatever the caller answers.
pub(super) fn lump(graph: &Graph, budget: &Budget<'_>) -> Result<Graph> {
    let mut classes: Vec<u32> = (0..graph.len()).map(|position| u32::from(position > 0)).collect();
    let mut next = classes.clone();
    let mut count = 2;
    let mut keys = Keys::default();
    loop {
        keys.clear();
        // The start first, and 0 as a class of its own, since nothing leads on from there.
        for (position, edges) in graph.edges.chunks_exact(graph.ways).enumerate().skip(1) {
            next[position] = u32::try_from(keys.number(&key(&classes, edges)) + 1).unwrap_or(u32::MAX);
        }
        std::mem::swap(&mut classes, &mut next);
        budget.pulse(0, 1)?;
        if keys.len() + 1 == count {
            break;
        }
        count = keys.len() + 1;
    }
    let mut edges = vec![0; count * graph.ways];
    for (position, onwards) in graph.edges.chunks_exact(graph.ways).enumerate() {
        let start = classes[position] as usize * graph.ways;
        for (target, &edge) in edges[start..start + graph.ways].iter_mut().zip(onwards) {
            *target = classes[edge as usize];
        }
    }
    Ok(Graph { ways: graph.ways, edges, within: vec![count] })
}

/// The classes of the positions after one, in order.
fn key(classes: &[u32], edges: &[u32]) -> [u64; 2] {
    let mut sorted = [0; 4];
    for (class, &edge) in sorted.iter_mut().zip(edges) {
        *class = classes[edge as usize];
    }
    sorted.sort_unstable();
    let [a, b, c, d] = sorted.map(u64::from);
    [a << 32 | b, c << 32 | d]
}
