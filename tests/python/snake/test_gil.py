"""When a verb lets go of the interpreter lock.

With a switch interval of a minute another thread gets it only from one who lets go of it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from .games import LOOP, ReleaseGil, make_game

ENOUGH_TICKS = 20_000
# A thread that may run need not at once, where others are busy.
PATIENCE = 10_000_000


@pytest.fixture
def nobody_switches() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60.0)
    yield
    sys.setswitchinterval(interval)


def another_thread_runs(release_gil: ReleaseGil, ticks: int) -> bool:
    """Whether a thread that wants the lock gets it while ours ticks."""
    game = make_game(food=[], release_gil=release_gil)
    start, ran = threading.Lock(), threading.Event()

    def other() -> None:
        with start:
            ran.set()

    start.acquire()
    thread = threading.Thread(target=other)
    thread.start()
    start.release()
    got_it = False
    for tick in range(ticks):
        game.change_direction(LOOP[tick % 4])
        game.tick()
        if ran.is_set():
            got_it = True
            break
    thread.join()
    return got_it


@pytest.mark.usefixtures("nobody_switches")
def test_always_lets_go_in_each_tick() -> None:
    assert another_thread_runs("always", PATIENCE)


@pytest.mark.usefixtures("nobody_switches")
def test_auto_keeps_the_lock_while_a_tick_is_short() -> None:
    assert not another_thread_runs("auto", ENOUGH_TICKS)


@pytest.mark.usefixtures("nobody_switches")
@pytest.mark.parametrize("release_gil", ["always", "auto"])
def test_a_run_lets_go_of_it_in_either_way(release_gil: ReleaseGil) -> None:
    game = make_game(food=[], release_gil=release_gil)
    thread = threading.Thread(target=game.run, args=(10**12, LOOP), kwargs={"repeat": True})
    thread.start()
    seen: set[int] = set()
    while len(seen) < 5:  # the run never ends by itself
        seen.add(game.tick_count)
    game.pause()
    thread.join()
    assert game.tick_count >= max(seen)
