"""Threads whose result, error or getting stuck is seen by the test that started them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
PATIENCE = 30.0  # seconds; only a deadlock takes so long


class Worker(threading.Thread, Generic[T]):
    """A running daemon thread; ``result`` gives what its function returned or raised."""

    def __init__(self, function: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self._function = function
        self._values: list[T] = []
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._values.append(self._function())
        except BaseException as error:
            self._error = error

    def result(self) -> T:
        self.join(PATIENCE)
        assert not self.is_alive(), "the thread is stuck"
        if self._error is not None:
            raise self._error
        return self._values[0]


def together(*functions: Callable[[], T]) -> list[T]:
    """Run the functions in one thread each, started at the same moment."""
    gate = threading.Barrier(len(functions))

    def behind_the_gate(function: Callable[[], T]) -> Callable[[], T]:
        def wait_and_call() -> T:
            gate.wait(PATIENCE)
            return function()

        return wait_and_call

    workers = [Worker(behind_the_gate(function)) for function in functions]
    return [worker.result() for worker in workers]
