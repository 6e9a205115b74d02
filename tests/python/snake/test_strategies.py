"""Strategies written in Python, in one thread: what they may do and what their failure leaves.

Spawners, speeds and clocks that inherit from nothing; subclasses have a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tickgrid import (
    Direction,
    EndReason,
    Food,
    Frame,
    GameState,
    Grid,
    InvalidStateError,
    ManualClock,
    PausedPhase,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    SnakeGame,
    TextRenderer,
    Turn,
    ValidationError,
)

from .games import BODY, ReleaseGil, about_to_eat, make_game, points, view

NEXT = Food(Point(0, 9), 2)


class Failure(Exception):
    """What a broken strategy raises."""


class Fragile:
    """A clock in Python that fails when told to."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.time = 1.0

    def now(self) -> float:
        if self.error is not None:
            raise self.error
        return self.time


# -- what a strategy is given and may do -----------------------------------------------------


def test_classes_that_inherit_from_nothing_meet_the_protocols() -> None:
    class Spawner:
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            return Food(grid.free_cells(occupied)[-1], 3)

    class Speed:
        def interval(self, score: int, length: int) -> float:
            return 1.0 / (1 + score)

    frames: list[Frame] = []

    class Renderer:
        def on_frame(self, frame: Frame) -> None:
            frames.append(frame)

    game = make_game(Spawner(), speed=Speed(), clock=Fragile())
    game.subscribe(Renderer())
    assert game.food == Food(Point(9, 9), 3)
    assert game.next_interval() == 1.0
    game.tick()
    assert [frame.tick for frame in frames] == [1]


@pytest.mark.parametrize("running", [False, True])
def test_a_spawner_is_given_the_grid_and_the_grown_body(running: bool) -> None:
    given: list[tuple[Grid, list[Point]]] = []

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        given.append((grid, list(occupied)))
        return NEXT

    game = about_to_eat(hook, running=running)
    assert game.tick().ate
    assert game.food == NEXT
    assert given == [(game.grid, list(game.snake.cells()))]
    assert len(given[0][1]) == 4


def test_reads_inside_a_strategy_show_the_state_before_the_tick() -> None:
    seen: list[tuple[object, ...]] = []

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        seen.append((*view(game), game.seed, game.grid, str(game)))
        return NEXT

    game = about_to_eat(hook, running=True)
    before = (*view(game), game.seed, game.grid, str(game))
    game.tick()
    assert seen == [before]


VERBS: dict[str, Callable[[SnakeGame], object]] = {
    "tick": lambda game: game.tick(),
    "advance": lambda game: game.advance(),
    "run": lambda game: game.run(1),
    "pause": lambda game: game.pause(),
    "resume": lambda game: game.resume(),
    "change_direction": lambda game: game.change_direction(Direction.UP),
    "submit": lambda game: game.submit(Turn(Direction.UP)),
    "transition": lambda game: game.transition(PausedPhase()),
}


@pytest.mark.parametrize("release_gil", ["always", "auto"])
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_inside_a_strategy_is_refused(verb: str, release_gil: ReleaseGil) -> None:
    refusals: list[bool] = []

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        with pytest.raises(InvalidStateError):
            VERBS[verb](game)
        refusals.append(True)
        return NEXT

    game = about_to_eat(hook, running=True, release_gil=release_gil)
    result = game.tick()
    assert refusals == [True]
    assert (result.tick, result.state, result.ate) == (2, GameState.RUNNING, True)
    assert game.direction is Direction.RIGHT
    VERBS[verb](game)  # afterwards it is allowed again


def test_a_verb_inside_a_clock_is_refused_too() -> None:
    class Meddler:
        def now(self) -> float:
            with pytest.raises(InvalidStateError):
                game.change_direction(Direction.UP)
            return 0.0

    game = make_game(clock=Meddler())
    assert game.tick().moved
    assert game.direction is Direction.RIGHT


def test_a_strategy_may_play_another_game() -> None:
    other = make_game()

    def hook(grid: Grid, occupied: Iterable[Point]) -> Food:
        other.change_direction(Direction.UP)
        other.tick()
        return NEXT

    game = about_to_eat(hook)
    assert game.tick().ate
    assert other.snake.head == Point(5, 4)


def test_none_from_a_spawner_means_no_food_at_the_start_and_the_win_later() -> None:
    class Nothing:
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            return None

    game = make_game(Nothing())
    assert game.food is None
    assert game.tick().reason is None
    assert about_to_eat(lambda grid, occupied: None).tick().reason is EndReason.FILLED


# -- failure ---------------------------------------------------------------------------------


def failing(answer: Any) -> Callable[[Grid, Iterable[Point]], Any]:
    """A hook that answers wrongly, or raises, the first time and well after that."""
    answers = [answer]

    def hook(grid: Grid, occupied: Iterable[Point]) -> Any:
        answer = answers.pop() if answers else NEXT
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return hook


WRONG: list[tuple[Any, type[BaseException]]] = [
    (Failure("spawner"), Failure),
    (KeyboardInterrupt(), KeyboardInterrupt),
    (Food(Point(5, 5)), ValidationError),  # on the body
    (Food(Point(7, 5)), ValidationError),  # under the new head
    (Food(Point(4, 5)), ValidationError),
    (Food(Point(10, 5)), ValidationError),  # outside
    (Food(Point(0, -1)), ValidationError),
    (Point(0, 9), TypeError),
    ((0, 9), TypeError),
    ("food", TypeError),
    (False, TypeError),
]


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(("answer", "error"), WRONG)
def test_a_failing_spawner_leaves_the_game_as_it_was(
    answer: Any, error: type[BaseException], running: bool
) -> None:
    clock = ManualClock()
    if answer == Food(Point(7, 5)) and not running:
        answer = Food(Point(6, 5))
    game = about_to_eat(failing(answer), running=running, clock=clock)
    log = TextRenderer()
    game.subscribe(log)
    clock.advance(1.0)
    before, elapsed = view(game), game.elapsed()
    with pytest.raises(error) as raised:
        game.tick()
    if isinstance(answer, BaseException):
        assert raised.value is answer
    assert view(game) == before
    assert game.elapsed() == elapsed
    assert log.frames() == ()
    assert game.tick().ate
    assert game.food == NEXT
    assert len(log.frames()) == 1


def test_a_turn_taken_by_a_failed_tick_is_still_queued() -> None:
    first, second = Point(5, 4), Food(Point(0, 9))
    answers: list[Food | Failure] = [second, Failure(), Food(first)]

    class Spawner:
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            answer = answers.pop()
            if isinstance(answer, Failure):
                raise answer
            return answer

    game = make_game(Spawner())
    game.change_direction(Direction.UP)
    game.change_direction(Direction.LEFT)
    with pytest.raises(Failure):
        game.tick()
    assert game.direction is Direction.RIGHT
    assert game.change_direction(Direction.DOWN) is False  # still full
    game.run(2)
    assert game.snake.head == Point(4, 4)
    assert game.food == second


def test_a_failing_clock_leaves_the_game_and_the_native_stream_as_they_were() -> None:
    def drawn(seed: int, clock: Fragile | None = None) -> SnakeGame:
        return make_game(RandomFoodSpawner(seed), clock=clock)

    ahead = Food(Point(6, 5))  # so that the first tick, which fails, would draw the next food
    seed = next(seed for seed in range(10_000) if drawn(seed).food == ahead)
    clock = Fragile()
    game, undisturbed = drawn(seed, clock), drawn(seed)
    before = view(game)
    for _ in range(3):
        clock.error = Failure()
        with pytest.raises(Failure):
            game.tick()
        assert view(game) == before
    clock.error = None
    assert game.tick() == undisturbed.tick()
    assert game.food == undisturbed.food


def test_a_clock_that_fails_at_the_end_leaves_the_game_running() -> None:
    clock = Fragile()
    script = ScriptedFoodSpawner(points([(7, 5), (6, 5), (5, 5)]))  # nothing to follow (7,5)
    game = make_game(script, clock=clock)
    game.tick()
    before = view(game)
    for _ in range(2):
        clock.error = Failure()
        with pytest.raises(Failure):
            game.tick()
        assert view(game) == before
    clock.error = None
    assert game.tick().reason is EndReason.FILLED


def test_what_a_failed_tick_took_from_a_script_is_put_back() -> None:
    clock = Fragile()
    script = ScriptedFoodSpawner(points([(7, 5), (6, 5)]))
    game = make_game(script, clock=clock)
    game.tick()
    clock.error = Failure()
    with pytest.raises(Failure):
        game.tick()  # eats, skips (6,5), so has won and asks for the time
    assert script.spawn(game.grid, []) == Food(Point(6, 5))


def test_a_game_cannot_be_made_with_a_spawner_that_fails_or_answers_wrongly() -> None:
    for answer, error in WRONG:
        if answer in (Food(Point(7, 5)), Food(Point(0, 9))):
            continue  # free at the start
        hook = failing(answer)

        class Spawner:
            def spawn(self, grid: Grid, occupied: Iterable[Point], hook: Any = hook) -> Any:
                assert list(occupied) == points(BODY)
                return hook(grid, occupied)

        with pytest.raises(error):
            make_game(Spawner())
