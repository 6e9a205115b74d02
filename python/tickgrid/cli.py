"""The ``tickgrid`` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import tickgrid
from tickgrid import bots_cli, paths_cli, replay_cli
from tickgrid.demo import demo

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; without arguments, those of the command line. Returns its exit code."""
    parser = argparse.ArgumentParser(prog="tickgrid", description=tickgrid.__doc__)
    parser.add_argument("--version", action="version", version=f"tickgrid {tickgrid.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    commands.add_parser(
        "demo",
        help="play a short scripted game of Snake and print what happens",
        description="Plays a short scripted game of Snake and prints what happens.",
    ).set_defaults(run=_demo)
    paths_cli.add_to(commands)
    replay_cli.add_to(commands)
    bots_cli.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever was reading has seen enough; Python must not try to write the rest at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    return code


def _demo(_options: argparse.Namespace) -> int:
    for piece in demo():
        print(piece)
    return 0
