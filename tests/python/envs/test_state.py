"""Exact state: what is copied goes on identically; threads and neighbours change nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tickgrid import ValidationError
from tickgrid.envs import SnakeEnv, SnakeVectorEnv, sample_actions

from . import naive

INFO = ("ending", "action_mask", "score", "length")
SMALL: dict[str, Any] = {"height": 5, "width": 5, "mask": "safe", "info": INFO}
OBSERVATIONS = ("cells", "planes", "egocentric", "egocentric_planes", "features", "rgb")

Copy = Callable[[Any], Any]


def by_state(env: Any) -> Any:
    """Another environment of the same options that goes on from the same state."""
    if isinstance(env, SnakeEnv):
        other: Any = SnakeEnv(**SMALL, max_episode_steps=30, reward_step=-0.1)
    else:
        mode = env.autoreset_mode
        other = SnakeVectorEnv(
            env.num_envs, **SMALL, autoreset_mode=mode, max_episode_steps=30, reward_step=-0.1
        )
    other.set_state(env.get_state())
    return other


def by_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


COPIES = [by_pickle, copy.deepcopy, by_state]


def written(value: Any) -> Any:
    """Something returned, as what can be compared."""
    if isinstance(value, dict):
        return {key: written(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [written(one) for one in value]
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return [written(one) for one in value]
        return value.dtype.str, value.shape, value.tobytes()
    return value


def play_single(env: SnakeEnv, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    for _ in range(steps):
        returned = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        seen.append(written(returned))
        if returned[2] or returned[3]:
            seen.append(written(env.reset()))
    return seen


def play(env: SnakeVectorEnv, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    for _ in range(steps):
        returned = env.step(sample_actions(env.action_masks(), rng))
        seen.append(written(returned))
        ended = returned[2] | returned[3]
        if env.autoreset_mode is AutoresetMode.DISABLED and ended.any():
            seen.append(written(env.reset(options={"reset_mask": ended})))
    return seen


@pytest.mark.parametrize("duplicate", COPIES)
@pytest.mark.parametrize("before", [0, 1, 7, 40])
def test_a_copy_of_the_single_environment_goes_on_alike(before: int, duplicate: Copy) -> None:
    env = SnakeEnv(**SMALL, max_episode_steps=30, reward_step=-0.1)
    env.reset(seed=6)
    play_single(env, before, 0)
    state = env.get_state()
    other = duplicate(env)
    assert other.get_state() == state
    mine = play_single(env, 120, 1)
    assert other.get_state() == state  # they share nothing
    assert play_single(other, 120, 1) == mine
    assert other.get_state() == env.get_state()
    env.set_state(state)
    assert play_single(env, 120, 1) == mine


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("duplicate", COPIES)
def test_a_copy_of_a_batch_goes_on_alike(duplicate: Copy, mode: AutoresetMode) -> None:
    env = SnakeVectorEnv(
        6, **SMALL, autoreset_mode=mode, max_episode_steps=30, reward_step=-0.1, num_threads=2
    )
    env.reset(seed=6)
    play(env, 11, 0)
    state = env.get_state()
    other = duplicate(env)
    assert other.autoreset_mode is mode and other.metadata["autoreset_mode"] is mode
    env.episodes()
    other.episodes()
    mine = play(env, 150, 1)
    assert other.get_state() == state
    assert play(other, 150, 1) == mine
    assert written(other.episodes()) == written(env.episodes())
    env.set_state(state)
    assert play(env, 150, 1) == mine


@pytest.mark.parametrize("duplicate", [by_pickle, copy.deepcopy])
def test_finished_episodes_are_copied_too(duplicate: Copy) -> None:
    env = SnakeVectorEnv(6, **SMALL)
    env.reset(seed=6)
    play(env, 100, 0)
    mine, theirs = duplicate(env).episodes(), env.episodes()
    assert written(mine) == written(theirs)


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_every_observation_survives_a_copy(observation: str) -> None:
    env = SnakeVectorEnv(4, height=5, width=5, observation=observation)
    env.reset(seed=1)
    play(env, 9, 0)
    assert play(by_pickle(env), 30, 1) == play(env, 30, 1)


def test_np_random_goes_along() -> None:
    env = SnakeEnv()
    env.reset(seed=5)
    other = by_pickle(env)
    assert other.np_random.integers(1 << 40) == env.np_random.integers(1 << 40)


@pytest.mark.parametrize("kind", [SnakeEnv, SnakeVectorEnv])
def test_a_copy_keeps_whether_it_was_reset_or_closed(kind: Any) -> None:
    env = kind(render_mode="ansi")
    with pytest.raises(Exception, match="reset"):
        by_pickle(env).step(np.array([0]))
    env.reset(seed=0)
    env.close()
    with pytest.raises(Exception, match="closed"):
        by_pickle(env).reset()


@pytest.mark.parametrize("kind", [SnakeEnv, SnakeVectorEnv])
@pytest.mark.parametrize("state", ["", "{}", "[]", "[null]", "no json", "[1]", "[{}, {}]"])
def test_what_is_no_state_is_refused_and_nothing_changes(kind: Any, state: str) -> None:
    env = kind()
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(ValidationError, match=r"^state: got"):
        env.set_state(state)
    assert env.get_state() == before
    with pytest.raises(TypeError):
        env.set_state(None)


IMPOSSIBLE: list[dict[str, Any]] = [
    {"snake": []},
    {"snake": [[0, 0], [2, 0]]},
    {"snake": [[0, 0], [1, 0], [0, 0]]},
    {"snake": [[9, 9]]},
    {"snake": [[-1, 0]]},
    {"foods": [{"position": [9, 0], "value": 1}]},
    {"foods": [{"position": [0, 0], "value": 1}, {"position": [0, 0], "value": 1}]},
    {"foods": [{"position": [0, 0], "value": 0}]},
    {"direction": "north"},
    {"hungry": -1},
    {"score": -1},
    {"ending": 5},
    {"ending": -1},
    {"more": 1},
]


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
def test_an_impossible_position_is_refused_and_nothing_changes(changes: dict[str, Any]) -> None:
    env = SnakeEnv(height=5, width=5)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(ValidationError):
        env.set_state(naive.with_position(before, **changes))
    assert env.get_state() == before


def test_a_state_of_another_number_of_rows_is_refused() -> None:
    env, other = SnakeVectorEnv(2), SnakeVectorEnv(3)
    with pytest.raises(ValidationError, match="3 rows"):
        env.set_state(other.get_state())


@pytest.mark.parametrize("observation", ["cells", "features", "egocentric_planes"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_threads_change_nothing(mode: AutoresetMode, observation: str) -> None:
    runs = []
    for threads in (1, 2, 4, None):
        env = SnakeVectorEnv(
            4_200,
            **{**SMALL, "observation": observation},
            autoreset_mode=mode,
            num_threads=threads,
            max_episode_steps=20,
        )
        first = written(env.reset(seed=12))
        run = [first, *play(env, 25, 3), env.get_state(), written(env.episodes())]
        runs.append(run)
    assert all(run == runs[0] for run in runs[1:])


def test_neighbours_change_nothing() -> None:
    """A row plays the same whatever the size of its batch."""
    sizes = (1, 2, 5, 33, 257, 2_049)
    rng = np.random.default_rng(4)
    actions = rng.integers(4, size=(80, max(sizes)))
    largest = SnakeVectorEnv(max(sizes), height=5, width=5)
    first, _ = largest.reset(seed=100)
    expected = [largest.step(actions[number])[:4] for number in range(80)]
    for size in sizes:
        env = SnakeVectorEnv(size, height=5, width=5)
        assert np.array_equal(env.reset(seed=100)[0], first[:size])
        for number in range(80):
            returned = env.step(actions[number, :size])[:4]
            for mine, theirs in zip(returned, expected[number], strict=True):
                assert np.array_equal(mine, theirs[:size])
