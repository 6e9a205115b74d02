"""Several threads and one game: waiting for strategies, order of frames, and no deadlock."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable
from functools import partial

import pytest

from tickgrid import (
    Direction,
    Food,
    Frame,
    GameOverError,
    GameState,
    Grid,
    InvalidStateError,
    Point,
    SnakeGame,
    Turn,
)

from .games import LOOP, Log, ReleaseGil, about_to_eat, make_game, view
from .soak import soak
from .threads import PATIENCE, Worker, together

NEXT = Food(Point(0, 9))
BOTH_WAYS = pytest.mark.parametrize("release_gil", ["always", "auto"])


class Gate:
    """A spawner's hook, or an observer, that waits inside until it is let through."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.open = threading.Event()
        self.frames: list[Frame] = []

    def wait(self) -> None:
        self.entered.set()
        assert self.open.wait(PATIENCE)

    def __call__(self, grid: Grid, occupied: Iterable[Point]) -> Food:
        self.wait()
        return NEXT

    def on_frame(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.wait()


# -- strategies ------------------------------------------------------------------------------

VERBS: dict[str, tuple[Callable[[SnakeGame], object], object]] = {
    "tick": (lambda game: game.tick().tick, 3),
    "run": (lambda game: game.run(2).tick, 4),
    "pause": (lambda game: game.pause(), GameState.PAUSED),
    "resume": (lambda game: game.resume(), GameState.RUNNING),
    "change_direction": (lambda game: game.change_direction(Direction.UP), True),
    "submit": (lambda game: game.submit(Turn(Direction.UP)), True),
    "advance": (lambda game: game.advance().tick, 3),
}


@BOTH_WAYS
@pytest.mark.parametrize("verb", VERBS)
def test_another_threads_verb_waits_until_the_strategy_has_answered(
    verb: str, release_gil: ReleaseGil
) -> None:
    call, answer = VERBS[verb]
    gate = Gate()
    game = about_to_eat(gate, running=True, release_gil=release_gil)
    eating = Worker(game.tick)
    assert gate.entered.wait(PATIENCE)
    waiting = Worker(lambda: call(game))
    waiting.join(0.05)
    assert waiting.is_alive()
    gate.open.set()
    assert eating.result().tick == 2
    assert waiting.result() == answer


@BOTH_WAYS
def test_reads_do_not_wait_for_a_strategy(release_gil: ReleaseGil) -> None:
    gate = Gate()
    game = about_to_eat(gate, running=True, release_gil=release_gil)
    before = view(game)
    eating = Worker(game.tick)
    assert gate.entered.wait(PATIENCE)
    during = Worker(lambda: (view(game), game.elapsed() >= 0.0, game.next_interval()))
    assert during.result() == (before, True, 0.15)
    assert eating.is_alive()
    gate.open.set()
    eating.result()
    assert view(game) != before


def test_two_strategies_that_want_each_others_game_do_not_deadlock() -> None:
    both_inside = threading.Barrier(2)
    games: list[SnakeGame] = []
    refused: list[int] = []

    def wanting(other: int) -> Callable[[Grid, Iterable[Point]], Food]:
        def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
            both_inside.wait(PATIENCE)
            with pytest.raises(InvalidStateError):
                games[other].tick()
            refused.append(other)
            both_inside.wait(PATIENCE)  # neither answers before both were refused
            return NEXT

        return hook

    games += [about_to_eat(wanting(1)), about_to_eat(wanting(0))]
    results = together(games[0].tick, games[1].tick)
    assert [result.ate for result in results] == [True, True]
    assert sorted(refused) == [0, 1]


def test_a_failing_strategy_lets_the_waiting_go_on() -> None:
    class Failure(Exception):
        pass

    gate = Gate()

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        first = not gate.entered.is_set()
        gate.wait()
        if first:
            raise Failure
        return NEXT

    game = about_to_eat(hook)
    failing = Worker(game.tick)
    assert gate.entered.wait(PATIENCE)
    waiting = Worker(game.tick)
    gate.open.set()
    with pytest.raises(Failure):
        failing.result()
    assert waiting.result().tick == 1  # the failed tick did not count
    assert game.food == NEXT


@BOTH_WAYS
def test_a_python_spawner_shared_by_games_of_many_threads(release_gil: ReleaseGil) -> None:
    class Ahead:
        """The first free cell: to a snake that starts in the corner always the next ahead."""

        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            return Food(grid.free_cells(occupied)[0])

    shared = Ahead()

    def play() -> int:
        game = make_game(shared, body=[(0, 0)], size=(30, 3), food=[], release_gil=release_gil)
        while game.state is not GameState.OVER:
            game.tick()
        return game.score

    assert together(*[play] * 4) == [29] * 4


def test_a_strategy_is_asked_by_the_thread_that_ticks() -> None:
    asked: list[int] = []

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        asked.append(threading.get_ident())
        return NEXT

    worker = Worker(about_to_eat(hook).tick)
    worker.result()
    assert asked == [worker.ident]


# -- frames ----------------------------------------------------------------------------------


@BOTH_WAYS
def test_every_frame_arrives_once_and_in_order_of_ticks(
    release_gil: ReleaseGil,
) -> None:
    game = make_game(release_gil=release_gil, size=(450, 3), body=[(1, 1)], food=[])
    logs = [Log(), Log()]
    for log in logs:
        game.subscribe(log)

    def tick() -> list[int]:
        return [game.tick().tick for _ in range(100)]

    ticks = together(*[tick] * 4)
    game.flush()
    assert sorted(itertools.chain(*ticks)) == list(range(1, 401))  # no tick was done or told twice
    for log in logs:
        assert log.ticks == list(range(1, 401))


def test_a_concurrent_verb_does_not_wait_for_a_delivery() -> None:
    game, gate, after = make_game(), Gate(), Log()
    game.subscribe(gate)
    game.subscribe(after)
    delivering = Worker(game.tick)
    assert gate.entered.wait(PATIENCE)
    assert Worker(game.tick).result().tick == 2  # though the first frame is still on its way
    assert Worker(game.pause).result() is GameState.PAUSED
    assert after.ticks == []
    gate.open.set()
    delivering.result()
    assert after.ticks == [1, 2, 2]
    assert gate.frames == after.frames


def test_a_delivery_holds_no_lock() -> None:
    game, gate = make_game(), Gate()
    game.subscribe(gate)
    delivering = Worker(game.tick)
    assert gate.entered.wait(PATIENCE)
    worker = Worker(lambda: (view(game), game.change_direction(Direction.UP)))
    assert worker.result()[1] is True
    assert game.unsubscribe(gate) is True
    gate.open.set()
    delivering.result()
    game.tick()
    assert [frame.tick for frame in gate.frames] == [1]


# -- turns -----------------------------------------------------------------------------------


@BOTH_WAYS
def test_the_queue_never_takes_more_than_two_from_however_many(release_gil: ReleaseGil) -> None:
    for _ in range(20):
        game = make_game(release_gil=release_gil, body=[(5, 5)])
        for turn in (Direction.UP, Direction.LEFT):
            taken = together(*[partial(game.change_direction, turn)] * 4)
            assert sum(taken) == 1
        assert game.change_direction(Direction.DOWN) is False


@BOTH_WAYS
def test_the_end_comes_once(release_gil: ReleaseGil) -> None:
    game = make_game(release_gil=release_gil, body=[(5, 1)])

    def play() -> int:
        for count in range(20):
            try:
                game.tick()
            except GameOverError:
                return count
        return 20

    assert sum(together(*[play] * 4)) == 5
    assert game.tick_count == 5


def test_games_in_other_threads_do_not_disturb_each_other() -> None:
    def play() -> tuple[object, ...]:
        game = make_game(food=[])
        game.run(1_001, LOOP, repeat=True)
        return view(game)

    views = together(*[play] * 4)
    assert all(one == views[0] for one in views)


# -- all at once -----------------------------------------------------------------------------


def test_a_short_soak() -> None:
    games, ticks = soak(1.0)
    assert games >= 1
    assert ticks >= 1
