"""What an environment over a batch can do with its state."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Any, Literal

from tickgrid._core import Batch, Replay
from tickgrid.errors import InvalidStateError, ValidationError

__all__ = ["BatchCopies", "BatchState"]


class BatchCopies(ABC):
    """Copies and pickles of an environment that is made of ``_batch``."""

    _batch: Batch

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_batch": self._batch.get_state(log=True)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._batch = self._make_batch(0)
        self._batch.set_state(state["_batch"])

    @abstractmethod
    def _make_batch(self, seed: int) -> Batch:
        """A batch like the one there is, at its beginning."""


class BatchState(BatchCopies):
    """Exact states, too, single or vectorised."""

    _usable: bool
    _record: bool

    @property
    def config(self) -> dict[str, Any]:
        """The configuration, as what JSON would hold; it makes the same game anywhere."""
        config: dict[str, Any] = json.loads(self._batch.config)
        return config

    def get_state(self) -> str:
        """All positions and streams, exactly; ``set_state`` goes back to them.

        The episodes that have ended are not part of it; going back forgets them.
        """
        self._check_open()
        return self._batch.get_state()

    def set_state(self, state: str) -> None:
        """Goes back to what ``get_state`` gave, of an environment of the same configuration.

        Raises ValidationError for anything else; nothing has changed then.
        """
        self._check_open()
        self._batch.set_state(state)
        self._usable = True

    def _replay(self, row: int, episode: Literal["current", "finished"]) -> Replay:
        self._check_open()
        if not self._record:
            raise InvalidStateError("replay: got an environment that does not record, expected one")
        if episode not in ("current", "finished"):
            raise ValidationError(f"episode: got {episode!r}, expected 'current' or 'finished'")
        replay = self._batch.replay(row, episode == "finished")
        if replay is None:
            raise InvalidStateError(
                f"replay: got no {episode} episode, expected one recorded from its beginning"
            )
        return replay

    def _started(self, batch: Batch) -> Batch:
        if self._record:
            batch.keep_journals()
        return batch

    @abstractmethod
    def _check_open(self) -> None:
        """Raises if the environment has been closed."""
