"""What the planted faults are made of: a vector environment with which nothing is wrong.

Each class of ``faults_of_form`` and ``faults_of_play`` breaks one rule, with whose name its
docstring begins.
"""

from __future__ import annotations

from typing import Any

from tickgrid.envs import SnakeVectorEnv

OPTIONS: dict[str, Any] = {
    "height": 4,
    "width": 5,
    "info": ("ending", "action_mask", "length"),
    "max_episode_steps": 20,
}


class Right(SnakeVectorEnv):
    """Nothing is wrong with it."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **{**OPTIONS, **options})
        self.num_threads = options.get("num_threads", 1)
        self.count = 0

    def begin(self, seed: Any, options: Any) -> Any:
        return super().reset(seed=seed, options=options)

    def advance(self, actions: Any) -> Any:
        self.count += 1
        return super().step(actions)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        return self.begin(seed, options)

    def step(self, actions: Any) -> Any:
        return self.advance(actions)
