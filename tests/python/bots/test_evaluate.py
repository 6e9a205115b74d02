"""``evaluate``: the same games everywhere, whoever plays them."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import threading
import time
from typing import Any

import pytest

from tickgrid import (
    Direction,
    GameState,
    Hazard,
    InvalidStateError,
    Point,
    SnakeGame,
    ValidationError,
)
from tickgrid.bots import (
    BOTS,
    Best,
    Bfs,
    Evaluation,
    Greedy,
    Hamiltonian,
    NativeBot,
    Random,
    Shortcut,
    evaluate,
)


def same(one: Evaluation, other: Evaluation) -> bool:
    """But for the time they took."""
    facts = [result.as_dict() | {"cpu_ms": 0} for result in (one, other)]
    return facts[0] == facts[1]


def play(bot: Any, **options: Any) -> Evaluation:
    return evaluate(bot, progress=False, **{"games": 20, "height": 5, "width": 6} | options)


class Through:
    """A bot written in Python that does as a native one."""

    make: type[NativeBot]

    def begin(self, game: SnakeGame) -> None:
        self.bot = self.make()

    def choose(self, game: SnakeGame) -> Direction:
        return self.bot.choose(game)


@pytest.mark.parametrize("name", ["greedy", "hamiltonian", "shortcut", "best"])
@pytest.mark.parametrize("length", [1, 3])
def test_a_bot_in_python_gets_the_same_games(name: str, length: int) -> None:
    class Player(Through):
        make = BOTS[name]

    native = play(BOTS[name](), length=length, seed=40)
    assert same(native, play(Player, length=length, seed=40))
    assert same(native, play(Player(), length=length, seed=40))
    assert not same(native, play(Player(), length=length, seed=41))


@pytest.mark.parametrize("make", BOTS.values(), ids=list(BOTS))
def test_threads_change_nothing(make: type[NativeBot]) -> None:
    results = [play(make(), games=100, threads=threads) for threads in (1, 2, 7, None)]
    assert all(same(results[0], result) for result in results)
    assert same(results[0], play(make, games=100))


def test_seeds_change_the_games() -> None:
    assert not same(play(Random(1)), play(Random(2)))
    assert not same(play(Greedy(), seed=1), play(Greedy(), seed=2))
    # Game i has seed + i, so games add up.
    parts = [play(Hamiltonian(), games=1, seed=seed).mean_steps for seed in range(4)]
    assert play(Hamiltonian(), games=4).mean_steps == pytest.approx(sum(parts) / 4)


def test_the_numbers_mean_what_they_say() -> None:
    result = play(Hamiltonian(), games=400, height=6)
    assert result.games == 400 and result.filled == 1.0 and result.stalls == 0
    assert result.deaths == {}
    assert result.interval[1] == 1.0 and 0.98 < result.interval[0] < 1.0
    assert result.mean_steps == pytest.approx((36**2 + 36 - 2) / 4, rel=0.02)
    assert result.steps_per_food == pytest.approx(result.mean_steps / 35)
    assert result.mean_steps < result.p95_steps < result.mean_steps + 3 * result.sd_steps
    assert result.cpu_ms > 0
    lost = play(Random(), games=30)
    assert math.isnan(lost.mean_steps) and lost.filled == 0.0 and lost.interval[0] == 0.0
    assert sum(lost.deaths.values()) + lost.stalls == 30
    assert json.loads(json.dumps(lost.as_dict()))["mean_steps"] is None


def test_a_bot_that_circles_is_stalled() -> None:
    class Circles:
        """Keeps to a square of four cells, or dies."""

        def choose(self, game: SnakeGame) -> Direction:
            after = {"up": "right", "right": "down", "down": "left", "left": "up"}
            return Direction(after[game.direction])

    result = play(Circles(), games=40)
    assert result.stalls > 0
    assert result.stalls + sum(result.deaths.values()) == 40


# -- variants --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "hamiltonian", "shortcut", "best"])
@pytest.mark.parametrize(("height", "width"), [(5, 7), (4, 6)])
def test_variants_are_the_same_for_a_bot_in_python(name: str, height: int, width: int) -> None:
    class Player(Through):
        make = BOTS[name]

    options: dict[str, Any] = {"wrap": True, "food_count": 3, "height": height, "width": width}
    native = play(BOTS[name](), **options)
    assert same(native, play(Player, **options))
    assert not same(native, play(BOTS[name](), **options | {"food_count": 1}))
    assert "wall" not in native.deaths
    if name != "greedy":
        assert native.filled == 1.0


def test_an_odd_board_that_wraps_around_is_filled_in_even_rounds() -> None:
    result = play(Hamiltonian(), games=600, height=5, width=7, wrap=True)
    assert result.filled == 1.0
    assert result.mean_steps == pytest.approx((35**2 + 35 - 2) / 4, rel=0.02)
    walled = play(Hamiltonian(), games=600, height=5, width=7)
    assert walled.mean_steps > 1.05 * result.mean_steps


def test_hazards_are_played_or_refused() -> None:
    hazards = [Hazard.shrink(20), Hazard.walk(3, 40)]
    for bot in (Random(), Greedy(), Bfs()):
        result = play(bot, games=50, hazards=hazards)
        assert result.deaths.keys() <= {"wall", "self", "hazard"}
        assert same(result, play(bot, games=50, hazards=iter(hazards)))
        assert not same(result, play(bot, games=50))
    for filler in (Hamiltonian(), Shortcut(), Best()):
        with pytest.raises(ValidationError, match="hazards: got 2, expected none"):
            play(filler, hazards=hazards)


def test_a_live_game_with_hazards_is_refused_as_well() -> None:
    config = {"width": 6, "height": 6, "hazards": [{"shrink": {"every": 9, "least": 3}}]}
    game = SnakeGame.from_config(config, seed=1)
    for bot in (Hamiltonian(), Shortcut(), Best()):
        with pytest.raises(ValidationError, match="hazards: got 1"):
            bot.choose(game)
        with pytest.raises(ValidationError, match="hazards: got 1"):
            game.run(1, bot)
        assert game.tick_count == 0
    assert game.run(5, Bfs()).tick == 5


@pytest.mark.parametrize("bot", [Hamiltonian(), Shortcut(), Best(), Bfs()], ids=repr)
def test_live_variants_are_filled(bot: NativeBot) -> None:
    for seed in range(10):
        config = {"width": 5, "height": 6, "edges": "wrap", "growth": 2, "length": 1}
        game = SnakeGame.from_config(config, seed=seed)
        game.run(20_000, bot)
        assert isinstance(bot, Bfs) or (game.state is GameState.OVER and game.length == 30)


# -- hostile bots ----------------------------------------------------------------------------


class Oops(Exception):
    pass


def test_a_bot_that_raises_ends_it() -> None:
    class Raises:
        def choose(self, game: SnakeGame) -> Direction:
            if game.tick_count > 2:
                raise Oops
            return game.direction.UP if game.snake.head.y > 0 else Direction.RIGHT

    with pytest.raises(Oops):
        play(Raises())


@pytest.mark.parametrize("answer", [None, 3, b"up", object(), Direction, ["up"]])
def test_nonsense_is_a_type_error(answer: object) -> None:
    class Nonsense:
        def choose(self, game: SnakeGame) -> Any:
            return answer

    with pytest.raises(TypeError, match="choose: got "):
        play(Nonsense())


def test_a_word_that_is_no_direction_is_refused() -> None:
    class North:
        def choose(self, game: SnakeGame) -> Any:
            return "north"

    with pytest.raises(ValidationError, match="choose: got 'north'"):
        play(North())


def test_a_bot_may_tick_the_game_itself() -> None:
    class Meddles:
        def choose(self, game: SnakeGame) -> Direction:
            for _ in range(3):
                if game.state is not GameState.OVER:
                    game.tick()
            return Direction.UP

    result = play(Meddles())
    assert sum(result.deaths.values()) == 20


def test_a_bot_that_pauses_its_game_is_told() -> None:
    class Pauses:
        def choose(self, game: SnakeGame) -> Direction:
            if game.state is GameState.RUNNING:
                game.pause()
            return Direction.UP if game.direction is not Direction.DOWN else Direction.LEFT

    with pytest.raises(InvalidStateError, match="paused"):
        play(Pauses(), height=9, width=9)


@pytest.mark.parametrize("bot", [None, 3, "bfs", object(), Direction, random.Random(1)])
def test_what_is_no_bot_is_refused(bot: Any) -> None:
    if isinstance(bot, random.Random):  # It chooses, but not directions.
        with pytest.raises((TypeError, ValidationError)):
            play(bot)
        return
    with pytest.raises(TypeError, match="bot: got "):
        play(bot)


@pytest.mark.parametrize(
    ("option", "value", "error"),
    [
        ("games", 0, ValidationError),
        ("games", 10**8, ValidationError),
        ("games", 1.5, TypeError),
        ("height", 2, ValidationError),
        ("width", 4097, ValidationError),
        ("length", 0, ValidationError),
        ("length", 30, ValidationError),
        ("threads", 0, ValidationError),
        ("threads", "2", TypeError),
        ("seed", "x", TypeError),
        ("obstacles", 3, TypeError),
        ("obstacles", [Point(9, 9)], ValidationError),
        ("wrap", 1, TypeError),
        ("hazards", 3, TypeError),
        ("hazards", ["shrink"], TypeError),
        ("food_count", 0, ValidationError),
        ("food_count", 31, ValidationError),
    ],
)
def test_bad_options_are_named(option: str, value: object, error: type[Exception]) -> None:
    with pytest.raises(error, match=option):
        play(Greedy(), **{option: value})


@pytest.mark.skipif(os.name == "nt", reason="a signal to oneself")
def test_ctrl_c_ends_it() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        evaluate(Hamiltonian(), games=10**6, height=40, width=40, progress=False)
    assert time.monotonic() - start < 30
    timer.join()


# -- in a live game --------------------------------------------------------------------------


def test_a_bot_in_python_plays_a_live_game(small_game: SnakeGame) -> None:
    class Player(Through):
        make = Bfs

    player = Player()
    player.begin(small_game)
    assert small_game.run(2**31, player).state is GameState.OVER
    assert small_game.length == 16


def test_a_live_game_takes_hostile_bots(small_game: SnakeGame) -> None:
    class Hostile:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def choose(self, game: SnakeGame) -> Any:
            return self.answer(game)

    def fail(game: SnakeGame) -> Any:
        raise Oops

    for answer, error in [
        (lambda game: 7, TypeError),
        (lambda game: "east", ValidationError),
        (fail, Oops),
    ]:
        with pytest.raises(error):
            small_game.run(5, Hostile(answer))
        assert small_game.tick_count == 0
    # A reversal is ignored, as by change_direction().
    assert small_game.run(1, Hostile(lambda game: game.direction.opposite)).moved
    small_game.run(1, Hostile(lambda game: "down"))
    assert small_game.direction is Direction.DOWN
    # A bot that ends the game itself, and one that runs it by another bot.
    inner = small_game.run(10, Hostile(lambda game: game.run(2**31, Bfs()) and Direction.UP))
    assert small_game.state is GameState.OVER
    assert inner == small_game.last_result
