"""Vector environments that play, reset, copy or refuse wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from .faults import Right


class NoFinal(Right):
    """same_step: there is no final_obs."""

    def advance(self, actions: Any) -> Any:
        *rest, infos = super().advance(actions)
        infos.pop("_final_obs", None)
        infos.pop("final_obs", None)
        return *rest, infos


class FinalOfTheNewEpisode(Right):
    """same_step: final_obs is the first observation of the new episode."""

    def advance(self, actions: Any) -> Any:
        observations, *rest, infos = super().advance(actions)
        for row in np.flatnonzero(infos.get("_final_obs", ())):
            infos["final_obs"][row] = observations[row].copy()
        return observations, *rest, infos


class FinalOfEveryRow(Right):
    """same_step: the mask of final_obs picks rows that go on."""

    def advance(self, actions: Any) -> Any:
        *rest, infos = super().advance(actions)
        if "_final_obs" in infos:
            infos["_final_obs"][:] = True
        return *rest, infos


class SeedsOffByOne(Right):
    """seeds: row i gets the seed s + i + 1."""

    def begin(self, seed: Any, options: Any) -> Any:
        return super().begin(seed + 1 if isinstance(seed, int) else seed, options)


class SameSeed(Right):
    """seeds: every row gets the seed s."""

    def begin(self, seed: Any, options: Any) -> Any:
        return super().begin([seed] * self.num_envs if isinstance(seed, int) else seed, options)


class NoneIsZero(Right):
    """seeds: None in a list stands for 0."""

    def begin(self, seed: Any, options: Any) -> Any:
        if isinstance(seed, list):
            seed = [one or 0 for one in seed]
        return super().begin(seed, options)


class FreshEntropy(Right):
    """seeds: reset() draws a seed that nobody knows."""

    fresh: Iterator[int] = iter(range(10**6, 10**9))

    def begin(self, seed: Any, options: Any) -> Any:
        return super().begin(next(self.fresh) if seed is None and not options else seed, options)


class OneStream(Right):
    """alone: a row's luck depends on how many rows there are."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        returned[1][:] *= 1 + self.num_envs / 100
        return returned


class ByPlace(Right):
    """alone: what a row is paid depends on its place."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        returned[1][:] *= np.arange(self.num_envs) + 1
        return returned


class OtherThanSingle(Right):
    """single: it pays otherwise than the single environment does."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **options, reward_step=-0.5)


class ManyRowsDiffer(Right):
    """batch_size: from eleven rows on it plays otherwise."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        if self.num_envs >= 11:
            returned[1][:] *= 2
        return returned


class IgnoresMask(Right):
    """reset_mask: all rows are reset."""

    def begin(self, seed: Any, options: Any) -> Any:
        return super().begin(seed, None)


class NeighbourReset(Right):
    """reset_mask: the next row is reset."""

    def begin(self, seed: Any, options: Any) -> Any:
        if options:
            options = {"reset_mask": np.roll(options["reset_mask"], 1)}
        return super().begin(seed, options)


class MaskInOneModeOnly(Right):
    """reset_mask: it works in mode DISABLED only."""

    def begin(self, seed: Any, options: Any) -> Any:
        disabled = self.autoreset_mode is AutoresetMode.DISABLED
        return super().begin(seed, options if disabled else None)


class MaskWithoutSeeds(Right):
    """reset_mask: seeds are forgotten when there is a mask."""

    def begin(self, seed: Any, options: Any) -> Any:
        return super().begin(None if options else seed, options)


class ResetsAtOnce(Right):
    """next_step: what ends is reset in the same step."""

    def advance(self, actions: Any) -> Any:
        observations, rewards, terminated, truncated, infos = super().advance(actions)
        over = terminated | truncated
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and over.any():
            observations, _ = super().begin(None, {"reset_mask": over})
        return observations, rewards, terminated, truncated, infos


class PaysForTheReset(Right):
    """next_step: the ignored step pays."""

    over: Any = False

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            returned[1][self.over & (self.count > 1)] = 1.0
            self.over = returned[2] | returned[3]
        return returned

    def begin(self, seed: Any, options: Any) -> Any:
        self.over = np.zeros(self.num_envs, np.bool_)
        return super().begin(seed, options)


class FlagsTwice(PaysForTheReset):
    """next_step: the ignored step is terminated once more."""

    def advance(self, actions: Any) -> Any:
        observations, rewards, terminated, truncated, infos = Right.advance(self, actions)
        again = terminated | self.over
        self.over = terminated | truncated
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            again = terminated
        return observations, rewards, again, truncated, infos


class ThreadsMatter(Right):
    """threads: the last row of three threads gets another reward."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        if self.num_threads == 3:
            returned[1][-1] += 1
        return returned


class ForgetfulCopy(Right):
    """copies: what is pickled begins anew."""

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        state["_batch"] = Right(self.num_envs, autoreset_mode=self.autoreset_mode).get_state()
        return state


class HalfAStep(Right):
    """bad_actions: the rows before the wrong one have moved."""

    def advance(self, actions: Any) -> Any:
        try:
            return super().advance(actions)
        except ValueError:
            right = np.asarray(actions)
            if right.shape == (self.num_envs,) and right.dtype.kind == "i":
                super().advance(np.clip(right, 0, 3))
            raise


class Clips(Right):
    """bad_actions: what is out of range is clipped."""

    def advance(self, actions: Any) -> Any:
        return super().advance(np.clip(actions, 0, 3))


class Truncates(Right):
    """bad_actions: floats and NaN become integers."""

    def advance(self, actions: Any) -> Any:
        actions = np.asarray(actions)
        if actions.dtype.kind == "f":
            actions = np.nan_to_num(actions).astype(np.int64)
        return super().advance(actions)


class StartsByItself(Right):
    """reset_first: a step before the first reset is taken."""

    def advance(self, actions: Any) -> Any:
        self._usable = self._usable or not self.closed
        return super().advance(actions)


class NeverCloses(Right):
    """closed: it goes on after it is closed."""

    def close_extras(self, **kwargs: Any) -> None:
        pass

    def _check_open(self) -> None:
        pass
