"""What players roll."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import islice

from tickgrid._core import Chance
from tickgrid.errors import ValidationError
from tickgrid.ladders.numbers import integer

__all__ = ["Dice", "RandomDice", "ScriptedDice"]

LONGEST_SCRIPT = 1_000_000
MOST_SIDES = 2**20


class Dice(ABC):
    """Something to roll. A game takes anything with ``roll()``; this base need not be used.

    ``sides`` says how high it can roll; without it that is 6.
    """

    sides: int = 6

    @abstractmethod
    def roll(self) -> int:
        """A number from 1 to ``sides``."""


class ScriptedDice(Dice):
    """Rolls ``values``, one after the other, and starts over at their end.

    ``values`` are integers from 1 to 2^20. ``sides`` is 6, or the highest of them if that is more.
    """

    def __init__(self, values: Iterable[int]) -> None:
        if not isinstance(values, Iterable):
            raise TypeError(f"values: got {type(values).__name__}, expected an iterable of rolls")
        script = list(islice(values, LONGEST_SCRIPT + 1))
        if not 1 <= len(script) <= LONGEST_SCRIPT:
            got = "none" if not script else "more"
            raise ValidationError(f"values: got {got}, expected 1 to {LONGEST_SCRIPT} rolls")
        self._values = [integer(value, f"values[{i}]") for i, value in enumerate(script)]
        for i, value in enumerate(self._values):
            if not 1 <= value <= MOST_SIDES:
                raise ValidationError(f"values[{i}]: got {value}, expected 1 to {MOST_SIDES}")
        self._i = 0
        self.sides = max(6, *self._values)

    def roll(self) -> int:
        """The next of the values."""
        value = self._values[self._i]
        self._i = (self._i + 1) % len(self._values)
        return value


class RandomDice(Dice):
    """A fair die: each roll from 1 to ``sides`` equally likely.

    ``seed`` is 0 to 2^64 - 1, or None for a fresh one; ``seed`` of the die tells which. The same
    seed rolls the same on every machine, and as the environment that is reset with it. Copies and
    pickles go on where the die was.
    """

    def __init__(self, seed: int | None = None, sides: int = 6) -> None:
        self.sides = integer(sides, "sides")
        if not 1 <= self.sides <= MOST_SIDES:
            raise ValidationError(f"sides: got {self.sides}, expected 1 to {MOST_SIDES}")
        if seed is None:
            seed = secrets.randbits(64)
        self._chance = Chance(integer(seed, "seed"))

    @property
    def seed(self) -> int:
        """The seed it was made with."""
        return self._chance.seed

    def roll(self) -> int:
        """The next roll."""
        return self._chance.below(self.sides) + 1
