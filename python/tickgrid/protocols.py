"""What a class of your own must look like to be a strategy, an observer or a command.

It need not inherit anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from tickgrid._core import Food, Frame, Grid, Point, SnakeGame
from tickgrid.vocabulary import Direction

__all__ = ["Bot", "Clock", "FoodSpawner", "InputCommand", "Renderer", "SpeedPolicy"]


@runtime_checkable
class Clock(Protocol):
    """Tells the time."""

    def now(self) -> float:
        """Seconds since some fixed moment: a finite number."""
        ...


@runtime_checkable
class FoodSpawner(Protocol):
    """Decides where the next food lies."""

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        """Food on a cell that is neither blocked nor occupied, or None if there is none to be had.

        ``occupied`` are the cells of the snake from head to tail, after the move that ate.
        """
        ...


@runtime_checkable
class SpeedPolicy(Protocol):
    """Decides how fast a game goes."""

    def interval(self, score: int, length: int) -> float:
        """Seconds to the next tick: finite and positive."""
        ...


@runtime_checkable
class Renderer(Protocol):
    """Receives frames. A terminal, a browser and a test all implement this one method."""

    def on_frame(self, frame: Frame) -> None:
        """Takes a frame. Called with no lock held, in order, once a frame; may call the game."""
        ...


@runtime_checkable
class InputCommand(Protocol):
    """A key press as an object: it can be queued, logged and replayed."""

    def apply(self, game: SnakeGame) -> bool:
        """Does it; whether it had an effect."""
        ...


@runtime_checkable
class Bot(Protocol):
    """A player of Snake."""

    def choose(self, game: SnakeGame) -> Direction:
        """The next move. Called with no lock held; what the rules would ignore is ignored."""
        ...
