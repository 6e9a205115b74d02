"""The learner of ``examples/ppo.py``. Run by ``make test-train``, since torch is huge."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import ppo
import pytest
import torch

SMALL = ppo.Options(steps=4096, rows=32, rollout=8, minibatch=64, width=16)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def weights(run: Any) -> list[torch.Tensor]:
    return list(run.agent.state_dict().values())


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = ppo.Run(SMALL)
    whole.train(tmp_path / "whole.pt")
    part = ppo.Run(SMALL)
    for _ in range(5):
        part.play()
        part.learn()
    part.save(tmp_path / "part.pt")
    torch.rand(3)
    rest = ppo.Run.load(tmp_path / "part.pt")
    rest.train(tmp_path / "part.pt")
    again = ppo.Run.load(tmp_path / "part.pt")
    assert whole.step == rest.step == again.step == SMALL.steps
    for one, other, third in zip(weights(whole), weights(rest), weights(again), strict=True):
        assert torch.equal(one, other)
        assert torch.equal(one, third)


def test_learning_makes_snakes_longer() -> None:
    run = ppo.Run(replace(SMALL, size=4, steps=40_000, rate=2e-3, width=64))
    before = ppo.greedy(run.agent, 4, 200, ppo.FRESH)[2].mean()
    while run.step < run.options.steps:
        run.play()
        run.learn()
    after = ppo.greedy(run.agent, 4, 200, ppo.FRESH)[2].mean()
    assert after > before + 2


def test_advantages_are_those_of_whole_episodes() -> None:
    """Against sums written out, over a death, a cut and a row that goes on."""
    gamma, trace = 0.9, 0.8
    run = ppo.Run(replace(SMALL, rows=3, rollout=6))
    data = run.rollout
    data.reward, data.value = torch.rand(6, 3), torch.rand(7, 3)
    data.terminated[2, 0] = True
    data.idle[3, 0] = data.idle[4, 1] = True
    data.reward[3, 0] = data.reward[4, 1] = 0
    got = data.advantages(gamma, trace)
    value = data.value * ppo.UNIT
    for row, ends in enumerate(([2, 3, 5], [3, 4, 5], [5])):
        for t in range(6):
            end = next(e for e in ends if e >= t)
            expected = 0.0
            for k in range(t, end + 1):
                ahead = 0 if data.terminated[k, row] else gamma * value[k + 1, row]
                expected += (gamma * trace) ** (k - t) * float(
                    data.reward[k, row] + ahead - value[k, row]
                )
            if not data.idle[t, row]:
                assert got[t, row] == pytest.approx(expected, abs=1e-5)


def test_nobody_learns_from_the_step_that_begins_a_row_anew() -> None:
    """Nonsense in such steps changes nothing."""
    runs = [ppo.Run(replace(SMALL, steps=10**6, rollout=32)) for _ in range(2)]
    for number, run in enumerate(runs):
        torch.manual_seed(5)
        run.play()
        idle = run.rollout.idle[:-1]
        assert idle.any()
        run.rollout.view[idle] = 77 * number
        run.rollout.chance[idle] = -9.0 * number
        run.learn()
    for one, other in zip(weights(runs[0]), weights(runs[1]), strict=True):
        assert torch.equal(one, other)


def test_through_a_mirror_left_is_right() -> None:
    env = ppo.environments(5, 40)
    observations, _ = env.reset(seed=1)
    half = torch.arange(40) % 2 == 0
    view, mask = ppo.seen(env, observations, half)
    for row in range(40):
        plain, moves = (
            torch.from_numpy(observations[row, ppo.PLANES]),
            torch.from_numpy(env.action_masks()[row]),
        )
        assert torch.equal(view[row], plain.flip(-1) if half[row] else plain)
        assert torch.equal(mask[row], moves.flip(-1) if half[row] else moves)


def test_wilson_intervals() -> None:
    """Against R's prop.test without correction."""
    assert ppo.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert ppo.wilson(950, 1000) == pytest.approx((0.9347, 0.9619), abs=1e-4)
    assert ppo.wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_greedy_play_is_reproducible_and_adds_up() -> None:
    agent = ppo.Run(SMALL).agent
    filled, steps, length = first = ppo.greedy(agent, 6, 50, ppo.FRESH)
    for one, other in zip(first, ppo.greedy(agent, 6, 50, ppo.FRESH), strict=True):
        assert np.array_equal(one, other)
    assert ((length >= ppo.START) & (length <= 36) & (steps > 0)).all()
    assert np.array_equal(filled, length == 36)


def test_the_command_trains_goes_on_and_measures(tmp_path: Path) -> None:
    def command(*arguments: str) -> str:
        return subprocess.run(
            [sys.executable, ppo.__file__, "--out", str(tmp_path), "--games", "20", *arguments],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    file = str(tmp_path / "6x6-seed1.pt")
    trained = command("--steps", "2048", "--rows", "32", "--width", "16")
    resumed, measured = command("--resume", file), command("--evaluate", file, file)
    more = command("--resume", file, "--until", "3000")
    rows = [line for line in trained.splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert all(row in resumed and row in measured for row in rows)
    assert "3,072 steps" in more
    for curve in ("6x6-seed1.png", "evaluation.png"):
        assert (tmp_path / curve).read_bytes().startswith(b"\x89PNG")
