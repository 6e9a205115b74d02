"""A native vector environment as Stable-Baselines3 and its contrib package know one.

Needs ``stable-baselines3`` (2.4 or newer), which nothing else in this package imports.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tickgrid.envs.options import seed_of
from tickgrid.envs.vector import GridVectorEnv
from tickgrid.errors import InvalidStateError, ValidationError

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"tickgrid.envs.sb3: got no module {error.name!r}, expected Stable-Baselines3: "
        "pip install stable-baselines3",
        name=error.name,
    ) from error

__all__ = ["SB3VecEnv"]

Info = dict[str, Any]
Indices = int | Iterable[int] | None


class SB3VecEnv(VecEnv):
    """Any ``GridVectorEnv`` as a ``VecEnv``, for PPO, DQN, MaskablePPO and the rest.

    ``env`` must reset in the same step (``autoreset_mode="same_step"``), and belongs to the adapter
    from then on. Observations have the dtype of ``env``; rewards are float32, dones bool, each of
    shape (num_envs,).

    Infos are one fresh dict a row. Those of ``env`` are in it, and in a row that has ended
    "terminal_observation", "TimeLimit.truncated" (True if it was cut off, False if the game was
    over) and "episode", which is what ``Monitor`` writes: "r" return, "l" length in steps, "t"
    seconds since the adapter was made. So a ``VecMonitor`` is not needed for the learner's log, but
    works. What a new episode begins with is in ``reset_infos``.

    Rows are not objects of their own. ``get_attr`` and ``env_method`` know "action_masks" and
    "render"; ``get_attr`` also knows a row's spaces, "render_mode", "metadata", "spec", and what
    ``set_attr`` gave it.
    """

    def __init__(self, env: GridVectorEnv) -> None:
        if not isinstance(env, GridVectorEnv):
            got = type(env).__name__
            raise TypeError(
                f"env: got {got}, expected a GridVectorEnv, for instance SnakeVectorEnv"
            )
        if env.autoreset_mode is not AutoresetMode.SAME_STEP:
            got = env.autoreset_mode.name.lower()
            raise ValidationError(f"autoreset_mode: got {got}, expected same_step")
        self.env = env
        self.spec = env.spec
        self._given: dict[str, dict[int, Any]] = {}
        self._actions: NDArray[Any] | None = None
        self._began = time.time()
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self.metadata["render_fps"] = env.metadata["render_fps"]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Row i gets seed + i at the next reset; None: a seed of NumPy's global stream."""
        if seed is not None:
            seed = seed_of(seed)
            seed_of(seed + self.num_envs - 1)
        seeds: Sequence[int | None] = super().seed(seed)
        return seeds

    def reset(self) -> NDArray[Any]:
        """Begins a new episode in every row."""
        observations, infos = self.env.reset(seed=self._seeds)
        self._actions = None
        self.reset_infos: list[Info] = [{} for _ in range(self.num_envs)]
        _put(infos, self.reset_infos)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keeps the actions, one integer a row, for ``step_wait``."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[Info]]:
        """Advances every row once. Raises for what is no action, and nothing has moved then."""
        if self._actions is None:
            raise InvalidStateError("step_wait: got no actions first, expected step_async()")
        actions, self._actions = self._actions, None
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        dones = terminated | truncated
        # A dict of its own for each row: wrappers and callbacks write into them, and keep them.
        rows: list[Info] = [{} for _ in range(self.num_envs)]
        final, final_info = infos.pop("final_obs", None), infos.pop("final_info", {})
        _put(infos, rows)
        if final is not None:
            self._end(np.flatnonzero(dones).tolist(), rows, final, truncated)
            _put(final_info, rows)
        return observations, rewards.astype(np.float32), dones, rows

    def _end(
        self,
        ended: list[int],
        rows: list[Info],
        final: NDArray[Any],
        truncated: NDArray[np.bool_],
    ) -> None:
        """Writes what there is to say of the episodes that have ended."""
        for row in ended:
            self.reset_infos[row] = rows[row]
            rows[row] = {
                "terminal_observation": final[row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        seconds = round(time.time() - self._began, 6)
        episodes = self.env.episodes()
        columns = (episodes[key][-len(ended) :].tolist() for key in ("row", "return", "length"))
        for row, total, length in zip(*columns, strict=True):
            rows[row]["episode"] = {"r": total, "l": length, "t": seconds}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions each row has: bool of shape (num_envs, actions)."""
        return self.env.action_masks()

    def get_images(self) -> Sequence[Any]:
        """The boards, one a row: uint8 of shape (H, W, 3); None but in mode "rgb_array"."""
        if self.render_mode != "rgb_array":
            warnings.warn(
                f"render_mode: got {self.render_mode!r}, expected 'rgb_array' for images",
                stacklevel=2,
            )
            return [None] * self.num_envs
        return self.env.render() or ()

    def close(self) -> None:
        """Ends the use of the environment."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of some rows; raises AttributeError for one that rows do not have."""
        rows = self._rows(indices)
        if attr_name in _METHODS:
            return [partial(self._ask, attr_name, row) for row in rows]
        shared = self._shared()
        if attr_name in shared:
            return [shared[attr_name]] * len(rows)
        given = self._given.get(attr_name, {})
        if not given or not given.keys() >= {*rows}:
            known = ", ".join([*_METHODS, *shared, *self._given])
            raise AttributeError(f"attr_name: got {attr_name!r}, expected one of {known}")
        return [given[row] for row in rows]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Gives rows an attribute, for ``get_attr``; raises AttributeError for one they have."""
        if attr_name in _METHODS or attr_name in self._shared():
            raise AttributeError(f"attr_name: got {attr_name!r}, expected one that can be set")
        self._given.setdefault(attr_name, {}).update(dict.fromkeys(self._rows(indices), value))

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What "action_masks" or "render" of some rows gives."""
        if method_name not in _METHODS:
            known = ", ".join(_METHODS)
            raise AttributeError(f"method_name: got {method_name!r}, expected one of {known}")
        answers = getattr(self.env, method_name)(*method_args, **method_kwargs)
        rows = self._rows(indices)
        return [None if answers is None else answers[row] for row in rows]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:  # noqa: ARG002 - SB3's form
        """Rows are wrapped in nothing."""
        return [False for _ in self._rows(indices)]

    def _ask(self, method_name: str, row: int) -> Any:
        return self.env_method(method_name, indices=row)[0]

    def _rows(self, indices: Indices) -> list[int]:
        rows = range(self.num_envs)
        return [rows[index] for index in self._get_indices(indices)]

    def _shared(self) -> dict[str, Any]:
        """What is the same for all rows."""
        return {
            "observation_space": self.env.single_observation_space,
            "action_space": self.env.single_action_space,
            "render_mode": self.env.render_mode,
            "metadata": self.env.metadata,
            "spec": self.env.spec,
        }


_METHODS = ("action_masks", "render")
"""What the vector environment does for all rows at once."""


def _put(infos: Mapping[str, Any], rows: list[Info]) -> None:
    """Writes a vector environment's infos, arrays with masks, into a dict a row."""
    for key, values in infos.items():
        if not key.startswith("_"):
            each = values.tolist() if values.ndim == 1 else values
            for row in np.flatnonzero(infos[f"_{key}"]).tolist():
                rows[row][key] = each[row]
