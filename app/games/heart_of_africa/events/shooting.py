"""Events of shooting, its hits, fires and smoke."""

from __future__ import annotations

from app.games.heart_of_africa.events.values import Mod
from app.games.heart_of_africa.land import Fire
from app.games.heart_of_africa.state import (
    Sealed,
    Shot,
    Torch,
)
from app.kernel.contract import Event
from app.kernel.space.plane import Point


class ShootersDeclared(Event, frozen=True, tag="shooters_declared"):
    side: str
    figures: tuple[str, ...]


class FireWritten(Event, frozen=True, tag="fire_written"):
    """Fire orders are written; only their side knows them until both have sealed."""

    side: str
    shots: tuple[Shot, ...]
    torches: tuple[Torch, ...]


class FireStruckOut(Event, frozen=True, tag="fire_struck_out"):
    side: str
    figures: tuple[str, ...]


class FireSealed(Event, frozen=True, tag="fire_sealed"):
    side: str


class FireOpened(Event, frozen=True, tag="fire_opened"):
    """Both sides have sealed: every order is public, in the order of its resolution."""

    reveals = True
    queue: tuple[Sealed, ...]
    torches: tuple[Torch, ...]


class ShotFired(Event, frozen=True, tag="shot_fired"):
    """One shooting die. `target` is a figure, or "" with `at` (a point of a wall) or `room` (a
    roof); `line` runs from muzzle to mark.

    `last` is true for the last die of the shot, which then leaves the queue. `falls_on` is the
    figure that takes a hit of a group, if it differs from the target of the modifiers.
    """

    figure: str
    target: str
    die: int
    mods: tuple[Mod, ...]
    total: int
    hit: bool
    distance: float
    line: tuple[Point, Point] | None = None
    at: Point | None = None
    room: str = ""
    needs: int = 5
    last: bool = True
    falls_on: str = ""


class SaveRolled(Event, frozen=True, tag="save_rolled"):
    figure: str
    die: int
    needs: int
    saved: bool
    rule: str
    by: str = ""


class FragmentRolled(Event, frozen=True, tag="fragment_rolled"):
    figure: str
    by: str
    die: int
    hit: bool


class BreachRolled(Event, frozen=True, tag="breach_rolled"):
    building: str
    by: str
    die: int
    hole: tuple[Point, Point] | None = None


class RoofFireRolled(Event, frozen=True, tag="roof_fire_rolled"):
    """The further die of a fire arrow or of a shot through a roof; `at` is where the roof catches
    fire.
    """

    figure: str
    room: str
    die: int
    lit: bool
    at: Point | None = None


class VesselHit(Event, frozen=True, tag="vessel_hit"):
    vessel: str
    by: str
    hits: int


class Struck(Event, frozen=True, tag="struck"):
    """Killed, but still standing until the phase ends. `cause`: shot, fragment."""

    figure: str
    cause: str
    by: str = ""


class Holed(Event, frozen=True, tag="holed"):
    """The canoe sinks when the phase ends."""

    vessel: str
    by: str


class AttendantLost(Event, frozen=True, tag="attendant_lost"):
    """An attendant dies in place of the Leader."""

    leader: str
    attendant: str


class Removed(Event, frozen=True, tag="removed"):
    """Taken off the table. `cause`: shot, fragment, melee, trap, crocodile, fire, sunk, broken,
    captured, exited, withdrawn, left.
    """

    figures: tuple[str, ...]
    cause: str
    by: tuple[str, ...] = ()


class UnitLost(Event, frozen=True, tag="unit_lost"):
    """`fate`: wiped_out, broken, exited, withdrawn."""

    unit: str
    fate: str


class SpellBroken(Event, frozen=True, tag="spell_broken"):
    """A White Man has been killed: White Men have no save any more."""

    figure: str


class Jammed(Event, frozen=True, tag="jammed"):
    figure: str
    ones: int
    sixes: int
    turn: int | None = None  # may not fire in that turn
    for_good: bool = False


class FireClosed(Event, frozen=True, tag="fire_closed"):
    """The shots are over; their queue is removed."""


class BaggageTaken(Event, frozen=True, tag="baggage_taken"):
    element: str
    by: str
    side: str


class TorchRolled(Event, frozen=True, tag="torch_rolled"):
    figure: str
    target: str
    die: int
    needs: int
    lit: bool


class FireLit(Event, frozen=True, tag="fire_lit"):
    fire: Fire


class Reloaded(Event, frozen=True, tag="reloaded"):
    figures: tuple[str, ...]


class SmokeMarked(Event, frozen=True, tag="smoke_marked"):
    figures: tuple[str, ...]
