"""Rolls whose faces are sorted by their effect, so that odds need one face for each effect."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from app.games.africa_1859.fights.clash import Lines
from app.games.africa_1859.run import Run

Roll = tuple[str, str, Lines]
"""Purpose, owner and lines of a roll."""


class SortingRun(Run):
    """Run that needs one pair of faces for each effect of two dice. The odds derive from it."""

    def faces_by_effect(self, effect: Callable[[int, int], Hashable]) -> tuple[int, int]:
        """Faces of two dice."""
        raise NotImplementedError


def roll_one(run: Run, roll: Roll, effect: Callable[[int], Hashable]) -> int:
    """Face of one die. `effect` tells faces apart that have different results."""
    purpose, of, lines = roll
    return run.roll(purpose, of, dict(lines), effect=effect)


def roll_two(
    run: Run, rolls: tuple[Roll, Roll], effect: Callable[[int, int], Hashable]
) -> tuple[int, int]:
    """Faces of two dice that are both rolled before either has an effect."""
    if isinstance(run, SortingRun):
        return run.faces_by_effect(effect)
    (one, first, lines), (two, second, others) = rolls
    return run.roll(one, first, dict(lines)), run.roll(two, second, dict(others))


def draw_one(run: Run, candidates: list[str]) -> str:
    """AFB-GEN-03: Candidate drawn by a die of as many faces, by id; a single one needs no die."""
    found = sorted(candidates)
    if len(found) == 1:
        return found[0]
    return found[run.roll("draw", "", {}, len(found)) - 1]
