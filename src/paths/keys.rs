//! A set of keys, each a list of words, that numbers them in the order in which they come.
//!
//! Keys are compared whole: a hash alone would sooner or later count two positions as one. They lie one behind the other
//! in one array, so that a key costs its words and a slot, and no allocation of its own.

/// A numbered set of word lists.
#[derive(Default)]
pub(super) struct Keys {
    words: Vec<u64>,
    /// Where each key ends in `words`.
    ends: Vec<usize>,
    /// Open addressing: a key's number + 1, or 0.
    slots: Vec<u32>,
}

impl Keys {
    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The words of a key.
    pub(super) fn get(&self, number: usize) -> &[u64] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.words[start..self.ends[number]]
    }

    /// The number of a key, which is added if it is new.
    pub(super) fn number(&mut self, key: &[u64]) -> usize {
        if self.slots.len() <= self.ends.len() * 2 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) & mask;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            if self.get(number) == key {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        self.words.extend_from_slice(key);
        self.ends.push(self.words.len());
        self.slots[slot] = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.ends.len() - 1
    }

    /// Takes all keys out and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.slots.fill(0);
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * 8 + self.ends.capacity() * 8 + self.slots.capacity() * 4) as u64
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let mut slots = vec![0_u32; size];
        for (number, mark) in (0..self.len()).zip(1..) {
            let mut slot = hash(self.get(number)) & (size - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = mark;
        }
        self.slots = slots;
    }
}

/// Any mixing will do, since keys are compared.
#[inline]
fn hash(key: &[u64]) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = key.iter().fold(key.len() as u64, |mix, &word| (mix ^ word).wrapping_mul(ODD).rotate_left(29));
    #[expect(clippy::cast_possible_truncation, reason = "the low bits will do")]
    let low = (mix ^ mix >> 32) as usize;
    low
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn equal_keys_have_one_number() {
        let mut keys = Keys::default();
        let key = |n: u64| (0..n % 5).map(|i| i * n).collect::<Vec<_>>();
        let mut list: Vec<Vec<u64>> = Vec::new();
        for n in 0..2_000 {
            let expected = list.iter().position(|old| *old == key(n)).unwrap_or(list.len());
            if expected == list.len() {
                list.push(key(n));
            }
            assert_eq!(keys.number(&key(n)), expected);
        }
        assert!((0..keys.len()).all(|number| keys.get(number) == list[number]));
        keys.clear();
        assert_eq!((keys.len(), keys.number(&[7])), (0, 0));
    }
}
