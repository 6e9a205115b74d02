"""The options that all share: of a game, its analysis, and simulations."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tickgrid._core import LadderRules
from tickgrid.errors import ValidationError
from tickgrid.ladders.board import Board
from tickgrid.ladders.numbers import count

__all__ = ["config", "rules"]


def config(
    board: Board,
    players: int,
    *,
    sides: int = 6,
    finish: str = "exact",
    extra_roll_on: int | None = 6,
    max_sixes: int | None = 3,
) -> str:
    """The configuration in JSON, as the engine reads it; see ``Game`` for what the rules mean."""
    if not isinstance(board, Board):
        raise TypeError(f"board: got {type(board).__name__}, expected a Board")
    if not isinstance(finish, str):
        raise TypeError(f"finish: got {type(finish).__name__}, expected a str")
    if finish not in ("exact", "overshoot", "bounce"):
        expected = "'exact', 'overshoot' or 'bounce'"
        raise ValidationError(f"finish: got {finish!r}, expected {expected}")

    def optional(value: int | None, field: str) -> int | str:
        return "null" if value is None else count(value, field)

    # By hand, and on from the board's text: JSON of it all is a fifth of what a game takes.
    return (
        f'{board.text[:-1]}, "players": {count(players, "players")}, '
        f'"sides": {count(sides, "sides")}, "finish": "{str.__str__(finish)}", '
        f'"extra_roll_on": {optional(extra_roll_on, "extra_roll_on")}, '
        f'"max_sixes": {optional(max_sixes, "max_sixes")}}}'
    )


def rules(board: Board, players: int, **options: Any) -> LadderRules:
    """The rules, checked."""
    return _read(config(board, players, **options))


@lru_cache(maxsize=4)
def _read(text: str) -> LadderRules:
    """They do not change: games that are made one after the other share them."""
    return LadderRules(text)
