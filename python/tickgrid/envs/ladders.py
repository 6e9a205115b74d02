"""Snakes and ladders as an environment, the example of chance: all there is to do is to roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gymnasium.vector import AutoresetMode

from tickgrid.envs.options import INFO
from tickgrid.envs.single import GridEnv
from tickgrid.envs.vector import GridVectorEnv
from tickgrid.ladders.board import MILTON_BRADLEY, Board
from tickgrid.ladders.rules import config as rules_config

__all__ = ["LaddersEnv", "LaddersVectorEnv"]


class LaddersEnv(GridEnv):
    """Snakes and ladders, an agent rolling for all: ``gymnasium.make("tickgrid/Ladders-v0")``.

    Options are those of ``LaddersVectorEnv``, but for the batch's.
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
            "ladders",
            config(**options),
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
        )


class LaddersVectorEnv(GridVectorEnv):
    """Many games of snakes and ladders, an agent rolling for all players of each.

    Rules: ``board`` (MILTON_BRADLEY), ``players`` (2), and ``sides``, ``finish``,
    ``extra_roll_on``, ``max_sixes`` as for ``tickgrid.ladders.Game``. A step is one roll, action 0;
    after one that earns another the same player acts again. An observation is float32 of shape
    (players + 2,), from 0 to 1, as the player to act sees it: the part of the board that is behind
    each token, the own first, then in the order of turns; sixes of this turn as a part of
    ``max_sixes``, 0 without; and 1 for the player to act. The reward is that of the player who
    rolled: 1 for the roll that wins, else 0; the info "rewards" has all players', -1 for those who
    lose. Infos: "ending" ("won", "truncated"), "action_mask", "to_act", "rewards" (of several
    players), "turn", "winner" (-1 while there is none), "roll".
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
            "ladders",
            config(**options),
            num_envs,
            autoreset_mode=autoreset_mode,
            num_threads=num_threads,
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
        )


def config(*, board: Board = MILTON_BRADLEY, players: int = 2, **rules: Any) -> str:
    """The configuration of these options, in JSON."""
    return rules_config(board, players, **rules)
