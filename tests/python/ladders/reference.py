"""A naive second set of rules to compare with: a dictionary, a loop, nothing remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction


def turn(
    size: int,
    jumps: Mapping[int, int],
    position: int,
    roll: Callable[[], int],
    *,
    finish: str = "exact",
    extra_roll_on: int | None = 6,
    max_sixes: int | None = 3,
) -> tuple[int, list[str]]:
    """One turn: where the token is afterwards, and what happened, a word a roll."""
    words: list[str] = []
    extra = 0
    while True:
        value = roll()
        if value == extra_roll_on:
            extra += 1
            if extra == max_sixes:
                return position, [*words, "forfeit"]
        square = position + value
        if square > size and finish == "exact":
            return position, [*words, "overshoot"]
        bounced = square > size and finish == "bounce"
        if square > size:
            square = size - (square - size) if bounced else size
        position = square
        if position in jumps:
            position = jumps[position]
        words.append(f"{'bounce' if bounced else 'move'} {square} {position}")
        if position == size or value != extra_roll_on:
            return position, words


def lengths(
    size: int,
    jumps: Mapping[int, int],
    sides: int,
    turns: int,
    *,
    finish: str = "exact",
    extra_roll_on: int | None = 6,
    max_sixes: int | None = 3,
) -> list[Fraction]:
    """The probabilities that one token needs 0, 1, 2 ... turns: every sequence of rolls.

    ``max_sixes`` must be a number if any roll earns another: else there is no end of them.
    """

    def outcomes(position: int, extra: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for value in range(1, sides + 1):
            script = iter([value])
            earns = value == extra_roll_on
            if earns and extra + 1 == max_sixes:
                after = {position: Fraction(1)}
            else:
                square, _ = turn(
                    size, jumps, position, script.__next__, finish=finish,
                    extra_roll_on=None,
                )  # fmt: skip
                overshot = position + value > size and finish == "exact"
                on = earns and not overshot and square != size
                after = outcomes(square, extra + 1) if on else {square: Fraction(1)}
            for square, chance in after.items():
                found[square] = found.get(square, Fraction(0)) + chance / sides
        return found

    table = {square: outcomes(square, 0) for square in range(size)}
    now, result = {0: Fraction(1)}, [Fraction(0)]
    for _ in range(turns):
        after: dict[int, Fraction] = {}
        for square, chance in now.items():
            for end, share in table[square].items():
                after[end] = after.get(end, Fraction(0)) + chance * share
        result.append(after.pop(size, Fraction(0)))
        now = after
    return result
