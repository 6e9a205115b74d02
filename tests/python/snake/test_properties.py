"""What holds in every position that any play can reach, sought by hypothesis."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from tickgrid import (
    Direction,
    FoodSpawner,
    GameState,
    Grid,
    InvalidStateError,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
)

from .games import RELEASE_GIL, Log, make_game, points
from .reference import STEPS, Cell

# Always the same examples, and no time limit: a test that fails fails for everybody.
thorough = settings(max_examples=200, deadline=None, derandomize=True, database=None)

VERBS = ("tick", "tick", "tick", "pause", "resume", *STEPS)


@dataclass
class Place:
    """A board with obstacles and a snake on it."""

    size: Cell
    obstacles: list[Cell]
    body: list[Cell]


@st.composite
def places(draw: st.DrawFn) -> Place:
    width, height = draw(st.integers(3, 9)), draw(st.integers(3, 9))
    cells = [(x, y) for y in range(height) for x in range(width)]
    obstacles = draw(st.lists(st.sampled_from(cells), max_size=len(cells) // 4, unique=True))
    free = [cell for cell in cells if cell not in obstacles]
    body = [draw(st.sampled_from(free))]
    for dx, dy in draw(st.lists(st.sampled_from(list(STEPS.values())), max_size=20)):
        cell = body[-1][0] + dx, body[-1][1] + dy
        if cell in free and cell not in body:
            body.append(cell)
    return Place((width, height), obstacles, body)


@st.composite
def games(draw: st.DrawFn) -> SnakeGame:
    place, seed = draw(places()), draw(st.integers(0, 2**64 - 1))
    script = points(draw(st.lists(st.tuples(st.integers(-1, 9), st.integers(-1, 9)))))
    spawners: list[FoodSpawner] = [
        RandomFoodSpawner(seed),
        RandomFoodSpawner(random.Random(seed)),
        ScriptedFoodSpawner(script),
    ]
    return make_game(
        draw(st.sampled_from(spawners)),
        size=place.size,
        obstacles=place.obstacles,
        body=place.body,
        direction=draw(st.sampled_from(Direction)),
        release_gil=draw(st.sampled_from(RELEASE_GIL)),
    )


def act(game: SnakeGame, verb: str) -> None:
    """Any verb; those out of place in the phase are refused, which is not the point here."""
    try:
        if verb in STEPS:
            game.change_direction(verb)
        else:
            getattr(game, verb)()
    except InvalidStateError:
        pass


def holds(game: SnakeGame) -> None:
    """Everything that is true of every position."""
    grid, snake, food = game.grid, game.snake, game.food
    cells = snake.cells()
    everywhere = [Point(x, y) for y in range(grid.height) for x in range(grid.width)]
    assert len(set(cells)) == len(cells) == len(snake) == game.length
    assert {point for point in everywhere if snake.occupies(point)} == set(cells)
    assert all(grid.contains(cell) and not grid.is_obstacle(cell) for cell in cells)
    for one, other in zip(cells, cells[1:], strict=False):
        assert abs(one.x - other.x) + abs(one.y - other.y) == 1
    free = grid.free_cells(cells)
    assert len(free) == grid.width * grid.height - len(grid.obstacles) - len(cells)
    assert free == [
        point for point in everywhere if point not in set(cells) and not grid.is_obstacle(point)
    ]
    assert food is None or food.position in free
    board = game.render()
    assert board.count("O") == 1
    assert board.count("o") == len(cells) - 1
    assert board.count("#") == len(grid.obstacles)
    assert board.count("*") == (food is not None)


@thorough
@given(games(), st.lists(st.sampled_from(VERBS), max_size=60))
def test_every_position_holds_together(game: SnakeGame, verbs: list[str]) -> None:
    holds(game)
    for verb in verbs:
        act(game, verb)
        holds(game)


@thorough
@given(games(), st.lists(st.sampled_from(VERBS), max_size=60))
def test_counters_and_frames_only_go_forward(game: SnakeGame, verbs: list[str]) -> None:
    log, start = Log(), game.length
    game.subscribe(log)
    for verb in verbs:
        ticks, score, length = game.tick_count, game.score, game.length
        act(game, verb)
        assert game.tick_count - ticks in (0, 1)
        assert game.score - score == game.length - length  # each piece is worth one and one cell
        assert game.length - start == game.score
    assert log.ticks == sorted(log.ticks)
    assert set(log.ticks) >= set(range(1, game.tick_count + 1))
    if log.frames:
        assert log.frames[-1].board == game.render()


@thorough
@given(games(), st.lists(st.sampled_from(VERBS), max_size=60))
def test_no_applied_turn_is_a_reversal(game: SnakeGame, verbs: list[str]) -> None:
    applied = [game.direction]
    for verb in verbs:
        act(game, verb)
        applied.append(game.direction)
    for before, after in zip(applied, applied[1:], strict=False):
        assert not after.reverses(before)


@thorough
@given(games(), st.lists(st.sampled_from(VERBS), max_size=60))
def test_an_ended_game_never_changes_again(game: SnakeGame, verbs: list[str]) -> None:
    while game.state is not GameState.OVER:
        game.tick()  # straight on: a wall at the latest
    before = game.snake.cells(), game.score, game.tick_count, game.render(), game.last_result
    for verb in verbs:
        act(game, verb)
    assert before == (
        game.snake.cells(),
        game.score,
        game.tick_count,
        game.render(),
        game.last_result,
    )


@thorough
@given(places(), st.lists(st.tuples(st.sampled_from(Direction), st.booleans()), max_size=60))
def test_a_snakes_body_and_membership_stay_equal(
    place: Place, moves: list[tuple[Direction, bool]]
) -> None:
    snake, expected = Snake(points(place.body)), points(place.body)
    for direction, grow in moves:
        target = snake.next_head(direction)
        fatal = target in (expected if grow else expected[:-1])
        assert snake.would_collide(target, grow) is fatal
        if fatal:
            continue
        vacated = snake.move(target, grow)
        assert vacated == (None if grow else expected[-1])
        expected = [target, *(expected if grow else expected[:-1])]
        assert list(snake.cells()) == expected
        assert (snake.head, snake.tail) == (expected[0], expected[-1])
        near = [Point(x, y) for x in range(-1, 10) for y in range(-1, 10)]
        assert {cell for cell in near if snake.occupies(cell)} == set(expected) & set(near)


@thorough
@given(places(), st.integers(0, 2**64 - 1))
def test_drawn_food_lies_on_a_free_cell_unless_there_is_none(place: Place, seed: int) -> None:
    grid = Grid(*place.size, obstacles=frozenset(points(place.obstacles)))
    occupied = points(place.body)
    free = grid.free_cells(occupied)
    for spawner in (RandomFoodSpawner(seed), RandomFoodSpawner(random.Random(seed))):
        food = spawner.spawn(grid, occupied)
        assert (food is None) == (free == [])
        assert food is None or food.position in free
