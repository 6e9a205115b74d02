"""Squares, snakes and ladders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NoReturn

from tickgrid._core import LadderRules
from tickgrid.errors import ValidationError
from tickgrid.ladders.numbers import count, integer

__all__ = ["MILTON_BRADLEY", "Board"]


class Jumps(dict[int, int]):
    """A dict that does not change."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("jumps: got a change, expected none: a board stays as it is")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


@dataclass(frozen=True)
class Board:
    """Squares 1 to ``size``, and jumps from one to another: a ladder if it leads up, else a snake.

    ``jumps`` is a dict of squares where a jump starts to those where it ends; it is copied, from
    any mapping. They alone say where a game goes: a subclass's ``destination`` is not asked. A
    board does not change, equals one of the same squares and jumps, and can be hashed, copied and
    pickled.

    Raises ValidationError for a size that is not 1 to 2^20, and for a jump that leaves the board,
    ends where one starts, or starts on the last square; TypeError for what is no integer.
    """

    size: int
    """The number of squares, and the number of the last."""

    jumps: Mapping[int, int] = field(default_factory=dict)
    """Where a jump starts, and where it ends."""

    def __post_init__(self) -> None:
        size, jumps = count(self.size, "size"), {} if self.jumps is None else self.jumps
        if not isinstance(jumps, Mapping):
            got = type(jumps).__name__
            raise TypeError(f"jumps: got {got}, expected a mapping from square to square")
        found = Jumps(
            (integer(start, "jumps"), integer(end, f"jumps, from {start}"))
            for start, end in jumps.items()
        )
        for start, end in found.items():
            if max(abs(start), abs(end)) >= 2**63:  # more than the engine reads
                expected = f"expected squares from 1 to {size}"
                raise ValidationError(f"jump {start}->{end} is off the board: {expected}")
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "jumps", found)
        LadderRules(self.text)  # the rules know what makes a board

    def destination(self, square: int) -> int:
        """Where one who lands on ``square`` ends up."""
        return self.jumps.get(square, square)

    def __hash__(self) -> int:
        return hash((self.size, frozenset(self.jumps.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.size, dict(self.jumps))

    @cached_property
    def text(self) -> str:
        """As the engine reads it: JSON, an object of size and jumps."""
        return json.dumps({"size": self.size, "jumps": list(self.jumps.items())})


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
