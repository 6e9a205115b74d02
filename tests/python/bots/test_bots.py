"""Native bots in live games, and evaluated."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest

import tickgrid
from tickgrid import (
    Direction,
    EndReason,
    GameOverError,
    GameState,
    Grid,
    Point,
    RandomFoodSpawner,
    Snake,
    SnakeGame,
    ValidationError,
)
from tickgrid.bots import (
    BOTS,
    Best,
    Bfs,
    Bot,
    Greedy,
    Hamiltonian,
    NativeBot,
    Random,
    Shortcut,
    evaluate,
)

FOREVER = 2**31
FILLING = pytest.mark.parametrize("make", [Best, Bfs, Hamiltonian, Shortcut])
ALL = pytest.mark.parametrize("make", BOTS.values(), ids=list(BOTS))


def make_game(seed: int = 0, width: int = 6, height: int = 6, *obstacles: Point) -> SnakeGame:
    grid = Grid(width, height, obstacles)
    return SnakeGame(grid, Snake([Point(2, 2)]), RandomFoodSpawner(seed))


@FILLING
@pytest.mark.parametrize("release_gil", ["always", "auto"])
def test_one_call_fills_a_board(make: type[NativeBot], release_gil: str) -> None:
    for seed in range(20):
        game = make_game(seed)
        result = game.run(FOREVER, make())
        assert result.reason is EndReason.FILLED and game.length == 36


@ALL
def test_run_equals_a_loop_of_choices(make: type[NativeBot]) -> None:
    for seed in range(5):
        games, loop = [make_game(seed, 5, 4) for _ in range(2)], make()
        games[0].run(FOREVER, make())
        while games[1].state is not GameState.OVER:
            choice = loop.choose(games[1])
            assert isinstance(choice, Direction)
            assert not choice.reverses(games[1].direction)
            games[1].change_direction(choice)
            games[1].tick()
        assert games[0].last_result == games[1].last_result
        assert games[0].render() == games[1].render()


@ALL
def test_runs_in_pieces_are_one_run(make: type[NativeBot]) -> None:
    whole, pieces, bot = make_game(3), make_game(3), make()
    whole.run(200, make())
    while pieces.state is not GameState.OVER and pieces.tick_count < 200:
        pieces.run(min(7, 200 - pieces.tick_count), bot)
    assert pieces.last_result == whole.last_result


@ALL
def test_a_choice_leaves_the_game_as_it_is(make: type[NativeBot]) -> None:
    game = make_game()
    before = game.render()
    assert make().choose(game) == make().choose(game)
    assert game.render() == before and game.tick_count == 0 and game.state is GameState.READY


@FILLING
def test_one_bot_takes_over_games_in_any_order(make: type[NativeBot]) -> None:
    bot, games = make(), [make_game(seed, 6, 4 + seed % 3) for seed in range(6)]
    while any(game.state is not GameState.OVER for game in games):
        for game in games:
            if game.state is not GameState.OVER:
                game.run(5, bot)
    reasons = [game.last_result and game.last_result.reason for game in games]
    assert reasons.count(EndReason.FILLED) >= 5
    assert make is Bfs or reasons.count(EndReason.FILLED) == 6


def test_threads_may_share_a_bot() -> None:
    bot, games = Hamiltonian(), [make_game(seed) for seed in range(4)]
    threads = [threading.Thread(target=game.run, args=(FOREVER, bot)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(game.length == 36 for game in games)


def test_a_turn_that_waits_goes_first() -> None:
    game = make_game()
    game.change_direction("down")
    game.run(1, Hamiltonian())
    assert game.snake.head == Point(2, 3)


def test_after_the_end_there_is_no_choice() -> None:
    game = make_game()
    game.run(FOREVER, Shortcut())
    with pytest.raises(GameOverError):
        Shortcut().choose(game)
    with pytest.raises(GameOverError):
        game.run(1, Shortcut())


def test_obstacles_are_gone_round() -> None:
    # A block of two by two cells, and a door that halves a board.
    block = [Point(2, 2), Point(3, 2), Point(2, 3), Point(3, 3)]
    game = SnakeGame(Grid(6, 6, block), Snake([Point(0, 0)]), RandomFoodSpawner(1))
    game.run(FOREVER, Hamiltonian())
    assert game.length == 32
    result = evaluate(Shortcut(), games=50, height=6, width=6, obstacles=block, progress=False)
    assert result.filled == 1.0


@pytest.mark.parametrize(
    ("obstacles", "message"),
    [
        ([Point(1, 0), Point(1, 1), Point(1, 2), Point(1, 3)], "one piece"),
        ([Point(1, 1), Point(3, 1), Point(1, 3)], "no snake can fill"),
        ([Point(1, 0), Point(1, 1)], "without any closed way"),
    ],
)
def test_a_board_without_a_way_is_refused(obstacles: list[Point], message: str) -> None:
    game = SnakeGame(Grid(5, 4, obstacles), Snake([Point(4, 3)]), RandomFoodSpawner(1))
    for bot in (Hamiltonian(), Shortcut()):
        with pytest.raises(ValidationError, match=f"obstacles: got .*{message}"):
            bot.choose(game)
        with pytest.raises(ValidationError, match="obstacles"):
            game.run(5, bot)
        with pytest.raises(ValidationError, match="obstacles"):
            evaluate(bot, height=4, width=5, obstacles=obstacles, progress=False)
    assert game.tick_count == 0
    assert Greedy().choose(game) in Direction


def test_a_refused_board_does_no_harm() -> None:
    bot, split = Hamiltonian(), [Point(1, y) for y in range(4)]
    with pytest.raises(ValidationError):
        bot.choose(SnakeGame(Grid(5, 4, split), Snake([Point(4, 3)]), RandomFoodSpawner(1)))
    game = make_game()
    game.run(FOREVER, bot)
    assert game.length == 36


def test_bots_are_values() -> None:
    for bot, text in [
        (Random(5), "Random(seed=5)"),
        (Bfs(), "Bfs(seed=0)"),
        (Greedy(), "Greedy()"),
    ]:
        assert repr(bot) == text and bot.name == type(bot).__name__.lower()
        for again in (copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
            assert repr(again) == text and type(again) is type(bot)
        assert isinstance(bot, Bot)
    assert tickgrid.bots.Bfs is Bfs


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValidationError, match="seed"):
        Random(seed)
    with pytest.raises(ValidationError, match="seed"):
        evaluate(Greedy(), games=1, seed=seed)


def test_what_is_no_game_is_refused() -> None:
    for thing in (None, 3, "game", Grid(3, 3), SnakeGame):
        with pytest.raises(TypeError, match="game: got "):
            Greedy().choose(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        NativeBot()
    with pytest.raises(TypeError):
        Bfs(None)  # type: ignore[arg-type]
    with pytest.raises(ValidationError, match="repeat"):
        make_game().run(3, Greedy(), repeat=True)
