"""What stands on the map: plain frozen facts, no rules.

A battle carries its own map and the figures of its counters, so that an old record needs no data
file.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.space.hexes import Hex

HEALTHY, WOUNDED, STUNNED, DEAD, PRISONER = "healthy", "wounded", "stunned", "dead", "prisoner"
SETUP, FIRST_FIRE, MOVEMENT, SECOND_FIRE, CLOSE_COMBAT, RECOVERY = (
    "setup",
    "first_fire",
    "movement",
    "second_fire",
    "close_combat",
    "recovery",
)
STEPS = (FIRST_FIRE, MOVEMENT, SECOND_FIRE, CLOSE_COMBAT, RECOVERY)
Figures = tuple[int, int, int]
"""Attack, defence, movement."""


class Building(msgspec.Struct, frozen=True):
    id: str
    rooms: tuple[tuple[str, tuple[Hex, ...]], ...]
    doors: tuple[tuple[Hex, str], ...] = ()
    windows: tuple[tuple[Hex, str], ...] = ()


class Courtyard(msgspec.Struct, frozen=True):
    id: str
    hexes: tuple[Hex, ...]
    gates: tuple[tuple[Hex, str], ...] = ()


class Corner(msgspec.Struct, frozen=True):
    hex: Hex
    building: str
    faces: tuple[str, str]


class Map(msgspec.Struct, frozen=True):
    """A map as printed: `terrain` pairs a hex with its ground (clear if absent); walls and crests
    are derived, never listed.
    """

    id: str
    cols: int
    rows: int
    terrain: tuple[tuple[Hex, str], ...] = ()
    high_ground: tuple[Hex, ...] = ()
    buildings: tuple[Building, ...] = ()
    courtyards: tuple[Courtyard, ...] = ()
    corners: tuple[Corner, ...] = ()


class Unit(msgspec.Struct, frozen=True):
    """A character or an animal.

    `hex` is None off the map: not yet entered (`entry` names the edge rows it may use), left
    (`left`), or a horse under its rider. A rider names his horse in `rides` and has `rear`; a loose
    horse has `hex` and `rear`, a mule `hex` alone. `side` of an animal is the side it was given to,
    None for nobody's.
    """

    id: str
    name: str
    kind: str
    side: str | None
    seat: str = ""
    hex: Hex | None = None
    rear: Hex | None = None
    state: str = HEALTHY
    foot: Figures = (0, 1, 0)
    foot_wounded: Figures = (0, 1, 0)
    mounted: Figures | None = None
    mounted_wounded: Figures | None = None
    weapon: str | None = None
    armoured: bool = False
    rides: str | None = None
    of: str | None = None  # of a horse: the unit that it was given to
    leads: str | None = None  # animal held by the reins
    tied_to: tuple[str, ...] = ()  # mules of one train, neighbours only
    counter: str = ""  # "ransom", "ransom_wounded": the figures kept to the end
    ransom: Figures | None = None  # figures of that counter
    captor: str | None = None  # side that holds a prisoner
    guards: tuple[str, ...] = ()  # of a prisoner
    escaped: bool = False  # has run or struck: no mercy any more
    ammo: int | None = None  # None: not counted
    cover_side: str | None = None  # standing order: outside, inside, a face, rear
    covered: str | None = None  # side that is covered in the fire step that is on
    stunned_in: str | None = None  # side in whose phase it was stunned
    left: str | None = None  # edge by which it left the map
    killed_by: str | None = None  # side
    shot: tuple[str, ...] = ()  # fire steps of the running phase in which it shot
    moved: bool = False  # in the running phase
    busy: str = ""  # what takes his whole phase: "mounting", "tying", "sharing"
    attacked: bool = False  # took part in an attack of the running phase
    fought: bool = False  # in close combat since step 4 of its own last phase
    # a guard attacked by friends of his prisoner, since the prisoner's last movement step
    beset: bool = False


class Retreat(msgspec.Struct, frozen=True, tag_field="kind", tag="retreat"):
    """Owed by the owner: where `unit` is driven back to, one of `options` (front, rear or None)."""

    seat: str
    unit: str
    options: tuple[tuple[Hex, Hex | None], ...]


class TrainRetreat(msgspec.Struct, frozen=True, tag_field="kind", tag="train_retreat"):
    """Owed by the one who leads the train: where its mules step back to; `options` are the places
    of `mules`, in that order.
    """

    seat: str
    mules: tuple[str, ...]
    options: tuple[tuple[Hex, ...], ...]


class Fall(msgspec.Struct, frozen=True, tag_field="kind", tag="fall"):
    """Owed by the owner: where the thrown rider lies, one of `options`; `result` is what he has
    become (a state).
    """

    seat: str
    unit: str
    result: str
    options: tuple[Hex, ...]
    by: str


class Victim(msgspec.Struct, frozen=True, tag_field="kind", tag="victim"):
    """Owed by the owner of the side hit: which of `units` takes the result `letter` of the combat
    in hand.
    """

    seat: str
    units: tuple[str, ...]
    letter: str
    mounted_table: bool
    by: str


class Advance(msgspec.Struct, frozen=True, tag_field="kind", tag="advance"):
    """Open to the winner: one of `units` may advance, first into one of `hexes`. May be declined;
    the next attack closes it.
    """

    seat: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]


Pending = Retreat | TrainRetreat | Fall | Victim | Advance


class Combat(msgspec.Struct, frozen=True):
    """The combat being resolved: who fought, and which hexes the losers have left or lie in so
    far.
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    winner: str | None = None  # side that may advance
    vacated: tuple[Hex, ...] = ()


class Battle(msgspec.Struct, frozen=True):
    """The whole position. `sides` in the order of their phases; `heaps` are corpses beyond those of
    the units.
    """

    map: Map
    scenario: str = ""
    options: tuple[str, ...] = ()
    sides: tuple[str, str] = ("red", "blue")
    seats: Mapping[str, str] = {}
    units: Mapping[str, Unit] = {}
    heaps: Mapping[Hex, Mapping[str, int]] = {}
    turn: int = 0
    active: str = ""
    step: str = SETUP
    passed: tuple[str, ...] = ()  # seats that are done with the step
    agreed: tuple[
        str, ...
    ] = ()  # seats whose men may join the attacks of their allies in this step
    pending: tuple[Pending, ...] = ()
    combat: Combat | None = None
    last_blow: int = 0  # turn of the last shot or attack
    score: Mapping[str, int] = {}
    winners: tuple[str, ...] | None = None  # None: not over
    ending: str = ""
    facts: Mapping[str, str] = {}  # of the scenario only
