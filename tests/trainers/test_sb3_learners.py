"""Stable-Baselines3's learners take the adapter as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_masked
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from tickgrid.envs import SnakeVectorEnv
from tickgrid.envs.sb3 import SB3VecEnv


def make(**options: Any) -> SB3VecEnv:
    settings: dict[str, Any] = {
        "height": 6,
        "width": 6,
        "observation": "features",
        "max_episode_steps": 20,
        **options,
    }
    return SB3VecEnv(SnakeVectorEnv(8, autoreset_mode="same_step", **settings))


@pytest.mark.parametrize(
    ("learner", "options"),
    [
        (PPO, {"n_steps": 16, "batch_size": 64, "n_epochs": 1}),
        (MaskablePPO, {"n_steps": 16, "batch_size": 64, "n_epochs": 1}),
        (A2C, {}),
        (DQN, {"learning_starts": 64, "buffer_size": 512}),
    ],
)
def test_a_learner_learns_and_logs_episodes(
    learner: Any, options: dict[str, Any], tmp_path: Path
) -> None:
    venv = make()
    model = learner("MlpPolicy", venv, seed=1, device="cpu", **options)
    model.learn(512)
    assert {*model.ep_info_buffer[-1]} == {"r", "l", "t"}
    assert len(model.ep_info_buffer) > 20
    model.save(tmp_path / "model")
    again = learner.load(tmp_path / "model", env=make())
    observations = make().reset()
    assert np.array_equal(
        model.predict(observations, deterministic=True)[0],
        again.predict(observations, deterministic=True)[0],
    )


def test_masks_are_found_and_obeyed() -> None:
    venv = make(mask="safe", info=())
    assert is_masking_supported(venv) and is_masking_supported(VecMonitor(venv))
    model = MaskablePPO("MlpPolicy", venv, n_steps=16, batch_size=64, n_epochs=1, device="cpu")
    observations = venv.reset()
    for _ in range(50):
        masks = get_action_masks(venv)
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(8), actions].all()
        observations, *_ = venv.step(actions)


def test_evaluation_counts_whole_episodes() -> None:
    venv = VecMonitor(make(max_episode_steps=5))
    model = PPO("MlpPolicy", venv, device="cpu")
    rewards, lengths = evaluate_policy(model, venv, 20, return_episode_rewards=True)
    assert len(rewards) == len(lengths) == 20 and max(lengths) <= 5
    masked = MaskablePPO("MlpPolicy", venv, device="cpu")
    rewards, lengths = evaluate_masked(masked, venv, 20, return_episode_rewards=True)
    assert len(rewards) == len(lengths) == 20 and max(lengths) <= 5
