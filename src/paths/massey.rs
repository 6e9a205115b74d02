//! The shortest linear recurrence of a sequence modulo a prime, by Berlekamp and Massey.

#![allow(clippy::cast_possible_truncation, reason = "words are split on purpose")]

use super::budget::Budget;
use super::modular::Modulus;
use crate::core::Result;

/// Words multiplied between two pulses.
const STRIDE: usize = 1 << 15;
/// Primes below this have products of which eight fit a word.
const NARROW: u64 = 1 << 30;

/// `1 + c[1] x + c[2] x^2 + ...` with `a[n] + c[1] a[n-1] + c[2] a[n-2] + ... = 0` for all terms that have so many before
/// them.
///
/// # Errors
/// Whatever the caller answers.
pub(super) fn shortest(terms: &[u64], prime: Modulus, budget: &Budget<'_>) -> Result<Vec<u64>> {
    if prime.value < NARROW && prime.value > 2 {
        search(&Narrow::new(prime), terms, prime, budget)
    } else {
        search(&Wide(prime), terms, prime, budget)
    }
}

fn search<A: Arithmetic>(arithmetic: &A, terms: &[u64], prime: Modulus, budget: &Budget<'_>) -> Result<Vec<u64>> {
    // The latest first, so that what a recurrence comes to is an inner product of two arrays.
    let latest: Vec<A::Word> = terms.iter().rev().map(|&term| A::word(term)).collect();
    let mut current = vec![A::word(1 % prime.value)];
    let mut order = 0;
    // As it was before it last grew, how far it was off then, and how many terms ago that was.
    let (mut before, mut off, mut gap) = (current.clone(), 1, 1);
    let mut spare = Vec::new();
    let mut work = 0;
    for seen in 1..=terms.len() {
        work += current.len() + before.len() + 16;
        if work > STRIDE {
            work = 0;
            budget.pulse(seen as u64, 2 * terms.len() as u64)?;
        }
        let error = arithmetic.dot(&current, &latest[terms.len() - seen..]);
        if error == 0 {
            gap += 1;
            continue;
        }
        let factor = prime.neg(prime.mul(error, prime.inverse(off)));
        let grows = 2 * order < seen;
        if grows {
            spare.clone_from(&current);
        }
        if current.len() < before.len() + gap {
            current.resize(before.len() + gap, A::word(0));
        }
        arithmetic.add_multiple(&mut current[gap..], factor, &before);
        gap += 1;
        if grows {
            order = seen - order;
            std::mem::swap(&mut before, &mut spare);
            off = error;
            gap = 1;
        }
    }
    current.resize(order + 1, A::word(0));
    Ok(current.into_iter().map(Into::into).collect())
}

/// The inner loops, in the cheapest way that a prime allows.
trait Arithmetic {
    type Word: Copy + Into<u64>;

    /// A residue, as it is stored.
    fn word(residue: u64) -> Self::Word;

    /// The inner product, as far as the shorter one goes.
    fn dot(&self, a: &[Self::Word], b: &[Self::Word]) -> u64;

    /// Adds a multiple of one array to another that is at least as long.
    fn add_multiple(&self, to: &mut [Self::Word], factor: u64, from: &[Self::Word]);
}

/// Odd primes below [`NARROW`], whose loops a compiler can spread over vectors.
struct Narrow {
    prime: Modulus,
    value: u32,
    negated_inverse: u32,
}

impl Narrow {
    fn new(prime: Modulus) -> Self {
        let value = Self::word(prime.value);
        // Each step doubles the bits that are right; three are to begin with.
        let step = |inverse: u32| inverse.wrapping_mul(2_u32.wrapping_sub(value.wrapping_mul(inverse)));
        let inverse = (0..4).fold(value, |inverse, _| step(inverse));
        Self { prime, value, negated_inverse: inverse.wrapping_neg() }
    }
}

impl Arithmetic for Narrow {
    type Word = u32;

    fn word(residue: u64) -> u32 {
        residue as u32
    }

    fn dot(&self, a: &[u32], b: &[u32]) -> u64 {
        let length = a.len().min(b.len());
        let (a, rest_a) = a[..length].as_chunks::<8>();
        let (b, rest_b) = b[..length].as_chunks::<8>();
        let mut sum = 0_u128;
        let product = |(&a, &b): (&u32, &u32)| u64::from(a) * u64::from(b);
        for (a, b) in a.iter().zip(b) {
            sum += u128::from(a.iter().zip(b).map(product).sum::<u64>());
        }
        sum += u128::from(rest_a.iter().zip(rest_b).map(product).sum::<u64>());
        self.prime.reduce(sum)
    }

    fn add_multiple(&self, to: &mut [u32], factor: u64, from: &[u32]) {
        // Montgomery's reduction takes 2^32 away from each product, so the factor is given it first.
        let factor = self.prime.reduce(u128::from(factor) << 32);
        let twice = 2 * self.value;
        for (to, &from) in to.iter_mut().zip(from) {
            let product = factor * u64::from(from);
            let multiple = (product as u32).wrapping_mul(self.negated_inverse);
            let reduced = (product + u64::from(multiple) * u64::from(self.value)) >> 32;
            // Below three times the prime.
            let sum = reduced as u32 + *to;
            let sum = sum.min(sum.wrapping_sub(twice));
            *to = sum.min(sum.wrapping_sub(self.value));
        }
    }
}

/// Any other prime.
struct Wide(Modulus);

impl Arithmetic for Wide {
    type Word = u64;

    fn word(residue: u64) -> u64 {
        residue
    }

    fn dot(&self, a: &[u64], b: &[u64]) -> u64 {
        let prime = self.0;
        if prime.value >= 1 << 62 {
            return a.iter().zip(b).fold(0, |sum, (&a, &b)| prime.add(sum, prime.mul(a, b)));
        }
        let mut sum = 0_u128;
        // Eight products of 124 bits fit, and once more what is left from before.
        for (a, b) in a.chunks(8).zip(b.chunks(8)) {
            sum += a.iter().zip(b).map(|(&a, &b)| u128::from(a) * u128::from(b)).sum::<u128>();
            sum = if sum >> 127 == 1 { u128::from(prime.reduce(sum)) } else { sum };
        }
        prime.reduce(sum)
    }

    fn add_multiple(&self, to: &mut [u64], factor: u64, from: &[u64]) {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = self.0.add(*to, self.0.mul(factor, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Modulus, shortest};
    use crate::paths::Unwatched;

    fn found(terms: &[u64], prime: u64) -> Vec<u64> {
        shortest(terms, Modulus::new(prime), &Budget::new(1 << 20, 1, &Unwatched)).unwrap()
    }

    #[test]
    fn fibonacci_has_order_two() {
        for prime in [2, 3, 101, 1_000_000_007, (1 << 61) - 1, (1 << 62) - 57, u64::MAX - 58] {
            let modulus = Modulus::new(prime);
            let mut terms = vec![0, 1];
            while terms.len() < 20 {
                terms.push(modulus.add(terms[terms.len() - 1], terms[terms.len() - 2]));
            }
            assert_eq!(found(&terms, prime), [1, prime - 1, prime - 1]);
        }
        assert_eq!(found(&[0; 9], 7), [1]);
        assert_eq!(found(&[0, 0, 0, 3], 7).len(), 5);
    }

    #[test]
    fn a_long_recurrence_is_found_again() {
        for prime in [5, 65_537, 1_000_000_007, (1 << 31) - 1, (1 << 62) - 57, u64::MAX - 58] {
            let modulus = Modulus::new(prime);
            let order = 40;
            let mut terms: Vec<u64> = (0..order).map(|n| modulus.pow(n + 2, 29)).collect();
            let coefficients: Vec<u64> = (1..=order).map(|n| modulus.pow(3 * n + 1, 31)).collect();
            while terms.len() < 200 {
                let latest = terms.iter().rev().zip(&coefficients);
                terms.push(latest.fold(0, |sum, (&a, &b)| modulus.sub(sum, modulus.mul(a, b))));
            }
            let recurrence = found(&terms[..100], prime);
            for window in terms.windows(recurrence.len()) {
                let pairs = window.iter().rev().zip(&recurrence);
                assert_eq!(pairs.fold(0, |sum, (&a, &b)| modulus.add(sum, modulus.mul(a, b))), 0);
            }
        }
    }
}
