//! Exact counts of all positions side by side, each of as many 64-bit words as the largest of them needs.

#![allow(clippy::cast_possible_truncation, reason = "words are split on purpose")]

use num_bigint::BigUint;

use super::budget::Budget;
use super::graph::Graph;
use crate::core::Result;

/// For each position those whose numbers are added up; as many as there are.
pub(super) struct Lists {
    /// Where each list ends in `edges`.
    ends: Vec<usize>,
    edges: Vec<u32>,
    /// The length of the longest list.
    most: usize,
}

impl Lists {
    /// The positions after each.
    pub(super) fn onwards(graph: &Graph) -> Self {
        let mut lists = Self { ends: Vec::with_capacity(graph.len()), edges: Vec::new(), most: graph.ways };
        for edges in graph.edges.chunks_exact(graph.ways) {
            lists.edges.extend(edges.iter().filter(|&&edge| edge != 0));
            lists.ends.push(lists.edges.len());
        }
        lists
    }

    /// The positions before each.
    pub(super) fn back(graph: &Graph) -> Self {
        let mut counts = vec![0; graph.len()];
        let onwards = graph.edges.chunks_exact(graph.ways);
        for &edge in onwards.clone().flatten().filter(|&&edge| edge != 0) {
            counts[edge as usize] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let mut sum = 0;
        // At first where each list starts; filling it moves that to its end.
        let mut ends = Vec::with_capacity(graph.len());
        for count in counts {
            ends.push(sum);
            sum += count;
        }
        let mut edges = vec![0; sum];
        for (position, targets) in (0..).zip(onwards) {
            for &edge in targets.iter().filter(|&&edge| edge != 0) {
                edges[ends[edge as usize]] = position;
                ends[edge as usize] += 1;
            }
        }
        Self { ends, edges, most }
    }

    /// Visits the first `positions` lists.
    #[inline]
    fn each(&self, positions: usize, mut visit: impl FnMut(usize, &[u32])) {
        let mut start = 0;
        for (position, &end) in self.ends[..positions].iter().enumerate() {
            visit(position, &self.edges[start..end]);
            start = end;
        }
    }
}

/// Where there is one path of no moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// At every position: paths that lead on are counted.
    Everywhere,
    /// At the first: paths that lead there are counted.
    First,
}

/// A number for each position, of `width` words each, the lowest first.
pub(super) struct Limbs {
    now: Vec<u64>,
    next: Vec<u64>,
    width: usize,
    positions: usize,
    /// No highest word is above this.
    bound: u64,
}

impl Limbs {
    /// One where the count starts; nothing at 0.
    pub(super) fn new(graph: &Graph, start: Start) -> Self {
        let positions = graph.len();
        let mut now = vec![u64::from(start == Start::Everywhere); positions];
        now[0] = 0;
        now[1] = 1;
        Self { next: vec![0; positions], now, width: 1, positions, bound: 1 }
    }

    /// Words a number.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of a position.
    pub(super) fn get(&self, position: usize) -> BigUint {
        let words = &self.now[position * self.width..(position + 1) * self.width];
        BigUint::new(words.iter().flat_map(|&word| [(word & 0xffff_ffff) as u32, (word >> 32) as u32]).collect())
    }

    /// Each becomes the sum of those that its edges lead to, for positions with numbers below `positions`.
    pub(super) fn step(&mut self, lists: &Lists, positions: usize, budget: &Budget<'_>) -> Result<()> {
        let most = lists.most as u64;
        // A highest word gets as many times the bound, and less than that from the carry.
        if self.bound >= u64::MAX / most - 1 {
            let highest = self.now.chunks_exact(self.width).map(|words| words[self.width - 1]);
            self.bound = highest.max().unwrap_or(0);
            if self.bound >= u64::MAX / most - 1 {
                self.widen(budget)?;
            }
        }
        self.bound = self.bound * most + most - 1;
        let target = &mut self.next[..positions * self.width];
        match self.width {
            1 => one(lists, &self.now, target),
            2 => many::<2>(lists, &self.now, target),
            3 => many::<3>(lists, &self.now, target),
            4 => many::<4>(lists, &self.now, target),
            width => any(lists, &self.now, target, width),
        }
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    fn widen(&mut self, budget: &Budget<'_>) -> Result<()> {
        let width = self.width + 1;
        budget.afford((self.positions * width) as u64 * 32, "exact counts")?;
        let mut wide = vec![0; self.positions * width];
        for (new, old) in wide.chunks_exact_mut(width).zip(self.now.chunks_exact(self.width)) {
            new[..old.len()].copy_from_slice(old);
        }
        self.now = wide;
        self.next = vec![0; self.positions * width];
        self.width = width;
        self.bound = 0;
        Ok(())
    }
}

fn one(lists: &Lists, from: &[u64], to: &mut [u64]) {
    lists.each(to.len(), |position, edges| {
        to[position] = edges.iter().map(|&edge| from[edge as usize]).sum();
    });
}

/// For widths that the compiler can unroll.
fn many<const WIDTH: usize>(lists: &Lists, from: &[u64], to: &mut [u64]) {
    let (from, _) = from.as_chunks::<WIDTH>();
    let (to, _) = to.as_chunks_mut::<WIDTH>();
    lists.each(to.len(), |position, edges| {
        let mut sum = [0_u128; WIDTH];
        for &edge in edges {
            for (sum, &word) in sum.iter_mut().zip(&from[edge as usize]) {
                *sum += u128::from(word);
            }
        }
        carry(&sum, &mut to[position]);
    });
}

fn carry(sum: &[u128], to: &mut [u64]) {
    let mut carried = 0;
    for (word, &sum) in to.iter_mut().zip(sum) {
        let sum = sum + carried;
        *word = sum as u64;
        carried = sum >> 64;
    }
}

fn any(lists: &Lists, from: &[u64], to: &mut [u64], width: usize) {
    lists.each(to.len() / width, |position, edges| {
        let to = &mut to[position * width..][..width];
        let words = |edge: u32| &from[edge as usize * width..][..width];
        match *edges {
            [] => to.fill(0),
            [a] => to.copy_from_slice(words(a)),
            [a, b] => {
                let mut carried = 0;
                for ((to, &a), &b) in to.iter_mut().zip(words(a)).zip(words(b)) {
                    let sum = u128::from(a) + u128::from(b) + carried;
                    *to = sum as u64;
                    carried = sum >> 64;
                }
            }
            [a, b, c, ref rest @ ..] => {
                let mut carried = 0;
                for (((to, &a), &b), &c) in to.iter_mut().zip(words(a)).zip(words(b)).zip(words(c)) {
                    let sum = u128::from(a) + u128::from(b) + u128::from(c) + carried;
                    *to = sum as u64;
                    carried = sum >> 64;
                }
                for &edge in rest {
                    let mut carried = false;
                    for (to, &word) in to.iter_mut().zip(words(edge)) {
                        let (sum, over) = to.overflowing_add(word);
                        let (sum, again) = sum.overflowing_add(u64::from(carried));
                        *to = sum;
                        carried = over || again;
                    }
                }
            }
        }
    });
}
