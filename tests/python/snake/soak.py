"""Games under fire: eight threads tick, turn, pause and read one game, and all must hold.

The spawner is Python, the renderer calls back into the game. ``soak`` is called for about a
second by the tests; as a script this file runs for as long as it is told.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import threading
import time
from collections.abc import Callable, Iterable

from tickgrid import (
    Direction,
    Food,
    Frame,
    GameOverError,
    GameState,
    Grid,
    InvalidStateError,
    Pause,
    Point,
    Resume,
    Snake,
    SnakeGame,
    Turn,
)

PATIENCE = 60.0  # seconds for one short game; only a deadlock takes so long


class PythonSpawner:
    """Draws in Python; now and then it takes its time, and it reads the game it feeds."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game: SnakeGame | None = None

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        taken = set(occupied)
        free = grid.free_cells(taken)
        if self.game is not None:
            assert self.game.length == len(taken) - 1  # the state before the tick
            try:
                self.game.pause()
            except InvalidStateError:
                pass
            else:
                raise AssertionError("a verb inside a strategy was not refused")
            if self.rng.random() < 0.2:
                time.sleep(0.0005)
        return Food(self.rng.choice(free)) if free else None


class PythonClock:
    def now(self) -> float:
        return time.monotonic()


class Caller:
    """Keeps every frame and calls back into the game."""

    def __init__(self, game: SnakeGame, switched: Callable[[], None], seed: int) -> None:
        self.game = game
        self.switched = switched
        self.rng = random.Random(seed)
        self.frames: list[Frame] = []

    def on_frame(self, frame: Frame) -> None:
        self.frames.append(frame)
        dice = self.rng.random()
        if dice < 0.05:
            attempt(lambda: self.game.submit(Turn(self.rng.choice(list(Direction)))))
        elif dice < 0.10:
            attempt(self.game.tick)
        elif dice < 0.15 and attempt(self.game.pause):
            self.switched()
            if attempt(self.game.resume):
                self.switched()
        elif dice < 0.30:
            whole(self.game.snake)


def attempt(verb: Callable[[], object]) -> bool:
    """Call a verb that may be out of place in the present phase; did it work?"""
    try:
        verb()
    except InvalidStateError:
        return False
    return True


def whole(snake: Snake) -> None:
    cells = snake.cells()
    assert len(set(cells)) == len(cells) == len(snake)
    assert snake.head == cells[0] and snake.tail == cells[-1]
    for one, other in zip(cells, cells[1:], strict=False):
        assert abs(one.x - other.x) + abs(one.y - other.y) == 1


def play(seed: int) -> int:
    """One game under fire; returns its ticks."""
    grid = Grid(16, 16, frozenset({Point(3, 3), Point(12, 9)}))
    spawner = PythonSpawner(seed)
    game = SnakeGame(
        grid,
        Snake([Point(8, 8), Point(7, 8), Point(6, 8)]),
        spawner,
        clock=PythonClock() if seed % 3 == 0 else None,
        release_gil="auto" if seed % 2 else "always",
    )
    spawner.game = game
    switches: list[None] = []
    caller = Caller(game, lambda: switches.append(None), seed)
    game.subscribe(caller)
    failures: list[BaseException] = []

    def guarded(work: Callable[[random.Random], None], number: int) -> None:
        rng = random.Random(seed * 8 + number)
        try:
            for _ in range(150):
                if game.state is GameState.OVER:
                    return
                work(rng)
        except GameOverError:
            pass
        except BaseException as error:
            failures.append(error)

    works = [ticker(game), ticker(game), runner(game), turner(game), turner(game)]
    works += [pauser(game, switches), reader(game), visitor(game)]
    threads = [
        threading.Thread(target=guarded, args=(work, number), daemon=True)
        for number, work in enumerate(works)
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
        if thread.is_alive():
            faulthandler.dump_traceback(all_threads=True)
            raise AssertionError(f"game {seed} is stuck")
    if failures:
        raise failures[0]
    game.flush()
    check(game, caller.frames, len(switches))
    return game.tick_count


def check(game: SnakeGame, frames: list[Frame], switches: int) -> None:
    """Every frame once and in order, and a game that holds together."""
    ticks = [frame.tick for frame in frames]
    assert ticks == sorted(ticks)
    assert set(ticks) == set(range(1, game.tick_count + 1))
    assert len(ticks) == game.tick_count + switches
    scores = [frame.score for frame in frames]
    assert scores == sorted(scores)
    assert all(frame.board.count("O") == 1 for frame in frames)
    assert frames[-1].board == game.render()
    whole(game.snake)
    assert game.last_result is not None and game.last_result.tick == game.tick_count
    assert game.food is None or not game.snake.occupies(game.food.position)


# -- what the eight threads do ---------------------------------------------------------------


def steer(game: SnakeGame, rng: random.Random) -> None:
    """Turn to where the snake can live on, as far as this thread can know."""
    snake, grid = game.snake, game.grid
    for direction in rng.sample(list(Direction), 4):
        target = snake.next_head(direction)
        free = grid.contains(target) and not grid.is_obstacle(target)
        if free and not snake.occupies(target) and game.submit(Turn(direction)):
            return


def ticker(game: SnakeGame) -> Callable[[random.Random], None]:
    def tick(rng: random.Random) -> None:
        target = game.snake.next_head(game.direction)
        if not game.grid.contains(target) or rng.random() < 0.3:
            steer(game, rng)
        game.tick()

    return tick


def runner(game: SnakeGame) -> Callable[[random.Random], None]:
    def run(rng: random.Random) -> None:
        steer(game, rng)
        game.run(2)

    return run


def turner(game: SnakeGame) -> Callable[[random.Random], None]:
    return lambda rng: steer(game, rng)


def pauser(game: SnakeGame, switches: list[None]) -> Callable[[random.Random], None]:
    def pause_and_resume(rng: random.Random) -> None:
        for command in (Pause(), Resume()):
            try:
                game.submit(command)
            except InvalidStateError:
                continue  # not begun, or over
            switches.append(None)

    return pause_and_resume


def reader(game: SnakeGame) -> Callable[[random.Random], None]:
    def read(rng: random.Random) -> None:
        whole(game.snake)
        assert game.elapsed() >= 0.0
        assert game.next_interval() > 0.0
        assert game.render().count("O") == 1
        void((game.score, game.food, game.phase, game.direction, game.last_result, str(game)))

    return read


def visitor(game: SnakeGame) -> Callable[[random.Random], None]:
    """Subscribes for a moment, and so sees a stretch of frames in order."""

    class Visitor:
        def __init__(self) -> None:
            self.ticks: list[int] = []

        def on_frame(self, frame: Frame) -> None:
            self.ticks.append(frame.tick)

    def visit(rng: random.Random) -> None:
        guest = Visitor()
        game.subscribe(guest)
        game.flush()
        assert game.unsubscribe(guest)
        seen = list(guest.ticks)
        assert seen == sorted(seen)

    return visit


def void(value: object) -> None:
    """Make an expression a statement."""


def soak(seconds: float) -> tuple[int, int]:
    """Play games under fire for so long; returns how many games and ticks it were."""
    deadline = time.monotonic() + seconds
    games = ticks = 0
    while games == 0 or time.monotonic() < deadline:
        ticks += play(games)
        games += 1
    return games, ticks


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    seconds = parser.parse_args().seconds
    faulthandler.dump_traceback_later(seconds + 2 * PATIENCE, exit=True)
    played, ticked = soak(seconds)
    print(f"{played} games, {ticked} ticks in {seconds:g} s: all held")
