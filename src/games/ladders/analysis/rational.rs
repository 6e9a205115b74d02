//! Linear systems in whole numbers, solved exactly.
//!
//! J. D. Dixon, "Exact solution of linear equations using p-adic expansions", 1982: the matrix is inverted modulo a prime
//! once; then each digit of the solution to the base of that prime costs one product of matrix and vector, in machine
//! words. Hadamard's inequality says how many digits tell the fractions apart; Euclid's algorithm finds these.

use num_bigint::{BigInt, Sign};

use crate::core::{Error, Result};

/// A fraction, not necessarily in lowest terms; the denominator is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: BigInt,
    /// Below it.
    pub denominator: BigInt,
}

/// Numbers over one denominator, which is positive.
#[derive(Debug)]
pub(super) struct Vector {
    pub(super) numerators: Vec<BigInt>,
    pub(super) denominator: BigInt,
}

/// A square matrix of small whole numbers, by its entries: row, column and value; several for one place add up.
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) size: usize,
    pub(super) entries: Vec<(u32, u32, i64)>,
}

/// A matrix with its inverse modulo a prime.
pub(super) struct Inverted {
    matrix: Matrix,
    prime: u64,
    inverse: Vec<u32>,
}

impl Inverted {
    /// Inverts a matrix. `look` is called now and then; an error it returns ends the work.
    pub(super) fn new(matrix: Matrix, mut look: impl FnMut() -> Result<()>) -> Result<Self> {
        // Three large primes; that one divides the determinant is improbable.
        let inverse = invert::<0x7fff_ffff>(&matrix, &mut look)?.map(|inverse| (inverse, 0x7fff_ffff));
        let inverse = match inverse {
            None => invert::<0x7fff_ffed>(&matrix, &mut look)?.map(|inverse| (inverse, 0x7fff_ffed)),
            found => found,
        };
        let inverse = match inverse {
            None => invert::<0x7fff_ffc3>(&matrix, &mut look)?.map(|inverse| (inverse, 0x7fff_ffc3)),
            found => found,
        };
        let (inverse, prime) = inverse.ok_or_else(|| Error::InvalidState("the equations have no solution".into()))?;
        Ok(Self { matrix, prime, inverse })
    }

    /// The `x` of `A x = b`.
    pub(super) fn solve(&self, b: &[i64]) -> Vector {
        self.lift(b, &self.matrix.entries, |row, column| (row, column))
    }

    /// The `x` of `x A = b`.
    pub(super) fn solve_row(&self, b: &[i64]) -> Vector {
        let turned: Vec<_> = self.matrix.entries.iter().map(|&(row, column, value)| (column, row, value)).collect();
        self.lift(b, &turned, |row, column| (column, row))
    }

    fn lift(&self, b: &[i64], entries: &[(u32, u32, i64)], place: impl Fn(usize, usize) -> (usize, usize)) -> Vector {
        let (size, prime) = (self.matrix.size, self.prime);
        let bits = bound(size, entries, b);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand bits")]
        let digits = ((2.0 * bits + 2.0) / 30.9).ceil() as usize;
        let mut rest: Vec<i128> = b.iter().map(|&b| b.into()).collect();
        let mut found = vec![Vec::with_capacity(digits); size];
        for _ in 0..digits {
            let residue = |rest: &i128| u64::try_from(rest.rem_euclid(prime.into())).unwrap_or(0);
            let residues: Vec<u64> = rest.iter().map(residue).collect();
            for (row, digits) in found.iter_mut().enumerate() {
                let term = |column: usize| {
                    let (up, across) = place(row, column);
                    u64::from(self.inverse[up * size + across]) * residues[column] % prime
                };
                digits.push((0..size).map(term).sum::<u64>() % prime);
            }
            for &(row, column, value) in entries {
                let digit = found[column as usize].last().copied().unwrap_or(0);
                rest[row as usize] -= i128::from(value) * i128::from(digit);
            }
            for rest in &mut rest {
                debug_assert_eq!(*rest % i128::from(prime), 0, "the digit solves the system modulo the prime");
                *rest /= i128::from(prime);
            }
        }
        let most = BigInt::from(1) << {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand bits")]
            let bits = bits.ceil() as u64;
            bits
        };
        reconstruct(&found, prime, &most)
    }
}

/// How many bits numerators and denominators of a solution have at most: by Cramer's rule both are determinants, by
/// Hadamard's inequality at most the product of the lengths of their rows.
fn bound(size: usize, entries: &[(u32, u32, i64)], b: &[i64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let square = |value: i64| (value as f64) * (value as f64);
    // Entries of one place are of one sign, or make the bound greater than it need be.
    let mut lengths = vec![0.0; size];
    for &(row, _, value) in entries {
        lengths[row as usize] += square(value).sqrt();
    }
    lengths.iter().zip(b).map(|(length, &b)| (length * length + square(b)).sqrt().max(1.0).log2()).sum::<f64>() + 1.0
}

/// The fractions whose residues have these digits, with numerators and denominators up to `most`.
fn reconstruct(digits: &[Vec<u64>], prime: u64, most: &BigInt) -> Vector {
    let modulus = BigInt::from(prime).pow(u32::try_from(digits.first().map_or(0, Vec::len)).unwrap_or(u32::MAX));
    let (mut numerators, mut denominator) = (Vec::with_capacity(digits.len()), BigInt::from(1));
    // By what the denominator has grown since each numerator was found.
    let mut growths: Vec<(usize, BigInt)> = Vec::new();
    for digits in digits {
        let residue = digits.iter().rev().fold(BigInt::from(0), |sum, &digit| sum * prime + digit);
        let scaled = centered(&residue * &denominator, &modulus);
        // Mostly the denominator of those before will do.
        if scaled.magnitude() <= most.magnitude() {
            numerators.push(scaled);
            continue;
        }
        let (numerator, factor) = fraction(scaled, &modulus, most);
        growths.push((numerators.len(), factor.clone()));
        numerators.push(numerator);
        denominator *= factor;
    }
    for (first, factor) in growths {
        numerators[..first].iter_mut().for_each(|numerator| *numerator *= &factor);
    }
    Vector { numerators, denominator }
}

/// The residue of the least magnitude.
fn centered(value: BigInt, modulus: &BigInt) -> BigInt {
    let residue = value % modulus;
    if residue.magnitude() * 2_u32 <= *modulus.magnitude() {
        residue
    } else if residue.sign() == Sign::Minus {
        residue + modulus
    } else {
        residue - modulus
    }
}

/// The fraction `n / d` that is congruent to the residue, with `|n|` up to `most` and the least `d`.
fn fraction(residue: BigInt, modulus: &BigInt, most: &BigInt) -> (BigInt, BigInt) {
    let (mut above, mut below) = (modulus.clone(), residue);
    let (mut before, mut factor) = (BigInt::from(0), BigInt::from(1));
    while below.magnitude() > most.magnitude() {
        let quotient = &above / &below;
        let next = above - &quotient * &below;
        (above, below) = (below, next);
        let next = before - quotient * &factor;
        (before, factor) = (factor, next);
    }
    if factor.sign() == Sign::Minus { (-below, -factor) } else { (below, factor) }
}

/// The inverse modulo a prime `P` below 2^31, by Gauss and Jordan; `None` if there is none.
fn invert<const P: u64>(matrix: &Matrix, look: &mut impl FnMut() -> Result<()>) -> Result<Option<Vec<u32>>> {
    let size = matrix.size;
    // Both side by side: the matrix becomes the unit matrix while the unit matrix becomes its inverse.
    let mut rows = vec![vec![0_u64; 2 * size]; size];
    for &(row, column, value) in &matrix.entries {
        let place = &mut rows[row as usize][column as usize];
        *place = (*place + value.rem_euclid(P.cast_signed()).cast_unsigned()) % P;
    }
    rows.iter_mut().enumerate().for_each(|(number, row)| row[size + number] = 1);
    for pivot in 0..size {
        look()?;
        let Some(found) = (pivot..size).find(|&row| rows[row][pivot] != 0) else { return Ok(None) };
        rows.swap(pivot, found);
        let (head, tail) = rows.split_at_mut(pivot);
        let Some((row, tail)) = tail.split_first_mut() else { return Ok(None) };
        let scale = power::<P>(row[pivot], P - 2);
        row[pivot..].iter_mut().for_each(|value| *value = *value * scale % P);
        for other in head.iter_mut().chain(tail) {
            let factor = P - other[pivot];
            if factor != P {
                let columns = other[pivot..].iter_mut().zip(&row[pivot..]);
                columns.for_each(|(value, &from)| *value = (*value + factor * from) % P);
            }
        }
    }
    let inverse = rows.iter().flat_map(|row| &row[size..]);
    #[expect(clippy::cast_possible_truncation, reason = "below the prime")]
    Ok(Some(inverse.map(|&value| value as u32).collect()))
}

fn power<const P: u64>(base: u64, exponent: u64) -> u64 {
    let square = |value: u64| value * value % P;
    (0..64).rev().fold(1, |sum, bit| square(sum) * if exponent >> bit & 1 == 1 { base } else { 1 } % P)
}

#[cfg(test)]
mod tests {
    use super::{BigInt, Inverted, Matrix};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_solution_solves(size in 1_usize..9, seed in prop::collection::vec(-9_i64..10, 100)) {
            let entry = |row: usize, column: usize| seed[row * size + column];
            let entries = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            let entries: Vec<_> = entries
                .map(|(row, column)| (u32::try_from(row).unwrap(), u32::try_from(column).unwrap(), entry(row, column)))
                .collect();
            let b = &seed[81..81 + size];
            // A matrix without an inverse is refused.
            let Ok(inverted) = Inverted::new(Matrix { size, entries }, || Ok(())) else { return Ok(()) };
            let (column, row) = (inverted.solve(b), inverted.solve_row(b));
            prop_assert!(column.denominator > BigInt::from(0) && row.denominator > BigInt::from(0));
            for (place, b) in b.iter().enumerate() {
                let product: BigInt = (0..size).map(|other| entry(place, other) * &column.numerators[other]).sum();
                prop_assert_eq!(product, b * &column.denominator);
                let product: BigInt = (0..size).map(|other| entry(other, place) * &row.numerators[other]).sum();
                prop_assert_eq!(product, b * &row.denominator);
            }
        }
    }
}
