"""Rules of autoreset: the three modes tell the same story, each in its own way.

The story is told by mode DISABLED, where nothing happens by itself: a ``Tale`` records it, row by
row. The other modes are then given the same actions, and must come to the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate
from numpy.typing import NDArray

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
    row_info,
    rows_of,
    same,
    take_step,
)

__all__ = ["Beginning", "Move", "next_step", "record", "reset_mask", "same_step"]


@dataclass(frozen=True)
class Beginning:
    """A reset of one row, and what it saw then."""

    observation: Any
    info: dict[str, Any]


@dataclass(frozen=True)
class Move:
    """A step of one row, and what came of it."""

    action: Any
    observation: Any
    info: dict[str, Any]
    reward: float
    terminated: bool
    truncated: bool

    @property
    def ends(self) -> bool:
        """Whether the episode has ended with it."""
        return self.terminated or self.truncated


Tale = list[Beginning | Move]


def record(case: Case) -> list[Tale]:
    """What happens to each row in mode DISABLED, where ended rows are reset by a mask at once."""
    env, rng = case.env(), case.rng()
    first = Returned(env, AutoresetMode.DISABLED, *env.reset(seed=case.seed))
    tales: list[Tale] = [[] for _ in range(case.num_envs)]
    _begin(tales, first, np.ones(case.num_envs, np.bool_))
    for _ in range(case.num_steps):
        actions = draw(env, rng)
        step = take_step(env, AutoresetMode.DISABLED, actions)
        seen = rows_of(env, step.observations)
        for row, action in enumerate(iterate(env.action_space, actions)):
            flags = bool(step.terminated[row]), bool(step.truncated[row])
            info = row_info(step.infos, row)
            tales[row].append(Move(action, seen[row], info, float(step.rewards[row]), *flags))
        over = ended(step)
        if over.any():
            reset = env.reset(options={"reset_mask": over})
            _begin(tales, Returned(env, AutoresetMode.DISABLED, *reset), over)
    return tales


def _begin(tales: list[Tale], returned: Returned, which: NDArray[np.bool_]) -> None:
    seen = rows_of(returned.env, returned.observations)
    for row in np.flatnonzero(which):
        tales[row].append(Beginning(seen[row], row_info(returned.infos, int(row))))


def _ensure_move(move: Move, step: Returned, row: int) -> None:
    """The numbers of a step; what is seen differs by mode."""
    for name, expected in (
        ("rewards", move.reward),
        ("terminated", move.terminated),
        ("truncated", move.truncated),
    ):
        got = getattr(step, name)[row]
        ensure(bool(got == expected), f"{name}: got {got}, expected {expected} as in DISABLED", row)


def _ensure_seen(expected: Beginning | Move, seen: Any, info: Any, what: str, row: int) -> None:
    ensure(same(seen, expected.observation), f"{what} is not what DISABLED shows", row)
    if not same(info, expected.info):
        told = f"{what}: got infos {info}, expected {expected.info} as in DISABLED"
        raise RuleError(told, row)


def next_step(case: Case) -> None:
    """NEXT_STEP: the step after the end resets, ignores its action, and pays 0 with False flags.

    From Gymnasium's page on autoreset modes: the step that ends an episode returns its last
    observation; the next one returns the first of a new episode, reward 0, and no flag.
    """
    mode = AutoresetMode.NEXT_STEP
    env, tales, rng = case.env(mode), record(case), case.rng()
    env.reset(seed=case.seed)
    places = [1] * case.num_envs
    for _ in range(case.num_steps):
        events = [tale[place] for tale, place in zip(tales, places, strict=True)]
        ignored = list(iterate(env.action_space, draw(env, rng)))
        actions = [
            event.action if isinstance(event, Move) else ignored[row]
            for row, event in enumerate(events)
        ]
        step = take_step(env, mode, batch(env, actions))
        seen = rows_of(env, step.observations)
        for row, event in enumerate(events):
            info = row_info(step.infos, row)
            if isinstance(event, Move):
                _ensure_move(event, step, row)
                _ensure_seen(event, seen[row], info, "the observation of a step", row)
            else:
                reward, over = step.rewards[row], bool(ended(step)[row])
                ensure(reward == 0, f"the ignored step pays {reward}, expected 0", row)
                ensure(not over, "the ignored step has a flag set, expected none", row)
                _ensure_seen(event, seen[row], info, "the observation of the ignored step", row)
        places = [place + 1 for place in places]


def same_step(case: Case) -> None:
    """SAME_STEP: the step that ends resets, too; what was last seen is in ``final_obs``.

    From Gymnasium's page on autoreset modes: the observation is the first of the new episode;
    ``infos["final_obs"]`` and ``infos["final_info"]`` hold the last of the old one, with the masks
    ``_final_obs`` and ``_final_info``, and are there only if an episode has ended.
    """
    mode = AutoresetMode.SAME_STEP
    env, tales = case.env(mode), record(case)
    env.reset(seed=case.seed)
    places = [1] * case.num_envs
    for _ in range(case.num_steps):
        moves = [tale[place] for tale, place in zip(tales, places, strict=True)]
        step = take_step(env, mode, batch(env, [getattr(move, "action", None) for move in moves]))
        _ensure_final_masks(step)
        seen = rows_of(env, step.observations)
        for row, move in enumerate(moves):
            if not isinstance(move, Move):
                continue
            _ensure_move(move, step, row)
            info = row_info(step.infos, row)
            last, final_info = info.pop("final_obs", None), info.pop("final_info", {})
            places[row] += 2 if move.ends else 1
            if move.ends:
                _ensure_seen(move, last, final_info, "final_obs", row)
                first = tales[row][places[row] - 1]
                _ensure_seen(first, seen[row], info, "the first observation", row)
            else:
                _ensure_seen(move, seen[row], info, "the observation of a step", row)


def _ensure_final_masks(step: Returned) -> None:
    over = ended(step)
    for key in ("final_obs", "final_info"):
        if not over.any():
            ensure(key not in step.infos, f"{key}: got one, expected none where nothing has ended")
            continue
        ensure(key in step.infos, f"{key}: got none, expected one where an episode has ended")
        mask = step.infos.get(f"_{key}")
        right = isinstance(mask, np.ndarray) and np.array_equal(mask, over)
        ensure(right, f"_{key}: got {mask}, expected {over}, the rows that have ended")


def reset_mask(case: Case) -> None:
    """``reset(options={"reset_mask": mask})`` resets those rows, and leaves the others alone.

    From Gymnasium's page on autoreset modes, for DISABLED; asked here of every mode, since a
    learner may want to break episodes off in any.
    """
    for mode in MODES:
        env, twin, other = (case.env(mode) for _ in range(3))
        rng = case.rng()
        for one in (env, twin, other):
            one.reset(seed=case.seed)
        for start in range(4):
            last = None
            for _ in range(3 + start):
                actions = draw(env, rng)
                last, _ = _step_on(env, mode, actions), _step_on(twin, mode, actions)
            mask = np.arange(case.num_envs) % 2 == start % 2
            _compare_rows(case, env, twin, other, mode, mask, last, 50 + start, rng)
            twin.reset(seed=case.seed + 90)
            env.reset(seed=case.seed + 90)


def _compare_rows(
    case: Case,
    env: Any,
    twin: Any,
    other: Any,
    mode: AutoresetMode,
    mask: NDArray[np.bool_],
    last: Any,
    seed: int,
    rng: np.random.Generator,
) -> None:
    """Masked rows begin as in ``other``, which is reset whole; the rest goes on as in ``twin``."""
    seeds = [case.seed + seed + 7 * row for row in range(case.num_envs)]
    observations, _ = env.reset(seed=seeds, options={"reset_mask": mask})
    fresh, _ = other.reset(seed=seeds)
    seen = rows_of(env, observations), rows_of(env, last), rows_of(env, fresh)
    for row, (now, before, anew) in enumerate(zip(*seen, strict=True)):
        if mask[row]:
            ensure(same(now, anew), f"in the mask, but not reset by its seed ({mode.name})", row)
        else:
            ensure(same(now, before), f"not in the mask, but it has changed ({mode.name})", row)
    for _ in range(6):
        actions = draw(env, rng)
        results = [rows_of(env, _step_on(env, mode, actions))]
        for one, followed in ((twin, ~mask), (other, mask)):
            # A row that is somewhere else does what it can do there.
            pairs = zip(
                *(iterate(env.action_space, a) for a in (actions, draw(one, rng))), strict=True
            )
            does = [
                pair[0 if follows else 1] for follows, pair in zip(followed, pairs, strict=True)
            ]
            results.append(rows_of(env, _step_on(one, mode, batch(env, does))))
        for row, (mine, its, anew) in enumerate(zip(*results, strict=True)):
            which = "like one that was reset" if mask[row] else "as if there had been no reset"
            expected = anew if mask[row] else its
            ensure(same(mine, expected), f"after a reset_mask not {which} ({mode.name})", row)


def _step_on(env: Env, mode: AutoresetMode, actions: Any) -> Any:
    """A step, and a reset of what waits for one: what is seen then."""
    step = take_step(env, mode, actions)
    over = ended(step)
    if mode is AutoresetMode.DISABLED and over.any():
        return env.reset(options={"reset_mask": over})[0]
    return step.observations
