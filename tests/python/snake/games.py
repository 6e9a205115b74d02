"""Games, a spawner and an observer that several test modules start from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from tickgrid import (
    Clock,
    Direction,
    Food,
    FoodSpawner,
    Frame,
    Grid,
    Hazard,
    Point,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    SpeedPolicy,
)

Cell = tuple[int, int]
Hook = Callable[[Grid, Iterable[Point]], Food | None]
ReleaseGil = Literal["always", "auto"]

RELEASE_GIL: tuple[ReleaseGil, ...] = ("always", "auto")

BODY: tuple[Cell, ...] = ((5, 5), (4, 5), (3, 5))
# Offered one a tick, these turns make a snake of up to four cells circle for ever.
LOOP = (Direction.DOWN, Direction.LEFT, Direction.UP, Direction.RIGHT)


def points(cells: Iterable[Cell]) -> list[Point]:
    return [Point(x, y) for x, y in cells]


def simple_game(direction: Direction) -> SnakeGame:
    return SnakeGame(
        Grid(10, 10),
        Snake([Point(5, 5), Point(4, 5), Point(3, 5)]),
        ScriptedFoodSpawner([Point(0, 0)]),
        direction,
    )


def make_game(
    spawner: FoodSpawner | None = None,
    *,
    size: Cell = (10, 10),
    obstacles: Iterable[Cell] = (),
    body: Iterable[Cell] = BODY,
    food: Iterable[Cell] = ((0, 0),),
    direction: Direction = Direction.RIGHT,
    speed: SpeedPolicy | None = None,
    clock: Clock | None = None,
    release_gil: ReleaseGil = "always",
    wrap: bool = False,
    hazards: Iterable[Hazard] = (),
    **diet: Any,
) -> SnakeGame:
    """A game from plain cells; without a spawner the food is scripted."""
    return SnakeGame(
        Grid(*size, obstacles=frozenset(points(obstacles)), wrap=wrap, hazards=hazards),
        Snake(points(body)),
        ScriptedFoodSpawner(points(food)) if spawner is None else spawner,
        direction,
        speed=speed,
        clock=clock,
        release_gil=release_gil,
        **diet,
    )


class HookSpawner:
    """A spawner in Python: one piece of food ahead of the snake, then whatever ``hook`` says."""

    def __init__(self, first: Point, hook: Hook) -> None:
        self.first: Point | None = first
        self.hook = hook

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        if self.first is not None:
            first, self.first = self.first, None
            return Food(first)
        return self.hook(grid, occupied)


def about_to_eat(
    hook: Hook,
    *,
    running: bool = False,
    clock: Clock | None = None,
    release_gil: ReleaseGil = "always",
) -> SnakeGame:
    """A game whose next tick eats and so asks ``hook``; it has ticked once if ``running``."""
    spawner = HookSpawner(Point(7 if running else 6, 5), hook)
    game = make_game(spawner, clock=clock, release_gil=release_gil)
    if running:
        game.tick()
    return game


def view(game: SnakeGame) -> tuple[object, ...]:
    """Everything that can be read of a game without asking a strategy."""
    return (
        game.state,
        type(game.phase),
        game.tick_count,
        game.score,
        game.food,
        game.direction,
        game.length,
        game.snake.cells(),
        game.last_result,
        game.render(),
    )


class Log:
    """An observer that keeps what it sees."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def on_frame(self, frame: Frame) -> None:
        self.frames.append(frame)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.frames)

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def ticks(self) -> list[int]:
        return [frame.tick for frame in self.frames]
