"""Squares, snakes and ladders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tickgrid._core import LadderRules
from tickgrid.errors import ValidationError
from tickgrid.ladders.numbers import count, integer

__all__ = ["MILTON_BRADLEY", "Board"]


class Board:
    """Squares 1 to ``size``, and jumps from one to another: a ladder if it leads up, else a snake.

    ``jumps`` maps squares where a jump starts to those where it ends; it is copied. A board does
    not change, equals one of the same squares and jumps, and can be hashed, copied and pickled.

    Raises ValidationError for a size that is not 1 to 2^20, and for a jump that leaves the board,
    ends where one starts, or starts on the last square; TypeError for what is no integer.
    """

    __match_args__ = ("size", "jumps")
    __slots__ = ("__weakref__", "_jumps", "_size")

    def __init__(self, size: int, jumps: Mapping[int, int] | None = None) -> None:
        self._size = count(size, "size")
        if jumps is not None and not isinstance(jumps, Mapping):
            got = type(jumps).__name__
            raise TypeError(f"jumps: got {got}, expected a mapping from square to square")
        pairs = {} if jumps is None else jumps
        self._jumps = {
            integer(start, "jumps"): integer(end, f"jumps, from {start}")
            for start, end in pairs.items()
        }
        for start, end in self._jumps.items():
            if max(abs(start), abs(end)) >= 2**63:  # more than the engine reads
                expected = f"expected squares from 1 to {self._size}"
                raise ValidationError(f"jump {start}->{end} is off the board: {expected}")
        # The rules know what makes a board.
        LadderRules(json.dumps({"size": self._size, "jumps": list(self._jumps.items())}))

    @property
    def size(self) -> int:
        """The number of squares, and the number of the last."""
        return self._size

    @property
    def jumps(self) -> Mapping[int, int]:
        """Where a jump starts, and where it ends."""
        return MappingProxyType(self._jumps)

    def destination(self, square: int) -> int:
        """Where one who lands on ``square`` ends up."""
        return self._jumps.get(square, square)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self._size, self._jumps) == (other._size, other._jumps)

    def __hash__(self) -> int:
        return hash((self._size, frozenset(self._jumps.items())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(size={self._size}, jumps={self._jumps})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._size, self._jumps)


# fmt: off
MILTON_BRADLEY: Final = Board(
    100,
    {
        1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100,
        16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78,
    },
)
# fmt: on
"""Milton Bradley's "Chutes and Ladders": 100 squares, nine ladders, ten chutes."""
