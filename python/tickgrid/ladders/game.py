"""A game with players and dice of your own."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, Final

from tickgrid.errors import GameOverError, InvalidStateError, ResourceLimitError, ValidationError
from tickgrid.ladders.board import Board
from tickgrid.ladders.dice import Dice
from tickgrid.ladders.numbers import integer
from tickgrid.ladders.rules import rules

__all__ = ["Game", "Player", "Status"]

MOST_PLAYERS = 1_000_000
MOST_ROLLS = 100_000
"""A turn with more rolls than this is taken for one that never ends."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Status(Enum):
    """Whether a game goes on."""

    IN_PROGRESS = "in_progress"
    WON = "won"


@dataclass
class Player:
    """A player, and the square of their token: 0 is beside the board, where it starts."""

    name: str
    position: int = 0


class Game:
    """Snakes and ladders. ``play_turn()`` plays the turn of ``current_player()``.

    ``players`` are at least two, in the order of their turns; their ``position`` is read before a
    turn and set after it. ``dice`` is anything with ``roll()``, a number from 1 to its ``sides``
    (6 if it has none). ``finish`` is what becomes of a roll past the last square: "exact", the
    token stays and the turn ends; "overshoot", it wins; "bounce", it goes back from the last square
    by what is left of the roll. A roll of ``extra_roll_on`` earns another; with ``max_sixes`` of
    them the turn is forfeited, though what was moved before stays. None turns either off.

    A turn is one piece: until it is over everybody sees the game as it was before. Turns that
    several threads ask for are played one after the other.

    Raises ValidationError or TypeError for what cannot be played; they name the field.
    """

    MAX_SIXES: Final = 3

    def __init__(
        self,
        board: Board,
        players: Iterable[Player],
        dice: Dice,
        *,
        finish: str = "exact",
        extra_roll_on: int | None = 6,
        max_sixes: int | None = MAX_SIXES,
    ) -> None:
        sides = _sides(dice)
        self._options: dict[str, Any] = {
            "sides": sides,
            "finish": finish,
            "extra_roll_on": extra_roll_on,
            "max_sixes": max_sixes,
        }
        self._rules = rules(board, 1, **self._options)
        self._board, self._dice = board, dice
        self._players = _players(players)
        for player in self._players:
            _position(player, board)
        self._turn = 0
        self._status = Status.IN_PROGRESS
        self._winner: Player | None = None
        self._log: list[str] = []
        self._lock = threading.Lock()
        self._thread: int | None = None

    @property
    def board(self) -> Board:
        """The board."""
        return self._board

    @property
    def players(self) -> list[Player]:
        """The players, in the order of their turns."""
        return list(self._players)

    @property
    def dice(self) -> Dice:
        """What is rolled."""
        return self._dice

    @property
    def turn(self) -> int:
        """How many turns have been played."""
        return self._turn

    @property
    def status(self) -> Status:
        """Whether the game goes on."""
        return self._status

    @property
    def winner(self) -> Player | None:
        """Who has won, if somebody has."""
        return self._winner

    @property
    def log(self) -> list[str]:
        """A line for each roll so far."""
        return self._log

    def current_player(self) -> Player:
        """Whose turn it is."""
        return self._players[self._turn % len(self._players)]

    def play_turn(self) -> str:
        """Plays a turn: "in progress", or "... wins".

        Raises GameOverError after the end. Raises ValidationError or TypeError for dice that roll
        nonsense, and ResourceLimitError for a turn without end; whatever is raised, also by the
        dice, undoes the whole turn: nobody has moved, and the game is as it was.
        """
        if self._thread == threading.get_ident():
            raise InvalidStateError("play_turn: got a call from within a turn, expected none")
        with self._lock:
            self._thread = threading.get_ident()
            try:
                return self._play()
            finally:
                self._thread = None

    def _play(self) -> str:
        if self._winner is not None:
            raise GameOverError(f"game is over: {self._winner.name} has won")
        player = self.current_player()
        position = _position(player, self._board)
        lines: list[str] = []
        sixes, then = 0, "again"
        while then == "again":
            if len(lines) == MOST_ROLLS:
                raise ResourceLimitError(
                    f"play_turn: got {MOST_ROLLS} rolls of {player.name} in one turn, expected "
                    "it to end; max_sixes ends such turns"
                )
            roll = self._roll(player)
            step, square, landed, then = self._rules.play(position, sixes, roll)
            sixes += 1
            lines.append(f"{player.name}: {self._told(roll, step, square, landed)}")
            position = landed
        # First what may fail: a player of the caller's own may refuse to move.
        player.position = position
        self._log += lines
        self._turn += 1
        if then != "won":
            return "in progress"
        self._status, self._winner = Status.WON, player
        return f"{player.name} wins"

    def _roll(self, player: Player) -> int:
        sides = self._options["sides"]
        field, expected = f"dice: roll for {player.name}", f"an integer from 1 to {sides}"
        roll = integer(self._dice.roll(), field, expected)
        if not 1 <= roll <= sides:
            raise ValidationError(f"{field}: got {roll}, expected {expected}")
        return roll

    def _told(self, roll: int, step: str, square: int, landed: int) -> str:
        if step == "forfeited":
            most = self._options["max_sixes"]
            return f"{_rolls(most, roll)}, turn forfeited"
        if step == "overshot":
            return f"rolled {roll}, overshoot, stays at {landed}"
        bounces = ", bounces" if step == "bounced" else ""
        kind = "" if landed == square else " ladder" if landed > square else " snake"
        return f"rolled {roll}{bounces} -> {landed}{kind}"

    def __copy__(self) -> Game:
        """A game that goes on by itself: players are copied, as they hold the positions."""
        state, twin = self.__getstate__(), type(self).__new__(type(self))
        twins = {id(player): copy.copy(player) for player in self._players}
        state["_players"] = list(twins.values())
        state["_winner"] = None if self._winner is None else twins[id(self._winner)]
        state["_log"] = list(self._log)
        twin.__setstate__(state)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        made_anew = ("_rules", "_lock", "_thread")
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rules = rules(self._board, 1, **self._options)
        self._lock, self._thread = threading.Lock(), None


def _players(players: Iterable[Player]) -> list[Player]:
    if not isinstance(players, Iterable):
        raise TypeError(f"players: got {type(players).__name__}, expected an iterable of Players")
    found = list(islice(players, MOST_PLAYERS + 1))
    if len(found) < 2:
        raise ValidationError(f"need at least two players: got {len(found)}")
    if len(found) > MOST_PLAYERS:
        raise ValidationError(f"players: got more, expected at most {MOST_PLAYERS}")
    seen = set()
    for i, player in enumerate(found):
        if not (hasattr(player, "name") and hasattr(player, "position")):
            raise TypeError(f"players[{i}]: got {type(player).__name__}, expected a Player")
        if id(player) in seen:
            raise ValidationError(f"players[{i}]: got {player.name} again, expected someone else")
        seen.add(id(player))
    return found


def _position(player: Player, board: Board) -> int:
    field, expected = f"position of {player.name}", f"a square from 0 to {board.size}"
    position = integer(player.position, field, expected)
    if not 0 <= position <= board.size:
        raise ValidationError(f"{field}: got {position}, expected {expected}")
    return position


def _sides(dice: Any) -> int:
    # A class has its objects' methods, but is none of them.
    if isinstance(dice, type) or not callable(getattr(dice, "roll", None)):
        got = f"the class {dice.__name__}" if isinstance(dice, type) else type(dice).__name__
        raise TypeError(f"dice: got {got}, expected an object with roll()")
    return integer(getattr(dice, "sides", Dice.sides), "dice.sides")


def _rolls(count: int, roll: int) -> str:
    """So many rolls of one kind, in words: "three sixes"."""
    if max(count, roll) > len(NUMBERS):
        return f"{count} rolls of {roll}"
    face = NUMBERS[roll - 1]
    plural = "" if count == 1 else "es" if face.endswith("x") else "s"
    return f"{NUMBERS[count - 1]} {face}{plural}"
