"""A second Snake, slow and plain: what each observation shows, and what each move comes to.

It is written from the documentation, shares nothing with the engine, and reads positions from
``get_state()``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tickgrid.envs import GridEnv, GridVectorEnv

Cell = tuple[int, int]

FREE, OBSTACLE, FOOD, BODY, TAIL, HEAD, HAZARD = range(7)
DIRECTIONS = ("up", "down", "left", "right")
DELTAS: dict[str, Cell] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
OPPOSITES = {"up": "down", "down": "up", "left": "right", "right": "left"}
LEFT_OF = {"up": "left", "left": "down", "down": "right", "right": "up"}
COLORS = {
    FREE: (22, 24, 29),
    OBSTACLE: (110, 116, 128),
    FOOD: (232, 70, 70),
    BODY: (46, 160, 67),
    TAIL: (34, 120, 52),
    HEAD: (150, 230, 110),
    HAZARD: (240, 150, 40),
}
GLYPHS = ".#*ooOX"


@dataclass
class Board:
    """A position: ``x`` counts columns from the left, ``y`` rows from the top."""

    width: int
    height: int
    snake: list[Cell]
    direction: str
    foods: list[Cell] = field(default_factory=list)
    obstacles: frozenset[Cell] = frozenset()
    hungry: int = 0
    wraps: bool = False
    # The rounds of obstacles that move, and their ticks a cell.
    movers: list[tuple[list[Cell], int]] = field(default_factory=list)
    # Ticks from one closing of a ring to the next, and what stays open at least.
    shrink: tuple[int, int] | None = None
    growth: int = 1
    lifetime: int | None = None
    ticks: int = 0
    pending: int = 0
    laid: list[int] = field(default_factory=list)

    @property
    def has_hazards(self) -> bool:
        return bool(self.movers) or self.shrink is not None

    def round(self, cell: Cell) -> Cell:
        """The cell on the other side, on a board that wraps around."""
        return (cell[0] % self.width, cell[1] % self.height) if self.wraps else cell

    def shut(self, cell: Cell, ticks: int) -> bool:
        """Whether the ring of a cell is closed."""
        if self.shrink is None:
            return False
        every, least = self.shrink
        ring = min(*cell, self.width - 1 - cell[0], self.height - 1 - cell[1])
        return ring < min(ticks // every, (min(self.width, self.height) - least) // 2)

    def deadly(self, cell: Cell, ticks: int) -> bool:
        """Whether a hazard is on a cell."""
        there = (path[ticks // every % len(path)] for path, every in self.movers)
        return self.shut(cell, ticks) or cell in there

    def target(self, direction: str) -> Cell:
        dx, dy = DELTAS[direction]
        return self.round((self.snake[0][0] + dx, self.snake[0][1] + dy))

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def tile(self, cell: Cell) -> int:
        """What stands on a cell; beyond the board that is an obstacle, or the board again."""
        cell = self.round(cell)
        if not self.holds(cell) or cell in self.obstacles:
            return OBSTACLE
        if cell == self.snake[0]:
            return HEAD
        if self.deadly(cell, self.ticks):
            return HAZARD
        if cell == self.snake[-1]:
            return TAIL
        if cell in self.snake:
            return BODY
        return FOOD if cell in self.foods else FREE

    def crash(self, direction: str) -> str | None:
        """What the head would hit. The tail's cell is left in the same move, unless it grows."""
        target = self.target(direction)
        if self.deadly(self.snake[0], self.ticks + 1):
            return "hazard"
        if not self.holds(target):
            return "wall"
        if target in self.obstacles:
            return "obstacle"
        if self.deadly(target, self.ticks + 1):
            return "hazard"
        grows = self.pending > 0 or (target in self.foods and self.growth > 0)
        return "self" if target in (self.snake if grows else self.snake[:-1]) else None

    def meaning(self, actions: str, action: int) -> str:
        """Where an action leads: a reversal goes straight on."""
        if actions == "relative":
            left = LEFT_OF[self.direction]
            return (left, self.direction, OPPOSITES[left])[action]
        wish = DIRECTIONS[action]
        return self.direction if wish == OPPOSITES[self.direction] else wish

    def move(self, direction: str) -> tuple[str | None, bool]:
        """Moves unless that crashes: the reason of a crash, and whether food was eaten."""
        reason, head = self.crash(direction), self.target(direction)
        self.direction = direction
        self.ticks += 1
        self.lose(lambda food, _: self.shut(food, self.ticks))
        if reason is not None:
            return reason, False
        eats = head in self.foods
        self.lose(lambda food, _: food == head)
        self.pending += self.growth * eats
        self.hungry = 0 if eats else self.hungry + 1
        if self.pending > 0:
            self.pending -= 1
        else:
            self.snake.pop()
        self.snake.insert(0, head)
        lifetime = self.lifetime
        if lifetime is not None:
            self.lose(lambda _, laid: self.ticks - laid >= lifetime)
        return None, eats

    def lose(self, is_lost: Callable[[Cell, int], bool]) -> None:
        """Takes away the food that passes the test."""
        laid = self.laid or [0] * len(self.foods)
        kept = [pair for pair in zip(self.foods, laid, strict=True) if not is_lost(*pair)]
        self.foods, self.laid = [food for food, _ in kept], [tick for _, tick in kept]

    def mask(self, actions: str, kind: str) -> list[bool]:
        """Which actions there are while the game goes on."""
        count = 3 if actions == "relative" else 4
        legal = [
            actions == "relative" or DIRECTIONS[action] != OPPOSITES[self.direction]
            for action in range(count)
        ]
        safe = [
            legal[action] and self.crash(self.meaning(actions, action)) is None
            for action in range(count)
        ]
        return safe if kind == "safe" and any(safe) else legal


def boards(env: GridEnv | GridVectorEnv, **options: Any) -> list[Board]:
    """The positions of all rows."""
    width, height = options.get("width", 12), options.get("height", 12)
    obstacles = frozenset((cell.x, cell.y) for cell in options.get("obstacles", ()))
    variants: dict[str, Any] = {
        "wraps": options.get("wrap", False),
        "growth": options.get("growth", 1),
        "lifetime": options.get("food_lifetime"),
        "movers": [],
    }
    for hazard in options.get("hazards", ()):
        chosen = json.loads(hazard.to_json())
        if "shrink" in chosen:
            variants["shrink"] = (chosen["shrink"]["every"], chosen["shrink"]["least"])
        else:
            path = [(x, y) for x, y in chosen["path"]["cells"]]
            back = path[-2:0:-1] if chosen["path"]["motion"] == "bounce" else []
            variants["movers"].append((path + back, chosen["path"]["every"]))
    return [
        Board(
            width,
            height,
            [(x, y) for x, y in row["game"]["snake"]],
            row["game"]["direction"],
            [(x, y) for x, y in (food["position"] for food in row["game"]["foods"])],
            obstacles,
            row["game"]["hungry"],
            **variants,
            **row["game"].get("variant", {}),
        )
        for row in json.loads(env.get_state())["rows"]
    ]


def with_position(state: str, **changes: Any) -> str:
    """A state of one row, with another position in it."""
    changed = json.loads(state)
    changed["rows"][0]["game"].update(changes)
    return json.dumps(changed)


def observe(board: Board, observation: str, view: int | None, starvation: int | None) -> Any:
    """What the player sees, as the documentation says it."""
    if observation == "features":
        return features(board, starvation)
    if observation.startswith("egocentric"):
        side = 2 * max(board.width, board.height) - 1 if view is None else view
        cells = window(board, side)
    else:
        cells = [[(x, y) for x in range(board.width)] for y in range(board.height)]
    tiles = np.array([[board.tile(cell) for cell in line] for line in cells], np.uint8)
    if observation in ("cells", "egocentric"):
        return tiles
    if observation == "rgb":
        return np.array([[COLORS[tile] for tile in line] for line in tiles.tolist()], np.uint8)
    return planes(board, cells, tiles)


def window(board: Board, side: int) -> list[list[Cell]]:
    """The cells of a square around the head, in lines from ahead to behind and left to right."""
    x, y = board.snake[0]
    ahead = DELTAS[board.direction]
    right = DELTAS[OPPOSITES[LEFT_OF[board.direction]]]
    half = side // 2
    return [
        [
            (x + forward * ahead[0] + across * right[0], y + forward * ahead[1] + across * right[1])
            for across in range(-half, half + 1)
        ]
        for forward in range(half, -half - 1, -1)
    ]


def planes(board: Board, cells: list[list[Cell]], tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Snake, head, tail, food, obstacles, order, and hazards if any: 255 where they are.

    The order falls in even steps from 255 at the head to 1 at the tail, rounded upwards.
    """
    kinds = ((BODY, HEAD, TAIL), (HEAD,), (TAIL,), (FOOD,), (OBSTACLE,))
    marks = [np.isin(tiles, kind) * np.uint8(255) for kind in kinds]
    last = max(len(board.snake) - 1, 1)
    order = {cell: 255 - 254 * behind // last for behind, cell in enumerate(board.snake)}
    shades = [[order.get(board.round(cell), 0) for cell in line] for line in cells]
    marks.append(np.array(shades, np.uint8))
    if board.has_hazards:
        marks.append((tiles == HAZARD) * np.uint8(255))
    return np.stack(marks).astype(np.uint8)


def features(board: Board, starvation: int | None) -> NDArray[np.float32]:
    """Facing, dangers, the way to the nearest food, length and hunger."""
    facing = [float(board.direction == direction) for direction in DIRECTIONS]
    back = OPPOSITES[board.direction]
    ways_on = [board.direction if direction == back else direction for direction in DIRECTIONS]
    danger = [float(board.crash(direction) is not None) for direction in ways_on]
    x, y = board.snake[0]
    ways = []
    for u, v in board.foods:
        right, down = u - x, v - y
        if board.wraps:  # the shorter way round, of two equal ones that to the right and down
            right = min((right, right + board.width, right - board.width), key=nearest)
            down = min((down, down + board.height, down - board.height), key=nearest)
        ways.append((abs(right) + abs(down), down, right))
    _, down, right = min(ways, default=(0, 0, 0))
    wide = board.width // 2 if board.wraps else board.width - 1
    high = board.height // 2 if board.wraps else board.height - 1
    free = board.width * board.height - len(board.obstacles)
    return np.array(
        [
            *facing,
            *danger,
            right / wide,
            down / high,
            len(board.snake) / free,
            0.0 if starvation is None else board.hungry / starvation,
        ],
        np.float32,
    )


def nearest(way: int) -> tuple[int, bool]:
    """The shorter way comes first, and of two equal ones the positive."""
    return abs(way), way < 0
