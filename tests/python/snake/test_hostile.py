"""What strange programs do: raise where nobody expects it, fork, tamper, and end too early."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from tickgrid import (
    Direction,
    Food,
    Frame,
    GameOverError,
    Grid,
    InvalidStateError,
    Pause,
    Point,
    RandomFoodSpawner,
    Resume,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    SystemClock,
    TextRenderer,
    Turn,
    ValidationError,
)

from .games import LOOP, make_game
from .threads import PATIENCE


def any_of(thing: Any) -> Any:
    """The thing, with its signature hidden from the type checker."""
    return thing


class Interrupting:
    def __iter__(self) -> Any:
        raise KeyboardInterrupt

    __index__ = __iter__


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: any_of(Snake)(Interrupting()),
        lambda: any_of(Grid)(5, 5, Interrupting()),
        lambda: any_of(make_game().run)(1, Interrupting()),
        lambda: any_of(RandomFoodSpawner)(Interrupting()),
        lambda: any_of(Point)(Interrupting(), 1),
    ],
)
def test_an_interruption_is_never_taken_for_bad_input(attempt: Callable[[], object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        attempt()


@pytest.mark.parametrize(
    ("error", "field", "attempt"),
    [
        (ValidationError, "board", lambda: Frame(1, "ready", 0, "\ud800")),
        (ValidationError, "release_gil", lambda: any_of(make_game)(release_gil="\ud800")),
        (TypeError, "release_gil", lambda: any_of(make_game)(release_gil=1)),
        (TypeError, "grow", lambda: any_of(Snake([Point(0, 0)]).move)(Point(0, 1), 1)),
        (TypeError, "repeat", lambda: any_of(make_game().run)(1, repeat="x")),
        (TypeError, "game", lambda: any_of(Turn("up").apply)(None)),
        (TypeError, "game", lambda: any_of(Pause().apply)(None)),
        (TypeError, "game", lambda: any_of(Resume().apply)(None)),
        (TypeError, "renderer", lambda: any_of(make_game().subscribe)(TextRenderer)),
        (TypeError, "clock", lambda: any_of(make_game)(clock=SystemClock)),
        (ValidationError, "Direction", lambda: Direction.UP.reverses("north")),
        (TypeError, "other", lambda: any_of(Direction.UP.reverses)(5)),
        (ValidationError, "width", lambda: Grid(-5, 5)),
        (ValidationError, "state", lambda: any_of(Snake.__new__(Snake)).__setstate__((1,))),
        (ValidationError, "state", lambda: any_of(Snake.__new__(Snake)).__setstate__("\ud800")),
    ],
)
def test_an_error_is_of_its_class_and_names_the_field(
    error: type[Exception], field: str, attempt: Callable[[], object]
) -> None:
    with pytest.raises(error, match=field) as raised:
        attempt()
    assert len(str(raised.value)) < 300


def test_a_game_that_is_made_again_stays_as_it_was_and_so_does_the_spawner() -> None:
    spawner = ScriptedFoodSpawner([Point(0, 0), Point(0, 1)])
    game = make_game()
    before = str(game)
    with pytest.raises(InvalidStateError):
        any_of(game.__init__)(Grid(5, 5), Snake([Point(2, 2)]), spawner)  # type: ignore[misc]
    assert str(game) == before
    assert spawner.spawn(Grid(5, 5), []) == Food(Point(0, 0))


def test_a_tampered_record_is_refused() -> None:
    class Mine(SnakeGame):
        pass

    state = make_game().__reduce__()[2]
    (text, *rest), _ = state
    for old, new in [('"score":0', f'"score":{2**64 - 1}'), ("[[5,5]", "[[99,5]"), ("{", "[")]:
        assert old in text
        blank = Mine.__new__(Mine)
        with pytest.raises(ValidationError):
            blank.__setstate__(((text.replace(old, new, 1), *rest), {"hacked": True}))
        assert not hasattr(blank, "hacked")


def test_copies_keep_what_a_subclass_has_added() -> None:
    class Labelled(Point):
        label: str

    point = Labelled(1, 2)
    point.label = "here"
    assert copy.copy(point).label == "here"
    assert copy.deepcopy(point) == point


def test_equal_values_have_equal_hashes() -> None:
    class Mine(Pause):
        pass

    assert Mine() == Pause()
    assert len({Mine(), Pause()}) == 1


# Round a 6x6 board, from its top left corner.
ROUND = [
    *["right"] * 5,
    *["down", *["left"] * 4, "down", *["right"] * 4] * 2,
    *["down", *["left"] * 5],
    *["up"] * 5,
]


def test_copies_taken_while_another_thread_ticks_continue_identically() -> None:
    def make() -> SnakeGame:
        return SnakeGame(Grid(6, 6), Snake([Point(0, 0)]), RandomFoodSpawner(2))

    def play(game: SnakeGame) -> None:
        while game.state != "over":
            game.run(1, [ROUND[game.tick_count % 36]])

    def end(game: SnakeGame) -> int:
        start = game.tick_count % 36
        game.run(10_000, ROUND[start:] + ROUND[:start], repeat=True)
        return game.tick_count

    expected = end(make())
    copied = 0
    for _ in range(40):
        game = make()
        thread = threading.Thread(target=play, args=(game,))
        thread.start()
        twins: list[SnakeGame] = []
        while thread.is_alive():
            twins += [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
        thread.join()
        going_on = [twin for twin in twins if twin.state != "over"]
        assert {end(twin) for twin in going_on} <= {expected}
        copied += len(going_on)
    assert copied > 0


def test_a_verb_gets_in_between_two_strategies_of_a_run() -> None:
    asked: list[int] = []

    class Ahead:
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food:
            asked.append(1)
            time.sleep(0.002)
            return Food(Point(next(iter(occupied)).x + 1, 1))

    game = SnakeGame(Grid(600, 3), Snake([Point(1, 1)]), Ahead())
    thread = threading.Thread(target=game.run, args=(500,))
    thread.start()
    while len(asked) < 5:
        time.sleep(0.001)
    game.pause()
    thread.join(PATIENCE)
    assert len(asked) < 100


def test_nothing_arrives_after_unsubscribe_has_returned() -> None:
    """One written in Python may begin before and go on after; a list's takes a frame at once."""
    kept: list[tuple[list[Frame], int]] = []
    game = make_game(food=[])
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            game.run(100, LOOP, repeat=True)

    thread = threading.Thread(target=tick)
    thread.start()
    start, some = time.monotonic(), False
    while time.monotonic() < start + (0.3 if some else PATIENCE):
        frames: list[Frame] = []
        observer: Any = SimpleNamespace(on_frame=frames.append)
        game.subscribe(observer)
        game.unsubscribe(observer)
        kept.append((frames, len(frames)))
        some = some or bool(frames)
    stop.set()
    thread.join(PATIENCE)
    assert some and all(len(frames) == count for frames, count in kept)


def test_an_observer_without_its_method_can_be_unsubscribed() -> None:
    class Observer:
        pass

    observer: Any = Observer()
    observer.on_frame = lambda _: None
    game = make_game()
    game.subscribe(observer)
    del observer.on_frame
    assert game.unsubscribe(observer)
    assert game.tick().moved


def test_an_interruption_in_an_observer_does_not_hide_the_verbs_own_error(
    unraisable: list[Any],
) -> None:
    class Observer:
        def on_frame(self, frame: Frame) -> None:
            raise KeyboardInterrupt

    game = make_game(body=[(9, 5), (8, 5)])
    game.subscribe(Observer())
    game.advance()
    with pytest.raises(KeyboardInterrupt):
        game.tick()
    assert [type(error) for error in unraisable] == [GameOverError]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_a_signal_ends_the_wait_for_a_strategy() -> None:
    class Stop(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stop

    entered, leave = threading.Event(), threading.Event()

    class Slow:
        def __init__(self) -> None:
            self.first = True

        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            if self.first:
                self.first = False
                return Food(Point(6, 5))
            entered.set()
            leave.wait(PATIENCE)
            return None

    game = make_game(Slow())
    thread = threading.Thread(target=game.tick)
    thread.start()
    entered.wait(PATIENCE)
    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Stop):
            game.pause()
    finally:
        signal.signal(signal.SIGALRM, handler)
        leave.set()
        thread.join(PATIENCE)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_draws_seeds_of_its_own() -> None:
    code = """
import os, sys
from tickgrid import RandomFoodSpawner
RandomFoodSpawner()
for _ in range(3):
    if os.fork() == 0:
        print(RandomFoodSpawner().seed, flush=True)
        os._exit(0)
    os.wait()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(set(done.stdout.split())) == 3


def test_the_first_error_of_a_process_may_come_at_its_exit() -> None:
    code = """
from tickgrid import *
class Late:
    def __init__(self):
        self.game = SnakeGame(Grid(5, 5), Snake([Point(1, 1)]), ScriptedFoodSpawner([]))
    def __del__(self):
        try:
            self.game.pause()
        except BaseException:
            pass
late = Late()
late.me = late
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


def test_a_process_ends_though_a_thread_still_runs_a_game() -> None:
    code = """
import sys, threading, time
from tickgrid import *
game = SnakeGame(Grid(9, 9), Snake([Point(5, 5), Point(4, 5)]), ScriptedFoodSpawner([]))
turns = ["up", "left", "down", "right"]
threading.Thread(target=lambda: game.run(10**12, turns, repeat=True), daemon=True).start()
time.sleep(0.05)
"""
    for _ in range(5):
        subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
