"""Writes docs/results/bots.md anew: every native bot on square boards.

Run by ``make results-bots``; takes a few minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tickgrid.bots import BOTS, Evaluation, evaluate
from tickgrid.bots_cli import rules

# Sides, and games of each.
BOARDS = {6: 1000, 7: 1000, 8: 1000, 10: 1000, 12: 400, 20: 100, 30: 20}
SEED = 0

HEADER = f"""\
# Results of the bots

Written by `make results-bots`; a line is one of

    tickgrid bench-bots --bots BOT --sizes N --games GAMES --seed {SEED}

- Rules: {rules()}.
- Start: one cell, anywhere and facing anywhere, each equally likely.
- Seeds: game i has the seed {SEED} + i, and so has the bot, if it needs one.
- Steps are moves to fill the board, over the games that filled it. `Hamiltonian` takes
  (A^2 + A - 2) / 4 on average on A cells, by calculation: that is the round they are compared with.
- CPU time is of one game, rules included, on a shared machine: an upper bound.
"""


def line(name: str, result: Evaluation, area: int) -> str:
    """A line of the table."""
    low, high = result.interval
    deaths = ", ".join(f"{reason} {count}" for reason, count in result.deaths.items()) or "none"
    if result.filled:
        of_round = result.mean_steps / ((area**2 + area - 2) / 4)
        steps = [f"{result.mean_steps:,.1f}", f"{of_round:.3f}"]
        steps += ["-" if result.sd_steps != result.sd_steps else f"{result.sd_steps:,.1f}"]
        steps += [f"{result.p95_steps:,.0f}"]
    else:
        steps = ["-"] * 4
    cells = [
        name,
        str(result.games),
        f"{result.filled:.1%} ({low:.1%} - {high:.1%})",
        *steps,
        f"{result.steps_per_food:.2f}",
        str(result.stalls),
        deaths,
        f"{result.cpu_ms:.2f} ms",
    ]
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    """Plays, and writes the file that is named on the command line."""
    text = HEADER
    for side, games in BOARDS.items():
        text += f"\n## {side} x {side}\n\n"
        text += "| bot | games | filled (95 %) | mean steps | of a round | sd | p95 | steps a food "
        text += "| stalls | deaths | CPU time |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
        for name, make in BOTS.items():
            result = evaluate(make(), games=games, seed=SEED, height=side, width=side)
            text += line(name, result, side * side)
            print(f"{side}x{side} {name}: {result.mean_steps:,.1f}", flush=True)
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
