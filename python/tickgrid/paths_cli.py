"""``tickgrid paths``: how many ways a snake can go, and which."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from tickgrid._core import count_snake_paths, snake_paths
from tickgrid.errors import TickgridError
from tickgrid.progress import Bar

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_to"]

METHODS = ("auto", "dfs", "dp", "graph", "recurrence")
EXAMPLES = """\
examples:
  tickgrid paths --board 10 10 --snake "5,5 5,4 4,4 4,5" --depth 4
  tickgrid paths --board 4 3 --snake "2,2 3,2 3,1 3,0 2,0 1,0 0,0" --depth 3 --list
  tickgrid paths --board 4 4 --snake "1,1 1,2 2,2" --depth 1000000000000000000 --mod 1000000007
"""


def add_to(commands: Subcommands) -> None:
    """Adds the command to those of ``tickgrid``."""
    parser = commands.add_parser(
        "paths",
        help="count the sequences of moves that a snake can follow",
        description="Prints how many sequences of exactly DEPTH moves a snake can follow on a "
        "board. The body follows the head; the tail's cell is vacated in the same move, so the "
        "head may enter it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--board",
        required=True,
        nargs=2,
        type=int,
        metavar=("ROWS", "COLUMNS"),
        help="the size of the board, at least 1 each",
    )
    parser.add_argument(
        "--snake",
        required=True,
        type=_cells,
        metavar="CELLS",
        help='the snake\'s cells, head first, as "row,column row,column ..." counted from 0; each '
        "next to the one before",
    )
    parser.add_argument(
        "--depth", required=True, type=int, metavar="DEPTH", help="the number of moves, from 0 on"
    )
    parser.add_argument(
        "--mod", type=int, metavar="M", help="print the remainder by M, from 1 to 2^64 - 1"
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="auto",
        help="the way to count; auto chooses the fastest (default: %(default)s)",
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", help="threads that may work (default: one a core)"
    )
    parser.add_argument(
        "--max-memory",
        type=int,
        metavar="BYTES",
        help="memory that may be taken (default: 2 GiB)",
    )
    parser.add_argument(
        "--list", action="store_true", help="print the paths instead, one a line, u d l r a move"
    )
    parser.add_argument(
        "--no-progress", action="store_true", help="show no bar, also where there is a terminal"
    )
    parser.set_defaults(run=_run)


def _cells(text: str) -> list[tuple[int, int]]:
    cells = []
    for word in text.split():
        row, _, column = word.partition(",")
        try:
            cells.append((int(row), int(column)))
        except ValueError:
            expected = "row,column, as in 5,4"
            message = f"got {word!r}, expected {expected}"
            raise argparse.ArgumentTypeError(message) from None
    return cells


def _run(options: argparse.Namespace) -> int:
    try:
        return _list(options) if options.list else _count(options)
    except TickgridError as error:
        print(f"tickgrid paths: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("tickgrid paths: stopped", file=sys.stderr)
        return 130


def _list(options: argparse.Namespace) -> int:
    for path in snake_paths(options.board, options.snake, options.depth):
        print("".join(direction[0] for direction in path))
    return 0


def _count(options: argparse.Namespace) -> int:
    bar = None if options.no_progress or not sys.stderr.isatty() else Bar("counting")
    try:
        paths = count_snake_paths(
            options.board,
            options.snake,
            options.depth,
            mod=options.mod,
            method=options.method,
            threads=options.threads,
            max_memory=options.max_memory,
            progress=bar,
        )
    finally:
        if bar is not None:
            bar.close()
    # A count may have more digits than Python prints by default; it is ours, so it is safe.
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    print(paths)
    return 0
