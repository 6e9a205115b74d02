"""A second Snake, slow and plain: what each observation shows, and what each move comes to.

It is written from the documentation, shares nothing with the engine, and reads positions from
``get_state()``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tickgrid.envs import GridEnv, GridVectorEnv

Cell = tuple[int, int]

FREE, OBSTACLE, FOOD, BODY, TAIL, HEAD = range(6)
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
}
GLYPHS = ".#*ooO"


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

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def tile(self, cell: Cell) -> int:
        """What stands on a cell; beyond the board that is an obstacle."""
        if not self.holds(cell) or cell in self.obstacles:
            return OBSTACLE
        if cell == self.snake[0]:
            return HEAD
        if cell == self.snake[-1]:
            return TAIL
        if cell in self.snake:
            return BODY
        return FOOD if cell in self.foods else FREE

    def crash(self, direction: str) -> str | None:
        """What the head would hit. The tail's cell is left in the same move."""
        dx, dy = DELTAS[direction]
        target = (self.snake[0][0] + dx, self.snake[0][1] + dy)
        if not self.holds(target):
            return "wall"
        if target in self.obstacles:
            return "obstacle"
        return "self" if target in self.snake[:-1] else None

    def meaning(self, actions: str, action: int) -> str:
        """Where an action leads: a reversal goes straight on."""
        if actions == "relative":
            left = LEFT_OF[self.direction]
            return (left, self.direction, OPPOSITES[left])[action]
        wish = DIRECTIONS[action]
        return self.direction if wish == OPPOSITES[self.direction] else wish

    def move(self, direction: str) -> tuple[str | None, bool]:
        """Moves unless that crashes: the reason of a crash, and whether food was eaten."""
        reason = self.crash(direction)
        self.direction = direction
        if reason is not None:
            return reason, False
        dx, dy = DELTAS[direction]
        head = (self.snake[0][0] + dx, self.snake[0][1] + dy)
        eats = head in self.foods
        if eats:
            self.foods.remove(head)
            self.hungry = 0
        else:
            self.snake.pop()
            self.hungry += 1
        self.snake.insert(0, head)
        return None, eats

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
    return [
        Board(
            width,
            height,
            [(x, y) for x, y in row["game"]["snake"]],
            row["game"]["direction"],
            [(x, y) for x, y in (food["position"] for food in row["game"]["foods"])],
            obstacles,
            row["game"]["hungry"],
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
    """Snake, head, tail, food, obstacles, order: 255 where they are.

    The order falls in even steps from 255 at the head to 1 at the tail, rounded upwards.
    """
    kinds = ((BODY, HEAD, TAIL), (HEAD,), (TAIL,), (FOOD,), (OBSTACLE,))
    marks = [np.isin(tiles, kind) * np.uint8(255) for kind in kinds]
    last = max(len(board.snake) - 1, 1)
    order = {cell: 255 - 254 * behind // last for behind, cell in enumerate(board.snake)}
    marks.append(np.array([[order.get(cell, 0) for cell in line] for line in cells], np.uint8))
    return np.stack(marks).astype(np.uint8)


def features(board: Board, starvation: int | None) -> NDArray[np.float32]:
    """Facing, dangers, the way to the nearest food, length and hunger."""
    facing = [float(board.direction == direction) for direction in DIRECTIONS]
    back = OPPOSITES[board.direction]
    ways_on = [board.direction if direction == back else direction for direction in DIRECTIONS]
    danger = [float(board.crash(direction) is not None) for direction in ways_on]
    x, y = board.snake[0]
    ways = sorted((abs(u - x) + abs(v - y), v - y, u - x) for u, v in board.foods)
    _, down, right = ways[0] if ways else (0, 0, 0)
    free = board.width * board.height - len(board.obstacles)
    return np.array(
        [
            *facing,
            *danger,
            right / (board.width - 1),
            down / (board.height - 1),
            len(board.snake) / free,
            0.0 if starvation is None else board.hungry / starvation,
        ],
        np.float32,
    )
