"""The options that all share: of a game, its analysis, and simulations."""

from __future__ import annotations

import json
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

    def optional(value: int | None, field: str) -> int | None:
        return None if value is None else count(value, field)

    return json.dumps(
        {
            "size": board.size,
            "jumps": list(board.jumps.items()),
            "players": count(players, "players"),
            "sides": count(sides, "sides"),
            "finish": finish,
            "extra_roll_on": optional(extra_roll_on, "extra_roll_on"),
            "max_sixes": optional(max_sixes, "max_sixes"),
        }
    )


def rules(board: Board, players: int, **options: Any) -> LadderRules:
    """The rules, checked."""
    return LadderRules(config(board, players, **options))
