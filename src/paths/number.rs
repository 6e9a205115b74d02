//! What is added up: residues, numbers of 128 bits while they fit, and numbers of any size.

use num_bigint::BigUint;

/// Three to the power of 80 fits 128 bits; a snake of one cell has four ways, and 4 to the power of 63 fits as well.
const SAFE_DEPTH: u64 = 63;

/// A way to add counts up.
pub(super) trait Tally: Sync {
    /// A count.
    type Value: Clone + Send + Sync;
    /// One path.
    fn one(&self) -> Self::Value;
    /// Adds to a count.
    fn add(&self, to: &mut Self::Value, value: &Self::Value);
    /// The count as a number of any size.
    fn number(&self, value: &Self::Value) -> BigUint;
    /// The bytes of a count after `depth` moves, at most.
    fn bytes(&self, depth: u64) -> u64;
}

/// Counts modulo a number from 1 on.
pub(super) struct Residues(pub(super) u64);

/// Counts of at most [`SAFE_DEPTH`] moves.
pub(super) struct Wide;

/// Counts of any size.
pub(super) struct Exact;

/// Whether [`Wide`] will do.
pub(super) fn fits_wide(depth: u64) -> bool {
    depth <= SAFE_DEPTH
}

impl Tally for Residues {
    type Value = u64;

    fn one(&self) -> u64 {
        1 % self.0
    }

    fn add(&self, to: &mut u64, value: &u64) {
        *to = add_modulo(*to, *value, self.0);
    }

    fn number(&self, value: &u64) -> BigUint {
        BigUint::from(*value)
    }

    fn bytes(&self, _depth: u64) -> u64 {
        8
    }
}

impl Tally for Wide {
    type Value = u128;

    fn one(&self) -> u128 {
        1
    }

    fn add(&self, to: &mut u128, value: &u128) {
        *to += value;
    }

    fn number(&self, value: &u128) -> BigUint {
        BigUint::from(*value)
    }

    fn bytes(&self, _depth: u64) -> u64 {
        16
    }
}

impl Tally for Exact {
    type Value = BigUint;

    fn one(&self) -> BigUint {
        BigUint::from(1_u8)
    }

    fn add(&self, to: &mut BigUint, value: &BigUint) {
        *to += value;
    }

    fn number(&self, value: &BigUint) -> BigUint {
        value.clone()
    }

    fn bytes(&self, depth: u64) -> u64 {
        // At most two bits a move.
        40 + depth / 4
    }
}

/// `a + b` modulo `modulus`, both of which are below it.
#[inline]
pub(super) fn add_modulo(a: u64, b: u64, modulus: u64) -> u64 {
    let (sum, carried) = a.overflowing_add(b);
    if carried || sum >= modulus { sum.wrapping_sub(modulus) } else { sum }
}
