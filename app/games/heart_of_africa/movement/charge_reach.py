"""Reach of chargers: if the roll of a figure is enough for a place at an enemy."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.movement.charge_targets import is_screened
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.slow_going import shelter_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground, smoke
from app.kernel.space.plane import Point

TOLERANCE = 0.009
"""Inches by which a way may be longer than a roll."""


class Place(msgspec.Struct, frozen=True):
    """A place at an enemy in base contact, with the inches of the straight way to it. `slow` are
    those to the first difficult ground, where they decide if the roll is enough.
    """

    victim: Figure
    at: Point
    length: float
    slow: float


class Reach:
    """Judgement of the places of a charge. Each place is judged once, when it is asked for."""

    def __init__(self, body: GroupMove, victims: Sequence[Figure]):
        self._body, self._battle = body, body.battle
        self.sheltered = {
            victim.id: ground.slow_at(body.battle, victim.position) for victim in victims
        }
        self._dark = smoke.is_dark(body.battle)
        self._screened = {victim.id for victim in victims if is_screened(body.battle, victim)}
        self._judged: dict[tuple[str, str, Point, float], bool] = {}

    def by_rolls(self, man: Figure, length: float) -> bool | None:
        """True if both rolls of a figure are enough for a way, False if none is. None if the ground
        and the enemy's cover decide.
        """
        fast, creep = (
            inches is not None and length <= inches + TOLERANCE
            for inches in self._body.rolls[man.id]
        )
        return fast if fast == creep else None

    def reaches(self, man: Figure, place: Place) -> bool:
        """True if the roll for this ground and the enemy's cover is enough for a figure to reach
        the place.
        """
        key = (man.id, place.victim.id, place.at, place.length)
        if key not in self._judged:
            decided = self.by_rolls(man, place.length)
            self._judged[key] = self._gets_there(man, place) if decided is None else decided
        return self._judged[key]

    def victims_reached(self, man: Figure, places: Sequence[Place]) -> set[str]:
        """Ids of the enemies at which a figure reaches a place."""
        found: set[str] = set()
        for place in places:
            if place.victim.id not in found and self.reaches(man, place):
                found.add(place.victim.id)
        return found

    def _gets_there(self, man: Figure, place: Place) -> bool:
        fast, creep = self._body.rolls[man.id]
        is_slow = (
            place.slow < place.length - 0.05
            or self._dark
            or self.sheltered[place.victim.id] is not None
            or (
                place.victim.id in self._screened
                and shelter_of(self._battle, place.at, place.victim) is not None
            )
        )
        inches = creep if is_slow else fast
        return inches is not None and place.length <= inches + TOLERANCE
