"""What is counted: the recorded cases, and random ones against the naive count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as numbers
from typing import Any, Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paths.reference import STEPS, Cell, paths, recorded
from tickgrid import count_snake_paths

Method = Literal["auto", "dfs", "dp", "graph", "recurrence"]
METHODS: tuple[Method, ...] = get_args(Method)
SNAKE = [(1, 1), (1, 2), (2, 2)]


def slow(case: dict[str, Any]) -> bool:
    return len(case["snake"]) >= 14 and int(case["count"]) > 100_000_000


@pytest.mark.parametrize("case", recorded(valid=True), ids=lambda case: case["id"])
def test_a_recorded_case_is_right(case: dict[str, Any]) -> None:
    if slow(case):
        pytest.skip("for the Rust tests")
    counted = count_snake_paths(case["board"], case["snake"], case["depth"], mod=case["mod"])
    assert counted == int(case["count"])


@st.composite
def snakes(draw: st.DrawFn) -> tuple[tuple[int, int], list[Cell]]:
    board = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    snake = [(draw(st.integers(0, board[0] - 1)), draw(st.integers(0, board[1] - 1)))]
    for row, column in draw(st.lists(st.sampled_from(sorted(STEPS.values())), max_size=12)):
        cell = (snake[-1][0] + row, snake[-1][1] + column)
        if 0 <= cell[0] < board[0] and 0 <= cell[1] < board[1] and cell not in snake:
            snake.append(cell)
    return board, snake


@settings(max_examples=200, deadline=None)
@given(snakes(), st.integers(0, 6), st.integers(1, 2**64 - 1), st.sampled_from(METHODS))
def test_every_method_counts_as_the_naive_one(
    position: tuple[tuple[int, int], list[Cell]], depth: int, mod: int, method: Method
) -> None:
    board, snake = position
    expected = sum(1 for _ in paths(board, snake, depth))
    if method != "recurrence":  # which has exact counts only where they stay small
        assert count_snake_paths(board, snake, depth, method=method) == expected
    for modulus in (1, 2, 10, 2**32, 10**9 + 7, mod):
        counted = count_snake_paths(board, snake, depth, mod=modulus, method=method)
        assert counted == expected % modulus


@pytest.mark.parametrize("method", METHODS[:-1])
def test_sequences_are_counted_and_not_ends(method: Method) -> None:
    assert count_snake_paths([4, 4], SNAKE, 8, method=method) == 557
    ends = set()
    for path in paths([4, 4], SNAKE, 8):
        body = list(SNAKE)
        for move in path:
            step = STEPS[move]
            body = [(body[0][0] + step[0], body[0][1] + step[1]), *body[:-1]]
        ends.add(tuple(body))
    assert len(ends) == 52


@pytest.mark.parametrize("method", METHODS[:-1])
def test_the_meaning(method: Method) -> None:
    def counted(board: list[int], snake: list[Cell], depth: int, mod: int | None = None) -> int:
        return count_snake_paths(board, snake, depth, mod=mod, method=method)

    stuck = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2)]
    assert counted([5, 5], stuck, 0) == 1
    assert counted([5, 5], stuck, 1) == 0
    assert counted([5, 5], stuck, 0, mod=1) == 0
    # The tail's cell is free in the same move.
    assert counted([2, 2], [(0, 0), (0, 1), (1, 1), (1, 0)], 9) == 1
    # One cell may go back, two may reverse.
    assert counted([1, 2], [(0, 0)], 7) == 1
    assert counted([1, 2], [(0, 0), (0, 1)], 7) == 1
    assert counted([1, 3], [(0, 0), (0, 1), (0, 2)], 1) == 0


def test_boards_depths_and_snakes_are_of_any_size() -> None:
    far = 10**30
    middle = [(far // 2, far // 2), (far // 2, far // 2 - 1), (far // 2, far // 2 - 2)]
    assert count_snake_paths([far, far], middle, 10) == count_snake_paths(
        [21, 21], [(10, 10), (10, 9), (10, 8)], 10
    )
    stuck = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2)]
    assert count_snake_paths([10**9, 10**9], stuck, 10**30) == 0
    assert count_snake_paths([10**9, 10**9], [(0, 0)], 10**18, mod=1) == 0
    cycle = [(0, 2), (0, 1), (0, 0), (1, 0), (1, 1), (1, 2)]
    assert count_snake_paths([2, 3], cycle, 10**30) == 1
    long = [(0, column) for column in range(100_000)]
    assert count_snake_paths([2, 10**9], long, 12) == 1
    assert count_snake_paths([1, 10**9], long, 10**30) == 0


def test_what_is_a_number_and_a_sequence_is_taken_as_such() -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    def cells() -> Iterator[Cell]:
        yield from SNAKE

    assert count_snake_paths((4, 4), cells(), 8) == 557
    assert count_snake_paths(iter([4, 4]), tuple(map(list, SNAKE)), 8) == 557
    assert count_snake_paths([Five(), Five()], [(2, 2)], True) == 4


def test_progress_is_told_from_nought_to_one() -> None:
    seen: list[float] = []
    spiral = [(10, 19 - column) for column in range(20)]
    count_snake_paths([20, 20], spiral, 19, method="dfs", threads=1, progress=seen.append)
    assert seen == sorted(seen)
    assert all(0.0 <= done <= 1.0 for done in seen)
    assert seen[-1] == 1.0
    assert len(seen) > 2


def test_what_progress_raises_ends_the_count() -> None:
    snake = [(10, 19 - column) for column in range(20)]
    for method in METHODS:
        calls = numbers()

        def progress(_done: float, calls: Iterator[int] = calls) -> None:
            if next(calls) == 2:
                raise LookupError("enough")

        with pytest.raises(LookupError, match="enough"):
            count_snake_paths([20, 20], snake, 60, method=method, threads=2, progress=progress)
