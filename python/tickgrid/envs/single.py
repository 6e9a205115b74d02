"""One game as a ``gymnasium.Env``: a batch of one row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tickgrid._core import Batch, Replay
from tickgrid.envs.options import INFO, check_mode, fresh_seed, info_keys, seed_of, show, spaces
from tickgrid.envs.state import BatchState
from tickgrid.errors import InvalidStateError

__all__ = ["GridEnv"]

Info = dict[str, Any]


class GridEnv(BatchState, gymnasium.Env[NDArray[Any], Any]):
    """A game of the name ``game``, by its configuration in JSON.

    The engine has one stream of chance. ``reset(seed=s)`` starts it anew from the integer itself,
    ``reset()`` goes on with it, so that a run is reproducible from the one seed. Observations are
    fresh arrays. A game that has ended must be reset before it is stepped again.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's form
        "render_modes": ["rgb_array", "ansi", "human"],
        "render_fps": 10,
    }

    def __init__(
        self,
        game: str,
        config: str,
        *,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        record: bool = False,
    ) -> None:
        check_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.metadata = dict(self.metadata)
        self._made_of = (game, config, max_episode_steps)
        self._record = bool(record)
        self._batch = self._make_batch(fresh_seed())
        self._info_keys = info_keys(info, self._batch)
        self._usable = False
        self._closed = False
        self.observation_space, self.action_space = spaces(self._batch)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's form
    ) -> tuple[NDArray[Any], Info]:
        """Begins a new episode. ``seed``: 0 to 2^64 - 1, or None to go on with the stream."""
        self._check_open()
        engine_seed = None if seed is None else seed_of(seed)
        if self.spec is not None and self.spec.max_episode_steps is not None:
            # ``gymnasium.make`` keeps this option for itself; the engine must know to tell of it.
            self._batch.set_max_episode_steps(self.spec.max_episode_steps)
        super().reset(seed=engine_seed)
        observation = self._batch.reset(None, None if engine_seed is None else [engine_seed])[0]
        self._usable = True
        if self.render_mode == "human":
            show(self._batch.text(0))
        return observation, self._infos(ended=False)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Info]:
        """Advances once. Raises for what is no action, and nothing has moved then."""
        if not self._usable:
            self._check_open()
            raise gymnasium.error.ResetNeeded("step: got no reset first, expected reset()")
        observation, reward, terminated, truncated = self._batch.step_one(action)
        if self.render_mode == "human":
            show(self._batch.text(0))
        return observation, reward, terminated, truncated, self._infos(terminated or truncated)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are: bool of shape (actions,). Never all False; all True at the end.

        MaskablePPO of ``sb3-contrib`` asks for it by this name.
        """
        mask: NDArray[np.bool_] = self._batch.action_masks()[0]
        return mask

    def render(self) -> Any:
        """The board: uint8 of shape (H, W, 3) in mode "rgb_array", lines of text in "ansi"."""
        self._check_open()
        if self.render_mode == "ansi":
            return self._batch.text(0)
        if self.render_mode == "rgb_array":
            return self._batch.picture(0, 16)
        if self.render_mode == "human":
            show(self._batch.text(0))
        return None

    def replay(self, *, episode: Literal["current", "finished"] = "current") -> Replay:
        """The episode it is in, which may have ended, or the last that has "finished".

        Raises InvalidStateError unless it was made with ``record=True``, and before a reset.
        """
        return self._replay(0, episode)

    def close(self) -> None:
        """Ends the use of the environment."""
        self._closed = True
        self._usable = False

    def _make_batch(self, seed: int) -> Batch:
        game, config, most_steps = self._made_of
        return self._started(
            Batch(
                game,
                config,
                1,
                autoreset="disabled",
                seed=seed,
                max_episode_steps=most_steps,
                num_threads=1,
            )
        )

    def _check_open(self) -> None:
        if self._closed:
            raise InvalidStateError("env: it is closed, expected one that is open")

    def _infos(self, ended: bool) -> Info:
        info: Info = {}
        for key in self._info_keys:
            if key == "ending":
                if ended:
                    info[key] = self._batch.ending_words()[0]
            elif key == "action_mask":
                info[key] = self.action_masks()
            elif key == "to_act":
                info[key] = int(self._batch.to_act()[0])
            elif key == "rewards":
                info[key] = self._batch.rewards()[0]
            else:
                info[key] = int(self._batch.facts()[0, self._batch.fact_names.index(key)])
        return info
