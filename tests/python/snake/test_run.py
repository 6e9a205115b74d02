"""``run``: the same as so many ticks, only natively, and still open to others meanwhile."""

from __future__ import annotations

import itertools
import random
import signal
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from tickgrid import (
    Direction,
    EndReason,
    Food,
    Frame,
    GameOverError,
    GameState,
    Point,
    RandomFoodSpawner,
    SnakeGame,
    TickResult,
    ValidationError,
)

from .games import LOOP, HookSpawner, Log, ReleaseGil, make_game, view
from .threads import Worker

UP, DOWN, LEFT, RIGHT = Direction
BOTH_WAYS = pytest.mark.parametrize("release_gil", ["always", "auto"])
FOREVER = 2**31 - 1


def circling(release_gil: ReleaseGil = "always") -> SnakeGame:
    return make_game(food=[], release_gil=release_gil)


# -- like so many ticks ----------------------------------------------------------------------


def tick_by_tick(
    game: SnakeGame, n: int, turns: list[Direction] | None, repeat: bool
) -> TickResult:
    """What ``run`` is to do, in Python."""
    offers = iter(turns or ())
    if turns and repeat:
        offers = itertools.cycle(turns)
    for _ in range(n):
        turn = next(offers, None)
        if turn is not None:
            game.change_direction(turn)
        result = game.tick()
        if game.state is not GameState.RUNNING:
            break
    return result


@pytest.mark.parametrize("watched", [False, True])
def test_run_equals_so_many_ticks(watched: bool) -> None:
    rng = random.Random(8)
    long = [(x, 5) for x in range(7, 0, -1)]  # so that it also meets itself
    reasons = set()
    for seed in range(200):
        n, repeat = rng.randint(1, 60), rng.random() < 0.5
        turns = rng.choices(list(Direction), k=rng.randint(0, 30))
        games = [make_game(RandomFoodSpawner(seed), body=long) for _ in range(2)]
        logs = [Log(), Log()]
        for game, log in zip(games, logs, strict=True):
            if watched:
                game.subscribe(log)
            for turn in turns[: seed % 3]:  # some wait before the run begins
                game.change_direction(turn)
        result = games[0].run(n, turns, repeat=repeat)
        assert result == tick_by_tick(games[1], n, turns, repeat)
        assert view(games[0]) == view(games[1])
        assert logs[0].frames == logs[1].frames
        reasons.add(result.reason)
    assert {None, EndReason.WALL, EndReason.SELF} <= reasons


def test_run_goes_on_without_turns_until_the_end() -> None:
    game = make_game()
    assert game.run(3) == TickResult(3, GameState.RUNNING, True, False, 0)
    assert game.run(100) == TickResult(5, GameState.OVER, False, False, 0, EndReason.WALL)
    assert game.last_result == TickResult(5, GameState.OVER, False, False, 0, EndReason.WALL)
    with pytest.raises(GameOverError):
        game.run(1)


def test_used_up_turns_are_followed_by_none_or_start_over() -> None:
    once, again = circling(), circling()
    assert once.run(8, LOOP).moved
    assert once.snake.head == Point(9, 5)  # after the circle straight on
    assert again.run(8, LOOP, repeat=True).moved
    assert again.snake.head == Point(5, 5)


def test_a_refused_turn_is_no_error() -> None:
    game = make_game()
    game.run(2, [LEFT, RIGHT])
    assert game.snake.head == Point(7, 5)


def test_turns_may_be_strings_and_any_iterable() -> None:
    game = circling()
    game.run(2, ("down", LEFT))
    game.run(2, (name for name in ["up", "right"]))
    assert game.snake.head == Point(5, 5)


def test_no_more_turns_are_taken_than_there_are_ticks() -> None:
    game, endless = circling(), itertools.cycle(LOOP)
    game.run(3, endless)
    assert next(endless) is RIGHT
    game.run(1, iter(["right", "sideways"]))
    assert game.snake.head == Point(5, 5)


def test_repeating_no_turns_offers_none() -> None:
    game = make_game()
    game.run(2, [], repeat=True)
    assert game.snake.head == Point(7, 5)


def test_an_iterator_may_be_repeated_too() -> None:
    game = circling()
    game.run(8, iter(LOOP), repeat=True)
    assert game.snake.head == Point(5, 5)


# -- stopping --------------------------------------------------------------------------------


def test_a_paused_game_does_not_run() -> None:
    game = make_game()
    game.tick()
    game.pause()
    assert game.run(5) == TickResult(1, GameState.PAUSED, False, False, 0)
    assert game.tick_count == 1


def test_run_stops_when_an_observer_pauses() -> None:
    class Pausing(Log):
        def on_frame(self, frame: Frame) -> None:
            super().on_frame(frame)
            if frame.tick == 3 and frame.state is GameState.RUNNING:
                game.pause()

    game, observer = circling(), Pausing()
    game.subscribe(observer)
    assert game.run(10, LOOP, repeat=True).tick == 3
    assert game.tick_count == 3
    assert game.state is GameState.PAUSED
    assert observer.ticks == [1, 2, 3, 3]


def test_an_observers_error_leaves_run_after_that_tick() -> None:
    class Oops(Exception):
        pass

    class Broken(Log):
        def on_frame(self, frame: Frame) -> None:
            super().on_frame(frame)
            if frame.tick == 3:
                raise Oops

    game, observer = circling(), Broken()
    game.subscribe(observer)
    with pytest.raises(Oops):
        game.run(10, LOOP, repeat=True)
    assert game.tick_count == 3
    assert game.last_result is not None and game.last_result.tick == 3
    assert game.run(2).tick == 5
    assert observer.ticks == [1, 2, 3, 4, 5]


def test_a_strategys_error_leaves_run_and_the_ticks_before_stand() -> None:
    class Failure(Exception):
        pass

    def hook(grid: object, occupied: object) -> Food:
        raise Failure

    game = make_game(HookSpawner(Point(8, 5), hook))
    with pytest.raises(Failure):
        game.run(5)
    assert game.tick_count == 2
    assert game.run(2, [UP, LEFT]).tick == 4


@pytest.mark.parametrize(
    ("arguments", "error", "name"),
    [
        ((0,), ValidationError, r"\bn\b"),
        ((-1,), ValidationError, r"\bn\b"),
        ((2**70,), ValidationError, r"\bn\b"),
        ((1.5,), TypeError, r"\bn\b"),
        (("3",), TypeError, r"\bn\b"),
        ((None,), TypeError, r"\bn\b"),
        ((3, ["up", "sideways"]), ValidationError, "turn"),
        ((3, [UP, 1]), TypeError, "turn"),
        ((3, 5), TypeError, "turn|iter"),
    ],
)
def test_wrong_arguments_move_nothing(
    arguments: tuple[Any, ...], error: type[Exception], name: str
) -> None:
    game = make_game()
    before = view(game)
    with pytest.raises(error, match=name):
        game.run(*arguments)
    assert view(game) == before
    game.tick()
    assert game.direction is RIGHT  # nothing was queued


def test_an_iterable_that_raises_moves_nothing() -> None:
    class Broken(Exception):
        pass

    def turns() -> Iterator[Direction]:
        yield UP
        raise Broken

    game = make_game()
    with pytest.raises(Broken):
        game.run(3, turns())
    assert game.tick_count == 0


# -- long runs -------------------------------------------------------------------------------


def ticks_in(seconds: float, game: SnakeGame) -> int:
    """About how many ticks this machine runs in that time."""

    def duration(n: int) -> float:
        before = time.perf_counter()
        game.run(n, LOOP, repeat=True)
        return time.perf_counter() - before

    return min(FOREVER, int(seconds * 4_000 / min(duration(4_000) for _ in range(5))))


@BOTH_WAYS
def test_another_thread_works_all_through_a_long_run(release_gil: ReleaseGil) -> None:
    game = circling(release_gil)
    n = ticks_in(0.5, game)
    begun = game.tick_count
    running = Worker(lambda: game.run(n, LOOP, repeat=True))
    seen = set()
    while running.is_alive():
        seen.add(game.tick_count)
    assert running.result().tick == begun + n
    assert len(seen) >= 10


@BOTH_WAYS
def test_another_threads_verb_comes_in_between(release_gil: ReleaseGil) -> None:
    game = circling(release_gil)
    running = Worker(lambda: game.run(FOREVER, LOOP, repeat=True))
    while game.tick_count == 0:
        time.sleep(0.001)
    game.pause()
    assert running.result().tick == game.tick_count < FOREVER
    assert game.state is GameState.PAUSED


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
@BOTH_WAYS
def test_a_signal_ends_a_long_run(release_gil: ReleaseGil) -> None:
    class Alarm(Exception):
        pass

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    def run_until_it_rings() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        game.run(FOREVER, LOOP, repeat=True)

    game = circling(release_gil)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Alarm):
            run_until_it_rings()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 0 < game.tick_count < FOREVER
    assert game.last_result is not None and game.last_result.tick == game.tick_count
    assert game.tick().moved
