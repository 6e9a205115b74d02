"""An argument whose own code uses the environment again must not make it wait for itself."""

from __future__ import annotations

from tickgrid.envs import SnakeEnv


class Stepping:
    """An action that, when it is asked which one it is, steps the environment first."""

    def __init__(self, env: SnakeEnv) -> None:
        self.env = env

    def __index__(self) -> int:
        self.env.step(0)
        return 0


def test_an_action_may_use_its_environment() -> None:
    env = SnakeEnv(start="center")
    env.reset(seed=1)
    start = env.get_state()
    env.step(Stepping(env))
    twice = env.get_state()
    env.set_state(start)
    env.step(0)
    env.step(0)
    assert env.get_state() == twice
