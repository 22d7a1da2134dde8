"""Preview of a correction: its possible results, with the odds of the new dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Generic, TypeVar

import msgspec

from app.kernel.dice import Roll

MOST_BRANCHES = 216
"""Largest number of results that are listed; three dice of six sides have as many."""
T = TypeVar("T")


class Branch(msgspec.Struct, Generic[T], frozen=True):
    """Possible result: the new dice, the probability from 0 to 1, and the result."""

    rolls: tuple[Roll, ...]
    odds: Fraction
    result: T


class _Missing(Exception):
    """Raised when a die is rolled whose face is not chosen yet."""

    def __init__(self, sides: int):
        super().__init__(f"a die of {sides} sides")
        self.sides = sides


class _ChosenDice:
    """Dice with chosen faces, in order. Raises `_Missing` after the last one."""

    def __init__(self, faces: Sequence[int]):
        self._faces = faces
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        if len(self.rolls) == len(self._faces):
            raise _Missing(sides)
        self.rolls.append(Roll(purpose, of, sides, self._faces[len(self.rolls)]))
        return self.rolls[-1].face


def likely_branches(result_of: Callable[[_ChosenDice], T]) -> tuple[Branch[T], ...]:
    """Most likely results of a function of dice, the likeliest first; all if they are few enough.

    Ties that are rolled again have no end, so the odds may add up to less than 1.
    """
    found: list[Branch[T]] = []
    pending: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(-1), ())]
    is_full = False
    while pending:
        odds, faces = heappop(pending)
        dice = _ChosenDice(faces)
        try:
            result = result_of(dice)
        except _Missing as missing:
            is_full |= len(pending) + len(found) + missing.sides > MOST_BRANCHES
            for face in () if is_full else range(1, missing.sides + 1):
                heappush(pending, (odds / missing.sides, (*faces, face)))
        else:
            found.append(Branch(tuple(dice.rolls), -odds, result))
    return tuple(found)
