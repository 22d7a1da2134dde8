"""Events: facts with their dice. `evolve` only records them.

A `Mod` is one reason of a number: (rule id, name, amount). A `Place` is x, y, facing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa.conditional_orders.plans import March, Policies
from app.games.heart_of_africa.land import Fire, Land, Piece, Work
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.state import (
    Activation,
    Charge,
    Happening,
    Pending,
    Sealed,
    Shot,
    Test,
    Torch,
)
from app.kernel.contract import Event
from app.kernel.space.plane import Path, Point

Place = tuple[float, float, float]
Mod = tuple[str, str, int]


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


class StepBegan(Event, frozen=True, tag="step_began"):
    """A step begins; `to_act` is the side that acts first if the sides alternate."""

    turn: int
    step: str
    to_act: str = ""


class StepPassed(Event, frozen=True, tag="step_passed"):
    side: str


class TurnOver(Event, frozen=True, tag="turn_over"):
    """The marks of the turn are removed; `starts` are the numbers of figures with which the units
    begin the next one.
    """

    starts: Mapping[str, int]


class Asked(Event, frozen=True, tag="asked"):
    pending: Pending
    context: Mapping[str, Any] = {}


class Answered(Event, frozen=True, tag="answered"):
    """The first pending decision is answered, and its context removed."""


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    winner: str | None
    ending: str


class ObjectiveHeld(Event, frozen=True, tag="objective_held"):
    """The attacker has held the objective unopposed since the end of turn `since`; None: the count
    is interrupted.
    """

    since: int | None


class WindRolled(Event, frozen=True, tag="wind_rolled"):
    die: int
    bearing: int


class FireOut(Event, frozen=True, tag="fire_out"):
    fire: str


class ArrivalsDiced(Event, frozen=True, tag="arrivals_diced"):
    """Encounter: the roll-off of the turn; `first` rolls and places first."""

    dice: tuple[tuple[str, int], ...]
    first: str


class ArrivalRolled(Event, frozen=True, tag="arrival_rolled"):
    """`who` is a unit, or an independent figure held back by itself."""

    who: str
    die: int
    needs: int
    arrives: bool


class Arrived(Event, frozen=True, tag="arrived"):
    who: str
    at: Mapping[str, Place]


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


class Paired(Event, frozen=True, tag="paired"):
    """A side has chosen pairs before the dice."""

    side: str
    pairs: tuple[tuple[str, str], ...]


class FirstNamed(Event, frozen=True, tag="first_named"):
    figure: str
    opponent: str


class FightsSet(Event, frozen=True, tag="fights_set"):
    """The fights of this turn: (outnumbered or attacker's figure, opponent, is second opponent)."""

    fights: tuple[tuple[str, str, bool], ...]


class Fought(Event, frozen=True, tag="fought"):
    """One comparison; `dice` are faces of this turn, rolled now or before. `loser` is "" for a
    draw.
    """

    figures: tuple[str, str]
    dice: tuple[int, int]
    mods: tuple[tuple[Mod, ...], tuple[Mod, ...]]
    totals: tuple[int, int]
    loser: str = ""
    rolled: tuple[str, ...] = ()
    fight: int = 0


class CombatClosed(Event, frozen=True, tag="combat_closed"):
    """`victors` have killed or driven off their opponent."""

    victors: tuple[str, ...]


class PutToFlight(Event, frozen=True, tag="put_to_flight"):
    """`victors` stand free because a unit that they fought has broken."""

    victors: tuple[str, ...]


class Happened(Event, frozen=True, tag="happened"):
    """A fact of the turn that may cause morale tests."""

    happening: Happening


class TestsOwed(Event, frozen=True, tag="tests_owed"):
    """Tests are added to those owed this turn; those of hidden units are secret."""

    tests: tuple[Test, ...]


class OrderOfTests(Event, frozen=True, tag="order_of_tests"):
    side: str
    units: tuple[str, ...]


class CancelOrdered(Event, frozen=True, tag="cancel_ordered"):
    unit: str
    by: str


class TestCancelled(Event, frozen=True, tag="test_cancelled"):
    test: Test
    by: str


class MoraleRolled(Event, frozen=True, tag="morale_rolled"):
    """A morale test. `result`: passed, marker, broken. That of a hidden unit is secret."""

    test: Test
    die: int
    needs: int
    result: str


class TestsClosed(Event, frozen=True, tag="tests_closed"):
    """All tests are done, also possible ones of ambushes. It reveals facts, so an undo cannot find
    out if an ambush had a test.
    """

    reveals = True


class VesselTested(Event, frozen=True, tag="vessel_tested"):
    vessel: str
    die: int
    needs: int
    passed: bool
    tested_to: int


class Bewitched(Event, frozen=True, tag="bewitched"):
    figure: str
    unit: str


class Rallied(Event, frozen=True, tag="rallied"):
    figure: str
    unit: str
    die: int
    needs: int
    success: bool


class MarchPlanned(Event, frozen=True, tag="march_planned"):
    """A march order is given, in secret; `march` None: it is withdrawn."""

    side: str
    march: March | None


class PoliciesSet(Event, frozen=True, tag="policies_set"):
    side: str
    policies: Policies


class PlanStopped(Event, frozen=True, tag="plan_stopped"):
    """A march order waits for its owner. `why` is the condition, or "refused"; `who` the own unit,
    `by` the enemy.
    """

    side: str
    why: str
    who: str = ""
    by: str = ""


class DoneByPlan(Event, frozen=True, tag="done_by_plan"):
    """The next events answer a question in a side's name. `what` is "march" or the standing order,
    `who` the unit.
    """

    side: str
    what: str
    who: str = ""
    reveals = True


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in globals().values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
