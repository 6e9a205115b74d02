//! A set of cells of a grid: one bit a cell, with counts that make the k-th member cheap to find.
//!
//! Chance in this engine is "the k-th free cell in row-major order, k uniform". That depends on the position alone, not
//! on how it came about, so that clones, snapshots and replays draw alike. A plain bitmap would have to count its way
//! through 32 KiB of words for each draw on a large grid; a count for each block of 64 words lets a draw skip whole
//! blocks, at the price of one addition a change.

use super::rng::Rng;

/// Words in a block; a block holds 4,096 cells.
const BLOCK_WORDS: usize = 64;
const BLOCK_CELLS_LOG2: u32 = 12;

/// A set of cell numbers `0..size`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    words: Box<[u64]>,
    /// How many members each block of `words` has; none for a set of one block, whose count is its length.
    counts: Box<[u16]>,
    len: u32,
}

impl CellSet {
    /// No cell of `size`.
    #[must_use]
    pub fn empty(size: usize) -> Self {
        let words = size.div_ceil(64);
        let blocks = words.div_ceil(BLOCK_WORDS);
        let counted = if blocks > 1 { blocks } else { 0 };
        Self { words: vec![0; words].into(), counts: vec![0; counted].into(), len: 0 }
    }

    /// Every cell that is not in `self`, of `size` cells.
    ///
    /// # Panics
    /// If `size` is not the size this set was made with.
    #[must_use]
    pub fn complement(&self, size: usize) -> Self {
        assert_eq!(self.words.len(), size.div_ceil(64), "the complement is taken within the same cells");
        let mut words: Box<[u64]> = self.words.iter().map(|word| !word).collect();
        if let (Some(last), 1..) = (words.last_mut(), size % 64) {
            *last &= (1 << (size % 64)) - 1;
        }
        let ones = |block: &[u64]| block.iter().map(|word| word.count_ones()).sum::<u32>();
        let mut counts = self.counts.clone();
        #[expect(clippy::cast_possible_truncation, reason = "a block has 4,096 cells")]
        counts.iter_mut().zip(words.chunks(BLOCK_WORDS)).for_each(|(count, block)| *count = ones(block) as u16);
        Self { len: ones(&words), words, counts }
    }

    /// Becomes a copy of `other`, of as many cells, in the memory it has.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
        if !self.counts.is_empty() {
            self.counts.copy_from_slice(&other.counts);
        }
        self.len = other.len;
    }

    /// Takes all cells away.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.counts.fill(0);
        self.len = 0;
    }

    /// How many cells it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it has `cell`.
    ///
    /// # Panics
    /// If the cell is beyond the set's size, here and below.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: u32) -> bool {
        self.words[(cell >> 6) as usize] >> (cell & 63) & 1 == 1
    }

    /// Adds `cell`; whether it was new.
    #[inline]
    pub fn insert(&mut self, cell: u32) -> bool {
        let (word, bit) = (&mut self.words[(cell >> 6) as usize], 1 << (cell & 63));
        let new = *word & bit == 0;
        *word |= bit;
        if let Some(count) = self.counts.get_mut((cell >> BLOCK_CELLS_LOG2) as usize) {
            *count += u16::from(new);
        }
        self.len += u32::from(new);
        new
    }

    /// Takes `cell` away; whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: u32) -> bool {
        let (word, bit) = (&mut self.words[(cell >> 6) as usize], 1 << (cell & 63));
        let had = *word & bit != 0;
        *word &= !bit;
        if let Some(count) = self.counts.get_mut((cell >> BLOCK_CELLS_LOG2) as usize) {
            *count -= u16::from(had);
        }
        self.len -= u32::from(had);
        had
    }

    /// Adds `new`, which must not be there, and then takes `old` away, which must be there (it may be `new`).
    #[inline]
    pub(crate) fn exchange(&mut self, new: u32, old: u32) {
        debug_assert!(!self.contains(new) && (new == old || self.contains(old)), "a cell for a cell");
        self.words[(new >> 6) as usize] ^= 1 << (new & 63);
        self.words[(old >> 6) as usize] ^= 1 << (old & 63);
        if !self.counts.is_empty() {
            self.counts[(new >> BLOCK_CELLS_LOG2) as usize] += 1;
            self.counts[(old >> BLOCK_CELLS_LOG2) as usize] -= 1;
        }
    }

    /// The `k`-th member in ascending order, counted from 0; `None` if there are not that many.
    #[must_use]
    pub fn nth(&self, k: usize) -> Option<u32> {
        if k >= self.len() {
            return None;
        }
        let mut left = u32::try_from(k).ok()?;
        let mut word = BLOCK_WORDS * self.counts.iter().take_while(|&&count| skip(&mut left, count.into())).count();
        // Two words at a time: no processor can guess which of them it will be.
        while let [first, second, ..] = self.words[word..] {
            let (count, both) = (first.count_ones(), first.count_ones() + second.count_ones());
            if left < both {
                let (bits, before, skipped) = if left < count { (first, 0, 0) } else { (second, count, 64) };
                return u32::try_from(word * 64).ok().map(|start| start + skipped + nth_bit(bits, left - before));
            }
            left -= both;
            word += 2;
        }
        let bits = self.words.get(word)?;
        u32::try_from(word * 64).ok().map(|start| start + nth_bit(*bits, left))
    }

    /// A member, each equally likely, by one draw: the k-th, k uniform.
    pub fn draw(&self, rng: &mut Rng) -> Option<u32> {
        if self.is_empty() { None } else { self.nth(rng.below(self.len) as usize) }
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).step_by(64).zip(&self.words).flat_map(|(start, &word)| {
            let rest = |bits: &u64| Some(bits & bits.wrapping_sub(1));
            std::iter::successors(Some(word), rest)
                .take_while(|&bits| bits != 0)
                .map(move |bits| start + bits.trailing_zeros())
        })
    }
}

/// The place of the `k`-th set bit, of which there are more than `k`.
#[inline]
fn nth_bit(word: u64, mut k: u32) -> u32 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    // Bits in each byte, then in each byte and all below it.
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(BYTES);
    // The highest bit of each byte whose sum is at most k is set; there are as many such bytes as come before the k-th bit.
    let passed = (((u64::from(k) * BYTES) | 0x8080_8080_8080_8080) - sums) & 0x8080_8080_8080_8080;
    let byte = passed.count_ones() * 8;
    let below = (sums << 8) >> byte & 0xff;
    k -= below as u32;
    byte + u32::from(NTH_BIT[(word >> byte & 0xff) as usize][k as usize & 7])
}

/// The place of the k-th set bit of each byte.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Passes over the next `count` members, unless the one wanted, before which `left` are left, is among them; says whether
/// it did.
#[inline]
const fn skip(left: &mut u32, count: u32) -> bool {
    let elsewhere = *left >= count;
    if elsewhere {
        *left -= count;
    }
    elsewhere
}

#[cfg(test)]
mod tests {
    use super::CellSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn it_is_a_sorted_set(size in 1_usize..10_000, changes in prop::collection::vec((any::<bool>(), any::<u32>()), 0..400)) {
            let mut fast = CellSet::empty(size);
            let mut slow = BTreeSet::new();
            for (add, cell) in changes {
                let cell = cell % u32::try_from(size).unwrap();
                if add {
                    prop_assert_eq!(fast.insert(cell), slow.insert(cell));
                } else {
                    prop_assert_eq!(fast.remove(cell), slow.remove(&cell));
                }
            }
            prop_assert_eq!(fast.len(), slow.len());
            prop_assert_eq!(fast.is_empty(), slow.is_empty());
            prop_assert!(fast.iter().eq(slow.iter().copied()));
            for (k, &cell) in slow.iter().enumerate() {
                prop_assert_eq!(fast.nth(k), Some(cell));
                prop_assert!(fast.contains(cell));
            }
            prop_assert_eq!(fast.nth(slow.len()), None);
            let rest = fast.complement(size);
            prop_assert_eq!(rest.len(), size - slow.len());
            prop_assert!((0..u32::try_from(size).unwrap()).all(|cell| rest.contains(cell) != slow.contains(&cell)));
            prop_assert_eq!(rest.nth(rest.len()), None);
            prop_assert_eq!(rest.complement(size), fast);
        }
    }
}
