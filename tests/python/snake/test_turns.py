"""The input buffer: which turns it takes, which it refuses, and when they are applied."""

from __future__ import annotations

import pytest

from tickgrid import (
    Direction,
    EndReason,
    GameOverError,
    Grid,
    Pause,
    Point,
    Resume,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    Turn,
)

from .games import make_game, points

UP, DOWN, LEFT, RIGHT = Direction


def heading(direction: Direction) -> SnakeGame:
    """A snake of one cell in the middle, so that every direction can be tried."""
    return make_game(body=[(5, 5)], direction=direction)


@pytest.mark.parametrize("current", Direction)
@pytest.mark.parametrize("wanted", Direction)
def test_a_repeat_and_a_reversal_are_refused_any_other_turn_is_taken(
    current: Direction, wanted: Direction
) -> None:
    game = heading(current)
    taken = wanted not in (current, current.opposite)
    assert game.change_direction(wanted) is taken
    assert game.direction is current  # it is applied by the tick, not before
    game.tick()
    assert game.direction is (wanted if taken else current)


def test_a_turn_is_checked_against_the_last_queued_one() -> None:
    game = heading(RIGHT)
    assert game.change_direction(UP) is True
    assert game.change_direction(UP) is False  # repeats the queued UP
    assert game.change_direction(DOWN) is False  # reverses the queued UP
    assert game.change_direction(LEFT) is True  # reverses RIGHT, but that was two turns ago


def test_at_most_two_turns_wait() -> None:
    assert SnakeGame.MAX_BUFFERED_INPUTS == 2
    game = heading(RIGHT)
    assert [game.change_direction(turn) for turn in (UP, LEFT, DOWN)] == [True, True, False]
    game.tick()
    assert game.change_direction(DOWN) is True  # a place is free again
    assert game.change_direction(RIGHT) is False


def test_a_refused_turn_leaves_the_queue_alone() -> None:
    game = heading(RIGHT)
    for turn in (UP, DOWN, UP, LEFT, RIGHT, DOWN):
        game.change_direction(turn)
    directions = []
    for _ in range(3):
        game.tick()
        directions.append(game.direction)
    assert directions == [UP, LEFT, LEFT]


def test_once_applied_a_direction_is_what_the_next_turn_is_checked_against() -> None:
    game = heading(RIGHT)
    game.change_direction(UP)
    game.tick()
    assert game.change_direction(DOWN) is False
    assert game.change_direction(RIGHT) is True


def test_turns_may_be_queued_before_the_first_tick_and_while_paused() -> None:
    game = heading(RIGHT)
    assert game.change_direction(UP) is True
    game.tick()
    game.pause()
    assert game.change_direction(LEFT) is True
    game.tick()  # paused: takes no turn
    assert game.direction is UP
    game.resume()
    game.tick()
    assert game.direction is LEFT


def test_turning_after_the_end_is_an_error_whatever_the_turn() -> None:
    game = make_game(body=[(9, 5), (8, 5)])
    game.tick()
    for turn in Direction:
        with pytest.raises(GameOverError):
            game.change_direction(turn)
        with pytest.raises(GameOverError):
            game.submit(Turn(turn))


def test_a_start_direction_into_the_neck_ends_the_game_on_the_first_tick() -> None:
    game = make_game(direction=LEFT)
    result = game.tick()
    assert (result.tick, result.moved, result.reason) == (1, False, EndReason.SELF)


def test_a_snake_of_two_that_starts_into_its_tail_swaps_its_ends() -> None:
    # The tail leaves in the same tick, so its cell is free; only the turn would be refused.
    game = make_game(body=[(5, 5), (4, 5)], direction=LEFT)
    assert game.tick().moved
    assert game.snake.cells() == tuple(points([(4, 5), (5, 5)]))


def test_a_direction_may_be_given_as_its_string() -> None:
    game = SnakeGame(Grid(10, 10), Snake([Point(5, 5)]), ScriptedFoodSpawner([]), "up")
    assert game.direction is UP
    assert game.change_direction("left") is True
    assert game.change_direction("right") is False
    assert game.submit(Turn("down")) is True
    game.tick()
    assert game.direction is LEFT


def test_submit_applies_commands_and_returns_their_answer() -> None:
    game = heading(RIGHT)
    assert game.submit(Turn(UP)) is True
    assert game.submit(Turn(DOWN)) is False
    game.tick()
    assert game.submit(Pause()) is True
    assert game.submit(Pause()) is True
    assert game.submit(Resume()) is True


def test_a_command_applied_by_hand_does_the_same() -> None:
    game = heading(RIGHT)
    assert Turn(UP).apply(game) is True
    game.tick()
    assert Pause().apply(game) is True
    assert Resume().apply(game) is True
    assert game.snake.head == Point(5, 4)


def test_any_object_with_apply_is_a_command() -> None:
    class UTurn:
        def apply(self, game: SnakeGame) -> bool:
            return game.change_direction(UP) and game.change_direction(LEFT)

    game = heading(RIGHT)
    assert game.submit(UTurn()) is True
    assert game.submit(UTurn()) is False
    game.tick()
    game.tick()
    assert game.direction is LEFT
