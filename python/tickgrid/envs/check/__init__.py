"""A checker for vector environments, which Gymnasium has for single ones only (``check_env``).

``check_vector_env(make)`` makes environments, plays them at random, and holds what comes back to
the rules of Gymnasium's documentation, and to what a learner quietly relies on beyond it. Each
rule is one function; its name is the name of the rule, its docstring says what it is and where it
comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
from gymnasium.vector import VectorEnv

from tickgrid.envs.check import form, modes, refusals, rows
from tickgrid.envs.check.case import Case, RuleError
from tickgrid.errors import TickgridError

__all__ = ["RULES", "VectorEnvError", "check_vector_env"]

RULES: tuple[Callable[[Case], None], ...] = (
    # What later rules rely on comes first, so that a fault is told by its own name.
    form.metadata,
    form.spaces,
    refusals.reset_first,
    refusals.closed,
    form.observations,
    form.rewards,
    form.flags,
    form.action_masks,
    form.memory,
    form.arguments,
    modes.reset_mask,
    form.infos,
    rows.seeds,
    modes.next_step,
    modes.same_step,
    rows.alone,
    rows.single,
    rows.batch_size,
    rows.threads,
    rows.copies,
    refusals.bad_actions,
)
"""All rules, in the order in which they are checked."""


class VectorEnvError(TickgridError, AssertionError):
    """A vector environment breaks a rule: ``rule`` is its name, ``row`` where it was, or None."""

    def __init__(self, rule: str, what: str, row: int | None = None) -> None:
        super().__init__(f"{rule}: {what}" if row is None else f"{rule}: row {row}: {what}")
        self.rule = rule
        self.what = what
        self.row = row

    def __reduce__(self) -> tuple[type[VectorEnvError], tuple[str, str, int | None]]:
        return type(self), (self.rule, self.what, self.row)


def check_vector_env(
    make: Callable[..., VectorEnv[Any, Any, Any]],
    make_single: Callable[[], gymnasium.Env[Any, Any]] | None = None,
    *,
    num_envs: int = 5,
    num_steps: int = 150,
    seed: int = 0,
) -> None:
    """Raises ``VectorEnvError`` for the first rule that the environments of ``make`` break.

    ``make(num_envs, autoreset_mode=...)`` returns a new vector environment of that many rows, in
    each of the three modes of ``gymnasium.vector.AutoresetMode``; if it takes ``num_threads``, too,
    results must not depend on it. ``make_single()`` returns the single environment whose batch it
    is. Episodes should be short enough that a random player ends some within ``num_steps``; the
    rules of the modes say nothing of an environment that never ends.
    """
    case = Case(make, make_single, num_envs, num_steps, seed)
    for rule in RULES:
        _check(rule, case)


def _check(rule: Callable[[Case], None], case: Case) -> None:
    try:
        rule(case)
    except RuleError as fault:
        raise VectorEnvError(rule.__name__, fault.what, fault.row) from None
    except Exception as error:
        what = f"{type(error).__name__} where nothing should be raised: {error}"
        raise VectorEnvError(rule.__name__, what) from error
