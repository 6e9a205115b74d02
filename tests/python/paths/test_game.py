"""The paths of a live game's snake."""

from __future__ import annotations

import pytest

from paths.reference import paths
from tickgrid import (
    Grid,
    Point,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    ValidationError,
    count_snake_paths,
)

OBSTACLES = [Point(0, 0), Point(3, 1), Point(2, 3)]
SNAKE = [Point(1, 1), Point(1, 2), Point(2, 2), Point(3, 2)]


def game(obstacles: list[Point]) -> SnakeGame:
    return SnakeGame(Grid(5, 4, obstacles), Snake(SNAKE), ScriptedFoodSpawner([Point(4, 3)]), "up")


@pytest.mark.parametrize("method", ["auto", "dfs", "dp"])
def test_obstacles_block_and_heading_and_food_do_not_matter(method: str) -> None:
    snake = [(point.y, point.x) for point in SNAKE]
    blocked = frozenset((point.y, point.x) for point in OBSTACLES)
    for depth in range(9):
        expected = sum(1 for _ in paths((4, 5), snake, depth, blocked))
        assert game(OBSTACLES).count_paths(depth, method=method) == expected  # type: ignore[arg-type]
        assert game(OBSTACLES).count_paths(depth, mod=7) == expected % 7
        assert game([]).count_paths(depth) == count_snake_paths((4, 5), snake, depth)


def test_it_counts_from_where_the_snake_is() -> None:
    live = game([])
    before = str(live)
    first = live.count_paths(5)
    assert str(live) == before and live.tick_count == 0
    live.tick()
    assert live.count_paths(5) != first


def test_bad_depths_are_refused() -> None:
    with pytest.raises(ValidationError, match="depth"):
        game([]).count_paths(-1)
    with pytest.raises(TypeError, match="depth"):
        game([]).count_paths("1")  # type: ignore[arg-type]
