"""The vector environment: how it is made, seeded and asked; its infos, episodes and bad input."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tickgrid import InvalidStateError, ValidationError
from tickgrid.envs import SnakeEnv, SnakeVectorEnv, sample_actions

INFO = ("ending", "action_mask", "score", "length")
MODES = list(AutoresetMode)


def random_play(env: SnakeVectorEnv, steps: int, seed: int = 0) -> list[Any]:
    """What a fixed random play returns; rows that wait for a reset get one."""
    rng = np.random.default_rng(seed)
    returned = []
    for _ in range(steps):
        actions = sample_actions(env.action_masks(), rng)
        returned.append((actions, *env.step(actions)))
        ended = returned[-1][3] | returned[-1][4]
        if env.autoreset_mode is AutoresetMode.DISABLED and ended.any():
            env.reset(options={"reset_mask": ended})
    return returned


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("given", ["member", "name", "value"])
def test_make_vec(mode: AutoresetMode, given: str) -> None:
    value = {"member": mode, "name": mode.name.lower(), "value": mode.value}[given]
    env = gymnasium.make_vec(
        "tickgrid:tickgrid/Snake-v0", num_envs=3, height=5, width=6, autoreset_mode=value
    )
    assert isinstance(env.unwrapped, SnakeVectorEnv)
    assert env.num_envs == 3 and env.observation_space.shape == (3, 5, 6)
    assert env.single_observation_space.shape == (5, 6)
    assert env.action_space == gymnasium.spaces.MultiDiscrete([4, 4, 4])
    assert env.single_action_space == gymnasium.spaces.Discrete(4)
    assert env.metadata["autoreset_mode"] is mode
    assert env.unwrapped.autoreset_mode is mode
    assert "autoreset_mode" not in SnakeVectorEnv.metadata
    assert env.spec is not None
    env.close()


def test_the_default_mode_is_next_step() -> None:
    assert SnakeVectorEnv(2).autoreset_mode is AutoresetMode.NEXT_STEP


def test_modes_of_instances_do_not_mix() -> None:
    envs = [SnakeVectorEnv(1, autoreset_mode=mode) for mode in MODES]
    assert [env.metadata["autoreset_mode"] for env in envs] == MODES


def test_make_vec_truncates_by_itself() -> None:
    env = gymnasium.make_vec(
        "tickgrid/Snake-v0", num_envs=2, max_episode_steps=4, length=1, height=30, width=30
    )
    env.reset(seed=11)
    flags = [env.step(np.array([0, 0]))[3].tolist() for _ in range(4)]
    assert flags == [[False, False]] * 3 + [[True, True]]


@pytest.mark.parametrize("seed", [5, np.int64(5)])
def test_an_integer_seed_gives_row_i_the_seed_plus_i(seed: Any) -> None:
    observations, _ = SnakeVectorEnv(6).reset(seed=seed)
    for row in range(6):
        assert np.array_equal(observations[row], SnakeEnv().reset(seed=5 + row)[0])


def test_a_list_gives_each_row_its_own_seed() -> None:
    for seeds in ([9, 2, 9], (9, 2, 9), np.array([9, 2, 9])):
        observations, _ = SnakeVectorEnv(3).reset(seed=seeds)  # type: ignore[arg-type]
        for row, seed in enumerate((9, 2, 9)):
            assert np.array_equal(observations[row], SnakeEnv().reset(seed=seed)[0])


def test_rows_without_a_seed_go_on_with_their_streams() -> None:
    env, single = SnakeVectorEnv(3), SnakeEnv()
    env.reset(seed=[1, 2, 3])
    observations, _ = env.reset(seed=[None, 7, None])
    single.reset(seed=1)
    assert np.array_equal(observations[0], single.reset()[0])
    assert np.array_equal(observations[1], single.reset(seed=7)[0])
    single.reset(seed=3)
    assert np.array_equal(observations[2], single.reset()[0])


def test_the_first_seed_makes_a_run_reproducible() -> None:
    runs = []
    for _ in range(2):
        env = SnakeVectorEnv(4, height=5, width=5)
        env.reset(seed=3)
        random_play(env, 30)
        runs.append([env.reset()[0].tobytes() for _ in range(3)])
    assert runs[0] == runs[1] and len(set(runs[0])) == 3


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        (-1, ValidationError),
        (2**64, ValidationError),
        (2**64 - 1, ValidationError),  # the second row's would be out of range
        ([1], ValidationError),
        ([1, 2, 3], ValidationError),
        ([1, -1], ValidationError),
        ([1, 2.0], TypeError),
        ([1, "2"], TypeError),
        (1.5, TypeError),
        ("ab", TypeError),
        (True, TypeError),
    ],
    ids=str,
)
def test_a_bad_seed_is_refused_and_nothing_changes(seed: Any, error: type[Exception]) -> None:
    env = SnakeVectorEnv(2)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(error, match=r"^seed: got"):
        env.reset(seed=seed)
    assert env.get_state() == before


@pytest.mark.parametrize("mode", MODES)
def test_a_mask_resets_some_rows_and_leaves_the_others(mode: AutoresetMode) -> None:
    env = SnakeVectorEnv(4, height=5, width=5, autoreset_mode=mode, info=INFO)
    env.reset(seed=0)
    random_play(env, 2)
    before = env._batch.observe()
    rows = env.get_state()
    mask = np.array([False, True, False, True])
    options = {"reset_mask": mask}
    observations, infos = env.reset(seed=[50, 60, 70, 80], options=options)
    assert options == {"reset_mask": mask}  # it is the caller's
    assert np.array_equal(observations[~mask], before[~mask])
    for row, seed in ((1, 60), (3, 80)):
        assert np.array_equal(observations[row], SnakeEnv(height=5, width=5).reset(seed=seed)[0])
    assert infos["_length"].tolist() == mask.tolist()
    assert infos["length"].tolist() == [0, 3, 0, 3]
    other = SnakeVectorEnv(4, height=5, width=5, autoreset_mode=mode)
    other.set_state(rows)
    actions = np.array([0, 1, 2, 3])
    if mode is AutoresetMode.NEXT_STEP:
        for mine, theirs in zip(env.step(actions)[:4], other.step(actions)[:4], strict=True):
            assert np.array_equal(mine[~mask], theirs[~mask])


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        (np.ones(3, bool), ValidationError),
        (np.ones((2, 1), bool), ValidationError),
        (np.zeros(2, bool), ValidationError),
        (np.ones(2, np.int8), TypeError),
        ([True, False], TypeError),
        (True, TypeError),
        (None, TypeError),
    ],
    ids=str,
)
def test_a_bad_mask_is_refused_and_nothing_changes(mask: Any, error: type[Exception]) -> None:
    env = SnakeVectorEnv(2)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(error, match=r"^reset_mask: got"):
        env.reset(seed=4, options={"reset_mask": mask})
    assert env.get_state() == before


def test_a_mask_of_any_layout_is_taken() -> None:
    env = SnakeVectorEnv(3)
    first, _ = env.reset(seed=0)
    mask = np.array([True, False, False, False, True, False])[::2]
    observations, _ = env.reset(seed=90, options={"reset_mask": mask})
    assert [np.array_equal(observations[row], first[row]) for row in range(3)] == [
        False,
        True,
        False,
    ]


def test_the_first_reset_must_be_of_all_rows() -> None:
    env = SnakeVectorEnv(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.array([0, 0]))
    env.reset(options={"reset_mask": np.array([True, True])})
    env.step(np.array([0, 0]))


INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("dtype", [*INTEGERS, np.longlong, np.ulonglong, np.intp])
def test_actions_of_any_integer_dtype(dtype: Any) -> None:
    env, other = SnakeVectorEnv(4), SnakeVectorEnv(4)
    env.reset(seed=0)
    other.reset(seed=0)
    mine = env.step(np.array([0, 1, 2, 3], dtype))
    assert np.array_equal(mine[0], other.step([0, 1, 2, 3])[0])  # type: ignore[arg-type]


BAD_ACTIONS: list[tuple[Any, type[Exception], str]] = [
    (np.array([0, 4]), ValidationError, r"got 4 in row 1"),
    (np.array([-1, 0]), ValidationError, r"got -1 in row 0"),
    (np.array([0, 2**40]), ValidationError, r"got 1099511627776 in row 1"),
    (np.array([0, 2**63], np.uint64), ValidationError, r"got 9223372036854775808 in row 1"),
    (np.array([0, -128], np.int8), ValidationError, r"got -128 in row 1"),
    (np.array([0]), ValidationError, "shape"),
    (np.array([0, 1, 2]), ValidationError, "shape"),
    (np.array([[0], [1]]), ValidationError, "shape"),
    (np.array(0), ValidationError, "shape"),
    (np.array([0, 9, 1, 9])[::2], ValidationError, "contiguous"),
    (np.array([0.0, 1.0]), TypeError, "float64"),
    (np.array([0.0, np.nan], np.float32), TypeError, "float32"),
    (np.array([True, False]), TypeError, "bool"),
    (np.array([0, 1], object), TypeError, "object"),
    (np.array(["0", "1"]), TypeError, "dtype"),
    ([0, None], TypeError, "object"),
    (None, (TypeError, ValidationError), "got"),  # type: ignore[list-item]
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("actions", "error", "what"), BAD_ACTIONS, ids=str)
def test_bad_actions_are_refused_and_nothing_moves(
    mode: AutoresetMode, actions: Any, error: type[Exception], what: str
) -> None:
    env = SnakeVectorEnv(2, autoreset_mode=mode)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(error, match=rf"^actions: .*{what}"):
        env.step(actions)
    assert env.get_state() == before


def test_a_row_that_should_have_been_reset_is_named_and_nothing_moves() -> None:
    env = SnakeVectorEnv(8, height=3, width=3, autoreset_mode="disabled")
    env.reset(seed=0)
    ended: NDArray[np.bool_] = np.zeros(8, bool)
    while not ended.any():
        ended = env.step(np.zeros(8, int))[2]
    before = env.get_state()
    with pytest.raises(InvalidStateError, match=rf"row {np.flatnonzero(ended)[0]}\b"):
        env.step(np.zeros(8, int))
    assert env.get_state() == before


def test_a_closed_environment_says_so() -> None:
    env = SnakeVectorEnv(2)
    env.reset(seed=0)
    env.close()
    env.close()
    for call in (env.reset, env.render, env.get_state, lambda: env.step(np.array([0, 0]))):
        with pytest.raises(InvalidStateError, match="closed"):
            call()


def test_rendering() -> None:
    env = SnakeVectorEnv(3, height=4, width=5, render_mode="ansi")
    env.reset(seed=0)
    single = SnakeEnv(height=4, width=5, render_mode="ansi")
    frames = env.render()
    assert isinstance(frames, tuple)
    for row, frame in enumerate(frames):
        single.reset(seed=row)
        assert frame == single.render()
    pictures = SnakeVectorEnv(3, height=4, width=5, render_mode="rgb_array").render()
    assert pictures is not None and len(pictures) == 3
    assert all(isinstance(picture, np.ndarray) for picture in pictures)
    assert SnakeVectorEnv(2).render() is None


@pytest.mark.parametrize("mode", MODES)
def test_infos_are_arrays_with_masks(mode: AutoresetMode) -> None:
    env = SnakeVectorEnv(5, height=4, width=4, autoreset_mode=mode, info=INFO)
    env.reset(seed=0)
    for _, _, _, terminated, truncated, infos in random_play(env, 60):
        ended = terminated | truncated
        for key in ("action_mask", "score", "length"):
            assert infos[f"_{key}"].dtype == np.bool_ and infos[f"_{key}"].all()
            assert len(infos[key]) == 5
        holder = infos if mode is not AutoresetMode.SAME_STEP else infos.get("final_info", {})
        assert ("ending" in holder) == ended.any()
        if ended.any():
            assert np.array_equal(holder["_ending"], ended)
            assert [word is not None for word in holder["ending"]] == ended.tolist()


def test_infos_cost_nothing_when_nothing_is_asked_for() -> None:
    env = SnakeVectorEnv(5, height=4, width=4, info=())
    assert env.reset(seed=0)[1] == {}
    assert all(returned[-1] == {} for returned in random_play(env, 60))


@pytest.mark.parametrize("mode", MODES)
def test_episodes_are_those_of_a_recount(mode: AutoresetMode) -> None:
    env = SnakeVectorEnv(
        7, height=4, width=4, autoreset_mode=mode, max_episode_steps=9, reward_step=-0.01
    )
    env.reset(seed=0)
    totals: defaultdict[int, float] = defaultdict(float)
    lengths: defaultdict[int, int] = defaultdict(int)
    expected: list[tuple[int, float, int, str]] = []
    was = np.zeros(7, bool)
    for _, _, rewards, terminated, truncated, infos in random_play(env, 150):
        ended = terminated | truncated
        ending = infos.get("final_info", infos).get("ending")
        for row in range(7):
            if mode is AutoresetMode.NEXT_STEP and was[row]:
                continue  # the step that began the episode is none of its steps
            totals[row] += rewards[row]
            lengths[row] += 1
            if ended[row]:
                expected.append((row, totals.pop(row), lengths.pop(row), ending[row]))
        was = ended
    episodes = env.episodes()
    assert [episodes[key].dtype for key in ("row", "return", "length", "ending")] == [
        np.dtype(np.int64),
        np.dtype(np.float64),
        np.dtype(np.int64),
        np.dtype(object),
    ]
    assert list(zip(*(array.tolist() for array in episodes.values()), strict=True)) == expected
    assert len(expected) > 100 and {"truncated", "wall"} <= set(episodes["ending"])
    assert all(len(array) == 0 for array in env.episodes().values())


def test_an_episode_that_is_broken_off_is_not_counted() -> None:
    env = SnakeVectorEnv(2, length=1)
    env.reset(seed=0)
    env.step(np.array([1, 1]))
    env.reset()
    assert len(env.episodes()["row"]) == 0


def test_sampled_actions_are_uniform_over_what_the_mask_allows() -> None:
    patterns = [(1, 0, 0, 0), (0, 1, 0, 1), (1, 1, 0, 1), (1, 1, 1, 1), (0, 0, 1, 0)]
    mask: NDArray[np.bool_] = np.repeat(np.array(patterns, bool), 12_000, axis=0)
    actions = sample_actions(mask, np.random.default_rng(7))
    assert actions.dtype == np.int64 and actions.shape == (60_000,)
    assert mask[np.arange(60_000), actions].all()
    for number, pattern in enumerate(patterns):
        drawn = actions[number * 12_000 : (number + 1) * 12_000]
        counts = np.bincount(drawn, minlength=4)[np.array(pattern, bool)]
        expected = 12_000 / sum(pattern)
        assert ((counts - expected) ** 2 / expected).sum() < 21.2  # 3 degrees, p = 1e-4
    assert np.array_equal(actions, sample_actions(mask, np.random.default_rng(7)))


@pytest.mark.parametrize(
    "mask", [np.zeros((2, 4), bool), np.ones(4, bool), np.ones((2, 4), np.int8), [[True]], None]
)
def test_a_mask_to_sample_from_is_checked(mask: Any) -> None:
    with pytest.raises((ValidationError, TypeError), match="mask"):
        sample_actions(mask, np.random.default_rng(0))


def test_threads_of_the_caller_take_turns() -> None:
    env = SnakeVectorEnv(600, height=5, width=5)
    env.reset(seed=0)
    actions = np.zeros(600, int)
    errors: list[Exception] = []

    def run() -> None:
        try:
            for _ in range(50):
                env.step(actions)
                env.action_masks()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    other = SnakeVectorEnv(600, height=5, width=5)
    other.reset(seed=0)
    for _ in range(200):
        other.step(actions)
    assert env.get_state() == other.get_state()
