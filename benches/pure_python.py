"""A peer to measure against: the same Snake in plain Python.

A deque for order, a set for membership, a lock, a buffer of two turns, and frames when somebody
watches.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Cell = tuple[int, int]
STEPS: dict[str, Cell] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


@dataclass(frozen=True)
class Result:
    """What one tick did."""

    tick: int
    moved: bool
    ate: bool
    score: int
    reason: str | None = None


class PurePythonSnake:
    """One game."""

    def __init__(
        self, width: int, height: int, body: list[Cell], direction: str, seed: int
    ) -> None:
        self.width, self.height = width, height
        self.body, self.cells = deque(body), set(body)
        self.direction = direction
        self.turns: deque[str] = deque()
        self.rng = Random(seed)
        self.score = self.ticks = 0
        self.over: str | None = None
        self.observers: list[Callable[[str], None]] = []
        self.lock = threading.RLock()
        self.food = self.spawn()

    def spawn(self) -> Cell | None:
        """A free cell."""
        rows = range(self.height)
        free = [(x, y) for y in rows for x in range(self.width) if (x, y) not in self.cells]
        return self.rng.choice(free) if free else None

    def submit(self, turn: str) -> bool:
        """Queues a turn."""
        with self.lock:
            previous = self.turns[-1] if self.turns else self.direction
            if turn in (previous, OPPOSITE[previous]) or len(self.turns) == 2:
                return False
            self.turns.append(turn)
            return True

    def tick(self) -> Result:
        """Moves one cell."""
        with self.lock:
            if self.over is not None:
                raise RuntimeError(self.over)
            result = self.advance()
            frame = self.render() if self.observers else None
        if frame is not None:
            for observer in self.observers:
                observer(frame)
        return result

    def advance(self) -> Result:
        """What a tick does to the world."""
        self.ticks += 1
        if self.turns:
            self.direction = self.turns.popleft()
        step = STEPS[self.direction]
        target = (self.body[0][0] + step[0], self.body[0][1] + step[1])
        if not (0 <= target[0] < self.width and 0 <= target[1] < self.height):
            return self.end("wall")
        grow = target == self.food
        if target in self.cells and (grow or target != self.body[-1]):
            return self.end("self")
        if not grow:
            self.cells.discard(self.body.pop())
        self.body.appendleft(target)
        self.cells.add(target)
        if grow:
            self.score += 1
            self.food = self.spawn()
            if self.food is None:
                return self.end("filled", moved=True)
        return Result(self.ticks, True, grow, self.score)

    def end(self, reason: str, *, moved: bool = False) -> Result:
        """The last tick."""
        self.over = reason
        return Result(self.ticks, moved, moved, self.score, reason)

    def render(self) -> str:
        """The board as text."""
        glyphs = dict.fromkeys(self.cells, "o")
        glyphs[self.body[0]] = "O"
        if self.food is not None:
            glyphs[self.food] = "*"
        return "\n".join(
            "".join(glyphs.get((x, y), ".") for x in range(self.width)) for y in range(self.height)
        )
