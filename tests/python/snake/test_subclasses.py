"""Subclasses of the native classes: overrides, other signatures, and a forgotten ``super``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tickgrid import (
    AcceleratingSpeed,
    ConstantSpeed,
    Food,
    Frame,
    Grid,
    InvalidStateError,
    ManualClock,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    SystemClock,
    TextRenderer,
)

from .games import make_game, points


def test_an_overridden_method_is_the_one_that_is_called() -> None:
    class Corner(RandomFoodSpawner):
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            return Food(Point(9, 9))

    class LateScript(ScriptedFoodSpawner):
        def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
            super().spawn(grid, occupied)  # throws the first away
            return super().spawn(grid, occupied)

    class Half(AcceleratingSpeed):
        def interval(self, score: int, length: int) -> float:
            return super().interval(score, length) / 2

    class Length(ConstantSpeed):
        def interval(self, score: int, length: int) -> float:
            return float(length)

    class Double(ManualClock):
        def now(self) -> float:
            return 2 * super().now()

    class Frozen(SystemClock):
        def now(self) -> float:
            return 4.0

    class Ticks(TextRenderer):
        def __init__(self) -> None:
            super().__init__(limit=1)
            self.ticks: list[int] = []

        def on_frame(self, frame: Frame) -> None:
            self.ticks.append(frame.tick)
            super().on_frame(frame)

    clock, ticks = Double(), Ticks()
    game = make_game(Corner(1), speed=Half(), clock=clock)
    game.subscribe(ticks)
    assert game.food == Food(Point(9, 9))
    assert game.next_interval() == 0.1
    game.tick()
    game.tick()
    clock.advance(1.5)
    assert game.elapsed() == 3.0
    assert (ticks.ticks, len(ticks.frames())) == ([1, 2], 1)

    game = make_game(LateScript(points([(0, 0), (1, 1)])), speed=Length(), clock=Frozen())
    assert game.food == Food(Point(1, 1))
    assert game.next_interval() == 3.0
    game.tick()
    assert game.elapsed() == 0.0


def test_a_subclass_may_have_another_signature() -> None:
    class Reds(ScriptedFoodSpawner):
        def __init__(self, *cells: tuple[int, int], colour: str) -> None:
            super().__init__(points(cells), value=5)
            self.colour = colour

    class Slow(ConstantSpeed):
        def __init__(self) -> None:
            super().__init__(9.0)

    class Small(SnakeGame):
        def __init__(self, name: str) -> None:
            spawner = Reds((0, 0), colour="red")
            super().__init__(Grid(4, 4), Snake(points([(1, 1)])), spawner, speed=Slow())
            self.name = name

    game = Small("mine")
    assert game.name == "mine"
    assert game.food == Food(Point(0, 0), 5)
    assert game.next_interval() == 9.0
    assert game.tick().moved


USES: list[tuple[type[Any], Callable[[Any], object]]] = [
    (SnakeGame, lambda game: game.tick()),
    (SnakeGame, lambda game: game.score),
    (SnakeGame, lambda game: game.render()),
    (Snake, lambda snake: snake.head),
    (RandomFoodSpawner, lambda spawner: spawner.spawn(Grid(3, 3), [])),
    (ScriptedFoodSpawner, lambda spawner: spawner.spawn(Grid(3, 3), [])),
    (ConstantSpeed, lambda speed: speed.interval(0, 1)),
    (AcceleratingSpeed, lambda speed: speed.interval(0, 1)),
    (ManualClock, lambda clock: clock.now()),
    (TextRenderer, lambda renderer: renderer.frames()),
]


@pytest.mark.parametrize(("base", "use"), USES)
def test_an_object_whose_init_never_ran_says_so(
    base: type[Any], use: Callable[[Any], object]
) -> None:
    forgetful = type("Forgetful", (base,), {"__init__": lambda self: None})
    with pytest.raises(InvalidStateError):
        use(forgetful())
