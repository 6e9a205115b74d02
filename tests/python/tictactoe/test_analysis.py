"""What positions are worth, the facts that are known, and the players."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction
from typing import Any

import pytest

from tickgrid import GameOverError, ResourceLimitError, ValidationError
from tickgrid.tictactoe import (
    GameCount,
    MonteCarloBot,
    PerfectBot,
    PositionCount,
    Solution,
    TicTacToe,
    count_games,
    count_positions,
    random_play,
    solve,
)


def played(*moves: tuple[int, int, int], **options: Any) -> TicTacToe:
    game = TicTacToe(**options)
    for move in moves:
        game.move(*move)
    return game


WON = played((0, 0, 1), (1, 1, 2), (0, 1, 1), (2, 2, 2), (0, 2, 1))


def test_the_facts() -> None:
    game = TicTacToe()
    assert count_games(game) == GameCount(255_168, 131_184, 77_904, 46_080)
    assert count_positions(game) == PositionCount(5_478, 765, 958, 626, 316, 16)
    chances = random_play(game)
    assert chances == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    assert sum(chances) == 1
    assert game == TicTacToe()


def test_chances_are_what_the_tree_says() -> None:
    def chances(game: TicTacToe) -> list[Fraction]:
        if game.over:
            return [
                Fraction(game.winner == 1),
                Fraction(game.winner == 2),
                Fraction(not game.winner),
            ]
        sums = [Fraction(0)] * 3
        moves = game.legal_moves()
        for move in moves:
            after = copy.copy(game)
            after.move(*move, game.to_move or 0)
            sums = [a + b / len(moves) for a, b in zip(sums, chances(after), strict=True)]
        return sums

    for game in (
        TicTacToe(2),
        played((1, 1, 1), (0, 0, 2)),
        WON,
        played((0, 0, 2), rows=2, cols=3, k=2),
    ):
        assert list(random_play(game)) == chances(game)


def test_solutions() -> None:
    assert solve(TicTacToe()) == Solution(0, tuple((r, c) for r in range(3) for c in range(3)))
    # A corner was taken: only the centre holds the draw.
    assert solve(played((0, 0, 1))) == Solution(0, ((1, 1),))
    assert solve(played((0, 0, 1), (0, 1, 2))).value == 1
    assert solve(TicTacToe(4)).value == 0 and len(solve(TicTacToe(4)).moves) == 16
    assert solve(TicTacToe(rows=5, cols=4, k=4)).value == 0
    assert solve(TicTacToe(rows=4, cols=5, k=3)).value == 1
    assert solve(WON) == Solution(-1, ())
    drawn = played(*[(0, 0, 1), (0, 1, 2), (0, 2, 1), (1, 1, 2), (1, 0, 1), (1, 2, 2), (2, 1, 1)])
    drawn.move(2, 0, 2)
    assert solve(drawn) == Solution(0, ((2, 2),))
    drawn.move(2, 2, 1)
    assert solve(drawn) == Solution(0, ())


def test_the_end_of_a_large_game_can_be_solved() -> None:
    game = TicTacToe(15, k=5)
    rng = random.Random(3)
    while len(game.legal_moves()) > 14:
        before = copy.copy(game)
        if game.move(*rng.choice(game.legal_moves()), game.to_move or 0) != "in progress":
            game = before
    assert solve(game).value in (-1, 0, 1)


def test_what_is_too_large_is_told() -> None:
    with pytest.raises(ResourceLimitError, match="225 free cells, expected at most 64"):
        solve(TicTacToe(15, k=5))
    with pytest.raises(ResourceLimitError, match=r"more than 1000 positions.*budget"):
        solve(TicTacToe(5, k=4), budget=1000)
    for count in (count_games, count_positions, random_play):
        with pytest.raises(ResourceLimitError):
            count(TicTacToe(4), budget=10_000)
    with pytest.raises(ResourceLimitError):
        PerfectBot(budget=10).choose(TicTacToe())


@pytest.mark.parametrize("budget", [-1, 2**70])
def test_a_bad_budget(budget: int) -> None:
    with pytest.raises(ValidationError, match="budget: got"):
        solve(TicTacToe(), budget=budget)


def test_what_is_no_game() -> None:
    nothing: Any = [[0] * 3] * 3
    for ask in (
        solve,
        count_games,
        count_positions,
        random_play,
        PerfectBot().choose,
        MonteCarloBot().choose,
    ):
        with pytest.raises(TypeError, match="game: got list, expected a TicTacToe"):
            ask(nothing)
    some: Any = 1.5
    with pytest.raises(TypeError, match="budget: got float"):
        solve(TicTacToe(), budget=some)


def fight(first: Any, second: Any, **options: Any) -> str:
    game = TicTacToe(turns=True, **options)
    while game.to_move is not None:
        before = copy.copy(game)
        row, col = (first, second)[game.to_move - 1].choose(game)
        assert game == before
        game.move(row, col, game.to_move)
    return game.status


class Chance:
    """Chooses at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, game: TicTacToe) -> tuple[int, int]:
        return self.rng.choice(game.legal_moves())


def test_the_perfect_player_never_loses() -> None:
    for seed in range(12):
        assert fight(PerfectBot(seed), PerfectBot(seed + 1)) == "draw"
        assert fight(PerfectBot(seed), Chance(seed)) != "player 2 wins"
        assert fight(Chance(seed), PerfectBot(seed)) != "player 1 wins"
    assert fight(PerfectBot(), Chance(1), rows=4, cols=4, k=3) == "player 1 wins"


def test_it_wins_at_once_where_it_can() -> None:
    game = played((0, 0, 1), (2, 2, 2), (0, 1, 1), (2, 1, 2))
    assert all(PerfectBot(seed).choose(game) == (0, 2) for seed in range(9))
    with pytest.raises(GameOverError, match="player 1 wins"):
        PerfectBot().choose(WON)


def test_the_monte_carlo_player_draws_against_the_perfect_one() -> None:
    ends = [fight(MonteCarloBot(2000, seed), PerfectBot(seed)) for seed in range(5)]
    ends += [fight(PerfectBot(seed), MonteCarloBot(2000, seed)) for seed in range(5)]
    assert ends.count("draw") >= 9


def test_the_monte_carlo_player_wins_at_gomoku() -> None:
    for seed in range(2):
        assert fight(MonteCarloBot(200, seed), Chance(seed), n=15, k=5) == "player 1 wins"
        assert fight(Chance(seed), MonteCarloBot(200, seed), n=15, k=5) == "player 2 wins"


def test_the_monte_carlo_player_wins_at_once_and_blocks() -> None:
    game = TicTacToe(15, k=5)
    for col in range(4):
        game.move(7, col, 1)
        game.move(9, col, 2)
    bot = MonteCarloBot(1)
    assert bot.choose(game) == (7, 4)
    game.move(14, 14, 1)
    assert bot.choose(game) == (9, 4)
    game.move(14, 12, 2)
    game.move(7, 14, 1)
    game.move(7, 4, 2)
    assert bot.choose(game) == (9, 4)
    with pytest.raises(GameOverError):
        bot.choose(WON)


def test_the_same_seed_makes_the_same_moves() -> None:
    def moves(bot: MonteCarloBot) -> list[tuple[int, int]]:
        game = TicTacToe(8, k=5)
        for _ in range(6):
            game.move(*bot.choose(game), game.to_move or 0)
        return [(row, col) for row, col, _ in game.moves]

    assert moves(MonteCarloBot(50, 4)) == moves(MonteCarloBot(50, 4)) != moves(MonteCarloBot(50, 5))
    bot = MonteCarloBot(50, 4)
    moves(bot)
    twins = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    expected = moves(bot)
    assert all(moves(twin) == expected for twin in twins)
    assert repr(bot) == "MonteCarloBot(playouts=50, seed=4)" and bot.playouts == 50


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"playouts": 0}, ValidationError, "playouts: got 0"),
        ({"playouts": 1.5}, TypeError, "playouts: got float"),
        ({"seed": -1}, ValidationError, "seed: got -1"),
        ({"seed": "x"}, TypeError, "seed: got str"),
    ],
)
def test_bad_players(options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        MonteCarloBot(**options)
