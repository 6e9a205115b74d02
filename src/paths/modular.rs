//! Arithmetic modulo a number of 64 bits.

#![allow(clippy::cast_possible_truncation, reason = "words are split on purpose")]

use super::number::add_modulo;

/// A modulus, and what makes dividing by it cheap: the reciprocal of its highest bits, as of Möller and Granlund,
/// "Improved division by invariant integers" (2011), algorithm 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Modulus {
    pub(super) value: u64,
    shift: u32,
    scaled: u64,
    reciprocal: u64,
}

impl Modulus {
    /// A modulus from 1 on.
    pub(super) fn new(value: u64) -> Self {
        let shift = value.leading_zeros();
        let scaled = value << shift;
        let reciprocal = (u128::MAX / u128::from(scaled)) as u64;
        Self { value, shift, scaled, reciprocal }
    }

    /// The remainder of `high * 2^64 + low`, scaled by the shift, where `high` is below the scaled modulus.
    #[inline]
    fn remainder(self, number: u128) -> u64 {
        let (high, low) = ((number >> 64) as u64, number as u64);
        let product = u128::from(self.reciprocal) * u128::from(high);
        let quotient = product.wrapping_add(number);
        let guess = ((quotient >> 64) as u64).wrapping_add(1);
        let mut rest = low.wrapping_sub(guess.wrapping_mul(self.scaled));
        if rest > quotient as u64 {
            rest = rest.wrapping_add(self.scaled);
        }
        if rest >= self.scaled {
            rest -= self.scaled;
        }
        rest
    }

    /// `a * b`, both below the modulus.
    #[inline]
    pub(super) fn mul(self, a: u64, b: u64) -> u64 {
        self.remainder((u128::from(a) * u128::from(b)) << self.shift) >> self.shift
    }

    /// `a + b`, both below the modulus.
    #[inline]
    pub(super) fn add(self, a: u64, b: u64) -> u64 {
        add_modulo(a, b, self.value)
    }

    /// `a - b`, both below the modulus.
    #[inline]
    pub(super) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a.wrapping_sub(b).wrapping_add(self.value) }
    }

    /// `-a`, below the modulus.
    #[inline]
    pub(super) fn neg(self, a: u64) -> u64 {
        self.sub(0, a)
    }

    /// Any number of 128 bits.
    #[inline]
    pub(super) fn reduce(self, number: u128) -> u64 {
        let high = self.remainder(u128::from((number >> 64) as u64) << self.shift) >> self.shift;
        self.remainder((u128::from(high) << 64 | number & u128::from(u64::MAX)) << self.shift) >> self.shift
    }

    /// `base` to the power of `exponent`.
    pub(super) fn pow(self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = 1 % self.value;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }

    /// What `a` must be multiplied with to give 1; the modulus is a prime, and does not divide `a`.
    pub(super) fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.value - 2)
    }
}

/// Whether a number is a prime. These bases settle every number of 64 bits (Jaeschke; Sorenson and Webster).
pub(super) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(&base) = BASES.iter().find(|&&base| number.is_multiple_of(base)) {
        return number == base;
    }
    if number < 2 {
        return false;
    }
    let modulus = Modulus::new(number);
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = modulus.pow(base % number, (number - 1) >> twos);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == number - 1 {
                return true;
            }
            power = modulus.mul(power, power);
        }
        false
    })
}

/// Primes below 2^62, the largest first.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    (0..1 << 61).map(|below| (1_u64 << 62) - 1 - 2 * below).filter(|&number| is_prime(number))
}

#[cfg(test)]
mod tests {
    use super::{Modulus, is_prime, primes};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_remainder(value in 1_u64.., low in any::<u64>(), shift in 0_u32..64, a in any::<u64>(), b in any::<u64>(), wide in any::<u128>()) {
            for value in [value, (value >> shift).max(1), value | 1_u64 << 63, low | 1] {
                let modulus = Modulus::new(value);
                let (a, b) = (a % value, b % value);
                prop_assert_eq!(u128::from(modulus.mul(a, b)), u128::from(a) * u128::from(b) % u128::from(value));
                prop_assert_eq!(u128::from(modulus.add(a, b)), (u128::from(a) + u128::from(b)) % u128::from(value));
                prop_assert_eq!(modulus.add(modulus.sub(a, b), b), a);
                prop_assert_eq!(u128::from(modulus.reduce(wide)), wide % u128::from(value));
                prop_assert_eq!(modulus.add(modulus.neg(a), a), 0);
            }
        }
    }

    #[test]
    fn primes_are_primes() {
        let small: Vec<u64> = (0..50).filter(|&number| is_prime(number)).collect();
        assert_eq!(small, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]);
        assert!(is_prime(1_000_000_007) && is_prime(u64::MAX - 58) && is_prime((1 << 61) - 1));
        assert!(!is_prime(3_215_031_751) && !is_prime(u64::MAX) && !is_prime(1_000_003 * 1_000_033));
        let largest: Vec<u64> = primes().take(2).collect();
        assert_eq!(largest, [(1 << 62) - 57, (1 << 62) - 87]);
        let modulus = Modulus::new(largest[0]);
        assert_eq!(modulus.mul(modulus.inverse(12_345), 12_345), 1);
    }
}
