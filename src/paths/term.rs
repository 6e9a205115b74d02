//! One far term of a sequence with a linear recurrence, as of Bostan and Mori, "A simple and fast algorithm for computing
//! the N-th term of a linearly recurrent sequence" (2021).
//!
//! The terms are the coefficients of a fraction `P(x) / Q(x)`. Multiplied with `Q(-x)` above and below, the denominator
//! has even powers only, and half of the numerator can be left out: the one whose powers are odd or even as the term's
//! number is. That halves the number. It needs nothing of the modulus but addition and multiplication.

use num_bigint::BigUint;

use super::budget::Budget;
use super::modular::Modulus;
use super::residues::{MixedRadix, Weights};
use super::transform::Transform;
use crate::core::Result;

/// Up to this order, multiplying by hand is faster.
const SHORT: usize = 64;

/// The term number `index` of a sequence that begins with `terms`, as many as the order at least. `recurrence` is
/// `1 + c[1] x + c[2] x^2 + ...`, so that `a[n] + c[1] a[n-1] + c[2] a[n-2] + ... = 0`.
pub(super) fn term(
    recurrence: &[u64],
    terms: &[u64],
    index: &BigUint,
    modulus: Modulus,
    budget: &Budget<'_>,
) -> Result<u64> {
    let order = recurrence.len() - 1;
    if let Some(&known) = usize::try_from(index).ok().and_then(|index| terms.get(index)) {
        return Ok(known);
    }
    if order == 0 {
        return Ok(0);
    }
    let mut below = recurrence.to_vec();
    let mut above: Vec<u64> =
        (0..order).map(|n| (0..=n).fold(0, |sum, i| modulus.add(sum, modulus.mul(below[i], terms[n - i])))).collect();
    let mut fast = if order > SHORT { Some(Fast::new(order, modulus)) } else { None };
    for bit in 0..index.bits() {
        // Powers beyond the number do not matter any more.
        if let Ok(left) = usize::try_from(index >> bit) {
            above.truncate(left + 1);
            below.truncate(left + 1);
        }
        match &mut fast {
            Some(fast) if below.len() > SHORT => fast.halve(&mut above, &mut below, index.bit(bit)),
            _ => halve(&mut above, &mut below, index.bit(bit), modulus),
        }
        budget.pulse(index.bits() + bit, 2 * index.bits())?;
    }
    // The denominator's first coefficient was one, and stays so.
    Ok(above.first().copied().unwrap_or(0))
}

/// Half of the numerator and of the denominator, times the denominator at `-x`.
fn halve(above: &mut Vec<u64>, below: &mut Vec<u64>, odd: bool, modulus: Modulus) {
    let mirrored: Vec<u64> =
        below.iter().enumerate().map(|(n, &value)| if n % 2 == 1 { modulus.neg(value) } else { value }).collect();
    let order = below.len();
    let upper = (0..order).map(|n| coefficient(above, &mirrored, 2 * n + usize::from(odd), modulus)).collect();
    let lower = (0..order).map(|n| coefficient(below, &mirrored, 2 * n, modulus)).collect();
    *above = upper;
    *below = lower;
}

/// One coefficient of a product.
fn coefficient(a: &[u64], b: &[u64], power: usize, modulus: Modulus) -> u64 {
    let first = (power + 1).saturating_sub(b.len());
    let last = (power + 1).min(a.len());
    if first >= last {
        return 0;
    }
    let pairs = a[first..last].iter().zip(b[power + 1 - last..=power - first].iter().rev());
    if modulus.value < 1 << 60 {
        // At most 65 products of less than 2^120 each.
        return modulus.reduce(pairs.map(|(&a, &b)| u128::from(a) * u128::from(b)).sum());
    }
    pairs.fold(0, |sum, (&a, &b)| modulus.add(sum, modulus.mul(a, b)))
}

/// The same by transforms modulo as many primes as the coefficients need.
struct Fast {
    transforms: Vec<Transform>,
    radix: MixedRadix,
    weights: Weights,
}

impl Fast {
    fn new(order: usize, modulus: Modulus) -> Self {
        let size = size(order + 1);
        // A sign, and sums of as many products as the order.
        let bits = 2 * (64 - modulus.value.leading_zeros()) + usize::BITS - order.leading_zeros() + 2;
        let transforms: Vec<_> = (0..bits.div_ceil(61) as usize).map(|number| Transform::new(number, size)).collect();
        let mut radix = MixedRadix::default();
        for transform in &transforms {
            radix.push(transform.prime);
        }
        Self { weights: radix.weights(modulus), transforms, radix }
    }

    fn halve(&self, above: &mut Vec<u64>, below: &mut Vec<u64>, odd: bool) {
        let (order, size) = (below.len(), size(below.len()));
        let mut uppers = Vec::with_capacity(self.transforms.len());
        let mut lowers = Vec::with_capacity(self.transforms.len());
        for transform in &self.transforms {
            let (upper, lower) = halved(transform, size, above, below, odd);
            uppers.push(upper);
            lowers.push(lower);
        }
        *above = self.put_together(&uppers, order - 1);
        *below = self.put_together(&lowers, order);
    }

    /// The first coefficients, from those modulo each prime.
    fn put_together(&self, parts: &[Vec<u64>], coefficients: usize) -> Vec<u64> {
        let mut digits = Vec::with_capacity(parts.len());
        let coefficient = |power: usize| {
            digits.clear();
            for part in parts {
                digits.push(self.radix.digit(&digits, part[power]));
            }
            self.radix.remainder(&digits, &self.weights)
        };
        (0..coefficients).map(coefficient).collect()
    }
}

/// The size of the transforms for a denominator of so many coefficients: the even powers of its square must fit twice.
fn size(coefficients: usize) -> usize {
    (2 * coefficients - 1).next_power_of_two()
}

/// Both halves modulo one prime.
fn halved(transform: &Transform, size: usize, above: &[u64], below: &[u64], odd: bool) -> (Vec<u64>, Vec<u64>) {
    let prime = transform.prime;
    let values = |coefficients: &[u64]| {
        let mut values: Vec<u64> = coefficients.iter().map(|&value| transform.reduce(value)).collect();
        values.resize(size, 0);
        transform.forward(&mut values);
        values
    };
    let (above, below) = (values(above), values(below));
    let mut upper = Vec::with_capacity(size / 2);
    let mut lower = Vec::with_capacity(size / 2);
    // Neighbours are the values at `x` and `-x`.
    for (pair, (above, below)) in above.chunks_exact(2).zip(below.chunks_exact(2)).enumerate() {
        lower.push(transform.product(below[0], below[1]));
        let (here, there) = (transform.product(above[0], below[1]), transform.product(above[1], below[0]));
        upper.push(if odd {
            transform.product(prime.sub(here, there), transform.inverse_root(pair))
        } else {
            prime.add(here, there)
        });
    }
    // Sum and difference are twice the even and the odd part.
    transform.backward(&mut upper, transform.scale(size as u64, if odd { 2 } else { 1 }));
    transform.backward(&mut lower, transform.scale(size as u64 / 2, 1));
    (upper, lower)
}

#[cfg(test)]
mod tests {
    use super::{Budget, Modulus, term};
    use crate::paths::Unwatched;
    use num_bigint::BigUint;

    #[test]
    fn far_terms_are_those_that_stepping_finds() {
        let budget = Budget::new(1 << 20, 1, &Unwatched);
        for (order, value) in [(1, 7), (2, 1 << 32), (5, 1), (70, 10), (100, 1_000_000_007), (130, u64::MAX)] {
            let modulus = Modulus::new(value);
            let number = |n: u64| modulus.pow((n + 2) % value, 5);
            let recurrence: Vec<u64> = (0..=order).map(|n| if n == 0 { 1 % value } else { number(n) }).collect();
            let mut terms: Vec<u64> = (0..order).map(|n| number(n * n)).collect();
            let known = terms.clone();
            while terms.len() < 1_000 {
                let latest = terms.iter().rev().zip(&recurrence[1..]);
                let sum = latest.fold(0, |sum, (&a, &b)| modulus.add(sum, modulus.mul(a, b)));
                terms.push(modulus.neg(sum));
            }
            for index in [0, 1, 69, 70, 101, 256, 640, 999] {
                let found = term(&recurrence, &known, &BigUint::from(index), modulus, &budget).unwrap();
                assert_eq!(found, terms[index], "{order} {value} {index}");
            }
        }
    }
}
