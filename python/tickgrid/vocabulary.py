"""The words of the games, as real enums that equal, print and format as their strings.

``enum.StrEnum`` came with Python 3.11; ``Word`` is the same for every Python from 3.10 on.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from tickgrid.errors import ValidationError

__all__ = ["DELTAS", "OPPOSITES", "Direction", "EndReason", "GameState"]


class Word(str, Enum):
    """A member is its string, also in print and in f-strings."""

    __str__ = str.__str__

    @classmethod
    def _missing_(cls, value: object) -> None:
        words = ", ".join(repr(member.value) for member in cls)
        raise ValidationError(f"{cls.__name__}: got {value!r}, expected one of {words}")

    def __format__(self, format_spec: str) -> str:
        return str.__format__(self, format_spec)


class GameState(Word):
    """Which phase a live game is in."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


class EndReason(Word):
    """Why a game of Snake ended."""

    WALL = "wall"
    SELF = "self"
    OBSTACLE = "obstacle"
    FILLED = "filled"
    """There was nowhere left to put food: the snake won."""
    STARVED = "starved"
    """It went without food for too long."""
    HAZARD = "hazard"
    """The head ran into a hazard, or a hazard into the head."""


class Direction(Word):
    """One of the four moves. ``y`` grows downwards, so ``UP`` is ``-1`` on ``y``."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"

    @property
    def delta(self) -> tuple[int, int]:
        """The step as ``(dx, dy)``."""
        return DELTAS[self]

    @property
    def opposite(self) -> Direction:
        """The move that undoes this one."""
        return OPPOSITES[self]

    def reverses(self, other: Direction | str) -> bool:
        """Whether this move is the opposite of ``other``, a Direction or its string."""
        if not isinstance(other, str):
            raise TypeError(
                f"other: got {type(other).__name__}, expected a Direction or its string"
            )
        return self is OPPOSITES[Direction(other)]


DELTAS: Final[Mapping[Direction, tuple[int, int]]] = MappingProxyType(
    {
        Direction.UP: (0, -1),
        Direction.DOWN: (0, 1),
        Direction.LEFT: (-1, 0),
        Direction.RIGHT: (1, 0),
    }
)
"""The step of each direction as ``(dx, dy)``."""

OPPOSITES: Final[Mapping[Direction, Direction]] = MappingProxyType(
    {
        Direction.UP: Direction.DOWN,
        Direction.DOWN: Direction.UP,
        Direction.LEFT: Direction.RIGHT,
        Direction.RIGHT: Direction.LEFT,
    }
)
"""The move that undoes each direction."""
