"""The adapter for Stable-Baselines3 beside the batch under it, and beside its own DummyVecEnv.

CPU time a row of one step; 10x10, random actions drawn beforehand, one thread, rounds in turns.
`make bench-trainers` gives it the trainers' venv.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from tickgrid.envs import SnakeEnv, SnakeVectorEnv
from tickgrid.envs.sb3 import SB3VecEnv

ROUNDS = 5
SIZE: dict[str, Any] = {"height": 10, "width": 10}


def batch(rows: int) -> SnakeVectorEnv:
    """The native vector environment."""
    return SnakeVectorEnv(rows, autoreset_mode="same_step", num_threads=1, **SIZE)


def main() -> None:
    """Measures, and prints medians and ratios."""
    print(f"{'nanoseconds a row':<26}{'batch':>10}{'adapter':>10}{'DummyVecEnv':>14}{'ratio':>8}")
    for rows in (64, 1_024, 8_192):
        contenders: dict[str, tuple[Any, int]] = {
            "batch": (batch(rows), 200_000),
            "adapter": (SB3VecEnv(batch(rows)), 200_000),
            "dummy": (DummyVecEnv([lambda: Monitor(SnakeEnv(**SIZE))] * rows), 20_000),
        }
        actions = np.random.default_rng(0).integers(0, 4, (16, rows))
        rounds: dict[str, list[float]] = {name: [] for name in contenders}
        for env, _ in contenders.values():
            env.reset()
        for _ in range(ROUNDS):
            for name, (env, steps) in contenders.items():
                calls = max(3, steps // rows)
                start = time.process_time()
                for call in range(calls):
                    env.step(actions[call % 16])
                rounds[name].append((time.process_time() - start) / calls / rows * 1e9)
        native, ours, theirs = (statistics.median(values) for values in rounds.values())
        line = f"{native:>10.0f}{ours:>10.0f}{theirs:>14.0f}{theirs / ours:>8.1f}"
        print(f"{f'{rows} rows':<26}{line}")


if __name__ == "__main__":
    main()
