"""Rules of rows: a row depends on its own seed only, and on nothing around it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate

from tickgrid.envs.check.case import (
    MODES,
    Case,
    Env,
    Returned,
    RuleError,
    batch,
    draw,
    ended,
    ensure,
    ensure_same_step,
    row_info,
    rows_of,
    same,
    take_step,
)
from tickgrid.envs.check.modes import Beginning, record

__all__ = ["alone", "batch_size", "copies", "seeds", "single", "threads"]

MANY_ROWS = 4_500
"""Enough that a batch is worth several threads."""


def seeds(case: Case) -> None:
    """An integer seed s stands for s, s + 1, ...; a list seeds each row; None goes on.

    From the documentation of ``VectorEnv.reset`` and of ``Env.reset``: with None as seed the
    generator is not reset, so that a run is reproducible from its first seed.
    """
    start, count = case.seed + 11, case.num_envs

    def seen(*resets: Any) -> list[Any]:
        env = case.env()
        return [rows_of(env, env.reset(seed=seed)[0]) for seed in resets][-1]

    by_int, by_list = seen(start), seen([start + row for row in range(count)])
    again, anew, goes_on = seen(start), seen(5, start), seen(start, None)
    goes_on_again, some = seen(start, None), [None if row % 2 else start for row in range(count)]
    mixed, all_start = seen(start, some), seen([start] * count)
    for row in range(count):
        wrong = "the seed s does not stand for s + row, as in a list of seeds"
        ensure(same(by_int[row], by_list[row]), wrong, row)
        ensure(same(by_int[row], again[row]), "the same seed begins another game", row)
        ensure(same(by_int[row], anew[row]), "a seed depends on what was before it", row)
        wrong = "reset() after a seed is not reproducible"
        ensure(same(goes_on[row], goes_on_again[row]), wrong, row)
        expected = goes_on if row % 2 else all_start
        wrong = "None in a list of seeds does not go on" if row % 2 else "its seed is not used"
        ensure(same(mixed[row], expected[row]), wrong, row)


class Single(Protocol):
    """What a row is compared with."""

    def reset(self, *, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode."""

    def step(self, action: Any) -> Any:
        """Observation, reward, terminated, truncated, info."""


class BatchOfOne:
    """A batch of one row, as a single environment."""

    def __init__(self, env: Env) -> None:
        self.env = env

    def reset(self, *, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode."""
        observations, infos = self.env.reset(seed=seed)
        return rows_of(self.env, observations)[0], row_info(infos, 0)

    def step(self, action: Any) -> Any:
        """Observation, reward, terminated, truncated, info."""
        step = self.env.step(batch(self.env, [action]))
        observations, reward, terminated, truncated, infos = step
        seen = rows_of(self.env, observations)[0]
        return seen, reward[0], terminated[0], truncated[0], row_info(infos, 0)


def alone(case: Case) -> None:
    """Row i of a batch that is seeded with s is a batch of one that is seeded with s + i.

    From the documentation of ``VectorEnv.reset``, for beginnings; asked here of whole runs.
    """
    for row, tale in enumerate(record(case)):
        _follow(BatchOfOne(case.env(num_envs=1)), case.seed + row, tale, row, "a batch of one")


def single(case: Case) -> None:
    """Row i of a batch that is seeded with s is the single environment that is seeded with s + i.

    From the documentation of ``VectorEnv``: "a vector environment runs multiple independent copies
    of the same environment".
    """
    if case.make_single is None:
        return
    for row, tale in enumerate(record(case)):
        _follow(case.make_single(), case.seed + row, tale, row, "the single environment")


def _follow(env: Single, seed: int, tale: list[Any], row: int, who: str) -> None:
    first: int | None = seed
    for event in tale:
        if isinstance(event, Beginning):
            observation, info = env.reset(seed=first)
            first = None
        else:
            observation, reward, terminated, truncated, info = env.step(event.action)
            got = (event.reward, event.terminated, event.truncated)
            expected = (float(reward), bool(terminated), bool(truncated))
            ensure(got == expected, f"got {got} from a step, {who} gets {expected}", row)
        seen = np.asarray(observation) if np.isscalar(observation) else observation
        ensure(same(event.observation, seen), f"{who} sees something else", row)
        wanted = {key: _as_array(value) for key, value in event.info.items()}
        told = {key: _as_array(value) for key, value in info.items()}
        if not same(wanted, told):
            raise RuleError(f"got info {event.info}, {who} gets {info}", row)


def _as_array(value: Any) -> Any:
    """A number as NumPy has it, whoever gave it."""
    return value.item() if isinstance(value, np.generic) else value


def batch_size(case: Case) -> None:
    """A row does not depend on how many rows there are.

    Beyond Gymnasium's documentation: an experiment can be repeated with another number of rows.
    """
    for mode in MODES:
        small, large = case.env(mode), case.env(mode, 2 * case.num_envs + 1)
        mine = Returned(small, mode, *small.reset(seed=case.seed))
        theirs = Returned(large, mode, *large.reset(seed=case.seed))
        ensure_same_step(mine, theirs, "beside more rows it")
        if mode is not AutoresetMode.DISABLED:
            rng = case.rng()
            for _ in range(case.num_steps):
                actions = draw(large, rng)
                rows = list(iterate(large.action_space, actions))[: case.num_envs]
                mine = take_step(small, mode, batch(small, rows))
                theirs = take_step(large, mode, actions)
                ensure_same_step(mine, theirs, "beside more rows it")


def threads(case: Case) -> None:
    """The number of threads changes nothing, where ``make`` takes ``num_threads``.

    Beyond Gymnasium's documentation: a run must be the same on another machine.
    """
    try:
        case.env(num_envs=1, num_threads=1)
    except TypeError:
        return
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        runs = [_run(case, mode, count) for count in (1, 2, 3)]
        for one, *others in zip(*runs, strict=True):
            for other in others:
                _ensure_same_bytes(other, one)


def _run(case: Case, mode: AutoresetMode, count: int) -> Iterator[Returned]:
    return case.play(case.env(mode, MANY_ROWS, num_threads=count), mode, 6)


def _ensure_same_bytes(mine: Returned, theirs: Returned) -> None:
    for name in ("observations", "rewards", "terminated", "truncated", "infos"):
        if not same(getattr(mine, name), getattr(theirs, name)):
            ensure_same_step(mine, theirs, "with more threads it")
            ensure(False, f"{name} of {mine.call} depend on the number of threads")


def copies(case: Case) -> None:
    """What is copied goes on exactly as the original: ``deepcopy``, ``pickle``, ``get_state``.

    Beyond Gymnasium's documentation: a search needs it. What an environment does not support is
    skipped: a copy that raises, and ``get_state``/``set_state`` that are not there.
    """
    for mode in MODES:
        for name in ("deepcopy", "pickle", "set_state"):
            env = case.env(mode)
            for _ in case.play(env, mode, 9):
                pass
            try:
                other = _copy(case, env, mode, name)
            except (TypeError, AttributeError, NotImplementedError, pickle.PicklingError):
                continue
            ensure(other is not env, f"{name} gives the same object in mode {mode.name}")
            _ensure_goes_on(case, env, other, mode, f"a copy ({name})")


def _copy(case: Case, env: Any, mode: AutoresetMode, name: str) -> Env:
    made: Any
    if name == "deepcopy":
        made = copy.deepcopy(env)
    elif name == "pickle":
        made = pickle.loads(pickle.dumps(env))
    else:
        made = case.env(mode)
        made.set_state(env.get_state())
    copied: Env = made
    return copied


def _ensure_goes_on(case: Case, env: Env, other: Env, mode: AutoresetMode, who: str) -> None:
    rng = case.rng()
    for _ in range(case.num_steps):
        actions = draw(env, rng)
        mine = take_step(env, mode, actions)
        ensure_same_step(take_step(other, mode, actions), mine, who)
        over = ended(mine)
        if mode is AutoresetMode.DISABLED and over.any():
            anew = Returned(env, mode, *env.reset(options={"reset_mask": over}))
            its = Returned(other, mode, *other.reset(options={"reset_mask": over}))
            ensure_same_step(its, anew, who)
