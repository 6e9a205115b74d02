"""Variants against rules written a second time, the slow way: sets of cells, no engine."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from tickgrid import (
    Direction,
    Food,
    Grid,
    Hazard,
    Point,
    Replay,
    Snake,
    SnakeGame,
    Turn,
    ValidationError,
)

Cell = tuple[int, int]
STEPS: dict[str, Cell] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Spawner:
    """Food of some value on some free cell; sometimes none."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        free = [point for point in grid.free_cells(occupied) if not grid.is_obstacle(point)]
        if not free or self.rng.random() < 0.03:
            return None
        return Food(self.rng.choice(free), self.rng.randint(1, 5))


class Naive:
    """A game by the words of the document."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.width, self.height = rng.randint(3, 8), rng.randint(3, 8)
        self.wrap = rng.random() < 0.5
        cells = [(x, y) for x in range(self.width) for y in range(self.height)]
        self.body = [rng.choice(cells)]
        for _ in range(rng.randint(0, 5)):
            cell = self.beside(self.body[-1], rng.choice(list(STEPS)))
            if cell in self.body or cell not in cells:
                break
            self.body.append(cell)
        self.blocked = {c for c in cells if c not in self.body and rng.random() < 0.05}
        self.path, self.every = [rng.choice(cells)], rng.randint(1, 3)
        for _ in range(rng.randint(0, 6)):
            cell = self.beside(self.path[-1], rng.choice(list(STEPS)))
            self.path += [cell] if cell in cells else []
        self.moves, self.closes = rng.random() < 0.5, rng.choice([None, None, 3, 11])
        self.count, self.growth = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 0, 2, 3])
        self.life, self.limit = rng.choice([None, 1, 2, 9]), rng.choice([None, 3, 30])
        self.heading = rng.choice(list(STEPS))
        self.ticks = self.pending = self.score = self.hungry = 0
        self.foods: dict[Cell, tuple[int, int]] = {}
        self.spawner = Spawner(seed)

    def beside(self, cell: Cell, way: str) -> Cell:
        x, y = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
        return (x % self.width, y % self.height) if self.wrap else (x, y)

    def game(self, seed: int) -> SnakeGame:
        hazards = [Hazard.path([Point(*c) for c in self.path], every=self.every)] * self.moves
        hazards += [Hazard.shrink(self.closes, least=1)] if self.closes else []
        blocked = [Point(*cell) for cell in self.blocked]
        self.grid = Grid(self.width, self.height, blocked, wrap=self.wrap, hazards=hazards)
        game = SnakeGame(
            self.grid,
            Snake([Point(*cell) for cell in self.body]),
            Spawner(seed),
            Direction(self.heading),
            food_count=self.count,
            food_lifetime=self.life,
            growth=self.growth,
            starvation_limit=self.limit,
        )
        self.feed()
        return game

    def ring(self) -> set[Cell]:
        """The cells under rings that are closed."""
        rings = self.ticks // self.closes if self.closes else 0
        rings = min(rings, (min(self.width, self.height) - 1) // 2)
        right, bottom = self.width - 1, self.height - 1
        cells = [(x, y) for x in range(self.width) for y in range(self.height)]
        return {(x, y) for x, y in cells if min(x, y, right - x, bottom - y) < rings}

    def deadly(self) -> set[Cell]:
        there_and_back = self.path + self.path[-2:0:-1]
        mover = {there_and_back[self.ticks // self.every % len(there_and_back)]}
        return self.ring() | (mover if self.moves else set())

    def feed(self) -> None:
        while len(self.foods) < self.count:
            taken = [*self.body, *self.foods, *self.deadly()]
            food = self.spawner.spawn(self.grid, [Point(*cell) for cell in taken])
            if food is None:
                return
            self.foods[food.position.x, food.position.y] = (food.value, self.ticks)

    def tick(self) -> str | None:
        before = len(self.foods)
        self.ticks += 1
        deadly, ring = self.deadly(), self.ring()
        self.foods = {cell: food for cell, food in self.foods.items() if cell not in ring}
        head = self.beside(self.body[0], self.heading)
        if self.body[0] in deadly:
            return "hazard"
        if not (0 <= head[0] < self.width and 0 <= head[1] < self.height):
            return "wall"
        if head in self.blocked or head in deadly:
            return "obstacle" if head in self.blocked else "hazard"
        value, _ = self.foods.get(head, (0, 0))
        grows = self.pending > 0 or (value > 0 and self.growth > 0)
        if head in (self.body if grows else self.body[:-1]):
            return "self"
        if value:
            del self.foods[head]
            self.score, self.pending = self.score + value, self.pending + self.growth
        self.hungry = 0 if value else self.hungry + 1
        self.body = [head, *(self.body if self.pending else self.body[:-1])]
        self.pending = max(0, self.pending - 1)
        if self.life is not None:
            fresh = self.ticks - self.life
            self.foods = {cell: food for cell, food in self.foods.items() if food[1] > fresh}
        if len(self.foods) < before:
            self.feed()
            if not self.foods:
                return "filled"
        return "starved" if self.limit is not None and self.hungry >= self.limit else None


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_a_game_goes_as_the_naive_one(first: int) -> None:
    played = 0
    for seed in range(first, first + 50):
        naive = Naive(seed)
        try:
            game = naive.game(seed)
        except ValidationError:  # a hazard on an obstacle, or on the snake
            continue
        played += 1
        rng, reason = random.Random(seed), None
        while reason is None and naive.ticks < 100:
            if rng.random() < 0.5:
                across = ("left", "right") if naive.heading in ("up", "down") else ("up", "down")
                naive.heading = rng.choice(across)
                assert game.submit(Turn(naive.heading))
            result, reason = game.tick(), naive.tick()
            assert result.reason == reason, seed
            assert [(cell.x, cell.y) for cell in game.snake.cells()] == naive.body, seed
            foods = {(food.position.x, food.position.y): food.value for food in game.foods}
            assert foods == {cell: value for cell, (value, _) in naive.foods.items()}, seed
            assert game.score == naive.score and game.tick_count == naive.ticks, seed
            assert {(cell.x, cell.y) for cell in game.hazards} == naive.deadly(), seed
        replay = Replay.from_json(game.replay().to_json())
        assert replay.verify() == naive.ticks and replay.play().render() == game.render(), seed
    assert played > 25
