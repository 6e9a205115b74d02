"""The live game: what it answers, how it is copied, and bad input."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tickgrid import GameOverError, InvalidStateError, TickgridError, ValidationError
from tickgrid.tictactoe import TicTacToe

any_game: Any = TicTacToe


def played(*moves: tuple[int, int, int], **options: Any) -> TicTacToe:
    game = any_game(**options)
    for move in moves:
        game.move(*move)
    return game  # type: ignore[no-any-return]


WON = played((0, 0, 1), (1, 1, 2), (0, 1, 1), (2, 2, 2), (0, 2, 1))


def view(game: TicTacToe) -> Any:
    """All that a game tells."""
    names = ("rows", "cols", "k", "n", "turns", "board", "moves", "status", "over", "winner")
    told = [getattr(game, name) for name in (*names, "to_move", "line")]
    return [*told, game.legal_moves(), str(game), repr(game)]


def test_what_a_game_tells() -> None:
    game = TicTacToe()
    assert (game.n, game.rows, game.cols, game.k, game.turns) == (3, 3, 3, 3, False)
    assert game.board == ((0, 0, 0),) * 3 and not game.moves and game.to_move == 1
    assert (game.status, game.over, game.winner, game.line) == ("in progress", False, None, ())
    assert len(game.legal_moves()) == 9
    game.move(0, 2, 1)
    game.move(1, 0, 2)
    assert game.board == ((0, 0, 1), (2, 0, 0), (0, 0, 0)) and str(game) == "..X\nO..\n..."
    assert game.moves == ((0, 2, 1), (1, 0, 2)) and game.to_move == 1
    assert game.legal_moves() == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert repr(game) == "<TicTacToe(rows=3, cols=3, k=3): in progress, 2 moves>"
    assert (WON.status, WON.over, WON.winner) == ("player 1 wins", True, 1)
    assert WON.line == ((0, 0), (0, 1), (0, 2)) and WON.to_move is None and not WON.legal_moves()


def test_boards() -> None:
    assert (TicTacToe(5).rows, TicTacToe(5).cols, TicTacToe(5).k) == (5, 5, 5)
    wide = TicTacToe(rows=3, cols=7)
    assert (wide.n, wide.rows, wide.cols, wide.k) == (None, 3, 7, 3)
    assert (TicTacToe(15, k=5).k, TicTacToe(4, rows=2).k) == (5, 2)
    assert TicTacToe(1).move(0, 0, 2) == "player 2 wins"


def test_both_diagonals_go_through_the_centre_of_an_odd_board() -> None:
    for cells in ([(0, 0), (2, 2), (1, 1)], [(0, 2), (2, 0), (1, 1)]):
        game = TicTacToe()
        assert [game.move(*cell, 2) for cell in cells][-1] == "player 2 wins"


def test_without_turns_anybody_may_move() -> None:
    game = played((0, 0, 1), (0, 1, 1))
    assert game.to_move == 2
    assert game.move(0, 2, 1) == "player 1 wins"


def test_with_turns_the_right_one_must() -> None:
    game = TicTacToe(turns=True)
    with pytest.raises(ValidationError, match="player: got 2, expected 1"):
        game.move(0, 0, 2)
    game.move(0, 0, 1)
    with pytest.raises(ValidationError, match="player: got 1, expected 2"):
        game.move(0, 1, 1)
    assert game.move(0, 1, 2) == "in progress" and len(game.moves) == 2


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        ((-1, 0, 1), ValidationError, "^off the board: got row -1, column 0, expected rows 0 to 2"),
        ((0, 3, 1), ValidationError, "^off the board"),
        ((10**30, 0, 1), ValidationError, "^off the board: got row 1000"),
        ((0, -(2**63) - 1, 1), ValidationError, "^off the board"),
        ((3, 3, 7), ValidationError, "^off the board"),
        ((0, 0, 1), ValidationError, "^cell already taken: row 0, column 0 is player 1's"),
        ((0, 0, 7), ValidationError, "^cell already taken"),
        ((1, 0, 0), ValidationError, "^unknown player: got 0, expected 1 or 2"),
        ((1, 0, 3), ValidationError, "^unknown player"),
        ((1, 0, -1), ValidationError, "^unknown player"),
        ((1, 0, 10**30), ValidationError, "^unknown player"),
        ((1, 0, None), ValidationError, "^unknown player: got None"),
        ((1, 0, "1"), ValidationError, "^unknown player: got '1'"),
        ((1, 0, 1.0), ValidationError, "^unknown player: got 1.0"),
        ((1, 0, True), ValidationError, "^unknown player: got True"),
        ((0.0, 0, 1), TypeError, "^row: got float, expected an integer"),
        ((0, None, 1), TypeError, "^column: got NoneType"),
        (("0", 0, 1), TypeError, "^row: got str"),
        ((True, 0, 1), TypeError, "^row: got bool"),
        ((0, np.True_, 1), TypeError, "^column: got bool"),
        ((1, 0, np.True_), ValidationError, "^unknown player: got"),
        ((np.float64(0), 0, 1), TypeError, "^row"),
        ((0, float("nan"), 1), TypeError, "^column"),
    ],
)
def test_bad_moves_are_named_and_change_nothing(move: Any, error: Any, message: str) -> None:
    game: Any = played((0, 0, 1), (1, 1, 2))
    before = view(game)
    with pytest.raises(error, match=message):
        game.move(*move)
    assert view(game) == before


def test_checks_come_in_order() -> None:
    game: Any = copy.copy(WON)
    for move, error, message in (
        ((9, 9, 7), ValidationError, "off the board"),
        ((0, 0, 7), ValidationError, "cell already taken"),
        ((2, 0, 7), ValidationError, "unknown player"),
        ((2, 0, 2), GameOverError, "the game is over: player 1 wins"),
    ):
        with pytest.raises(error, match=message):
            game.move(*move)
    assert view(game) == view(WON)
    strict = played(*WON.moves, turns=True)
    with pytest.raises(GameOverError):
        strict.move(2, 0, 1)
    assert issubclass(GameOverError, RuntimeError) and issubclass(ValidationError, ValueError)


def test_numpys_integers_are_integers() -> None:
    game: Any = TicTacToe(np.int8(3), k=np.uint64(3))
    assert game.move(np.int64(1), np.uint8(2), np.int16(2)) == "in progress"
    assert game.moves == ((1, 2, 2),) and type(game.moves[0][0]) is int


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n": 0}, ValidationError, "rows: got 0, expected 1 to 4096"),
        ({"n": -3}, ValidationError, "n: got -3"),
        ({"n": 4097}, ValidationError, "rows: got 4097"),
        ({"n": 10**40}, ValidationError, "n: got 1000"),
        ({"n": True}, TypeError, "n: got bool"),
        ({"n": None}, TypeError, "n: got NoneType"),
        ({"n": 3.0}, TypeError, "n: got float"),
        ({"n": "3"}, TypeError, "n: got str"),
        ({"rows": 0}, ValidationError, "rows: got 0"),
        ({"cols": 2.5}, TypeError, "cols: got float"),
        ({"k": 0}, ValidationError, "k: got 0, expected 1 to 3"),
        ({"k": 4}, ValidationError, "k: got 4, expected 1 to 3, the longer side"),
        ({"k": [3]}, TypeError, "k: got list"),
        ({"turns": 1}, TypeError, "turns: got int, expected True or False"),
        ({"turns": None}, TypeError, "turns: got NoneType"),
    ],
)
def test_bad_boards_are_named(options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        any_game(**options)


def test_undo() -> None:
    game = copy.deepcopy(WON)
    assert game.undo() == (0, 2, 1) and game.status == "in progress" and game.winner is None
    assert game.move(0, 2, 1) == "player 1 wins"
    assert [game.undo() for _ in range(5)] == list(reversed(WON.moves))
    assert view(game) == view(TicTacToe())
    with pytest.raises(InvalidStateError, match="undo: got no move"):
        game.undo()


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
@pytest.mark.parametrize("options", [{}, {"rows": 4, "cols": 6, "k": 3, "turns": True}])
def test_copies_go_on_alike_and_alone(copied: Any, options: Any) -> None:
    game = played((0, 0, 1), (1, 1, 2), **options)
    twin = copied(game)
    assert twin == game and view(twin) == view(game) and twin is not game
    assert twin.move(2, 2, 1) == "in progress"
    assert twin != game and game.moves == ((0, 0, 1), (1, 1, 2))
    game.move(2, 2, 1)
    assert twin == game


class Named(TicTacToe):
    """A game with a name."""

    def __init__(self, name: str) -> None:
        super().__init__(4, k=3)
        self.name = name


def test_subclasses() -> None:
    game = Named("friday")
    game.move(0, 0, 1)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert type(twin) is Named and twin.name == "friday" and twin == game
    assert repr(game).startswith("<Named(rows=4")

    class Empty(TicTacToe):
        def __init__(self) -> None: ...

    empty: Any = Empty()
    for use in (str, repr, lambda game: game.move(0, 0, 1), lambda game: game.board):
        with pytest.raises(InvalidStateError, match="this object is empty"):
            use(empty)
    with pytest.raises(InvalidStateError, match="made already"):
        TicTacToe.__init__(game, 3)


def test_equality_and_hash() -> None:
    assert TicTacToe() == TicTacToe(3, k=3) and TicTacToe() != TicTacToe(4)
    assert TicTacToe() != TicTacToe(turns=True) and TicTacToe() != "TicTacToe"
    assert WON == WON and played((0, 0, 1), (0, 1, 2)) != played((0, 1, 2), (0, 0, 1))
    with pytest.raises(TypeError, match="unhashable"):
        hash(TicTacToe())


@pytest.mark.parametrize(
    "state",
    [
        None,
        ((3, 3, 3, False), None),
        ((3, 3, 3, False, [(0, 0, 3)]), None),
        ((3, 3, 3, False, [(0, 0, 1), (0, 0, 1)]), None),
        ((3, 3, 9, False, []), None),
        (("3", 3, 3, False, []), None),
        ((-1, 3, 3, False, []), None),
    ],
)
def test_a_broken_pickle_is_an_error(state: Any) -> None:
    with pytest.raises(TickgridError):
        any_game.__new__(any_game).__setstate__(state)


def test_a_move_takes_as_long_on_a_large_board_as_on_a_small_one() -> None:
    # Not a timing: a scan of the board would look at 16 million cells a move, and take minutes.
    game = TicTacToe(4096)
    start = time.process_time()
    for col in range(4095):
        assert game.move(7, col, 1) == "in progress"
    assert game.move(7, 4095, 1) == "player 1 wins"
    assert time.process_time() - start < 60
    assert len(game.line) == 4096


def test_threads_that_play_one_game_leave_it_whole() -> None:
    game = TicTacToe(40, k=40)
    taken = [0] * 4

    def play(number: int) -> None:
        for row in range(40):
            for col in range(40):
                try:
                    # A pattern in which nobody ever has a whole line.
                    game.move(row, col, (row // 2 + col) % 2 + 1)
                except ValidationError:
                    continue
                taken[number] += 1

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == len(game.moves) == 1600 and game.status == "draw"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_it_is_the_naive_game(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    k = data.draw(st.integers(1, max(rows, cols)))
    game, board = TicTacToe(rows=rows, cols=cols, k=k), [[0] * cols for _ in range(rows)]
    order = data.draw(st.permutations([(r, c) for r in range(rows) for c in range(cols)]))
    for row, col in order:
        player = data.draw(st.integers(1, 2))
        board[row][col] = player
        assert game.move(row, col, player) == scanned(board, k)
        assert [list(line) for line in game.board] == board
        if game.over:
            break


def scanned(board: list[list[int]], k: int) -> str:
    """The status, by a look at every line of the whole board."""
    rows, cols = len(board), len(board[0])
    for player in (1, 2):
        for row in range(rows):
            for col in range(cols):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + i * down, col + i * right) for i in range(k)]
                    if all(0 <= r < rows and 0 <= c < cols for r, c in line) and all(
                        board[r][c] == player for r, c in line
                    ):
                        return f"player {player} wins"
    return "in progress" if any(0 in line for line in board) else "draw"
