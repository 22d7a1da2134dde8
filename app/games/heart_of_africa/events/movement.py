"""Events of movement, of boats and of buildings."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.events.values import Place
from app.games.heart_of_africa.state import (
    Activation,
    Charge,
)
from app.kernel.contract import Event
from app.kernel.space.plane import Path, Point


class MovementBegan(Event, frozen=True, tag="movement_began"):
    """The Movement Phase begins; `contacts` are pairs of enemies in contact."""

    contacts: tuple[tuple[str, str], ...]


class Activated(Event, frozen=True, tag="activated"):
    """`dice` by purpose ("open", "difficult") and owner, as rolled."""

    hand: Activation
    dice: tuple[tuple[str, str, int], ...] = ()


class StoodStill(Event, frozen=True, tag="stood_still"):
    """Declared not to move: units, baggage or independent figures."""

    side: str
    who: tuple[str, ...]


class FigureMoved(Event, frozen=True, tag="figure_moved"):
    """A figure has moved. `way` is its real path, the first point its old place. `did` are marks to
    add; `rate` open or difficult; `length` in inches.

    `spent` are inches used of the allowance if it was stopped and may still move.
    """

    figure: str
    way: Path
    facing: float
    did: tuple[str, ...]
    length: float = 0.0
    rate: str = "open"
    charges: tuple[Charge, ...] = ()
    stopped: str = ""  # "trap", "ambush"
    room: str | None = None  # where it is now, if that changed
    roof: str | None = None
    spent: float | None = None
    marsh: str = ""  # marsh with crocodiles that its way led through


class FigureTurned(Event, frozen=True, tag="figure_turned"):
    figure: str
    facing: float


class Shifted(Event, frozen=True, tag="shifted"):
    """A figure is pushed aside: an attendant in the way, or an ambush whose place is taken."""

    figure: str
    at: Point


class TrapSprung(Event, frozen=True, tag="trap_sprung"):
    figure: str
    trap: str
    real: bool
    die: int | None = None
    needs: int | None = None


class CrocodileRolled(Event, frozen=True, tag="crocodile_rolled"):
    figure: str
    piece: str
    die: int


class AmbushRevealed(Event, frozen=True, tag="ambush_revealed"):
    """`by` is the figure that discovered it, "" if it emerged by its own act; `shocked` are enemy
    units within 8 in.
    """

    reveals = True
    unit: str
    at: Mapping[str, Place]
    by: str = ""
    why: str = ""
    shocked: tuple[str, ...] = ()
    pygmy: bool = False


class ActivationEnded(Event, frozen=True, tag="activation_ended"):
    """An activation has ended. `how`: moved or declined; `next_to_act` is the side that
    comes next.
    """

    who: str
    how: str


class TurnPassedTo(Event, frozen=True, tag="turn_passed_to"):
    """The next activation belongs to `side`."""

    side: str


class Swapped(Event, frozen=True, tag="swapped"):
    front: str
    rear: str


class Crossed(Event, frozen=True, tag="crossed"):
    figure: str
    work: str
    at: Place
    charges: tuple[Charge, ...] = ()


class RoofBroken(Event, frozen=True, tag="roof_broken"):
    """`at` is where it stands in the room below, None if the attempt failed."""

    figure: str
    room: str
    die: int | None
    at: Place | None
    charges: tuple[Charge, ...] = ()


class RoofClimbed(Event, frozen=True, tag="roof_climbed"):
    figure: str
    room: str
    at: Place


class Boarded(Event, frozen=True, tag="boarded"):
    figure: str
    vessel: str
    at: Point | None = None  # place in a canoe


class WentAshore(Event, frozen=True, tag="went_ashore"):
    figure: str
    at: Place


class VesselMoved(Event, frozen=True, tag="vessel_moved"):
    """`crew` are the places of canoe crews after the move."""

    vessel: str
    way: Path
    heading: float
    length: float
    rate: str
    crew: Mapping[str, Point] = {}


class AgroundRolled(Event, frozen=True, tag="aground_rolled"):
    vessel: str
    dice: tuple[int, int]
    stuck: bool


class ModeChanged(Event, frozen=True, tag="mode_changed"):
    unit: str
    mode: str
    figures: tuple[str, ...]
