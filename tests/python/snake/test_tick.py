"""One tick: its order, what a fatal one leaves behind, and the rule of the tail's cell."""

from __future__ import annotations

import pytest

from tickgrid import (
    Direction,
    EndReason,
    Food,
    GameState,
    InvalidStateError,
    ManualClock,
    Point,
    ScriptedFoodSpawner,
    Snake,
    TickResult,
)

from .games import Cell, Log, make_game, points

RING: tuple[Cell, ...] = ((2, 2), (2, 1), (3, 1), (3, 2))


def test_a_plain_tick_moves_the_snake_by_one_cell() -> None:
    game = make_game()
    assert game.tick() == TickResult(1, GameState.RUNNING, True, False, 0)
    assert game.snake.cells() == tuple(points([(6, 5), (5, 5), (4, 5)]))
    assert (game.tick_count, game.score, game.length) == (1, 0, 3)
    assert game.food == Food(Point(0, 0))


def test_a_meal_scores_grows_and_is_replaced_in_the_same_tick() -> None:
    game = make_game(ScriptedFoodSpawner(points([(6, 5), (8, 5)]), value=5))
    assert game.tick() == TickResult(1, GameState.RUNNING, True, True, 5)
    assert game.snake.cells() == tuple(points([(6, 5), (5, 5), (4, 5), (3, 5)]))
    assert game.food == Food(Point(8, 5), 5)
    assert game.length == len(game.snake) == 4


def test_food_is_placed_after_the_snake_has_grown() -> None:
    # (6,5) is taken by the new head and (3,5) by the tail that stays; (2,5) is free.
    game = make_game(food=[(6, 5), (6, 5), (3, 5), (2, 5)])
    game.tick()
    assert game.food == Food(Point(2, 5))


@pytest.mark.parametrize(
    ("turn", "obstacles", "body", "reason"),
    [
        (Direction.UP, [], [(5, 0), (4, 0), (3, 0)], EndReason.WALL),
        (Direction.DOWN, [], [(5, 9), (4, 9), (3, 9)], EndReason.WALL),
        (Direction.DOWN, [(5, 6)], [(5, 5), (4, 5), (3, 5)], EndReason.OBSTACLE),
        (Direction.UP, [], [(5, 5), (4, 5), (4, 4), (5, 4), (6, 4)], EndReason.SELF),
    ],
)
def test_a_fatal_tick_counts_and_turns_but_moves_nothing(
    turn: Direction, obstacles: list[Cell], body: list[Cell], reason: EndReason
) -> None:
    game = make_game(obstacles=obstacles, body=body)
    log = Log()
    game.subscribe(log)
    game.change_direction(turn)
    board = game.render()
    assert game.tick() == TickResult(1, GameState.OVER, False, False, 0, reason)
    assert game.direction is turn
    assert game.snake.cells() == tuple(points(body))
    assert game.render() == board
    assert [(frame.tick, frame.state, frame.board) for frame in log] == [(1, GameState.OVER, board)]


@pytest.mark.parametrize(
    ("body", "direction"),
    [
        ([(0, 5), (1, 5)], Direction.LEFT),
        ([(9, 5), (8, 5)], Direction.RIGHT),
        ([(5, 0), (5, 1)], Direction.UP),
        ([(5, 9), (5, 8)], Direction.DOWN),
    ],
)
def test_every_wall_kills(body: list[Cell], direction: Direction) -> None:
    assert make_game(body=body, direction=direction).tick().reason is EndReason.WALL


def test_one_buffered_turn_is_taken_each_tick() -> None:
    game = make_game()
    game.change_direction(Direction.UP)
    game.change_direction(Direction.LEFT)
    heads = []
    for _ in range(3):
        game.tick()
        heads.append((game.snake.head, game.direction))
    assert heads == [
        (Point(5, 4), Direction.UP),
        (Point(4, 4), Direction.LEFT),
        (Point(3, 4), Direction.LEFT),
    ]


def test_the_first_tick_stamps_the_start() -> None:
    clock = ManualClock(10.0)
    game = make_game(clock=clock)
    clock.advance(5.0)
    for _ in range(2):
        game.tick()
        clock.advance(1.0)
    assert game.elapsed() == 2.0


def test_filling_the_board_moves_eats_and_wins() -> None:
    game = make_game(
        size=(3, 3),
        obstacles=[(0, 2), (1, 2)],
        body=[(2, 1), (1, 1), (0, 1), (0, 0), (1, 0), (2, 0)],
        food=[(2, 2)],
        direction=Direction.DOWN,
    )
    log = Log()
    game.subscribe(log)
    assert game.tick() == TickResult(1, GameState.OVER, True, True, 1, EndReason.FILLED)
    assert game.food is None
    assert [frame.board for frame in log] == ["ooo\nooo\n##O"]


def test_the_picture_shows_head_body_obstacle_and_food() -> None:
    game = make_game(size=(5, 3), obstacles=[(4, 2)], body=[(2, 1), (1, 1)], food=[(0, 0)])
    assert game.render() == "*....\n.oO..\n....#"
    assert str(game) == game.render()


# -- the tail --------------------------------------------------------------------------------


def test_following_the_own_tail_is_legal_for_ever() -> None:
    game = make_game(body=RING, direction=Direction.DOWN)
    turns = [Direction.RIGHT, Direction.UP, Direction.LEFT, Direction.DOWN]
    for turn in turns * 3:
        game.change_direction(turn)
        assert game.tick().moved
    assert game.snake.cells() == tuple(points(RING))


def test_a_snake_that_grows_leaves_its_tail_where_it_was() -> None:
    # Ate at (2,2) in the first tick; so in the second (3,2) is still the tail, and it leaves.
    game = make_game(body=[(1, 2), (1, 1), (2, 1), (3, 1), (3, 2)], food=[(2, 2), (9, 9)])
    assert game.tick().ate
    assert game.snake.tail == Point(3, 2)
    assert game.tick().moved
    assert game.snake.head == Point(3, 2)


def test_a_cell_before_the_tail_is_fatal() -> None:
    game = make_game(body=[*RING, (4, 2)], direction=Direction.RIGHT)
    assert game.tick().reason is EndReason.SELF


@pytest.mark.parametrize("grow", [False, True])
def test_would_collide_knows_tail_body_and_free_cells(grow: bool) -> None:
    snake = Snake(points(RING))
    assert snake.would_collide(Point(3, 2), grow) is grow  # the tail
    assert snake.would_collide(Point(3, 1), grow) is True
    assert snake.would_collide(Point(2, 2), grow) is True  # the head itself
    assert snake.would_collide(Point(9, 9), grow) is False


def test_move_pushes_the_head_and_returns_the_vacated_cell() -> None:
    snake = Snake(points(RING))
    assert snake.move(Point(3, 2), grow=False) == Point(3, 2)
    assert snake.cells() == tuple(points([(3, 2), (2, 2), (2, 1), (3, 1)]))
    assert snake.move(Point(4, 2), grow=True) is None
    assert snake.cells() == tuple(points([(4, 2), (3, 2), (2, 2), (2, 1), (3, 1)]))
    assert snake.move(Point(5, 2), grow=False) == Point(3, 1)
    assert not snake.occupies(Point(3, 1))
    assert snake.occupies(Point(5, 2))


def test_move_refuses_an_occupied_cell_and_changes_nothing() -> None:
    snake = Snake(points(RING))
    for target, grow in ((Point(2, 1), False), (Point(3, 2), True)):
        with pytest.raises(InvalidStateError):
            snake.move(target, grow)
    assert snake.cells() == tuple(points(RING))
    assert all(snake.occupies(cell) for cell in points(RING))
