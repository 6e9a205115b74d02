"""Each observation is what an independent renderer draws of the same position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tickgrid import Hazard, Point
from tickgrid.envs import SnakeEnv, SnakeVectorEnv, sample_actions

from . import naive

BOARDS: list[dict[str, Any]] = [
    {"width": 7, "height": 5},
    {"width": 3, "height": 3, "length": 1},
    {"width": 4, "height": 9, "length": 2, "starvation_limit": None},
    {"width": 6, "height": 6, "obstacles": [Point(0, 0), Point(2, 3), Point(5, 4)]},
    {"width": 8, "height": 6, "food_count": 3, "length": 4, "starvation_limit": 9},
    {"width": 5, "height": 4, "wrap": True, "length": 4},
    {"width": 3, "height": 6, "wrap": True, "food_count": 2, "growth": 2, "food_lifetime": 6},
    {
        "width": 7,
        "height": 6,
        "obstacles": [Point(2, 3)],
        "hazards": [
            Hazard.path([Point(1, 1), Point(2, 1), Point(3, 1)]),
            Hazard.shrink(9, least=2),
        ],
    },
    {
        "width": 6,
        "height": 5,
        "wrap": True,
        "hazards": [
            Hazard.path([Point(0, 0), Point(5, 0), Point(5, 4), Point(0, 4)], motion="loop")
        ],
    },
]
VIEWS: list[dict[str, Any]] = [
    {"observation": "cells"},
    {"observation": "planes"},
    {"observation": "egocentric"},
    {"observation": "egocentric", "view": 3},
    {"observation": "egocentric", "view": 5},
    {"observation": "egocentric_planes"},
    {"observation": "egocentric_planes", "view": 3},
    {"observation": "egocentric_planes", "view": 5},
    {"observation": "features"},
    {"observation": "rgb"},
]


def starvation(options: dict[str, Any]) -> int | None:
    limit: int | None = options.get("starvation_limit", 2 * options["width"] * options["height"])
    return limit


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_every_row_sees_what_the_naive_renderer_draws(
    board: dict[str, Any], view: dict[str, Any]
) -> None:
    env = SnakeVectorEnv(12, mask="safe", autoreset_mode="disabled", **board, **view)
    rng = np.random.default_rng(5)
    observations, _ = env.reset(seed=17)
    for _ in range(60):
        rows = naive.boards(env, **board)
        assert observations.dtype == env.single_observation_space.dtype
        assert observations in env.observation_space
        for row, position in enumerate(rows):
            expected = naive.observe(
                position, view["observation"], view.get("view"), starvation(board)
            )
            np.testing.assert_array_equal(observations[row], expected)
        actions = sample_actions(env.action_masks(), rng)
        observations, _, terminated, truncated, _ = env.step(actions)
        for row in np.flatnonzero(terminated):  # the last position is seen, too
            position = naive.boards(env, **board)[row]
            expected = naive.observe(
                position, view["observation"], view.get("view"), starvation(board)
            )
            np.testing.assert_array_equal(observations[row], expected)
        ended = terminated | truncated
        if ended.any():
            observations, _ = env.reset(options={"reset_mask": ended})


# A snake of three around each cell, facing each way, by hand.
@pytest.mark.parametrize("observation", ["egocentric", "egocentric_planes"])
@pytest.mark.parametrize("side", [3, 5, 7, None])
@pytest.mark.parametrize("direction", naive.DIRECTIONS)
def test_the_window_turns_with_the_snake_at_every_cell(
    direction: str, side: int | None, observation: str
) -> None:
    env = SnakeEnv(width=5, height=4, length=1, observation=observation, view=side)
    env.reset(seed=0)
    state = env.get_state()
    for x in range(5):
        for y in range(4):
            food = [(x + 2) % 5, (y + 1) % 4]
            position = {"snake": [[x, y]], "direction": direction}
            foods = [{"position": food, "value": 1}]
            env.set_state(naive.with_position(state, **position, foods=foods))
            seen = env._batch.observe()[0]
            board = naive.Board(5, 4, [(x, y)], direction, [(food[0], food[1])])
            np.testing.assert_array_equal(seen, naive.observe(board, observation, side, 40))


@pytest.mark.parametrize("side", [15, 17, 31, 33, 39])
@pytest.mark.parametrize(("width", "height"), [(17, 20), (20, 17), (40, 3)])
def test_large_windows_at_corners_edges_and_within(width: int, height: int, side: int) -> None:
    env = SnakeEnv(width=width, height=height, length=1, observation="egocentric", view=side)
    env.reset(seed=0)
    state = env.get_state()
    for x in (0, 1, width // 2, width - 1):
        for y in (0, 1, height - 2, height - 1):
            food = ((x + 7) % width, (y + 2) % height)
            foods = [{"position": list(food), "value": 1}]
            for direction in naive.DIRECTIONS:
                position = {"snake": [[x, y]], "direction": direction, "foods": foods}
                env.set_state(naive.with_position(state, **position))
                board = naive.Board(width, height, [(x, y)], direction, [food])
                expected = naive.observe(board, "egocentric", side, 2 * width * height)
                np.testing.assert_array_equal(env._batch.observe()[0], expected)


def test_a_picture_of_the_window() -> None:
    """The snake heads right on the board; in its window it heads up."""
    env = SnakeEnv(width=6, height=5, observation="egocentric", view=5)
    env.reset(seed=0)
    snake = {"snake": [[4, 1], [3, 1], [3, 2]], "direction": "right"}
    food = [{"position": [4, 3], "value": 1}]
    env.set_state(naive.with_position(env.get_state(), **snake, foods=food))
    assert env._batch.text(0).splitlines() == [
        "......",
        "...oO.",
        "...o..",
        "....*.",
        "......",
    ]
    assert ["".join(naive.GLYPHS[tile] for tile in row) for row in env._batch.observe()[0]] == [
        "#####",
        "#....",
        "#.O.*",
        "#.oo.",
        "#....",
    ]


def test_the_default_window_covers_the_board_from_every_corner() -> None:
    env = SnakeEnv(width=4, height=7, length=1, observation="egocentric")
    env.reset(seed=0)
    assert env.observation_space.shape == (13, 13)
    state = env.get_state()
    for corner in ([0, 0], [3, 0], [0, 6], [3, 6]):
        for direction in naive.DIRECTIONS:
            position = {"snake": [corner], "direction": direction, "foods": []}
            env.set_state(naive.with_position(state, **position))
            seen = env._batch.observe()[0]
            assert np.count_nonzero(seen != naive.OBSTACLE) == 4 * 7


@pytest.mark.parametrize("length", [1, 2, 3, 64, 128, 255, 256, 700])
def test_the_order_falls_from_255_at_the_head_to_1_at_the_tail(length: int) -> None:
    width = 30
    env = SnakeEnv(width=width, height=width, length=1, observation="planes")
    env.reset(seed=0)
    winding = [[x if y % 2 == 0 else width - 1 - x, y] for y in range(width) for x in range(width)]
    snake = winding[:length]
    position = {"snake": snake, "direction": "up", "foods": []}
    env.set_state(naive.with_position(env.get_state(), **position))
    planes = env._batch.observe()[0]
    order = [int(planes[5, y, x]) for x, y in snake]
    assert order[0] == 255 and (length == 1 or order[-1] == 1)
    assert order == [255 - 254 * behind // max(length - 1, 1) for behind in range(length)]
    assert np.count_nonzero(planes[5]) == length
    assert np.array_equal(planes[0] == 255, planes[5] > 0)


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_bounds_and_dtypes_are_true_and_tight(view: dict[str, Any]) -> None:
    env = SnakeVectorEnv(64, width=5, height=5, mask="safe", obstacles=[Point(1, 1)], **view)
    space = env.single_observation_space
    rng = np.random.default_rng(1)
    observations, _ = env.reset(seed=4)
    least, greatest = observations.min(), observations.max()
    for _ in range(200):
        observations = env.step(sample_actions(env.action_masks(), rng))[0]
        assert observations.dtype == space.dtype and observations[0].shape == space.shape
        least, greatest = min(least, observations.min()), max(greatest, observations.max())
    low, high = float(np.min(space.low)), float(np.max(space.high))  # type: ignore[attr-defined]
    assert low <= least and greatest <= high
    if view["observation"] not in ("features", "rgb"):
        assert (low, high) == (least, greatest)


def test_rgb_and_text_show_the_same_board() -> None:
    options: dict[str, Any] = {"width": 6, "height": 4, "obstacles": [Point(5, 3)]}
    env = SnakeEnv(observation="rgb", **options)
    env.reset(seed=9)
    board = naive.boards(env, **options)[0]
    lines = ["".join(naive.GLYPHS[board.tile((x, y))] for x in range(6)) for y in range(4)]
    assert env._batch.text(0).splitlines() == lines
