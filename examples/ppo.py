"""Teaches a small network to fill the board of Snake: PPO in one file, to be read from the top.

    python examples/ppo.py --size 6 --seed 1              # train: runs/6x6-seed1.pt and .png
    python examples/ppo.py --resume runs/6x6-seed1.pt     # go on where it was stopped
    python examples/ppo.py --evaluate runs/6x6-seed*.pt   # greedy play of 1,000 fresh games each

Needs torch, matplotlib and rich; ``make train`` puts them into a venv of their own. The algorithm
is that of Schulman et al., "Proximal Policy Optimization Algorithms" (2017), with the generalised
advantages of their "High-Dimensional Continuous Control" (2016). What helps with Snake:

- The player sees the board around its head, turned so that the snake faces up. Left and right are
  alike, so half of the games are seen through a mirror: always the same half, or a snake could not
  keep to one way round.
- Moves that kill at once are masked out while there is another one.
- Nothing is shaped: food is worth 1, death and starving -1.
- Processors like matrices: a flat network costs a quarter of one with convolutions.
- Small rollouts, each learned from once: what counts is how often the policy improves.
- Four planes of the six: head and tail are in the body's order, and every input that says nothing
  new makes learning slower.
- A far horizon: at a discount of 0.99, a step saved is worth a risk of one in a hundred.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import Tensor, nn

from tickgrid.envs import SnakeVectorEnv

mpl.use("agg")
from matplotlib import pyplot as plt

START = 3  # cells of a snake at the start
ACTIONS = 3  # left, straight, right
PLANES = [0, 3, 4, 5]  # of an observation: snake, food, walls; and the order of the snake's cells
SPAN = 30  # steps that the network sees as 1
UNIT = 10  # rewards that the network sees as 1
FRESH = 10**12  # the seed of the first game of an evaluation: far from those of all training
POINTS = 100  # of a learning curve


def option(default: Any, text: str) -> Any:
    """A field of ``Options`` that ``--help`` explains."""
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True)
class Options:
    """What a run is made of. The defaults are for 6x6; docs/results/ppo.md has larger boards."""

    size: int = option(6, "cells of a side of the board")
    seed: int = option(1, "of the games, of the network, and of all chance")
    steps: int = option(4_000_000, "of the environments, all rows together")
    rows: int = option(512, "games side by side")
    rollout: int = option(16, "steps of each row between two updates")
    epochs: int = option(1, "times that each step is learned from")
    minibatch: int = option(1024, "steps of one gradient")
    width: int = option(256, "units of a hidden layer; the first has twice as many")
    rate: float = option(7e-4, "learning rate, falling evenly to zero")
    gamma: float = option(0.998, "discount of a reward by each step")
    trace: float = option(0.95, "lambda of the generalised advantages")
    clip: float = option(0.2, "how far an update may change a probability")
    entropy: float = option(0.01, "what variety is worth, falling to zero")


def environments(size: int, rows: int, **options: Any) -> SnakeVectorEnv:
    """Games as the player sees them. A row that has ended begins anew in the step after."""
    options |= {"observation": "egocentric_planes", "actions": "relative", "mask": "safe"}
    return SnakeVectorEnv(rows, height=size, width=size, length=START, num_threads=1, **options)


def window(env: SnakeVectorEnv) -> tuple[int, ...]:
    """The shape of what the player sees."""
    return (len(PLANES), *(env.single_observation_space.shape or ())[1:])


def seen(env: SnakeVectorEnv, observations: NDArray[Any], mirror: Tensor) -> tuple[Tensor, Tensor]:
    """Observations and masks, those of the rows in ``mirror`` with left and right exchanged."""
    view, mask = (
        torch.from_numpy(array) for array in (observations[:, PLANES], env.action_masks())
    )
    return (
        torch.where(mirror[:, None, None, None], view.flip(-1), view),
        torch.where(mirror[:, None], mask.flip(-1), mask),
    )


class Agent(nn.Module):
    """A policy and an estimate of what is still to come, on the same hidden layers."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        sizes = [inputs, 2 * width, width, width]
        layers = [(nn.Linear(*pair), nn.ReLU()) for pair in pairwise(sizes)]
        self.body = nn.Sequential(nn.Flatten(), *chain.from_iterable(layers))
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.orthogonal_(module.weight, math.sqrt(2))
                nn.init.zeros_(module.bias)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, view: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of probabilities (rows, actions), and values (rows,) in units."""
        planes = view.float() / 255
        # The body's order as the time until a cell is free, which means the same at every length.
        planes[:, -1] *= planes[:, 0].sum((1, 2), keepdim=True) / SPAN
        hidden = self.body(planes)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return logits.log_softmax(-1), self.value(hidden).squeeze(-1)


class Rollout:
    """What all rows saw and did for a while: tensors of shape (steps, rows, ...)."""

    def __init__(self, steps: int, env: SnakeVectorEnv) -> None:
        shape, longer = (steps, env.num_envs), (steps + 1, env.num_envs)
        self.view = torch.zeros((*shape, *window(env)), dtype=torch.uint8)
        self.mask = torch.zeros((*shape, ACTIONS), dtype=torch.bool)
        self.action = torch.zeros(shape, dtype=torch.int64)
        self.chance = torch.zeros(shape)  # logarithm of the action's probability
        self.value = torch.zeros(longer)  # also of where the rollout stops
        self.reward = torch.zeros(shape)
        self.terminated = torch.zeros(shape, dtype=torch.bool)
        self.idle = torch.zeros(longer, dtype=torch.bool)  # had ended before, only begins anew

    def advantages(self, gamma: float, trace: float) -> Tensor:
        """How much better each action did than expected, in rewards.

        A row that ended shows its last position in the next step, so that the value there is right
        for one that was cut off, and is left out for one that died. The step in which it begins
        anew is no action of the player's; nobody learns from it.
        """
        result, later = torch.zeros_like(self.reward), torch.zeros(self.reward.shape[1])
        value = self.value * UNIT
        for t in reversed(range(len(result))):
            ahead = value[t + 1].masked_fill(self.terminated[t], 0)
            surprise = self.reward[t] + gamma * ahead - value[t]
            later = surprise + gamma * trace * later.masked_fill(self.idle[t + 1], 0)
            result[t] = later
        return result


class Run:
    """A training under way: everything that a checkpoint holds."""

    def __init__(self, options: Options) -> None:
        torch.manual_seed(options.seed)
        self.options = options
        self.env = environments(options.size, options.rows)
        self.mirror = torch.arange(options.rows) % 2 == 1
        self.agent = Agent(math.prod(window(self.env)), options.width)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), eps=1e-5, fused=True)
        self.rollout = Rollout(options.rollout, self.env)
        self.observations, _ = self.env.reset(seed=options.seed * 10**6)
        self.step, self.wall, self.cpu = 0, 0.0, 0.0
        self.history: list[tuple[int, float, float]] = []  # steps, share filled, mean length

    def save(self, path: Path) -> None:
        """Writes a checkpoint, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(
            {
                "options": asdict(self.options),
                "agent": self.agent.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "games": self.env.get_state(),
                "observations": torch.from_numpy(self.observations),
                "idle": self.rollout.idle[-1],
                "chance": torch.get_rng_state(),
                "progress": (self.step, self.wall, self.cpu, self.history),
            },
            path.with_suffix(".tmp"),
        )
        path.with_suffix(".tmp").replace(path)

    @classmethod
    def load(cls, path: Path) -> Run:
        """Reads a checkpoint; the run goes on exactly as if it had not been stopped."""
        state = torch.load(path, weights_only=True)
        run = cls(Options(**state["options"]))
        run.agent.load_state_dict(state["agent"])
        run.optimizer.load_state_dict(state["optimizer"])
        run.env.set_state(state["games"])
        run.observations = state["observations"].numpy()
        run.rollout.idle[-1] = state["idle"]
        run.step, run.wall, run.cpu, run.history = state["progress"]
        torch.set_rng_state(state["chance"])
        return run

    def play(self) -> None:
        """Fills the rollout."""
        data = self.rollout
        data.idle[0] = data.idle[-1]
        with torch.no_grad():
            for t in range(len(data.reward)):
                data.view[t], data.mask[t] = seen(self.env, self.observations, self.mirror)
                chances, data.value[t] = self.agent(data.view[t], data.mask[t])
                action = chances.exp().multinomial(1)
                data.action[t] = action.squeeze(1)
                data.chance[t] = chances.gather(1, action).squeeze(1)
                turns = torch.where(self.mirror, 2 - data.action[t], data.action[t])
                self.observations, reward, terminated, truncated, _ = self.env.step(turns.numpy())
                data.reward[t] = torch.from_numpy(reward)
                data.terminated[t] = torch.from_numpy(terminated)
                data.idle[t + 1] = torch.from_numpy(terminated | truncated)
            data.value[-1] = self.agent(*seen(self.env, self.observations, self.mirror))[1]
        self.step += data.reward.numel()

    def learn(self) -> None:
        """Learns from the rollout, in random minibatches."""
        options, data = self.options, self.rollout
        left = max(0.0, 1 - self.step / options.steps)
        self.optimizer.param_groups[0]["lr"] = options.rate * left
        advantages = data.advantages(options.gamma, options.trace)
        returns = (advantages / UNIT + data.value[:-1]).flatten()
        actual = (~data.idle[:-1]).flatten().nonzero().squeeze(1)
        advantages = advantages.flatten()
        advantages = (advantages - advantages[actual].mean()) / (advantages[actual].std() + 1e-8)
        view, mask = data.view.flatten(0, 1), data.mask.flatten(0, 1)
        action, chance = data.action.flatten(), data.chance.flatten()
        for _ in range(options.epochs):
            order = actual[torch.randperm(len(actual))]
            for pick in order.tensor_split(math.ceil(len(order) / options.minibatch)):
                chances, values = self.agent(view[pick], mask[pick])
                ratio = (chances.gather(1, action[pick, None]).squeeze(1) - chance[pick]).exp()
                clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
                gain = torch.min(ratio * advantages[pick], clipped * advantages[pick]).mean()
                error = (values - returns[pick]).square().mean()
                variety = -(chances.exp() * chances).sum(-1).mean()
                self.optimizer.zero_grad()
                (2 * error - gain - options.entropy * left * variety).backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
                self.optimizer.step()

    def train(self, path: Path) -> None:
        """Plays and learns until all steps are done. Saves every twentieth of the way."""
        total = self.options.steps
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            task = progress.add_task("", total=total, completed=self.step)
            while self.step < total:
                wall, cpu, before = time.perf_counter(), time.process_time(), self.step
                self.play()
                self.learn()
                self.wall += time.perf_counter() - wall
                self.cpu += time.process_time() - cpu
                progress.update(task, completed=self.step)
                if self.step * POINTS // total > before * POINTS // total:
                    told = self.note()
                    progress.update(task, description=told)
                if self.step * 20 // total > before * 20 // total:
                    progress.console.print(told, highlight=False)
                    self.save(path)

    def note(self) -> str:
        """Adds a point to the learning curve: the games that have ended since the last one."""
        games = self.env.episodes()
        filled, length = games["ending"] == "filled", START + games["return"]
        length[~filled] += 1  # for the -1 of a death
        share, mean = (float(x.mean()) if len(x) else math.nan for x in (filled, length))
        self.history.append((self.step, share, mean))
        return (
            f"{self.step:,} steps, {self.step / self.wall:,.0f} a second: {share:.1%} filled, "
            f"length {mean:.1f} of {self.options.size**2}"
        )


def greedy(agent: Agent, size: int, games: int, first: int) -> tuple[NDArray[Any], ...]:
    """Plays each game once by the likeliest move, without a mirror.

    Returns three arrays of one element a game: whether it was filled, its steps, its final length.
    """
    env = environments(size, games, info=("ending", "length"))
    observations, _ = env.reset(seed=first)
    filled, steps, length = np.zeros(games, np.bool_), np.zeros(games, int), np.zeros(games, int)
    playing = np.ones(games, np.bool_)
    while playing.any():
        view, mask = seen(env, observations, torch.zeros(games, dtype=torch.bool))
        actions, rows = np.ones(games, np.int64), torch.from_numpy(playing.nonzero()[0])
        with torch.no_grad():
            actions[playing] = agent(view[rows], mask[rows])[0].argmax(-1).numpy()
        observations, _, terminated, truncated, infos = env.step(actions)
        steps += playing
        ended = playing & (terminated | truncated)
        if ended.any():
            filled[ended] = infos["ending"][ended] == "filled"
            length[ended] = infos["length"][ended]
        playing &= ~ended
    return filled, steps, length


def wilson(hits: int, tries: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    share, spread = hits / tries, z * z / tries
    middle = share + spread / 2
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def evaluate(runs: list[Run], games: int) -> Iterator[str]:
    """A table in Markdown, a row a run."""
    yield "| board | seed | steps | wall | CPU time | filled | 95 % | mean length | steps to fill |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for run in runs:
        size = run.options.size
        filled, steps, length = greedy(run.agent, size, games, FRESH)
        low, high = wilson(int(filled.sum()), games)
        to_fill = f"{steps[filled].mean():.0f}" if filled.any() else "-"
        yield (
            f"| {size}x{size} | {run.options.seed} | {run.step / 1e6:.2f} M"
            f" | {run.wall / 60:.1f} min | {run.cpu / 60:.1f} min"
            f" | {filled.mean():.1%} | {low:.1%} to {high:.1%}"
            f" | {length.mean():.2f} of {size**2} | {to_fill} |"
        )


def draw(runs: list[Run], path: Path) -> None:
    """The learning curves, as a PNG: games of training, moves drawn by their probabilities."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(7, 6), sharex=True)
    for run in runs:
        size = run.options.size
        steps, filled, length = np.array([(0, math.nan, math.nan), *run.history]).T
        above.plot(steps / 1e6, 100 * filled, label=f"{size}x{size}, seed {run.options.seed}")
        below.plot(steps / 1e6, 100 * length / size**2)
    above.set(ylabel="boards filled, %", ylim=(0, 100))
    below.set(ylabel="mean final length, % of cells", xlabel="million steps", ylim=(0, 100))
    above.legend()
    for axes in (above, below):
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=100, bbox_inches="tight")
    plt.close(figure)


def command() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description="Teaches a network to fill the board of Snake, and measures how well it does.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    what = parser.add_argument_group("what to do; without these, train anew")
    what.add_argument("--resume", type=Path, metavar="FILE", help="go on with a checkpoint")
    what.add_argument("--until", type=int, metavar="STEPS", help="with --resume: steps in all")
    what.add_argument("--evaluate", type=Path, metavar="FILE", nargs="+", help="measure networks")
    what.add_argument("--games", type=int, default=1000, help="fresh games of an evaluation")
    what.add_argument("--out", type=Path, default=Path("runs"), help="folder for what is written")
    what.add_argument("--threads", type=int, default=1, help="of torch")
    how = parser.add_argument_group("how to train")
    for one in fields(Options):
        default: Any = one.default
        how.add_argument(f"--{one.name}", type=type(default), default=default, **one.metadata)
    return parser.parse_args()


def main() -> None:
    """Trains, goes on, or measures."""
    arguments = command()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.evaluate:
        runs, curve = [Run.load(path) for path in arguments.evaluate], "evaluation"
    else:
        if arguments.resume:
            run = Run.load(arguments.resume)
            run.options = replace(run.options, steps=arguments.until or run.options.steps)
        else:
            options = {one.name: getattr(arguments, one.name) for one in fields(Options)}
            run = Run(Options(**options))
        runs, curve = [run], f"{run.options.size}x{run.options.size}-seed{run.options.seed}"
        run.train(arguments.resume or arguments.out / f"{curve}.pt")
    for line in evaluate(runs, arguments.games):
        print(line, flush=True)
    draw(runs, arguments.out / f"{curve}.png")


if __name__ == "__main__":
    main()
