"""The adapter gives what a DummyVecEnv of single environments gives, step by step."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    VecFrameStack,
    VecMonitor,
    VecNormalize,
    VecTransposeImage,
    unwrap_vec_normalize,
)

from tickgrid import InvalidStateError, ValidationError
from tickgrid.envs import (
    SnakeEnv,
    SnakeVectorEnv,
    TicTacToeEnv,
    TicTacToeVectorEnv,
    sample_actions,
)
from tickgrid.envs.sb3 import SB3VecEnv

ROWS = 7
OPTIONS: dict[str, Any] = {
    "height": 6,
    "width": 7,
    "max_episode_steps": 9,
    "info": ("ending", "score", "length", "action_mask"),
}


def make(rows: int = ROWS, **options: Any) -> SB3VecEnv:
    options = {**OPTIONS, **options}
    return SB3VecEnv(SnakeVectorEnv(rows, autoreset_mode="same_step", **options))


def dummy(rows: int = ROWS, **options: Any) -> DummyVecEnv:
    """What Stable-Baselines3 makes of as many single environments."""
    return DummyVecEnv([lambda: Monitor(SnakeEnv(**{**OPTIONS, **options})) for _ in range(rows)])


def same(one: Any, other: Any) -> None:
    """Equal in value and dtype, but for the seconds of an episode."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one.keys() - {"t"}:
            same(one[key], other[key])
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            same(left, right)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    else:
        assert one == other


def compare(
    ours: Any, theirs: Any, steps: int = 150, expected: tuple[str, ...] = ("truncated", "wall")
) -> None:
    rng = np.random.default_rng(0)
    endings = set()
    ours.seed(5), theirs.seed(5)
    same(ours.reset(), theirs.reset())
    same(ours.unwrapped.reset_infos, theirs.unwrapped.reset_infos)
    for _ in range(steps):
        masks = ours.unwrapped.action_masks()
        same(list(masks), theirs.env_method("action_masks"))
        actions = sample_actions(masks, rng)
        mine, other = ours.step(actions), theirs.step(actions)
        for done, info, full in zip(mine[2], mine[3], other[3], strict=True):
            if done:
                endings.add(info["ending"])
            else:  # there it is False at every step
                info["TimeLimit.truncated"] = full["TimeLimit.truncated"]
        same(mine, other)
        same(ours.unwrapped.reset_infos, theirs.unwrapped.reset_infos)
    assert {*expected} <= endings


@pytest.mark.parametrize("observation", ["cells", "features", "rgb", "egocentric_planes"])
def test_it_is_a_dummy_vec_env_of_single_environments(observation: str) -> None:
    compare(make(observation=observation), dummy(observation=observation))


def test_so_it_is_with_another_game() -> None:
    info = ("ending", "action_mask", "to_act", "rewards")
    envs = TicTacToeVectorEnv(ROWS, autoreset_mode="same_step", info=info, max_episode_steps=8)
    single = DummyVecEnv(
        [lambda: Monitor(TicTacToeEnv(info=info, max_episode_steps=8)) for _ in range(ROWS)]
    )
    compare(SB3VecEnv(envs), single, expected=("truncated", "player 1 wins", "player 2 wins"))


@pytest.mark.parametrize(
    "wrap",
    [
        VecMonitor,
        VecNormalize,
        VecTransposeImage,
        lambda venv: VecFrameStack(venv, 3),
        lambda venv: VecNormalize(VecTransposeImage(VecMonitor(venv))),
    ],
)
@pytest.mark.filterwarnings("ignore:The environment is already wrapped:UserWarning")
def test_wrappers_on_top_do_the_same(wrap: Callable[[Any], Any]) -> None:
    compare(wrap(make(observation="rgb")), wrap(dummy(observation="rgb")))


def test_what_wrappers_and_callbacks_write_into_infos_stays_there() -> None:
    venv = make(info=())
    venv.reset()
    first: list[Any] = [{}] * ROWS
    for step in range(30):
        _, _, dones, infos = venv.step(np.zeros(ROWS, np.int64))
        assert len({id(info) for info in infos}) == ROWS
        assert all("mine" not in info for info in infos)
        assert all(not info for info, done in zip(infos, dones, strict=True) if not done)
        assert all(info.get("mine") == step - 1 for info in first if info)
        for info in infos:
            info["mine"] = step
        first = infos


def test_only_a_cut_off_episode_says_so() -> None:
    venv = make(max_episode_steps=3, starvation_limit=2)
    venv.reset()
    seen = set()
    for _ in range(60):
        for info in venv.step(np.arange(ROWS) % 4)[3]:
            if "ending" in info:
                assert info["TimeLimit.truncated"] is (info["ending"] == "truncated")
                seen.add(info["ending"])
    assert {"wall", "starved"} <= seen


def test_episodes_that_ended_before_are_not_told_of() -> None:
    envs = SnakeVectorEnv(ROWS, autoreset_mode="same_step", height=6, width=6)
    envs.reset(seed=1)
    for _ in range(20):
        envs.step(np.zeros(ROWS, np.int64))
    venv = SB3VecEnv(envs)
    venv.reset()
    lengths = np.zeros(ROWS, np.int64)
    for _ in range(40):
        _, _, dones, infos = venv.step(np.zeros(ROWS, np.int64))
        lengths += 1
        for row in np.flatnonzero(dones):
            assert infos[row]["episode"]["l"] == lengths[row]
        lengths[dones] = 0


def test_a_seed_counts_once_and_row_by_row() -> None:
    venv = make()
    assert venv.seed(11) == list(range(11, 11 + ROWS))
    first, second = venv.reset(), venv.reset()
    single = SnakeEnv(**OPTIONS)
    assert np.array_equal(first[3], single.reset(seed=14)[0])
    assert np.array_equal(second[3], single.reset()[0])
    seeds = venv.seed()
    assert [seed - seeds[0] for seed in seeds if seed is not None and seeds[0] is not None] == [
        *range(ROWS)
    ]


@pytest.mark.parametrize("seed", [-1, 2**64, 2**64 - ROWS + 1])
def test_a_seed_out_of_range_is_refused_and_changes_nothing(seed: int) -> None:
    venv = make()
    venv.seed(3)
    with pytest.raises(ValidationError, match="seed: got"):
        venv.seed(seed)
    assert np.array_equal(venv.reset()[0], SnakeEnv(**OPTIONS).reset(seed=3)[0])


def test_attributes_and_methods_of_rows() -> None:
    venv = make()
    venv.reset()
    masks = venv.action_masks()
    assert masks.shape == (ROWS, 4)
    assert venv.has_attr("action_masks") and not venv.has_attr("fly")
    assert np.array_equal(np.stack(venv.env_method("action_masks")), masks)
    assert np.array_equal(venv.env_method("action_masks", indices=[2, -1])[1], masks[-1])
    assert np.array_equal(venv.get_attr("action_masks", 2)[0](), masks[2])
    assert venv.get_attr("render_mode") == [None] * ROWS
    assert venv.get_attr("action_space", [0]) == [venv.action_space]
    assert venv.env_is_wrapped(Monitor) == [False] * ROWS
    venv.set_attr("level", 3, indices=[0, 1])
    assert venv.get_attr("level", [1]) == [3]
    venv.set_attr("level", 4, indices=-1)
    assert venv.get_attr("level", ROWS - 1) == [4]
    for refused in (
        lambda: venv.get_attr("level"),  # not all rows have it
        lambda: venv.get_attr("fly"),
        lambda: venv.env_method("fly"),
        lambda: venv.set_attr("action_space", None),
        lambda: venv.set_attr("action_masks", None),
    ):
        with pytest.raises(AttributeError, match="got '"):
            refused()
    with pytest.raises(IndexError):
        venv.env_method("action_masks", indices=ROWS)


def test_pictures() -> None:
    venv = make(4, render_mode="rgb_array")
    venv.reset()
    images = venv.get_images()
    assert [image.shape for image in images] == [(96, 112, 3)] * 4
    whole = venv.render()
    assert whole is not None and whole.shape == (192, 224, 3)
    assert np.array_equal(whole[:96, :112], images[0])
    assert venv.metadata["render_fps"] == 10

    text = make(2, render_mode="ansi")
    text.reset()
    assert [len(board.splitlines()) for board in text.env_method("render")] == [6, 6]
    with pytest.warns(UserWarning, match="render_mode: got None, expected 'rgb_array'"):
        assert make(2).get_images() == [None, None]


def test_what_is_no_native_environment_in_the_same_step_is_refused() -> None:
    with pytest.raises(TypeError, match="env: got SnakeEnv, expected a GridVectorEnv"):
        SB3VecEnv(SnakeEnv())  # type: ignore[arg-type]
    with pytest.raises(ValidationError, match="got next_step, expected same_step"):
        SB3VecEnv(SnakeVectorEnv(2))


def test_a_wrong_call_moves_nothing() -> None:
    venv = make()
    with pytest.raises(gymnasium.error.ResetNeeded):
        venv.step(np.zeros(ROWS, np.int64))
    venv.reset()
    venv.step(np.zeros(ROWS, np.int64))
    before = venv.env.get_state()
    with pytest.raises(InvalidStateError, match="expected step_async"):
        venv.step_wait()
    for wrong in (np.full(ROWS, 4), np.zeros(ROWS - 1, np.int64), np.zeros(ROWS)):
        with pytest.raises((TypeError, ValueError), match="actions"):
            venv.step(wrong)
    assert venv.env.get_state() == before
    venv.close()
    with pytest.raises(InvalidStateError, match="closed"):
        venv.reset()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda venv: pickle.loads(pickle.dumps(venv))])
def test_a_copy_goes_on_alike(twin: Callable[[Any], Any]) -> None:
    venv = make()
    venv.reset()
    venv.step(np.zeros(ROWS, np.int64))
    other = twin(venv)
    for _ in range(40):
        actions = sample_actions(venv.action_masks(), np.random.default_rng(1))
        same(venv.step(actions), other.step(actions))


def test_a_normalizer_is_saved_without_the_environment(tmp_path: Any) -> None:
    venv = VecNormalize(make(observation="features"))
    venv.reset()
    venv.save(str(tmp_path / "normalizer"))
    again = VecNormalize.load(str(tmp_path / "normalizer"), make(observation="features"))
    assert unwrap_vec_normalize(again) is again


def test_a_batch_from_the_registry_names_its_environment(tmp_path: Any) -> None:
    envs: Any = gymnasium.make_vec(
        "tickgrid:tickgrid/Snake-v0", num_envs=3, autoreset_mode="same_step"
    )
    VecMonitor(SB3VecEnv(envs), str(tmp_path / "log")).close()
    assert '"tickgrid/Snake-v0"' in (tmp_path / "log.monitor.csv").read_text(encoding="utf-8")
