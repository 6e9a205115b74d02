"""Bad input: which error, and what it says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

import tickgrid
from paths.reference import recorded
from tickgrid import ResourceLimitError, TickgridError, ValidationError

count_snake_paths: Any = tickgrid.count_snake_paths
snake_paths: Any = tickgrid.snake_paths
GOOD: dict[str, Any] = {"board": [4, 4], "snake": [[1, 1], [1, 2]], "depth": 3}


@pytest.mark.parametrize("case", recorded(valid=False), ids=lambda case: case["id"])
@pytest.mark.parametrize("function", [count_snake_paths, snake_paths])
def test_a_recorded_case_is_refused(case: dict[str, Any], function: Callable[..., object]) -> None:
    with pytest.raises(ValidationError):
        function(case["board"], case["snake"], case["depth"])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"board": []}, ["board", "0 numbers", "[rows, columns]"]),
        ({"board": [1, 2, 3]}, ["board", "3 numbers"]),
        ({"board": [0, 5]}, ["board", "[0, 5]"]),
        ({"board": [-(10**30), 5]}, ["board", "-1000000000000000000000000000000"]),
        ({"snake": []}, ["snake", "no cells"]),
        ({"snake": [[4, 0]]}, ["snake", "cell 0", "[4, 0]", "off the board"]),
        ({"snake": [[3, 0], [4, 0]]}, ["snake", "cell 1", "[4, 0]", "off the board"]),
        ({"snake": [[0, 10**30]]}, ["cell 0", "off the board"]),
        ({"snake": [[0, 0], [0, 1], [0, 0]]}, ["cell 2", "[0, 0]", "overlaps"]),
        ({"snake": [[0, 0], [1, 1]]}, ["cell 1", "[1, 1]", "[0, 0]", "not adjacent"]),
        ({"snake": [[0, 0], [0, 3]]}, ["cell 1", "[0, 3]", "not adjacent"]),
        ({"snake": [[0, 0], [0, 1, 2]]}, ["snake", "cell 1", "3 numbers"]),
        ({"snake": [[0, 0], iter([0, 1, 2, 3])]}, ["snake", "cell 1", "3 numbers or more"]),
        ({"snake": [[0, 0], []]}, ["snake", "cell 1", "0 numbers"]),
        ({"depth": -1}, ["depth", "-1", "from 0 on"]),
        ({"depth": -(10**30)}, ["depth", "-1000000000000000000000000000000"]),
        ({"mod": 0}, ["mod", "0", "from 1 to 2^64 - 1"]),
        ({"mod": -3}, ["mod", "-3"]),
        ({"mod": 2**64}, ["mod", "18446744073709551616"]),
        ({"method": "guess"}, ["method", "guess", "auto"]),
        ({"method": ""}, ["method"]),
        ({"threads": 0}, ["threads", "0"]),
        ({"max_memory": 0}, ["max_memory", "0"]),
        ({"max_memory": -1}, ["max_memory", "-1"]),
    ],
)
def test_a_wrong_value_is_named(changed: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ValidationError) as raised:
        count_snake_paths(**GOOD | changed)
    assert isinstance(raised.value, ValueError)
    assert all(word in str(raised.value) for word in words), str(raised.value)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        *(
            ({"board": wrong}, "board")
            for wrong in (None, 4, "44", b"44", {4, 5}, {4: 4}, [4, "4"])
        ),
        *(({"board": wrong}, "board") for wrong in ([4.0, 4], [4, None], [[4], [4]])),
        *(({"snake": wrong}, "snake") for wrong in (None, 1, "11", {(1, 1)}, {(1, 1): 0}, [1, 2])),
        *(({"snake": [wrong]}, "snake") for wrong in ("11", [1, "1"], [1.0, 1], [None, 1], {1, 2})),
        ({"snake": [[10**30, 1], [1, "1"]]}, "snake"),
        *(({"depth": wrong}, "depth") for wrong in (None, "3", 3.0, [3])),
        *(({"mod": wrong}, "mod") for wrong in ("7", 7.0, [7])),
        *(({"method": wrong}, "method") for wrong in (1, ["dfs"], b"dfs")),
        ({"threads": "2"}, "threads"),
        ({"threads": 1.5}, "threads"),
        ({"max_memory": 1e9}, "max_memory"),
        ({"progress": 1}, "progress"),
    ],
)
def test_a_wrong_type_is_named(changed: dict[str, Any], field: str) -> None:
    with pytest.raises(TypeError, match=field):
        count_snake_paths(**GOOD | changed)


def test_an_endless_snake_is_refused() -> None:
    with pytest.raises(ResourceLimitError, match="snake"):
        count_snake_paths([4, 4], itertools.repeat((0, 0)), 3, max_memory=10**6)
    with pytest.raises(ValidationError, match="board"):
        count_snake_paths(itertools.count(), [(0, 0)], 3)


def test_the_error_of_a_limit() -> None:
    assert issubclass(ResourceLimitError, (TickgridError, RuntimeError))
    assert not issubclass(ResourceLimitError, ValueError)


def test_a_huge_depth_neither_hangs_nor_fills_the_memory() -> None:
    snake = [[50, 50 - column] for column in range(21)]
    for depth in (10**30, 10**5000):
        for method in ("dfs", "dp"):
            with pytest.raises(ResourceLimitError):
                count_snake_paths([100, 100], snake, depth, method=method, max_memory=10**7)
