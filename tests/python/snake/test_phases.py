"""The four phases: which verb does what in each, and the phases as objects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tickgrid import (
    Direction,
    EndReason,
    GameOverError,
    GamePhase,
    GameState,
    InvalidStateError,
    OverPhase,
    PausedPhase,
    ReadyPhase,
    RunningPhase,
    SnakeGame,
    TickgridError,
    TickResult,
)

from .games import Log, make_game, view

Verb = Callable[[SnakeGame], object]


def in_state(state: GameState) -> SnakeGame:
    """A game that has been brought into the state by its verbs."""
    game = make_game(body=[(8, 5), (7, 5)])
    if state is not GameState.READY:
        game.tick()
    if state is GameState.PAUSED:
        game.pause()
    if state is GameState.OVER:
        game.tick()
    assert game.state is state
    return game


VERBS: dict[str, Verb] = {
    "tick": lambda game: game.tick().state,
    "pause": lambda game: game.pause(),
    "resume": lambda game: game.resume(),
    "turn": lambda game: game.change_direction(Direction.UP),
    "run": lambda game: game.run(1).state,
}
RUNNING, PAUSED = GameState.RUNNING, GameState.PAUSED
# For each state and verb: the answer, or the error, and how many frames are published.
TABLE: list[tuple[GameState, str, object, int]] = [
    (GameState.READY, "tick", RUNNING, 1),
    (GameState.READY, "run", RUNNING, 1),
    (GameState.READY, "pause", InvalidStateError, 0),
    (GameState.READY, "resume", InvalidStateError, 0),
    (GameState.READY, "turn", True, 0),
    (GameState.RUNNING, "tick", GameState.OVER, 1),
    (GameState.RUNNING, "run", GameState.OVER, 1),
    (GameState.RUNNING, "pause", PAUSED, 1),
    (GameState.RUNNING, "resume", RUNNING, 1),
    (GameState.RUNNING, "turn", True, 0),
    (GameState.PAUSED, "tick", PAUSED, 0),
    (GameState.PAUSED, "run", PAUSED, 0),
    (GameState.PAUSED, "pause", PAUSED, 1),
    (GameState.PAUSED, "resume", RUNNING, 1),
    (GameState.PAUSED, "turn", True, 0),
    (GameState.OVER, "tick", GameOverError, 0),
    (GameState.OVER, "run", GameOverError, 0),
    (GameState.OVER, "pause", InvalidStateError, 0),
    (GameState.OVER, "resume", InvalidStateError, 0),
    (GameState.OVER, "turn", GameOverError, 0),
]


@pytest.mark.parametrize(("state", "verb", "outcome", "frames"), TABLE)
def test_what_each_verb_does_in_each_state(
    state: GameState, verb: str, outcome: object, frames: int
) -> None:
    game = in_state(state)
    log = Log()
    game.subscribe(log)
    before = view(game)
    if isinstance(outcome, type):
        with pytest.raises(TickgridError) as raised:
            VERBS[verb](game)
        assert raised.type is outcome
        assert view(game) == before
    else:
        assert VERBS[verb](game) == outcome
    assert len(log) == frames
    if frames:
        last = log.frames[-1]
        expected = (game.tick_count, game.state, game.score, game.render())
        assert (last.tick, last.state, last.score, last.board) == expected


def test_a_paused_tick_changes_nothing_and_reports_that() -> None:
    game = in_state(GameState.PAUSED)
    before = view(game)
    assert game.tick() == TickResult(1, GameState.PAUSED, moved=False, ate=False, score=0)
    assert view(game) == before


def test_the_phase_is_an_object_of_the_states_class() -> None:
    classes = {
        GameState.READY: ReadyPhase,
        GameState.RUNNING: RunningPhase,
        GameState.PAUSED: PausedPhase,
        GameState.OVER: OverPhase,
    }
    for state, phase in classes.items():
        game = in_state(state)
        assert isinstance(game.phase, phase)
        assert isinstance(game.phase, GamePhase)
        assert game.phase.state is state


def test_the_over_phase_tells_the_reason() -> None:
    phase = in_state(GameState.OVER).phase
    assert isinstance(phase, OverPhase)
    assert phase.reason is EndReason.WALL
    assert OverPhase(EndReason.FILLED).reason is EndReason.FILLED
    assert OverPhase("self").reason is EndReason.SELF
    assert OverPhase("self").state is GameState.OVER


def test_the_error_of_an_ended_game_tells_why_it_ended() -> None:
    with pytest.raises(GameOverError, match="wall"):
        in_state(GameState.OVER).tick()
    with pytest.raises(InvalidStateError, match="ready"):
        in_state(GameState.READY).pause()


# -- the phases' own verbs -------------------------------------------------------------------


def test_a_phases_pause_and_resume_answer_the_next_phase_and_change_nothing() -> None:
    game = in_state(GameState.RUNNING)
    before = view(game)
    assert isinstance(RunningPhase().pause(game), PausedPhase)
    assert isinstance(RunningPhase().resume(game), RunningPhase)
    assert isinstance(PausedPhase().pause(game), PausedPhase)
    assert isinstance(PausedPhase().resume(game), RunningPhase)
    assert view(game) == before


@pytest.mark.parametrize("phase", [ReadyPhase(), OverPhase(EndReason.WALL)])
def test_a_phase_that_cannot_pause_or_resume_says_so(phase: GamePhase) -> None:
    game = in_state(GameState.RUNNING)
    with pytest.raises(InvalidStateError):
        phase.pause(game)
    with pytest.raises(InvalidStateError):
        phase.resume(game)


def test_a_phases_tick_does_what_that_phase_does() -> None:
    game = in_state(GameState.READY)
    assert game.phase.tick(game).state is GameState.RUNNING
    assert game.tick_count == 1
    assert PausedPhase().tick(game) == TickResult(1, GameState.RUNNING, False, False, 0)
    assert game.tick_count == 1
    with pytest.raises(GameOverError):
        OverPhase(EndReason.SELF).tick(game)
    assert RunningPhase().tick(game).reason is EndReason.WALL
    assert game.tick_count == 2


def test_a_phases_tick_publishes_but_delivers_nothing() -> None:
    game = in_state(GameState.RUNNING)
    log = Log()
    game.subscribe(log)
    game.phase.tick(game)
    assert len(log) == 0
    game.flush()
    assert log.ticks == [2]


# -- advance, idle, transition ---------------------------------------------------------------


@pytest.mark.parametrize("state", list(GameState))
def test_advance_does_the_work_of_a_tick_in_whatever_phase(state: GameState) -> None:
    game = make_game()
    game.tick()
    game.transition(phase_of(state))
    assert game.advance() == TickResult(2, state, True, False, 0)
    assert game.tick_count == 2
    assert game.state is state
    assert game.last_result is not None and game.last_result.tick == 2


def test_advance_publishes_and_the_next_verb_delivers() -> None:
    game = make_game()
    log = Log()
    game.subscribe(log)
    game.advance()
    assert len(log) == 0
    game.tick()
    assert [(frame.tick, frame.state) for frame in log] == [
        (1, GameState.READY),
        (2, GameState.RUNNING),
    ]


@pytest.mark.parametrize("state", list(GameState))
def test_idle_reports_and_changes_nothing(state: GameState) -> None:
    game = in_state(state)
    before = view(game)
    assert game.idle() == TickResult(game.tick_count, state, False, False, game.score)
    assert view(game) == before


@pytest.mark.parametrize("state", list(GameState))
def test_transition_sets_the_phase_and_publishes_nothing(state: GameState) -> None:
    game = in_state(GameState.RUNNING)
    log = Log()
    game.subscribe(log)
    game.transition(phase_of(state))
    assert game.state is state
    assert isinstance(game.phase, type(phase_of(state)))
    game.flush()
    assert len(log) == 0


def phase_of(state: GameState) -> GamePhase:
    phases: dict[GameState, GamePhase] = {
        GameState.READY: ReadyPhase(),
        GameState.RUNNING: RunningPhase(),
        GameState.PAUSED: PausedPhase(),
        GameState.OVER: OverPhase(EndReason.SELF),
    }
    return phases[state]
