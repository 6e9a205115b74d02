"""Ticks a second from Python, beside a Snake in plain Python; ratios at the end.

A snake of three goes straight on, on a 20x20 board where somebody watches, else on the longest
there is; only calls of ``tick()`` are timed. Each figure is the median of rounds taken in turn.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterable
from itertools import repeat

from pure_python import PurePythonSnake
from tickgrid import Direction, Grid, Point, ScriptedFoodSpawner, Snake, SnakeGame, TextRenderer

ROUNDS = 11
TICKS = 4_000
LAPS = 10
Tick = Callable[[], object]


def straight(release_gil: str, *, watched: bool = False) -> Callable[[], Tick]:
    """Fresh games in which a snake of three can go straight on for as long as a lap takes."""
    size = (20, 20) if watched else (4096, 3)

    def make() -> Tick:
        game = SnakeGame(
            Grid(*size),
            Snake([Point(2, 1), Point(1, 1), Point(0, 1)]),
            ScriptedFoodSpawner([Point(size[0] - 1, 0)]),
            Direction.RIGHT,
            release_gil="auto" if release_gil == "auto" else "always",
        )
        if watched:
            game.subscribe(TextRenderer(limit=1_000))
        return game.tick

    return make


def plain(*, watched: bool = False) -> Callable[[], Tick]:
    """The peer, in the same place."""

    def make() -> Tick:
        size = (20, 20) if watched else (4096, 3)
        game = PurePythonSnake(*size, [(2, 1), (1, 1), (0, 1)], "right", seed=1)
        game.food = (size[0] - 1, 0)
        if watched:
            frames: list[str] = []
            game.observers.append(frames.append)
        return game.tick

    return make


def ticks_per_second(make: Callable[[], Tick], ticks: int = TICKS, laps: int = LAPS) -> float:
    """The speed of several fresh games."""
    total = 0.0
    for _ in range(laps):
        tick = make()
        start = time.perf_counter()
        for _ in repeat(None, ticks):
            tick()
        total += time.perf_counter() - start
    return ticks * laps / total


class Busy:
    """A Python thread that never rests, while this is entered."""

    def __enter__(self) -> None:
        self._stop = False
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop = True
        self._thread.join()

    def _work(self) -> None:
        count = 0
        while not self._stop:
            count += 1


def beside_a_busy_thread(make: Callable[[], Tick], ticks: int, laps: int) -> float:
    """The speed while another Python thread wants the interpreter."""
    with Busy():
        return ticks_per_second(make, ticks, laps)


def main() -> None:
    """Measures everything in turn, prints medians, then ratios."""
    measures: dict[str, Callable[[], float]] = {
        "always": lambda: ticks_per_second(straight("always")),
        "auto": lambda: ticks_per_second(straight("auto")),
        "always, watched": lambda: ticks_per_second(straight("always", watched=True), 17, 1_000),
        "auto, watched": lambda: ticks_per_second(straight("auto", watched=True), 17, 1_000),
        "always, busy thread": lambda: beside_a_busy_thread(straight("always"), 1_000, 20),
        "auto, busy thread": lambda: beside_a_busy_thread(straight("auto"), TICKS, 100),
        "plain Python": lambda: ticks_per_second(plain(), TICKS, 1),
        "plain Python, watched": lambda: ticks_per_second(plain(watched=True), 17, 20),
    }
    rounds: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            rounds[name].append(measure())
    speeds = {name: statistics.median(values) for name, values in rounds.items()}
    for name, speed in speeds.items():
        print(f"{name:<24}{speed / 1e6:>10.3f} million ticks a second")
    pairs: Iterable[tuple[str, str]] = (
        ("always", "plain Python"),
        ("auto", "plain Python"),
        ("always, watched", "plain Python, watched"),
        ("auto", "always"),
        ("auto, busy thread", "always, busy thread"),
    )
    for over, under in pairs:
        print(f"ratio  {over} : {under:<30}{speeds[over] / speeds[under]:>10.1f}")


if __name__ == "__main__":
    main()
