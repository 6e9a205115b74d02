"""Draws docs/paths.svg: how long each method takes, by the length of the snake and by the depth.

Needs matplotlib; ``make plot`` gives it a venv of its own.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt

from tickgrid import ResourceLimitError, count_snake_paths

METHODS: dict[str, dict[str, Any]] = {
    "dfs": {"color": "#d1495b", "marker": "o"},
    "dp": {"color": "#edae49", "marker": "s"},
    "graph": {"color": "#00798c", "marker": "^"},
    "auto": {"color": "black", "linestyle": ":", "marker": ""},
}
PATIENCE = 2.0


class TooLongError(Exception):
    """The patience is used up."""


def milliseconds(board: list[int], snake: list[list[int]], depth: int, method: Any) -> float:
    """The median of three counts by one thread; NaN for one that takes too long."""

    def progress(_done: float) -> None:
        if time.perf_counter() - start > PATIENCE:
            raise TooLongError

    times = []
    for _ in range(3):
        start = time.perf_counter()
        try:
            count_snake_paths(board, snake, depth, method=method, threads=1, progress=progress)
        except (TooLongError, ResourceLimitError):
            return float("nan")
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def straight(length: int) -> list[list[int]]:
    """A snake in the middle of a 20x20 board."""
    return [[10, 19 - cell] for cell in range(length)]


def main(target: Path) -> None:
    """Measures and draws."""
    mpl.rcParams.update({"svg.hashsalt": "tickgrid", "font.size": 9})
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    lengths = range(1, 20, 2)
    depths = range(4, 41, 3)
    for method, style in METHODS.items():
        by_length = [milliseconds([20, 20], straight(length), 16, method) for length in lengths]
        left.plot(lengths, by_length, label=method, **style)
        by_depth = [milliseconds([20, 20], straight(9), depth, method) for depth in depths]
        right.plot(depths, by_depth, label=method, **style)
    left.set(title="20x20, 16 moves", xlabel="length of the snake", ylabel="milliseconds")
    right.set(title="20x20, a snake of 9", xlabel="moves")
    left.set_yscale("log")
    left.legend()
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
