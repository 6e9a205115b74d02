"""Rules of form: what is returned has the types, shapes, bounds and masks that it should have."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from tickgrid.envs.check.case import (
    MODES,
    Case,
    RuleError,
    draw,
    ensure,
    leaves,
    rows_of,
    take_step,
)

__all__ = [
    "action_masks",
    "arguments",
    "flags",
    "infos",
    "memory",
    "metadata",
    "observations",
    "rewards",
    "spaces",
]


def metadata(case: Case) -> None:
    """``metadata["autoreset_mode"]`` says how an environment resets; so does its attribute.

    From the documentation of ``VectorEnv``: the metadata key tells wrappers and users the mode, as
    a member of ``AutoresetMode``. Gymnasium's own environments have the attribute
    ``autoreset_mode`` as well. Environments of several modes live side by side.
    """
    envs = {mode: case.env(mode) for mode in MODES}
    for mode, env in envs.items():
        got = env.metadata.get("autoreset_mode")
        ensure(got is mode, f"metadata['autoreset_mode']: got {got!r}, expected {mode}")
        attribute = getattr(env, "autoreset_mode", None)
        ensure(attribute is mode, f"autoreset_mode: got {attribute!r}, expected {mode}")
        expected = case.num_envs
        ensure(env.num_envs == expected, f"num_envs: got {env.num_envs}, expected {expected}")


def spaces(case: Case) -> None:
    """The spaces of the batch are those of one row, batched; the single environment has the same.

    From the documentation of ``VectorEnv``: ``observation_space`` and ``action_space`` are
    ``batch_space`` of ``single_observation_space`` and ``single_action_space``.
    """
    env = case.env()
    single = None if case.make_single is None else case.make_single()
    for kind in ("observation_space", "action_space"):
        one, all_rows = getattr(env, f"single_{kind}"), getattr(env, kind)
        expected = batch_space(one, case.num_envs)
        ensure(all_rows == expected, f"{kind}: got {all_rows}, expected {expected}")
        if single is not None:
            its = getattr(single, kind)
            ensure(one == its, f"single_{kind}: got {one}, expected {its} as of the single one")


def observations(case: Case) -> None:
    """Every observation lies in its space: shape, dtype and bounds, of the batch and of each row.

    From the documentation of ``VectorEnv.step`` and ``Space.contains``.
    """
    for returned in case.plays():
        env = returned.env
        for where, array in leaves(returned.observations, "observations"):
            kind = type(array).__name__
            ensure(isinstance(array, np.ndarray), f"{where}: got {kind}, expected an array")
        for row, observation in enumerate(rows_of(env, returned.observations)):
            space = env.single_observation_space
            if observation not in space:
                raise RuleError(_outside(observation, space, returned.call), row)
        inside = returned.observations in env.observation_space
        ensure(inside, f"observations of {returned.call}: expected some of {env.observation_space}")


def _outside(observation: Any, space: Any, call: str) -> str:
    parts = [
        f"{leaf.dtype} of shape {leaf.shape} from {leaf.min()} to {leaf.max()}"
        for _, leaf in leaves(observation, "")
        if isinstance(leaf, np.ndarray)
    ]
    return f"observation of {call}: got {', '.join(parts)}, expected one of {space}"


def _array(case: Case, value: Any, dtype: type, where: str) -> None:
    kind = type(value).__name__
    ensure(isinstance(value, np.ndarray), f"{where}: got {kind}, expected an array")
    got = f"{where}: got {value.dtype} of shape {value.shape}"
    right = value.dtype == dtype and value.shape == (case.num_envs,)
    ensure(right, f"{got}, expected {np.dtype(dtype)} of shape ({case.num_envs},)")


def rewards(case: Case) -> None:
    """Rewards are float64 of shape (num_envs,), and numbers.

    From Gymnasium's vector environments, which all return float64: sums of float32 drift.
    """
    for returned in case.plays():
        if returned.rewards is not None:
            _array(case, returned.rewards, np.float64, f"rewards of {returned.call}")
            for row in np.flatnonzero(np.isnan(returned.rewards)):
                ensure(False, f"rewards of {returned.call}: got NaN, expected a number", int(row))


def flags(case: Case) -> None:
    """``terminated`` and ``truncated`` are bool of shape (num_envs,).

    From the documentation of ``VectorEnv.step``. With integers ``~terminated`` is no mask.
    """
    for returned in case.plays():
        if returned.rewards is not None:
            _array(case, returned.terminated, np.bool_, f"terminated of {returned.call}")
            _array(case, returned.truncated, np.bool_, f"truncated of {returned.call}")


def infos(case: Case) -> None:
    """Each key of infos has a mask ``_key``, and both have one element a row.

    From the documentation of ``VectorEnv``: infos are a dict of arrays, and "the ``_key`` array is
    a boolean mask of which rows have this info"; in a dict inside, too.
    """
    for returned in case.plays(by_mask=True):
        _check_infos(case, returned.infos, f"infos of {returned.call}")


def _check_infos(case: Case, given: Any, where: str) -> None:
    kind = type(given).__name__
    ensure(isinstance(given, dict), f"{where}: got {kind}, expected a dict")
    for key, value in given.items():
        if key.startswith("_"):
            ensure(key[1:] in given, f"{where}: got {key!r} without {key[1:]!r}")
            _array(case, value, np.bool_, f"{where}[{key!r}]")
        else:
            ensure(f"_{key}" in given, f"{where}: got {key!r} without its mask '_{key}'")
            if isinstance(value, dict):
                _check_infos(case, value, f"{where}[{key!r}]")
            else:
                rows = len(value) if isinstance(value, np.ndarray) and value.ndim else 0
                what = f"{where}[{key!r}]: got {type(value).__name__} of {rows} rows"
                ensure(rows == case.num_envs, f"{what}, expected an array of {case.num_envs}")


def action_masks(case: Case) -> None:
    """Masks of actions are bool of shape (num_envs, actions), with an action in each row.

    From the practice of MaskablePPO in ``sb3-contrib`` and of PettingZoo: ``action_masks()``, or
    "action_mask" among the infos. Environments with neither pass. A mask that is all False makes a
    policy of NaNs.
    """
    for returned in case.plays():
        space = returned.env.single_action_space
        masks = getattr(returned.env, "action_masks", None)
        found = [("action_masks()", masks())] if callable(masks) else []
        if "action_mask" in returned.infos:
            there = returned.infos["_action_mask"]
            found.append(("infos['action_mask']", returned.infos["action_mask"][there]))
        for where, mask in found:
            got = f"{where} after {returned.call}: got {mask.dtype} of shape {mask.shape}"
            ensure(mask.dtype == np.bool_ and mask.ndim == 2, f"{got}, expected bool of two axes")
            if isinstance(space, Discrete):
                ensure(mask.shape[1] == space.n, f"{got}, expected {space.n} actions")
            for row in np.flatnonzero(~mask.any(axis=1)):
                ensure(False, f"{where} after {returned.call}: got no action at all", int(row))


def memory(case: Case) -> None:
    """No two returned arrays share memory, and what was returned never changes later.

    Beyond Gymnasium's documentation, whose ``SyncVectorEnv(copy=True)`` promises it for
    observations: a learner that stores what it was given must not see it change.
    """
    for mode in MODES:
        kept: list[tuple[str, Any, Any]] = []
        for number, returned in enumerate(case.play(case.env(mode), mode, 15)):
            everything = {
                "observations": returned.observations,
                "rewards": returned.rewards,
                "terminated": returned.terminated,
                "truncated": returned.truncated,
                "infos": returned.infos,
            }
            for where, array in leaves(everything, f"{returned.call} (call {number}) "):
                if isinstance(array, np.ndarray):
                    for before, old, _ in kept:
                        shared = np.may_share_memory(array, old) and np.shares_memory(array, old)
                        ensure(not shared, f"{where} shares memory with {before}")
                    kept.append((where, array, array.copy()))
            for where, array, copy in kept:
                unchanged = array.dtype == object or array.tobytes() == copy.tobytes()
                ensure(unchanged, f"{where} has changed after it was returned")


def arguments(case: Case) -> None:
    """Actions and masks that are given are not written to.

    Beyond Gymnasium's documentation: they belong to the caller, who may use them again.
    """
    env = case.env(AutoresetMode.NEXT_STEP)
    env.reset(seed=case.seed)
    rng = case.rng()
    for _ in range(20):
        actions = draw(env, rng)
        before = [leaf.copy() for _, leaf in leaves(actions, "")]
        take_step(env, AutoresetMode.NEXT_STEP, actions)
        for (_, leaf), copy in zip(leaves(actions, ""), before, strict=True):
            ensure(np.array_equal(leaf, copy), f"step wrote {leaf} over the actions {copy}")
        mask = np.arange(case.num_envs) % 2 == 0
        given = mask.copy()
        env.reset(options={"reset_mask": given})
        ensure(np.array_equal(given, mask), f"reset wrote {given} over the reset_mask {mask}")
