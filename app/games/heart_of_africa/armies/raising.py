"""Random raising of an army: taste, and units bought one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import ceil
from random import Random

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.list_terms import Standing, Terms
from app.games.heart_of_africa.armies.prices import price_of_unit
from app.games.heart_of_africa.armies.rows import Place, places_of, types_open
from app.games.heart_of_africa.armies.units import PAIRS


def _all_alike(*_: object) -> float:
    return 1.0


class Taste(msgspec.Struct, frozen=True):
    """Preferences for raising an army. Chances run from 0 to 1. `prefer` weighs a type against the
    units raised so far.
    """

    allies: float = 0.35
    mixtures: float = 0.15
    extras: float = 0.4
    independents: float = 0.5
    bearers: float = 0.5
    least_spent: float = 0.6  # share of the budget of the units
    even: bool = False  # units grow evenly
    typical_unit: int = 0  # points of a unit of usual size; 0: random number of units
    prefer: Callable[[str, Raising], float] = _all_alike
    lead: Callable[[str], float] = _all_alike
    trait: Callable[[str, Standing], float] = _all_alike
    share_of_extras: float = 0.25


class Raising:
    """Units raised under the terms of one list. They start at their smallest size and grow while
    the budget lasts.
    """

    def __init__(
        self,
        terms: Terms,
        budget: int,
        chance: Random,
        taste: Taste,
        barred: frozenset[str],
        leader: str,
    ):
        self.terms, self.budget, self.chance, self.taste, self.barred, self.leader = (
            terms,
            budget,
            chance,
            taste,
            barred,
            leader,
        )
        self.units: list[dict[str, int]] = []
        self.places: list[dict[str, Place]] = []
        self.figures: Counter[str] = Counter()
        self.spent = 0
        self._filled: Counter[str] = Counter()  # units by row
        self._raised: Counter[int] = Counter()  # units by conversion
        self._open = [kind for kind in types_open(terms) if kind not in barred]

    def raise_units(self, least: int, most: int) -> bool:
        """Raise a number of units, the obligatory ones first. False if the budget or the rows do
        not allow it.
        """
        for row in self.terms.rows.values():
            while self._filled[row.type] < row.least.number:
                if not self._post(row.type):
                    return False
        while len(self.units) < least:
            if not self._post():
                return False
        if len(self.units) > most:
            return False
        if self.taste.typical_unit:
            wanted = round(self.budget / self.taste.typical_unit) + self.chance.choice(
                (-1, 0, 0, 1)
            )
        else:
            wanted = self.chance.randint(len(self.units), most)
        while len(self.units) < min(wanted, most) and self._post():
            pass
        self.grow(
            self.spent
            + int((self.budget - self.spent) * self.chance.uniform(self.taste.least_spent, 1))
        )
        return True

    def _post(self, row: str | None = None) -> bool:
        """Add one unit at its smallest size, in this row or in any."""
        choices = [
            (kind, place)
            for kind in self._open
            for place in places_of(kind, self.terms)
            if row in (None, place.row) and self._has_room(place)
        ]
        while choices:
            weights = [self.taste.prefer(kind, self) for kind, _ in choices]
            kind, place = chosen = self.chance.choices(choices, weights)[0]
            choices.remove(chosen)
            if self._make_way(kind, smallest(kind)) and self._may_grow(
                {}, kind, smallest(kind), place
            ):
                self._enrol({kind: smallest(kind)}, {kind: place})
                self._mix(len(self.units) - 1)
                return True
        return False

    def _has_room(self, place: Place) -> bool:
        rows, conversions = self.terms.rows, self.terms.conversions
        if self._filled[place.row] >= rows[place.row].most.number:
            return False
        if place.by is not None and self._raised[place.by] >= conversions[place.by].most.number:
            return False
        return not any(
            place.row in cap.over and sum(self._filled[row] for row in cap.over) >= cap.most.number
            for cap in self.terms.unit_caps
        )

    def _make_way(self, kind: str, count: int) -> bool:
        """Grow the many types that a clause demands for each of a few. False if they cannot grow
        enough.
        """
        for ratio in self.terms.ratios:
            if kind in ratio.few:
                lacking = ratio.least.number * (
                    sum(self.figures[few] for few in ratio.few) + count
                ) - sum(self.figures[many] for many in ratio.many)
                for unit, places in zip(self.units, self.places, strict=True):
                    for many in set(unit) & set(ratio.many):
                        while lacking > 0 and self._may_grow(unit, many, 1, places[many]):
                            self._add(unit, many, 1)
                            lacking -= 1
                if lacking > 0:
                    return False
        return True

    def _enrol(self, unit: dict[str, int], places: dict[str, Place]) -> None:
        self.units.append({})
        self.places.append({})
        for kind, count in unit.items():
            self._join(len(self.units) - 1, kind, count, places[kind])

    def _join(self, number: int, kind: str, count: int, place: Place) -> None:
        if place.row not in {one.row for one in self.places[number].values()}:
            self._filled[place.row] += 1
        if place.by is not None and place.by not in {
            one.by for one in self.places[number].values()
        }:
            self._raised[place.by] += 1
        self.places[number][kind] = place
        self._add(self.units[number], kind, count)

    def _mix(self, number: int) -> None:
        """Add, by chance, a few figures of a type that may stand in the same unit."""
        first = next(iter(self.units[number]))
        if self.chance.random() < self.taste.mixtures:
            partners = [
                (kind, place)
                for kind in self._open
                if frozenset((kind, first)) in PAIRS
                for place in places_of(kind, self.terms)
                if place.row != self.places[number][first].row and self._has_room(place)
            ]
            if partners:
                kind, place = self.chance.choice(partners)
                if self._may_grow(self.units[number], kind, 1, place):
                    self._join(number, kind, 1, place)

    def grow(self, up_to: int) -> None:
        """Add figures to the units until the points are spent or no figure may be added."""
        while self.spent < up_to:
            ways = [
                (unit, kind)
                for unit, places in zip(self.units, self.places, strict=True)
                for kind in places
                if self.spent + lists.points_of(kind) <= up_to
                and self._may_grow(unit, kind, 1, places[kind])
            ]
            ways += [
                (unit, "gun_bearer")
                for unit in self.units
                if self._may_have_a_bearer(unit)
                and self.spent + lists.points_of("gun_bearer") <= up_to
            ]
            if not ways:
                return
            unit, kind = self._next_to_grow(ways)
            self._add(unit, kind, 1)

    def _next_to_grow(self, ways: list[tuple[dict[str, int], str]]) -> tuple[dict[str, int], str]:
        if not self.taste.even:
            return self.chance.choice(ways)
        return min(
            ways, key=lambda way: (price_of_unit(way[0]) * self.chance.uniform(0.7, 1.3), way[1])
        )

    def _may_have_a_bearer(self, unit: dict[str, int]) -> bool:
        return (
            self.taste.bearers > 0
            and unit.get("gun_bearer", 0) < unit.get("white_man", 0)
            and self._fits(unit, "gun_bearer", 1)
        )

    def _fits(self, unit: dict[str, int], kind: str, count: int) -> bool:
        points = lists.points_of(kind) * count
        return (
            self.spent + points <= self.budget
            and price_of_unit(unit) + points <= lists.GENERAL["unit_points"]["max"]
            and sum(unit.values()) + count <= lists.GENERAL["unit_figures"]["max"]
        )

    def _may_grow(self, unit: dict[str, int], kind: str, count: int, place: Place) -> bool:
        if (
            not self._fits(unit, kind, count)
            or not self._within_caps(kind, count)
            or not self._within_share(count, place)
        ):
            return False
        first = next(iter(unit), kind)
        troops = sum(number for one, number in unit.items() if one != "gun_bearer")
        return (
            kind == first or 2 * unit[first] >= troops + count
        )  # the first type stays at least half of the unit

    def _within_caps(self, kind: str, count: int) -> bool:
        for cap in self.terms.figure_caps:
            led = cap.with_leader and self.leader in cap.over
            if (
                kind in cap.over
                and sum(self.figures[one] for one in cap.over) + led + count > cap.most.number
            ):
                return False
        return all(
            kind not in ratio.few
            or ratio.least.number * (sum(self.figures[one] for one in ratio.few) + count)
            <= sum(self.figures[one] for one in ratio.many)
            for ratio in self.terms.ratios
        )

    def _within_share(self, count: int, place: Place) -> bool:
        share = self.terms.conversions[place.by].share if place.by is not None else None
        if share is None:
            return True
        standing = [
            (number, one)
            for unit, places in zip(self.units, self.places, strict=True)
            for name, number in unit.items()
            for one in [places.get(name)]
            if one is not None and one.row == place.row
        ]
        raised = sum(number for number, one in standing if one.by == place.by) + count
        return raised * share[1] <= (sum(number for number, _ in standing) + count) * share[0]

    def _add(self, unit: dict[str, int], kind: str, count: int) -> None:
        unit[kind] = unit.get(kind, 0) + count
        self.figures[kind] += count
        self.spent += lists.points_of(kind) * count


def smallest(kind: str) -> int:
    """Figures of the smallest unit of a type."""
    return ceil(lists.GENERAL["unit_points"]["min"] / lists.points_of(kind))
