"""Games as learning environments: Gymnasium's, single and vectorised, at native speed.

Needs ``gymnasium`` and ``numpy``, which the extra ``gym`` brings. PettingZoo's environments are in
modules of their own (``ladders_aec``, ``tictactoe_aec``), which the extra ``pettingzoo`` is for.
"""

from tickgrid.envs.check import check_vector_env
from tickgrid.envs.ladders import LaddersEnv, LaddersVectorEnv
from tickgrid.envs.sampling import sample_actions
from tickgrid.envs.single import GridEnv
from tickgrid.envs.snake import SnakeEnv, SnakeVectorEnv
from tickgrid.envs.tictactoe import TicTacToeEnv, TicTacToeVectorEnv
from tickgrid.envs.vector import GridVectorEnv

__all__ = [
    "GridEnv",
    "GridVectorEnv",
    "LaddersEnv",
    "LaddersVectorEnv",
    "SnakeEnv",
    "SnakeVectorEnv",
    "TicTacToeEnv",
    "TicTacToeVectorEnv",
    "check_vector_env",
    "sample_actions",
]
