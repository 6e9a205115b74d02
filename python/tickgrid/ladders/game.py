"""A game with players and dice of your own."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, Final

from tickgrid.errors import GameOverError, InvalidStateError, ValidationError
from tickgrid.ladders.board import Board
from tickgrid.ladders.dice import Dice
from tickgrid.ladders.numbers import integer
from tickgrid.ladders.rules import rules

__all__ = ["Game", "Player", "Status"]

MOST_PLAYERS = 1_000_000


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
    _busy: bool

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
        self._board, self._dice = board, dice
        self._make()
        self._players = _players(players)
        for player in self._players:
            self._rules.position(player.name, player.position)
        self._turn = 0
        self._status = Status.IN_PROGRESS
        self._winner: Player | None = None
        self._log: list[str] = []

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
        lock = self._lock
        lock.acquire()  # by hand: `with` takes longer than a roll
        try:
            if self._busy:  # the lock lets a thread in again
                raise InvalidStateError("play_turn: got a call from within a turn, expected none")
            if self._winner is not None:
                raise GameOverError(f"game is over: {self._winner.name} has won")
            player = self._players[self._turn % len(self._players)]
            name = player.name
            self._busy = True
            try:
                won, position, lines = self._rules.turn(name, player.position, self._dice.roll)
                answer = f"{name} wins" if won else "in progress"
                # First what may fail: a player of the caller's own may refuse to move.
                player.position = position
            finally:
                self._busy = False
            self._log += lines
            self._turn += 1
            if won:
                self._status, self._winner = Status.WON, player
            return answer
        finally:
            lock.release()

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
        made_anew = ("_rules", "_lock", "_busy")
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make()

    def _make(self) -> None:
        """What can be made from the rest, and is not copied."""
        self._rules = rules(self._board, 1, **self._options)
        self._lock = threading.RLock()
        self._busy = False


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


def _sides(dice: Any) -> int:
    # A class has its objects' methods, but is none of them.
    if isinstance(dice, type) or not callable(getattr(dice, "roll", None)):
        got = f"the class {dice.__name__}" if isinstance(dice, type) else type(dice).__name__
        raise TypeError(f"dice: got {got}, expected an object with roll()")
    return integer(getattr(dice, "sides", Dice.sides), "dice.sides")
