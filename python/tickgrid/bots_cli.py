"""``tickgrid bench-bots``: bots against each other, as a table and as JSON."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tickgrid._core import __version__
from tickgrid.bots import BOTS, Evaluation, evaluate
from tickgrid.errors import TickgridError

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_to", "rules"]

EXAMPLES = """\
examples:
  tickgrid bench-bots --sizes 6 8 10 --games 1000
  tickgrid bench-bots --bots hamiltonian shortcut --sizes 7x10 --json results.json
  tickgrid bench-bots --bots shortcut --own my_bots:Careful --games 50
  tickgrid bench-bots --bots bfs hamiltonian --sizes 7x9 --wrap --food-count 3
"""
COLUMNS = (
    "bot", "board", "games", "filled", "95 % interval", "mean steps", "sd", "p95", "steps/food",
    "stalls", "deaths", "cpu ms",
)  # fmt: skip


def rules(food_count: int = 1, *, wrap: bool = False) -> str:
    """What is played, in words."""
    edges = "the board wraps around" if wrap else "walls kill"
    food = "one piece of food" if food_count == 1 else f"{food_count} pieces of food"
    return (
        f"{edges}; the tail's cell is free as the tail leaves it in the same move; {food} at a "
        "time, each free cell equally likely; ten moves a cell without food are a stall"
    )


def add_to(commands: Subcommands) -> None:
    """Adds the command to those of ``tickgrid``."""
    parser = commands.add_parser(
        "bench-bots",
        help="play thousands of games of bots, and compare them",
        description=textwrap.fill(
            f"Plays games of bots and prints what they came to. The rules, if not chosen "
            f"otherwise: {rules()}. The snake starts anywhere and faces anywhere."
        ),
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--bots",
        nargs="*",
        choices=sorted(BOTS),
        metavar="BOT",
        help=f"native bots, of {', '.join(BOTS)} (default: all; none if --own is given)",
    )
    parser.add_argument(
        "--own",
        action="append",
        default=[],
        metavar="MODULE:NAME",
        help="a bot of your own: a class or an object with a method choose(game); MODULE is looked "
        "for in the working directory too",
    )
    parser.add_argument(
        "--sizes",
        nargs="+",
        type=_size,
        default=[(10, 10)],
        metavar="SIZE",
        help="boards, as N or ROWSxCOLUMNS, sides from 3 to 4096 (default: 10)",
    )
    parser.add_argument(
        "--games", type=int, default=1000, help="games of each bot on each board (default: 1000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first game; game i has SEED + i"
    )
    parser.add_argument(
        "--length",
        type=int,
        default=1,
        metavar="CELLS",
        help="the snake's at the start (default: 1)",
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", help="threads that may play (default: one a core)"
    )
    parser.add_argument(
        "--wrap", action="store_true", help="boards that wrap around, instead of walls that kill"
    )
    parser.add_argument(
        "--food-count",
        type=int,
        default=1,
        metavar="N",
        help="pieces of food at a time (default: 1)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    parser.add_argument(
        "--no-progress", action="store_true", help="show no bar, also where there is a terminal"
    )
    parser.set_defaults(run=_run)


def _size(text: str) -> tuple[int, int]:
    height, _, width = text.partition("x")
    try:
        return int(height), int(width or height)
    except ValueError:
        message = f"got {text!r}, expected N or ROWSxCOLUMNS, as in 7x10"
        raise argparse.ArgumentTypeError(message) from None


def _run(options: argparse.Namespace) -> int:
    try:
        players = _players(options)
        results = []
        _print_row(COLUMNS)
        for height, width in options.sizes:
            for name, bot in players:
                result = evaluate(
                    bot,
                    games=options.games,
                    seed=options.seed,
                    height=height,
                    width=width,
                    wrap=options.wrap,
                    food_count=options.food_count,
                    length=options.length,
                    threads=options.threads,
                    progress=not options.no_progress,
                )
                _print_row(_row(name, height, width, result))
                results.append({"bot": name, "height": height, "width": width, **result.as_dict()})
        if options.json is not None:
            _write(options, results)
    except (TickgridError, ImportError, AttributeError, TypeError, OSError) as error:
        print(f"tickgrid bench-bots: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("tickgrid bench-bots: stopped", file=sys.stderr)
        return 130
    return 0


def _players(options: argparse.Namespace) -> list[tuple[str, Any]]:
    """The bots to play, with their names."""
    names = options.bots
    if names is None:
        names = [] if options.own else list(BOTS)
    players: list[tuple[str, Any]] = [(name, BOTS[name]()) for name in names]
    for place in options.own:
        module, _, name = place.partition(":")
        if not module or not name:
            raise ImportError(f"--own: got {place!r}, expected MODULE:NAME")
        if "" not in sys.path:
            sys.path.insert(0, "")
        players.append((name, getattr(importlib.import_module(module), name)))
    return players


def _row(name: str, height: int, width: int, result: Evaluation) -> Sequence[str]:
    low, high = result.interval
    deaths = ", ".join(f"{reason} {count}" for reason, count in result.deaths.items())
    return (
        name,
        f"{height}x{width}",
        str(result.games),
        f"{result.filled:.2%}",
        f"{low:.2%} - {high:.2%}",
        f"{result.mean_steps:,.1f}",
        f"{result.sd_steps:,.1f}",
        f"{result.p95_steps:,.0f}",
        f"{result.steps_per_food:.1f}",
        str(result.stalls),
        deaths or "none",
        f"{result.cpu_ms:.2f}",
    )


def _print_row(row: Sequence[str]) -> None:
    widths = (12, 9, 7, 8, 17, 12, 10, 9, 10, 6, 16, 8)
    print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    sys.stdout.flush()


def _write(options: argparse.Namespace, results: list[dict[str, Any]]) -> None:
    start = f"{options.length} cells in a straight line, anywhere and facing anywhere"
    report = {
        "tickgrid": __version__,
        "rules": rules(options.food_count, wrap=options.wrap),
        "start": start,
        "seed": options.seed,
        "results": results,
    }
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
