"""A game for several seats that act in turn as a PettingZoo ``AECEnv``: a batch of one row.

Needs ``pettingzoo``, which the extra of that name brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import DTypeLike, NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tickgrid._core import Batch
from tickgrid.envs.options import check_mode, fresh_seed, seed_of, show, spaces
from tickgrid.envs.state import BatchCopies
from tickgrid.errors import InvalidStateError, ValidationError

__all__ = ["GridAECEnv", "wrapped"]

Observation = dict[str, NDArray[Any]]


class GridAECEnv(BatchCopies, AECEnv[str, Observation, Any]):
    """A game of the name ``game``, by its configuration in JSON, one agent a seat.

    ``agents`` are the seats' names, in order. An observation is a dict of "observation", what the
    agent's seat sees, and "action_mask" (int8, 1 for each action there is), which is all 0 for an
    agent whose turn it is not. ``dtype`` gives bytes another type of one byte; no value changes.
    After ``max_cycles`` steps, of all agents together, a game is cut off.

    A subclass says in ``metadata["name"]`` what it is. What is no action, or one that is masked and
    refused, is an error that changes nothing; ``wrapped`` makes it a loss instead.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's form
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "tickgrid",
        "is_parallelizable": False,
        "render_fps": 10,
    }
    _ending: str | None

    def __init__(
        self,
        game: str,
        config: str,
        agents: Sequence[str],
        *,
        dtype: DTypeLike = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self._made_of = (game, config, max_cycles)
        self._batch = self._make_batch(fresh_seed())
        if len(agents) != self._batch.num_seats or len(set(agents)) != len(agents):
            raise ValidationError(
                f"agents: got {list(agents)!r}, expected {self._batch.num_seats} names"
            )
        self.possible_agents = list(agents)
        box, actions = spaces(self._batch)
        self._dtype = np.dtype(box.dtype if dtype is None else dtype)
        seen: Any = Box(box.low.min(), box.high.max(), box.shape, self._dtype.type)
        mask: Any = Box(0, 1, (int(actions.n),), np.int8)
        # A space a seat: each has its own generator.
        self.observation_spaces: Any = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in agents
        }
        self.action_spaces: Any = {agent: Discrete(int(actions.n)) for agent in agents}
        self._begin()

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's form
    ) -> None:
        """Begins a new game. ``seed``: 0 to 2^64 - 1, or None to go on with the stream."""
        self._batch.reset(None, None if seed is None else [seed_of(seed)])
        self._begin()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Does what the agent ``agent_selection`` wants; None for one whose game is over.

        Raises for what is no action, and nothing has changed then.
        """
        if not self.agents:
            raise InvalidStateError("step: got no agent that is left, expected reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        _, _, terminated, truncated = self._batch.step_one(action)
        self._cumulative_rewards[agent] = 0
        rewards = self._batch.rewards()[0].tolist()
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        if terminated or truncated:
            self._ending = self._batch.ending_words()[0]
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self._to_act()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and which actions it has; fresh arrays."""
        if agent not in self.action_spaces:
            known = ", ".join(self.possible_agents)
            raise ValidationError(f"agent: got {agent!r}, expected one of {known}")
        seat = self.possible_agents.index(agent)
        observation = self._batch.observe(seat)[0].view(self._dtype)
        mask: NDArray[np.int8]
        if agent != self.agent_selection:
            mask = np.zeros(self._batch.num_actions, np.int8)
        elif self.ending is None:
            mask = self._batch.action_masks()[0].astype(np.int8)
        else:
            mask = self._final_mask(observation)
        return {"observation": observation, "action_mask": mask}

    @property
    def ending(self) -> str | None:
        """How the game has ended, in the engine's words; "truncated" if it was cut off."""
        return self._ending

    def observation_space(self, agent: str) -> Space[Observation]:
        """The space of what an agent sees."""
        space: Space[Observation] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions."""
        space: Space[Any] = self.action_spaces[agent]
        return space

    def render(self) -> Any:
        """The board: uint8 of shape (H, W, 3) in mode "rgb_array", lines of text in "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render: got no render_mode, expected one when it was made")
        elif self.render_mode == "ansi":
            return self._batch.text(0)
        elif self.render_mode == "rgb_array":
            return self._batch.picture(0, 16)
        else:
            show(self._batch.text(0))
        return None

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _final_mask(self, observation: NDArray[Any]) -> NDArray[np.int8]:  # noqa: ARG002 - for subclasses
        """The mask of the agent to act next, had the game not ended: nothing, unless overridden."""
        return np.zeros(self._batch.num_actions, np.int8)

    def _to_act(self) -> str:
        agent: str = self.possible_agents[self._batch.to_act()[0]]
        return agent

    def _begin(self) -> None:
        self._ending = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        # PettingZoo's own, of a game that was left while its dead agents stepped.
        self._skip_agent_selection: Any = None
        self.agent_selection = self._to_act()

    def _make_batch(self, seed: int) -> Batch:
        game, config, max_cycles = self._made_of
        return Batch(
            game,
            config,
            1,
            autoreset="disabled",
            seed=seed,
            max_episode_steps=max_cycles,
            num_threads=1,
        )


def wrapped(
    env: AECEnv[str, Observation, Any], illegal_reward: float = -1.0
) -> AECEnv[str, Observation, Any]:
    """The environment in PettingZoo's usual wrappers.

    An action that the mask rules out ends the game with ``illegal_reward`` for who chose it and 0
    for the others; one outside of the space, and calls in a wrong order, are assertion errors.
    """
    env = TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
    env = AssertOutOfBoundsWrapper(env)
    return OrderEnforcingWrapper(env)
