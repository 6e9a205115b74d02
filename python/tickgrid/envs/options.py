"""What all environments have in common: reading options, and the spaces of a batch."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from tickgrid._core import Batch
from tickgrid.errors import ValidationError

__all__ = [
    "INFO",
    "batched",
    "check_mode",
    "fresh_seed",
    "info_keys",
    "integer",
    "number",
    "seed_of",
    "show",
    "spaces",
]

INFO = ("ending",)
"""What infos hold when nobody says otherwise."""


def integer(value: Any, field: str) -> int:
    """A whole number, of whatever integer type."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{field}: got bool, expected an integer")
    try:
        return operator.index(value)
    except TypeError:
        got = type(value).__name__
        raise TypeError(f"{field}: got {got}, expected an integer") from None


def number(value: Any, field: str) -> float:
    """A real number, of whatever numeric type."""
    wrong = TypeError(f"{field}: got {type(value).__name__}, expected a number")
    if isinstance(value, (str, bytes)):
        raise wrong
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise wrong from None


def seed_of(value: Any, field: str = "seed") -> int:
    """A seed of the engine."""
    seed = integer(value, field)
    if not 0 <= seed < 2**64:
        raise ValidationError(f"{field}: got {seed}, expected 0 to 2^64 - 1")
    return seed


def fresh_seed() -> int:
    """A seed from the system's entropy, for who gave none."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def check_mode(mode: str | None, modes: Sequence[str]) -> None:
    """A way to render that there is, or none."""
    if mode is not None and mode not in modes:
        raise ValidationError(f"render_mode: got {mode!r}, expected one of {', '.join(modes)}")


def info_keys(keys: Iterable[str], batch: Batch) -> Sequence[str]:
    """The infos that were asked for."""
    turns = ("to_act", "rewards") if batch.num_seats > 1 else ()
    known = ("ending", "action_mask", *turns, *batch.fact_names)
    if not isinstance(keys, Iterable):
        raise TypeError(f"info: got {type(keys).__name__}, expected some of {', '.join(known)}")
    keys = (keys,) if isinstance(keys, str) else tuple(keys)
    for key in keys:
        if key not in known:
            raise ValidationError(f"info: got {key!r}, expected some of {', '.join(known)}")
    return keys


def spaces(batch: Batch) -> tuple[Box, Discrete]:
    """One row's observations and actions."""
    low, high = batch.observation_bounds
    dtype: Any = np.dtype(batch.observation_dtype).type
    return Box(low, high, batch.observation_shape, dtype), Discrete(batch.num_actions)


def show(board: str) -> None:
    """Puts a board on the terminal: home, the board, and nothing of what was below it."""
    sys.stdout.write(f"\x1b[H{board}\n\x1b[J")
    sys.stdout.flush()


def batched(space: Box, rows: int) -> Box:
    """The space of so many rows, equal to what Gymnasium's ``batch_space`` gives.

    A Box keeps four arrays of its own size; here each is one row, seen many times, since for many
    rows they would take several times as much memory as the games. They can be written to, by form:
    torch warns of arrays that cannot.
    """
    shape = (rows, *space.shape)
    many = Box(space.low.min(), space.high.max(), shape, space.dtype.type)
    for name in ("low", "high", "bounded_below", "bounded_above"):
        row = getattr(space, name).copy()
        setattr(many, name, as_strided(row, shape, (0, *row.strides)))
    return many


Frames = tuple[NDArray[np.uint8] | str, ...]
