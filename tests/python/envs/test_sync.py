"""The native vector environment is Gymnasium's own SyncVectorEnv of single ones, in every mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tickgrid.envs import SnakeEnv, SnakeVectorEnv, sample_actions

INFO = ("ending", "action_mask", "score", "length")
ROWS = 5
OPTIONS: list[dict[str, Any]] = [
    {"height": 4, "width": 5, "info": INFO, "max_episode_steps": 12},
    {"height": 3, "width": 3, "observation": "planes", "info": (), "starvation_limit": 6},
    {"height": 5, "width": 4, "observation": "features", "actions": "relative", "mask": "safe"},
    {"height": 4, "width": 4, "observation": "egocentric", "info": ("ending", "length")},
]


def same(mine: Any, theirs: Any, where: str = "returned") -> None:
    """Equal to the last dtype and key."""
    if isinstance(theirs, tuple):
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            same(one, other, f"returned[{number}]")
    elif isinstance(theirs, dict):
        assert set(mine) == set(theirs), where
        for key, value in theirs.items():
            same(mine[key], value, f"{where}[{key!r}]")
    elif isinstance(theirs, np.ndarray):
        assert isinstance(mine, np.ndarray), where
        assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype), where
        if theirs.dtype == object:
            for row, (one, other) in enumerate(zip(mine, theirs, strict=True)):
                same(one, other, f"{where}[{row}]")
        else:
            np.testing.assert_array_equal(mine, theirs, where)
    else:
        assert type(mine) is type(theirs) and mine == theirs, where


def pair(mode: AutoresetMode, options: dict[str, Any]) -> tuple[SnakeVectorEnv, SyncVectorEnv]:
    native = SnakeVectorEnv(ROWS, autoreset_mode=mode, **options)
    return native, SyncVectorEnv([lambda: SnakeEnv(**options)] * ROWS, autoreset_mode=mode)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options.get("observation"))
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_step_is_the_same(mode: AutoresetMode, options: dict[str, Any]) -> None:
    native, sync = pair(mode, options)
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    assert native.single_observation_space == sync.single_observation_space
    same(native.reset(seed=40), sync.reset(seed=40))
    rng = np.random.default_rng(2)
    episodes = 0
    for number in range(250):
        actions = sample_actions(native.action_masks(), rng)
        if number % 7 == 0:
            actions = rng.integers(native.single_action_space.n, size=ROWS)  # type: ignore[attr-defined]
        mine = native.step(actions)
        same(mine, sync.step(actions))
        ended = mine[2] | mine[3]
        episodes += int(ended.sum())
        picked = ended if mode is AutoresetMode.DISABLED else rng.random(ROWS) < 0.05
        if picked.any():
            seeds = [None if rng.random() < 0.5 else int(rng.integers(99)) for _ in range(ROWS)]
            again = native.reset(seed=seeds, options={"reset_mask": picked})
            same(again, sync.reset(seed=seeds, options={"reset_mask": picked}))
    assert episodes > 20
    same(native.reset(), sync.reset())
