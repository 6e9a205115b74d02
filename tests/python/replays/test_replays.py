"""What is recorded plays back: to the end, to any tick, from a file, after a copy."""

from __future__ import annotations

import copy
import gzip
import json
import pickle
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from snake.games import make_game, points, view
from tickgrid import (
    AcceleratingSpeed,
    Direction,
    Food,
    GameState,
    Grid,
    OverPhase,
    Pause,
    PausedPhase,
    Point,
    RandomFoodSpawner,
    RecordedFoodSpawner,
    Replay,
    ReplayError,
    Resume,
    ScriptedFoodSpawner,
    SnakeGame,
    TickgridError,
    Turn,
)

TURNS = [Direction.UP, Direction.LEFT, Direction.DOWN, Direction.RIGHT]


class Middle:
    """A spawner written in Python."""

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        free = grid.free_cells(occupied)
        return Food(free[len(free) // 2], 3) if free else None


class Own(RandomFoodSpawner):
    """A subclass whose own method counts."""

    def spawn(self, grid: Grid, occupied: Iterable[Point]) -> Food | None:
        return super().spawn(grid, tuple(occupied))


SPAWNERS: dict[str, Any] = {
    "seed": lambda: RandomFoodSpawner(7, 2),
    "fresh seed": lambda: RandomFoodSpawner(),
    "script": lambda: ScriptedFoodSpawner(points((i * 3 % 7, i * 5 % 6) for i in range(20))),
    "record": lambda: RecordedFoodSpawner([Food(Point(0, 0)), Food(Point(6, 5), 9), None]),
    "injected": lambda: RandomFoodSpawner(random.Random(3)),
    "python": Middle,
    "subclass": lambda: Own(5),
}


def played(spawner: Any, seed: int = 0, ticks: int = 300) -> SnakeGame:
    """A game of random verbs, to its end."""
    rng = random.Random(seed)
    game = make_game(spawner, size=(7, 6), body=[(3, 2), (2, 2), (1, 2)], obstacles=[(5, 5)])
    while game.state != "over" and game.tick_count < ticks:
        game.submit(Turn(rng.choice(TURNS)))
        if rng.random() < 0.1 and game.state == "running":
            game.submit(Pause())
            game.tick()
            game.submit(Resume())
        game.tick()
    return game


@pytest.mark.parametrize("name", SPAWNERS)
@pytest.mark.parametrize("seed", range(8))
def test_a_game_plays_back(name: str, seed: int, tmp_path: Path) -> None:
    game = played(SPAWNERS[name](), seed)
    replay = game.replay()
    assert replay.ticks == game.tick_count and replay.verify() == replay.ticks
    assert replay.seed == (game.seed if name in ("seed", "fresh seed") else None)
    assert view(replay.play()) == view(game)
    for path in (tmp_path / "game.json", tmp_path / "game.json.gz"):
        replay.save(path)
        again = Replay.load(path)
        assert again == replay and hash(again) == hash(replay)
        assert view(again.play()) == view(game)
    assert (tmp_path / "game.json").read_text() == replay.to_json()
    assert gzip.decompress((tmp_path / "game.json.gz").read_bytes()).decode() == replay.to_json()
    assert replay.play().replay().to_json() == replay.to_json()


def test_a_replay_can_be_played_to_any_tick_and_on_from_there() -> None:
    game = make_game(RandomFoodSpawner(5), size=(8, 8))
    moments = [(view(game), game.direction)]
    for turn in TURNS * 6:
        game.change_direction(turn)
        game.tick()
        moments.append((view(game), game.direction))
    replay = game.replay()
    for tick, (moment, direction) in enumerate(moments):
        again = replay.play(tick)
        assert view(again) == moment and again.direction == direction
    # A branch off the recorded game is a game of its own.
    branch = replay.play(10)
    branch.run(3)
    assert branch.replay().verify() == branch.tick_count != replay.ticks
    # From the end on it is the game itself.
    end = replay.play()
    assert end.seed == game.seed
    for turn in TURNS * 10:
        assert end.change_direction(turn) == game.change_direction(turn)
        assert end.tick() == game.tick() and end.food == game.food


def test_a_file_can_be_read() -> None:
    game = make_game(RandomFoodSpawner(5), size=(8, 6), body=[(2, 2)], obstacles=[(0, 1)])
    game.submit(Turn("up"))
    game.submit(Turn("left"))
    game.run(2)
    game.submit(Pause())
    text = json.loads(game.replay().to_json())
    assert list(text) == ["format", "version", "game", "setup", "commands", "ticks", "digests"]
    assert (text["format"], text["version"], text["game"]) == ("tickgrid replay", 1, "snake")
    assert (text["commands"], text["ticks"]) == ("0u 0l 2p", 2)
    assert text["setup"]["stream"] == {"seed": 5, "drawn": 0}
    assert text["setup"]["config"]["obstacles"] == [[0, 1]]
    assert text["setup"]["config"]["start"] == {"at": {"snake": [[2, 2]], "direction": "right"}}
    assert game.replay().config == text["setup"]["config"]


def test_commands_come_with_the_ticks_before_them() -> None:
    game = make_game()
    game.submit(Turn("up"))
    assert not game.submit(Turn("up"))  # refused, so it is no part of the game
    game.run(3)
    game.submit(Pause())
    game.transition(PausedPhase())
    game.submit(Resume())
    game.transition(OverPhase("wall"))
    commands = game.replay().commands
    assert [tick for tick, _ in commands] == [0, 3, 3, 3, 3]
    assert [command for _, command in commands] == [
        Turn("up"), Pause(), PausedPhase(), Resume(), OverPhase("wall")
    ]  # fmt: skip
    again = game.replay().play()
    assert again.state == GameState.OVER and view(again) == view(game)


def test_frames_come_one_a_tick() -> None:
    game = make_game(RandomFoodSpawner(1))
    boards = [game.render()]
    for turn in TURNS[1:] * 2:
        game.change_direction(turn)
        game.tick()
        boards.append(game.render())
    frames = list(game.replay().frames())
    assert [frame.board for frame in frames] == boards
    assert [frame.tick for frame in frames] == list(range(len(boards)))
    assert next(make_game().replay().frames()).board == make_game().render()


@pytest.mark.parametrize(
    "twin",
    [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("name", ["seed", "script", "record", "python"])
def test_a_copy_remembers_the_game_from_its_beginning(twin: Any, name: str) -> None:
    game = make_game(SPAWNERS[name](), size=(7, 6), body=[(3, 2)])
    for turn in TURNS * 2:
        game.change_direction(turn)
        game.tick()
    other = twin(game)
    assert other.replay() == game.replay()
    for number, each in enumerate((game, other)):
        for turn in (TURNS * 5)[number:]:
            if each.state != "over":
                each.change_direction(turn)
                each.tick()
        replay = each.replay()
        assert replay.verify() == each.tick_count
        assert view(replay.play()) == view(each)


def test_a_spawner_that_others_use_too_is_told_by_what_it_gave() -> None:
    spawner = RandomFoodSpawner(3)
    game = make_game(spawner, size=(5, 5), body=[(2, 2)])
    for turn in TURNS * 10:
        spawner.spawn(Grid(9, 9), [])
        game.change_direction(turn)
        game.tick()
        if game.state == "over":
            break
    replay = game.replay()
    replay.verify()
    assert view(replay.play()) == view(game)


def test_the_speed_is_part_of_it_where_it_is_ours() -> None:
    class Slow:
        def interval(self, score: int, length: int) -> float:
            return 9.0

    fast = make_game(speed=AcceleratingSpeed(0.5, 0.5, 0.1))
    assert fast.replay().play().next_interval() == 0.5
    assert make_game(speed=Slow()).replay().play().next_interval() == 0.15


def test_a_replay_pickles_and_is_a_value() -> None:
    replay = played(RandomFoodSpawner(1)).replay()
    assert pickle.loads(pickle.dumps(replay)) == replay == copy.deepcopy(replay)
    assert replay != played(RandomFoodSpawner(2)).replay() and replay != 1
    assert repr(replay).startswith("<Replay 7x6, ")


def test_pictures(tmp_path: Path) -> None:
    game = played(RandomFoodSpawner(1))
    replay = game.replay()
    parts: list[float] = []
    replay.gif(tmp_path / "game.gif", cell=5, interval=0.05, progress=parts.append)
    content = (tmp_path / "game.gif").read_bytes()
    assert content[:6] == b"GIF89a" and content[6:10] == bytes([35, 0, 30, 0])
    assert content.count(b"\x21\xf9\x04") >= replay.ticks + 1  # a frame a tick, and one before
    assert parts == sorted(parts) and parts[-1] == 1.0
    assert replay.svg(0, cell=10).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="70" ')
    assert replay.svg() == replay.svg(replay.ticks) != replay.svg(0)
    for wrong in (0, 257, -1):
        with pytest.raises(TickgridError, match="cell: got"):
            replay.svg(cell=wrong)
    with pytest.raises(TickgridError, match="ticks: got"):
        replay.svg(replay.ticks + 1)
    with pytest.raises(TickgridError, match="interval: got NaN"):
        replay.gif(tmp_path / "no.gif", interval=float("nan"))

    def stop(done: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        replay.gif(tmp_path / "no.gif", progress=stop)
    large = make_game(size=(4096, 3), body=[(0, 1)], food=[]).replay()
    with pytest.raises(TickgridError, match="65535 pixels"):
        large.gif(tmp_path / "no.gif")
    assert not (tmp_path / "no.gif").exists()


def test_a_game_of_too_many_ticks_is_no_replay() -> None:
    game = make_game(ScriptedFoodSpawner([]), release_gil="always")
    game.run(10_000_001, TURNS[::-1], repeat=True)
    with pytest.raises(ReplayError, match=r"ticks: got 10000001|commands: the game has had more"):
        game.replay()
