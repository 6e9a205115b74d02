"""Variants as Python has them: boards, hazards, special food, configurations, copies."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

from tickgrid import (
    Direction,
    EndReason,
    Food,
    GoldenFoodSpawner,
    Grid,
    Hazard,
    InvalidStateError,
    Point,
    RandomFoodSpawner,
    ScriptedFoodSpawner,
    Snake,
    SnakeGame,
    ValidationError,
)
from tickgrid.envs import SnakeEnv, SnakeVectorEnv, sample_actions

from .games import make_game, points, view

PATH = points([(1, 1), (2, 1), (2, 2)])
HAZARDS = [Hazard.path(PATH, every=2), Hazard.walk(3, 12), Hazard.shrink(40, least=2)]


def varied(**diet: Any) -> SnakeGame:
    options: dict[str, Any] = {"food_count": 3, "food_lifetime": 12, "growth": 2, **diet}
    spawner = GoldenFoodSpawner(GoldenFoodSpawner(RandomFoodSpawner(5), 0.3, 9), 0.2, 50, seed=4)
    body = [(0, 6), (8, 6), (7, 6)]
    return make_game(spawner, size=(9, 8), body=body, wrap=True, hazards=HAZARDS, **options)


def test_a_board_that_wraps_has_a_neighbour_everywhere() -> None:
    grid = Grid(5, 4, wrap=True)
    assert grid.wrap and not Grid(5, 4).wrap
    assert grid.neighbour(Point(0, 0), "up") == Point(0, 3)
    assert grid.neighbour(Point(4, 2), Direction.RIGHT) == Point(0, 2)
    assert Grid(5, 4).neighbour(Point(0, 0), "up") is None
    assert grid.normalise(Point(-1, 9)) == Point(4, 1)
    assert Grid(5, 4).normalise(Point(-1, 9)) == Point(-1, 9)
    assert not grid.contains(Point(-1, 0))
    with pytest.raises(ValidationError, match=r"point: got \(5,0\)"):
        grid.neighbour(Point(5, 0), "up")


def test_grids_and_hazards_are_values() -> None:
    grid = Grid(9, 8, [Point(0, 0)], wrap=True, hazards=HAZARDS)
    assert grid.hazards == tuple(HAZARDS)
    assert grid != Grid(9, 8, [Point(0, 0)], wrap=True) != Grid(9, 8, [Point(0, 0)])
    for value in (grid, *HAZARDS):
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value and hash(twin) == hash(value)
            assert repr(twin) == repr(value)
        assert eval(repr(value)) == value
    assert repr(Grid(9, 8)) == "Grid(width=9, height=8, obstacles=frozenset())"
    for hazard in HAZARDS:
        assert Hazard.from_json(hazard.to_json()) == hazard
    with pytest.raises(ValidationError, match="hazard: got"):
        Hazard.from_json("{}")


def test_hazards_can_be_asked_before_they_happen() -> None:
    grid = Grid(9, 8, hazards=HAZARDS[:1])
    assert [next(iter(grid.hazard_cells(tick))) for tick in (0, 1, 2, 4, 6, 8)] == [
        *[PATH[0]] * 2, PATH[1], PATH[2], PATH[1], PATH[0]
    ]  # fmt: skip
    assert grid.is_hazard(PATH[0]) and not grid.is_hazard(PATH[0], 2)
    game = varied()
    while game.state != "over" and game.tick_count < 30:
        assert game.hazards == game.grid.hazard_cells(game.tick_count)
        game.tick()


AnyGrid: Any = Grid
AnyHazard: Any = Hazard
AnyGolden: Any = GoldenFoodSpawner


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: AnyGrid(5, 5, wrap=1), TypeError, "wrap: got int"),
        (lambda: AnyGrid(5, 5, hazards=[1]), TypeError, "hazards: got int"),
        (lambda: AnyGrid(5, 5, hazards=5), TypeError, "hazards: got int"),
        (
            lambda: AnyGrid(5, 5, hazards=iter(lambda: HAZARDS[1], 0)),
            ValidationError,
            "at most 256",
        ),
        (lambda: AnyGrid(5, 5, hazards=[Hazard.path([])]), ValidationError, "path: got no cells"),
        (
            lambda: AnyGrid(5, 5, hazards=[Hazard.shrink(3, least=9)]),
            ValidationError,
            "least: got 9",
        ),
        (lambda: AnyHazard.path(PATH, motion="round"), ValidationError, 'motion: got "round"'),
        (lambda: Hazard.path(PATH, every=0), ValidationError, "every: got 0"),
        (lambda: Hazard.walk(-1, 3), ValidationError, "seed: got -1"),
        (lambda: Hazard.walk(1, 0), ValidationError, "steps: got 0"),
        (lambda: Hazard.shrink(0), ValidationError, "every: got 0"),
        (lambda: AnyGolden(1), TypeError, "inner: got int"),
        (lambda: GoldenFoodSpawner(RandomFoodSpawner(1), 1.5), ValidationError, "probability"),
        (lambda: GoldenFoodSpawner(RandomFoodSpawner(1), 0.5, 0), ValidationError, "value: got 0"),
        (lambda: AnyGolden(RandomFoodSpawner(1), seed="a"), TypeError, "seed: got str"),
        (lambda: make_game(food_count=0), ValidationError, "food_count: got 0"),
        (lambda: make_game(food_count=101), ValidationError, "food_count: got 101"),
        (lambda: make_game(food_lifetime=0), ValidationError, "food_lifetime: got 0"),
        (lambda: make_game(growth=-1), ValidationError, "growth: got -1"),
        (lambda: make_game(growth=2**24 + 1), ValidationError, "growth: got"),
        (lambda: make_game(starvation_limit=0), ValidationError, "starvation_limit: got 0"),
        (lambda: SnakeGame.from_config({"width": 2}), ValidationError, "width: got 2"),
        (lambda: SnakeGame.from_config({"breadth": 2}), ValidationError, "breadth"),
        (lambda: SnakeGame.from_config("[" * 10_000), ValidationError, "config"),
        (lambda: SnakeGame.from_config({}, seed=-1), ValidationError, "seed"),
        (lambda: SnakeEnv(config={}, width=5), TypeError, "config: got width beside it"),
        (lambda: SnakeEnv(golden_probability=2), ValidationError, "golden_probability: got 2"),
        (lambda: SnakeEnv(hazards=[3]), TypeError, "hazards: got int"),
        (lambda: SnakeEnv(wrap="yes"), TypeError, "wrap: got str"),
    ],
)
def test_what_cannot_be_is_refused(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_paths_are_not_counted_where_the_board_wraps_or_moves() -> None:
    for grid in (Grid(5, 5, wrap=True), Grid(5, 5, hazards=[Hazard.shrink(9)])):
        game = SnakeGame(grid, Snake([Point(2, 2)]), ScriptedFoodSpawner([]))
        with pytest.raises(ValidationError, match="grid: got"):
            game.count_paths(3)


def test_golden_food_decorates_any_spawner() -> None:
    grid = Grid(9, 9)

    class Own:
        def spawn(self, grid: Grid, occupied: Any) -> Food:
            return Food(Point(3, 3), 2)

    for inner in (RandomFoodSpawner(1), RandomFoodSpawner(random.Random(1)), Own()):
        spawner = GoldenFoodSpawner(inner, 0.3, 40)
        assert spawner.inner is inner and (spawner.probability, spawner.value) == (0.3, 40)
        foods = [spawner.spawn(grid, []) for _ in range(1_000)]
        golden = sum(food is not None and food.value == 40 for food in foods)
        assert 230 < golden < 370
    assert GoldenFoodSpawner(RandomFoodSpawner(1)).seed is None
    assert GoldenFoodSpawner(Own()).seed is not None
    assert GoldenFoodSpawner(Own(), seed=8).seed == 8
    spawner = GoldenFoodSpawner(RandomFoodSpawner(1), 0.5, 40, seed=2)
    for _ in range(5):
        spawner.spawn(grid, [])
    twin = pickle.loads(pickle.dumps(spawner))
    assert [spawner.spawn(grid, []) for _ in range(50)] == [twin.spawn(grid, []) for _ in range(50)]
    game = make_game(GoldenFoodSpawner(RandomFoodSpawner(3), 1.0, 7), body=[(5, 5)])
    assert game.food is not None and game.food.value == 7 and game.seed == 3


def test_golden_spawners_around_each_other_are_counted() -> None:
    spawner = GoldenFoodSpawner(RandomFoodSpawner(1), 1.0, 1)
    for value in range(2, 65):
        spawner = GoldenFoodSpawner(spawner, 1.0, value)
    game = make_game(spawner, body=[(5, 5)])
    assert game.food is not None and game.food.value == 64 and game.replay().verify() == 0
    with pytest.raises(ValidationError, match="golden: got 65 coins, expected at most 64"):
        GoldenFoodSpawner(spawner)
    more = {**game.config, "golden": [{"probability": 0.5, "value": 2}] * 1_000_000}
    with pytest.raises(ValidationError, match="golden: got 1000000 coins"):
        SnakeGame.from_config(more, seed=1)
    itself = GoldenFoodSpawner.__new__(GoldenFoodSpawner)
    with pytest.raises(InvalidStateError):
        itself.__init__(itself)  # type: ignore[misc]


def test_a_configuration_is_a_dict_or_a_json_object() -> None:
    anything: Any
    for anything in ([], (), None, 3, {1}):
        with pytest.raises(TypeError, match=r"config: got .*, expected a dict or JSON"):
            SnakeGame.from_config(anything)
    for anything in ("[]", "null", "", "[12, 12]"):
        with pytest.raises(ValidationError, match="config: got no JSON object"):
            SnakeGame.from_config(anything)


def test_a_spawner_in_python_sees_what_is_taken() -> None:
    seen: list[list[Point]] = []

    class First:
        def spawn(self, grid: Grid, occupied: Any) -> Food:
            seen.append(list(occupied))
            return Food(grid.free_cells(occupied)[0])

    hazard = Hazard.path([Point(1, 0)])
    game = make_game(First(), size=(4, 4), body=[(0, 0)], hazards=[hazard], food_count=3)
    assert [food.position for food in game.foods] == points([(2, 0), (3, 0), (0, 1)])
    assert seen[2] == points([(0, 0), (2, 0), (3, 0), (1, 0)])
    game.change_direction("down")
    assert game.tick().ate and game.foods[-1].position == Point(1, 1)


@pytest.mark.parametrize(
    "twin",
    [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["deepcopy", "pickle"],
)
def test_copies_go_on_alike(twin: Any) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        game = varied()
        for _ in range(seed):
            if game.state != "over":
                game.change_direction(rng.choice(list(Direction)))
                game.tick()
        other = twin(game)
        assert other.foods == game.foods and other.hazards == game.hazards
        while game.state != "over":
            turn = rng.choice(list(Direction))
            assert other.change_direction(turn) == game.change_direction(turn)
            assert other.tick() == game.tick()
            assert view(other) == view(game) and other.foods == game.foods
        assert other.replay() == game.replay()


def test_a_configuration_makes_the_same_game_anywhere() -> None:
    game = varied(starvation_limit=30)
    text = json.dumps(game.config)
    for config in (game.config, text):
        live = SnakeGame.from_config(config, seed=game.seed)
        env = SnakeEnv(config=config, info=("ending", "score"), render_mode="ansi")
        env.reset(seed=game.seed)
        assert live.config == env.config == game.config
        twin = varied(starvation_limit=30)
        rng = random.Random(1)
        while twin.state != "over":
            action = rng.randrange(4)
            for each in (live, twin):
                each.change_direction(list(Direction)[action])
                each.tick()
            *_, terminated, _, info = env.step(action)
            assert live.render() == twin.render() == env.render()
            assert live.score == twin.score == info["score"]
            assert terminated == (twin.state == "over")
        assert isinstance(twin.last_result, object) and info["ending"] == twin.last_result.reason  # type: ignore[union-attr]

    class Sub(SnakeGame):
        pass

    assert type(Sub.from_config(game.config, seed=1)) is Sub
    assert SnakeGame.from_config({}).seed != SnakeGame.from_config({}).seed
    with pytest.raises(InvalidStateError, match="config"):
        _ = make_game(RandomFoodSpawner(random.Random(1))).config


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_rows_are_recorded_and_their_states_come_back(mode: str) -> None:
    config = {**varied(starvation_limit=30).config, "mask": "safe"}
    envs = SnakeVectorEnv(6, config=config, record=True, autoreset_mode=mode, info=("ending",))
    with pytest.raises(InvalidStateError, match="no current episode"):
        envs.replay(0)
    envs.reset(seed=2)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(200):
        *_, infos = envs.step(sample_actions(envs.action_masks(), rng))
        episodes = envs.episodes()
        for row, length, ending in zip(
            episodes["row"], episodes["length"], episodes["ending"], strict=True
        ):
            replay = envs.replay(int(row), episode="finished")
            game = replay.play()
            assert replay.verify() == length and game.last_result is not None
            assert game.last_result.reason == ending
            ended += 1
        assert infos is not None
        for row in range(6):
            assert envs.replay(row).play().render() == envs._batch.text(row)
    assert ended > 20
    state = envs.get_state()
    before = [envs._batch.text(row) for row in range(6)]
    masks = envs.action_masks()
    steps = [envs.step(masks.argmax(axis=1))[0].tolist() for _ in range(5)]
    envs.set_state(state)
    assert [envs._batch.text(row) for row in range(6)] == before
    assert [envs.step(masks.argmax(axis=1))[0].tolist() for _ in range(5)] == steps
    with pytest.raises(InvalidStateError, match="record"):
        SnakeVectorEnv(2).replay(0)
    with pytest.raises(ValidationError, match="row: got 6"):
        envs.replay(6)


def test_new_reasons_are_words_like_the_others() -> None:
    assert [str(EndReason.HAZARD), str(EndReason.STARVED)] == ["hazard", "starved"]
