"""The vocabulary: every public name, the enums, the values, the grid, and the protocols."""

from __future__ import annotations

import copy
import dataclasses
import json
import operator
import pickle
from enum import Enum
from typing import Any

import pytest

import tickgrid
from tickgrid import (
    Direction,
    EndReason,
    Food,
    Frame,
    GameState,
    Grid,
    Pause,
    Point,
    Resume,
    TickResult,
    Turn,
    errors,
    vocabulary,
)

NAMES = [
    "Point",
    "Direction",
    "Grid",
    "Snake",
    "Food",
    "TickResult",
    "Frame",
    "GameState",
    "EndReason",
    "SnakeGame",
    "GamePhase",
    "ReadyPhase",
    "RunningPhase",
    "PausedPhase",
    "OverPhase",
    "FoodSpawner",
    "RandomFoodSpawner",
    "ScriptedFoodSpawner",
    "SpeedPolicy",
    "ConstantSpeed",
    "AcceleratingSpeed",
    "Clock",
    "SystemClock",
    "ManualClock",
    "Renderer",
    "TextRenderer",
    "InputCommand",
    "Turn",
    "Pause",
    "Resume",
    "TickgridError",
    "ValidationError",
    "InvalidStateError",
    "GameOverError",
]


@pytest.mark.parametrize("name", NAMES)
def test_the_vocabulary_is_importable_from_the_package(name: str) -> None:
    assert name in tickgrid.__all__
    assert isinstance(getattr(tickgrid, name), type)


def test_the_rooms_hold_the_same_objects() -> None:
    for name in ("TickgridError", "ValidationError", "InvalidStateError", "GameOverError"):
        assert getattr(errors, name) is getattr(tickgrid, name)
    for name in ("Direction", "GameState", "EndReason"):
        assert getattr(vocabulary, name) is getattr(tickgrid, name)


@pytest.mark.parametrize(
    "name", ["FoodSpawner", "SpeedPolicy", "Clock", "Renderer", "InputCommand"]
)
def test_the_ports_are_protocols(name: str) -> None:
    assert getattr(tickgrid, name)._is_protocol


# -- enums -----------------------------------------------------------------------------------

ENUMS: dict[type[Enum], list[str]] = {
    Direction: ["up", "down", "left", "right"],
    GameState: ["ready", "running", "paused", "over"],
    EndReason: ["wall", "self", "obstacle", "filled", "starved", "hazard"],
}
MEMBERS = [(enum, text) for enum, texts in ENUMS.items() for text in texts]


@pytest.mark.parametrize("enum", ENUMS)
def test_an_enum_iterates_in_the_documents_order(enum: type[Enum]) -> None:
    assert [member.value for member in enum] == ENUMS[enum]
    assert [member.name for member in enum] == [text.upper() for text in ENUMS[enum]]
    assert issubclass(enum, str)
    with pytest.raises(ValueError, match="north"):
        enum("north")


@pytest.mark.parametrize(("enum", "text"), MEMBERS)
def test_a_member_equals_prints_formats_and_hashes_as_its_string(
    enum: type[Enum], text: str
) -> None:
    member: Any = enum(text)
    assert isinstance(member, str) and isinstance(member, enum)
    assert member == text and text == member and member != text.upper()
    assert str(member) == text
    assert f"{member}" == format(member) == text
    assert f"{member:>9}|{member!s:<9}" == f"{text:>9}|{text:<9}"
    assert "%s, %9s".__mod__((member, member)) == f"{text}, {text:>9}"
    assert hash(member) == hash(text)
    assert {text: 1}[member] == 1
    assert json.dumps(member) == json.dumps(text)
    assert repr(member) == f"<{enum.__name__}.{text.upper()}: {text!r}>"


@pytest.mark.parametrize(("enum", "text"), MEMBERS)
def test_a_member_stays_itself_when_copied_or_pickled(enum: type[Enum], text: str) -> None:
    member = enum(text)
    assert copy.copy(member) is copy.deepcopy(member) is member
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(member, protocol)) is member


def test_directions_have_deltas_and_opposites() -> None:
    assert [direction.delta for direction in Direction] == [(0, -1), (0, 1), (-1, 0), (1, 0)]
    assert [direction.opposite.value for direction in Direction] == ["down", "up", "right", "left"]
    for one in Direction:
        assert one.opposite.opposite is one
        for other in Direction:
            assert one.reverses(other) is (one.opposite is other)
    for one in Direction:
        assert vocabulary.DELTAS[one] == one.delta
        assert vocabulary.OPPOSITES[one] is one.opposite


def test_the_tables_are_read_only() -> None:
    table: Any
    for table in (vocabulary.DELTAS, vocabulary.OPPOSITES):
        with pytest.raises(TypeError):
            table[Direction.UP] = table[Direction.DOWN]


# -- values ----------------------------------------------------------------------------------

P, UP, RUNNING = Point(1, 2), Direction.UP, GameState.RUNNING
# Each class with its fields, a value of it, and another that differs in the last field.
VALUES: list[tuple[type[Any], dict[str, Any], dict[str, Any]]] = [
    (Point, {"x": 1, "y": 2}, {"y": 3}),
    (Food, {"position": P, "value": 2}, {"value": 3}),
    (
        TickResult,
        {"tick": 7, "state": RUNNING, "moved": True, "ate": False, "score": 3, "reason": None},
        {"reason": EndReason.WALL},
    ),
    (Frame, {"tick": 7, "state": RUNNING, "score": 3, "board": "O.\n'*'"}, {"board": "..\n.O"}),
    (Turn, {"direction": UP}, {"direction": Direction.DOWN}),
    (Pause, {}, {}),
    (Resume, {}, {}),
]
OF_EACH_CLASS = pytest.mark.parametrize(("cls", "fields", "change"), VALUES)


@OF_EACH_CLASS
def test_a_value_is_made_by_position_or_by_name(
    cls: type[Any], fields: dict[str, Any], change: dict[str, Any]
) -> None:
    value = cls(**fields)
    assert value == cls(*fields.values())
    for name, content in fields.items():
        assert getattr(value, name) == content
    assert cls.__match_args__ == tuple(fields)


@OF_EACH_CLASS
def test_a_value_has_a_dataclass_repr(
    cls: type[Any], fields: dict[str, Any], change: dict[str, Any]
) -> None:
    twin = dataclasses.make_dataclass(cls.__name__, fields, frozen=True)
    assert repr(cls(**fields)) == repr(twin(**fields))
    assert repr(cls(**{**fields, **change})) == repr(twin(**{**fields, **change}))
    assert cls is Point or str(cls(**fields)) == repr(twin(**fields))


@OF_EACH_CLASS
def test_values_compare_and_hash_by_content(
    cls: type[Any], fields: dict[str, Any], change: dict[str, Any]
) -> None:
    one, same, other = cls(**fields), cls(**fields), cls(**{**fields, **change})
    assert (one == same, one != same) == (True, False)
    assert hash(one) == hash(same)
    assert {one: "found"}[same] == "found"
    if change:
        assert (one == other, one != other) == (False, True)
        assert len({one, same, other}) == 2
    for stranger in (None, 1, "text", tuple(fields.values()), object()):
        assert one != stranger


@OF_EACH_CLASS
def test_a_value_is_frozen(cls: type[Any], fields: dict[str, Any], change: dict[str, Any]) -> None:
    value = cls(**fields)
    for name in (*fields, "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, name)
    assert value == cls(**fields)


@OF_EACH_CLASS
def test_a_value_survives_copying_and_pickling(
    cls: type[Any], fields: dict[str, Any], change: dict[str, Any]
) -> None:
    value = cls(**{**fields, **change})
    copies = [copy.copy(value), copy.deepcopy(value)]
    copies += [
        pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for copied in copies:
        assert type(copied) is cls
        assert copied == value


@OF_EACH_CLASS
def test_only_points_are_ordered(
    cls: type[Any], fields: dict[str, Any], change: dict[str, Any]
) -> None:
    one, other = cls(**fields), cls(**{**fields, **change})
    if cls is Point:
        assert one < other <= other and other > one >= one
    else:
        with pytest.raises(TypeError):
            operator.lt(one, other)


def test_points_order_by_x_and_then_by_y() -> None:
    ordered = [Point(-1, 5), Point(0, -3), Point(0, 2), Point(1, 0)]
    assert sorted(ordered[2:] + ordered[:2]) == ordered
    assert max(ordered) == Point(1, 0)
    wrong: Any = (1, 0)
    with pytest.raises(TypeError):
        operator.lt(ordered[0], wrong)


def test_points_step_and_print() -> None:
    assert [P.step(direction) for direction in Direction] == [
        Point(1, 1),
        Point(1, 3),
        Point(0, 2),
        Point(2, 2),
    ]
    assert P.step("up") == Point(1, 1)
    assert str(P) == f"{P}" == "(1,2)"
    assert str(Point(-3, 0)) == "(-3,0)"
    assert repr(P) == "Point(x=1, y=2)"


def test_values_can_be_matched() -> None:
    value: object
    for value in (Food(P, 2), Turn("left")):
        match value:
            case Food(Point(x, y), worth):
                assert (x, y, worth) == (1, 2, 2)
            case Turn(direction):
                assert direction is Direction.LEFT
            case _:
                pytest.fail("not matched")


def test_defaults_and_members() -> None:
    assert Food(P).value == 1
    result = TickResult(1, RUNNING, True, False, 0)
    assert result.reason is None
    assert result.state is RUNNING
    assert Turn("up").direction is UP
    assert Turn("up") == Turn(UP) and hash(Turn("up")) == hash(Turn(UP))
    pause: object = Pause()
    assert pause != Resume()


# -- the grid --------------------------------------------------------------------------------

ROCKS = frozenset({Point(0, 0), Point(2, 1)})


def test_a_grid_knows_its_cells() -> None:
    grid = Grid(3, 4, ROCKS)
    assert (grid.width, grid.height, grid.obstacles) == (3, 4, ROCKS)
    assert isinstance(grid.obstacles, frozenset)
    assert Grid(3, 3).obstacles == frozenset()
    inside = [Point(x, y) for y in range(-1, 6) for x in range(-1, 5) if grid.contains(Point(x, y))]
    assert inside == [Point(x, y) for y in range(4) for x in range(3)]
    assert grid.is_obstacle(Point(2, 1)) and not grid.is_obstacle(Point(1, 2))


def test_free_cells_come_in_row_major_order() -> None:
    grid = Grid(3, 3, ROCKS)
    taken = [Point(1, 0), Point(1, 0), Point(0, 0), Point(7, 7)]
    expected = [Point(2, 0), Point(0, 1), Point(1, 1), Point(0, 2), Point(1, 2), Point(2, 2)]
    assert grid.free_cells(taken) == expected
    assert grid.free_cells(iter(taken)) == expected
    assert isinstance(grid.free_cells([]), list)


def test_a_grid_is_a_frozen_value() -> None:
    grid: Any = Grid(width=3, height=4, obstacles=ROCKS)
    assert grid == Grid(3, 4, frozenset(sorted(ROCKS)))
    assert hash(grid) == hash(Grid(3, 4, ROCKS))
    others = [Grid(4, 3, ROCKS), Grid(3, 4), Grid(3, 5, ROCKS)]
    assert all(grid != other for other in others)
    assert grid != (3, 4, ROCKS)
    for name in ("width", "height", "obstacles"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(grid, name, 5)
    for copied in (copy.copy(grid), copy.deepcopy(grid), pickle.loads(pickle.dumps(grid))):
        assert copied == grid
