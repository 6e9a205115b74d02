"""What the tests of bots share."""

from __future__ import annotations

import pytest

from tickgrid import Grid, Point, RandomFoodSpawner, Snake, SnakeGame


@pytest.fixture
def small_game() -> SnakeGame:
    return SnakeGame(Grid(4, 4), Snake([Point(1, 1)]), RandomFoodSpawner(2))
