"""Games as learning environments: Gymnasium's, single and vectorised, at native speed.

Needs ``gymnasium`` and ``numpy``, which the extra ``gym`` brings.
"""

from tickgrid.envs.check import check_vector_env
from tickgrid.envs.sampling import sample_actions
from tickgrid.envs.single import GridEnv
from tickgrid.envs.snake import SnakeEnv, SnakeVectorEnv
from tickgrid.envs.vector import GridVectorEnv

__all__ = [
    "GridEnv",
    "GridVectorEnv",
    "SnakeEnv",
    "SnakeVectorEnv",
    "check_vector_env",
    "sample_actions",
]
