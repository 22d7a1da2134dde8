"""T-45: Uniformity of the dice: a chi-square test and a runs test for d6 and d10.

    python -m bench.reliability dice_uniformity [DICE] [SEEDS] [--write]

Each seed of a game rolls DICE dice of each kind with `SeededDice`, ten in a move.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.kernel.dice import SeededDice, key_of
from app.services.watch.benchmarks import Measurement
from bench.written import at_least, at_most, counted

SIDES = (6, 10)
PER_MOVE = 10
LEAST, MOST = 0.1, 99.9  # per cent


def faces(seed: str, sides: int, dice: int, skipped: int = 0) -> list[int]:
    """Faces of the moves of a game with this seed, without the first `skipped` dice."""
    key, found = key_of(seed, ()), list[int]()
    for move in range(skipped // PER_MOVE + 1, (skipped + dice) // PER_MOVE + 1):
        rolled = SeededDice(key, move)
        found += [rolled.roll(sides, "shot", "unit") for _ in range(PER_MOVE)]
    return found


def chi_square_probability(rolled: Sequence[int], sides: int) -> float:
    """Probability of a chi-square value at least as large; the number of sides is even."""
    expected = len(rolled) / sides
    counts = Counter(rolled)
    value = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    term = math.sqrt(2 * value / math.pi) * math.exp(-value / 2)
    tail = math.erfc(math.sqrt(value / 2))
    for degrees in range(3, sides, 2):  # each step adds two degrees of freedom
        tail += term
        term *= value / degrees
    return tail


def runs_probability(rolled: Sequence[int], sides: int) -> float:
    """Probability of at most so many runs of low and high faces (Wald and Wolfowitz)."""
    high = [face > sides // 2 for face in rolled]
    many, few = sum(high), len(high) - sum(high)
    runs = 1 + sum(left != right for left, right in pairwise(high))
    mean = 1 + 2 * many * few / (many + few)
    variance = (mean - 1) * (mean - 2) / (many + few - 1)
    return math.erfc((mean - runs) / math.sqrt(2 * variance)) / 2


def probabilities(rolled: Sequence[int], sides: int) -> tuple[float, float]:
    """Per cent of both tests."""
    return 100 * chi_square_probability(rolled, sides), 100 * runs_probability(rolled, sides)


def measure(dice: int = 500_000, seeds: int = 20) -> Iterator[Measurement]:
    """Yield the number of dice and the extremes of the probabilities of each kind of die.

    A seed outside of the limits rolls as many dice again; a fault of the dice would show again.
    """
    for sides in SIDES:
        found, again = list[float](), list[float]()
        for number in range(seeds):
            seed = hashlib.sha256(f"uniformity/{sides}/{number}".encode()).hexdigest()
            both = probabilities(faces(seed, sides, dice), sides)
            found += both
            if not LEAST <= min(both) <= max(both) <= MOST:
                again += probabilities(faces(seed, sides, dice, skipped=dice), sides)
        of = f"d{sides}"
        yield counted("dice_seeds", seeds, of=of)
        yield counted("dice_rolled", dice // PER_MOVE * PER_MOVE * seeds, of=of)
        yield at_least("dice_least_probability", min(found), LEAST, "%", of)
        yield at_most("dice_most_probability", max(found), MOST, "%", of)
        yield counted("dice_again", len(again) // 2, of=of)
        if again:
            yield at_least("dice_least_again", min(again), LEAST, "%", of)
            yield at_most("dice_most_again", max(again), MOST, "%", of)
