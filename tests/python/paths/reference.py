"""The rules as one would write them down, and the recorded cases."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
RECORDED = Path(__file__).parents[2] / "data" / "paths" / "paths_dev.jsonl"


def recorded(*, valid: bool) -> list[dict[str, Any]]:
    """The recorded cases that are to be counted, or refused."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["valid"] is valid]


def paths(
    board: Sequence[int],
    snake: Sequence[Cell],
    depth: int,
    obstacles: frozenset[Cell] = frozenset(),
) -> Iterator[tuple[str, ...]]:
    """The sequences of moves, in the order up, down, left, right."""
    if depth == 0:
        yield ()
        return
    for name, (row, column) in STEPS.items():
        head = (snake[0][0] + row, snake[0][1] + column)
        stays = list(snake[:-1])
        inside = 0 <= head[0] < board[0] and 0 <= head[1] < board[1]
        if inside and head not in stays and head not in obstacles:
            for rest in paths(board, [head, *stays], depth - 1, obstacles):
                yield (name, *rest)
