"""Events before the battle: its terms, deployment, ambushes and objectives."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.events.values import Place
from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.pieces import Figure, Unit
from app.kernel.contract import Event


class BattleBegan(Event, frozen=True, tag="battle_began"):
    land: Land
    scenario: str
    options: tuple[str, ...]
    seats: Mapping[str, str]
    units: tuple[Unit, ...]
    figures: tuple[Figure, ...]
    attacker: str = "A"
    has_defender: bool = True
    names: Mapping[str, str] = {}
    points: Mapping[str, int] = {}
    edges: Mapping[str, str] = {}
    turn_limit: int | None = None
    objective: str = ""
    campaign: bool = False
    fighting: Mapping[str, int] = {}
    dark: tuple[int, int] | None = None
    stores: Mapping[str, Mapping[str, int]] = {}
    lesson: str = ""


class SetupRolled(Event, frozen=True, tag="setup_rolled"):
    """Dice before the battle. `purpose`: aggression, scenario, roll_off, trait. `dice` by side (or
    "table"); `says` is the result.
    """

    purpose: str
    dice: tuple[tuple[str, int], ...]
    totals: Mapping[str, int] = {}
    says: str = ""


class RolesFixed(Event, frozen=True, tag="roles_fixed"):
    """Attacker and scenario are fixed; `first` deploys first."""

    scenario: str
    attacker: str
    has_defender: bool
    first: str
    turn_limit: int | None = None


class SideChosen(Event, frozen=True, tag="side_chosen"):
    side: str
    edges: Mapping[str, str]
    dark: tuple[int, int] | None = None
    light: str = "day"


class MarchOrdered(Event, frozen=True, tag="march_ordered"):
    side: str
    order: tuple[str, ...]
    edges: Mapping[str, str]


class WorkPlaced(Event, frozen=True, tag="work_placed"):
    """A work is placed; the kind of a trap is its owner's secret (see `fog`)."""

    side: str
    work: Work


class PiecePlaced(Event, frozen=True, tag="piece_placed"):
    """A camp or kraal is placed; `objective` is the id of the attacker's goal."""

    side: str
    piece: Piece
    objective: str = ""


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit or an independent figure is deployed. The places of an ambush are its owner's secret.
    `rooms` are those of figures in buildings.
    """

    side: str
    who: str
    at: Mapping[str, Place]
    ambush: bool = False
    behind: bool = False
    advance_guard: bool = False
    aboard: str = ""
    rooms: Mapping[str, str] = {}


class HeldBack(Event, frozen=True, tag="held_back"):
    """Left off the table: to roll for its arrival, or (`away`, baggage only) for the whole
    battle.
    """

    side: str
    who: str
    comes_with: str = ""
    away: bool = False


class ObjectiveNamed(Event, frozen=True, tag="objective_named"):
    """The village or camp that the attacker has to take is named."""

    side: str
    objective: str


class Joined(Event, frozen=True, tag="joined"):
    figure: str
    unit: str


class LeaderFreed(Event, frozen=True, tag="leader_freed"):
    """A Charismatic Leader has lost the unit; with `may_join` it broke, and the Leader may join
    another.
    """

    figure: str
    may_join: bool
