"""Charts of a game: its board, and how long it takes. They need ``matplotlib``."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tickgrid.ladders.analysis import Analysis, Simulation
from tickgrid.ladders.board import Board
from tickgrid.ladders.game import Player

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_board", "plot_distribution"]

LADDER, SNAKE = "#3a8f3a", "#c0392b"
SHOWN = 0.999
"""The part of a distribution that is drawn: the tail would press the rest together."""


def plot_distribution(
    analysis: Analysis[Any], simulation: Simulation | None = None, ax: Axes | None = None
) -> Axes:
    """Draws how probable each number of turns is, and where mode, median and mean lie.

    With a ``simulation`` its shares are drawn as dots. ``ax`` is where to draw, None for axes of
    their own. Returns the axes. Raises ImportError without matplotlib.
    """
    if not isinstance(analysis, Analysis):
        raise TypeError(f"analysis: got {type(analysis).__name__}, expected an Analysis")
    if simulation is not None and not isinstance(simulation, Simulation):
        raise TypeError(f"simulation: got {type(simulation).__name__}, expected a Simulation")
    axes: Axes = _axes(ax)
    import numpy as np

    most = int(np.searchsorted(np.cumsum(analysis.pmf), SHOWN)) + 1
    turns = np.arange(min(most, len(analysis.pmf)))
    axes.bar(turns, analysis.pmf[turns], width=1.0, color="#9db8d2", label="exact")
    if simulation is not None:
        counts = np.bincount(simulation.lengths, minlength=len(turns))[: len(turns)]
        shares = counts / len(simulation.lengths)
        axes.plot(turns, shares, ".", color="#2c3e50", markersize=3, label="simulated")
    marks = {"mode": analysis.mode, "median": analysis.median, "mean": float(analysis.expected)}
    for (name, turn), style in zip(marks.items(), (":", "--", "-"), strict=True):
        axes.axvline(turn, color="#2c3e50", linestyle=style, label=f"{name} {turn:.4g}")
    axes.set(xlabel="turns", ylabel="probability", xlim=(0, len(turns)))
    axes.legend()
    return axes


def plot_board(board: Board, players: Iterable[Player] = (), ax: Axes | None = None) -> Axes:
    """Draws the board with its ladders (green) and snakes (red), and the players who are on it.

    Square 1 is at the bottom left; rows run in turn to the right and to the left. ``ax`` is where
    to draw, None for axes of their own. Returns the axes. Raises ImportError without matplotlib.
    """
    if not isinstance(board, Board):
        raise TypeError(f"board: got {type(board).__name__}, expected a Board")
    players = list(players)
    axes: Axes = _axes(ax)
    from matplotlib.patches import Rectangle

    columns = math.isqrt(board.size - 1) + 1

    def middle(square: int) -> tuple[float, float]:
        row, along = divmod(square - 1, columns)
        return (along if row % 2 == 0 else columns - 1 - along) + 0.5, row + 0.5

    numbered = board.size <= 400
    for square in range(1, board.size + 1):
        x, y = middle(square)
        shade = "#f4efe2" if (int(x) + int(y)) % 2 else "#e6dcc3"
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="white"))
        if numbered:
            axes.text(x - 0.45, y + 0.42, str(square), fontsize=6, va="top", color="#7f7360")
    for start, end in board.jumps.items():
        color = LADDER if end > start else SNAKE
        arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 1.8, "alpha": 0.8}
        axes.annotate("", xy=middle(end), xytext=middle(start), arrowprops=arrow)
    for number, player in enumerate(players):
        if 1 <= player.position <= board.size:
            x, y = middle(player.position)
            shift = 0.12 * (number - (len(players) - 1) / 2)
            axes.plot(x + shift, y, "o", markersize=9, label=player.name)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    axes.set(xlim=(0, columns), ylim=(0, -(-board.size // columns)), aspect="equal")
    axes.set_axis_off()
    return axes


def _axes(ax: Any) -> Any:
    try:
        from matplotlib.axes import Axes
    except ImportError:
        raise ImportError("charts need matplotlib: pip install 'tickgrid[plot]'") from None
    if ax is None:
        from matplotlib import pyplot as plt

        return plt.subplots(layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax: got {type(ax).__name__}, expected matplotlib axes, or None")
    return ax
