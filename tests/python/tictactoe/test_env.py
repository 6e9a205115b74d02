"""Tic-tac-toe as an environment for an agent that plays both sides, single and in a batch."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tickgrid import ValidationError
from tickgrid.envs import TicTacToeEnv, TicTacToeVectorEnv, check_vector_env, sample_actions

INFO = ("ending", "action_mask", "to_act", "rewards", "moves")
BOARDS: list[dict[str, Any]] = [
    {},
    {"rows": 2, "cols": 5, "k": 4},
    {"rows": 15, "cols": 15, "k": 5},
]


@pytest.mark.parametrize("options", [*BOARDS, {"max_episode_steps": 6}])
def test_it_keeps_to_the_rules_of_vector_environments(options: Any) -> None:
    check_vector_env(
        lambda num_envs, **batch: TicTacToeVectorEnv(num_envs, info=INFO, **options, **batch),
        lambda: TicTacToeEnv(info=INFO, **options),
        num_envs=3,
        num_steps=60,
    )


def test_it_is_registered() -> None:
    env = gymnasium.make("tickgrid:tickgrid/TicTacToe-v0", rows=4, cols=5)
    assert isinstance(env.unwrapped, TicTacToeEnv)
    assert env.observation_space == gymnasium.spaces.Box(0, 1, (5, 4, 2), np.uint8)
    envs = gymnasium.make_vec("tickgrid/TicTacToe-v0", num_envs=3)
    assert envs.action_space == gymnasium.spaces.MultiDiscrete([9, 9, 9])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasiums_check_passes_on_a_board_without_forbidden_actions() -> None:
    # It plays whatever is in the space; on one cell everything is allowed.
    check_env(TicTacToeEnv(rows=1, cols=1, k=1), skip_render_check=True)


@pytest.mark.parametrize("options", BOARDS)
def test_each_seat_sees_the_board_from_its_own_side(options: Any) -> None:
    envs = TicTacToeVectorEnv(4, info=INFO, autoreset_mode="disabled", **options)
    seen, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    rows, cols = options.get("rows", 3), options.get("cols", 3)
    boards = np.zeros((4, cols, rows), int)
    assert infos["to_act"].tolist() == [0] * 4 and not infos["rewards"].any()
    for move in range(rows * cols):
        mover = move % 2 + 1
        assert np.array_equal(seen[..., 0], boards == mover)
        assert np.array_equal(seen[..., 1], boards == 3 - mover)
        assert np.array_equal(envs.action_masks(), (boards == 0).reshape(4, -1))
        actions = sample_actions(envs.action_masks(), rng)
        boards.reshape(4, -1)[np.arange(4), actions] = mover
        seen, rewards, terminated, _, infos = envs.step(actions)
        won = np.array([word == f"player {mover} wins" for word in infos.get("ending", [None] * 4)])
        assert np.array_equal(rewards, won)
        assert np.array_equal(infos["rewards"][:, mover - 1], rewards)
        assert np.array_equal(infos["rewards"][:, 2 - mover], -rewards)
        assert (infos["to_act"] == 2 - mover).all() and (infos["moves"] == move + 1).all()
        if terminated.any():
            break
    assert terminated.any()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_winner_is_paid_and_told_in_every_mode(mode: AutoresetMode) -> None:
    envs = TicTacToeVectorEnv(2, info=INFO, autoreset_mode=mode)
    envs.reset()
    for actions in ([0, 0], [3, 3], [1, 1], [4, 4]):
        envs.step(np.array(actions))
    _, rewards, terminated, _, infos = envs.step(np.array([2, 8]))
    assert rewards.tolist() == [1.0, 0.0] and terminated.tolist() == [True, False]
    told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert told["ending"].tolist() == ["player 1 wins", None]
    assert told["rewards"][0].tolist() == [1.0, -1.0]
    if mode is AutoresetMode.SAME_STEP:
        assert not infos["rewards"].any() and infos["moves"].tolist() == [0, 5]
    episodes = envs.episodes()
    assert episodes["return"].tolist() == [1.0] and episodes["ending"].tolist() == ["player 1 wins"]


def test_a_masked_action_is_an_error_and_no_row_has_moved() -> None:
    envs = TicTacToeVectorEnv(3)
    before, _ = envs.reset()
    after_one = envs.step(np.array([0, 1, 2]))[0]
    with pytest.raises(ValidationError, match=r"cell already taken: .* in row 2"):
        envs.step(np.array([1, 2, 2]))
    assert np.array_equal(envs.action_masks()[0], [0] + [1] * 8)
    assert after_one.sum() == 3 and not before.any()
    single = TicTacToeEnv()
    single.reset()
    single.step(4)
    with pytest.raises(
        ValidationError, match=r"cell already taken: got action 4 \(row 1, column 1\)"
    ):
        single.step(4)


def test_a_row_that_begins_anew_takes_any_action() -> None:
    envs = TicTacToeVectorEnv(2)
    envs.reset()
    for actions in ([0, 0], [3, 3], [1, 1], [4, 4], [2, 8]):
        seen, *_ = envs.step(np.array(actions))
    seen, rewards, *_ = envs.step(np.array([2, 6]))
    assert not seen[0].any() and rewards.tolist() == [0.0, 0.0]
    assert envs.action_masks()[0].all()


def test_pictures() -> None:
    env = TicTacToeEnv(rows=2, cols=3, k=2, render_mode="ansi")
    env.reset()
    env.step(0)
    env.step(3)
    assert env.render() == "X..\n.O."
    image = TicTacToeEnv(rows=2, cols=3, k=2, render_mode="rgb_array")
    image.reset()
    assert image.render().shape == (32, 48, 3)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rows": 0}, ValidationError, "rows: got 0"),
        ({"cols": 65}, ValidationError, "cols: got 65, expected 1 to 64"),
        ({"k": 0}, ValidationError, "k: got 0"),
        ({"k": 4}, ValidationError, "k: got 4, expected 1 to 3"),
        ({"rows": -1}, ValidationError, "rows: got -1"),
        ({"rows": 10**30}, ValidationError, "rows: got 10"),
        ({"rows": True}, TypeError, "rows: got bool"),
        ({"rows": 3.0}, TypeError, "rows: got float"),
        ({"k": "3"}, TypeError, "k: got str"),
        ({"cols": None}, TypeError, "cols: got NoneType"),
        ({"info": "score"}, ValidationError, "info: got 'score', expected some of .*to_act"),
    ],
)
def test_bad_options_are_named(options: Any, error: type[Exception], message: str) -> None:
    for make in (TicTacToeEnv, TicTacToeVectorEnv):
        with pytest.raises(error, match=message):
            make(**options)
