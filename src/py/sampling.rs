//! `sample_actions`: random play at the speed of the engine.

use std::borrow::Cow;

use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use super::batch::fresh;
use super::errors::wrong_value;

/// Picks one of each row's actions, each that the mask allows equally likely.
///
/// `mask` is bool of shape (rows, actions) with at least one True in each row, `uniforms` float64 of shape (rows,) in
/// [0, 1). Returns int64 of shape (rows,).
#[pyfunction]
pub(super) fn sample_actions<'py>(
    py: Python<'py>,
    mask: PyReadonlyArray2<'py, bool>,
    uniforms: PyReadonlyArray1<'py, f64>,
) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
    let (mask, uniforms) = (mask.as_array(), uniforms.as_array());
    let (rows, count) = mask.dim();
    if uniforms.len() != rows {
        return Err(wrong_value("uniforms", format_args!("{} numbers", uniforms.len()), rows));
    }
    // Row by row, copied if it lies otherwise.
    let flags = mask.as_slice().map_or_else(|| mask.iter().copied().collect(), Cow::Borrowed);
    let actions = fresh::<i64>(py, &[rows])?;
    for (row, (place, &uniform)) in actions.readwrite().as_slice_mut()?.iter_mut().zip(uniforms).enumerate() {
        let none = || wrong_value("mask", format_args!("no action in row {row}"), "at least one");
        *place = pick(&flags[row * count..(row + 1) * count], uniform).ok_or_else(none)?;
    }
    Ok(actions)
}

/// The action that a share of the allowed ones stands for, in `[0, 1)`; `None` if none is allowed. Without branches, which
/// no processor could guess.
fn pick(flags: &[bool], share: f64) -> Option<i64> {
    let count: u32 = flags.iter().map(|&flag| u32::from(flag)).sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than the count")]
    let k = ((share * f64::from(count)) as u32).min(count.checked_sub(1)?);
    // As many come before the k-th as have no more than k up to them.
    let (mut seen, mut action) = (0, 0);
    for &flag in flags {
        seen += u32::from(flag);
        action += i64::from(seen <= k);
    }
    Some(action)
}
