"""Copies of a game: ``copy``, ``deepcopy`` and ``pickle`` go on exactly as the original does."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tickgrid import (
    AcceleratingSpeed,
    Direction,
    EndReason,
    Food,
    FoodSpawner,
    GameOverError,
    GameState,
    Grid,
    ManualClock,
    OverPhase,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    SnakeGame,
    TickResult,
)

from .games import Log, make_game, points, view

Copier = Callable[[SnakeGame], SnakeGame]


def pickled(game: SnakeGame) -> SnakeGame:
    copied = pickle.loads(pickle.dumps(game))
    assert isinstance(copied, SnakeGame)
    return copied


DEEP = pytest.mark.parametrize("copier", [copy.deepcopy, pickled])
ANY = pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, pickled])


class PythonSpawner:
    """Food in Python, with a generator as state."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        return Food(self.rng.choice(grid.free_cells(occupied)))


class PythonClock:
    """A clock in Python that counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def now(self) -> float:
        self.asked += 1
        return float(self.asked)


class Locked:
    """A spawner, a speed and a clock that can be neither pickled nor copied deeply."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        return Food(Point(0, 0))

    def interval(self, score: int, length: int) -> float:
        return 1.0

    def now(self) -> float:
        return 1.0


SPAWNERS: dict[str, Callable[[], FoodSpawner]] = {
    "seeded": lambda: RandomFoodSpawner(17),
    "injected": lambda: RandomFoodSpawner(random.Random(17), value=2),
    "python": lambda: PythonSpawner(17),
    "scripted": lambda: ScriptedFoodSpawner(
        points((x, y) for x in (7, 8, 2) for y in (5, 3, 4)), value=3
    ),
}


def fresh(spawner: FoodSpawner) -> SnakeGame:
    return make_game(spawner, speed=AcceleratingSpeed(), clock=ManualClock(3.0))


def towards_food(game: SnakeGame, rng: random.Random) -> Direction:
    """A turn that mostly lives and mostly comes nearer to the food."""
    snake, grid, food = game.snake, game.grid, game.food

    def badness(direction: Direction) -> tuple[bool, int, float]:
        cell = snake.next_head(direction)
        dies = not grid.contains(cell) or snake.would_collide(cell, grow=False)
        away = abs(cell.x - food.position.x) + abs(cell.y - food.position.y) if food else 0
        return dies, away, rng.random()

    return min(Direction, key=badness)


def play(game: SnakeGame, ticks: int, seed: int) -> list[object]:
    """Go on for so many ticks, steering by the seed; returns all that was to be seen."""
    rng = random.Random(seed)
    seen: list[object] = []
    for _ in range(ticks):
        try:
            if rng.random() < 0.8:
                game.change_direction(towards_food(game, rng))
            seen.append((game.tick(), view(game), game.next_interval(), game.elapsed()))
        except GameOverError:
            seen.append("over")
    return seen


@DEEP
@pytest.mark.parametrize("spawner", SPAWNERS)
@pytest.mark.parametrize("ticks", [0, 1, 10, 40])
def test_original_and_copy_continue_identically(copier: Copier, spawner: str, ticks: int) -> None:
    game = fresh(SPAWNERS[spawner]())
    play(game, ticks, seed=1)
    copied = copier(game)
    assert view(copied) == view(game)
    assert copied.seed == game.seed
    assert copied.grid == game.grid
    assert play(copied, 60, seed=2) == play(game, 60, seed=2)


@pytest.mark.parametrize("spawner", SPAWNERS)
def test_a_shallow_copy_continues_identically_when_it_plays_alone(spawner: str) -> None:
    game = fresh(SPAWNERS[spawner]())
    play(game, 10, seed=1)
    expected = play(copy.deepcopy(game), 60, seed=2)
    assert play(copy.copy(game), 60, seed=2) == expected


@ANY
def test_after_the_copy_each_goes_its_own_way(copier: Copier) -> None:
    game = make_game(food=[])
    copied = copier(game)
    before = view(game)
    copied.change_direction(Direction.UP)
    copied.tick()
    copied.pause()
    assert view(game) == before
    game.tick()
    assert game.direction is Direction.RIGHT
    assert copied.snake.head == Point(5, 4)


@ANY
def test_buffered_turns_are_taken_along(copier: Copier) -> None:
    game = make_game()
    game.change_direction(Direction.UP)
    game.change_direction(Direction.LEFT)
    copied = copier(game)
    assert copied.change_direction(Direction.DOWN) is False
    copied.run(2)
    assert copied.snake.head == Point(4, 4)


@ANY
def test_phase_counters_and_stamps_are_taken_along(copier: Copier) -> None:
    clock = ManualClock()
    game = make_game(body=[(8, 5), (7, 5)], clock=clock)
    assert copier(game).state is GameState.READY
    game.tick()
    clock.advance(2.0)
    game.pause()
    paused = copier(game)
    assert (paused.state, paused.tick_count, paused.elapsed()) == (GameState.PAUSED, 1, 2.0)
    game.resume()
    game.tick()
    clock.advance(2.0)
    over = copier(game)
    assert isinstance(over.phase, OverPhase) and over.phase.reason is EndReason.WALL
    assert over.elapsed() == 2.0
    assert over.last_result == TickResult(2, GameState.OVER, False, False, 0, EndReason.WALL)
    assert paused.resume() is GameState.RUNNING
    assert paused.tick().reason is EndReason.WALL


@ANY
def test_observers_stay_with_the_original(copier: Copier) -> None:
    game, log = make_game(), Log()
    game.subscribe(log)
    game.advance()  # its frame waits
    copied = copier(game)
    copied.tick()
    copied.flush()
    assert log.ticks == []
    assert copied.unsubscribe(log) is False
    game.tick()
    assert log.ticks == [1, 2]


@ANY
def test_an_observer_that_cannot_be_copied_is_no_hindrance(copier: Copier) -> None:
    class Local(Log):
        lock = threading.Lock()

    game = make_game()
    game.subscribe(Local())
    assert copier(game).tick().moved


def test_a_shallow_copy_shares_its_strategies() -> None:
    clock = PythonClock()
    game = make_game(food=[(6, 5), (0, 0), (1, 1)], clock=clock)
    copied = copy.copy(game)
    game.tick()
    copied.tick()
    assert clock.asked == 2
    assert (game.food, copied.food) == (Food(Point(0, 0)), Food(Point(1, 1)))


@DEEP
def test_a_deep_copy_has_strategies_of_its_own(copier: Copier) -> None:
    clock = PythonClock()
    game = make_game(food=[(6, 5), (0, 0), (1, 1)], clock=clock)
    copied = copier(game)
    game.tick()
    copied.tick()
    assert clock.asked == 1
    assert game.food == copied.food == Food(Point(0, 0))


def test_a_deep_copy_keeps_a_spawner_shared_that_was_shared() -> None:
    shared = ScriptedFoodSpawner(points([(6, 5), (6, 5), (0, 0), (1, 1)]))
    one, other = copy.deepcopy([make_game(shared), make_game(shared)])
    one.tick()
    other.tick()
    assert (one.food, other.food) == (Food(Point(0, 0)), Food(Point(1, 1)))


@DEEP
@pytest.mark.parametrize("part", ["spawner", "speed", "clock"])
def test_a_part_that_cannot_be_copied_is_named(copier: Copier, part: str) -> None:
    parts: dict[str, Any] = {part: Locked()}
    game = make_game(**parts)
    with pytest.raises(Exception, match=part):
        copier(game)
    assert game.tick().moved
    assert copy.copy(game).tick().moved  # sharing needs no copy


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol_works(protocol: int) -> None:
    game = fresh(RandomFoodSpawner(3))
    play(game, 5, seed=0)
    copied = pickle.loads(pickle.dumps(game, protocol))
    assert play(copied, 30, seed=1) == play(game, 30, seed=1)


def test_the_text_of_a_game_is_its_picture() -> None:
    game = make_game(size=(4, 3), obstacles=[(3, 0)], body=[(2, 1), (1, 1)], food=[(0, 2)])
    assert str(game) == f"{game}" == game.render() == "...#\n.oO.\n*..."
