"""The document's program, word for word but for its imports, and what it prints."""

from __future__ import annotations

import pytest

from tickgrid.ladders import Board, Game, Player, ScriptedDice, Status

PRINTED = """\
alice: rolled 3 -> 15 ladder
bob: rolled 5 -> 5
alice: rolled 2 -> 5 snake
sprint winner: a
"""


def test_the_program_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(size=20, jumps={3: 15, 17: 5})  # a ladder 3->15, a snake 17->5
    alice, bob = Player("alice"), Player("bob")
    game = Game(board, [alice, bob], ScriptedDice([3, 5, 2, 4, 3, 6, 4, 1]))

    assert game.play_turn() == "in progress"
    assert alice.position == 15  # took the ladder
    game.play_turn()
    assert bob.position == 5  # rolled a 5
    game.play_turn()  # alice: 15 + 2 = 17, down the snake to 5
    assert alice.position == 5 and game.log[-1].endswith("snake")

    # Landing exactly on the final square wins.
    sprint = Game(Board(size=10), [Player("a"), Player("b")], ScriptedDice([5, 1, 5]))
    sprint.play_turn()  # a -> 5
    sprint.play_turn()  # b -> 1
    assert sprint.play_turn() == "a wins"  # a: 5 + 5 = 10, exactly
    assert sprint.winner is not None
    assert sprint.status is Status.WON and sprint.winner.name == "a"

    print("\n".join(game.log))
    print("sprint winner:", sprint.winner.name)
    assert capsys.readouterr().out == PRINTED


@pytest.mark.parametrize(
    ("size", "jumps", "message"),
    [
        (20, {3: 25}, "jump 3->25 is off the board"),
        (20, {0: 5}, "jump 0->5 is off the board"),
        (20, {3: 9, 9: 4}, "square 9 is both a destination and a jump start"),
        (20, {9: 9}, "square 9 is both a destination and a jump start"),
        (20, {20: 3}, "the final square cannot start a jump"),
        (20, {3: 9, 9: 25}, "square 9 is both a destination and a jump start"),
        (20, {9: 25, 3: 9}, "jump 9->25 is off the board"),
        (20, {3: 10**30}, f"jump 3->{10**30} is off the board"),
    ],
)
def test_jumps_are_checked_in_its_order_and_words(
    size: int, jumps: dict[int, int], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        Board(size, jumps)


def test_there_are_at_least_two_players() -> None:
    with pytest.raises(ValueError, match=r"^need at least two players"):
        Game(Board(20), [Player("a")], ScriptedDice([1]))


def test_after_a_win_the_game_is_over() -> None:
    a, b = Player("a"), Player("b")
    game = Game(Board(6, {2: 6}), [a, b], ScriptedDice([2]))
    assert game.play_turn() == "a wins"  # a ladder onto the last square
    assert game.winner is a and game.turn == 1
    with pytest.raises(RuntimeError, match=r"^game is over"):
        game.play_turn()
    assert game.turn == 1 and b.position == 0


def test_an_overshooting_six_ends_the_turn() -> None:
    a, b = Player("a", 17), Player("b")
    game = Game(Board(20), [a, b], ScriptedDice([6, 1]))
    assert game.play_turn() == "in progress"
    assert game.log == ["a: rolled 6, overshoot, stays at 17"]
    assert game.current_player() is b


def test_three_sixes_forfeit_the_turn_but_what_was_moved_stays() -> None:
    a, b = Player("a"), Player("b")
    game = Game(Board(30), [a, b], ScriptedDice([6, 6, 6, 1]))
    game.play_turn()
    assert game.log == ["a: rolled 6 -> 6", "a: rolled 6 -> 12", "a: three sixes, turn forfeited"]
    assert a.position == 12 and game.turn == 1
    game.play_turn()
    game.play_turn()  # the script has started over
    assert a.position == 24
