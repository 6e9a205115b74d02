"""Endings, rewards, masks and actions: scripted on tiny boards, and against a naive Snake."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tickgrid import Hazard, Point
from tickgrid.envs import SnakeEnv

from . import naive

UP, DOWN, LEFT, RIGHT = range(4)
REWARDS: dict[str, Any] = {
    "reward_food": 1.7,
    "reward_death": -2.3,
    "reward_win": 5.1,
    "reward_step": -0.1,
}


def scripted(
    snake: list[list[int]], direction: str, food: list[list[int]] | None = None, **options: Any
) -> SnakeEnv:
    """An environment in this position."""
    env = SnakeEnv(info=("ending", "score", "length"), **{**REWARDS, **options})
    env.reset(seed=0)
    foods = [{"position": cell, "value": options.get("food_value", 1)} for cell in food or []]
    position = {"snake": snake, "direction": direction, "foods": foods}
    env.set_state(naive.with_position(env.get_state(), **position))
    return env


SQUARE = [[1, 1], [1, 2], [2, 2], [2, 1]]


def test_wall() -> None:
    env = scripted([[2, 0], [1, 0], [0, 0]], "right", [[0, 2]], width=3, height=3)
    observation, reward, terminated, truncated, info = env.step(RIGHT)
    assert (terminated, truncated, info["ending"]) == (True, False, "wall")
    assert reward == pytest.approx(-2.4)
    assert observation.tolist() == [[4, 3, 5], [0, 0, 0], [2, 0, 0]]  # nothing has moved


def test_obstacle() -> None:
    env = scripted([[0, 1]], "down", width=3, height=3, length=1, obstacles=[Point(1, 1)])
    _, reward, terminated, truncated, info = env.step(RIGHT)
    assert (terminated, truncated, info["ending"]) == (True, False, "obstacle")
    assert reward == pytest.approx(-2.4)


def test_self() -> None:
    env = scripted([*SQUARE, [3, 1]], "up", width=4, height=4)
    _, reward, terminated, truncated, info = env.step(RIGHT)
    assert (terminated, truncated, info["ending"]) == (True, False, "self")
    assert reward == pytest.approx(-2.4)


def test_the_tails_cell_may_be_entered_as_the_tail_leaves_it() -> None:
    env = scripted(SQUARE, "up", [[3, 3]], width=4, height=4)
    observation, reward, terminated, _, _ = env.step(RIGHT)
    assert not terminated and reward == pytest.approx(-0.1)
    assert observation.tolist() == [[0, 0, 0, 0], [0, 3, 5, 0], [0, 3, 4, 0], [0, 0, 0, 2]]


def test_filled() -> None:
    ring = [[0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0], [1, 0]]
    env = scripted(ring, "up", [[0, 0]], width=3, height=3, obstacles=[Point(1, 1)])
    observation, reward, terminated, truncated, info = env.step(UP)
    assert (terminated, truncated, info["ending"]) == (True, False, "filled")
    assert reward == pytest.approx(-0.1 + 1.7 + 5.1)
    assert info["length"] == 8
    assert sorted(observation.flat) == [1, 3, 3, 3, 3, 3, 3, 4, 5]


def test_starved() -> None:
    env = scripted(SQUARE, "up", [[3, 3]], width=4, height=4, starvation_limit=6)
    for number in range(6):
        _, reward, terminated, truncated, info = env.step((RIGHT, DOWN, LEFT, UP)[number % 4])
        assert terminated == (number == 5) and not truncated
    assert info["ending"] == "starved" and reward == pytest.approx(-2.4)


def test_food_in_the_last_moment_saves_the_snake() -> None:
    env = scripted([[0, 0]], "right", [[3, 0]], width=5, height=5, length=1, starvation_limit=3)
    assert [env.step(RIGHT)[2] for _ in range(3)] == [False, False, False]


def test_the_starvation_limit_is_two_steps_a_cell_unless_said_otherwise() -> None:
    for limit, steps in (({}, 32), ({"starvation_limit": None}, None)):
        env = scripted(SQUARE, "up", [[3, 3]], width=4, height=4, **limit)
        for number in range(200):
            *_, terminated, _, info = env.step((RIGHT, DOWN, LEFT, UP)[number % 4])
            if terminated:
                assert info["ending"] == "starved" and number + 1 == steps
                break
        else:
            assert steps is None


def test_truncated() -> None:
    env = scripted(SQUARE, "up", [[3, 3]], width=4, height=4, max_episode_steps=3)
    for number in range(3):
        _, reward, terminated, truncated, info = env.step((RIGHT, DOWN, LEFT)[number])
        assert not terminated and truncated == (number == 2)
        assert reward == pytest.approx(-0.1)
    assert info["ending"] == "truncated"


def test_an_end_in_the_last_step_is_the_games_own() -> None:
    env = scripted([[1, 0]], "right", width=3, height=3, length=1, max_episode_steps=2)
    env.step(RIGHT)
    _, _, terminated, truncated, info = env.step(RIGHT)
    assert (terminated, truncated, info["ending"]) == (True, False, "wall")


def test_while_the_game_goes_on_there_is_no_ending() -> None:
    env = scripted(SQUARE, "up", [[3, 3]], width=4, height=4)
    assert "ending" not in env.step(RIGHT)[4]
    assert "ending" not in env.reset()[1]


def test_food_scores_its_value_and_pays_its_reward() -> None:
    env = scripted([[0, 0]], "right", [[1, 0]], width=5, height=5, length=1, food_value=7)
    _, reward, _, _, info = env.step(RIGHT)
    assert reward == pytest.approx(1.6) and info["score"] == 7 and info["length"] == 2


def test_by_default_only_food_and_death_are_rewarded() -> None:
    env = SnakeEnv(width=4, height=4, length=1)
    env.reset(seed=0)
    position = {"snake": [[1, 0]], "direction": "right"}
    foods = [{"position": [2, 0], "value": 1}]
    env.set_state(naive.with_position(env.get_state(), **position, foods=foods))
    assert [env.step(RIGHT)[1] for _ in range(2)] == [1.0, 0.0]
    assert env.step(RIGHT)[1] == -1.0


def test_a_reversal_goes_straight_on() -> None:
    opposite = {"up": DOWN, "down": UP, "left": RIGHT, "right": LEFT}
    for direction in naive.DIRECTIONS:
        for length in (1, 2, 3):
            dx, dy = naive.DELTAS[direction]
            snake = [[3 - dx * behind, 3 - dy * behind] for behind in range(length)]
            env = scripted(snake, direction, [[0, 0]], width=7, height=7, length=length)
            observation, _, terminated, _, _ = env.step(opposite[direction])
            assert not terminated and observation[3 + dy, 3 + dx] == naive.HEAD


def test_relative_actions_turn_left_go_straight_and_turn_right() -> None:
    for direction, left, right in (
        ("up", "left", "right"),
        ("down", "right", "left"),
        ("left", "down", "up"),
        ("right", "up", "down"),
    ):
        for action, expected in enumerate((left, direction, right)):
            options: dict[str, Any] = {"width": 5, "height": 5, "length": 1}
            env = scripted([[2, 2]], direction, [[0, 0]], actions="relative", **options)
            observation = env.step(action)[0]
            dx, dy = naive.DELTAS[expected]
            assert observation[2 + dy, 2 + dx] == naive.HEAD


def test_reversals_are_masked_and_only_they() -> None:
    env = scripted([[2, 2], [1, 2]], "right", width=5, height=5, length=2)
    assert env.action_masks().tolist() == [True, True, False, True]
    relative = scripted([[2, 2], [1, 2]], "right", width=5, height=5, actions="relative")
    assert relative.action_masks().tolist() == [True, True, True]


def test_the_safe_mask_leaves_out_instant_death_while_there_is_another_way() -> None:
    corner: dict[str, Any] = {"width": 3, "height": 3, "mask": "safe"}
    env = scripted([[2, 0], [1, 0], [0, 0]], "right", **corner)
    assert env.action_masks().tolist() == [False, True, False, False]
    relative = scripted([[2, 0], [1, 0], [0, 0]], "right", actions="relative", **corner)
    assert relative.action_masks().tolist() == [False, False, True]
    # Walled in: nothing is safe, so what is legal is left.
    trapped = [[2, 0], [1, 0], [1, 1], [2, 1], [2, 2]]
    assert scripted(trapped, "right", **corner).action_masks().tolist() == [True, True, False, True]
    # The tail's cell is safe.
    assert scripted(SQUARE, "up", width=4, height=4, mask="safe").action_masks()[RIGHT]


def test_after_the_end_every_action_is_there() -> None:
    for mask in ("legal", "safe"):
        env = scripted([[2, 0]], "right", width=3, height=3, length=1, mask=mask)
        env.step(RIGHT)
        assert env.action_masks().all()


@pytest.mark.parametrize("actions", ["absolute", "relative"])
@pytest.mark.parametrize("kind", ["legal", "safe"])
def test_play_is_that_of_the_naive_snake(actions: str, kind: str) -> None:
    """Positions, rewards, endings and masks; only where food falls is read from the engine."""
    options: dict[str, Any] = {"width": 5, "height": 4, "obstacles": [Point(1, 2)]}
    info = ("ending", "length", "action_mask")
    env = SnakeEnv(actions=actions, mask=kind, food_count=2, info=info, **REWARDS, **options)
    rng = np.random.default_rng(3)
    endings = set()
    env.reset(seed=8)
    for _ in range(4_000):
        board = naive.boards(env, **options)[0]
        mask = board.mask(actions, kind)
        assert env.action_masks().tolist() == mask
        action = int(rng.integers(len(mask)))
        if rng.random() < 0.97:
            action = int(rng.choice(np.flatnonzero(mask)))
        crash, eats = board.move(board.meaning(actions, action))
        filled = len(board.snake) == 5 * 4 - 1
        starved = not eats and board.hungry >= 2 * 5 * 4
        ending = crash or ("filled" if filled else "starved" if starved else None)
        pay = -0.1 + 1.7 * eats + 5.1 * filled - 2.3 * bool(crash or (starved and not filled))
        _, reward, terminated, truncated, infos = env.step(action)
        now = naive.boards(env, **options)[0]
        assert (now.snake, now.direction) == (board.snake, board.direction)
        assert set(board.foods) <= set(now.foods) and len(set(now.foods)) == len(now.foods)
        room = 5 * 4 - 1 - len(now.snake)
        assert len(now.foods) == min(2, room)
        assert all(now.tile(cell) == naive.FOOD for cell in now.foods)
        assert reward == pytest.approx(pay) and not truncated
        assert (terminated, infos.get("ending")) == (ending is not None, ending)
        assert infos["length"] == len(board.snake)
        if terminated:
            endings.add(ending)
            assert infos["action_mask"].all()
            env.reset()
    assert {"wall", "self", "obstacle"} <= endings


VARIANTS: list[dict[str, Any]] = [
    {"wrap": True, "width": 5, "height": 4},
    {"wrap": True, "width": 4, "height": 7, "growth": 3, "obstacles": [Point(1, 2)]},
    {"width": 6, "height": 5, "growth": 0, "food_lifetime": 4, "food_count": 3},
    {
        "width": 7,
        "height": 6,
        "hazards": [Hazard.path([Point(1, 1), Point(2, 1), Point(3, 1)]), Hazard.shrink(20)],
    },
    {
        "width": 6,
        "height": 6,
        "wrap": True,
        "food_count": 2,
        "food_lifetime": 9,
        "hazards": [
            Hazard.path([Point(0, 0), Point(5, 0), Point(5, 5), Point(0, 5)], motion="loop"),
            Hazard.shrink(15, least=2),
        ],
    },
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_play_with_variants_is_that_of_the_naive_snake(options: dict[str, Any]) -> None:
    """Positions, rewards, endings and masks; only where food falls is read from the engine."""
    env = SnakeEnv(mask="safe", info=("ending", "length"), record=True, **REWARDS, **options)
    rng = np.random.default_rng(4)
    endings, limit = set(), 2 * options["width"] * options["height"]
    env.reset(seed=9)
    for step in range(3_000):
        board = naive.boards(env, **options)[0]
        assert env.action_masks().tolist() == board.mask("absolute", "safe")
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        if rng.random() < 0.05:
            action = int(rng.integers(4))
        before = len(board.foods)
        crash, eats = board.move(board.meaning("absolute", action))
        lost = len(board.foods) < before and crash is None
        _, reward, terminated, _, infos = env.step(action)
        now = naive.boards(env, **options)[0]
        assert (now.snake, now.direction, now.ticks) == (board.snake, board.direction, board.ticks)
        assert (now.pending, now.hungry) == (board.pending, board.hungry)
        filled = lost and not now.foods
        starved = crash is None and not eats and board.hungry >= limit and not filled
        ending = crash or ("filled" if filled else "starved" if starved else None)
        pay = -0.1 + 1.7 * eats + 5.1 * filled - 2.3 * bool(crash or starved)
        assert reward == pytest.approx(pay), step
        assert (terminated, infos.get("ending")) == (ending is not None, ending)
        assert now.foods[: len(board.foods)] == board.foods
        if crash is None and lost and not filled:
            assert all(not now.deadly(cell, now.ticks) for cell in now.foods[len(board.foods) :])
        if terminated:
            endings.add(ending)
            game = env.replay().play()
            assert game.render() == env._batch.text(0) and game.phase.reason == ending  # type: ignore[attr-defined]
            env.reset()
    assert ("self" in endings) == (options.get("growth", 1) > 0)
    assert ("hazard" in endings) == bool(options.get("hazards"))
    assert ("wall" in endings) == (not options.get("wrap"))
