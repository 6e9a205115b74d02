"""A second Snake, as naive as can be: the oracle of the differential test.

Written from the document's description alone, with lists, scans, strings and tuples. It imports
nothing of tickgrid, locks nothing and optimises nothing; where it and the engine differ, one of
the two is wrong about the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
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


@dataclass
class Variants:
    """What a game has that is not plain."""

    wraps: bool = False
    # The rounds of obstacles that move, and their ticks a cell.
    movers: list[tuple[list[Cell], int]] = field(default_factory=list)
    # Ticks from one closing of a ring to the next, and how many close.
    shrink: tuple[int, int] | None = None
    growth: int = 1
    lifetime: int | None = None
    count: int = 1
    starvation: int | None = None


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
        variants: Variants | None = None,
    ) -> None:
        self.variants = Variants() if variants is None else variants
        self.foods: list[tuple[Cell, int, int]] = []  # where, what it scores, since which tick
        self.pending = 0
        self.hungry = 0
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
        self.feed()

    # -- looking ---------------------------------------------------------------------------

    def inside(self, cell: Cell) -> bool:
        return cell[0] in range(self.width) and cell[1] in range(self.height)

    @property
    def food(self) -> tuple[Cell, int] | None:
        """The first piece of food."""
        return self.foods[0][:2] if self.foods else None

    def shut(self, cell: Cell, ticks: int) -> bool:
        """Whether the ring of a cell is closed."""
        ring = min(*cell, self.width - 1 - cell[0], self.height - 1 - cell[1])
        shrink = self.variants.shrink
        return shrink is not None and ring < min(ticks // shrink[0], shrink[1])

    def deadly(self, cell: Cell, ticks: int) -> bool:
        """Whether a hazard is on a cell."""
        there = (path[ticks // every % len(path)] for path, every in self.variants.movers)
        return self.shut(cell, ticks) or cell in there

    def free_cells(self) -> list[Cell]:
        """Where food can be laid out."""
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        taken = [*self.body, *self.obstacles, *(cell for cell, _, _ in self.foods)]
        return [cell for cell in every if cell not in taken and not self.deadly(cell, self.ticks)]

    def board(self) -> str:
        rows = [["."] * self.width for _ in range(self.height)]
        for (x, y), _, _ in self.foods:
            rows[y][x] = "*"
        for x, y in self.body:
            rows[y][x] = "o"
        for y in range(self.height):
            for x in range(self.width):
                if self.deadly((x, y), self.ticks):
                    rows[y][x] = "X"
        head_x, head_y = self.body[0]
        rows[head_y][head_x] = "O"
        for x, y in self.obstacles:
            rows[y][x] = "#"
        return "\n".join("".join(row) for row in rows)

    def ahead(self, direction: str) -> Cell:
        x, y = self.body[0][0] + STEPS[direction][0], self.body[0][1] + STEPS[direction][1]
        return (x % self.width, y % self.height) if self.variants.wraps else (x, y)

    def fate(self, direction: str) -> str | None:
        """What the snake would die of if it moved in this direction now."""
        cell = self.ahead(direction)
        if self.deadly(self.body[0], self.ticks + 1):
            return "hazard"
        if not self.inside(cell):
            return "wall"
        if cell in self.obstacles:
            return "obstacle"
        if self.deadly(cell, self.ticks + 1):
            return "hazard"
        eats = any(food == cell for food, _, _ in self.foods)
        grows = self.pending > 0 or (eats and self.variants.growth > 0)
        stays = self.body if grows else self.body[:-1]  # without food the tail gives way
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
        if self._started is None:
            self._started = self._now()
        if self.waiting:
            self.direction = self.waiting.pop(0)
        cause, cell = self.fate(self.direction), self.ahead(self.direction)
        self.ticks += 1
        before = len(self.foods)
        self.foods = [food for food in self.foods if not self.shut(food[0], self.ticks)]
        if cause is not None:
            return self._finish(cause, moved=False, ate=False)
        eaten = [value for food, value, _ in self.foods if food == cell]
        self.foods = [food for food in self.foods if food[0] != cell]
        self.score += sum(eaten)
        self.pending += self.variants.growth * len(eaten)
        self.hungry = 0 if eaten else self.hungry + 1
        self.body.insert(0, cell)
        if self.pending > 0:
            self.pending -= 1
        else:
            self.body.pop()
        lifetime = self.variants.lifetime
        if lifetime is not None:
            self.foods = [food for food in self.foods if self.ticks - food[2] < lifetime]
        ate = bool(eaten)
        if len(self.foods) < before:
            self.feed()
            if not self.foods:
                return self._finish("filled", moved=True, ate=ate)
        if self.variants.starvation is not None and self.hungry >= self.variants.starvation:
            return self._finish("starved", moved=True, ate=ate)
        return self._done(None, moved=True, ate=ate)

    def feed(self) -> None:
        """Lays out food until there is as much as there should be, or none to be had."""
        while len(self.foods) < self.variants.count:
            found = self.source.next(self)
            if found is None:
                return
            self.foods.append((*found, self.ticks))

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
