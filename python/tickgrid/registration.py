"""Registers the environments with Gymnasium, where that is installed.

Importing ``tickgrid`` does it, so that both ``gymnasium.make("tickgrid:tickgrid/Snake-v0")`` and,
after an import in whatever order, ``gymnasium.make("tickgrid/Snake-v0")`` work.
"""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["register_all"]


def register_all() -> None:
    """Registers every environment of this package; does nothing without Gymnasium."""
    if find_spec("gymnasium") is None:
        return
    from gymnasium.envs.registration import register

    register(
        id="tickgrid/Snake-v0",
        entry_point="tickgrid.envs:SnakeEnv",
        vector_entry_point="tickgrid.envs:SnakeVectorEnv",
    )
    register(
        id="tickgrid/TicTacToe-v0",
        entry_point="tickgrid.envs:TicTacToeEnv",
        vector_entry_point="tickgrid.envs:TicTacToeVectorEnv",
    )
    register(
        id="tickgrid/Ladders-v0",
        entry_point="tickgrid.envs:LaddersEnv",
        vector_entry_point="tickgrid.envs:LaddersVectorEnv",
    )
