"""Snakes and ladders as an environment: single, in a batch, and for PettingZoo."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tickgrid import InvalidStateError, ValidationError
from tickgrid.envs import LaddersEnv, LaddersVectorEnv, check_vector_env, ladders_aec
from tickgrid.ladders import MILTON_BRADLEY, Board, Game, Player, RandomDice, analyse
from zoo import checks

INFO = ("ending", "action_mask", "to_act", "rewards", "turn", "winner", "roll")
SMALL = Board(20, {3: 15, 17: 5})
OPTIONS: list[dict[str, Any]] = [
    {},
    {"board": SMALL, "players": 3, "finish": "bounce", "max_sixes": None},
    {"board": SMALL, "finish": "overshoot", "sides": 4, "extra_roll_on": None},
]


@pytest.mark.parametrize("options", [*OPTIONS, {"max_episode_steps": 9}])
def test_it_keeps_to_the_rules_of_vector_environments(options: Any) -> None:
    check_vector_env(
        lambda num_envs, **batch: LaddersVectorEnv(num_envs, info=INFO, **options, **batch),
        lambda: LaddersEnv(info=INFO, **options),
        num_envs=3,
        num_steps=60,
    )


def test_it_is_registered_and_passes_gymnasiums_check() -> None:
    env = gymnasium.make("tickgrid:tickgrid/Ladders-v0", board=SMALL, players=1)
    assert isinstance(env.unwrapped, LaddersEnv)
    check_env(env.unwrapped, skip_render_check=True)
    envs = gymnasium.make_vec("tickgrid/Ladders-v0", num_envs=3)
    assert envs.single_observation_space == gymnasium.spaces.Box(0, 1, (4,), np.float32)


def game_of(seed: int, options: dict[str, Any]) -> tuple[Game, list[Player]]:
    """The game in Python of the same seed."""
    rules = {"board": MILTON_BRADLEY, **options}
    board, sides = rules.pop("board"), rules.pop("sides", 6)
    players = [Player(f"player_{seat + 1}") for seat in range(rules.pop("players", 2))]
    return Game(board, players, RandomDice(seed, sides), **rules), players


@pytest.mark.parametrize("options", OPTIONS)
def test_it_is_the_game_of_the_same_seed(options: Any) -> None:
    for seed in range(20):
        game, players = game_of(seed, options)
        while game.winner is None:
            game.play_turn()
        env = ladders_aec.raw_env(**options)
        env.reset(seed=seed)
        rolls = 0
        while not any(env.terminations.values()):
            agent = env.agent_selection
            before = env.observe(agent)["observation"]
            assert before[-1] == 1 and env.observe(agent)["action_mask"].tolist() == [1]
            env.step(0)
            rolls += 1
        assert rolls == len(game.log)
        assert env.ending == "won" and agent == game.winner.name
        for seat, player in enumerate(players):
            own = env.observe(player.name)["observation"]
            behind = [other.position / game.board.size for other in players[seat:] + players[:seat]]
            assert own[: len(players)] == pytest.approx(behind)
            assert env.rewards[player.name] == (1 if player is game.winner else -1)


def test_a_six_keeps_the_turn_and_is_seen() -> None:
    env = LaddersEnv(info=INFO)
    _, info = env.reset(seed=3)
    sixes, player, turns = 0, 0, 0
    for _ in range(40):
        seen, _, ended, _, info = env.step(0)
        assert not ended or info["winner"] in (0, 1)
        if ended:
            break
        if info["roll"] == 6 and sixes < 2 and info["to_act"] == player:
            sixes += 1
        else:
            sixes, player, turns = 0, 1 - player, turns + 1
        assert info["to_act"] == player and info["turn"] == turns
        assert seen[2] == pytest.approx(sixes / 3) and seen[3] == 1


def test_lengths_are_those_of_the_analysis() -> None:
    envs = LaddersVectorEnv(512, players=1, extra_roll_on=None, autoreset_mode="same_step")
    envs.reset(seed=11)
    for _ in range(600):
        envs.step(np.zeros(512, np.int64))
    lengths = envs.episodes()["length"]
    found = analyse(MILTON_BRADLEY, extra_roll_on=None)
    # What was cut off at the end of the run is missing, and long games are so more often.
    assert len(lengths) > 7_000
    assert abs(lengths.mean() - found.expected) < 4 * found.sd / np.sqrt(len(lengths)) + 2.0


# It knows by name which of its own games have masks, and with them other spaces.
@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy array|numpy)")
@pytest.mark.parametrize("make", [ladders_aec.env, ladders_aec.raw_env])
@pytest.mark.parametrize("options", [*OPTIONS, {"max_cycles": 7}, {"players": 12}])
def test_pettingzoos_tests_pass(make: Any, options: Any, capsys: Any) -> None:
    checks.api_test(make(**options), num_cycles=300)
    checks.seed_test(lambda: make(**options), num_cycles=200)
    checks.render_test(lambda **mode: make(**options, **mode))
    assert "Passed API test" in capsys.readouterr().out


def played(env: Any, steps: int) -> list[Any]:
    told = []
    for _ in range(steps):
        if any(env.terminations.values()):
            break
        env.step(0)
        agents = env.possible_agents
        told.append([env.observe(agent)["observation"].tolist() for agent in agents])
    return told


def test_a_seed_decides_and_a_copy_goes_on_alike() -> None:
    env, other = ladders_aec.raw_env(), ladders_aec.raw_env()
    env.reset(seed=5)
    other.reset(seed=5)
    assert played(env, 20) == played(other, 20)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert played(twin, 30) == played(copy.deepcopy(env), 30)
    other.reset(seed=6)
    env.reset(seed=5)
    assert played(env, 20) != played(other, 20)


@pytest.mark.parametrize("action", [1, -1, None, "0", 0.0, 10**30])
def test_what_is_no_action_changes_nothing(action: Any) -> None:
    env = ladders_aec.raw_env()
    env.reset(seed=1)
    played(env, 5)
    twin = copy.deepcopy(env)
    with pytest.raises((TypeError, ValueError)):
        env.step(action)
    assert played(env, 20) == played(twin, 20)


def test_nobody_is_left_to_roll() -> None:
    env = ladders_aec.raw_env(board=Board(1), extra_roll_on=None, sides=1)
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    env.step(None)
    env.step(None)
    with pytest.raises(InvalidStateError, match="no agent"):
        env.step(None)


def test_pictures() -> None:
    env = LaddersEnv(board=SMALL, players=1, render_mode="ansi")
    env.reset(seed=1)
    # Four rows of five: 20 at the top left, 17 a snake, 3 a ladder, 1 at the bottom left.
    assert env.render() == "!..v.\n.....\n.....\n..^.."
    image = LaddersEnv(render_mode="rgb_array")
    image.reset()
    assert image.render().shape == (160, 160, 3)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"board": {3: 4}}, TypeError, "board: got dict"),
        ({"players": 1}, ValidationError, "players: got 1, expected at least 2"),
        ({"players": 257}, ValidationError, "players: got 257"),
        ({"players": 2.0}, TypeError, "players: got float"),
        ({"sides": 0}, ValidationError, "sides: got 0"),
        ({"finish": "never"}, ValidationError, "finish: got 'never'"),
        ({"seven": 7}, TypeError, "seven"),
    ],
)
def test_bad_options_are_named(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ladders_aec.raw_env(**options)
