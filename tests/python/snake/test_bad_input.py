"""Bad input: wrong sizes, places, numbers, words and types get an error that names the field."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tickgrid import (
    AcceleratingSpeed,
    ConstantSpeed,
    Direction,
    Food,
    GameOverError,
    GamePhase,
    Grid,
    InvalidStateError,
    ManualClock,
    OverPhase,
    PausedPhase,
    Point,
    RandomFoodSpawner,
    RunningPhase,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    TextRenderer,
    TickgridError,
    Turn,
    ValidationError,
)

from .games import Cell, make_game, points, view

NAN, INF = float("nan"), float("inf")
P: Any = Point(1, 1)
GRID = Grid(5, 5)
SNAKE = Snake([P])
Attempt = Callable[[], object]


def any_of(cls: Any) -> Any:
    """The class, with its signature hidden from the type checker."""
    return cls


any_point, any_food, any_grid = any_of(Point), any_of(Food), any_of(Grid)
any_snake, any_turn, any_game = any_of(Snake), any_of(Turn), any_of(SnakeGame)
drawn, scripted = any_of(RandomFoodSpawner), any_of(ScriptedFoodSpawner)
constant, accelerating = any_of(ConstantSpeed), any_of(AcceleratingSpeed)
manual, text, over = any_of(ManualClock), any_of(TextRenderer), any_of(OverPhase)
script = ScriptedFoodSpawner([])

WRONG_VALUES: list[tuple[str, Attempt]] = [
    (r"\bx\b", lambda: Point(2**31, 0)),
    (r"\bx\b", lambda: Point(-(2**31) - 1, 0)),
    (r"\by\b", lambda: Point(0, 2**200)),
    ("x", lambda: Point(2**31 - 1, 0).step(Direction.RIGHT)),
    ("y", lambda: Point(0, -(2**31)).step("up")),
    ("x", lambda: Snake([Point(2**31 - 1, 0)]).next_head("right")),
    ("direction", lambda: any_point(1, 1).step("north")),
    ("direction", lambda: any_of(SNAKE).next_head("")),
    ("value", lambda: Food(P, 0)),
    ("value", lambda: Food(P, -1)),
    ("value", lambda: Food(P, 2**31)),
    ("width|grid", lambda: Grid(2, 3)),
    ("height|grid", lambda: Grid(3, 2)),
    ("width|grid", lambda: Grid(-5, 5)),
    ("width|grid", lambda: Grid(4097, 3)),
    ("height|grid", lambda: Grid(3, 4097)),
    ("width|grid", lambda: Grid(2**100, 3)),
    ("obstacle", lambda: Grid(5, 5, frozenset(points([(5, 0)])))),
    ("obstacle", lambda: Grid(5, 5, frozenset(points([(0, -1), (1, 1)])))),
    ("snake|body", lambda: Snake([])),
    ("snake|body", lambda: Snake([P, Point(1, 2), P])),
    ("value", lambda: RandomFoodSpawner(1, value=0)),
    ("value", lambda: RandomFoodSpawner(random.Random(1), value=2**31)),
    ("rng|seed", lambda: RandomFoodSpawner(-1)),
    ("rng|seed", lambda: RandomFoodSpawner(2**64)),
    ("value", lambda: ScriptedFoodSpawner([], value=0)),
    ("value", lambda: ScriptedFoodSpawner([], value=-(2**40))),
    ("seconds", lambda: ConstantSpeed(0)),
    ("seconds", lambda: ConstantSpeed(-0.15)),
    ("seconds", lambda: ConstantSpeed(NAN)),
    ("seconds", lambda: ConstantSpeed(INF)),
    ("base", lambda: AcceleratingSpeed(base=-1.0)),
    ("factor", lambda: AcceleratingSpeed(factor=1.5)),
    ("floor", lambda: AcceleratingSpeed(floor=0.0)),
    ("floor", lambda: AcceleratingSpeed(base=0.2, floor=0.21)),
    ("start", lambda: ManualClock(NAN)),
    ("seconds", lambda: ManualClock().advance(-1.0)),
    ("limit", lambda: TextRenderer(limit=0)),
    ("limit", lambda: TextRenderer(-1)),
    ("reason", lambda: OverPhase("bored")),
    ("direction", lambda: any_turn("north")),
    ("direction", lambda: any_game(GRID, SNAKE, script, "UP")),
    ("release_gil", lambda: any_game(GRID, SNAKE, script, release_gil="never")),
]

WRONG_TYPES: list[tuple[str, Attempt]] = [
    (r"\bx\b", lambda: any_point(1.0, 2)),
    (r"\bx\b", lambda: any_point("1", 2)),
    (r"\by\b", lambda: any_point(1, None)),
    ("direction", lambda: any_point(1, 1).step(1)),
    ("position", lambda: any_food((1, 1))),
    ("position", lambda: any_food(None)),
    ("value", lambda: any_food(P, 1.5)),
    ("value", lambda: any_food(P, "1")),
    ("width", lambda: any_grid(5.0, 5)),
    ("height", lambda: any_grid(5, "5")),
    ("width", lambda: any_grid(None, 5)),
    ("obstacles", lambda: any_grid(5, 5, [(1, 1)])),
    ("obstacles", lambda: any_grid(5, 5, 1)),
    ("obstacles", lambda: any_grid(5, 5, None)),
    ("point", lambda: any_grid(5, 5).contains((1, 1))),
    ("point", lambda: any_grid(5, 5).is_obstacle("1,1")),
    ("occupied", lambda: any_grid(5, 5).free_cells([(1, 1)])),
    ("occupied", lambda: any_grid(5, 5).free_cells(None)),
    ("body", lambda: any_snake([(1, 1)])),
    ("body", lambda: any_snake(None)),
    ("body", lambda: any_snake(P)),
    ("point", lambda: any_snake([P]).occupies((1, 1))),
    ("target", lambda: any_snake([P]).would_collide((1, 1), False)),
    ("target", lambda: any_snake([P]).move(None, False)),
    ("direction", lambda: any_snake([P]).next_head(None)),
    ("rng", lambda: drawn("seed")),
    ("rng", lambda: drawn(1.5)),
    ("rng", lambda: drawn(object())),
    ("value", lambda: drawn(1, "2")),
    ("positions", lambda: scripted([(1, 1)])),
    ("positions", lambda: scripted(None)),
    ("value", lambda: scripted([], 1.5)),
    ("grid", lambda: drawn(1).spawn("grid", [])),
    ("occupied", lambda: drawn(1).spawn(GRID, [1])),
    ("grid", lambda: scripted([P]).spawn(None, [])),
    ("seconds", lambda: constant("0.1")),
    ("seconds", lambda: constant(None)),
    ("base", lambda: accelerating("0.2")),
    ("factor", lambda: accelerating(factor=None)),
    ("start", lambda: manual("0")),
    ("seconds", lambda: manual().advance("1")),
    ("limit", lambda: text(1.5)),
    ("limit", lambda: text("1")),
    ("reason", lambda: over(1)),
    ("reason", lambda: over(None)),
    ("direction", lambda: any_turn(1)),
    ("direction", lambda: any_turn(None)),
    ("grid", lambda: any_game("grid", SNAKE, script)),
    ("grid", lambda: any_game((5, 5), SNAKE, script)),
    ("snake", lambda: any_game(GRID, [P], script)),
    ("snake", lambda: any_game(GRID, None, script)),
    ("spawner", lambda: any_game(GRID, SNAKE, object())),
    ("spawner", lambda: any_game(GRID, SNAKE, None)),
    ("direction", lambda: any_game(GRID, SNAKE, script, 3)),
    ("direction", lambda: any_game(GRID, SNAKE, script, None)),
    ("speed", lambda: any_game(GRID, SNAKE, script, speed=0.15)),
    ("clock", lambda: any_game(GRID, SNAKE, script, clock=object())),
]


@pytest.mark.parametrize(("field", "attempt"), WRONG_VALUES)
def test_a_wrong_value_is_a_validation_error_that_names_the_field(
    field: str, attempt: Attempt
) -> None:
    with pytest.raises(ValidationError, match=f"(?i){field}") as raised:
        attempt()
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(("field", "attempt"), WRONG_TYPES)
def test_a_wrong_type_is_a_type_error_that_names_the_field(field: str, attempt: Attempt) -> None:
    with pytest.raises(TypeError, match=f"(?i){field}"):
        attempt()


@pytest.mark.parametrize(
    "attempt",
    [
        *(any_point, any_food, any_grid, any_snake, any_turn, any_game, scripted, over),
        lambda: any_point(1),
        lambda: any_point(1, 2, 3),
        lambda: any_point(1, 2, z=3),
        lambda: any_game(GRID, SNAKE, script, Direction.UP, None),
    ],
)
def test_missing_and_superfluous_arguments_are_type_errors(attempt: Any) -> None:
    with pytest.raises(TypeError):
        attempt()


@pytest.mark.parametrize(
    ("obstacles", "body"),
    [
        ([], [(10, 5), (9, 5)]),
        ([], [(0, 0), (0, -1)]),
        ([(4, 5)], [(5, 5), (4, 5)]),
        ([], [(5, 5), (3, 5)]),  # a gap
        ([], [(5, 5), (4, 4)]),  # diagonal
        ([], [(9, 5), (0, 6)]),  # no wrapping around
    ],
)
def test_a_snake_must_lie_on_free_cells_each_next_to_the_one_before(
    obstacles: list[Cell], body: list[Cell]
) -> None:
    Snake(points(body))  # by itself it is whole; the game refuses its place
    with pytest.raises(ValidationError, match="snake"):
        make_game(obstacles=obstacles, body=body)


def test_the_extremes_that_are_allowed() -> None:
    assert Point(2**31 - 1, -(2**31)).x == 2**31 - 1
    assert Food(P, 2**31 - 1).value == 2**31 - 1
    assert Grid(3, 3).free_cells([Point(-5, 99)]) == Grid(3, 3).free_cells([])
    assert not Grid(3, 3).contains(Point(2**31 - 1, 0))
    assert not Grid(3, 3).is_obstacle(Point(-1, 0))
    assert RandomFoodSpawner(2**64 - 1).seed == 2**64 - 1
    smallest = make_game(size=(3, 3), body=[(0, 0)], food=[(2, 2)])
    assert smallest.tick().moved


def test_the_largest_board_is_playable() -> None:
    largest = make_game(RandomFoodSpawner(1), size=(4096, 4096), body=[(4094, 4095)])
    assert largest.food is not None and largest.grid.contains(largest.food.position)
    assert largest.tick().moved
    assert not largest.tick().moved
    assert len(largest.render()) == 4096 * 4097 - 1


# -- a game after bad input ------------------------------------------------------------------


def own_phase() -> GamePhase:
    """Not one of the four, though it inherits from one."""
    own: type[GamePhase] = type("OwnPhase", (RunningPhase,), {})
    return own()


@pytest.mark.parametrize(
    ("error", "attempt"),
    [
        (ValidationError, lambda game: game.change_direction("north")),
        (TypeError, lambda game: game.change_direction(1)),
        (TypeError, lambda game: game.change_direction(None)),
        (TypeError, lambda game: game.submit(object())),
        (TypeError, lambda game: game.submit("up")),
        (TypeError, lambda game: game.subscribe(object())),
        (TypeError, lambda game: game.transition("paused")),
        (TypeError, lambda game: game.transition(PausedPhase)),
        (TypeError, lambda game: game.transition(own_phase())),
        (TypeError, lambda game: game.transition(None)),
        (TypeError, lambda game: game.tick(1)),
        (AttributeError, lambda game: setattr(game, "score", 99)),
        (AttributeError, lambda game: setattr(game, "snake", SNAKE)),
        (AttributeError, lambda game: setattr(game, "grid", GRID)),
    ],
)
def test_bad_input_leaves_a_game_as_it_was(
    error: type[Exception], attempt: Callable[[SnakeGame], object]
) -> None:
    game = make_game()
    game.tick()
    before = view(game)
    with pytest.raises(error):
        attempt(game)
    assert view(game) == before
    assert game.tick().moved


def test_a_snake_refuses_a_bad_move_and_stays() -> None:
    snake = Snake(points([(1, 1), (1, 2), (2, 2)]))
    for target, grow in ((Point(1, 2), False), (Point(2, 2), True), (Point(1, 1), False)):
        with pytest.raises(InvalidStateError):
            snake.move(target, grow)
    assert snake.cells() == tuple(points([(1, 1), (1, 2), (2, 2)]))


def test_the_errors_form_one_family() -> None:
    assert issubclass(ValidationError, TickgridError) and issubclass(ValidationError, ValueError)
    assert issubclass(InvalidStateError, TickgridError)
    assert issubclass(InvalidStateError, RuntimeError)
    assert issubclass(GameOverError, InvalidStateError)
    assert not issubclass(TickgridError, (ValueError, RuntimeError))
    assert issubclass(PausedPhase, GamePhase)
