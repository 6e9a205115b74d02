"""Players of Snake: native ones, and what compares them with each other and with your own.

A bot is any object with a method ``choose(game)`` that gives a Direction. Those here also play
natively, in ``game.run(n, bot)`` and in ``evaluate``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from tickgrid._core import (
    Best,
    Bfs,
    Greedy,
    Hamiltonian,
    Hazard,
    NativeBot,
    Point,
    Random,
    Shortcut,
    evaluate_bot,
)
from tickgrid.progress import Bar
from tickgrid.protocols import Bot
from tickgrid.vocabulary import EndReason

__all__ = [
    "BOTS",
    "Best",
    "Bfs",
    "Bot",
    "Evaluation",
    "Greedy",
    "Hamiltonian",
    "NativeBot",
    "Random",
    "Shortcut",
    "evaluate",
]

BOTS: Mapping[str, type[NativeBot]] = MappingProxyType(
    {
        "random": Random,
        "greedy": Greedy,
        "bfs": Bfs,
        "hamiltonian": Hamiltonian,
        "shortcut": Shortcut,
        "best": Best,
    }
)
"""The native bots by name."""


@dataclass(frozen=True)
class Evaluation:
    """What many games of a bot came to.

    Numbers of steps are of the games that filled the board; they are NaN where there are too few.
    """

    games: int
    """How many games were played."""
    filled: float
    """The share of them that filled the board, 0 to 1."""
    interval: tuple[float, float]
    """Where that share lies with 95 % confidence (Wilson)."""
    mean_steps: float
    """The mean number of moves to fill the board."""
    sd_steps: float
    """The sample's standard deviation of the same."""
    p95_steps: float
    """The 95th percentile of the same."""
    steps_per_food: float
    """Moves for each piece of food, over all games."""
    deaths: Mapping[str, int]
    """How many games ended by each collision, by its EndReason; what none ended by is left out."""
    stalls: int
    """How many were given up: ten moves a cell without food."""
    cpu_ms: float
    """Milliseconds of a processor's time for each game, bot and rules together."""

    def as_dict(self) -> dict[str, Any]:
        """The numbers, in a form that JSON can hold; NaN becomes None."""
        numbers = {field.name: getattr(self, field.name) for field in fields(self)}
        numbers |= {"interval": list(self.interval), "deaths": dict(self.deaths)}
        return {name: None if number != number else number for name, number in numbers.items()}


def evaluate(
    bot: Bot | type[Bot],
    *,
    games: int = 1000,
    seed: int = 0,
    height: int = 10,
    width: int = 10,
    obstacles: Iterable[Point] = (),
    wrap: bool = False,
    hazards: Iterable[Hazard] = (),
    food_count: int = 1,
    length: int = 1,
    threads: int | None = None,
    progress: bool = True,
) -> Evaluation:
    """Plays games of a bot, and sums them up.

    The snake begins with ``length`` cells in a straight line, anywhere and facing anywhere; each
    free cell is equally likely to be the next food, ``food_count`` pieces at a time. With ``wrap``
    whoever leaves the board comes back on the opposite side; ``obstacles`` and ``hazards`` are as
    in a Grid. Game ``i`` has the seed ``seed + i``, and a native bot that needs a seed its own plus
    ``i``; so results depend on nothing else, not on ``threads`` (None: one a core). A game of ten
    moves a cell without food is a stall, and ends.

    ``bot`` is an object with a method ``choose(game)``, or its class, which gives a fresh one for
    each game. One written in Python plays live games one after the other, in this thread; if it
    has a method ``begin(game)``, that is called before each. What it raises leaves from here.

    ``games`` is from 1 to 10^7, ``height`` and ``width`` from 3 to 4096, ``food_count`` from 1 to
    the number of cells. With ``progress`` a bar shows on a terminal. Ctrl-C ends it.
    ValidationError for a number out of range, or a game that the bot cannot play, as one with
    hazards if it promises to fill the board.
    """
    bar = Bar("playing") if progress and sys.stderr.isatty() else None
    try:
        numbers = evaluate_bot(
            bot,
            games,
            seed,
            height,
            width,
            obstacles,
            wrap,
            hazards,
            food_count,
            length,
            threads,
            bar,
        )
    finally:
        if bar is not None:
            bar.close()
    played, filled, interval, steps, steps_per_food, deaths, stalls, cpu_ms = numbers
    return Evaluation(
        games=played,
        filled=filled / played,
        interval=interval,
        mean_steps=steps[0],
        sd_steps=steps[1],
        p95_steps=steps[2],
        steps_per_food=steps_per_food,
        deaths=MappingProxyType({EndReason(reason): count for reason, count in deaths}),
        stalls=stalls,
        cpu_ms=cpu_ms,
    )
