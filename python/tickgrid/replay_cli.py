"""``tickgrid replay``: shows a recorded game, checks it, and makes pictures of it."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tickgrid._core import Frame, Replay
from tickgrid.errors import TickgridError

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_to"]

EXAMPLES = """\
examples:
  tickgrid replay game.json.gz
  tickgrid replay game.json --print
  tickgrid replay game.json --verify --gif game.gif --svg end.svg
"""


def add_to(commands: Subcommands) -> None:
    """Adds the command to those of ``tickgrid``."""
    parser = commands.add_parser(
        "replay",
        help="show a recorded game, check it, or make pictures of it",
        description="Plays a game that Replay.save has written: animated in a terminal, else the "
        "last board as text. With --verify, --gif or --svg it does that instead.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a replay, compressed or not")
    parser.add_argument(
        "--print", action="store_true", help="print every board, one below the other"
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="compare each tick with its recorded digest, and name the first that differs",
    )
    parser.add_argument("--gif", metavar="OUT", type=Path, help="write a moving picture")
    parser.add_argument("--svg", metavar="OUT", type=Path, help="write a picture of one board")
    parser.add_argument(
        "--tick", metavar="N", type=int, help="the board of --svg (default: the last)"
    )
    parser.add_argument(
        "--cell", metavar="PIXELS", type=int, default=16, help="the side of a cell (default: 16)"
    )
    parser.add_argument(
        "--interval",
        metavar="SECONDS",
        type=float,
        default=0.1,
        help="the time between two ticks (default: 0.1)",
    )
    parser.add_argument(
        "--no-progress", action="store_true", help="show no bar, also where there is a terminal"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    try:
        replay = Replay.load(options.file)
        if options.verify:
            print(f"{options.file}: all {replay.verify()} ticks are as recorded")
        if options.gif is not None:
            _gif(replay, options)
        if options.svg is not None:
            options.svg.write_text(replay.svg(options.tick, cell=options.cell), encoding="utf-8")
        if not (options.verify or options.gif or options.svg):
            _show(replay, options)
    except (TickgridError, OSError) as error:
        print(f"tickgrid replay: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("tickgrid replay: stopped", file=sys.stderr)
        return 130
    return 0


def _gif(replay: Replay, options: argparse.Namespace) -> None:
    if options.no_progress or not sys.stderr.isatty():
        replay.gif(options.gif, cell=options.cell, interval=options.interval)
        return
    # Imported when it is shown.
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("drawing", total=1.0)
        replay.gif(
            options.gif,
            cell=options.cell,
            interval=options.interval,
            progress=lambda done: bar.update(task, completed=done),
        )


def _show(replay: Replay, options: argparse.Namespace) -> None:
    if options.print:
        for frame in replay.frames():
            print(f"{_caption(frame, replay)}\n{frame.board}\n")
    elif sys.stdout.isatty():
        _animate(replay, options.interval)
    else:
        game = replay.play()
        result = game.last_result
        ending = f" by {result.reason}" if result is not None and result.reason else ""
        print(f"tick {replay.ticks}: {game.state}{ending}, score {game.score}\n{game.render()}")


def _caption(frame: Frame, replay: Replay) -> str:
    return f"tick {frame.tick} of {replay.ticks}: {frame.state}, score {frame.score}"


def _animate(replay: Replay, interval: float) -> None:
    # Imported when it is shown.
    from rich.live import Live
    from rich.text import Text

    with Live(auto_refresh=False) as live:
        for frame in replay.frames():
            live.update(Text(f"{frame.board}\n{_caption(frame, replay)}"), refresh=True)
            time.sleep(interval)
