"""Environment steps a second from Python, per second of this process' CPU time; ratios at the end.

Random actions, drawn beforehand; fresh arrays that are dropped after the next step; autoreset on.
Each figure is the median of rounds that are taken in turn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv

from tickgrid.envs import SnakeEnv, SnakeVectorEnv

ROUNDS = 7
STEPS_A_ROUND = 1_000_000


class Idle(VectorEnv[Any, Any, Any]):
    """A vector environment that does nothing, for what a call costs by itself."""

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Nothing."""
        return actions, actions, actions, actions, {}


def vector(rows: int, threads: int, **options: Any) -> Callable[[], tuple[float, float]]:
    """Steps a second of a 10x10 vector environment: of CPU time, and of the clock's."""
    env = SnakeVectorEnv(rows, height=10, width=10, num_threads=threads, info=(), **options)
    return lambda: measure(env, rows)


def measure(env: VectorEnv[Any, Any, Any], rows: int) -> tuple[float, float]:
    """Steps a second of CPU time, and of the clock's."""
    rng = np.random.default_rng(0)
    actions = [rng.integers(0, 4, rows) for _ in range(64)]
    if isinstance(env, SnakeVectorEnv):
        env.reset(seed=1)
    calls = max(STEPS_A_ROUND // rows, 20) if rows > 1 else 50_000
    step = env.step
    cpu, clock = time.process_time(), time.perf_counter()
    for call in range(calls):
        _kept = step(actions[call % 64])
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    return calls * rows / cpu, calls * rows / clock


def single() -> tuple[float, float]:
    """Steps a second of a single environment, resets apart."""
    env = SnakeEnv(height=10, width=10, info=())
    env.reset(seed=1)
    actions = np.random.default_rng(0).integers(0, 4, 10_000).tolist()
    total, step = 0.0, env.step
    for action in actions:
        start = time.perf_counter()
        ended = step(action)
        total += time.perf_counter() - start
        if ended[2] or ended[3]:
            env.reset()
    return (len(actions) / total,) * 2


def main() -> None:
    """Measures everything in turn, prints medians, then ratios."""
    assert gymnasium.__version__ >= "1.1"
    measures: dict[str, Callable[[], tuple[float, float]]] = {
        "idle, 1 row": lambda: measure(Idle(), 1)
    }
    views: dict[str, dict[str, Any]] = {
        "cells": {"observation": "cells"},
        "planes": {"observation": "planes"},
        "egocentric": {"observation": "egocentric", "view": 11},
    }
    for name, options in views.items():
        for rows, threads in ((1, 1), (1_024, 1), (8_192, 1), (8_192, 2)):
            measures[f"{name}, {rows} rows, {threads} threads"] = vector(rows, threads, **options)
    measures["single, cells"] = single
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, take in measures.items():
            rounds[name].append(take())
    print(f"{'':<36}{'million steps a CPU second':>28}{'a second':>12}{'us a call':>12}")
    clocks = {}
    for name, values in rounds.items():
        cpu = statistics.median(value for value, _ in values)
        clock = clocks[name] = statistics.median(value for _, value in values)
        rows = int(name.split()[1]) if "rows" in name or "row" in name else 1
        print(f"{name:<36}{cpu / 1e6:>28.2f}{clock / 1e6:>12.2f}{rows / clock * 1e6:>12.2f}")
    for name in ("cells", "planes", "egocentric"):
        one, two = (clocks[f"{name}, 8192 rows, {threads} threads"] for threads in (1, 2))
        print(f"ratio  {name}, two threads : one {two / one:>6.2f}")


if __name__ == "__main__":
    main()
