"""``game.snake`` is a copy: whole at any moment, and nobody's moves reach through it."""

from __future__ import annotations

from tickgrid import Direction, Grid, Point, ScriptedFoodSpawner, Snake, SnakeGame

from .games import BODY, LOOP, make_game, points, view
from .threads import Worker


def test_the_constructor_copies_the_snake() -> None:
    snake = Snake(points(BODY))
    games = [SnakeGame(Grid(10, 10), snake, ScriptedFoodSpawner([])) for _ in range(2)]
    snake.move(Point(5, 6), grow=True)
    games[0].tick()
    assert games[0].snake.cells() == tuple(points([(6, 5), (5, 5), (4, 5)]))
    assert games[1].snake.cells() == tuple(points(BODY))
    assert snake.cells() == tuple(points([(5, 6), *BODY]))


def test_moving_a_snapshot_leaves_the_game_and_other_snapshots_alone() -> None:
    game = make_game()
    before, one, other = view(game), game.snake, game.snake
    assert one.move(Point(6, 5), grow=False) == Point(3, 5)
    assert view(game) == before
    assert other.cells() == tuple(points(BODY))


def test_a_tick_leaves_an_older_snapshot_alone() -> None:
    game = make_game()
    snapshot = game.snake
    game.tick()
    assert snapshot.cells() == tuple(points(BODY))
    assert game.snake.head == Point(6, 5)


def test_a_snapshot_answers_what_a_snake_answers() -> None:
    snake = make_game().snake
    assert isinstance(snake, Snake)
    assert (snake.head, snake.tail, len(snake)) == (Point(5, 5), Point(3, 5), 3)
    assert snake.occupies(Point(4, 5)) and not snake.occupies(Point(6, 5))
    assert snake.next_head(Direction.UP) == snake.next_head("up") == Point(5, 4)
    assert snake.would_collide(Point(3, 5), grow=True)
    assert not snake.would_collide(Point(3, 5), grow=False)


def test_a_snake_of_one_cell_may_step_onto_itself() -> None:
    snake = Snake([Point(1, 1)])  # its only cell is its tail, and the tail leaves
    assert snake.move(Point(1, 1), grow=False) == Point(1, 1)
    assert snake.cells() == (Point(1, 1),)
    assert snake.occupies(Point(1, 1))


def test_snapshots_are_whole_while_another_thread_ticks() -> None:
    game = make_game(food=[])
    running = Worker(lambda: [game.run(500, LOOP, repeat=True) for _ in range(40)])
    taken = 0
    while running.is_alive() or taken < 100:
        snake = game.snake
        cells = snake.cells()
        assert len(cells) == len(set(cells)) == len(snake) == game.length == 3
        assert all(snake.occupies(cell) for cell in cells)
        for one, other in zip(cells, cells[1:], strict=False):
            assert abs(one.x - other.x) + abs(one.y - other.y) == 1
        taken += 1
    assert running.result()[-1].tick == 20_000
