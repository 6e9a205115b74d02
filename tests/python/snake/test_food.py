"""Food: uniform drawing, injected generators, scripts, exhaustion, and shared spawners."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tickgrid import (
    EndReason,
    Food,
    GameState,
    Grid,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    ValidationError,
)

from .games import BODY, LOOP, make_game, points

SMALL = Grid(5, 5, obstacles=frozenset(points([(2, 2), (4, 0)])))
OCCUPIED = points([(0, 0), (0, 1), (1, 1)])


def draws(spawner: RandomFoodSpawner, n: int) -> list[Food | None]:
    return [spawner.spawn(SMALL, OCCUPIED) for _ in range(n)]


# -- drawn -----------------------------------------------------------------------------------


def test_every_free_cell_is_as_likely_as_any_other() -> None:
    free, per_cell = SMALL.free_cells(OCCUPIED), 1_000
    drawn = draws(RandomFoodSpawner(2024), per_cell * len(free))
    counts = Counter(food.position for food in drawn if food is not None)
    assert set(counts) == set(free)
    assert sum(counts.values()) == per_cell * len(free)
    chi_square = sum((count - per_cell) ** 2 / per_cell for count in counts.values())
    # With 19 degrees of freedom 70 is passed by chance once in ten million seeds.
    assert chi_square < 70


def test_equal_seeds_draw_alike_and_others_do_not() -> None:
    first = draws(RandomFoodSpawner(1), 50)
    assert draws(RandomFoodSpawner(1), 50) == first
    assert draws(RandomFoodSpawner(2), 50) != first
    assert draws(RandomFoodSpawner(0), 50) != draws(RandomFoodSpawner(2**64 - 1), 50)


def test_a_seed_can_be_read_back() -> None:
    spawner = RandomFoodSpawner(7)
    assert spawner.seed == 7
    assert make_game(spawner).seed == 7
    assert RandomFoodSpawner(random.Random(7)).seed is None
    assert make_game(RandomFoodSpawner(random.Random(7))).seed is None
    assert make_game(ScriptedFoodSpawner([])).seed is None


def test_a_missing_seed_is_drawn_once_and_told() -> None:
    one, other = RandomFoodSpawner(), RandomFoodSpawner(None)
    assert one.seed is not None and other.seed is not None
    assert 0 <= one.seed < 2**64
    assert one.seed != other.seed
    assert draws(one, 20) == draws(RandomFoodSpawner(one.seed), 20)


def test_the_value_is_given_to_every_piece() -> None:
    assert RandomFoodSpawner(1).value == 1
    spawner = RandomFoodSpawner(1, value=3)
    assert spawner.value == 3
    assert {food.value for food in draws(spawner, 5) if food is not None} == {3}


def test_the_last_free_cell_is_found_at_once_and_then_there_is_none() -> None:
    grid = Grid(100, 100)
    cells = grid.free_cells([])
    spawner = RandomFoodSpawner(3)
    last = Point(57, 41)
    assert spawner.spawn(grid, [cell for cell in cells if cell != last]) == Food(last)
    assert spawner.spawn(grid, cells) is None


def test_a_game_draws_from_the_spawners_stream() -> None:
    expected = RandomFoodSpawner(11)
    grid = Grid(10, 10)
    first = expected.spawn(grid, points(BODY))
    second = expected.spawn(grid, points(BODY))
    shared = RandomFoodSpawner(11)
    assert [make_game(shared).food, make_game(shared).food] == [first, second]


# -- drawn by an injected generator ----------------------------------------------------------


def test_an_injected_generator_draws_as_choice_over_the_free_cells() -> None:
    rng, same = random.Random(5), random.Random(5)
    spawner = RandomFoodSpawner(rng, value=2)
    free = SMALL.free_cells(OCCUPIED)
    for _ in range(100):
        assert spawner.spawn(SMALL, OCCUPIED) == Food(same.choice(free), 2)
    assert rng.getstate() == same.getstate()


class Chooser:
    """A generator that takes what it is told and remembers what it was offered."""

    def __init__(self, pick: Any) -> None:
        self.pick = pick
        self.offered: list[list[int]] = []

    def choice(self, numbers: Sequence[int]) -> int:
        self.offered.append(list(numbers))
        return self.pick  # type: ignore[no-any-return]


def test_the_generator_chooses_the_number_of_the_free_cell_in_row_major_order() -> None:
    free = SMALL.free_cells(OCCUPIED)
    for k in (0, 7, len(free) - 1):
        chooser: Any = Chooser(k)
        assert RandomFoodSpawner(chooser).spawn(SMALL, OCCUPIED) == Food(free[k])
        assert chooser.offered == [list(range(len(free)))]


def test_a_full_board_is_not_put_to_the_generator() -> None:
    chooser: Any = Chooser(0)
    assert RandomFoodSpawner(chooser).spawn(SMALL, SMALL.free_cells([])) is None
    assert chooser.offered == []


@pytest.mark.parametrize(
    ("pick", "error"), [(20, ValidationError), (-1, ValidationError), ("0", TypeError)]
)
def test_a_generator_that_chooses_something_else_is_refused(
    pick: Any, error: type[Exception]
) -> None:
    assert len(SMALL.free_cells(OCCUPIED)) == 20
    chooser: Any = Chooser(pick)
    with pytest.raises(error):
        RandomFoodSpawner(chooser).spawn(SMALL, OCCUPIED)


# -- scripted --------------------------------------------------------------------------------


def test_a_script_skips_what_is_taken_blocked_or_outside() -> None:
    script = points([(0, 1), (2, 2), (5, 0), (0, -1), (3, 3), (1, 1), (1, 0)])
    spawner = ScriptedFoodSpawner(iter(script), value=2)
    assert spawner.value == 2
    assert spawner.spawn(SMALL, OCCUPIED) == Food(Point(3, 3), 2)
    assert spawner.spawn(SMALL, OCCUPIED) == Food(Point(1, 0), 2)
    assert spawner.spawn(SMALL, OCCUPIED) is None
    assert spawner.spawn(SMALL, OCCUPIED) is None


def test_an_exhausted_script_ends_the_game_as_filled() -> None:
    game = make_game(food=[(6, 5), (5, 5)])  # (5,5) is taken when its turn comes
    result = game.tick()
    assert (result.moved, result.ate, result.reason) == (True, True, EndReason.FILLED)
    assert game.state is GameState.OVER
    assert game.food is None


def test_a_game_that_starts_without_food_runs_without_it() -> None:
    game = make_game(ScriptedFoodSpawner([]))
    assert game.food is None
    assert "*" not in game.render()
    result = game.run(40, LOOP, repeat=True)
    assert (result.tick, result.moved, result.ate) == (40, True, False)


# -- in a game -------------------------------------------------------------------------------


def test_a_script_shared_by_two_games_is_one_stream() -> None:
    shared = ScriptedFoodSpawner(points([(6, 5), (6, 5), (8, 1), (8, 2)]))
    one, other = make_game(shared), make_game(shared)
    one.tick()
    other.tick()
    assert (one.food, other.food) == (Food(Point(8, 1)), Food(Point(8, 2)))


def test_a_score_may_pass_32_bits() -> None:
    most = 2**31 - 1
    game = make_game(ScriptedFoodSpawner(points([(6, 5), (7, 5), (8, 5), (0, 0)]), value=most))
    assert [game.tick().score for _ in range(3)] == [most, 2 * most, 3 * most]
    assert game.score == 3 * most
    assert game.next_interval() == 0.15
