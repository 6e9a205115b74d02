"""Tic-tac-toe for PettingZoo, as its own ``tictactoe_v3``: ``tictactoe_aec.env()``.

On the classic board it equals ``pettingzoo.classic.tictactoe_v3`` of PettingZoo 1.27.0 in
observations, masks, actions and rewards. Needs ``pettingzoo``, which the extra of that name brings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tickgrid.envs.aec import GridAECEnv, Observation, wrapped
from tickgrid.envs.tictactoe import config

__all__ = ["TicTacToeAECEnv", "env", "raw_env"]


class TicTacToeAECEnv(GridAECEnv):
    """Tic-tac-toe between "player_1" and "player_2", without wrappers.

    Options: ``rows``, ``cols`` (1 to 64), ``k`` in a line win; 3, 3 and the shorter side unless
    given. "observation" is int8 of shape (cols, rows, 2), the agent's own marks in plane 0; action
    ``col * rows + row`` marks a cell. The winner gets 1, the loser -1. The agent whose turn it
    would be after the end still has the free cells in its mask, as in ``tictactoe_v3``.
    """

    metadata = GridAECEnv.metadata | {"name": "tictactoe_v3", "render_fps": 1}

    def __init__(
        self,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            "tictactoe",
            config(**options),
            ["player_1", "player_2"],
            dtype=np.int8,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def _final_mask(self, observation: NDArray[Any]) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = 1 - observation.max(axis=2).reshape(-1)
        return mask


raw_env = TicTacToeAECEnv


def env(**options: Any) -> AECEnv[str, Observation, Any]:
    """The environment in PettingZoo's usual wrappers: who makes an illegal move gets -1."""
    return wrapped(TicTacToeAECEnv(**options))
