"""Charts, drawn without a screen."""

from __future__ import annotations

import sys
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from tickgrid.ladders import (
    MILTON_BRADLEY,
    Board,
    Player,
    analyse,
    plot_board,
    plot_distribution,
    simulate,
)

mpl.use("Agg")


def test_a_distribution_is_drawn_with_its_marks() -> None:
    analysis = analyse(MILTON_BRADLEY, extra_roll_on=None)
    simulation = simulate(MILTON_BRADLEY, 1_000, 1, 1, extra_roll_on=None)
    axes = plot_distribution(analysis, simulation, Figure().add_subplot())
    heights = [bar.get_height() for bar in axes.patches]  # type: ignore[attr-defined]
    assert heights == pytest.approx(analysis.pmf[: len(heights)])
    assert 0.99 < sum(heights) < 1
    legend = axes.get_legend()
    assert legend is not None
    words = [text.get_text() for text in legend.get_texts()]
    assert sorted(words) == ["exact", "mean 39.23", "median 32", "mode 22", "simulated"]
    axes.figure.canvas.draw()


def test_a_board_is_drawn_with_jumps_and_players() -> None:
    players = [Player("alice", 38), Player("bob")]
    axes = plot_board(MILTON_BRADLEY, players, Figure().add_subplot())
    assert len(axes.patches) == 100
    arrows = [text for text in axes.texts if not text.get_text()]
    assert len(arrows) == 19
    assert [line.get_label() for line in axes.lines] == ["alice"]
    # 38 is in the fourth row, which runs to the left: column 2, counted from 0.
    ((x, y),) = np.asarray(axes.lines[0].get_xydata()).tolist()
    assert 2 < x < 3 and 3 < y < 4
    axes.figure.canvas.draw()


def test_axes_are_made_if_none_are_given() -> None:
    from matplotlib import pyplot as plt

    for size in (1, 2, 7, 20):
        axes = plot_board(Board(size))
        axes.figure.canvas.draw()
    assert plot_distribution(analyse(Board(7))).get_xlabel() == "turns"
    plt.close("all")


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    with pytest.raises(ImportError, match=r"pip install 'tickgrid\[plot\]'"):
        plot_board(MILTON_BRADLEY)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_board({}), "board: got dict"),  # type: ignore[arg-type]
        (lambda: plot_board(MILTON_BRADLEY, ax=3), "ax: got int"),  # type: ignore[arg-type]
        (lambda: plot_distribution(3), "analysis: got int"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_named(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()
