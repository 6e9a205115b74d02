"""Fills seeded 20x20 boards for a moment, and tells how many ticks a second that was.

The player walks a Hamiltonian cycle, so each game runs until the snake fills the board.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from tickgrid import (
    Direction,
    EndReason,
    GameState,
    Grid,
    Point,
    RandomFoodSpawner,
    Snake,
    SnakeGame,
    Turn,
)

SIZE = 20
SECONDS = 1.0


def cycle(size: int) -> Iterator[Direction]:
    """The moves of a walk over every cell of a square board of even size, from (1, 0).

    Down and up through the columns, each without its top cell, and back along the top row.
    """
    yield Direction.LEFT
    for column in range(size):
        yield from [Direction.DOWN if column % 2 == 0 else Direction.UP] * (
            size - 1 if column in (0, size - 1) else size - 2
        )
        if column < size - 1:
            yield Direction.RIGHT
    yield from [Direction.LEFT] * (size - 2)


def game(seed: int) -> SnakeGame:
    """A game whose snake stands at the beginning of the cycle."""
    body = [Point(1, 0), Point(2, 0), Point(3, 0)]
    spawner = RandomFoodSpawner(seed)
    return SnakeGame(Grid(SIZE, SIZE), Snake(body), spawner, Direction.LEFT, release_gil="auto")


def tick_by_tick(play: SnakeGame, moves: list[Direction]) -> None:
    """Plays to the end with a call for each turn and each tick."""
    turns = [Turn(move) for move in moves]
    while True:
        for turn in turns:
            play.submit(turn)
            if play.tick().reason is not None:
                return


def natively(play: SnakeGame, moves: list[Direction]) -> None:
    """Plays to the end in one call."""
    play.run(10**9, moves, repeat=True)


def main() -> None:
    """Plays one game after the other, in both ways."""
    moves = list(cycle(SIZE))
    for way in (tick_by_tick, natively):
        ticks = games = 0
        start = time.perf_counter()
        while (seconds := time.perf_counter() - start) < SECONDS:
            play = game(seed=games)
            way(play, moves)
            assert play.state is GameState.OVER
            result = play.last_result
            assert result is not None
            assert result.reason is EndReason.FILLED
            ticks += play.tick_count
            games += 1
        speed = ticks / seconds / 1e6
        print(
            f"{way.__name__.replace('_', ' ')}: {games} boards of {SIZE}x{SIZE} filled,"
            f" {speed:.1f} million ticks a second"
        )


if __name__ == "__main__":
    main()
