"""When a verb lets go of the interpreter lock.

With a switch interval of a minute another thread gets it only from one who lets go of it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import pytest

from tickgrid import Direction

from .games import LOOP, ReleaseGil, make_game

ENOUGH_TICKS = 20_000


@pytest.fixture
def nobody_switches() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60.0)
    yield
    sys.setswitchinterval(interval)


def another_thread_runs(release_gil: ReleaseGil) -> bool:
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
    for tick in range(ENOUGH_TICKS):
        game.change_direction(LOOP[tick % 4])
        game.tick()
        if ran.is_set():
            got_it = True
            break
    thread.join()
    return got_it


@pytest.mark.usefixtures("nobody_switches")
def test_always_lets_go_in_each_tick() -> None:
    assert another_thread_runs("always")


@pytest.mark.usefixtures("nobody_switches")
def test_auto_keeps_the_lock_while_a_tick_is_short() -> None:
    assert not another_thread_runs("auto")


@pytest.mark.usefixtures("nobody_switches")
@pytest.mark.parametrize("release_gil", ["always", "auto"])
def test_a_run_lets_go_of_it_in_either_way(release_gil: ReleaseGil) -> None:
    game = make_game(food=[], release_gil=release_gil)
    ticks: list[int] = []

    def watch() -> None:
        while not ticks or ticks[-1] < 200_000:
            ticks.append(game.tick_count)
            time.sleep(0)

    thread = threading.Thread(target=watch)
    thread.start()
    game.run(1_000_000, [Direction(turn) for turn in LOOP], repeat=True)
    seen_during_the_run = len(set(ticks))
    thread.join()
    assert seen_during_the_run > 3
