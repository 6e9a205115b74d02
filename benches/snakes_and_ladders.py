"""Games of snakes and ladders a second of CPU time, on one core; ratios at the end.

A peer in plain Python plays by the same rules in the same run. Each figure is the median of rounds
that are taken in turn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from tickgrid.envs import LaddersVectorEnv
from tickgrid.ladders import MILTON_BRADLEY, Game, Player, RandomDice, analyse, simulate

ROUNDS = 7
GOAL = 4_000_000
"""One-player games a second that are wanted, exact and without extra rolls."""


class PlainDice:
    """A die in plain Python."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def roll(self) -> int:
        """1 to 6."""
        return self.rng.randint(1, 6)


class PlainGame:
    """The same game in plain Python: a dictionary of jumps, a loop, a line of log a roll."""

    def __init__(self, players: int, extra: int | None, dice: PlainDice) -> None:
        self.size, self.jumps = MILTON_BRADLEY.size, dict(MILTON_BRADLEY.jumps)
        self.players, self.extra, self.dice = [Player(str(i)) for i in range(players)], extra, dice
        self.turn, self.over = 0, False
        self.log: list[str] = []

    def play_turn(self) -> str:
        """One turn."""
        if self.over:
            raise RuntimeError
        player, sixes = self.players[self.turn % len(self.players)], 0
        while True:
            roll = self.dice.roll()
            if roll == self.extra:
                sixes += 1
                if sixes == 3:
                    self.log.append(f"{player.name}: three sixes, turn forfeited")
                    break
            target = player.position + roll
            if target > self.size:
                at = player.position
                self.log.append(f"{player.name}: rolled {roll}, overshoot, stays at {at}")
                break
            landed = player.position = self.jumps.get(target, target)
            kind = "" if landed == target else " ladder" if landed > target else " snake"
            self.log.append(f"{player.name}: rolled {roll} -> {landed}{kind}")
            if landed == self.size:
                self.over = True
                self.turn += 1
                return f"{player.name} wins"
            if roll != self.extra:
                break
        self.turn += 1
        return "in progress"


def plain(games: int, players: int, extra: int | None) -> float:
    """Games a second of the peer; how long they are is checked."""
    dice, lengths = PlainDice(1), []
    start = time.process_time()
    for _ in range(games):
        game = PlainGame(players, extra, dice)
        while not game.over:
            game.play_turn()
        lengths.append(game.turn)
    seconds = time.process_time() - start
    check(np.array(lengths), players, extra)
    return games / seconds


def native(games: int, players: int, extra: int | None) -> float:
    """Games a second of ``simulate`` on one thread."""
    start = time.process_time()
    lengths = simulate(
        MILTON_BRADLEY, games, 1, players, extra_roll_on=extra, threads=1, progress=False
    ).lengths
    seconds = time.process_time() - start
    check(lengths, players, extra)
    return games / seconds


def by_hand(games: int) -> float:
    """Games of two a second through ``Game``, with its log."""
    start = time.process_time()
    die = RandomDice(1)
    for _ in range(games):
        game = Game(MILTON_BRADLEY, [Player("a"), Player("b")], die)
        while game.winner is None:
            game.play_turn()
    return games / (time.process_time() - start)


def rolls(rows: int, steps: int) -> float:
    """Rolls a second of the vector environment, one thread."""
    envs = LaddersVectorEnv(rows, players=2, num_threads=1, info=())
    envs.reset(seed=1)
    actions = np.zeros(rows, np.int64)
    start = time.process_time()
    for _ in range(steps):
        envs.step(actions)
    return rows * steps / (time.process_time() - start)


def analysed(**options: Any) -> float:
    """Analyses a second."""
    start = time.process_time()
    for _ in range(10):
        analyse(MILTON_BRADLEY, **options)
    return 10 / (time.process_time() - start)


def check(lengths: Any, players: int, extra: int | None) -> None:
    """Right answers only."""
    found = analyse(MILTON_BRADLEY, players, extra_roll_on=extra)
    error = found.sd / len(lengths) ** 0.5
    assert abs(lengths.mean() - found.expected) < 5 * error, (lengths.mean(), found.expected)


def main() -> None:
    """Measures everything in turn, prints medians, then ratios."""
    measures: dict[str, Callable[[], float]] = {
        "one player, no extra rolls": lambda: native(1_000_000, 1, None),
        "one player, plain Python": lambda: plain(1_000, 1, None),
        "two players, extra rolls": lambda: native(1_000_000, 2, 6),
        "two players, plain Python": lambda: plain(1_000, 2, 6),
        "two players, Game.play_turn": lambda: by_hand(500),
        "rolls, 8192 rows": lambda: rolls(8_192, 60),
        "analyse": analysed,
        "analyse, exact": lambda: analysed(exact=True, extra_roll_on=None),
    }
    rounds: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, take in measures.items():
            rounds[name].append(take())
    medians = {name: statistics.median(values) for name, values in rounds.items()}
    for name, value in medians.items():
        print(f"{name:<36}{value:>14,.0f} a CPU second")
    one = medians["one player, no extra rolls"]
    print(f"ratio  goal of {GOAL:,}{one / GOAL:>31.2f}")
    for mine, theirs in (
        ("one player, no extra rolls", "one player, plain Python"),
        ("two players, extra rolls", "two players, plain Python"),
        ("two players, Game.play_turn", "two players, plain Python"),
    ):
        print(f"ratio  {mine} : {theirs}{medians[mine] / medians[theirs]:>12.2f}")


if __name__ == "__main__":
    main()
