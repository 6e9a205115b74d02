"""Exact analysis and simulations: known values, naive enumeration, each other."""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tickgrid import ResourceLimitError, ValidationError
from tickgrid.ladders import MILTON_BRADLEY, Board, Game, Player, RandomDice, analyse, simulate

from . import reference
from .test_game import FINISHES, boards


@pytest.mark.parametrize(
    ("finish", "expected", "sd", "mode", "median"),
    [
        ("exact", 39.225122, 25.225, 22, 32),
        ("overshoot", 35.834938, 23.354, 20, 29),
        ("bounce", 43.324597, 30.254, 21, 35),
    ],
)
def test_known_values_of_milton_bradleys_board(
    finish: str, expected: float, sd: float, mode: int, median: int
) -> None:
    found = analyse(MILTON_BRADLEY, finish=finish, extra_roll_on=None)
    assert found.expected == pytest.approx(expected, abs=1e-6)
    assert found.sd == pytest.approx(sd, abs=6e-4)
    assert (found.mode, found.median) == (mode, median)
    assert int(np.flatnonzero(found.pmf)[0]) == 7
    assert found.win == pytest.approx((1.0,), abs=1e-14)
    assert found.visits.shape == (101,) and found.visits[100] == pytest.approx(1.0, abs=1e-14)
    exact = analyse(MILTON_BRADLEY, finish=finish, extra_roll_on=None, exact=True)
    assert isinstance(exact.expected, Fraction) and exact.win == (Fraction(1),)
    assert float(exact.expected) == pytest.approx(found.expected, rel=1e-13)
    assert exact.sd == pytest.approx(found.sd, rel=1e-12)
    assert sum(exact.visits) == exact.expected + 1
    assert exact.visits[100] == 1


def test_the_exact_expectation_that_was_published() -> None:
    """By Althoen, King and Schilling, The Mathematical Gazette 77 (1993), 71-76."""
    found = analyse(MILTON_BRADLEY, extra_roll_on=None, exact=True)
    assert found.expected == Fraction(
        225837582538403273407117496273279920181931269186581786048583,
        5757472998140039232950575874628786131130999406013041613400,
    )


def test_known_values_of_an_empty_board() -> None:
    empty = Board(100)
    assert analyse(empty, extra_roll_on=None).expected == pytest.approx(33.3333, abs=5e-5)
    overshoot = analyse(empty, extra_roll_on=None, finish="overshoot")
    assert overshoot.expected == pytest.approx(29.0476, abs=5e-5)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_it_is_what_enumeration_finds(data: st.DataObject) -> None:
    sides = data.draw(st.integers(2, 4))
    rules: dict[str, Any] = {
        "finish": data.draw(st.sampled_from(FINISHES)),
        "extra_roll_on": data.draw(st.sampled_from([None, 1, sides])),
        "max_sixes": data.draw(st.integers(1, 4)),
    }
    board = data.draw(boards(least=sides))
    players = data.draw(st.integers(1, 3))
    try:
        found = analyse(board, players, sides=sides, **rules)
    except ValidationError:  # one on which a game need not end
        return
    turns = 12
    one = [float(p) for p in reference.lengths(board.size, board.jumps, sides, turns, **rules)]
    left = [1 - sum(one[: turn + 1]) for turn in range(turns + 1)]
    for turn in range(1, turns + 1):
        for place in range(players):
            chance = one[turn] * left[turn] ** place * left[turn - 1] ** (players - 1 - place)
            at = (turn - 1) * players + place + 1
            pmf = found.pmf[at] if at < len(found.pmf) else 0.0
            assert pmf == pytest.approx(chance, abs=1e-12)
    assert sum(found.win) == pytest.approx(1)
    assert found.pmf.sum() == pytest.approx(1)
    assert np.sum(found.visits) == pytest.approx(float(found.expected) + players)
    cumulative = np.cumsum(found.pmf)
    assert cumulative[found.median] >= 0.5 - 1e-12
    assert cumulative[found.median - 1] < 0.5
    assert found.pmf[found.mode] == found.pmf.max()


def test_fractions_of_several_players() -> None:
    board = Board(8, {2: 5, 7: 3})
    exact = analyse(board, 2, sides=3, extra_roll_on=None, exact=True)
    floats = analyse(board, 2, sides=3, extra_roll_on=None)
    assert sum(exact.win) == 1 and exact.win[0] > exact.win[1]
    assert [float(chance) for chance in exact.win] == pytest.approx(floats.win, rel=1e-12)
    assert float(exact.expected) == pytest.approx(floats.expected, rel=1e-12)
    with pytest.raises(ResourceLimitError, match="exact: got more than 1200 states of 2 players"):
        analyse(MILTON_BRADLEY, 2, exact=True)


def test_boards_on_which_a_game_need_not_end_are_refused() -> None:
    trap = Board(20, dict.fromkeys(range(12, 20), 2))
    for call in (lambda: analyse(trap), lambda: simulate(trap, 10, 1)):
        with pytest.raises(ValidationError, match="board: got one on which no roll leads from"):
            call()


def test_games_that_take_too_long_to_analyse_are_refused() -> None:
    slow = Board(99, {square: 1 for square in range(2, 99) if square % 7 != 1})
    with pytest.raises(ResourceLimitError, match=r"can well take \de13 rounds, expected a sh"):
        analyse(slow, sides=7, extra_roll_on=None)
    with pytest.raises(ResourceLimitError, match="states and 1000 sides"):
        analyse(Board(2**20), sides=1000)


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (1, {"extra_roll_on": None}),
        (2, {}),
        (3, {"finish": "bounce", "max_sixes": None}),
        (2, {"finish": "overshoot", "sides": 20, "extra_roll_on": 20, "max_sixes": 2}),
    ],
)
def test_simulations_agree_within_their_interval(players: int, rules: dict[str, Any]) -> None:
    games = 1_000_000
    found = analyse(MILTON_BRADLEY, players, **rules)
    lengths, winners = simulate(MILTON_BRADLEY, games, 2024, players, **rules)
    assert lengths.dtype == winners.dtype == np.int64
    assert lengths.shape == winners.shape == (games,)
    assert abs(lengths.mean() - float(found.expected)) < 4 * found.sd / math.sqrt(games)
    shares = np.bincount(winners, minlength=players) / games
    for share, chance in zip(shares, found.win, strict=True):
        error = math.sqrt(float(chance * (1 - chance)) / games)
        assert abs(share - float(chance)) <= 4 * error + 1e-12
    seen = np.bincount(lengths, minlength=len(found.pmf))[: len(found.pmf)]
    often = found.pmf * games > 50
    wanted = found.pmf[often] * games
    chi_square = float(((seen[often] - wanted) ** 2 / wanted).sum())
    assert abs(chi_square - often.sum()) < 5 * math.sqrt(2 * often.sum())
    assert ((lengths - 1) % players == winners).all()


def test_a_game_played_by_hand_has_the_same_distribution() -> None:
    found = analyse(Board(12, {3: 9, 11: 2}), 2, finish="bounce")
    board, die, games = Board(12, {3: 9, 11: 2}), RandomDice(5), 4_000
    turns = []
    for _ in range(games):
        game = Game(board, [Player("a"), Player("b")], die, finish="bounce")
        while game.winner is None:
            game.play_turn()
        turns.append(game.turn)
    assert abs(np.mean(turns) - float(found.expected)) < 4 * found.sd / math.sqrt(games)


def test_a_seed_decides_whatever_the_threads_and_the_number_of_games() -> None:
    lengths, winners = simulate(MILTON_BRADLEY, 20_000, 7, 3, threads=1)
    again = simulate(MILTON_BRADLEY, 20_000, 7, 3, threads=5)
    assert (again.lengths == lengths).all() and (again.winners == winners).all()
    longer = simulate(MILTON_BRADLEY, 50_000, 7, 3)
    assert (longer.lengths[:20_000] == lengths).all()
    assert (simulate(MILTON_BRADLEY, 20_000, 8, 3).lengths != lengths).any()
    # Pinned: a seed means the same for ever.
    assert lengths[:6].tolist() == [92, 34, 42, 112, 45, 19]


def test_progress_is_told_and_what_it_raises_ends_the_run() -> None:
    told: list[float] = []
    simulate(MILTON_BRADLEY, 3_000_000, 1, progress=told.append)
    assert told[-1] == 1.0 and told == sorted(told) and all(0 <= part <= 1 for part in told)
    assert len(told) > 2

    def stop(_done: float) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        simulate(MILTON_BRADLEY, 10**9, 1, progress=stop)


def test_without_numpy_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for call in (lambda: analyse(MILTON_BRADLEY), lambda: simulate(MILTON_BRADLEY, 9, 1)):
        with pytest.raises(ImportError, match="needs numpy: pip install"):
            call()


def test_a_bar_is_shown_when_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(MILTON_BRADLEY, 10, 1, progress=True)
    simulate(MILTON_BRADLEY, 10, 1, progress=False)
    assert capsys.readouterr() == ("", "")  # too short for one


@pytest.mark.parametrize("what", ["games", "one game", "analysis"])
def test_ctrl_c_ends_it(what: str) -> None:
    slow = Board(78, {square: 1 for square in range(2, 78) if square % 7 != 1})
    long = Board(30_000, {square: 1 for square in range(2, 30_000) if square % 997 == 0})
    calls: dict[str, Callable[[], object]] = {
        "games": lambda: simulate(MILTON_BRADLEY, 10**9, 1, progress=False),
        "one game": lambda: simulate(slow, 2, 1, sides=7, extra_roll_on=None, progress=False),
        "analysis": lambda: analyse(long, sides=3, extra_roll_on=None),
    }
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        calls[what]()
    assert time.monotonic() - start < 20
    timer.join()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: analyse(cast(Any, {})), TypeError, "board: got dict"),
        (lambda: analyse(MILTON_BRADLEY, 0), ValidationError, "players: got 0"),
        (lambda: analyse(MILTON_BRADLEY, 257), ValidationError, "players: got 257"),
        (lambda: analyse(MILTON_BRADLEY, True), TypeError, "players: got bool"),
        (lambda: analyse(MILTON_BRADLEY, sides=0), ValidationError, "sides: got 0"),
        (lambda: analyse(MILTON_BRADLEY, finish="x"), ValidationError, "finish: got 'x'"),
        (lambda: analyse(MILTON_BRADLEY, exact=cast(Any, 1)), TypeError, "exact: got int"),
        (lambda: analyse(MILTON_BRADLEY, six=1), TypeError, "six"),
        (lambda: simulate(MILTON_BRADLEY, 0, 1), ValidationError, "games: got 0"),
        (lambda: simulate(MILTON_BRADLEY, -1, 1), ValidationError, "games: got -1"),
        (lambda: simulate(MILTON_BRADLEY, 2.0, 1), TypeError, "games: got float"),  # type: ignore[arg-type]
        (lambda: simulate(MILTON_BRADLEY, 10**30, 1), ValidationError, "games: got 1000"),
        (lambda: simulate(MILTON_BRADLEY, 9, -1), ValidationError, "seed: got -1"),
        (lambda: simulate(MILTON_BRADLEY, True, 1), TypeError, "games: got bool"),
        (lambda: simulate(MILTON_BRADLEY, 9, 1, threads=True), TypeError, "threads: got bool"),
        (lambda: simulate(MILTON_BRADLEY, 9, None), TypeError, "seed: got NoneType"),  # type: ignore[arg-type]
        (lambda: simulate(MILTON_BRADLEY, 9, 1, threads=0), ValidationError, "threads: got 0"),
        (lambda: simulate(MILTON_BRADLEY, 9, 1, progress=3), TypeError, "progress: got int"),  # type: ignore[arg-type]
        (lambda: simulate(MILTON_BRADLEY, 2**47, 1), MemoryError, "allocate"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
