"""What a vector environment keeps in Python is little, however many rows there are.

``tests/memory.rs`` counts what the engine keeps.
"""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from gymnasium.spaces import Box
from gymnasium.vector.utils import batch_space

from tickgrid.envs import SnakeVectorEnv
from tickgrid.envs.snake import OBSERVATIONS


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_8192_rows_keep_less_than_a_quarter_of_a_megabyte_in_python(observation: str) -> None:
    tracemalloc.start()
    env = SnakeVectorEnv(8192, height=10, width=10, observation=observation, num_threads=1)
    env.reset(seed=1)
    for _ in range(3):
        env.step(np.zeros(8192, np.int64))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 250_000


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_space_of_rows_is_what_gymnasium_makes_of_one(observation: str) -> None:
    env = SnakeVectorEnv(5, height=7, width=6, observation=observation)
    space, expected = env.observation_space, batch_space(env.single_observation_space, 5)
    assert isinstance(space, Box) and space.low.flags.writeable and space.high.flags.writeable
    assert space == expected and repr(space) == repr(expected)
    space.seed(3), expected.seed(3)
    assert np.array_equal(space.sample(), expected.sample())
    observations, _ = env.reset(seed=1)
    assert space.contains(observations)
    assert not space.contains(observations[:4])
