"""Snakes and ladders: a game with players and dice of your own, its exact analysis, simulations.

``analyse`` and ``simulate`` need ``numpy``, charts ``matplotlib``; the extra ``plot`` brings both.
"""

from tickgrid.ladders.analysis import Analysis, Simulation, analyse, simulate
from tickgrid.ladders.board import MILTON_BRADLEY, Board
from tickgrid.ladders.chart import plot_board, plot_distribution
from tickgrid.ladders.dice import Dice, RandomDice, ScriptedDice
from tickgrid.ladders.game import Game, Player, Status

__all__ = [
    "MILTON_BRADLEY",
    "Analysis",
    "Board",
    "Dice",
    "Game",
    "Player",
    "RandomDice",
    "ScriptedDice",
    "Simulation",
    "Status",
    "analyse",
    "plot_board",
    "plot_distribution",
    "simulate",
]
