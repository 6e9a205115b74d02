"""What an installed wheel must be able to do on any supported Python, with no other package."""

import copy
import pickle
import subprocess
import sys

import tickgrid
from tickgrid import Direction, Grid, OverPhase, Point, RandomFoodSpawner, Snake, SnakeGame

game = SnakeGame(Grid(6, 6), Snake([Point(2, 2), Point(1, 2)]), RandomFoodSpawner(1))
twins = [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
result = game.tick()
assert [twin.tick() for twin in twins] == [result] * 3
assert f"{Direction.UP}" == str(Direction.UP) == "up"
assert f"{result.state:>8}" == " running"
assert game.run(100).reason == "wall"
assert isinstance(game.phase, OverPhase)


class Mine(RandomFoodSpawner):
    """A subclass with an ``__init__`` of its own."""

    def __init__(self, name: str) -> None:
        super().__init__(5)
        self.name = name


assert Mine("mine").seed == 5

try:
    Grid(2, 3)
except tickgrid.ValidationError as error:
    assert "width" in str(error)  # noqa: PT017 - pytest is not there
else:
    raise AssertionError

demo = subprocess.run(
    [sys.executable, "-m", "tickgrid", "demo"], check=True, capture_output=True, text=True
)
assert len(demo.stdout.splitlines()) == 16
print(f"tickgrid {tickgrid.__version__} works on Python {sys.version.split()[0]}")
