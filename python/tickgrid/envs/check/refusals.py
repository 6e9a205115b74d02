"""Rules of refusal: what cannot be done is an error, and an error changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode

from tickgrid.envs.check.case import Case, Env, RuleError, draw, ensure_same_step, take_step

__all__ = ["bad_actions", "closed", "reset_first"]


def _refused(call: Callable[[], Any], what: str) -> None:
    try:
        call()
    except Exception:  # noqa: BLE001 - which error it is is the environment's affair
        return
    raise RuleError(f"{what} was accepted, expected an error")


def reset_first(case: Case) -> None:
    """A step before the first reset is an error.

    From the documentation of ``Env.reset`` and ``ResetNeeded``; what it would return means nothing.
    """
    env = case.env()
    env.action_space.seed(case.seed)
    actions = env.action_space.sample()
    _refused(lambda: env.step(actions), "a step before the first reset")


def closed(case: Case) -> None:
    """A closed environment refuses to be stepped or reset; to close it again is fine.

    From the documentation of ``VectorEnv.close`` and ``ClosedEnvironmentError``.
    """
    env = case.env()
    env.reset(seed=case.seed)
    actions = draw(env, case.rng())
    env.close()
    env.close()
    _refused(lambda: env.step(actions), "a step of a closed environment")
    _refused(env.reset, "a reset of a closed environment")


def bad_actions(case: Case) -> None:
    """What is no action is an error, and no row has moved then, not even the rows before it.

    Beyond Gymnasium's documentation, which asks for actions of ``action_space`` only: half a step
    leaves a batch that nobody can go on with.
    """
    mode = AutoresetMode.NEXT_STEP
    env, twin, rng = case.env(mode), case.env(mode), case.rng()
    for one in (env, twin):
        one.reset(seed=case.seed)
    for what, actions in _no_actions(env):
        _refused(lambda actions=actions: env.step(actions), f"actions of {what}")  # type: ignore[misc]
        for _ in range(4):
            right = draw(twin, rng)
            mine, theirs = take_step(env, mode, right), take_step(twin, mode, right)
            ensure_same_step(mine, theirs, f"after refused actions of {what} it")


def _no_actions(env: Env) -> Iterator[tuple[str, Any]]:
    """What is no action, of spaces of numbers; other spaces pass unseen."""
    space, count = env.single_action_space, env.num_envs
    if not isinstance(space, Discrete | Box):
        return
    env.action_space.seed(0)
    right = np.asarray(env.action_space.sample())
    yield "one row less", right[:-1]
    yield "one row more", np.concatenate([right, right[:1]])
    yield "one axis more", right[..., np.newaxis]
    yield "no dtype of numbers", np.full(right.shape, "a", dtype=object)
    nans = right.astype(np.float64)
    nans[-1] = np.nan
    yield "NaN in the last row", nans
    if isinstance(space, Discrete):
        yield "floats", np.full(count, space.start + 0.5)
        for wrong in (space.start - 1, space.start + space.n):
            actions = right.astype(np.int64)
            actions[-1] = wrong
            yield f"{wrong} in the last row", actions
