"""State of a game: plain frozen facts, no rules.

Off the map `at` is one of the words below. `stack` holds the procedures that are under way, the
innermost one last. A procedure is a march, a window, an assault, an end step or a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from app.games.africa_1859.procedures import Procedure

SPAIN, MOROCCO = "S", "M"
ENEMY_OF = {SPAIN: MOROCCO, MOROCCO: SPAIN}
END_STEP = "end"
"""Phase of the end step; the others are the two sides."""
ELIMINATED, CAPTURED, DESTROYED, WAITING = "eliminated", "captured", "destroyed", "waiting"
LOST, GONE = "lost", "gone"
OFF_MAP = frozenset((ELIMINATED, CAPTURED, DESTROYED, WAITING, LOST, GONE))


class Unit(msgspec.Struct, frozen=True):
    """Unit. `marker` is the activation marker, `fired` the fire marker of guns.

    `acted` is true after an action in the own phase of the side.
    """

    id: str
    kind: str
    side: str
    at: str
    steps: int
    dem: bool = False
    marker: bool = False
    fired: bool = False
    acted: bool = False


class Leader(msgspec.Struct, frozen=True):
    """Leader. `lost_in` is the turn of the loss while the counter 0/0 is still to come.

    `replaces` is the id of the lost leader that this counter 0/0 replaces.
    """

    id: str
    side: str
    at: str
    marker: bool = False
    lost_in: int = 0
    replaces: str = ""


Counter = Unit | Leader


class Terms(msgspec.Struct, frozen=True):
    """Terms of a game. `scenario` is "" for a position on a bare map.

    `seats` maps each seat to its side, `commands` each counter to the seat that orders it. Only
    `commands` changes, when a player gives up and the allies play on.
    """

    data: int
    map: str
    scenario: str = ""
    clash_base: str = "printed"
    handicap: int = 0
    seats: Mapping[str, str] = msgspec.field(
        default_factory=lambda: {SPAIN: SPAIN, MOROCCO: MOROCCO}
    )
    commands: Mapping[str, str] = {}


class Ground(msgspec.Struct, frozen=True):
    """Changes of the map: control by space, camps that are gone, works, forts.

    `digging` pairs engineers with their space, `struck` are the spaces assaulted this turn.
    """

    control: Mapping[str, str] = {}
    camps_gone: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    digging: tuple[tuple[str, str], ...] = ()
    struck: tuple[str, ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """Turn, phase and its spaces: the open one, and those that have been opened in it.

    `ended` are the seats that have ended the phase. `ships_fired` are the ships of this turn.
    `fell_back` are demoralised units that have moved in the phase.
    """

    turn: int = 1
    side: str = SPAIN
    open: str = ""
    opened: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    fell_back: tuple[str, ...] = ()
    ships_fired: tuple[str, ...] = ()
    storm: bool = False


class Arrivals(msgspec.Struct, frozen=True):
    """Reinforcements to come, by their place in the data file, and the steps received by side."""

    to_come: tuple[int, ...] = ()
    received: Mapping[str, int] = {}


class Ending(msgspec.Struct, frozen=True):
    """End of a game: winner (None for a draw), degree, reason, points and result."""

    winner: str | None
    degree: str
    ended_by: str
    points: Mapping[str, int]
    result: int


Standing = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Conditional orders by side, decision and scope: a counter, a space or "side"."""


class War(msgspec.Struct, frozen=True, dict=True):
    """Whole position. `reserved` are counters that their player does not lend.

    `abandoned` are seats whose players gave up while allies play on.
    """

    terms: Terms
    units: Mapping[str, Unit] = {}
    leaders: Mapping[str, Leader] = {}
    ground: Ground = Ground()
    phase: Phase = Phase()
    arrivals: Arrivals = Arrivals()
    stack: tuple[Procedure, ...] = ()
    reserved: tuple[str, ...] = ()
    abandoned: tuple[str, ...] = ()
    standing: Standing = {}
    ending: Ending | None = None

    @cached_property
    def units_by_space(self) -> Mapping[str, list[Unit]]:
        """Units in each space with units, and off the map, by id."""
        found: dict[str, list[Unit]] = {}
        for _, unit in sorted(self.units.items()):
            found.setdefault(unit.at, []).append(unit)
        return found

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return self.phase.turn

    def counter(self, key: str) -> Counter | None:
        """Unit or leader with this id; None if there is none."""
        return self.units.get(key) or self.leaders.get(key)
