"""A bar on standard error, for work that takes its time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Bar"]

SECONDS_BEFORE_A_BAR = 0.5


class Bar:
    """Called with the part that is done, 0.0 to 1.0, it shows it; not before half a second."""

    def __init__(self, task: str) -> None:
        self._name = task
        self._start = time.monotonic()
        self._progress: Progress | None = None

    def __call__(self, done: float) -> None:
        """Shows how far the work is."""
        if self._progress is None:
            if time.monotonic() - self._start < SECONDS_BEFORE_A_BAR:
                return
            # Imported when it is shown: most work is done before that.
            from rich.console import Console
            from rich.progress import Progress

            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task(self._name, total=1.0)
            self._progress.start()
        self._progress.update(self._task, completed=done)

    def close(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()
