"""A short game that shows the rules: eat, follow the tail, try to reverse, pause, hit a wall."""

from __future__ import annotations

from collections.abc import Iterator

from tickgrid import (
    AcceleratingSpeed,
    Direction,
    Grid,
    ManualClock,
    OverPhase,
    Pause,
    Point,
    Resume,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    TextRenderer,
    TickResult,
    Turn,
)

__all__ = ["demo"]


def demo() -> Iterator[str]:
    """Plays the game; gives its report, piece by piece."""
    clock = ManualClock()
    game = SnakeGame(
        Grid(10, 5, [Point(8, 1), Point(8, 2)]),
        Snake([Point(3, 2), Point(2, 2), Point(1, 2)]),
        ScriptedFoodSpawner([Point(5, 2), Point(0, 0)]),
        Direction.RIGHT,
        speed=AcceleratingSpeed(),
        clock=clock,
    )
    renderer = TextRenderer()
    game.subscribe(renderer)

    def tick() -> TickResult:
        if game.tick_count > 0:
            clock.advance(game.next_interval())
        return game.tick()

    grid = f"{game.grid.width} x {game.grid.height} grid"
    yield f"--- {grid}, scripted food, a snake of {game.length} heading {game.direction} ---"
    yield game.render()

    before, food, result = game.next_interval(), game.food, game.last_result
    while result is None or not result.ate:
        result = tick()
    assert food is not None
    yield (
        f"tick {result.tick}: ate at {food.position}, score {result.score}, length {game.length}, "
        f"interval {before:.2f}s to {game.next_interval():.2f}s"
    )

    vacated = game.snake.tail
    for direction in (Direction.UP, Direction.LEFT, Direction.DOWN):
        vacated = game.snake.tail
        game.submit(Turn(direction))
        result = tick()
    assert game.snake.head == vacated
    yield f"tick {result.tick}: moved into the cell the tail was vacating, which is legal"
    yield game.render()

    back, onward = game.direction.opposite.name, game.direction.name
    accepted = game.submit(Turn(game.direction.opposite))
    yield f"{back} submitted after {onward}: {accepted=} (a 180-degree reversal is ignored)"

    game.submit(Pause())
    result = game.tick()
    yield f"paused: tick still {result.tick}, moved={result.moved}, state={result.state}"

    game.submit(Resume())
    while not isinstance(game.phase, OverPhase):
        result = tick()
    frames = len(renderer.frames())
    yield (
        f"tick {result.tick}: {result.state} by {result.reason}, score {result.score}, "
        f"length {game.length}, {frames} frames in {game.elapsed():.2f}s of game time"
    )
