"""Frames and observers in one thread: who sees which frame when, and what an error does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tickgrid import (
    Direction,
    Food,
    Frame,
    GameOverError,
    GameState,
    InvalidStateError,
    Point,
    SnakeGame,
    TextRenderer,
)

from .games import Log, make_game, view


class Caller(Log):
    """Keeps each frame, then calls back with it."""

    def __init__(self, back: Callable[[Frame], object]) -> None:
        super().__init__()
        self.back = back

    def on_frame(self, frame: Frame) -> None:
        super().on_frame(frame)
        self.back(frame)


class Oops(Exception):
    """What a broken observer raises."""


def oops(frame: Frame) -> None:
    raise Oops(frame.tick)


def watched() -> tuple[SnakeGame, Log]:
    game, log = make_game(), Log()
    game.subscribe(log)
    return game, log


# -- what is published -----------------------------------------------------------------------


def test_every_tick_that_counts_publishes_one_frame_of_the_state_after_it() -> None:
    game, log = watched()
    expected = []
    while game.state is not GameState.OVER:
        game.tick()
        expected.append(Frame(game.tick_count, game.state, game.score, game.render()))
    assert log.frames == expected
    assert log.frames[-1].state is GameState.OVER


def test_pause_and_resume_publish_also_when_redundant_and_paused_ticks_do_not() -> None:
    game, log = watched()
    game.tick()
    for verb in (game.resume, game.pause, game.tick, game.pause, game.tick, game.resume):
        verb()
    states = [frame.state.value for frame in log]
    assert states == ["running", "running", "paused", "paused", "running"]
    assert log.ticks == [1] * 5


def test_turns_and_refused_verbs_publish_nothing() -> None:
    game, log = watched()
    game.change_direction(Direction.UP)
    game.change_direction(Direction.UP)
    for verb in (game.pause, game.resume):
        with pytest.raises(InvalidStateError):
            verb()
    game.flush()
    assert len(log) == 0


def test_without_an_observer_no_text_is_built() -> None:
    game = make_game(size=(4096, 4096))
    before = time.perf_counter()
    for _ in range(2_000):  # with their pictures these ticks would write 33 gigabytes
        game.advance()
    game.run(2_000)
    assert time.perf_counter() - before < 2.0


# -- who sees it -----------------------------------------------------------------------------


def test_a_subscriber_sees_what_is_published_from_then_on() -> None:
    game, early = watched()
    game.tick()
    late = Log()
    game.subscribe(late)
    game.tick()
    assert early.ticks == [1, 2]
    assert late.ticks == [2]


def test_a_frame_belongs_to_those_subscribed_when_it_was_published() -> None:
    game, early = watched()
    game.advance()
    late = Log()
    game.subscribe(late)
    game.flush()
    assert early.ticks == [1]
    assert late.ticks == []


def test_each_frame_goes_to_the_observers_in_the_order_they_subscribed() -> None:
    seen: list[tuple[int, str]] = []

    def named(name: str) -> Caller:
        return Caller(lambda frame: seen.append((frame.tick, name)))

    game = make_game()
    for name in "abc":
        game.subscribe(named(name))
    game.advance()
    game.advance()
    game.flush()
    assert seen == [(tick, name) for tick in (1, 2) for name in "abc"]


def test_flush_delivers_once() -> None:
    game, log = watched()
    game.advance()
    game.flush()
    game.flush()
    assert log.ticks == [1]


def test_subscribed_twice_it_sees_each_frame_twice() -> None:
    game, log = watched()
    game.subscribe(log)
    game.tick()
    assert log.ticks == [1, 1]
    assert game.unsubscribe(log) is True
    game.tick()
    assert log.ticks == [1, 1, 2]


def test_unsubscribe_tells_whether_there_was_something_to_end() -> None:
    game, log = watched()
    assert game.unsubscribe(Log()) is False
    assert game.unsubscribe(log) is True
    assert game.unsubscribe(log) is False
    game.tick()
    assert len(log) == 0


def test_unsubscribed_it_does_not_even_get_what_was_queued() -> None:
    game, log = watched()
    other = Log()
    game.subscribe(other)
    game.advance()
    assert game.unsubscribe(log) is True
    game.flush()
    assert log.ticks == []
    assert other.ticks == [1]


def test_unsubscribe_goes_by_identity() -> None:
    class Same(Log):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    game, first, second = make_game(), Same(), Same()
    game.subscribe(first)
    assert game.unsubscribe(second) is False
    game.tick()
    assert first.ticks == [1]


# -- calling back ----------------------------------------------------------------------------


def test_a_tick_from_within_an_observer_is_delivered_after_its_frame() -> None:
    game = make_game()
    caller = Caller(lambda frame: game.tick() if frame.tick < 4 else None)
    after = Log()
    game.subscribe(caller)
    game.subscribe(after)
    game.tick()
    assert caller.ticks == after.ticks == [1, 2, 3, 4]


def test_an_observer_may_call_back_in_any_way() -> None:
    game, views = make_game(), []

    def everything(frame: Frame) -> None:
        views.append(view(game))
        game.change_direction(Direction.UP)
        game.flush()
        game.next_interval()
        game.elapsed()
        if frame.tick == 1 and frame.state is GameState.RUNNING:
            game.pause()
        elif frame.state is GameState.PAUSED:
            game.resume()
            game.run(2)

    caller, after = Caller(everything), Log()
    game.subscribe(caller)
    game.subscribe(after)
    game.tick()
    states = [(frame.tick, frame.state.value) for frame in after]
    assert states[:2] == [(1, "running"), (1, "paused")]
    assert after.frames == caller.frames
    assert len(views) == len(after)


def test_one_subscribed_by_an_observer_sees_only_what_follows() -> None:
    game, late = make_game(), Log()
    game.subscribe(Caller(lambda frame: game.subscribe(late) if frame.tick == 1 else None))
    game.tick()
    assert late.ticks == []
    game.tick()
    assert late.ticks == [2]


def test_one_unsubscribed_by_an_observer_does_not_get_that_frame_any_more() -> None:
    game, victim = make_game(), Log()
    game.subscribe(Caller(lambda frame: game.unsubscribe(victim)))
    game.subscribe(victim)
    game.tick()
    assert victim.ticks == []


def test_an_observer_may_unsubscribe_itself() -> None:
    game = make_game()
    once = Caller(lambda frame: game.unsubscribe(once))
    after = Log()
    game.subscribe(once)
    game.subscribe(after)
    game.tick()
    game.tick()
    assert once.ticks == [1]
    assert after.ticks == [1, 2]


# -- errors ----------------------------------------------------------------------------------


def test_an_observers_error_leaves_from_the_verb_and_the_tick_stands() -> None:
    game, before, after = make_game(), Log(), Log()
    for observer in (before, Caller(oops), after):
        game.subscribe(observer)
    with pytest.raises(Oops):
        game.tick()
    assert before.ticks == after.ticks == [1]
    assert game.tick_count == 1
    assert game.last_result is not None and game.last_result.moved
    with pytest.raises(Oops):
        game.pause()
    assert game.state is GameState.PAUSED
    assert after.ticks == [1, 1]


def test_an_error_stops_none_of_the_frames_that_wait(unraisable: list[Any]) -> None:
    game, broken, after = make_game(), Caller(oops), Log()
    game.subscribe(broken)
    game.subscribe(after)
    for _ in range(3):
        game.advance()
    with pytest.raises(Oops) as raised:
        game.flush()
    assert raised.value.args == (1,)
    assert [error.args for error in unraisable] == [(2,), (3,)]
    assert broken.ticks == after.ticks == [1, 2, 3]


def test_the_first_error_is_raised_and_later_ones_are_reported(unraisable: list[Any]) -> None:
    game, errors = make_game(), [Oops("first"), Oops("second"), Oops("third")]

    def raising(error: Oops) -> Caller:
        def back(frame: Frame) -> None:
            raise error

        return Caller(back)

    for error in errors:
        game.subscribe(raising(error))
    with pytest.raises(Oops) as raised:
        game.tick()
    assert raised.value is errors[0]
    assert unraisable == errors[1:]


def test_a_verbs_own_error_wins(unraisable: list[Any]) -> None:
    game = make_game(body=[(8, 5), (7, 5)])
    log = Log()
    game.subscribe(Caller(oops))
    game.subscribe(log)
    game.advance()
    game.advance()  # over; both frames still wait
    with pytest.raises(GameOverError):
        game.tick()
    assert log.ticks == [1, 2]
    assert [error.args for error in unraisable] == [(1,), (2,)]


def test_a_keyboard_interrupt_stops_the_delivery_and_the_rest_stays_queued() -> None:
    game = make_game()

    def interrupt(frame: Frame) -> None:
        if frame.tick == 1:
            raise KeyboardInterrupt

    before, interrupted, after = Log(), Caller(interrupt), Log()
    for observer in (before, interrupted, after):
        game.subscribe(observer)
    game.advance()
    game.advance()
    with pytest.raises(KeyboardInterrupt):
        game.flush()
    assert (before.ticks, interrupted.ticks, after.ticks) == ([1], [1], [])
    game.tick()
    assert before.ticks == interrupted.ticks == after.ticks == [1, 2, 3]


def test_subscribe_refuses_what_has_no_on_frame() -> None:
    game = make_game()
    wrong: Any
    for wrong in (object(), None, "renderer", print):
        with pytest.raises(TypeError, match="on_frame"):
            game.subscribe(wrong)
    game.tick()


# -- the text renderer -----------------------------------------------------------------------


def test_the_text_renderer_keeps_every_frame() -> None:
    game, renderer, log = make_game(food=[(6, 5), (0, 0)]), TextRenderer(), Log()
    assert renderer.frames() == ()
    assert renderer.latest() is None
    game.subscribe(renderer)
    game.subscribe(log)
    game.run(3)
    game.pause()
    assert renderer.frames() == tuple(log.frames)
    assert renderer.latest() == log.frames[-1]
    assert game.food == Food(Point(0, 0))


def test_a_limited_text_renderer_keeps_the_last_frames() -> None:
    game, renderer = make_game(), TextRenderer(limit=2)
    game.subscribe(renderer)
    seen = []
    for _ in range(4):
        game.tick()
        seen.append([frame.tick for frame in renderer.frames()])
    assert seen == [[1], [1, 2], [2, 3], [3, 4]]
    latest = renderer.latest()
    assert latest is not None and latest.board == game.render()


def test_a_text_renderer_may_be_fed_by_hand_and_shared() -> None:
    renderer, frame = TextRenderer(), Frame(7, GameState.PAUSED, 3, "O.")
    renderer.on_frame(frame)
    for game in (make_game(), make_game()):
        game.subscribe(renderer)
        game.tick()
    assert [kept.tick for kept in renderer.frames()] == [7, 1, 1]
    assert renderer.frames()[0] == frame
