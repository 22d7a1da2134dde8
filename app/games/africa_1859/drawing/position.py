"""Position as it is drawn: counters with their present numbers, spaces with their markers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.marks import Marks

SPAIN, MOROCCO = "S", "M"
SHAPES = {SPAIN: "b", MOROCCO: "a"}
"""Drawing style of each side."""
SUPPLIES = ("source", "near", "far")
"""Supply of a space for Spain."""
CLASSES = ("infantry", "engineer", "cavalry", "artillery", "convoy", "ship")
"""Classes of units in the order in which a stack lists them."""


class UnitPiece(msgspec.Struct, frozen=True):
    """Unit on the map. `factors` are combat, fire or guns, and morale; `mark` is a short number."""

    id: str
    name: str
    kind: str
    kind_name: str
    unit_class: str
    is_light: bool
    side: str
    space: str
    factors: tuple[int, int, int]
    steps: int
    full: int
    is_reduced: bool = False
    is_demoralised: bool = False
    has_acted: bool = False
    has_fired: bool = False
    mark: str = ""


class LeaderPiece(msgspec.Struct, frozen=True):
    """Leader on the map. `ribbon` is the short name, `factors` those of assault and morale."""

    id: str
    name: str
    ribbon: str
    side: str
    space: str
    factors: tuple[int, int]
    has_acted: bool = False


class SpaceState(msgspec.Struct, frozen=True):
    """Changing facts of a space; `camp` is the side of its marker, `points` its victory points.

    In the campaign, `supply` is "source", "near" or "far" for Spain. `is_hungry` is true for a
    stack that loses a step at the end of the turn, and `disease` is its chance to fall ill.
    """

    control: str
    camp: str = ""
    has_works: bool = False
    has_fort: bool = False
    points: int = 0
    supply: str = ""
    is_hungry: bool = False
    disease: str = ""


class BoardPosition(msgspec.Struct, frozen=True):
    """Board as a viewer sees it. `able` are spaces from which the viewer may act now.

    `has_storm` is true while a storm keeps ships and coast from helping Spain.
    """

    data: int
    map: str
    title: str
    spaces: Mapping[str, SpaceState]
    units: tuple[UnitPiece, ...] = ()
    leaders: tuple[LeaderPiece, ...] = ()
    marks: Marks = Marks()
    able: frozenset[str] = frozenset()
    has_storm: bool = False

    @property
    def held(self) -> set[str]:
        """Spaces with counters."""
        units, leaders = {unit.space for unit in self.units}, {one.space for one in self.leaders}
        return units | leaders

    def units_at(self, space: str) -> list[UnitPiece]:
        """Units of a space in the order of a stack."""
        here = [unit for unit in self.units if unit.space == space]
        return sorted(here, key=rank)

    def leaders_at(self, space: str) -> list[LeaderPiece]:
        """Leaders of a space, the best first."""
        here = [leader for leader in self.leaders if leader.space == space]
        return sorted(here, key=lambda leader: (-sum(leader.factors), leader.id))


def rank(unit: UnitPiece) -> tuple[int, bool, bool, int, str]:
    """Place in a stack: class, fresh before demoralised, light before line, best factor first."""
    is_line = unit.unit_class == "infantry" and not unit.is_light
    order = CLASSES.index(unit.unit_class)
    return order, unit.is_demoralised, is_line, -unit.factors[0], unit.id
