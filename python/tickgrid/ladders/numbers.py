"""Reading numbers."""

from __future__ import annotations

import operator
from typing import Any

from tickgrid.errors import ValidationError

__all__ = ["count", "integer"]


def integer(value: Any, field: str, expected: str = "an integer") -> int:
    """A whole number, of whatever integer type but bool."""
    # NumPy's bool is no subclass of Python's.
    if type(value).__name__ not in ("bool", "bool_"):
        try:
            return operator.index(value)
        except TypeError:
            pass
    got = type(value).__name__
    got = f"{got} {value!r}" if isinstance(value, (bool, float, str)) else got
    raise TypeError(f"{field}: got {got}, expected {expected}")


def count(value: Any, field: str) -> int:
    """A number that the engine can read; whether it is small enough is decided there."""
    number = integer(value, field)
    if not 0 <= number < 2**32:
        raise ValidationError(f"{field}: got {number}, expected at least 1, and less than 2^32")
    return number
