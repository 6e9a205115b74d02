"""Time: the interval to the next tick, the time a game has taken, speeds and clocks."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tickgrid import (
    AcceleratingSpeed,
    ConstantSpeed,
    ManualClock,
    ScriptedFoodSpawner,
    SystemClock,
    ValidationError,
)

from .games import make_game, points

NAN, INF = float("nan"), float("inf")


class Answer:
    """A speed and a clock in Python that answer what they are told to."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[int, int]] = []

    def interval(self, score: int, length: int) -> float:
        self.asked.append((score, length))
        return self.answer  # type: ignore[no-any-return]

    def now(self) -> float:
        return self.answer  # type: ignore[no-any-return]


# -- the interval ----------------------------------------------------------------------------


def test_the_interval_is_constant_unless_told_otherwise() -> None:
    assert make_game().next_interval() == 0.15
    assert ConstantSpeed().interval(0, 3) == 0.15
    assert ConstantSpeed(seconds=2).interval(99, 100) == 2.0


@pytest.mark.parametrize(
    "curve", [(0.2, 0.9, 0.06), (1.0, 0.5, 1e-12), (0.3, 0.97, 0.001), (7.5, 1.0, 7.5)]
)
def test_accelerating_speed_equals_pythons_power(curve: tuple[float, float, float]) -> None:
    base, factor, floor = curve
    speed = AcceleratingSpeed(base=base, factor=factor, floor=floor)
    for score in range(101):
        assert speed.interval(score, 3) == max(floor, base * factor**score)


def test_the_default_curve_ends_at_its_floor() -> None:
    speed = AcceleratingSpeed()
    assert speed.interval(0, 3) == 0.2
    assert speed.interval(11, 3) > 0.06
    assert speed.interval(12, 3) == 0.06
    assert speed.interval(2**31 - 1, 3) == 0.06


def test_the_interval_shortens_as_the_score_rises() -> None:
    game = make_game(food=[(6, 5), (0, 0)], speed=AcceleratingSpeed())
    assert game.next_interval() == 0.2
    game.tick()
    assert game.next_interval() == 0.2 * 0.9


def test_a_speed_is_asked_with_score_and_length() -> None:
    speed = Answer(0.5)
    food = ScriptedFoodSpawner(points([(6, 5), (0, 0)]), value=4)
    game = make_game(food, speed=speed)
    assert game.next_interval() == 0.5
    game.tick()
    assert game.next_interval() == 0.5
    assert speed.asked == [(0, 3), (4, 4)]


@pytest.mark.parametrize("bad", [0, 0.0, -1.0, NAN, INF, -INF])
def test_an_interval_that_is_not_finite_and_positive_is_refused(bad: float) -> None:
    with pytest.raises(ValidationError):
        make_game(speed=Answer(bad)).next_interval()
    with pytest.raises(ValidationError):
        ConstantSpeed(bad)

    class Odd(ConstantSpeed):
        def interval(self, score: int, length: int) -> float:
            return bad

    with pytest.raises(ValidationError):
        make_game(speed=Odd()).next_interval()


@pytest.mark.parametrize("bad", ["0.1", None, (1,)])
def test_an_interval_of_a_wrong_type_is_refused(bad: Any) -> None:
    with pytest.raises(TypeError):
        make_game(speed=Answer(bad)).next_interval()


@pytest.mark.parametrize(
    "curve",
    [
        (0.0, 0.9, 0.06),
        (-0.2, 0.9, 0.06),
        (0.2, 0.0, 0.06),
        (0.2, -0.5, 0.06),
        (0.2, 1.1, 0.06),
        (0.2, 0.9, 0.0),
        (0.2, 0.9, -0.06),
        (0.2, 0.9, 0.3),
        (NAN, 0.9, 0.06),
        (0.2, NAN, 0.06),
        (0.2, 0.9, NAN),
        (INF, 0.9, 0.06),
    ],
)
def test_a_curve_that_makes_no_sense_is_refused(curve: tuple[float, float, float]) -> None:
    with pytest.raises(ValidationError):
        AcceleratingSpeed(*curve)


# -- the time taken --------------------------------------------------------------------------


def test_elapsed_runs_from_the_first_tick_to_the_end() -> None:
    clock = ManualClock()
    game = make_game(body=[(7, 5), (6, 5)], clock=clock)
    clock.advance(3.0)
    assert game.elapsed() == 0.0  # not started
    game.tick()
    clock.advance(0.5)
    assert game.elapsed() == 0.5
    game.pause()
    clock.advance(0.25)
    assert game.elapsed() == 0.75  # a pause does not stop the clock
    game.resume()
    game.tick()
    game.tick()  # the wall
    clock.advance(100.0)
    assert game.elapsed() == 0.75


def test_a_game_that_ends_at_time_zero_has_taken_no_time() -> None:
    clock = ManualClock()
    game = make_game(body=[(9, 5), (8, 5)], clock=clock)
    game.tick()
    clock.advance(5.0)
    assert game.elapsed() == 0.0


def test_a_clock_in_python_is_asked() -> None:
    clock = Answer(10.0)
    game = make_game(clock=clock)
    game.tick()
    clock.answer = 12.5
    assert game.elapsed() == 2.5


def test_a_paused_tick_and_a_turn_do_not_start_the_clock() -> None:
    clock = ManualClock()
    game = make_game(clock=clock)
    game.change_direction("up")
    game.idle()
    clock.advance(1.0)
    assert game.elapsed() == 0.0


@pytest.mark.parametrize(("bad", "error"), [(NAN, ValidationError), ("1", TypeError)])
def test_a_clock_that_tells_no_time_is_refused(bad: Any, error: type[Exception]) -> None:
    clock = Answer(bad)
    game = make_game(clock=clock)
    with pytest.raises(error):
        game.tick()
    assert game.tick_count == 0
    clock.answer = 1.0
    assert game.tick().tick == 1
    clock.answer = bad
    with pytest.raises(error):
        game.elapsed()


def test_the_manual_clock_moves_only_by_hand() -> None:
    assert ManualClock().now() == 0.0
    clock = ManualClock(start=2.5)
    clock.advance(0.5)
    clock.advance(seconds=0)
    assert clock.now() == 3.0


@pytest.mark.parametrize("bad", [-0.1, NAN, INF])
def test_the_manual_clock_refuses_to_go_back_or_nowhere(bad: float) -> None:
    clock = ManualClock(1.0)
    with pytest.raises(ValidationError):
        clock.advance(bad)
    assert clock.now() == 1.0


def test_the_system_clock_goes_with_the_time() -> None:
    clock = SystemClock()
    first = clock.now()
    time.sleep(0.01)
    assert 0.005 < clock.now() - first < 60.0


def test_a_game_without_a_clock_takes_the_systems() -> None:
    game = make_game()
    game.tick()
    time.sleep(0.01)
    assert 0.005 < game.elapsed() < 60.0
