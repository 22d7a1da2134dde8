"""State of a battle: plain frozen facts, no rules.

A battle carries its own map and the figures of its counters, so an old record needs no data file.
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
    """Map as printed. `terrain` pairs a hex with its ground (clear if absent); walls and crests are
    derived.
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
    """Character or animal.

    `hex` is None off the map: not yet entered, left (`left`), or a horse under its rider. A rider
    has the id of the horse in `rides`, and `rear`. A loose horse has `hex` and `rear`, a mule `hex`
    alone. `side` of an animal is the side it was given to, None for no side.
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
    of: str | None = None  # owner of a horse, by id
    leads: str | None = None  # animal led by the reins
    tied_to: tuple[str, ...] = ()  # mules of one train, neighbours only
    counter: str = ""  # "ransom", "ransom_wounded": the figures kept to the end
    ransom: Figures | None = None  # figures of that counter
    captor: str | None = None  # side that holds a prisoner
    guards: tuple[str, ...] = ()  # of a prisoner
    escaped: bool = False  # has run or attacked: cannot surrender any more
    ammo: int | None = None  # None: not counted
    cover_side: str | None = None  # conditional order: outside, inside, a face, rear
    covered: str | None = None  # side that is covered in this fire step
    stunned_in: str | None = None  # active side at the time of the stun
    left: str | None = None  # edge by which it left the map
    killed_by: str | None = None  # side
    shot: tuple[str, ...] = ()  # fire steps of the running phase in which it shot
    moved: bool = False  # in the running phase
    busy: str = ""  # act for the whole phase: "mounting", "tying", "sharing"
    attacked: bool = False  # took part in an attack of the running phase
    fought: bool = False  # in close combat since step 4 of its own last phase
    # Friends of the prisoner have attacked this guard since the prisoner's last movement step.
    # A prisoner is marked too if they attacked a former guard.
    beset: bool = False


class Retreat(msgspec.Struct, frozen=True, tag_field="kind", tag="retreat"):
    """Decision of the owner: the place for the retreat of `unit`, one of `options` (front, rear or
    None).
    """

    seat: str
    unit: str
    options: tuple[tuple[Hex, Hex | None], ...]


class TrainRetreat(msgspec.Struct, frozen=True, tag_field="kind", tag="train_retreat"):
    """Decision of the leader of a train: the places of `mules`, one of `options`, in their
    order.
    """

    seat: str
    mules: tuple[str, ...]
    options: tuple[tuple[Hex, ...], ...]


class Fall(msgspec.Struct, frozen=True, tag_field="kind", tag="fall"):
    """Decision of the owner: the hex of the thrown rider, one of `options`; `result` is the rider's
    state.
    """

    seat: str
    unit: str
    result: str
    options: tuple[Hex, ...]
    by: str


class Victim(msgspec.Struct, frozen=True, tag_field="kind", tag="victim"):
    """Decision of the owner of the side hit: the one of `units` with the result `letter` of this
    combat.
    """

    seat: str
    units: tuple[str, ...]
    letter: str
    mounted_table: bool
    by: str


class Advance(msgspec.Struct, frozen=True, tag_field="kind", tag="advance"):
    """Decision of the winner: one of `units` may advance, first into one of `hexes`; the next
    attack closes it.
    """

    seat: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]


Pending = Retreat | TrainRetreat | Fall | Victim | Advance


class Combat(msgspec.Struct, frozen=True):
    """Combat in progress: the fighters, and the hexes that the losers have left or lie in."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    winner: str | None = None  # side that may advance
    vacated: tuple[Hex, ...] = ()


class Battle(msgspec.Struct, frozen=True):
    """Whole position. `sides` are in the order of their phases; `heaps` are corpses beyond those of
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
    passed: tuple[str, ...] = ()  # seats that have passed the step
    agreed: tuple[
        str, ...
    ] = ()  # seats that let their units join attacks of their allies in this step
    pending: tuple[Pending, ...] = ()
    combat: Combat | None = None
    last_blow: int = 0  # turn of the last shot or attack
    score: Mapping[str, int] = {}
    winners: tuple[str, ...] | None = None  # None: not over
    ending: str = ""
    facts: Mapping[str, str] = {}  # of the scenario only
