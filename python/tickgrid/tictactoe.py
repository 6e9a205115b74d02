"""Tic-tac-toe and its kin, the m,n,k-games: the game, what a position is worth, and players.

``TicTacToe`` is the live game. ``solve`` gives the exact value of a position and all best moves,
``PerfectBot`` plays by it; ``MonteCarloBot`` plays on boards that are too large to solve.
``count_games``, ``count_positions`` and ``random_play`` say what can become of a position.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from math import factorial
from random import Random
from typing import Final, NamedTuple

from tickgrid._core import (
    MonteCarloBot,
    TicTacToe,
    count_tictactoe_games,
    count_tictactoe_positions,
    solve_tictactoe,
)
from tickgrid.errors import GameOverError

__all__ = [
    "BUDGET",
    "GameCount",
    "MonteCarloBot",
    "PerfectBot",
    "PositionCount",
    "RandomPlay",
    "Solution",
    "TicTacToe",
    "count_games",
    "count_positions",
    "random_play",
    "solve",
]

BUDGET: Final = 20_000_000
"""How many positions are looked at before a question is given up, unless somebody says otherwise:
some ten seconds."""


class Solution(NamedTuple):
    """What a position is worth to the player to move, and the moves that keep it so."""

    value: int
    """1: won, 0: a draw, -1: lost, with best play of both."""

    moves: tuple[tuple[int, int], ...]
    """All best moves as (row, column), in ascending order; none after the end."""


class GameCount(NamedTuple):
    """How many games there are from a position on, each order of moves counted."""

    games: int
    """All of them."""

    first: int
    """Those that player 1 wins."""

    second: int
    """Those that player 2 wins."""

    draws: int
    """Those that nobody wins."""


class PositionCount(NamedTuple):
    """How many positions can come about from one on, that one included."""

    positions: int
    """All of them."""

    classes: int
    """The same, but those counted once that a turn or reflection of the board makes equal."""

    final: int
    """Those in which the game is over."""

    first: int
    """Of the final ones, those that player 1 has won."""

    second: int
    """Of the final ones, those that player 2 has won."""

    draws: int
    """Of the final ones, the draws."""


class RandomPlay(NamedTuple):
    """How a game ends, exactly, when both players choose uniformly among the free cells."""

    first: Fraction
    """The chance that player 1 wins."""

    second: Fraction
    """The chance that player 2 wins."""

    draw: Fraction
    """The chance of a draw."""


def solve(game: TicTacToe, *, budget: int = BUDGET) -> Solution:
    """The exact value of a position for ``game.to_move``, and all best moves.

    The two take turns from here on. At most ``budget`` positions are looked at, and 64 cells may be
    free; beyond that ResourceLimitError is raised. The game is not changed.
    """
    value, moves = solve_tictactoe(game, budget)
    return Solution(value, tuple(moves))


def count_games(game: TicTacToe, *, budget: int = BUDGET) -> GameCount:
    """How many games there are from a position on, one by one but for their last two moves.

    Raises ResourceLimitError for more than ``budget`` positions on the way, or 64 free cells.
    """
    by_length = count_tictactoe_games(game, budget)
    first, second, draws = (sum(games) for games in zip(*by_length, strict=True))
    return GameCount(first + second + draws, first, second, draws)


def count_positions(game: TicTacToe, *, budget: int = BUDGET) -> PositionCount:
    """How many positions can come about in a game from one on.

    Raises ResourceLimitError for more than ``budget`` positions in which the game goes on, or 64
    free cells. Takes up to 64 bytes for each of the budget.
    """
    positions, classes, ends = count_tictactoe_positions(game, budget)
    return PositionCount(positions, classes, sum(ends), *ends)


def random_play(game: TicTacToe, *, budget: int = BUDGET) -> RandomPlay:
    """How a game from a position on ends when both players choose uniformly: exact chances.

    Raises ResourceLimitError as ``count_games`` does.
    """
    by_length = count_tictactoe_games(game, budget)
    free = len(by_length) - 1
    # A game of n more moves has the chance 1 / (free * (free - 1) * ...), n factors.
    chances = [
        sum(
            Fraction(games[ending] * factorial(free - n), factorial(free))
            for n, games in enumerate(by_length)
        )
        for ending in range(3)
    ]
    return RandomPlay(*map(Fraction, chances))


class PerfectBot:
    """A player that never makes a position worse: it wins what can be won.

    Among best moves it takes one that wins at once, else each is equally likely, by ``seed``.
    ``budget`` is that of ``solve``.
    """

    def __init__(self, seed: int = 0, *, budget: int = BUDGET) -> None:
        self.budget = budget
        self._random = Random(seed)
        self._seed = seed

    def choose(self, game: TicTacToe) -> tuple[int, int]:
        """The (row, column) that the player whose turn it is should mark.

        Raises GameOverError after the end, ResourceLimitError for what cannot be solved. The game
        is not changed.
        """
        moves, player = solve(game, budget=self.budget).moves, game.to_move
        if player is None:
            raise GameOverError(f"the game is over: {game.status}")
        winning = [move for move in moves if _wins(game, move, player)]
        return winning[0] if winning else self._random.choice(moves)

    def __repr__(self) -> str:
        return f"PerfectBot(seed={self._seed!r}, budget={self.budget!r})"


def _wins(game: TicTacToe, move: tuple[int, int], player: int) -> bool:
    return TicTacToe.move(copy(game), *move, player).endswith("wins")
