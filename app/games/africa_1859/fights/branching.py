"""All courses of a step with their exact weights, for odds. The rules are those of play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.fights.rolling import SortingRun
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import War
from app.kernel.contract import Event
from app.kernel.dice import LoadedDice

WHOLE = 6**60 * 2520**2
"""Weight of a certain event. It is divisible for each die of an assault."""
T = TypeVar("T")
PAIRS = tuple((one, other) for one in range(1, 7) for other in range(1, 7))


def pairs_by_effect(effect: Callable[[int, int], Hashable]) -> list[list[tuple[int, int]]]:
    """Pairs of faces of each effect."""
    pairs: dict[Hashable, list[tuple[int, int]]] = {}
    for pair in PAIRS:
        pairs.setdefault(effect(*pair), []).append(pair)
    return list(pairs.values())


pairs_of_known = lru_cache(maxsize=512)(pairs_by_effect)
"""The same for an effect that is compared by its value."""


class BranchingRun(SortingRun):
    """Run that follows one course. `choices` number the effects of its dice; the first one is
    usual.

    `trail` lists the effect that was taken of how many, `weight` is that of the course.
    """

    def __init__(self, war: War, choices: list[int], weight: int) -> None:
        super().__init__(war, LoadedDice())
        self._choices, self.weight = choices, weight
        self.trail: list[tuple[int, int]] = []

    def tell(self, *events: Event) -> None:
        """Apply the events; the odds need no record."""
        for event in events:
            self.war = evolve(self.war, event)

    def roll(
        self,
        purpose: str,  # noqa: ARG002 - as in play
        of: str = "",  # noqa: ARG002 - as in play
        mods: Mapping[str, int] | None = None,  # noqa: ARG002 - as in play
        sides: int = 6,
        effect: Callable[[int], object] | None = None,
    ) -> int:
        """Face of one die, one face for each effect."""
        faces: dict[object, list[int]] = {}
        for face in range(1, sides + 1):
            faces.setdefault(effect(face) if effect else face, []).append(face)
        return self._taken(list(faces.values()), sides)[0]

    def faces_by_effect(self, effect: Callable[[int, int], Hashable]) -> tuple[int, int]:
        """Pair of faces, one for each effect."""
        known = isinstance(effect, msgspec.Struct)
        pairs = pairs_of_known(effect) if known else pairs_by_effect(effect)
        return self._taken(pairs, len(PAIRS))[0]

    def _taken(self, effects: list[list[T]], ways: int) -> list[T]:
        """Faces with the effect that this course takes."""
        place = len(self.trail)
        number = self._choices[place] if place < len(self._choices) else 0
        self.trail.append((number, len(effects)))
        self.weight = self.weight * len(effects[number]) // ways
        return effects[number]


def courses(
    war: War, step: Callable[[Run], object], weight: int = WHOLE
) -> Iterator[tuple[War, int]]:
    """Position and weight after each course of a step."""
    choices: list[int] = []
    while True:
        run = BranchingRun(war, choices, weight)
        step(run)
        yield run.war, run.weight
        trail = run.trail
        while trail and trail[-1][0] + 1 == trail[-1][1]:
            trail.pop()
        if not trail:
            return
        choices = [number for number, _ in trail]
        choices[-1] += 1
