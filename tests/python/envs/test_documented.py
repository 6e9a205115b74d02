"""The pictures in docs/environments.md are what the environments give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tickgrid import Point
from tickgrid.envs import SnakeEnv

PAGE = Path(__file__).parents[3] / "docs" / "environments.md"


def block(first_line: str) -> list[str]:
    """The lines of the code block that begins so."""
    text = PAGE.read_text(encoding="utf-8")
    return text.split("```\n" + first_line, 1)[1].split("```", 1)[0].splitlines()


def observed(**options: Any) -> NDArray[Any]:
    """What a player sees of the documented board, turned by hand to where the snake is."""
    env = SnakeEnv(width=5, height=4, obstacles=[Point(4, 2)], length=1, **options)
    env.reset(seed=0)
    state = json.loads(env.get_state())
    row = state["rows"][0]["game"]
    row["snake"] = [[2, 1], [1, 1], [1, 2], [0, 2]]
    row["direction"] = "right"
    row["foods"] = [{"position": [4, 1], "value": 1}]
    env.set_state(json.dumps(state))
    return env.step(3)[0]


def test_the_documented_board_looks_as_documented() -> None:
    lines = block("0 0 0 0 0")
    lines[0] = "0 0 0 0 0" + lines[0]
    numbers = [[int(word) for word in line.split()] for line in lines]
    cells = [line[:5] for line in numbers[:4]]
    order = [line[5:10] for line in numbers[:4]]
    window = [*(line[10:] for line in numbers[:4]), numbers[4]]
    assert np.array_equal(observed(observation="cells"), cells)
    assert np.array_equal(observed(observation="planes")[-1], order)
    assert np.array_equal(observed(observation="egocentric", view=5), window)
