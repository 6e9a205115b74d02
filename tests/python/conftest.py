"""What every Python test gets: a watchdog against deadlocks, and a trap for unraisable errors."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

SECONDS_BEFORE_A_TEST_COUNTS_AS_STUCK = 120
_stderr = [2]


def pytest_configure(config: pytest.Config) -> None:
    """Keep the real stderr, and let Ctrl-C count.

    Pytest's capture would swallow the watchdog's last words. What is started in the background may
    have Ctrl-C ignored, and so would all that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        with capture.global_and_fixture_disabled():
            _stderr[0] = os.dup(2)


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """A deadlock that holds the interpreter lock can only be seen by a thread without one."""
    seconds = SECONDS_BEFORE_A_TEST_COUNTS_AS_STUCK
    faulthandler.dump_traceback_later(seconds, exit=True, file=_stderr[0])
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The errors that went to ``sys.unraisablehook`` during the test."""
    errors: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: errors.append(report.exc_value))
    return errors
