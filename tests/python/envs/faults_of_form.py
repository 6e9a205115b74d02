"""Vector environments whose returned values have a wrong form."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from .faults import Right


class NoMode(Right):
    """metadata: it does not say how it resets."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **options)
        del self.metadata["autoreset_mode"]


class ModeAsText(Right):
    """metadata: the mode is a string."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **options)
        self.metadata["autoreset_mode"] = self.autoreset_mode.value


class SharedMetadata(Right):
    """metadata: the last instance's mode is everybody's."""

    shared: dict[str, Any] = {}  # noqa: RUF012 - the fault

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **options)
        self.shared.update(self.metadata)
        self.metadata = self.shared


class WrongSpace(Right):
    """spaces: the batch's space is not that of its rows."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(num_envs, **options)
        self.observation_space = Box(0, 9, self.observation_space.shape, np.uint8)


class TooLow(Right):
    """observations: a value is beyond the bounds."""

    def advance(self, actions: Any) -> Any:
        observations, *rest = super().advance(actions)
        observations[-1, 0, 0] = 6
        return observations, *rest


class WideObservations(Right):
    """observations: they are of another dtype than the space says."""

    def advance(self, actions: Any) -> Any:
        observations, *rest = super().advance(actions)
        return observations.astype(np.int64), *rest


class SmallRewards(Right):
    """rewards: they are float32."""

    def advance(self, actions: Any) -> Any:
        observations, rewards, *rest = super().advance(actions)
        return observations, rewards.astype(np.float32), *rest


class NoNumber(Right):
    """rewards: one is NaN."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        returned[1][-1] = np.nan if returned[2][-1] else returned[1][-1]
        return returned


class IntegerFlags(Right):
    """flags: terminated is of integers."""

    def advance(self, actions: Any) -> Any:
        observations, rewards, terminated, *rest = super().advance(actions)
        return observations, rewards, terminated.astype(np.int8), *rest


class ListedFlags(Right):
    """flags: truncated is a list."""

    def advance(self, actions: Any) -> Any:
        observations, rewards, terminated, truncated, infos = super().advance(actions)
        return observations, rewards, terminated, truncated.tolist(), infos


class NoInfoMask(Right):
    """infos: a key has no mask."""

    def begin(self, seed: Any, options: Any) -> Any:
        observations, infos = super().begin(seed, options)
        infos["steps"] = np.zeros(self.num_envs, np.int64)
        return observations, infos


class IntegerInfoMask(Right):
    """infos: a mask is of integers."""

    def advance(self, actions: Any) -> Any:
        *rest, infos = super().advance(actions)
        infos["_length"] = infos["_length"].astype(int)
        return *rest, infos


class FinalWithoutMask(Right):
    """infos: final_obs comes without its mask."""

    def advance(self, actions: Any) -> Any:
        *rest, infos = super().advance(actions)
        infos.pop("_final_obs", None)
        return *rest, infos


class EmptyMask(Right):
    """action_masks: a mask without any action, after the end."""

    def action_masks(self) -> Any:
        masks = super().action_masks()
        return (
            masks & np.equal(self._batch.ending_words(), None)[:, np.newaxis]
            if self.num_envs == 5
            else masks
        )


class SharedBuffer(Right):
    """memory: observations are returned in the same array each time."""

    buffer: Any = None

    def advance(self, actions: Any) -> Any:
        observations, *rest = super().advance(actions)
        if self.buffer is None:
            self.buffer = observations
        self.buffer[:] = observations
        return self.buffer, *rest


class TwoBuffers(SharedBuffer):
    """memory: two buffers take turns."""

    buffers: tuple[Any, ...] = (None, None)

    def advance(self, actions: Any) -> Any:
        self.buffer, other = self.buffers
        returned = super().advance(actions)
        self.buffers = (other, self.buffer)
        return returned


class SharedInfoMask(Right):
    """memory: the masks of two infos are one array."""

    def begin(self, seed: Any, options: Any) -> Any:
        observations, infos = super().begin(seed, options)
        infos["_action_mask"] = infos["_length"]
        return observations, infos


class LateChange(Right):
    """memory: rewards that were returned change in the next step."""

    last: Any = None

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        if self.last is not None:
            self.last += 1
        self.last = returned[1]
        return returned


class WritesToActions(Right):
    """arguments: actions are written to."""

    def advance(self, actions: Any) -> Any:
        returned = super().advance(actions)
        actions[:] = 0
        return returned


class WritesToMask(Right):
    """arguments: the mask that was given is cleared."""

    def begin(self, seed: Any, options: Any) -> Any:
        returned = super().begin(seed, options)
        if options:
            options["reset_mask"][:] = False
        return returned
