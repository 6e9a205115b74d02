"""Tic-tac-toe from Python: moves a second of the vector environment, and of PettingZoo's game.

Legal actions are drawn beforehand; drawing them is timed apart. Each figure is the best of many
rounds, per second of this process' CPU time; PettingZoo's is measured in the same run.
"""

from __future__ import annotations

import importlib
import sys
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tickgrid.envs import TicTacToeVectorEnv, sample_actions, tictactoe_aec
from tickgrid.tictactoe import TicTacToe

ROWS = 8_192
STEPS = 64
ROUNDS = 40

# PettingZoo's game imports a window library, to draw with.
sys.modules.setdefault("pygame", types.ModuleType("pygame"))
tictactoe_v3: Any = importlib.import_module("pettingzoo.classic.tictactoe.tictactoe")


def least(rounds: int, job: Callable[[], object]) -> float:
    """The least CPU seconds that a job takes."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best


def vector() -> tuple[float, float]:
    """Moves a second of a batch of 8,192 on one thread; and legal actions drawn a second."""
    envs = TicTacToeVectorEnv(ROWS, num_threads=1, info=())
    envs.reset(seed=1)
    start, rng = envs.get_state(), np.random.default_rng(0)
    drawn, sampling = [], float("inf")
    for _ in range(STEPS):
        before = time.process_time()
        drawn.append(sample_actions(envs.action_masks(), rng))
        sampling = min(sampling, time.process_time() - before)
        envs.step(drawn[-1])
    best = float("inf")
    for _ in range(ROUNDS):
        envs.set_state(start)
        best = min(best, least(1, lambda: [envs.step(actions) for actions in drawn]))
        assert len(envs.episodes()["ending"]) > ROWS
    return STEPS * ROWS / best, ROWS / sampling


def aec(make: Callable[[], Any]) -> float:
    """Moves a second of a PettingZoo environment in its usual wrappers, by its usual loop."""
    env, moves = make(), 0
    rng = np.random.default_rng(0)
    orders = [rng.permutation(9).tolist() for _ in range(100)]

    def play() -> None:
        nonlocal moves
        moves = 0
        for order in orders:
            env.reset()
            chosen = iter(order)
            for _ in env.agent_iter():
                _, _, terminated, truncated, _ = env.last()
                env.step(None if terminated or truncated else next(chosen))
                moves += not (terminated or truncated)

    return moves / seconds if (seconds := least(5, play)) else 0.0


def live() -> float:
    """Moves a second of the live game."""
    cells = [(row, col) for row in range(3) for col in range(3)]
    players = [1, 2, 1, 2, 2, 1, 1, 1, 2]

    def play() -> None:
        for _ in range(1_000):
            move = TicTacToe(3).move
            for (row, col), player in zip(cells, players, strict=True):
                move(row, col, player)

    return 9_000 / least(10, play)


def main() -> None:
    """Measures everything, then prints it."""
    moves, drawn = vector()
    ours, theirs = aec(tictactoe_aec.env), aec(tictactoe_v3.env)
    for name, figure in (
        ("vector environment, 8,192 rows, 1 thread", moves),
        ("drawing legal actions (action_masks, sample_actions)", drawn),
        ("live game", live()),
        ("PettingZoo's loop, tickgrid's game", ours),
        ("PettingZoo's loop, PettingZoo's game", theirs),
    ):
        print(f"{name:<56}{figure / 1e6:>10.3f} million a second")
    print(f"{'ratio  vector environment : PettingZoo':<56}{moves / theirs:>10.0f}")
    print(f"{'ratio  the same loop, tickgrid : PettingZoo':<56}{ours / theirs:>10.1f}")


if __name__ == "__main__":
    main()
