"""The engine against the reference: thousands of random games, compared after every verb."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tickgrid import (
    AcceleratingSpeed,
    ConstantSpeed,
    Direction,
    Food,
    FoodSpawner,
    Frame,
    GamePhase,
    Hazard,
    ManualClock,
    OverPhase,
    PausedPhase,
    Point,
    RandomFoodSpawner,
    ReadyPhase,
    RunningPhase,
    ScriptedFoodSpawner,
    SnakeGame,
    SpeedPolicy,
    TickgridError,
    TickResult,
)

from .games import Log, make_game, points
from .reference import (
    REVERSALS,
    STEPS,
    Cell,
    DrawnFood,
    FoodSource,
    Picture,
    ReferenceGame,
    Refused,
    Result,
    ScriptedFood,
    Variants,
)

CHUNKS, GAMES_A_CHUNK, VERBS_A_GAME = 8, 300, 100


class Followed:
    """For a seeded spawner, whose stream is the engine's own: what the engine drew, checked."""

    def __init__(self) -> None:
        self.game: SnakeGame | None = None

    def next(self, game: ReferenceGame) -> tuple[Cell, int] | None:
        assert self.game is not None
        food, free = self.game.food, game.free_cells()
        if food is None:
            assert free == []
            return None
        cell = (food.position.x, food.position.y)
        assert cell in free
        return cell, food.value


# -- a pair of games from a seed -------------------------------------------------------------


def random_place(rng: random.Random) -> tuple[Cell, list[Cell], list[Cell]]:
    """A grid, obstacles, and a snake that wound its way over free cells."""
    width, height = rng.randint(3, 8), rng.randint(3, 8)
    cells = [(x, y) for x in range(width) for y in range(height)]
    obstacles = rng.sample(cells, rng.choice([0, 0, 0, rng.randint(1, len(cells) // 4)]))
    free = [cell for cell in cells if cell not in obstacles]
    body = [rng.choice(free)]
    longest = rng.choice([1, 2, 3, 3, 5, 8, len(free)])
    while len(body) < longest:
        x, y = body[-1]
        near = [(x + dx, y + dy) for dx, dy in STEPS.values()]
        ways = [cell for cell in near if cell in free and cell not in body]
        if not ways:
            break
        body.append(rng.choice(ways))
    if rng.random() < 0.5:
        body.reverse()  # starts with its head shut in, or out of it
    return (width, height), obstacles, body


def random_food(rng: random.Random, size: Cell) -> tuple[FoodSpawner, FoodSource]:
    value, seed = rng.randint(1, 3), rng.getrandbits(64)
    kind = rng.choice(["injected", "seeded", "scripted"])
    if kind == "injected":
        spawner = RandomFoodSpawner(random.Random(seed), value)
        return spawner, DrawnFood(random.Random(seed), value)
    if kind == "seeded":
        return RandomFoodSpawner(seed, value), Followed()
    script = [
        (rng.randint(-1, size[0]), rng.randint(-1, size[1]))
        for _ in range(rng.choice([0, 3, 20, 200]))
    ]
    return ScriptedFoodSpawner(points(script), value), ScriptedFood(script, value)


def random_speed(rng: random.Random) -> tuple[SpeedPolicy, Callable[[int], float]]:
    if rng.random() < 0.5:
        seconds = rng.uniform(0.01, 2.0)
        return ConstantSpeed(seconds), lambda score: seconds
    base, factor = rng.uniform(0.1, 1.0), rng.uniform(0.5, 1.0)
    floor = base * rng.random() or base
    return AcceleratingSpeed(base, factor, floor), lambda score: max(floor, base * factor**score)


def vary(
    rng: random.Random, variants: Variants, size: Cell, obstacles: list[Cell], body: list[Cell]
) -> list[Hazard]:
    """Makes up variants; gives their hazards as the engine has them."""
    variants.wraps = rng.random() < 0.5
    variants.growth = rng.choice([0, 1, 1, 2, 4])
    variants.lifetime = rng.choice([None, None, 1, 4, 15])
    variants.count = rng.choice([1, 1, 2, 3])
    variants.starvation = rng.choice([None, None, None, 20])
    hazards = []
    for _ in range(rng.choice([0, 0, 1, 2])):
        cell = (rng.randrange(size[0]), rng.randrange(size[1]))
        if cell in obstacles or cell in body:
            continue
        path, every = [cell], rng.randint(1, 3)
        for _ in range(rng.randint(0, 6)):
            dx, dy = rng.choice(list(STEPS.values()))
            x, y = path[-1][0] + dx, path[-1][1] + dy
            if variants.wraps:
                x, y = x % size[0], y % size[1]
            if x in range(size[0]) and y in range(size[1]) and (x, y) not in obstacles:
                path.append((x, y))
        variants.movers.append((path + path[-2:0:-1], every))
        hazards.append(Hazard.path(points(path), every=every))
    if rng.random() < 0.3:
        every, least = rng.randint(1, 30), rng.randint(1, 3)
        variants.shrink = (every, (min(size) - least) // 2)
        hazards.append(Hazard.shrink(every, least=least))
    return hazards


def options(variants: Variants) -> dict[str, Any]:
    """The variants as the engine's options, but for hazards."""
    return {
        "wrap": variants.wraps,
        "growth": variants.growth,
        "food_lifetime": variants.lifetime,
        "food_count": variants.count,
        "starvation_limit": variants.starvation,
    }


class Pair:
    """The same game twice, and what both are asked to do."""

    def __init__(self, rng: random.Random, *, variants: Variants | None = None) -> None:
        size, obstacles, body = random_place(rng)
        hazards = [] if variants is None else vary(rng, variants, size, obstacles, body)
        spawner, source = random_food(rng, size)
        while variants is not None and isinstance(source, Followed):
            spawner, source = random_food(rng, size)
        speed, interval = random_speed(rng)
        direction = rng.choice(list(Direction))
        self.clock, self.log = ManualClock(rng.choice([0.0, 5.5])), Log()
        self.engine = make_game(
            spawner,
            size=size,
            obstacles=obstacles,
            body=body,
            direction=direction,
            speed=speed,
            clock=self.clock,
            release_gil=rng.choice(["always", "auto"]),
            **({} if variants is None else options(variants)),
            hazards=hazards,
        )
        self.engine.subscribe(self.log)
        if isinstance(source, Followed):
            source.game = self.engine
        self.reference = ReferenceGame(
            size,
            obstacles,
            body,
            source,
            direction.value,
            interval=interval,
            now=self.clock.now,
            variants=variants,
        )

    def both(
        self,
        engine: Callable[[SnakeGame], object],
        reference: Callable[[ReferenceGame], object],
    ) -> None:
        """Do it in both and compare the answer, or the class of the error."""
        answer: object
        expected: object
        try:
            answer = plain(engine(self.engine))
        except TickgridError as error:
            answer = type(error).__name__
        try:
            expected = reference(self.reference)
        except Refused as refusal:
            expected = refusal.name
        assert answer == expected

    def compare(self) -> None:
        """Everything that can be seen of the two."""
        engine, reference = self.engine, self.reference
        food = engine.food
        seen = food and ((food.position.x, food.position.y), food.value)
        assert seen == reference.food
        assert [((food.position.x, food.position.y), food.value) for food in engine.foods] == [
            food[:2] for food in reference.foods
        ]
        assert [(cell.x, cell.y) for cell in engine.snake.cells()] == reference.body
        assert engine.length == len(reference.body)
        assert engine.state == reference.state
        assert engine.direction == reference.direction
        assert engine.tick_count == reference.ticks
        assert engine.score == reference.score
        assert engine.render() == reference.board()
        assert engine.next_interval() == reference.interval()
        assert engine.elapsed() == reference.elapsed()
        assert plain(engine.last_result) == reference.last
        assert [plain(frame) for frame in self.log] == reference.pictures


def plain(value: object) -> object:
    """An engine's answer in the reference's words."""
    if isinstance(value, TickResult):
        reason = value.reason.value if value.reason else None
        state = value.state.value
        result: Result = (value.tick, state, value.moved, value.ate, value.score, reason)
        return result
    if isinstance(value, Frame):
        picture: Picture = (value.tick, value.state.value, value.score, value.board)
        return picture
    return value


# -- playing ---------------------------------------------------------------------------------


def likely_turn(rng: random.Random, reference: ReferenceGame) -> str:
    """Mostly one that lives and comes nearer to the food, so that games last; sometimes any."""
    if rng.random() < 0.02:
        return rng.choice(list(STEPS))

    def badness(direction: str) -> tuple[bool, int, float]:
        x, y = reference.ahead(direction)
        away = (
            abs(x - reference.food[0][0]) + abs(y - reference.food[0][1]) if reference.food else 0
        )
        return reference.fate(direction) is not None, away, rng.random()

    ways = [way for way in STEPS if (way, reference.direction) not in REVERSALS]
    return min(ways, key=badness)


def public_verb(rng: random.Random, pair: Pair) -> None:
    verb = rng.choices(["turn", "tick", "run", "pause", "resume"], [8, 82, 2, 3, 6])[0]
    steered = verb == "tick" and not pair.reference.waiting and rng.random() < 0.97
    if verb == "turn" or steered:
        turn = likely_turn(rng, pair.reference) if steered else rng.choice(list(STEPS))
        given: Any = turn if rng.random() < 0.5 else Direction(turn)
        pair.both(lambda game: game.change_direction(given), lambda game: game.turn(turn))
    if verb == "tick":
        pair.both(lambda game: game.tick(), lambda game: game.tick())
    elif verb == "pause":
        pair.both(lambda game: game.pause(), lambda game: game.pause())
    elif verb == "resume":
        pair.both(lambda game: game.resume(), lambda game: game.resume())
    elif verb == "run":
        # Followed food is compared after each tick; a paused game need not look at the turns.
        n = 1 if isinstance(pair.reference.source, Followed) else rng.randint(1, 4)
        turns = [] if pair.reference.state == "paused" else rng.choices(list(STEPS), k=3)
        repeat = rng.random() < 0.5
        pair.both(
            lambda game: game.run(n, turns, repeat=repeat),
            lambda game: run(game, n, turns, repeat),
        )
    pair.clock.advance(pair.reference.interval())


def run(game: ReferenceGame, n: int, turns: list[str], repeat: bool) -> Result:
    """``run`` in the reference's verbs."""
    for number in range(n):
        if turns and (repeat or number < len(turns)):
            game.turn(turns[number % len(turns)])
        result = game.tick()
        if game.state != "running":
            break
    return result


def inner_verb(rng: random.Random, pair: Pair) -> None:
    """What the document has for the phases: advance, idle and transition."""
    verb = rng.choice(["advance", "idle", "transition", "tick of the phase"])
    if verb == "advance":
        pair.both(lambda game: game.advance(), lambda game: game.advance())
    elif verb == "idle":
        pair.both(lambda game: game.idle(), lambda game: game.idle())
    elif verb == "tick of the phase":
        pair.both(lambda game: game.phase.tick(game), lambda game: game.tick())
    else:
        phases: list[GamePhase] = [ReadyPhase(), RunningPhase(), PausedPhase(), OverPhase("wall")]
        phase = rng.choice(phases)
        pair.engine.transition(phase)
        pair.reference.state = phase.state.value
    pair.engine.flush()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_reference_play_alike(chunk: int) -> None:
    ends: Counter[str | None] = Counter()
    meals = 0
    for seed in range(chunk * GAMES_A_CHUNK, (chunk + 1) * GAMES_A_CHUNK):
        rng = random.Random(seed)
        pair = Pair(rng)
        step, after_the_end = 0, 3
        try:
            pair.compare()
            while step < VERBS_A_GAME and after_the_end:
                step += 1
                public_verb(rng, pair)
                pair.compare()
                after_the_end -= pair.reference.state == "over"
        except AssertionError as error:
            raise AssertionError(f"game {seed}, verb {step}: {error}") from error
        last = pair.reference.last
        ends[last[5] if last else None] += 1
        meals += pair.reference.score > 0
    # The games are worth comparing: they end in every way, and many snakes eat.
    assert {None, "wall", "self", "obstacle", "filled"} <= set(ends)
    assert meals > GAMES_A_CHUNK // 4


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_reference_play_variants_alike(chunk: int) -> None:
    ends: Counter[str | None] = Counter()
    for seed in range(chunk * GAMES_A_CHUNK, (chunk + 1) * GAMES_A_CHUNK):
        rng = random.Random(~seed)
        variants = Variants()
        pair = Pair(rng, variants=variants)
        step, after_the_end = 0, 2
        try:
            pair.compare()
            while step < VERBS_A_GAME and after_the_end:
                step += 1
                public_verb(rng, pair)
                pair.compare()
                after_the_end -= pair.reference.state == "over"
            replay = pair.engine.replay()
            assert replay.verify() == pair.engine.tick_count
            assert replay.play().render() == pair.engine.render()
        except AssertionError as error:
            raise AssertionError(f"game {seed}, verb {step}, {variants}: {error}") from error
        last = pair.reference.last
        ends[last[5] if last else None] += 1
    assert {None, "wall", "self", "obstacle", "filled", "starved", "hazard"} <= set(ends)


@pytest.mark.parametrize("chunk", range(2))
def test_engine_and_reference_agree_on_the_phases_verbs_too(chunk: int) -> None:
    for seed in range(chunk * GAMES_A_CHUNK, (chunk + 1) * GAMES_A_CHUNK):
        rng = random.Random(seed)
        pair = Pair(rng)
        for step in range(VERBS_A_GAME // 2):
            try:
                (inner_verb if rng.random() < 0.4 else public_verb)(rng, pair)
                pair.compare()
            except AssertionError as error:
                raise AssertionError(f"game {seed}, verb {step}: {error}") from error


def test_a_game_equals_one_that_draws_by_choice_over_the_free_cells() -> None:
    """Long games, so that the streams of both generators are used at length."""
    for seed in range(20):
        rng = random.Random(seed)
        clock = ManualClock()
        engine = make_game(RandomFoodSpawner(random.Random(seed)), size=(7, 6), clock=clock)
        reference = ReferenceGame(
            (7, 6),
            [],
            [(cell.x, cell.y) for cell in engine.snake.cells()],
            DrawnFood(random.Random(seed)),
            "right",
            interval=lambda score: 0.15,
            now=clock.now,
        )
        while reference.state != "over" and reference.ticks < 500:
            turn = likely_turn(rng, reference)
            assert engine.change_direction(turn) == reference.turn(turn)
            assert plain(engine.tick()) == reference.tick()
            assert engine.render() == reference.board()
            assert reference.food is None or engine.food == Food(Point(*reference.food[0]))
