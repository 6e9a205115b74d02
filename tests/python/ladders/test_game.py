"""Games with players and dice of the caller's own, whatever these do."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import threading
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tickgrid import GameOverError, InvalidStateError, ResourceLimitError, ValidationError
from tickgrid.ladders import (
    MILTON_BRADLEY,
    Board,
    Dice,
    Game,
    Player,
    RandomDice,
    ScriptedDice,
    Status,
)

from . import reference

FINISHES = ["exact", "overshoot", "bounce"]


def seen(game: Game) -> Any:
    """All that there is to see of a game."""
    positions = [player.position for player in game.players]
    return positions, game.turn, game.status, game.winner, list(game.log)


@st.composite
def boards(draw: st.DrawFn, least: int = 1) -> Board:
    size = draw(st.integers(least, 40))
    squares = list(range(1, size + 1))
    jumps: dict[int, int] = {}
    for _ in range(draw(st.integers(0, size // 3))):
        start, end = draw(st.sampled_from(squares)), draw(st.sampled_from(squares))
        free = start not in jumps and start not in jumps.values() and end not in jumps
        if free and start not in (end, size):
            jumps[start] = end
    return Board(size, jumps)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_it_plays_as_the_naive_rules_do(data: st.DataObject) -> None:
    finish = data.draw(st.sampled_from(FINISHES))
    extra_roll_on = data.draw(st.sampled_from([6, 6, 1, None]))
    max_sixes = data.draw(st.sampled_from([3, 3, 1, 2, None]))
    board = data.draw(boards(least=6 if finish == "bounce" else 1))
    script = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=60))
    script += [1 if extra_roll_on != 1 else 2]  # a turn ends
    players = [Player(name) for name in "abc"[: data.draw(st.integers(2, 3))]]
    options: dict[str, Any] = {
        "finish": finish,
        "extra_roll_on": extra_roll_on,
        "max_sixes": max_sixes,
    }
    game, dice = Game(board, players, ScriptedDice(script), **options), ScriptedDice(script)
    positions = [0] * len(players)
    for turn in range(30):
        if game.status is Status.WON:
            break
        seat = turn % len(players)
        logged = len(game.log)
        answer = game.play_turn()
        positions[seat], words = reference.turn(
            board.size, board.jumps, positions[seat], dice.roll, **options
        )
        assert [player.position for player in players] == positions
        assert game.turn == turn + 1
        assert len(game.log) - logged == len(words)
        for line, word in zip(game.log[logged:], words, strict=True):
            assert line.startswith(f"{players[seat].name}: ")
            assert ("forfeited" in line) == (word == "forfeit")
            assert ("overshoot" in line) == (word == "overshoot")
            assert ("bounces" in line) == word.startswith("bounce")
        won = positions[seat] == board.size and words[-1].startswith(("move", "bounce"))
        assert answer == (f"{players[seat].name} wins" if won else "in progress")
        assert (game.winner is players[seat]) == won


class Bad(Dice):
    """Rolls what it is given, and raises it if it can be raised."""

    def __init__(self, *rolls: Any) -> None:
        self.rolls = list(rolls)

    def roll(self) -> int:
        """The next."""
        value: Any = self.rolls.pop(0)
        if isinstance(value, BaseException):
            raise value
        return value  # type: ignore[no-any-return]


@pytest.mark.parametrize("before", [[], [6], [6, 6]])
@pytest.mark.parametrize(
    ("nonsense", "error", "message"),
    [
        (True, TypeError, "got bool True"),
        (np.True_, TypeError, "got bool"),
        (2.0, TypeError, "got float 2.0"),
        (float("nan"), TypeError, "got float nan"),
        ("3", TypeError, "got str '3'"),
        (None, TypeError, "got NoneType"),
        (0, ValidationError, "got 0"),
        (-1, ValidationError, "got -1"),
        (7, ValidationError, "got 7"),
        (10**40, ValidationError, "got 1000"),
        (OSError("the die fell off the table"), OSError, "fell off the table"),
        (KeyboardInterrupt("stop"), KeyboardInterrupt, "stop"),
    ],
)
def test_dice_that_roll_nonsense_move_nobody(
    before: list[int], nonsense: Any, error: type[BaseException], message: str
) -> None:
    alice, bob = Player("alice", 3), Player("bob")
    game = Game(Board(50, {9: 30}), [alice, bob], Bad(*before, nonsense, 2))
    as_it_was = seen(game)
    with pytest.raises(error, match=message) as caught:
        game.play_turn()
    if not isinstance(nonsense, BaseException):
        assert "alice" in str(caught.value) and "from 1 to 6" in str(caught.value)
    assert seen(game) == as_it_was
    assert game.play_turn() == "in progress"  # it goes on
    assert alice.position == 5


def test_dice_need_no_base_class_and_may_roll_numpys_integers() -> None:
    class Duck:
        def roll(self) -> Any:
            return np.int8(5)

    class Twenty(Duck):
        sides = 20

        def roll(self) -> Any:
            return 20

    a = Player("a")
    duck: Any = Duck()
    Game(Board(9), [a, Player("b")], duck).play_turn()
    assert a.position == 5 and type(a.position) is int
    twenty: Any = Twenty()
    assert Game(Board(20), [a, Player("b")], twenty, finish="overshoot").play_turn() == "a wins"


def test_variants() -> None:
    def game(position: int, rolls: list[int], **options: Any) -> Game:
        players = [Player("a", position), Player("b")]
        return Game(Board(20, {18: 4}), players, ScriptedDice(rolls), **options)

    over = game(19, [6], finish="overshoot")
    assert over.play_turn() == "a wins" and over.log == ["a: rolled 6 -> 20"]
    bounce = game(17, [5, 1], finish="bounce")
    assert bounce.play_turn() == "in progress"  # 17 + 5 = 22, back to 18, down to 4
    assert bounce.log == ["a: rolled 5, bounces -> 4 snake"]
    again = game(16, [6, 2], finish="bounce")
    again.play_turn()  # a six that bounces earns another roll
    assert again.log[-2:] == ["a: rolled 6, bounces -> 4 snake", "a: rolled 2 -> 6"]
    once = game(0, [6, 6], extra_roll_on=None)
    once.play_turn()
    assert once.log == ["a: rolled 6 -> 6"]
    two = game(0, [5, 5], extra_roll_on=5, max_sixes=2)
    two.play_turn()
    assert two.log == ["a: rolled 5 -> 5", "a: two fives, turn forfeited"]
    never = game(0, [6, 6, 1], max_sixes=None)
    never.play_turn()
    assert never.log[-1] == "a: rolled 1 -> 13"
    one = game(0, [6], max_sixes=1)
    one.play_turn()
    assert one.log == ["a: one six, turn forfeited"]


def test_a_turn_without_end_is_an_error() -> None:
    players = [Player("a"), Player("b")]
    game = Game(Board(20, {18: 6}), players, ScriptedDice([6]), max_sixes=None)
    as_it_was = seen(game)
    with pytest.raises(ResourceLimitError, match="rolls of a in one turn"):
        game.play_turn()
    assert seen(game) == as_it_was


def test_a_die_that_plays_its_own_game_is_refused() -> None:
    class Greedy(Dice):
        def roll(self) -> int:
            game.play_turn()
            return 1

    game = Game(Board(20), [Player("a"), Player("b")], Greedy())
    with pytest.raises(InvalidStateError, match="within a turn"):
        game.play_turn()
    assert game.turn == 0


def test_a_player_who_refuses_to_move_undoes_the_turn() -> None:
    class Stubborn:
        name = "mule"
        position = property(lambda self: 0)

    mule: Any = Stubborn()
    game = Game(Board(20), [mule, Player("b")], ScriptedDice([2]))
    with pytest.raises(AttributeError):
        game.play_turn()
    assert (game.turn, game.log) == (0, [])


def test_a_name_that_cannot_be_said_undoes_the_turn() -> None:
    class Nameless:
        def __str__(self) -> str:
            raise LookupError("no name")

    nobody: Any = Player(cast(Any, Nameless()))
    game = Game(Board(2), [nobody, Player("b")], ScriptedDice([2]))
    with pytest.raises(LookupError, match="no name"):
        game.play_turn()
    assert nobody.position == 0 and seen(game)[1:] == (0, Status.IN_PROGRESS, None, [])


def test_threads_play_one_turn_after_the_other() -> None:
    players = [Player("a"), Player("b"), Player("c")]
    game = Game(Board(1_000_000), players, RandomDice(1), extra_roll_on=None)

    def play() -> None:
        for _ in range(500):
            game.play_turn()

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = [Player("a"), Player("b"), Player("c")]
    other = Game(Board(1_000_000), alone, RandomDice(1), extra_roll_on=None)
    for _ in range(2_000):
        other.play_turn()
    assert alone == players and other.log == game.log and game.turn == 2_000


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"board": {3: 4}}, TypeError, "board: got dict"),
        ({"players": 3}, TypeError, "players: got int"),
        ({"players": []}, ValidationError, "need at least two players: got 0"),
        ({"players": ["a", "b"]}, TypeError, r"players\[0\]: got str"),
        ({"players": [Player("x")] * 2}, ValidationError, r"players\[1\]: got x again"),
        ({"players": [Player("x", -1), Player("y")]}, ValidationError, "position of x: got -1"),
        ({"players": [Player("x"), Player("y", 21)]}, ValidationError, "position of y: got 21"),
        ({"players": [Player("x"), Player("y", True)]}, TypeError, "position of y: got bool"),
        ({"dice": 4}, TypeError, "dice: got int"),
        ({"dice": RandomDice}, TypeError, "dice: got the class RandomDice"),
        ({"finish": "bouncy"}, ValidationError, "finish: got 'bouncy'"),
        ({"finish": None}, TypeError, "finish: got NoneType"),
        ({"extra_roll_on": 0}, ValidationError, "extra_roll_on: got 0"),
        ({"extra_roll_on": True}, TypeError, "extra_roll_on: got bool"),
        ({"max_sixes": 0}, ValidationError, "max_sixes: got 0"),
        ({"max_sixes": -1}, ValidationError, "max_sixes: got -1"),
        ({"max_sixes": 2.5}, TypeError, "max_sixes: got float 2.5"),
        ({"board": Board(5), "finish": "bounce"}, ValidationError, "size: got 5"),
    ],
)
def test_what_makes_no_game_is_named(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    good: dict[str, Any] = {
        "board": Board(20),
        "players": [Player("a"), Player("b")],
        "dice": ScriptedDice([1]),
    }
    with pytest.raises(error, match=message):
        Game(**{**good, **arguments})


def test_a_position_is_read_at_each_turn() -> None:
    a, b = Player("a"), Player("b")
    game = Game(Board(20), [a, b], ScriptedDice([1]))
    a.position = 18
    game.play_turn()
    assert a.position == 19
    b.position = 99
    with pytest.raises(ValidationError, match="position of b: got 99, expected a square from 0"):
        game.play_turn()
    assert game.turn == 1


def test_boards() -> None:
    board = Board(20, {3: 15, 17: 5})
    assert board == Board(size=20, jumps={17: 5, 3: 15}) != Board(20, {3: 15})
    assert hash(board) == hash(Board(20, {17: 5, 3: 15}))
    assert repr(board) == "Board(size=20, jumps={3: 15, 17: 5})"
    assert board.jumps == {3: 15, 17: 5} and board.destination(3) == 15
    assert board.destination(4) == 4
    for twin in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
        assert twin == board
    jumps = {3: 15}
    mine = Board(20, jumps)
    jumps[3] = 99
    assert mine.jumps == {3: 15}
    anything: Any = mine
    with pytest.raises(TypeError):
        anything.jumps[3] = 4
    with pytest.raises(AttributeError):
        anything.size = 4
    assert len(MILTON_BRADLEY.jumps) == 19
    assert sum(end > start for start, end in MILTON_BRADLEY.jumps.items()) == 9


def test_a_board_is_the_documents_dataclass() -> None:
    board = Board(20, MappingProxyType({3: 15}))
    assert dataclasses.asdict(board) == {"size": 20, "jumps": {3: 15}}
    assert dataclasses.replace(board, size=30) == Board(30, {3: 15})
    assert isinstance(board.jumps, dict) and json.dumps(board.jumps) == '{"3": 15}'
    assert board.jumps | {4: 9} == {3: 15, 4: 9} and Board(20).jumps == {}
    for twin in (pickle.loads(pickle.dumps(board.jumps)), copy.deepcopy(board.jumps)):
        assert twin == board.jumps
    anything: Any = board
    for change in ("clear", "popitem", "update", "setdefault", "pop", "__delitem__", "__ior__"):
        with pytest.raises(TypeError, match="a board stays as it is"):
            getattr(anything.jumps, change)(3)
    assert board == Board(20, {3: 15})


@pytest.mark.parametrize(
    ("size", "jumps", "error", "message"),
    [
        (0, {}, ValidationError, "size: got 0"),
        (-5, {}, ValidationError, "size: got -5"),
        (2**20 + 1, {}, ValidationError, "size: got 1048577"),
        (10**50, {}, ValidationError, "size: got 1000"),
        (20.0, {}, TypeError, "size: got float 20.0"),
        (True, {}, TypeError, "size: got bool"),
        (20, [(3, 4)], TypeError, "jumps: got list"),
        (20, {3: "4"}, TypeError, "jumps, from 3: got str '4'"),
        (20, {3.0: 4}, TypeError, "jumps: got float 3.0"),
        (20, {-3: 4}, ValidationError, "jump -3->4 is off the board"),
    ],
)
def test_what_makes_no_board_is_named(
    size: Any, jumps: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Board(size, jumps)


def test_dice() -> None:
    die = RandomDice(7)
    rolls = [die.roll() for _ in range(200)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6} and die.seed == 7
    again = RandomDice(7)
    assert [again.roll() for _ in range(100)] == rolls[:100]
    for twin in (copy.copy(again), copy.deepcopy(again), pickle.loads(pickle.dumps(again))):
        assert [twin.roll() for _ in range(100)] == rolls[100:]
    assert RandomDice().seed != RandomDice().seed
    assert {RandomDice(1, sides=2).roll() for _ in range(9)} <= {1, 2}
    script = ScriptedDice([1, 2])
    assert [script.roll() for _ in range(5)] == [1, 2, 1, 2, 1]
    assert (script.sides, ScriptedDice([20]).sides) == (6, 20)
    with pytest.raises(TypeError):
        Dice()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: RandomDice(-1), ValidationError, "seed: got -1"),
        (lambda: RandomDice(2**64), ValidationError, "seed: got 18446744073709551616"),
        (lambda: RandomDice(1.5), TypeError, "seed: got float 1.5"),  # type: ignore[arg-type]
        (lambda: RandomDice(1, sides=0), ValidationError, "sides: got 0"),
        (lambda: ScriptedDice([]), ValidationError, "values: got none"),
        (lambda: ScriptedDice([1, 0]), ValidationError, r"values\[1\]: got 0"),
        (lambda: ScriptedDice([1, True]), TypeError, r"values\[1\]: got bool"),
        (lambda: ScriptedDice(3), TypeError, "values: got int"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_die_is_named(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize("turns", [0, 5, 60])
@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle"])
def test_a_copy_goes_on_by_itself(turns: int, way: str) -> None:
    def run(game: Game, turns: int) -> None:
        for _ in range(turns):
            if game.status is Status.IN_PROGRESS:
                game.play_turn()

    game = Game(MILTON_BRADLEY, [Player("a"), Player("b")], RandomDice(3), finish="bounce")
    run(game, turns)
    ways: dict[str, Callable[[Game], Game]] = {
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda game: cast(Game, pickle.loads(pickle.dumps(game))),
    }
    twin = ways[way](game)
    assert seen(twin)[:3] == seen(game)[:3] and twin.log == game.log
    assert all(a is not b for a, b in zip(twin.players, game.players, strict=True))
    as_it_was = seen(twin)
    run(game, 500)
    assert seen(twin) == as_it_was
    if way != "copy":  # which shares the dice
        run(twin, 500)
        assert game.winner is not None and twin.log == game.log
        assert twin.winner is twin.players[game.players.index(game.winner)]
        with pytest.raises(GameOverError):
            twin.play_turn()
