"""Tic-tac-toe as an environment: its options, and the two classes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gymnasium.vector import AutoresetMode

from tickgrid.envs.options import INFO, integer
from tickgrid.envs.single import GridEnv
from tickgrid.envs.vector import GridVectorEnv
from tickgrid.errors import ValidationError

__all__ = ["TicTacToeEnv", "TicTacToeVectorEnv"]


class TicTacToeEnv(GridEnv):
    """Tic-tac-toe for an agent that plays both sides: ``gymnasium.make("tickgrid/TicTacToe-v0")``.

    Options are those of ``TicTacToeVectorEnv``, but for the batch's.
    """

    def __init__(
        self,
        *,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        **options: Any,
    ) -> None:
        super().__init__(
            "tictactoe",
            config(**options),
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
        )


class TicTacToeVectorEnv(GridVectorEnv):
    """Many games of tic-tac-toe, an agent playing both sides of each.

    Board: ``rows``, ``cols`` (1 to 64), and ``k`` in a line win; 3, 3 and the shorter side unless
    given. An observation is uint8 of shape (cols, rows, 2), as the player to move sees it: plane 0
    its own marks, plane 1 the other's. Action ``col * rows + row`` marks a cell; one that is taken
    is masked, and an error that moves nothing. The reward is that of the player who moved: 1 for
    the winning move, else 0; the info "rewards" has both players'. Infos: "ending" ("player 1
    wins", "player 2 wins", "draw", "truncated"), "action_mask", "to_act" (0 or 1), "rewards",
    "moves".
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        **options: Any,
    ) -> None:
        super().__init__(
            "tictactoe",
            config(**options),
            num_envs,
            autoreset_mode=autoreset_mode,
            num_threads=num_threads,
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
        )


def config(*, rows: int = 3, cols: int = 3, k: int | None = None) -> str:
    """The configuration of these options, in JSON. ``k`` is the shorter side unless given."""
    chosen = {"rows": integer(rows, "rows"), "cols": integer(cols, "cols")}
    chosen["k"] = min(chosen.values()) if k is None else integer(k, "k")
    for field, number in chosen.items():
        if not 1 <= number <= MOST:
            raise ValidationError(f"{field}: got {number}, expected 1 to {MOST}")
    return json.dumps(chosen)


MOST = 64
"""No side is longer, in an environment: actions and masks have an element a cell."""
