"""Events: facts with their dice.

Most are small facts about counters. `Pushed`, `Updated` and `Popped` carry the procedures that are
under way. Places off the map are words of `state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.africa_1859.procedures import Procedure
from app.games.africa_1859.state import Ending, Leader, Unit, War
from app.kernel.contract import Event


class Began(Event, frozen=True, tag="war_began"):
    """Beginning of a game, with the whole position."""

    war: War


class SidesBid(Event, frozen=True, tag="sides_bid"):
    """Sides after the bids (AFB-VIC-05): `low` of Spain, `high` of Morocco, and the handicap.

    With `is_exchange` the players exchange the seats on which they have waited.
    """

    low: int
    high: int
    handicap: int
    is_exchange: bool


# --- Dice
class Rolled(Event, frozen=True, tag="rolled"):
    """AFB-WEB-03: A die makes its order final, and so do a revelation and a question.

    `mods` are the lines of the die that are not 0; `total` is the sum of face and lines.
    `of` is the counter that rolls; of guns or ships that fire together the lowest id.
    """

    reveals = True
    purpose: str
    of: str
    die: int
    mods: Mapping[str, int] = {}
    total: int = 0
    sides: int = 6
    at: str = ""


# --- Phases and spaces
class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """Beginning of the phase of a side, or of the end step."""

    turn: int
    side: str


class PhaseEnded(Event, frozen=True, tag="phase_ended"):
    """A seat has ended the phase of its side."""

    seat: str


class Opened(Event, frozen=True, tag="opened"):
    """A space has been opened."""

    space: str


class Closed(Event, frozen=True, tag="closed"):
    """The open space has been closed."""

    space: str


class Reserved(Event, frozen=True, tag="reserved"):
    """Counters that are reserved, or lent again, by their player."""

    seat: str
    counters: tuple[str, ...]
    lent: bool


class SeatAbandoned(Event, frozen=True, tag="seat_abandoned"):
    """A player gives up and the allies play on: the new seat of each counter of the command."""

    seat: str
    commands: Mapping[str, str]


class StandingSet(Event, frozen=True, tag="standing_set"):
    """Conditional orders of a side, all of them."""

    side: str
    standing: Mapping[str, Mapping[str, Any]]


# --- Counters
class Moved(Event, frozen=True, tag="moved"):
    """Counters that have gone along a path. `how` is "move", "retreat", "return", "flee", ..."""

    counters: tuple[str, ...]
    path: tuple[str, ...]
    how: str = "move"


class Entered(Event, frozen=True, tag="entered"):
    """Counters that have come into play. `how`: "reinforcements", "leader", "levy", "relief".

    `units` and `leaders` are counters that did not exist before. `group` is the group of
    reinforcements by its place in the data file, `steps` its fighting steps.
    """

    counters: tuple[str, ...]
    space: str
    how: str
    side: str
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    group: int = -1
    steps: int = 0


class Marked(Event, frozen=True, tag="marked"):
    """Counters that get the activation marker. `acted`: by an action in their own phase.

    `fell_back`: by the move of a demoralised unit.
    """

    counters: tuple[str, ...]
    acted: bool = False
    fell_back: bool = False


class GunsMarked(Event, frozen=True, tag="guns_marked"):
    """Guns that get fire marker and activation marker."""

    guns: tuple[str, ...]
    acted: bool = False


class ShipFired(Event, frozen=True, tag="ship_fired"):
    """A ship that has fired this turn."""

    ship: str


class StepsLost(Event, frozen=True, tag="steps_lost"):
    """Steps that a unit loses. Without steps it is eliminated, a convoy destroyed.

    `cause`: "fire", "clash", "horse_clash", "check", "hunger", "disease".
    """

    unit: str
    steps: int
    cause: str


class StepsGained(Event, frozen=True, tag="steps_gained"):
    """Steps that a unit gets back."""

    unit: str
    steps: int


class Checked(Event, frozen=True, tag="checked"):
    """Morale check of a counter against its need; the die is the one rolled before."""

    counter: str
    need: int
    passed: bool


class Demoralised(Event, frozen=True, tag="demoralised"):
    """A unit that is demoralised."""

    unit: str


class Rallied(Event, frozen=True, tag="rallied"):
    """A unit that has rallied."""

    unit: str


class Removed(Event, frozen=True, tag="removed"):
    """Counters that leave the map. `to` is a word of `state`; `cause` tells why."""

    counters: tuple[str, ...]
    to: str
    cause: str = ""


class LeaderReplaced(Event, frozen=True, tag="leader_replaced"):
    """A lost leader whose counter 0/0 has come or will not come any more."""

    leader: str


# --- Ground
class ControlTaken(Event, frozen=True, tag="control_taken"):
    """A side that controls a space now. `camp_gone`: a Moroccan camp marker has been removed."""

    space: str
    side: str
    camp_gone: bool = False


class Dug(Event, frozen=True, tag="dug"):
    """Engineers that dig in a space."""

    unit: str
    space: str


class WorksPlaced(Event, frozen=True, tag="works_placed"):
    """Works that are placed in the end step."""

    space: str


class Struck(Event, frozen=True, tag="struck"):
    """A space that has been assaulted this turn."""

    space: str


class MarkersRemoved(Event, frozen=True, tag="markers_removed"):
    """All markers are removed, ships are ready, works not finished are given up."""


class StormRolled(Event, frozen=True, tag="storm_rolled"):
    """Weather of the turn."""

    storm: bool


# --- Procedures and questions
class Pushed(Event, frozen=True, tag="pushed"):
    """A procedure begins inside the one that is under way."""

    procedure: Procedure


class Updated(Event, frozen=True, tag="updated"):
    """The innermost procedure has advanced."""

    procedure: Procedure


class Popped(Event, frozen=True, tag="popped"):
    """The innermost procedure is over."""


class Asked(Event, frozen=True, tag="asked"):
    """The question on top has been put to the players of its side."""

    reveals = True
    decision: str
    side: str


class Answered(Event, frozen=True, tag="answered"):
    """A question is answered. `by`: "player", "standing" or "server" for the only legal answer."""

    reveals = True
    decision: str
    side: str
    by: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Designations of an assault, shown to both sides."""

    reveals = True
    space: str
    attacker: Mapping[str, str]
    defender: Mapping[str, str]


class Clashed(Event, frozen=True, tag="clashed"):
    """Result of a clash: totals, winner by role, losses due before they are limited."""

    space: str
    attacker: int
    defender: int
    winner: str
    losses: tuple[int, int]


class CalledOff(Event, frozen=True, tag="called_off"):
    """An assault that ends without a clash. `taken`: the attacker takes the space."""

    space: str
    taken: bool


class Ended(Event, frozen=True, tag="ended"):
    """End of the game."""

    ending: Ending


class Noted(Event, frozen=True, tag="noted"):
    """A fact for the log only, such as a retreat without a way out."""

    what: str
    facts: Mapping[str, Any] = {}


EVENTS: tuple[type[Event], ...] = (
    Began,
    SidesBid,
    Rolled,
    PhaseBegan,
    PhaseEnded,
    Opened,
    Closed,
    Reserved,
    SeatAbandoned,
    StandingSet,
    Moved,
    Entered,
    Marked,
    GunsMarked,
    ShipFired,
    StepsLost,
    StepsGained,
    Checked,
    Demoralised,
    Rallied,
    Removed,
    LeaderReplaced,
    ControlTaken,
    Dug,
    WorksPlaced,
    Struck,
    MarkersRemoved,
    StormRolled,
    Pushed,
    Updated,
    Popped,
    Asked,
    Answered,
    Revealed,
    Clashed,
    CalledOff,
    Ended,
    Noted,
)
