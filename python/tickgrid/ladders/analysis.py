"""How long a game takes, and who wins it: exactly, and by playing many games natively."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, overload

from tickgrid.ladders.board import Board
from tickgrid.ladders.numbers import integer
from tickgrid.ladders.rules import rules as rules_of
from tickgrid.progress import Bar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Analysis", "Simulation", "analyse", "simulate"]


Number = TypeVar("Number", float, Fraction)


@dataclass(frozen=True, eq=False)
class Analysis(Generic[Number]):
    """What is to be known about a game. A turn is one player's, with all its rolls."""

    expected: Number
    """The expected number of turns, of all players together: what ``Game.turn`` will be."""
    variance: Number
    """The variance of the number of turns."""
    sd: float
    """Its square root, the standard deviation."""
    pmf: NDArray[np.float64]
    """``pmf[t]`` is the probability that the game ends with turn t; less than 1e-18 is left out."""
    mode: int
    """The most probable number of turns, the least if there are several."""
    median: int
    """The least number of turns within which the game ends with a probability of 1/2 or more."""
    win: tuple[Number, ...]
    """Each player's probability to win, in the order of their turns."""
    visits: NDArray[Any]
    """How often a token is expected to stand on each square, 0 to the last, counted at the start
    and after each turn, of all players together; it is 1 for the last square. Shape (size + 1,),
    float64, or Fractions as objects."""


class Simulation(NamedTuple):
    """Games that were played."""

    lengths: NDArray[np.int64]
    """The turns of each game, of all players together: shape (games,)."""
    winners: NDArray[np.int64]
    """The place of each winner in the order of turns, from 0: shape (games,)."""


@overload
def analyse(
    board: Board, players: int = 1, *, exact: Literal[False] = False, **rules: Any
) -> Analysis[float]: ...


@overload
def analyse(
    board: Board, players: int = 1, *, exact: Literal[True], **rules: Any
) -> Analysis[Fraction]: ...


def analyse(
    board: Board, players: int = 1, *, exact: bool = False, **rules: Any
) -> Analysis[float] | Analysis[Fraction]:
    """Analyses a game of so many players, 1 to 256, as a Markov chain.

    ``rules`` are ``sides=6, finish="exact", extra_roll_on=6, max_sixes=3``, as for ``Game``.
    Numbers are floats, good to about 13 digits; with ``exact``, ``expected``, ``variance``, ``win``
    and ``visits`` are Fractions.

    Raises ValidationError for rules that cannot be played, and for a board on which a token can get
    where it never reaches the last square; ResourceLimitError for games that are too long for it,
    or, with ``exact``, have more than 1,200 states (where all tokens can stand, by whose turn it is
    and how many sixes were rolled). Ctrl-C ends it.
    """
    _need_numpy("analyse")
    found = rules_of(board, players, **rules)
    if not isinstance(exact, bool):
        raise TypeError(f"exact: got {type(exact).__name__}, expected True or False")
    expected, sd, pmf, mode, median, win, visits = found.analyse()
    if not exact:
        return Analysis(expected, sd * sd, sd, pmf, mode, median, tuple(win), visits)
    import numpy as np

    mean, variance, chances, stays = found.exact()
    return Analysis(
        expected=Fraction(*mean),
        variance=Fraction(*variance),
        sd=math.sqrt(Fraction(*variance)),
        pmf=pmf,
        mode=mode,
        median=median,
        win=tuple(Fraction(*chance) for chance in chances),
        visits=np.array([Fraction(*stay) for stay in stays], dtype=object),
    )


def simulate(
    board: Board,
    games: int,
    seed: int,
    players: int = 2,
    *,
    threads: int | None = None,
    progress: Callable[[float], object] | bool | None = None,
    **rules: Any,
) -> Simulation:
    """Plays ``games`` games of so many players, 1 to 256.

    ``rules`` are those of ``analyse``. ``seed`` is 0 to 2^64 - 1; what comes out depends on it and
    on the rules, neither on the number of threads (None: one a processor), nor on the number of
    games: the first thousand are the same in a longer run. It takes 16 bytes a game.

    ``progress`` is called with the part that is done, 0.0 to 1.0, about every 15 ms; what it raises
    ends the run. True shows a bar on standard error once half a second is over, None does so if
    that is a terminal, False shows none. Ctrl-C ends the run.

    Raises ValidationError for rules that cannot be played, and for a board on which a game need not
    end; TypeError for what is no number; ResourceLimitError for a board that is too large.
    """
    _need_numpy("simulate")
    found = rules_of(board, players, **rules)
    games, seed = integer(games, "games"), integer(seed, "seed")
    threads = None if threads is None else integer(threads, "threads")
    if callable(progress):
        return Simulation(*found.simulate(games, seed, threads, progress))
    if progress is not None and not isinstance(progress, bool):
        got = type(progress).__name__
        raise TypeError(f"progress: got {got}, expected something to call, a bool or None")
    wanted = progress if progress is not None else sys.stderr is not None and sys.stderr.isatty()
    if not wanted:
        return Simulation(*found.simulate(games, seed, threads))
    bar = Bar("playing")
    try:
        return Simulation(*found.simulate(games, seed, threads, bar))
    finally:
        bar.close()


def _need_numpy(what: str) -> None:
    try:
        import numpy  # noqa: F401 - what the engine makes its arrays with
    except ImportError:
        message = f"{what} needs numpy: pip install 'tickgrid[plot]', or numpy alone"
        raise ImportError(message) from None
