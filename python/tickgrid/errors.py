"""The exceptions that tickgrid raises.

A message names the field, what came, and what would be right: ``value: got 0, expected ...``.
"""

from __future__ import annotations

__all__ = [
    "GameOverError",
    "InvalidStateError",
    "ReplayError",
    "ResourceLimitError",
    "TickgridError",
    "ValidationError",
]


class TickgridError(Exception):
    """The base of every exception of this package."""


class ValidationError(TickgridError, ValueError):
    """A value does not fit: it is out of range, outside the grid, taken, not finite."""


class InvalidStateError(TickgridError, RuntimeError):
    """The object is not in a state in which it could do what was asked."""


class GameOverError(InvalidStateError):
    """The game has already ended; there is nothing left to play."""


class ResourceLimitError(TickgridError, RuntimeError):
    """It would take more memory or time than there is; told before it is taken."""


class ReplayError(TickgridError, RuntimeError):
    """A recording cannot be read, or does not play back as it was recorded."""
