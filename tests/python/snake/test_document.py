"""The document's own twelve cases: those it prints, word for word, and those it describes."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tickgrid import (
    AcceleratingSpeed,
    Direction,
    EndReason,
    GameOverError,
    GameState,
    Grid,
    InvalidStateError,
    OverPhase,
    PausedPhase,
    Point,
    RandomFoodSpawner,
    ReadyPhase,
    RunningPhase,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    TextRenderer,
    Turn,
    ValidationError,
)

from .games import Cell, make_game, simple_game

# -- printed there ---------------------------------------------------------------------------


def test_the_tail_cell_is_free_only_while_the_snake_is_not_growing() -> None:
    snake = Snake([Point(2, 2), Point(2, 1), Point(3, 1), Point(3, 2)])
    assert snake.would_collide(snake.tail, grow=False) is False  # the tail leaves this tick
    assert snake.would_collide(snake.tail, grow=True) is True  # growing keeps the tail put
    assert snake.would_collide(Point(2, 1), grow=False) is True  # a mid-body cell is always fatal


def test_moving_into_the_cell_the_tail_is_vacating_is_legal() -> None:
    game = SnakeGame(
        Grid(8, 5),
        Snake([Point(2, 2), Point(2, 1), Point(3, 1), Point(3, 2)]),
        ScriptedFoodSpawner([Point(7, 4)]),
        Direction.DOWN,
    )
    game.submit(Turn(Direction.RIGHT))  # head (2,2) turns onto the tail cell (3,2)
    result = game.tick()
    assert result.moved and game.state is GameState.RUNNING
    assert game.snake.head == Point(3, 2) and len(game.snake) == 4


def test_reversals_repeats_and_a_full_buffer_are_all_refused() -> None:
    game = simple_game(Direction.RIGHT)
    assert game.submit(Turn(Direction.LEFT)) is False  # reverses the applied direction
    assert game.submit(Turn(Direction.RIGHT)) is False  # no-op
    assert game.submit(Turn(Direction.UP)) is True
    assert game.submit(Turn(Direction.DOWN)) is False  # reverses the *queued* UP, not RIGHT
    assert game.submit(Turn(Direction.LEFT)) is True
    assert game.submit(Turn(Direction.UP)) is False  # buffer holds at most two turns
    assert game.tick().moved and game.direction is Direction.UP
    assert game.tick().moved and game.direction is Direction.LEFT  # type: ignore[comparison-overlap]


def test_input_from_other_threads_never_lands_mid_tick() -> None:
    game = SnakeGame(
        Grid(20, 20),
        Snake([Point(10, 10), Point(9, 10), Point(8, 10)]),
        RandomFoodSpawner(random.Random(5)),
        Direction.RIGHT,
    )
    applied: list[Direction] = []
    keys = list(Direction)

    def ticker() -> None:
        for _ in range(80):
            try:
                game.tick()
            except GameOverError:
                return
            applied.append(game.direction)  # only this thread appends

    def presser(i: int) -> None:
        for _ in range(80):
            try:
                game.submit(Turn(keys[i % 4]))
            except GameOverError:
                return

    with ThreadPoolExecutor(max_workers=5) as pool:
        for future in [pool.submit(ticker), *(pool.submit(presser, i) for i in range(4))]:
            future.result()
    cells = game.snake.cells()
    assert len(set(cells)) == len(cells)  # the deque and the membership set never diverged
    assert len(applied) > 1
    assert all(a is not b.opposite for a, b in zip(applied, applied[1:], strict=False))


# -- described there -------------------------------------------------------------------------


def test_a_scripted_game_eats_grows_and_publishes_two_frames() -> None:
    game = make_game(food=[(6, 5), (0, 0)])
    renderer = TextRenderer()
    game.subscribe(renderer)
    eaten, moved = game.tick(), game.tick()
    assert (eaten.ate, eaten.score) == (True, 1)
    assert (moved.ate, moved.score) == (False, 1)
    assert len(game.snake) == 4
    assert [frame.tick for frame in renderer.frames()] == [1, 2]
    assert renderer.frames()[0].board.splitlines()[5] == "...oooO..."
    assert renderer.frames()[1].board.splitlines()[5] == "....oooO.."


@pytest.mark.parametrize(
    ("obstacles", "body", "direction", "reason"),
    [
        ([], [(9, 5), (8, 5)], Direction.RIGHT, EndReason.WALL),
        ([(6, 5)], [(5, 5), (4, 5)], Direction.RIGHT, EndReason.OBSTACLE),
        ([], [(5, 5), (5, 6), (6, 6), (6, 5), (7, 5)], Direction.RIGHT, EndReason.SELF),
    ],
    ids=["wall", "obstacle", "self"],
)
def test_three_ways_to_die(
    obstacles: list[Cell], body: list[Cell], direction: Direction, reason: EndReason
) -> None:
    game = make_game(obstacles=obstacles, body=body, direction=direction)
    before = game.snake.cells()
    result = game.tick()
    assert result.reason is reason
    assert not result.moved
    assert game.state is GameState.OVER
    assert game.snake.cells() == before


def test_filling_a_three_by_three_grid_is_a_win() -> None:
    body = [(1, 2), (0, 2), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (0, 0)]
    game = make_game(RandomFoodSpawner(random.Random(1)), size=(3, 3), body=body)
    result = game.tick()  # onto (2,2), the only cell that was free
    assert (result.moved, result.ate, result.reason) == (True, True, EndReason.FILLED)
    assert len(game.snake) == 9
    assert game.food is None


def test_pause_resume_and_game_over_and_what_each_phase_refuses() -> None:
    game = simple_game(Direction.RIGHT)
    assert isinstance(game.phase, ReadyPhase)
    with pytest.raises(InvalidStateError):
        game.pause()
    with pytest.raises(InvalidStateError):
        game.resume()
    game.tick()
    assert isinstance(game.phase, RunningPhase)
    assert game.pause() is GameState.PAUSED
    assert isinstance(game.phase, PausedPhase)
    assert not game.tick().moved and game.tick_count == 1
    assert game.resume() is GameState.RUNNING
    while game.state is not GameState.OVER:
        game.tick()
    assert isinstance(game.phase, OverPhase) and game.phase.reason is EndReason.WALL
    with pytest.raises(GameOverError):
        game.tick()
    with pytest.raises(InvalidStateError):
        game.pause()
    with pytest.raises(InvalidStateError):
        game.resume()
    with pytest.raises(GameOverError):
        game.submit(Turn(Direction.UP))


def test_grid_snake_and_placement_are_validated() -> None:
    with pytest.raises(ValidationError):
        Grid(2, 3)
    with pytest.raises(ValidationError):
        Grid(5, 5, frozenset({Point(5, 0)}))
    with pytest.raises(ValidationError):
        Snake([])
    with pytest.raises(ValidationError):
        Snake([Point(1, 1), Point(1, 1)])
    with pytest.raises(ValidationError):
        make_game(body=[(10, 5), (9, 5)])
    with pytest.raises(ValidationError):
        make_game(obstacles=[(4, 5)])


def test_the_speed_curve_reaches_its_floor_after_twelve_points() -> None:
    speed = AcceleratingSpeed()
    assert speed.interval(0, 3) == pytest.approx(0.2)
    assert speed.interval(1, 4) == pytest.approx(0.18)
    assert speed.interval(11, 14) == pytest.approx(0.2 * 0.9**11)
    assert pytest.approx(0.056, abs=0.001) == 0.2 * 0.9**12
    assert speed.interval(12, 15) == 0.06
