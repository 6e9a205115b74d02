"""Snakes and ladders for PettingZoo: ``ladders_aec.env()``.

Needs ``pettingzoo``, which the extra of that name brings.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from tickgrid.envs.aec import GridAECEnv, Observation, wrapped
from tickgrid.envs.ladders import config
from tickgrid.errors import ValidationError
from tickgrid.ladders.numbers import integer

__all__ = ["LaddersAECEnv", "env", "raw_env"]


class LaddersAECEnv(GridAECEnv):
    """Snakes and ladders between "player_1", "player_2" ..., without wrappers.

    Options are the rules of ``LaddersVectorEnv``, with at least two ``players``; so are
    observations. A step is one roll, action 0; after one that earns another the same agent acts
    again. The winner gets 1, the others -1. Chance is all in the seed of ``reset``: the rolls are
    those of ``tickgrid.ladders.RandomDice`` of that seed.
    """

    metadata = GridAECEnv.metadata | {"name": "ladders_v0", "render_fps": 2}

    def __init__(
        self,
        *,
        players: int = 2,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        count = integer(players, "players")
        if count < 2:
            raise ValidationError(f"players: got {count}, expected at least 2 to act in turn")
        rules = config(players=count, **options)
        super().__init__(
            "ladders",
            rules,
            [f"player_{seat}" for seat in range(1, count + 1)],
            max_cycles=max_cycles,
            render_mode=render_mode,
        )


raw_env = LaddersAECEnv


def env(**options: Any) -> AECEnv[str, Observation, Any]:
    """The environment in PettingZoo's usual wrappers."""
    return wrapped(LaddersAECEnv(**options))
