//! Number-theoretic transforms: polynomials modulo a prime, by their values at roots of one.
//!
//! Values come in bit-reversed order, in which those at `x` and at `-x` are neighbours. Twiddles are multiplied with by
//! Shoup's trick: the quotient is guessed from one high product, and is at most one too small.

#![allow(clippy::cast_possible_truncation, reason = "words are split on purpose")]

use super::modular::Modulus;

/// Primes below 2^62 with roots of order 2^36, and an element that generates all units.
const PRIMES: [(u64, u64); 3] =
    [(4_611_685_606_110_527_489, 3), (4_611_685_125_074_190_337, 5), (4_611_682_857_331_458_049, 13)];
/// The order of the roots is 2 to the power of this.
const LOG_ORDER: u32 = 36;

/// A factor, and its quotient by the prime with 64 bits behind the point.
#[derive(Clone, Copy)]
struct Factor {
    value: u64,
    quotient: u64,
}

/// Transforms modulo one prime, up to some size.
pub(super) struct Transform {
    pub(super) prime: Modulus,
    /// The powers of a root by bit-reversed exponents: of the block's number at each stage.
    roots: Vec<Factor>,
    /// Their inverses.
    inverses: Vec<Factor>,
    /// The inverse of the prime modulo 2^64.
    inverse: u64,
}

impl Factor {
    fn new(value: u64, prime: Modulus) -> Self {
        let quotient = ((u128::from(value) << 64) / u128::from(prime.value)) as u64;
        Self { value, quotient }
    }

    /// The product with any word, below twice the prime.
    #[inline]
    fn times(self, word: u64, prime: u64) -> u64 {
        let quotient = ((u128::from(self.quotient) * u128::from(word)) >> 64) as u64;
        self.value.wrapping_mul(word).wrapping_sub(quotient.wrapping_mul(prime))
    }
}

impl Transform {
    /// Transforms modulo the `number`-th prime, of sizes up to `size`, a power of two from 4 on.
    pub(super) fn new(number: usize, size: usize) -> Self {
        let (prime, generator) = PRIMES[number];
        let prime = Modulus::new(prime);
        let root = prime.pow(generator, (prime.value - 1) >> LOG_ORDER);
        let value = prime.value;
        // Each step doubles the bits that are right; three are to begin with.
        let step = |inverse: u64| inverse.wrapping_mul(2_u64.wrapping_sub(value.wrapping_mul(inverse)));
        let inverse = (0..5).fold(value, |inverse, _| step(inverse));
        let (roots, inverses) = (reversed(root, prime, size), reversed(prime.inverse(root), prime, size));
        Self { prime, roots, inverses, inverse }
    }

    /// From coefficients to values; both below the prime.
    pub(super) fn forward(&self, values: &mut [u64]) {
        let prime = self.prime.value;
        let twice = 2 * prime;
        let butterfly = |low: &mut u64, high: &mut u64, root: Factor| {
            let product = root.times(*high, prime);
            let (sum, difference) = (*low + product, *low + twice - product);
            *low = sum.min(sum.wrapping_sub(twice));
            *high = difference.min(difference.wrapping_sub(twice));
        };
        let mut half = values.len() / 2;
        while half > 2 {
            for (block, &root) in values.chunks_exact_mut(2 * half).zip(&self.roots) {
                let (low, high) = block.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    butterfly(low, high, root);
                }
            }
            half /= 2;
        }
        // The last two stages at once: blocks are too short for a loop of their own.
        let (blocks, _) = values.as_chunks_mut::<4>();
        for ((block, &root), roots) in blocks.iter_mut().zip(&self.roots).zip(self.roots.as_chunks::<2>().0) {
            let [a, b, c, d] = block;
            butterfly(a, c, root);
            butterfly(b, d, root);
            butterfly(a, b, roots[0]);
            butterfly(c, d, roots[1]);
            for value in block {
                *value = (*value).min(value.wrapping_sub(prime));
            }
        }
    }

    /// The product of two values, divided by 2^64 (Montgomery); below the prime.
    #[inline]
    pub(super) fn product(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = (product as u64).wrapping_mul(self.inverse);
        let below = ((u128::from(multiple) * u128::from(self.prime.value)) >> 64) as u64;
        let difference = ((product >> 64) as u64).wrapping_sub(below);
        difference.min(difference.wrapping_add(self.prime.value))
    }

    /// What [`Transform::backward`] is to multiply with to divide, and to make up for so many uses of
    /// [`Transform::product`].
    pub(super) fn scale(&self, divisor: u64, products: u64) -> u64 {
        let missing = self.prime.pow(self.prime.reduce(1 << 64), products);
        self.prime.mul(self.prime.inverse(divisor), missing)
    }

    /// From values to coefficients, times a number that divides by how many they are, to undo [`Transform::forward`].
    pub(super) fn backward(&self, values: &mut [u64], scale: u64) {
        let prime = self.prime.value;
        let twice = 2 * prime;
        let butterfly = |low: &mut u64, high: &mut u64, root: Factor| {
            let (sum, difference) = (*low + *high, *low + twice - *high);
            *low = sum.min(sum.wrapping_sub(twice));
            *high = root.times(difference, prime);
        };
        let (blocks, _) = values.as_chunks_mut::<4>();
        for ((block, &root), roots) in blocks.iter_mut().zip(&self.inverses).zip(self.inverses.as_chunks::<2>().0) {
            let [a, b, c, d] = block;
            butterfly(a, b, roots[0]);
            butterfly(c, d, roots[1]);
            butterfly(a, c, root);
            butterfly(b, d, root);
        }
        let mut half = 4;
        while half < values.len() {
            for (block, &root) in values.chunks_exact_mut(2 * half).zip(&self.inverses) {
                let (low, high) = block.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    butterfly(low, high, root);
                }
            }
            half *= 2;
        }
        let scale = Factor::new(scale, self.prime);
        for value in values {
            let scaled = scale.times(*value, prime);
            *value = scaled.min(scaled.wrapping_sub(prime));
        }
    }

    /// The remainder of any word.
    #[inline]
    pub(super) fn reduce(&self, word: u64) -> u64 {
        if word < self.prime.value { word } else { word % self.prime.value }
    }

    /// The inverse of the root at which the values number `2 * pair` and `2 * pair + 1` are taken, the latter negated.
    pub(super) fn inverse_root(&self, pair: usize) -> u64 {
        self.inverses[pair].value
    }
}

/// Powers of a root of order `2^LOG_ORDER`, so that number `s` is the one that block `s` of every stage needs.
fn reversed(root: u64, prime: Modulus, size: usize) -> Vec<Factor> {
    let mut powers = vec![1_u64];
    // One, then a fourth root of one, an eighth, ...: each doubles the list.
    let mut order = 2;
    while powers.len() < size / 2 {
        let next = prime.pow(root, 1 << (LOG_ORDER - order));
        let longer: Vec<u64> = powers.iter().map(|&power| prime.mul(power, next)).collect();
        powers.extend(longer);
        order += 1;
    }
    powers.into_iter().map(|power| Factor::new(power, prime)).collect()
}

#[cfg(test)]
mod tests {
    use super::{PRIMES, Transform};
    use crate::paths::modular::is_prime;

    #[test]
    fn values_multiply_where_coefficients_convolve() {
        for (number, (prime, _)) in PRIMES.into_iter().enumerate() {
            assert!(is_prime(prime) && prime < 1 << 62);
            for size in [4, 8, 64] {
                let transform = Transform::new(number, size);
                let prime = transform.prime;
                let a: Vec<u64> = (0..size as u64).map(|n| prime.pow(n + 3, 17)).collect();
                let b: Vec<u64> = (0..size as u64).map(|n| prime.pow(n + 7, 29)).collect();
                let mut slow = vec![0; size];
                for i in 0..size {
                    for j in 0..size {
                        slow[(i + j) % size] = prime.add(slow[(i + j) % size], prime.mul(a[i], b[j]));
                    }
                }
                let (mut x, mut y) = (a.clone(), b.clone());
                transform.forward(&mut x);
                transform.forward(&mut y);
                let mut product: Vec<u64> = x.iter().zip(&y).map(|(&x, &y)| transform.product(x, y)).collect();
                transform.backward(&mut product, transform.scale(size as u64, 1));
                assert_eq!(product, slow);
                transform.backward(&mut x, transform.scale(size as u64, 0));
                assert_eq!(x, a);
            }
        }
    }
}
