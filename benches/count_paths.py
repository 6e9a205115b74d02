"""Counting paths from Python, beside the list of snakes that the question first came with.

That way keeps every snake in a list, and makes all its successors anew at each depth. Each figure
is the median of rounds taken in turn, the call from Python included; answers are asserted.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence

from tickgrid import count_snake_paths

Cell = list[int]
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def by_lists(board: Sequence[int], snake: list[Cell], depth: int) -> int:
    """Breadth first: all snakes after one move, after two, and so on."""
    snakes = [snake]
    for _ in range(depth):
        after = []
        for cells in snakes:
            for row, column in STEPS:
                moved = [
                    [cell[0] + row, cell[1] + column] if index == 0 else cells[index - 1]
                    for index, cell in enumerate(cells)
                ]
                head = moved[0]
                if head[0] > board[0] - 1 or head[1] > board[1] - 1 or head[0] < 0 or head[1] < 0:
                    continue
                if all(moved.count(cell) == 1 for cell in moved):
                    after.append(moved)
        snakes = after
    return len(snakes)


def seconds(count: Callable[[], int], expected: int, calls: int) -> float:
    """Seconds a call."""
    start = time.perf_counter()
    for _ in range(calls):
        assert count() == expected
    return (time.perf_counter() - start) / calls


def ratio(board: list[int], snake: list[Cell], depth: int, rounds: int = 5) -> tuple[float, float]:
    """Our seconds, and how many times as many the lists take."""
    expected = count_snake_paths(board, snake, depth)
    ours, theirs = [], []
    quick = expected < 1_000
    for _ in range(rounds):
        ours += [
            seconds(lambda: count_snake_paths(board, snake, depth), expected, 20) for _ in range(9)
        ]
        listed = seconds(lambda: by_lists(board, snake, depth), expected, 20 if quick else 1)
        theirs.append(listed)
    return statistics.median(ours), statistics.median(theirs) / statistics.median(ours)


def snake_of(length: int, chance: random.Random) -> list[Cell]:
    """A random snake on a 10x10 board."""
    while True:
        cells = [[chance.randrange(10), chance.randrange(10)]]
        for _ in range(100):
            row, column = chance.choice(STEPS)
            cell = [cells[-1][0] + row, cells[-1][1] + column]
            if len(cells) < length and cell not in cells and min(cell) >= 0 and max(cell) < 10:
                cells.append(cell)
        if len(cells) == length:
            return cells


def main() -> None:
    """Measures and prints."""
    tests: list[tuple[list[int], list[Cell], int]] = [
        ([4, 3], [[2, 2], [3, 2], [3, 1], [3, 0], [2, 0], [1, 0], [0, 0]], 3),
        ([2, 3], [[0, 2], [0, 1], [0, 0], [1, 0], [1, 1], [1, 2]], 10),
        ([10, 10], [[5, 5], [5, 4], [4, 4], [4, 5]], 4),
    ]
    for number, (board, snake, depth) in enumerate(tests, 1):
        ours, times = ratio(board, snake, depth)
        print(f"test {number:<40}{ours * 1e6:>10.2f} us{times:>12.1f} x lists")
    chance = random.Random(5)
    ratios = []
    for number in range(20):
        snake = snake_of(4 + number % 4, chance)
        ratios.append(ratio([10, 10], snake, 10 + number // 5, rounds=1)[1])
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(
        f"10x10, length 4-7, depth 10-13, 20 snakes: {mean:.0f} x lists, at least {min(ratios):.0f}"
    )
    straight = [[10, 19 - column] for column in range(20)]
    ours, times = ratio([20, 20], straight, 15, rounds=1)
    print(
        f"20x20, straight length 20, depth 15         {ours * 1e3:>10.3f} ms{times:>12.0f} x lists"
    )


if __name__ == "__main__":
    main()
