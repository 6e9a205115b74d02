//! What is known of positions, by what has been marked: bounds of their value. Later knowledge overwrites earlier.

/// A position and the least and the greatest value that it can have.
#[derive(Clone, Copy, Default)]
struct Entry {
    marks: [u64; 2],
    least: i8,
    greatest: i8,
    used: bool,
}

/// A table of a fixed number of places.
pub(super) struct Table {
    entries: Vec<Entry>,
    shift: u32,
}

impl Table {
    /// Places enough for `positions`, but no more than 2^22 (96 MiB), of which those that are never used cost nothing.
    pub(super) fn new(positions: u64) -> Self {
        let bits = positions.clamp(1 << 10, 1 << 22).next_power_of_two().trailing_zeros();
        Self { entries: vec![Entry::default(); 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn place(&self, [own, other]: [u64; 2]) -> usize {
        let mixed = (own ^ other.rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29 ^ other).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(mixed >> self.shift).unwrap_or(0)
    }

    /// The least and the greatest value of a position, as far as known.
    #[inline]
    pub(super) fn bounds(&self, marks: [u64; 2]) -> Option<(i8, i8)> {
        let entry = &self.entries[self.place(marks)];
        (entry.used && entry.marks == marks).then_some((entry.least, entry.greatest))
    }

    /// Notes what is known of a position.
    #[inline]
    pub(super) fn note(&mut self, marks: [u64; 2], least: i8, greatest: i8) {
        let place = self.place(marks);
        self.entries[place] = Entry { marks, least, greatest, used: true };
    }
}
