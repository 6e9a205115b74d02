"""Random play at full speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tickgrid._core import sample_actions as _sample_actions

__all__ = ["sample_actions"]


def sample_actions(mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """One action a row, each that the mask allows equally likely.

    ``mask`` is bool of shape (rows, actions), with at least one True in each row, as
    ``action_masks()`` gives it; ``rng`` decides. Returns int64 of shape (rows,).
    """
    got = (
        f"{mask.dtype} of shape {mask.shape}"
        if isinstance(mask, np.ndarray)
        else type(mask).__name__
    )
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.ndim != 2:
        raise TypeError(f"mask: got {got}, expected bool of shape (rows, actions)")
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng: got {type(rng).__name__}, expected a numpy.random.Generator")
    return _sample_actions(mask, rng.random(len(mask)))
