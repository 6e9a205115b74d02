"""TorchRL sees the same steps as whoever steps the vector environment by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torchrl.envs import GymWrapper

from tickgrid.envs import SnakeVectorEnv

ROWS, STEPS = 6, 60


def make(mode: str, observation: str) -> SnakeVectorEnv:
    options: dict[str, Any] = {"height": 6, "width": 6, "max_episode_steps": 7, "info": ()}
    return SnakeVectorEnv(ROWS, autoreset_mode=mode, observation=observation, **options)


@pytest.mark.parametrize("mode", ["same_step", "disabled"])
@pytest.mark.parametrize("observation", ["features", "cells"])
def test_a_rollout_is_what_was_played(mode: str, observation: str) -> None:
    torch.manual_seed(1)
    envs, hand = make(mode, observation), make("same_step", observation)
    env = GymWrapper(envs, categorical_action_encoding=True)
    env.set_seed(1)
    start = env.reset()
    hand.set_state(envs.get_state())
    data = env.rollout(STEPS, auto_reset=False, tensordict=start, break_when_any_done=False)

    def column(*key: str) -> Any:
        values: Any = np.ascontiguousarray(np.moveaxis(data[key].numpy(), 0, 1))
        return values[..., 0] if key[-1] in ("reward", "terminated", "truncated") else values

    assert column("next", "terminated").any() and column("next", "truncated").any()
    for step in range(STEPS):
        observations, rewards, terminated, truncated, infos = hand.step(column("action")[step])
        last = observations.copy()
        for row in np.flatnonzero(terminated | truncated):
            last[row] = infos["final_obs"][row]
        assert np.array_equal(column("next", "observation")[step], last)
        assert np.array_equal(column("next", "reward")[step], rewards.astype(np.float32))
        assert np.array_equal(column("next", "terminated")[step], terminated)
        assert np.array_equal(column("next", "truncated")[step], truncated)
        if step + 1 < STEPS:
            assert np.array_equal(column("observation")[step + 1], observations)
