"""The single environment: Gymnasium's check, seeds, pictures, order of calls, actions."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tickgrid
from tickgrid import InvalidStateError, Point, ValidationError
from tickgrid.envs import SnakeEnv

from . import naive

OBSERVATIONS = ("cells", "planes", "egocentric", "egocentric_planes", "features", "rgb")
INFO = ("ending", "action_mask", "score", "length")


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("actions", ["absolute", "relative"])
@pytest.mark.parametrize("mask", ["legal", "safe"])
def test_gymnasium_has_nothing_to_say(observation: str, actions: str, mask: str) -> None:
    options: dict[str, Any] = {"observation": observation, "actions": actions, "mask": mask}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make("tickgrid/Snake-v0", info=INFO, render_mode="rgb_array", **options)
        check_env(made.unwrapped)
        made.close()


@pytest.mark.parametrize("name", ["tickgrid/Snake-v0", "tickgrid:tickgrid/Snake-v0"])
def test_it_is_made_by_its_name(name: str) -> None:
    env = gymnasium.make(name, height=5, width=6)
    assert isinstance(env.unwrapped, SnakeEnv)
    assert env.observation_space.shape == (5, 6)
    observation, info = env.reset(seed=3)
    assert observation.shape == (5, 6) and info == {}


def test_flags_are_bools_and_rewards_floats() -> None:
    env = SnakeEnv(height=3, width=3)
    env.reset(seed=0)
    ended = False
    while not ended:
        _, reward, terminated, truncated, _ = env.step(0)
        assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
        ended = terminated or truncated


def play(env: SnakeEnv, episodes: int) -> list[Any]:
    """What is seen in some episodes of a fixed play."""
    seen: list[Any] = []
    actions = itertools.cycle([0, 2, 1, 2, 3, 3, 1])
    for _ in range(episodes):
        seen.append(env.reset()[0].tobytes())
        ended = False
        while not ended:
            observation, reward, terminated, truncated, info = env.step(next(actions))
            seen.append((observation.tobytes(), reward, terminated, truncated, str(info)))
            ended = terminated or truncated
    return seen


def test_one_seed_makes_a_whole_run_reproducible() -> None:
    runs = []
    for _ in range(2):
        env = SnakeEnv(height=6, width=6, info=INFO)
        env.reset(seed=21)
        runs.append(play(env, 5))
    assert runs[0] == runs[1]
    env.reset(seed=22)
    assert play(env, 5) != runs[0]
    env.reset(seed=21)
    assert play(env, 5) == runs[0]


def test_episodes_of_one_run_differ() -> None:
    env = SnakeEnv()
    first, _ = env.reset(seed=1)
    others = [env.reset()[0].tobytes() for _ in range(20)]
    assert len({first.tobytes(), *others}) > 15


def test_without_a_seed_two_environments_differ() -> None:
    starts = {SnakeEnv(height=30, width=30).reset()[0].tobytes() for _ in range(8)}
    assert len(starts) > 1


def test_np_random_is_seeded_too() -> None:
    one, other = SnakeEnv(), SnakeEnv()
    one.reset(seed=5)
    other.reset(seed=5)
    assert one.np_random_seed == 5
    assert one.np_random.integers(1 << 40) == other.np_random.integers(1 << 40)


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int64(3), np.uint64(2**64 - 1), np.uint8(3)])
def test_seeds_of_any_integer_type(seed: Any) -> None:
    assert np.array_equal(SnakeEnv().reset(seed=seed)[0], SnakeEnv().reset(seed=int(seed))[0])


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused_and_nothing_changes(seed: int) -> None:
    env = SnakeEnv()
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(ValidationError, match=r"^seed: got"):
        env.reset(seed=seed)
    assert env.get_state() == before


@pytest.mark.parametrize("seed", [1.0, "1", True, np.array([1])])
def test_a_seed_of_another_type_is_refused(seed: Any) -> None:
    env = SnakeEnv()
    with pytest.raises(TypeError, match=r"^seed: got"):
        env.reset(seed=seed)


def test_ansi_is_the_board_in_text() -> None:
    env = SnakeEnv(height=4, width=5, render_mode="ansi", obstacles=[Point(0, 3)])
    observation, _ = env.reset(seed=2)
    lines = ["".join(naive.GLYPHS[tile] for tile in line) for line in observation]
    assert env.render().splitlines() == lines


def test_rgb_array_is_a_fresh_picture() -> None:
    env = SnakeEnv(height=4, width=5, render_mode="rgb_array")
    env.reset(seed=2)
    picture, again = env.render(), env.render()
    height, width, _ = picture.shape
    assert picture.dtype == np.uint8 and height % 4 == 0 and width % 5 == 0
    assert height // 4 == width // 5
    assert np.array_equal(picture, again) and not np.shares_memory(picture, again)


def test_human_shows_the_board_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    env = SnakeEnv(height=4, width=5, render_mode="human")
    env.reset(seed=2)
    assert env._batch.text(0) in capsys.readouterr().out
    env.step(0)
    assert env._batch.text(0) in capsys.readouterr().out
    assert env.render() is None


def test_without_a_render_mode_there_is_no_picture() -> None:
    env = SnakeEnv()
    env.reset(seed=2)
    assert env.render() is None


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"^render_mode: got 'svg'"):
        SnakeEnv(render_mode="svg")


def test_a_step_before_the_reset_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        SnakeEnv().step(0)


def test_a_step_after_the_end_is_refused_and_nothing_moves() -> None:
    env = SnakeEnv(height=3, width=3)
    env.reset(seed=0)
    while not any(env.step(0)[2:4]):
        pass
    before = env.get_state()
    with pytest.raises(InvalidStateError, match="reset"):
        env.step(0)
    assert env.get_state() == before
    env.reset()
    env.step(1)


def test_a_closed_environment_says_so() -> None:
    env = SnakeEnv(render_mode="ansi")
    env.reset(seed=0)
    env.close()
    env.close()
    state = "[]"
    for call in (env.reset, env.render, env.get_state):
        with pytest.raises(InvalidStateError, match="closed"):
            call()
    with pytest.raises(InvalidStateError, match="closed"):
        env.step(0)
    with pytest.raises(InvalidStateError, match="closed"):
        env.set_state(state)


BAD_ACTIONS: list[tuple[Any, type[Exception]]] = [
    (-1, ValidationError),
    (4, ValidationError),
    (2**40, ValidationError),
    (np.int64(-1), ValidationError),
    (2**70, ValidationError),
    (-(2**70), ValidationError),
    (1.0, TypeError),
    (np.float32(1.0), TypeError),
    (float("nan"), TypeError),
    ("up", TypeError),
    (None, TypeError),
    ([1], TypeError),
    (np.array([1]), TypeError),
    (np.array([1, 2]), TypeError),
]


@pytest.mark.parametrize(("action", "error"), BAD_ACTIONS, ids=str)
def test_what_is_no_action_is_refused_and_nothing_moves(
    action: Any, error: type[Exception]
) -> None:
    env = SnakeEnv()
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(error, match=r"^action: got"):
        env.step(action)
    assert env.get_state() == before


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int32, np.uint64, np.array])
def test_an_action_of_any_integer_type(kind: Any) -> None:
    one, other = SnakeEnv(), SnakeEnv()
    one.reset(seed=0)
    other.reset(seed=0)
    for action in (1, 3, 0):
        assert np.array_equal(one.step(kind(action))[0], other.step(action)[0])


def test_a_fourth_relative_action_is_refused() -> None:
    env = SnakeEnv(actions="relative")
    env.reset(seed=0)
    assert env.action_space == gymnasium.spaces.Discrete(3)
    with pytest.raises(ValidationError, match=r"^action: got 3"):
        env.step(3)


def test_observations_and_masks_are_fresh_and_never_change() -> None:
    env = SnakeEnv(height=5, width=5, info=INFO)
    observation, info = env.reset(seed=6)
    kept = [(observation, observation.copy()), (info["action_mask"], info["action_mask"].copy())]
    rng = np.random.default_rng(0)
    for _ in range(100):
        observation, _, terminated, truncated, info = env.step(rng.integers(4))
        arrays = [observation, info["action_mask"], env.action_masks()]
        for array in arrays:
            assert not any(np.shares_memory(array, old) for old, _ in kept)
            kept.append((array, array.copy()))
        if terminated or truncated:
            env.reset()
    assert all(np.array_equal(array, copy) for array, copy in kept)


def test_infos_hold_what_was_asked_for_and_nothing_else() -> None:
    env = SnakeEnv(height=3, width=3, info=("score", "length"))
    assert env.reset(seed=0)[1] == {"score": 0, "length": 3}
    info = env.step(0)[4]
    assert set(info) == {"score", "length"} and type(info["score"]) is int
    silent = SnakeEnv(height=3, width=3, info=())
    silent.reset(seed=0)
    while True:
        _, _, terminated, _, info = silent.step(0)
        assert info == {}
        if terminated:
            break
    assert SnakeEnv(info="score").reset(seed=0)[1] == {"score": 0}


def test_it_lives_under_gymnasiums_wrappers() -> None:
    from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics

    env = gymnasium.make("tickgrid/Snake-v0", height=4, width=4)
    wrapped = FlattenObservation(RecordEpisodeStatistics(env))
    wrapped.reset(seed=0)
    info: dict[str, Any] = {}
    for _ in range(40):
        _, _, terminated, truncated, info = wrapped.step(np.int64(0))
        if terminated or truncated:
            break
    assert info["ending"] == "wall" and "episode" in info


def test_the_package_registers_it_on_import() -> None:
    assert tickgrid.__version__
    spec = gymnasium.spec("tickgrid/Snake-v0")
    assert spec.entry_point == "tickgrid.envs:SnakeEnv"
    assert spec.vector_entry_point == "tickgrid.envs:SnakeVectorEnv"
