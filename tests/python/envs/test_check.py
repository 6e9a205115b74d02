"""The checker of vector environments: ours pass, Gymnasium's own nearly, and faults are caught."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import pytest
from gymnasium.vector import SyncVectorEnv, VectorEnv

from tickgrid import TickgridError
from tickgrid.envs import SnakeEnv, SnakeVectorEnv, check_vector_env
from tickgrid.envs.check import RULES, VectorEnvError

from . import faults, faults_of_form, faults_of_play

SMALL: dict[str, Any] = {"height": 4, "width": 5, "info": ("ending", "action_mask", "length")}


@pytest.mark.parametrize(
    "observation", ["cells", "planes", "egocentric", "egocentric_planes", "features", "rgb"]
)
@pytest.mark.parametrize("actions", ["absolute", "relative"])
@pytest.mark.parametrize("mask", ["legal", "safe"])
def test_ours_pass(observation: str, actions: str, mask: str) -> None:
    options: dict[str, Any] = {"observation": observation, "actions": actions, "mask": mask}
    check_vector_env(
        lambda num_envs, **more: SnakeVectorEnv(num_envs, **SMALL, **options, **more),
        lambda: SnakeEnv(**SMALL, **options),
        num_steps=40,
    )


@pytest.mark.parametrize(
    "options",
    [
        {"info": ()},
        {"max_episode_steps": 7},
        {"starvation_limit": 3},
        {"obstacles": 0.2, "food_count": 3},
        {"start": "center", "length": 1, "reward_step": -0.1},
    ],
    ids=str,
)
def test_ours_pass_with_other_options(options: dict[str, Any]) -> None:
    given = {**SMALL, **options}
    check_vector_env(
        lambda num_envs, **more: SnakeVectorEnv(num_envs, **given, **more),
        lambda: SnakeEnv(**given),
        num_steps=40,
        num_envs=4,
        seed=3,
    )


def test_ours_pass_as_gymnasium_makes_them() -> None:
    def make(num_envs: int, **options: Any) -> VectorEnv[Any, Any, Any]:
        return gymnasium.make_vec("tickgrid/Snake-v0", num_envs, **SMALL, **options)

    check_vector_env(make, num_steps=40)


def sync(fns: list[Any], autoreset_mode: Any) -> SyncVectorEnv:
    """Gymnasium's, with metadata of its own: older releases share them within a class."""
    env = SyncVectorEnv(fns, autoreset_mode=autoreset_mode)
    env.metadata = {**env.metadata}
    return env


def test_gymnasiums_own_breaks_but_one_rule() -> None:
    """``SyncVectorEnv`` has moved the rows before the one whose action it finds to be wrong."""

    def make(num_envs: int, autoreset_mode: Any) -> SyncVectorEnv:
        return sync([lambda: SnakeEnv(**SMALL)] * num_envs, autoreset_mode)

    with pytest.raises(VectorEnvError) as caught:
        check_vector_env(make, lambda: SnakeEnv(**SMALL), num_steps=40)
    assert caught.value.rule == "bad_actions"


def test_gymnasiums_cartpole_passes_most_rules() -> None:
    """Another kind of observation, without masks: its single environment takes no bad action."""

    def make(num_envs: int, autoreset_mode: Any) -> SyncVectorEnv:
        fns = [lambda: gymnasium.make("CartPole-v1", max_episode_steps=9)] * num_envs
        return sync(fns, autoreset_mode)

    with pytest.raises(VectorEnvError) as caught:
        check_vector_env(make, num_steps=40)
    assert caught.value.rule in ("closed", "bad_actions")


FAULTS: list[type[faults.Right]] = [
    kind
    for module in (faults_of_form, faults_of_play)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, faults.Right) and kind is not faults.Right
]


def single() -> SnakeEnv:
    return SnakeEnv(**faults.OPTIONS)


def test_the_base_of_the_planted_faults_passes() -> None:
    check_vector_env(faults.Right, single, num_steps=50)


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_a_planted_fault_is_caught_by_its_rule(kind: type[faults.Right]) -> None:
    with pytest.raises(VectorEnvError) as caught:
        check_vector_env(kind, single, num_steps=50)
    assert kind.__doc__ is not None
    assert caught.value.rule == kind.__doc__.partition(":")[0], str(caught.value)
    assert str(caught.value).startswith(f"{caught.value.rule}: ")


def test_every_rule_has_a_fault_that_breaks_it() -> None:
    broken = {str(kind.__doc__).partition(":")[0] for kind in FAULTS}
    assert broken == {rule.__name__ for rule in RULES}


def test_the_row_is_named() -> None:
    with pytest.raises(VectorEnvError, match=r"^observations: row 4: ") as caught:
        check_vector_env(faults_of_form.TooLow, num_steps=20)
    assert caught.value.row == 4


def test_the_error_is_an_assertion_and_ours() -> None:
    assert issubclass(VectorEnvError, AssertionError) and issubclass(VectorEnvError, TickgridError)
    error = pickle.loads(pickle.dumps(VectorEnvError("seeds", "they do not", 3)))
    assert (error.rule, error.row, str(error)) == ("seeds", 3, "seeds: row 3: they do not")


def test_an_environment_that_raises_is_told_by_the_rule_that_was_checked() -> None:
    def make(num_envs: int, **options: Any) -> SnakeVectorEnv:
        raise OSError("no disk")

    with pytest.raises(VectorEnvError, match=r"^metadata: OSError .* no disk") as caught:
        check_vector_env(make)
    assert isinstance(caught.value.__cause__, OSError)
