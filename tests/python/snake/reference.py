"""A second Snake, as naive as can be: the oracle of the differential test.

Written from the document's description alone, with lists, scans, strings and tuples. It imports
nothing of tickgrid, locks nothing and optimises nothing; where it and the engine differ, one of
the two is wrong about the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

Cell = tuple[int, int]
Result = tuple[int, str, bool, bool, int, "str | None"]  # tick, state, moved, ate, score, reason
Picture = tuple[int, str, int, str]  # tick, state, score, board

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
REVERSALS = {("up", "down"), ("down", "up"), ("left", "right"), ("right", "left")}
WAITING_TURNS = 2


class Refused(Exception):
    """The engine should raise the error of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class FoodSource(Protocol):
    """Where the next piece of food comes from: its cell and value, or None."""

    def next(self, game: ReferenceGame) -> tuple[Cell, int] | None: ...


class ScriptedFood:
    def __init__(self, cells: Iterable[Cell], value: int = 1) -> None:
        self.left = list(cells)
        self.value = value

    def next(self, game: ReferenceGame) -> tuple[Cell, int] | None:
        while self.left:
            cell = self.left.pop(0)
            if cell in game.free_cells():
                return cell, self.value
        return None


class DrawnFood:
    def __init__(self, rng: random.Random, value: int = 1) -> None:
        self.rng = rng
        self.value = value

    def next(self, game: ReferenceGame) -> tuple[Cell, int] | None:
        free = game.free_cells()
        return (self.rng.choice(free), self.value) if free else None


class ReferenceGame:
    """One game; every published picture is appended to ``pictures``."""

    def __init__(
        self,
        size: Cell,
        obstacles: Iterable[Cell],
        body: Iterable[Cell],
        source: FoodSource,
        direction: str,
        *,
        interval: Callable[[int], float],
        now: Callable[[], float],
    ) -> None:
        self.width, self.height = size
        self.obstacles = list(obstacles)
        self.body = list(body)
        self.source = source
        self.direction = direction
        self.waiting: list[str] = []
        self.state = "ready"
        self.ticks = 0
        self.score = 0
        self.pictures: list[Picture] = []
        self.last: Result | None = None
        self._interval = interval
        self._now = now
        self._started: float | None = None
        self._ended: float | None = None
        self.food = source.next(self)

    # -- looking ---------------------------------------------------------------------------

    def inside(self, cell: Cell) -> bool:
        return cell[0] in range(self.width) and cell[1] in range(self.height)

    def free_cells(self) -> list[Cell]:
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        return [cell for cell in every if cell not in self.body and cell not in self.obstacles]

    def board(self) -> str:
        rows = [["."] * self.width for _ in range(self.height)]
        for x, y in self.body:
            rows[y][x] = "o"
        head_x, head_y = self.body[0]
        rows[head_y][head_x] = "O"
        for x, y in self.obstacles:
            rows[y][x] = "#"
        if self.food is not None:
            (x, y), _ = self.food
            rows[y][x] = "*"
        return "\n".join("".join(row) for row in rows)

    def ahead(self, direction: str) -> Cell:
        return self.body[0][0] + STEPS[direction][0], self.body[0][1] + STEPS[direction][1]

    def fate(self, direction: str) -> str | None:
        """What the snake would die of if it moved in this direction now."""
        cell = self.ahead(direction)
        if not self.inside(cell):
            return "wall"
        if cell in self.obstacles:
            return "obstacle"
        eats = self.food is not None and self.food[0] == cell
        stays = self.body if eats else self.body[:-1]  # without food the tail gives way
        return "self" if cell in stays else None

    def interval(self) -> float:
        return self._interval(self.score)

    def elapsed(self) -> float:
        if self._started is None:
            return 0.0
        end = self._now() if self._ended is None else self._ended
        return end - self._started

    # -- the verbs -------------------------------------------------------------------------

    def turn(self, direction: str) -> bool:
        if self.state == "over":
            raise Refused("GameOverError")
        before = self.waiting[-1] if self.waiting else self.direction
        if direction == before or (direction, before) in REVERSALS:
            return False
        if len(self.waiting) == WAITING_TURNS:
            return False
        self.waiting.append(direction)
        return True

    def pause(self) -> str:
        return self._switch("paused")

    def resume(self) -> str:
        return self._switch("running")

    def tick(self) -> Result:
        if self.state == "over":
            raise Refused("GameOverError")
        if self.state == "paused":
            return self.idle()
        self.state = "running"
        return self.advance()

    def idle(self) -> Result:
        return self.ticks, self.state, False, False, self.score, None

    def advance(self) -> Result:
        self.ticks += 1
        if self._started is None:
            self._started = self._now()
        if self.waiting:
            self.direction = self.waiting.pop(0)
        cause = self.fate(self.direction)
        if cause is not None:
            return self._finish(cause, moved=False, ate=False)
        cell = self.ahead(self.direction)
        self.body.insert(0, cell)
        if self.food is None or self.food[0] != cell:
            self.body.pop()
            return self._done(None, moved=True, ate=False)
        self.score += self.food[1]
        self.food = self.source.next(self)
        if self.food is None:
            return self._finish("filled", moved=True, ate=True)
        return self._done(None, moved=True, ate=True)

    # -- inside ----------------------------------------------------------------------------

    def _switch(self, state: str) -> str:
        if self.state not in ("running", "paused"):
            raise Refused("InvalidStateError")
        self.state = state
        self._publish()
        return state

    def _finish(self, reason: str, *, moved: bool, ate: bool) -> Result:
        self._ended = self._now()
        self.state = "over"
        return self._done(reason, moved=moved, ate=ate)

    def _done(self, reason: str | None, *, moved: bool, ate: bool) -> Result:
        self._publish()
        self.last = (self.ticks, self.state, moved, ate, self.score, reason)
        return self.last

    def _publish(self) -> None:
        self.pictures.append((self.ticks, self.state, self.score, self.board()))
