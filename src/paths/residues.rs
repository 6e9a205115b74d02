//! From remainders by several primes to the number, or to its remainder by something else (Garner's mixed radix).

use num_bigint::{BigInt, BigUint};

use super::modular::Modulus;

/// Primes between 2^61 and 2^62, and what puts remainders by them together.
#[derive(Default)]
pub(super) struct MixedRadix {
    primes: Vec<Modulus>,
    /// For each prime, the products of the first none, one, two, ... of the primes before it.
    products: Vec<Vec<u64>>,
    /// For each prime, the inverse of the product of all before it.
    inverses: Vec<u64>,
}

/// The products of the first none, one, two, ... and all primes, modulo something else.
pub(super) struct Weights {
    modulus: Modulus,
    products: Vec<u64>,
}

impl MixedRadix {
    /// One prime more.
    pub(super) fn push(&mut self, prime: Modulus) {
        let mut products = self.products_modulo(prime);
        self.inverses.push(prime.inverse(products.pop().unwrap_or(1)));
        self.products.push(products);
        self.primes.push(prime);
    }

    fn products_modulo(&self, modulus: Modulus) -> Vec<u64> {
        let mut product = 1 % modulus.value;
        let mut products = vec![product];
        for prime in &self.primes {
            product = modulus.mul(product, prime.value % modulus.value);
            products.push(product);
        }
        products
    }

    /// What [`MixedRadix::remainder`] needs to know of a modulus.
    pub(super) fn weights(&self, modulus: Modulus) -> Weights {
        Weights { modulus, products: self.products_modulo(modulus) }
    }

    /// The next digit of a number of which the digits so far and the next remainder are known.
    #[inline]
    pub(super) fn digit(&self, digits: &[u64], remainder: u64) -> u64 {
        let prime = self.primes[digits.len()];
        if digits.is_empty() {
            return remainder;
        }
        let mut known = 0;
        for (&digit, &product) in digits.iter().zip(&self.products[digits.len()]) {
            // Another prime's digit is less than twice this prime.
            let digit = digit.min(digit.wrapping_sub(prime.value));
            known = prime.add(known, prime.mul(digit, product));
        }
        prime.mul(prime.sub(remainder, known), self.inverses[digits.len()])
    }

    /// Whether the last digit says that the number is below zero: that it is counted down from the product of all primes.
    pub(super) fn is_negative(&self, digits: &[u64]) -> bool {
        digits.last().is_some_and(|&last| last > self.primes[digits.len() - 1].value / 2)
    }

    /// The number's remainder, if it lies within half the product of the primes around zero.
    #[inline]
    pub(super) fn remainder(&self, digits: &[u64], weights: &Weights) -> u64 {
        let Weights { modulus, products } = weights;
        let products_of = |digits: &[u64], products: &[u64]| {
            digits.iter().zip(products).map(|(&digit, &product)| u128::from(digit) * u128::from(product)).sum()
        };
        // Three products of 126 bits fit.
        let parts = digits.chunks(3).zip(products.chunks(3));
        let sum =
            parts.fold(0, |sum, (digits, products)| modulus.add(sum, modulus.reduce(products_of(digits, products))));
        if self.is_negative(digits) { modulus.sub(sum, products[digits.len()]) } else { sum }
    }

    /// The number itself, from nought to before the product of the primes.
    pub(super) fn number(&self, digits: &[u64]) -> BigUint {
        let pairs = digits.iter().zip(&self.primes).rev();
        let number = pairs.fold(BigInt::ZERO, |number, (&digit, prime)| number * prime.value + digit);
        number.into_parts().1
    }
}

#[cfg(test)]
mod tests {
    use super::{BigUint, MixedRadix, Modulus};
    use crate::paths::modular::primes;

    #[test]
    fn a_number_comes_back() {
        let mut radix = MixedRadix::default();
        let primes: Vec<Modulus> = primes().take(3).map(Modulus::new).collect();
        for &prime in &primes {
            radix.push(prime);
        }
        let weights = radix.weights(Modulus::new(10_u64.pow(18)));
        for number in [0_i128, 1, -1, 1 << 100, -(1 << 100) + 12_345] {
            let mut digits = Vec::new();
            for prime in &primes {
                let remainder = u64::try_from(number.rem_euclid(i128::from(prime.value))).unwrap();
                digits.push(radix.digit(&digits, remainder));
            }
            assert_eq!(i128::from(radix.remainder(&digits, &weights)), number.rem_euclid(10_i128.pow(18)));
            assert_eq!(radix.is_negative(&digits), number < 0);
            if let Ok(number) = u128::try_from(number) {
                assert_eq!(radix.number(&digits), BigUint::from(number));
            }
        }
    }
}
