"""Snake of 12x12 beside the Snakes of jumanji (JAX) and EnvPool (C++): steps a CPU second, ratios.

`make bench-peers` gives it a venv of its own. All run in one process on one processor, in turns:
random actions drawn beforehand, autoreset on, compiled and warm. A figure is the median of rounds.
EnvPool's board is 12x12 and cannot be changed, so all are. Both peers observe five planes of
float32 and an action mask: "planes" with masks is what compares with them; "cells" is our default.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ["JAX_PLATFORMS"] = "cpu"

import envpool
import jax
import jax.numpy as jnp
import jumanji
import numpy as np
from jumanji.wrappers import AutoResetWrapper, VmapWrapper

import tickgrid
from tickgrid.envs import SnakeVectorEnv

SIZE = 12
ROWS = (1, 1_024, 8_192)
ROUNDS = 3
SECONDS_A_ROUND = 0.3
UNROLL = 64

Play = Callable[[int], None]
"""Makes so many calls."""


def actions_of(rows: int) -> list[Any]:
    """Random actions, drawn beforehand, for the calls to go through in turn."""
    rng = np.random.default_rng(0)
    return [rng.integers(0, 4, rows, dtype=np.int32) for _ in range(UNROLL)]


def ours(rows: int, **options: Any) -> Play:
    """Calls of a native vector environment; a snake begins with one cell, as the peers' do."""
    env = SnakeVectorEnv(rows, height=SIZE, width=SIZE, length=1, num_threads=1, **options)
    env.reset(seed=1)
    actions = actions_of(rows)

    def play(calls: int) -> None:
        for call in range(calls):
            _kept = env.step(actions[call % UNROLL])

    return play


def envpool_steps(rows: int) -> Play:
    """Calls of EnvPool in its synchronous mode, with one thread."""
    env = envpool.make_gymnasium("Snake-v1", num_envs=rows, batch_size=rows, num_threads=1, seed=1)
    env.reset()
    actions = actions_of(rows)

    def play(calls: int) -> None:
        for call in range(calls):
            _kept = env.step(actions[call % UNROLL])

    return play


def jumanji_start(rows: int) -> tuple[Any, Any, Any]:
    """The batched environment, its first state, and actions on the device."""
    snake = jumanji.make("Snake-v1", num_rows=SIZE, num_cols=SIZE)
    env = VmapWrapper(AutoResetWrapper(snake))
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), rows))
    return env, state, jnp.asarray(np.stack(actions_of(rows)))


def jumanji_steps(rows: int) -> Play:
    """One compiled call a step."""
    env, state, table = jumanji_start(rows)
    step, actions, states = jax.jit(env.step), list(table), [state]

    def play(calls: int) -> None:
        for call in range(calls):
            states[0], timestep = step(states[0], actions[call % UNROLL])
            jax.block_until_ready(timestep)

    return play


def jumanji_scan(rows: int) -> Play:
    """One compiled call for 64 steps. Of an observation it keeps the sum, not the array."""
    env, state, table = jumanji_start(rows)

    def one(state: Any, action: Any) -> tuple[Any, Any]:
        state, timestep = env.step(state, action)
        return state, (timestep.reward, timestep.last(), timestep.observation.grid.sum())

    unroll, states = jax.jit(lambda state: jax.lax.scan(one, state, table)), [state]

    def play(calls: int) -> None:
        for _ in range(calls):
            states[0], seen = unroll(states[0])
            jax.block_until_ready(seen)

    return play


CONTENDERS: dict[str, tuple[Callable[[int], Play], int]] = {
    "tickgrid, cells": (ours, 1),
    "tickgrid, planes and masks": (
        lambda rows: ours(rows, observation="planes", info=("action_mask",)),
        1,
    ),
    "envpool": (envpool_steps, 1),
    "jumanji, step by step": (jumanji_steps, 1),
    "jumanji, scans of 64 steps": (jumanji_scan, UNROLL),
}


def measure(play: Play, calls: int) -> float:
    """Seconds of CPU time, of all threads."""
    start = time.process_time()
    play(calls)
    return time.process_time() - start


def main() -> None:
    """Measures everything in turn; prints medians, and how many times as fast ours are."""
    print(
        f"Python {sys.version.split()[0]}, tickgrid {tickgrid.__version__}, "
        f"envpool {envpool.__version__}, jumanji {jumanji.__version__}, jax {jax.__version__}"
    )
    print(f"{'million steps a CPU second':<46}{'':>9}{'ratio of cells':>16}{'of planes':>11}")
    cells, planes, *_ = CONTENDERS
    for rows in ROWS:
        plays = {name: make(rows) for name, (make, _) in CONTENDERS.items()}
        calls = {}
        for name, play in plays.items():
            play(2)  # compiles, and warms up
            calls[name] = max(round(SECONDS_A_ROUND / measure(play, 1)), 1)
        rounds: dict[str, list[float]] = {name: [] for name in plays}
        for _ in range(ROUNDS):
            for name, play in plays.items():
                steps = calls[name] * CONTENDERS[name][1] * rows
                rounds[name].append(steps / measure(play, calls[name]))
        speeds = {name: statistics.median(values) for name, values in rounds.items()}
        for name, speed in speeds.items():
            ratios = f"{speeds[cells] / speed:>16.1f}{speeds[planes] / speed:>11.1f}"
            print(f"{f'{name}, {rows} rows':<46}{speed / 1e6:>9.3f}{ratios}")


if __name__ == "__main__":
    main()
