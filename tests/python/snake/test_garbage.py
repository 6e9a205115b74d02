"""Games that know themselves through a strategy or an observer are collected like anything else."""

from __future__ import annotations

import copy
import gc
import random
from collections.abc import Callable
from typing import Any

import pytest

from tickgrid import (
    ConstantSpeed,
    Food,
    Frame,
    Grid,
    ManualClock,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    TextRenderer,
)

MANY = 10


class Game(SnakeGame):
    """A class of its own, so that its objects can be told from others'."""


class Spawner:
    game: Any = None

    def spawn(self, grid: Grid, occupied: object) -> Food | None:
        return None


class Speed:
    game: Any = None

    def interval(self, score: int, length: int) -> float:
        return 1.0


class Clock:
    game: Any = None

    def now(self) -> float:
        return 0.0


class Observer:
    game: Any = None

    def on_frame(self, frame: Frame) -> None:
        pass


class Native(RandomFoodSpawner):
    game: Any = None


class Rng(random.Random):
    game: Any = None


class SelfWatching(Game):
    def on_frame(self, frame: Frame) -> None:
        pass


def make(spawner: Any = None, cls: type[Game] = Game, **strategies: Any) -> Game:
    spawner = ScriptedFoodSpawner([]) if spawner is None else spawner
    return cls(Grid(5, 5), Snake([Point(1, 1)]), spawner, **strategies)


def knowing(part: Any, game: Game) -> None:
    part.game = game


def with_spawner() -> None:
    spawner = Spawner()
    knowing(spawner, make(spawner))


def with_speed() -> None:
    speed = Speed()
    knowing(speed, make(speed=speed))


def with_clock() -> None:
    clock = Clock()
    knowing(clock, make(clock=clock))


def with_a_subclass_of_ours() -> None:
    spawner = Native(1)
    knowing(spawner, make(spawner))


def with_a_generator() -> None:
    rng = Rng(1)
    knowing(rng, make(RandomFoodSpawner(rng)))


def with_an_observer() -> None:
    observer, game = Observer(), make()
    game.subscribe(observer)
    knowing(observer, game)


def with_itself_as_observer() -> None:
    game: Any = make(cls=SelfWatching)
    game.subscribe(game)
    game.advance()  # a frame is still queued


def with_nothing_of_the_kind() -> None:
    game = make(RandomFoodSpawner(1), speed=ConstantSpeed(), clock=ManualClock())
    game.subscribe(TextRenderer())
    game.tick()


def alive() -> int:
    gc.collect()
    return sum(isinstance(thing, Game) for thing in gc.get_objects())


@pytest.mark.parametrize(
    "play",
    [
        with_spawner,
        with_speed,
        with_clock,
        with_a_subclass_of_ours,
        with_a_generator,
        with_an_observer,
        with_itself_as_observer,
        with_nothing_of_the_kind,
    ],
)
def test_a_game_in_a_cycle_is_collected(play: Callable[[], None]) -> None:
    before = alive()
    for _ in range(MANY):
        play()
    assert alive() == before


def test_a_game_in_use_is_not_collected() -> None:
    spawner, observer = Spawner(), Observer()
    games = [make(spawner), make(spawner)]
    for game in games:
        game.subscribe(observer)
        knowing(observer, game)
    knowing(spawner, games[0])
    twin = copy.copy(games[0])
    gc.collect()
    assert observer.game is games[1]
    assert spawner.game is games[0]
    assert twin.grid is games[0].grid
    assert [game.tick().tick for game in (*games, twin)] == [1, 1, 1]
