"""What all rules are written with: the environments of a case, random play, and comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array, iterate
from numpy.typing import NDArray

__all__ = [
    "MODES",
    "Case",
    "Env",
    "Returned",
    "RuleError",
    "batch",
    "draw",
    "ended",
    "ensure",
    "ensure_same_step",
    "leaves",
    "row_info",
    "rows_of",
    "same",
    "take_step",
]

Env = VectorEnv[Any, Any, Any]
MODES = tuple(AutoresetMode)


class RuleError(Exception):
    """A rule is broken: what is wrong, and in which row."""

    def __init__(self, what: str, row: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.row = row


def ensure(holds: bool, what: str, row: int | None = None) -> None:
    """Raises a ``RuleError`` unless it holds."""
    if not holds:
        raise RuleError(what, row)


@dataclass(frozen=True)
class Returned:
    """What came back from a reset (then without ``rewards`` and flags) or a step."""

    env: Env
    mode: AutoresetMode
    observations: Any
    infos: dict[str, Any]
    rewards: Any = None
    terminated: Any = None
    truncated: Any = None

    @property
    def call(self) -> str:
        """Which call it came from, for messages."""
        return f"{'reset' if self.rewards is None else 'step'} in mode {self.mode.name}"


@dataclass(frozen=True)
class Case:
    """What is checked, and how long."""

    make: Callable[..., Env]
    make_single: Callable[[], gymnasium.Env[Any, Any]] | None
    num_envs: int
    num_steps: int
    seed: int

    def env(
        self,
        mode: AutoresetMode = AutoresetMode.DISABLED,
        num_envs: int | None = None,
        **options: Any,
    ) -> Env:
        """A new environment."""
        return self.make(num_envs or self.num_envs, autoreset_mode=mode, **options)

    def rng(self) -> np.random.Generator:
        """The random player's dice, the same for every rule."""
        return np.random.default_rng(self.seed)

    def play(
        self, env: Env, mode: AutoresetMode, steps: int, *, by_mask: bool = False
    ) -> Iterator[Returned]:
        """Random play from a seeded reset on.

        When rows wait for a reset, they get one ``by_mask``, or else all get one.
        """
        rng = self.rng()
        yield Returned(env, mode, *env.reset(seed=self.seed))
        for _ in range(steps):
            returned = take_step(env, mode, draw(env, rng))
            yield returned
            over = ended(returned)
            if mode is AutoresetMode.DISABLED and over.any():
                options = {"reset_mask": over} if by_mask else None
                yield Returned(env, mode, *env.reset(options=options))

    def plays(self, *, by_mask: bool = False) -> Iterator[Returned]:
        """Random play in each mode."""
        for mode in MODES:
            yield from self.play(self.env(mode), mode, self.num_steps, by_mask=by_mask)


def take_step(env: Env, mode: AutoresetMode, actions: Any) -> Returned:
    """One step."""
    observations, rewards, terminated, truncated, infos = env.step(actions)
    return Returned(env, mode, observations, infos, rewards, terminated, truncated)


def ended(returned: Returned) -> NDArray[np.bool_]:
    """Which rows have ended in a step."""
    return np.asarray(returned.terminated, np.bool_) | np.asarray(returned.truncated, np.bool_)


def draw(env: Env, rng: np.random.Generator) -> Any:
    """Random actions for all rows: of those that ``action_masks()`` allows, where there is such."""
    masks = getattr(env, "action_masks", None)
    if callable(masks):
        allowed = masks()
        return np.where(allowed, rng.random(allowed.shape), -1.0).argmax(axis=1)
    env.action_space.seed(int(rng.integers(2**31)))
    return env.action_space.sample()


def rows_of(env: Env, observations: Any) -> list[Any]:
    """The observation of each row."""
    return list(iterate(env.observation_space, observations))


def batch(env: Env, actions: list[Any]) -> Any:
    """The actions of all rows, of one a row."""
    empty: Any = create_empty_array(env.single_action_space, len(actions))
    return concatenate(env.single_action_space, actions, empty)


def row_info(infos: dict[str, Any], row: int) -> dict[str, Any]:
    """What the infos of a batch say about one row, as a single environment would have said it."""
    info = {}
    for key, value in infos.items():
        if not key.startswith("_") and infos[f"_{key}"][row]:
            info[key] = row_info(value, row) if isinstance(value, dict) else value[row]
    return info


def leaves(value: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Everything in a nested value that is neither dict nor tuple, and where it is."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{where}[{key!r}]")
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{where}[{number}]")
    else:
        yield where, value
        if isinstance(value, np.ndarray) and value.dtype == object:
            for row, inner in enumerate(value.flat):
                yield from leaves(inner, f"{where}[{row}]")


def same(one: Any, other: Any) -> bool:
    """Whether two nested values are equal, in dtypes and NaNs, too."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        if (one.dtype, one.shape) != (other.dtype, other.shape):
            return False
        if one.dtype == object:
            return all(map(same, one.flat, other.flat))
        return one.tobytes() == other.tobytes() or bool(
            np.array_equal(one, other, equal_nan=one.dtype.kind in "fc")
        )
    return bool(one == other or (one != one and other != other))


def ensure_same_step(mine: Returned, theirs: Returned, why: str) -> None:
    """Whether two batches have come to the same in the rows that both have."""
    others = rows_of(theirs.env, theirs.observations)
    for row, one in enumerate(rows_of(mine.env, mine.observations)):
        if not same(one, others[row]):
            raise RuleError(f"{why} sees something else after {mine.call}", row)
        for name in ("rewards", "terminated", "truncated") if mine.rewards is not None else ():
            got, expected = getattr(mine, name)[row], getattr(theirs, name)[row]
            if not same(got, expected):
                raise RuleError(f"{why} gets {name} {got}, not {expected}", row)
        info, its = row_info(mine.infos, row), row_info(theirs.infos, row)
        if not same(info, its):
            raise RuleError(f"{why} is told {info}, not {its}, after {mine.call}", row)
