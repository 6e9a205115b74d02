"""Snake as an environment: its options, and the two classes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode

from tickgrid._core import Hazard, Point
from tickgrid.envs.options import INFO, integer, number, seed_of
from tickgrid.envs.single import GridEnv
from tickgrid.envs.vector import GridVectorEnv
from tickgrid.errors import ValidationError

__all__ = ["SnakeEnv", "SnakeVectorEnv"]


class SnakeEnv(GridEnv):
    """Snake for one player: ``gymnasium.make("tickgrid/Snake-v0", ...)``.

    Options are those of ``SnakeVectorEnv``, but for the batch's.
    """

    def __init__(
        self,
        *,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        record: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            "snake",
            configuration(**options),
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
            record=record,
        )


class SnakeVectorEnv(GridVectorEnv):
    """Many games of Snake: ``gymnasium.make_vec("tickgrid/Snake-v0", num_envs=n, ...)``.

    See ``docs/environments.md`` for observations, actions, rewards and endings.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        info: Iterable[str] = INFO,
        record: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            "snake",
            configuration(**options),
            num_envs,
            autoreset_mode=autoreset_mode,
            num_threads=num_threads,
            max_episode_steps=max_episode_steps,
            render_mode=render_mode,
            info=info,
            record=record,
        )


def configuration(config: Mapping[str, Any] | str | None = None, **options: Any) -> str:
    """The configuration of these options, or this one, in JSON."""
    if config is None:
        return of_options(**options)
    if options:
        names = ", ".join(options)
        raise TypeError(f"config: got {names} beside it, expected a configuration or options")
    return config if isinstance(config, str) else json.dumps(config)


def of_options(
    *,
    height: int = 12,
    width: int = 12,
    observation: str = "cells",
    actions: str = "absolute",
    view: int | None = None,
    mask: str = "legal",
    start: str = "random",
    length: int = 3,
    obstacles: Iterable[Point] | float = (),
    obstacle_seed: int = 0,
    wrap: bool = False,
    hazards: Iterable[Hazard] = (),
    food_count: int = 1,
    food_value: int = 1,
    food_lifetime: int | None = None,
    golden_probability: float = 0.0,
    golden_value: int = 5,
    golden_seed: int | None = None,
    growth: int = 1,
    reward_food: float = 1.0,
    reward_death: float = -1.0,
    reward_win: float = 0.0,
    reward_step: float = 0.0,
    starvation_limit: int | Literal["auto"] | None = "auto",
) -> str:
    """The configuration of these options, in JSON.

    ``obstacles`` are cells, or a share of all cells (0 to 1) that is drawn from ``obstacle_seed``
    so that the free cells stay connected. ``starvation_limit`` is in steps without food; "auto"
    stands for two a cell, None for no limit.
    """
    height, width = integer(height, "height"), integer(width, "width")
    if starvation_limit == "auto":
        starvation: int | None = 2 * height * width
    elif isinstance(starvation_limit, str):
        raise ValidationError(
            f"starvation_limit: got {starvation_limit!r}, expected an integer, 'auto' or None"
        )
    else:
        starvation = (
            None if starvation_limit is None else _count(starvation_limit, "starvation_limit")
        )
    rewards = {
        "food": number(reward_food, "reward_food"),
        "death": number(reward_death, "reward_death"),
        "win": number(reward_win, "reward_win"),
        "step": number(reward_step, "reward_step"),
    }
    for name, reward in rewards.items():
        if reward != reward or abs(reward) == float("inf"):
            raise ValidationError(f"reward_{name}: got {reward}, expected a finite number")
    if not isinstance(wrap, (bool, np.bool_)):
        raise TypeError(f"wrap: got {type(wrap).__name__}, expected True or False")
    return json.dumps(
        {
            "width": _count(width, "width"),
            "height": _count(height, "height"),
            "edges": "wrap" if wrap else "walls",
            "obstacles": _obstacles(obstacles, obstacle_seed),
            "hazards": _hazards(hazards),
            "start": _word(start, "start", ("center", "random")),
            "length": _count(length, "length"),
            "food_count": _count(food_count, "food_count"),
            "food_value": _count(food_value, "food_value"),
            "food_lifetime": None
            if food_lifetime is None
            else _count(food_lifetime, "food_lifetime"),
            "golden": _golden(golden_probability, golden_value, golden_seed),
            "growth": _count(growth, "growth"),
            "rewards": rewards,
            "starvation": starvation,
            "observation": _word(observation, "observation", OBSERVATIONS),
            "view": None if view is None else _count(view, "view"),
            "actions": _word(actions, "actions", ("absolute", "relative")),
            "mask": _word(mask, "mask", ("legal", "safe")),
        }
    )


def _hazards(hazards: Iterable[Hazard]) -> list[Any]:
    chosen = list(hazards)
    for hazard in chosen:
        if not isinstance(hazard, Hazard):
            raise TypeError(f"hazards: got {type(hazard).__name__}, expected Hazards")
    return [json.loads(hazard.to_json()) for hazard in chosen]


def _golden(probability: float, value: int, seed: int | None) -> list[Any]:
    share = number(probability, "golden_probability")
    if not 0 <= share <= 1:
        raise ValidationError(f"golden_probability: got {share}, expected 0 to 1")
    coin = {
        "probability": share,
        "value": _count(value, "golden_value"),
        "seed": None if seed is None else seed_of(seed, "golden_seed"),
    }
    return [coin] if share > 0 else []


OBSERVATIONS = ("cells", "planes", "egocentric", "egocentric_planes", "features", "rgb")


def _count(value: Any, field: str) -> int:
    count = integer(value, field)
    if not 0 <= count < 2**32:
        raise ValidationError(f"{field}: got {count}, expected 0 to 2^32 - 1")
    return count


def _word(value: Any, field: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{field}: got {type(value).__name__}, expected a str")
    if value not in words:
        raise ValidationError(f"{field}: got {value!r}, expected one of {', '.join(words)}")
    return value


def _obstacles(obstacles: Iterable[Point] | float, seed: int) -> Any:
    if isinstance(obstacles, Iterable):
        cells = list(obstacles)
        for cell in cells:
            if not isinstance(cell, Point):
                got = type(cell).__name__
                raise TypeError(f"obstacles: got {got}, expected Points or a share of all cells")
        return [[cell.x, cell.y] for cell in cells]
    density = number(obstacles, "obstacles")
    if not 0 <= density < 1:
        raise ValidationError(f"obstacles: got {density}, expected a share of 0 to 1")
    return {"density": density, "seed": seed_of(seed, "obstacle_seed")}
