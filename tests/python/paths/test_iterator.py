"""The paths themselves."""

from __future__ import annotations

import itertools
import time

import pytest

from paths.reference import Cell, paths
from tickgrid import Direction, count_snake_paths, snake_paths

SNAKE = [(1, 1), (1, 2), (2, 2)]


@pytest.mark.parametrize("depth", [0, 1, 2, 5, 8])
@pytest.mark.parametrize("snake", [SNAKE[:1], SNAKE[:2], SNAKE])
def test_they_come_in_order_and_as_directions(snake: list[Cell], depth: int) -> None:
    depth = min(depth, 5) if len(snake) < 3 else depth
    found = list(snake_paths([4, 4], snake, depth))
    assert found == list(paths([4, 4], snake, depth))
    assert len(found) == count_snake_paths([4, 4], snake, depth)
    assert all(type(move) is Direction for path in found for move in path)


def test_they_are_found_as_they_are_asked_for() -> None:
    start = time.perf_counter()
    first = list(itertools.islice(snake_paths([10**9, 10**9], [(5, 5)], 10_000), 3))
    assert [len(path) for path in first] == [10_000] * 3
    assert first[0] < first[1] < first[2] or len(set(first)) == 3
    assert time.perf_counter() - start < 5.0


def test_none_at_all() -> None:
    stuck = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2)]
    walk = snake_paths([5, 5], stuck, 10**30)
    assert iter(walk) is walk
    assert list(walk) == []
    assert list(walk) == []
    assert list(snake_paths([5, 5], stuck, 0)) == [()]
