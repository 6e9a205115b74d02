"""Many games as a ``gymnasium.vector.VectorEnv``: one batch, stepped natively."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tickgrid._core import Batch, Replay
from tickgrid.envs.options import (
    INFO,
    Frames,
    batched,
    check_mode,
    fresh_seed,
    info_keys,
    integer,
    seed_of,
    spaces,
)
from tickgrid.envs.state import BatchState
from tickgrid.errors import InvalidStateError, ValidationError

__all__ = ["GridVectorEnv"]

Infos = dict[str, Any]
Step = tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class GridVectorEnv(BatchState, VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """``num_envs`` games of the name ``game``, by their configuration in JSON.

    A row depends on its own seed only: row i of a batch that is reset with ``seed=s`` is the single
    environment that is reset with ``seed=s + i``, whatever the number of threads. Every array that
    is returned is fresh. Infos hold what ``info`` names: "ending" (of rows that have just ended),
    "action_mask", and the game's own numbers; each as an array with a mask of the same name behind
    an underscore.

    A game for several seats is played in turn, by one agent for all of them: observations and masks
    are those of the seat to act, from its own view, and the reward of a step is that of the seat
    that acted. Infos can hold "to_act" (the seat to act) and "rewards" (of all seats, of shape
    (num_envs, seats)), too.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 10}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        game: str,
        config: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        record: bool = False,
    ) -> None:
        check_mode(render_mode, self.metadata["render_modes"])
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self._made_of = (game, config, num_envs, max_episode_steps, num_threads)
        self._record = bool(record)
        self._batch = self._make_batch(fresh_seed())
        self.num_envs = self._batch.num_envs
        self._info_keys = info_keys(info, self._batch)
        # By their numbers; -1 stands for one that was cut off.
        self._endings = np.array([*self._batch.ending_names, "truncated"], dtype=object)
        self._usable = False
        self.single_observation_space, self.single_action_space = spaces(self._batch)
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[Any], Infos]:
        """Begins new episodes in all rows, or in those that ``options["reset_mask"]`` picks.

        ``seed``: an integer s gives row i the seed s + i; a list gives each row its own; rows that
        get none go on with their streams. The mask is a bool array of shape (num_envs,) with at
        least one True; without a reset of all rows before, it must pick all.
        """
        self._check_open()
        mask = _reset_mask(options, self.num_envs)
        if mask is not None and not self._usable and not mask.all():
            raise gymnasium.error.ResetNeeded(
                "reset: got a mask first, expected reset() of all rows"
            )
        seeds = _seeds(seed, self.num_envs)
        super().reset(seed=None if seed is None or seeds is None else seeds[0])
        observations = self._batch.reset(mask, seeds)
        self._usable = True
        return observations, self._infos(np.ones(self.num_envs, np.bool_) if mask is None else mask)

    def step(self, actions: NDArray[Any]) -> Step:
        """Advances every row once. Raises for what is no action, and nothing has moved then."""
        if not self._usable:
            self._check_open()
            raise gymnasium.error.ResetNeeded("step: got no reset first, expected reset()")
        if not isinstance(actions, np.ndarray):
            actions = np.asarray(actions)
        observations, rewards, terminated, truncated, any_ended = self._batch.step(actions)
        infos: Infos = {}
        if any_ended and self.autoreset_mode is AutoresetMode.SAME_STEP:
            observations = self._begin_again(observations, terminated | truncated, infos)
        elif self._info_keys:
            infos = self._infos(None, terminated | truncated if any_ended else None)
        return observations, rewards, terminated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions each row has: bool of shape (num_envs, actions).

        Never all False in a row; all True in one that has ended.
        """
        return self._batch.action_masks()

    def episodes(self) -> dict[str, NDArray[Any]]:
        """The episodes that have ended since this was last called, or the latest 2^20 of them.

        Arrays of one element an episode, in the order in which they ended: "row" (int64), "return"
        (float64), "length" in steps (int64), "ending" (words).
        """
        row, total, length, ending = self._batch.take_finished()
        return {"row": row, "return": total, "length": length, "ending": self._endings[ending]}

    def replay(self, row: int, *, episode: Literal["current", "finished"] = "current") -> Replay:
        """The episode a row is in, which may have ended, or the last of it that has "finished".

        Raises InvalidStateError unless it was made with ``record=True``, and before a reset.
        """
        number = integer(row, "row")
        if not 0 <= number < self.num_envs:
            raise ValidationError(f"row: got {number}, expected 0 to {self.num_envs - 1}")
        return self._replay(number, episode)

    def render(self) -> Frames | None:
        """The boards, one a row: uint8 of shape (H, W, 3) in mode "rgb_array", text in "ansi"."""
        self._check_open()
        rows = range(self.num_envs)
        if self.render_mode == "ansi":
            return tuple(self._batch.text(row) for row in rows)
        if self.render_mode == "rgb_array":
            return tuple(self._batch.picture(row, 16) for row in rows)
        return None

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - Gymnasium's form
        """Ends the use of the environment."""
        self._usable = False

    def _make_batch(self, seed: int) -> Batch:
        game, config, num_envs, most_steps, threads = self._made_of
        return self._started(
            Batch(
                game,
                config,
                num_envs,
                autoreset=self.autoreset_mode.name.lower(),
                seed=seed,
                max_episode_steps=most_steps,
                num_threads=threads,
            )
        )

    def _check_open(self) -> None:
        if self.closed:
            raise InvalidStateError("env: it is closed, expected one that is open")

    def _begin_again(
        self, observations: NDArray[Any], ended: NDArray[np.bool_], infos: Infos
    ) -> NDArray[Any]:
        """Resets what has ended. Its last observations and infos go into ``infos``."""
        final = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(ended):
            final[row] = observations[row].copy()
        final_info = self._infos(ended, ended.copy())
        infos.update(final_obs=final, _final_obs=ended.copy())
        infos.update(final_info=final_info, _final_info=ended.copy())
        observations = self._batch.reset(ended, None)
        infos.update(self._infos(None))
        return observations

    def _infos(
        self, rows: NDArray[np.bool_] | None, ended: NDArray[np.bool_] | None = None
    ) -> Infos:
        """What was asked for, of some rows or of all, with masks; and how rows have ended."""
        infos: Infos = {}
        for key in self._info_keys:
            if key == "ending":
                if ended is not None:
                    infos[key], infos["_ending"] = self._batch.ending_words(), ended
                continue
            if key == "action_mask":
                values: NDArray[Any] = self._batch.action_masks()
            elif key == "to_act":
                values = self._batch.to_act()
            elif key == "rewards":
                values = self._batch.rewards()
            else:
                values = self._batch.facts()[:, self._batch.fact_names.index(key)].copy()
            if rows is not None:
                values[~rows] = 0
            infos[key] = values
            infos[f"_{key}"] = np.ones(self.num_envs, np.bool_) if rows is None else rows.copy()
        return infos


def _autoreset_mode(value: AutoresetMode | str) -> AutoresetMode:
    if isinstance(value, AutoresetMode):
        return value
    for mode in AutoresetMode:
        if value in (mode.name.lower(), mode.value):
            return mode
    names = ", ".join(mode.name.lower() for mode in AutoresetMode)
    raise ValidationError(f"autoreset_mode: got {value!r}, expected one of {names}")


def _reset_mask(options: Mapping[str, Any] | None, rows: int) -> NDArray[np.bool_] | None:
    if options is None or "reset_mask" not in options:
        return None
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        got = f"an array of {mask.dtype}" if isinstance(mask, np.ndarray) else type(mask).__name__
        raise TypeError(f"reset_mask: got {got}, expected a bool array")
    if mask.shape != (rows,):
        raise ValidationError(f"reset_mask: got shape {mask.shape}, expected ({rows},)")
    if not mask.any():
        raise ValidationError("reset_mask: got no True, expected at least one")
    return mask


def _seeds(seed: int | Sequence[int | None] | None, rows: int) -> list[int | None] | None:
    if seed is None:
        return None
    if isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, str):
        if len(seed) != rows:
            raise ValidationError(f"seed: got {len(seed)} seeds, expected {rows}")
        return [None if one is None else seed_of(one) for one in seed]
    first: Any = seed
    start = seed_of(first)
    seed_of(start + rows - 1)
    return list(range(start, start + rows))
