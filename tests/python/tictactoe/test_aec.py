"""Tic-tac-toe for PettingZoo: its own tests, and side by side with its own ``tictactoe_v3``."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tickgrid import InvalidStateError, ValidationError
from tickgrid.envs import tictactoe_aec
from tickgrid.envs.aec import GridAECEnv
from zoo import checks, tictactoe_v3

AGENTS = ("player_1", "player_2")


def told(env: Any) -> dict[str, Any]:
    """All that an environment tells, in bytes, plain numbers and names."""
    seen = {}
    for agent in AGENTS:
        observation = env.observe(agent)
        assert set(observation) == {"observation", "action_mask"}
        seen[agent] = [
            (part.dtype, part.shape, part.tolist()) for _, part in sorted(observation.items())
        ]
    last = None
    if env.agents:
        observation, reward, terminated, truncated, info = env.last()
        last = (sorted(observation), reward, terminated, truncated, info)
    return {
        "seen": seen,
        "last": last,
        "agents": env.agents,
        "rewards": env.rewards,
        "terminations": env.terminations,
        "truncations": env.truncations,
        "infos": env.infos,
        "selected": env.agent_selection if env.agents else None,
    }


def side_by_side(mine: Any, theirs: Any, games: int, illegal: float, seed: int) -> int:
    """Plays both; how many actions were illegal. Without wrappers, an illegal one is an error."""
    rng, met = np.random.default_rng(seed), 0
    bare = not hasattr(mine, "env")
    for _ in range(games):
        mine.reset(seed=seed)
        theirs.reset(seed=seed)
        assert told(mine) == told(theirs)
        while theirs.agents:
            action: Any = None
            agent = theirs.agent_selection
            if not (theirs.terminations[agent] or theirs.truncations[agent]):
                mask = theirs.observe(agent)["action_mask"]
                wants_illegal = rng.random() < illegal
                choices = np.flatnonzero(mask == 0 if wants_illegal and not mask.all() else mask)
                action = int(rng.choice(choices))
                met += not mask[action]
                if bare and not mask[action]:
                    with pytest.raises(ValidationError, match="cell already taken"):
                        mine.step(action)
                    with pytest.raises(AssertionError, match="not empty"):
                        theirs.step(action)
                    assert told(mine) == told(theirs)
                    continue
            elif rng.random() < 0.3:
                for env in (mine, theirs):
                    with pytest.raises((ValueError, AssertionError)):
                        env.step(3)
            mine.step(action)
            theirs.step(action)
            assert told(mine) == told(theirs)
    return met


@pytest.mark.parametrize("illegal", [0.0, 0.1])
def test_it_is_pettingzoos_own_without_wrappers(illegal: float) -> None:
    mine, theirs = tictactoe_aec.raw_env(), tictactoe_v3.raw_env()
    met = side_by_side(mine, theirs, 150, illegal, 1)
    assert (met > 30) == (illegal > 0)
    for agent in AGENTS:
        assert mine.observation_space(agent) == theirs.observation_space(agent)
        assert mine.action_space(agent) == theirs.action_space(agent)
    assert mine.possible_agents == theirs.possible_agents
    assert mine.metadata["name"] == theirs.metadata["name"]


@pytest.mark.parametrize("illegal", [0.0, 0.1])
def test_it_is_pettingzoos_own_in_its_wrappers(illegal: float) -> None:
    met = side_by_side(tictactoe_aec.env(), tictactoe_v3.env(), 150, illegal, 2)
    assert (met > 30) == (illegal > 0)


@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.parametrize("make", [tictactoe_aec.env, tictactoe_aec.raw_env])
@pytest.mark.parametrize("options", [{}, {"rows": 4, "cols": 6, "k": 4}, {"max_cycles": 4}])
def test_pettingzoos_tests_pass(make: Any, options: Any, capsys: Any) -> None:
    checks.api_test(make(**options), num_cycles=300)
    checks.seed_test(lambda: make(**options), num_cycles=200)
    checks.render_test(lambda **mode: make(**options, **mode))
    assert "Passed API test" in capsys.readouterr().out


def test_a_board_of_another_form() -> None:
    env = tictactoe_aec.raw_env(rows=3, cols=5)
    env.reset()
    env.step(4)  # row 1, column 1
    assert env.agent_selection == "player_2"
    observation = env.observe("player_2")["observation"]
    assert observation.shape == (5, 3, 2) and observation.dtype == np.int8
    assert observation[1, 1].tolist() == [0, 1] and observation.sum() == 1
    assert env.observe("player_1")["observation"][1, 1].tolist() == [1, 0]
    assert env.observe("player_1")["action_mask"].sum() == 0
    assert env.observe("player_2")["action_mask"].tolist() == [1] * 4 + [0] + [1] * 10


def test_how_it_ended_is_told() -> None:
    env = tictactoe_aec.raw_env()
    assert env.ending is None
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    for copied in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert copied.ending == "player 1 wins" and told(copied) == told(env)
    env.reset()
    assert env.ending is None
    short = tictactoe_aec.raw_env(max_cycles=2)
    short.step(0)
    short.step(1)
    assert short.ending == "truncated" and all(short.truncations.values())
    assert not any(short.terminations.values())


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (9, ValidationError),
        (-1, ValidationError),
        (10**30, ValidationError),
        (0, ValidationError),
        (None, TypeError),
        ("0", TypeError),
        (1.0, TypeError),
    ],
)
def test_what_is_no_action_changes_nothing(action: Any, error: type[Exception]) -> None:
    env = tictactoe_aec.raw_env()
    env.reset()
    env.step(np.int64(0))
    before = told(env)
    with pytest.raises(error):
        env.step(action)
    assert told(env) == before


def test_nobody_is_left_to_step() -> None:
    env = tictactoe_aec.raw_env()
    env.reset()
    for action in (0, 3, 1, 4, 2, None, None):
        env.step(action)
    assert env.agents == []
    with pytest.raises(InvalidStateError, match="no agent"):
        env.step(None)
    env.reset()
    assert env.agents == list(AGENTS)


def test_a_game_that_was_left_while_the_dead_stepped_does_not_disturb_the_next() -> None:
    env = tictactoe_aec.raw_env()
    for _ in range(3):
        env.reset()
        for action in (0, 3, 1, 4, 2, None):
            env.step(action)
    env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike_and_alone(copied: Any) -> None:
    env = tictactoe_aec.raw_env()
    env.reset()
    for action in (0, 3, 1):
        env.step(action)
    twin = copied(env)
    assert told(twin) == told(env)
    twin.step(2)
    assert told(twin) != told(env)
    env.step(2)
    assert told(twin) == told(env)


def test_what_is_handed_out_is_the_callers() -> None:
    env = tictactoe_aec.raw_env()
    before = told(env)
    for part in env.observe("player_1").values():
        part[...] = 1
    assert told(env) == before


def test_bad_options_are_named() -> None:
    with pytest.raises(ValidationError, match="k: got 4"):
        tictactoe_aec.raw_env(k=4)
    with pytest.raises(ValidationError, match="rows: got 0"):
        tictactoe_aec.raw_env(rows=0, k=1)
    with pytest.raises(ValidationError, match="cols: got 65"):
        tictactoe_aec.raw_env(cols=65)
    with pytest.raises(TypeError, match="rows: got bool"):
        tictactoe_aec.raw_env(rows=True)
    with pytest.raises(ValidationError, match="render_mode: got 'svg'"):
        tictactoe_aec.raw_env(render_mode="svg")
    with pytest.raises(ValidationError, match="agents: got"):
        GridAECEnv("tictactoe", "{}", ["one"])
    with pytest.raises(ValidationError, match="agent: got 'x'"):
        tictactoe_aec.raw_env().observe("x")
    with pytest.raises(ValidationError, match="seed: got -1"):
        tictactoe_aec.raw_env().reset(seed=-1)
