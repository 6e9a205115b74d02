"""The options of Snake: what they do, and that bad ones are refused by name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tickgrid import Point, ValidationError
from tickgrid.envs import SnakeEnv, SnakeVectorEnv

from . import naive

BAD: list[tuple[str, Any]] = [
    ("height", 2),
    ("height", -1),
    ("height", 4097),
    ("height", 2**40),
    ("height", 5.0),
    ("width", 0),
    ("width", "12"),
    ("width", None),
    ("width", True),
    ("observation", "picture"),
    ("observation", None),
    ("observation", ["cells"]),
    ("actions", "diagonal"),
    ("actions", 4),
    ("mask", "none"),
    ("mask", True),
    ("start", "corner"),
    ("start", (1, 2)),
    ("length", 0),
    ("length", 13),
    ("length", 1.5),
    ("obstacles", [Point(12, 0)]),
    ("obstacles", [Point(0, -1)]),
    ("obstacles", [(1, 2)]),
    ("obstacles", "walls"),
    ("obstacles", None),
    ("obstacles", -0.1),
    ("obstacles", 1.0),
    ("obstacles", math.nan),
    ("food_count", 0),
    ("food_count", 145),
    ("food_count", None),
    ("food_value", 0),
    ("food_value", 2**31),
    ("food_value", 1.0),
    ("reward_food", math.nan),
    ("reward_death", -math.inf),
    ("reward_win", "1"),
    ("reward_step", None),
    ("reward_step", np.array([1.0, 2.0])),
    ("starvation_limit", 0),
    ("starvation_limit", -5),
    ("starvation_limit", "never"),
    ("starvation_limit", 2.5),
    ("view", 5),
    ("max_episode_steps", 0),
    ("max_episode_steps", -1),
    ("max_episode_steps", 1.5),
    ("max_episode_steps", 2**32),
    ("render_mode", "svg"),
    ("info", ["ending", "nothing"]),
    ("info", "nothing"),
    ("info", 5),
    ("speed", 5),
]


@pytest.mark.parametrize("kind", [SnakeEnv, SnakeVectorEnv])
@pytest.mark.parametrize(("field", "value"), BAD, ids=str)
def test_a_bad_option_is_refused_by_name(kind: Any, field: str, value: Any) -> None:
    with pytest.raises((ValidationError, TypeError), match=field):
        kind(**{field: value})


@pytest.mark.parametrize("view", [0, 1, 2, 4, 25, -3, 3.0, "5"])
def test_a_window_has_an_odd_side_that_fits(view: Any) -> None:
    with pytest.raises((ValidationError, TypeError), match=r"^view: got"):
        SnakeEnv(observation="egocentric", view=view)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("num_envs", 0),
        ("num_envs", -1),
        ("num_envs", 2**24 + 1),
        ("num_envs", 2.0),
        ("num_envs", None),
        ("num_threads", 0),
        ("num_threads", 2_000),
        ("num_threads", "all"),
        ("autoreset_mode", "later"),
        ("autoreset_mode", None),
        ("autoreset_mode", 1),
        ("render_mode", "human"),
    ],
)
def test_a_bad_option_of_a_batch_is_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises((ValidationError, TypeError), match=rf"^{field}: got"):
        SnakeVectorEnv(**{"num_envs": 2, field: value})


def test_options_of_other_integer_types_are_taken() -> None:
    env = SnakeEnv(height=np.int32(4), width=np.uint8(5), length=np.int64(2), food_count=np.int8(2))
    assert env.observation_space.shape == (4, 5)
    assert np.count_nonzero(env.reset(seed=0)[0] == naive.FOOD) == 2


def test_the_center_start() -> None:
    env = SnakeEnv(height=5, width=7, start="center", length=4)
    for _ in range(5):
        board = naive.boards(env, width=7, height=5)[0]
        assert board.snake == [(3, 2), (2, 2), (1, 2), (0, 2)] and board.direction == "right"
        env.reset()
    with pytest.raises(ValidationError, match=r"^start: got"):
        SnakeEnv(height=5, width=7, start="center", length=5)
    with pytest.raises(ValidationError, match=r"^start: got"):
        SnakeEnv(start="center", obstacles=[Point(6, 6)])


def test_a_random_start_reaches_every_place_where_the_snake_fits() -> None:
    obstacles = [Point(2, 1)]
    env = SnakeVectorEnv(4_000, height=3, width=4, length=3, obstacles=obstacles)
    env.reset(seed=0)
    starts = {
        (board.snake[0], board.direction)
        for board in naive.boards(env, height=3, width=4, obstacles=obstacles)
    }
    free = {(x, y) for x in range(4) for y in range(3)} - {(2, 1)}
    fitting = {
        ((x, y), direction)
        for x, y in free
        for direction, (dx, dy) in naive.DELTAS.items()
        if all((x - dx * behind, y - dy * behind) in free for behind in range(3))
    }
    assert starts == fitting


def test_heads_are_uniform() -> None:
    env = SnakeVectorEnv(20_000, height=4, width=4, length=1)
    env.reset(seed=1)
    heads = [board.snake[0] for board in naive.boards(env, height=4, width=4)]
    counts = np.array([heads.count((x, y)) for x in range(4) for y in range(4)])
    expected = 20_000 / 16
    assert ((counts - expected) ** 2 / expected).sum() < 44.3  # chi squared, 15 degrees, p = 1e-4


def test_food_is_uniform_over_the_free_cells() -> None:
    env = SnakeVectorEnv(20_000, height=4, width=4, start="center", length=3)
    env.reset(seed=1)
    foods = [board.foods[0] for board in naive.boards(env, height=4, width=4)]
    snake = {(2, 2), (1, 2), (0, 2)}
    assert not snake & set(foods)
    free = [(x, y) for x in range(4) for y in range(4) if (x, y) not in snake]
    counts = np.array([foods.count(cell) for cell in free])
    expected = 20_000 / 13
    assert ((counts - expected) ** 2 / expected).sum() < 39.1  # 12 degrees, p = 1e-4


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_random_obstacles_leave_the_free_cells_connected(density: float, seed: int) -> None:
    options: dict[str, Any] = {"height": 9, "width": 11, "length": 2}
    env = SnakeEnv(obstacles=density, obstacle_seed=seed, **options)
    tiles, _ = env.reset(seed=0)
    blocked = tiles == naive.OBSTACLE
    assert np.count_nonzero(blocked) == int(density * 99)
    free = {(x, y) for x in range(11) for y in range(9) if not blocked[y, x]}
    reached: set[tuple[int, int]] = set()
    ahead = [next(iter(free))]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in free - reached:
            reached.add((x, y))
            ahead += [(x + dx, y + dy) for dx, dy in naive.DELTAS.values()]
    assert reached == free
    env.reset(seed=1)
    assert np.array_equal(env.reset(seed=2)[0] == naive.OBSTACLE, blocked)
    again = SnakeEnv(obstacles=density, obstacle_seed=seed, **options)
    assert np.array_equal(again.reset(seed=5)[0] == naive.OBSTACLE, blocked)


def test_another_obstacle_seed_is_another_layout() -> None:
    layouts = {
        (SnakeEnv(obstacles=0.2, obstacle_seed=seed).reset(seed=0)[0] == 1).tobytes()
        for seed in range(8)
    }
    assert len(layouts) == 8


def test_rewards_are_exact() -> None:
    rng = np.random.default_rng(0)
    for pay in rng.random(50):
        env = SnakeEnv(reward_step=pay, reward_death=0.0, reward_food=0.0)
        env.reset(seed=0)
        assert env.step(1)[1] == pay
