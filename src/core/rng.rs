//! Chance: one `ChaCha8` stream for each game, from its integer seed.
//!
//! How a seed becomes a stream and a stream becomes a choice is written out here and pinned by golden values, rather
//! than taken from `rand`, whose sampling may change between versions: a replay must outlive an upgrade.
//!
//! * The key is the seed's 8 bytes, little end first, then 24 zero bytes; the stream number is 0, but for games that are
//!   simulated in blocks, each with a stream of its own.
//! * `below(n)` is Lemire's multiplication with rejection ("Fast Random Integer Generation in an Interval", 2019), on
//!   32-bit words: exactly uniform.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

/// A seeded stream of choices.
#[derive(Clone, Debug)]
pub struct Rng {
    seed: u64,
    /// Apart: it is larger than many a game that seldom draws, and rows of games lie closer together without it.
    stream: Box<ChaCha8Rng>,
}

impl Rng {
    /// The stream of `seed`, at its beginning.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { seed, stream: Box::new(ChaCha8Rng::from_seed(key)) }
    }

    /// Stream `number` of the seed: independent of those of all other numbers. Number 0 is [`Rng::new`].
    #[must_use]
    pub fn numbered(seed: u64, number: u64) -> Self {
        let mut rng = Self::new(seed);
        rng.stream.set_stream(number);
        rng
    }

    /// How many 32-bit words have been drawn.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        u64::try_from(self.stream.get_word_pos()).unwrap_or(u64::MAX)
    }

    /// The seed it was made with.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// A number in `0..n`, each equally likely.
    ///
    /// # Panics
    /// If `n` is 0: there is nothing to choose from.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "below: got 0, expected at least 1");
        loop {
            let product = u64::from(self.stream.next_u32()) * u64::from(n);
            #[expect(clippy::cast_possible_truncation, reason = "the low and the high word are wanted")]
            let (low, high) = (product as u32, (product >> 32) as u32);
            // The exact threshold costs a division; it is below n, so most draws need not know it.
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }
}

/// Whether both are the same stream, at the same place.
impl PartialEq for Rng {
    fn eq(&self, other: &Self) -> bool {
        let place = |rng: &Self| (rng.seed, rng.stream.get_stream(), rng.drawn());
        place(self) == place(other)
    }
}

impl Eq for Rng {}

/// As a seed, the number of 32-bit words drawn so far, and the number of the stream if it is not 0.
#[derive(Serialize, Deserialize)]
struct Position {
    seed: u64,
    drawn: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    number: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Serialize for Rng {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position { seed: self.seed, drawn: self.drawn(), number: self.stream.get_stream() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rng {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Position { seed, drawn, number } = Position::deserialize(deserializer)?;
        let mut rng = Self::numbered(seed, number);
        rng.stream.set_word_pos(drawn.into());
        Ok(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    /// These values are a promise: replays depend on them. They were computed by a second implementation of `ChaCha8`.
    #[test]
    fn golden() {
        let draw = |seed, n| {
            let mut rng = Rng::new(seed);
            std::array::from_fn::<u32, 6, _>(|_| rng.below(n))
        };
        assert_eq!(draw(0, 1000), [187, 836, 909, 631, 761, 232]);
        assert_eq!(draw(1, 1000), [628, 381, 929, 294, 397, 798]);
        assert_eq!(draw(u64::MAX, 1 << 24), [2_257_224, 11_816_582, 10_523_049, 3_906_139, 74_480, 10_916_898]);
        // A quarter of the words is rejected here.
        let often = [135_326_624, 1_440_961_169, 1_325_104_019, 2_162_080_235, 1_493_009_766, 1_984_568_098];
        assert_eq!(draw(3, 3 << 30), often);
    }

    #[test]
    fn each_number_is_equally_likely() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.46, "{counts:?}"); // 6 degrees of freedom, p = 0.001
    }

    #[test]
    fn it_goes_on_where_it_was_written_down() {
        for number in [0, 7] {
            let mut rng = Rng::numbered(42, number);
            for n in 1..50 {
                rng.below(n);
            }
            let text = serde_json::to_string(&rng).unwrap();
            let mut again: Rng = serde_json::from_str(&text).unwrap();
            assert_eq!(again.seed(), 42);
            assert!((1..500).all(|n| rng.below(n) == again.below(n)));
        }
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let draw = |number| {
            let mut rng = Rng::numbered(1, number);
            std::array::from_fn::<u32, 6, _>(|_| rng.below(1000))
        };
        assert_eq!(draw(0), [628, 381, 929, 294, 397, 798]);
        assert!(draw(1) != draw(0) && draw(1) != draw(2) && draw(1 << 32) != draw(0));
    }
}
