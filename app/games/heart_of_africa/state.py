"""State of a battle: plain frozen facts, no rules.

Inches, x to the east, y to the north, origin in the south-west corner. A battle carries its own
table and figures, so that an old record needs no data file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.land import Fire, Land
from app.games.heart_of_africa.pieces import Figure, Unit
from app.kernel.space.plane import Path, Point

SIDES = ("A", "B")

SIDES_STEP, DEPLOYMENT = "sides", "deployment"
SETUP_STEPS = (SIDES_STEP, DEPLOYMENT)
(
    UPKEEP,
    ARRIVALS,
    UNIT_MOVES,
    INDEPENDENT_MOVES,
    REVEAL,
    SHOOTING,
    BAGGAGE_CAPTURE,
    FIRE_SETTING,
    RELOAD,
    CLOSE_COMBAT,
    MORALE,
    SPELLS,
    RALLY,
    ROOF_CLIMBING,
    VICTORY,
) = STEPS = (
    "upkeep",
    "arrivals",
    "unit_moves",
    "independent_moves",
    "reveal",
    "shooting",
    "baggage_capture",
    "fire_setting",
    "reload",
    "close_combat",
    "morale",
    "spells",
    "rally",
    "roof_climbing",
    "victory",
)


FIRST_STEPS = "first_steps"
"""The lesson with a hint for every step."""


class Activation(msgspec.Struct, frozen=True):
    """The activation in hand: unit, rolled allowances (inches; None: may not move so), and their
    use.

    `own` are allowances of figures that roll other dice (an attached Leader of another type).
    `spent` are inches already used by figures stopped by a discovery; `done` are figures that have
    had their move.
    """

    who: str  # unit, independent figure or baggage unit
    side: str
    open: float | None = None
    difficult: float | None = None
    own: Mapping[str, tuple[float | None, float | None]] = {}
    spent: Mapping[str, float] = {}
    done: tuple[str, ...] = ()
    stirred: bool = False  # a figure has moved or turned
    guided: str = ""  # Scout that leads the unit in file
    slowed: tuple[str, ...] = ()  # stopped by a discovery after a stretch at the difficult rate
    wading: tuple[
        tuple[str, str], ...
    ] = ()  # figures that went through a crocodile marsh and have not rolled for it yet


class Charge(msgspec.Struct, frozen=True):
    """A move into contact this turn, with the attacker's start and the victim's facing then."""

    attacker: str
    victim: str
    begun: Point
    faced: float


class Shot(msgspec.Struct, frozen=True):
    """Fire order. One of:
    - `targets`: figures in order; a machine gun up to six.
    - `unit`: group order against the enemy unit shared by `figure` and others.
    - `building` with `point` (at a wall), `room` with `blind` (up at a roof) or with `arrow` (fire
      arrow).
    """

    figure: str
    targets: tuple[str, ...] = ()
    unit: str = ""
    building: str = ""
    point: Point | None = None
    room: str = ""
    blind: bool = False
    arrow: bool = False


class Torch(msgspec.Struct, frozen=True):
    """An attempt to raise a fire: `target` is a village, a patch of long grass or a room such as
    "T1/west".
    """

    figure: str
    target: str


class Orders(msgspec.Struct, frozen=True):
    """The fire orders of a side for the Shooting Phase, secret until both have sealed."""

    shots: tuple[Shot, ...] = ()
    torches: tuple[Torch, ...] = ()
    sealed: bool = False

    @property
    def figures(self) -> tuple[str, ...]:
        """Figures with an order, in the sequence of the orders."""
        shooters = (shot.figure for shot in self.shots)
        return tuple(dict.fromkeys((*shooters, *(torch.figure for torch in self.torches))))


class Sealed(msgspec.Struct, frozen=True):
    """A shot in the queue of the resolution, with its side."""

    side: str
    shot: Shot


class TakeHit(msgspec.Struct, frozen=True, tag_field="kind", tag="take_hit"):
    """Owed by the owner of a Leader that would be killed: a save (if `save` is a number), an
    attendant of `attendants`, or death.
    """

    side: str
    figure: str
    cause: str  # "shot", "fragment", "melee"
    by: str
    save: int | None = None
    attendants: tuple[str, ...] = ()


class CaptureWhich(msgspec.Struct, frozen=True, tag_field="kind", tag="capture_which"):
    """Owed by the captor's owner: the choice of one of several elements in contact."""

    side: str
    figure: str
    elements: tuple[str, ...] = ()


Pending = TakeHit | CaptureWhich


class Test(msgspec.Struct, frozen=True):
    """A morale test owed by a unit this turn: its cause, and the unit or figure that caused it."""

    unit: str
    cause: str
    by: str = ""


class Happening(msgspec.Struct, frozen=True):
    """Fact of this turn for later rules. `kind` is one of:

    - "key_figure_lost" (`who` role, `side`, `at`, `figure`)
    - "baggage_captured" (`side` of the loser, `who` element)
    - "village_lit" (`who` village, `side` its owner, `by` the side that lit it)
    - "ambush" (`who` unit that emerged, `units` enemy units surprised)
    - "unit_lost" (`who` unit, `men` types, `places` of the last figures)
    """

    kind: str
    side: str
    who: str = ""
    at: Point | None = None
    by: str = ""
    units: tuple[str, ...] = ()
    men: tuple[str, ...] = ()
    places: Path = ()
    pygmy: bool = False
    radii: tuple[float, ...] = ()  # of the bases at the places; none: of figures on foot


class Conditions(msgspec.Struct, frozen=True):
    """Facts of the battle that are agreed or rolled before the first turn."""

    has_defender: bool = True  # False: an Encounter that the dice gave no attacker
    campaign: bool = False
    points: Mapping[str, int] = {}
    dark: tuple[int, int] | None = None  # first and last turn of darkness
    turn_limit: int | None = None
    objective: str = ""  # village or camp of the defender (piece id)
    fighting: Mapping[str, int] = {}  # side -> fighting figures at the start of the game
    stores: Mapping[
        str, Mapping[str, int]
    ] = {}  # side -> works, buildings and traps it has bought; {}: not known
    lesson: str = ""  # the battle for newcomers that this is; "": none

    def is_dark(self, turn: int) -> bool:
        return self.dark is not None and self.dark[0] <= turn <= self.dark[1]


class Deployment(msgspec.Struct, frozen=True):
    """Sequence in which the armies are placed on the table."""

    march: tuple[str, ...] = ()  # order of march: units, baggage unit, independent figures
    first_down: str = ""  # side that deploys first (Encounter: diced)
    deployed: tuple[str, ...] = ()  # sides that have ended their deployment

    def left(self, *sides: str) -> tuple[str, ...]:
        """Those of the sides that have not ended their deployment."""
        return tuple(side for side in sides if side not in self.deployed)


class Movement(msgspec.Struct, frozen=True):
    """Arrivals, activations and moves into contact of the running turn."""

    activated: int = 0  # activations of the running step so far
    arrivals_first: str = ""  # side that places its arrivals first this turn
    charges: tuple[Charge, ...] = ()
    swapped: tuple[tuple[str, str], ...] = ()
    began_in: Mapping[str, str] = {}  # figure -> room in which it began its move


class Shooting(msgspec.Struct, frozen=True):
    """Fire orders of the running turn and their results."""

    orders: Mapping[str, Orders] = {}
    shooters: tuple[str, ...] = ()  # figures in buildings that will shoot this turn (public)
    queue: tuple[Sealed, ...] | None = None  # shots still to be resolved; None: not yet opened
    torches: tuple[Torch, ...] = ()  # fires to be raised, after the shots
    fired: tuple[str, ...] = ()  # figures that shot this turn (or tried a fire)
    holed: tuple[str, ...] = ()  # canoes that sink when the phase ends
    shot_dice: Mapping[str, tuple[int, ...]] = {}  # shooting dice of this turn, by shooter
    cut: tuple[
        tuple[str, tuple[Point, Point]], ...
    ] = ()  # breaches shot this phase: they open when it ends
    kindled: tuple[
        tuple[str, str, Point], ...
    ] = ()  # roofs set alight by shots of this phase: room, shooter, where


class Melee(msgspec.Struct, frozen=True):
    """Close combat of the running turn."""

    pairs: tuple[tuple[str, str], ...] = ()  # chosen pairs (attacker's figure first)
    first_opponent: Mapping[str, str] = {}
    fights: tuple[tuple[str, str, bool], ...] | None = None  # left: figure, opponent, second one?
    melee_dice: Mapping[str, int] = {}


class Morale(msgspec.Struct, frozen=True):
    """Morale tests, spells and rallying of the running turn."""

    tests: tuple[Test, ...] = ()  # every test of this turn so far, cancelled ones included
    owed: tuple[Test, ...] | None = None  # tests not yet rolled or cancelled; None: not yet listed
    cancels: tuple[tuple[str, str], ...] = ()  # (unit, figure that serves) ordered before the dice
    cancelled: tuple[str, ...] = ()  # units that have ignored a test this turn
    standards_used: tuple[str, ...] = ()  # Standard Bearers that have served this turn
    cast: tuple[str, ...] = ()  # Witch Doctors that have cast this turn
    rallied: tuple[str, ...] = ()  # Leaders that have tried to rally this turn
    rolled: Mapping[str, tuple[int, ...]] = {}  # morale dice of this turn, by unit or vessel

    def is_cancelled(self, unit: str) -> bool:
        """The unit has ignored a test this turn, or is ordered to."""
        return unit in self.cancelled or any(one == unit for one, _ in self.cancels)

    def has_served(self, bearer: str) -> bool:
        """The Standard Bearer has cancelled a test this turn, or is ordered to."""
        return bearer in self.standards_used or any(one == bearer for _, one in self.cancels)


class Battle(msgspec.Struct, frozen=True, dict=True):
    """The whole position. Sides are "A" and "B"; the attacker goes first in the sequence.

    The facts that one phase needs stand in a part of their own, such as `shooting`.
    """

    land: Land
    scenario: str = "encounter"
    options: tuple[str, ...] = ()
    seats: Mapping[str, str] = {}
    names: Mapping[str, str] = {}  # side -> title of its army
    attacker: str = "A"
    edges: Mapping[str, str] = msgspec.field(default_factory=lambda: {"A": "south", "B": "north"})
    conditions: Conditions = Conditions()
    deployment: Deployment = Deployment()
    figures: Mapping[str, Figure] = {}
    units: Mapping[str, Unit] = {}
    turn: int = 0
    step: str = DEPLOYMENT
    to_act: str = ""  # side to act in an alternating step; "" in the others
    passed: tuple[str, ...] = ()  # sides that are done with the step
    hand: Activation | None = None
    movement: Movement = Movement()
    shooting: Shooting = Shooting()
    struck: tuple[str, ...] = ()  # casualties of the running phase, still standing until it ends
    struck_by: tuple[tuple[str, str, str], ...] = ()  # figure, cause (shot, fragment, melee), enemy
    melee: Melee = Melee()
    morale: Morale = Morale()
    pending: tuple[Pending, ...] = ()
    context: Mapping[str, Any] = {}  # facts for an interrupted resolution
    happened: tuple[Happening, ...] = ()
    fires: tuple[Fire, ...] = ()
    wind: int | None = None  # bearing it blows towards, degrees
    spell_broken: bool = False  # the White Men's saves are lost (HOA-TRP-04)
    captured: Mapping[str, int] = {}  # side of the loser -> baggage elements captured by the enemy
    held_since: int | None = None  # turn at the end of which the count of the held objective began
    winner: str | None = None  # None: not over, or a draw
    ending: str = ""  # "" while the battle goes on
    plans: Mapping[str, Plans] = {}  # side -> its conditional orders
    luck: str = ""  # in a view only: seed of the proposals to this side

    @property
    def activation(self) -> Activation:
        """The activation in hand; LookupError when there is none."""
        if self.hand is None:
            raise LookupError("nothing is activated")
        return self.hand

    @property
    def first_side(self) -> str:
        """The side that begins to deploy in an Encounter."""
        return self.deployment.first_down or self.attacker

    def with_conditions(self, **facts: Any) -> Battle:
        """The battle with some facts of its conditions replaced."""
        return replace(self, conditions=replace(self.conditions, **facts))

    def with_deployment(self, **facts: Any) -> Battle:
        """The battle with some facts of the deployment replaced."""
        return replace(self, deployment=replace(self.deployment, **facts))

    def with_movement(self, **facts: Any) -> Battle:
        """The battle with some facts of the movement replaced."""
        return replace(self, movement=replace(self.movement, **facts))

    def with_shooting(self, **facts: Any) -> Battle:
        """The battle with some facts of the shooting replaced."""
        return replace(self, shooting=replace(self.shooting, **facts))

    def with_melee(self, **facts: Any) -> Battle:
        """The battle with some facts of the close combat replaced."""
        return replace(self, melee=replace(self.melee, **facts))

    def with_morale(self, **facts: Any) -> Battle:
        """The battle with some facts of the morale tests replaced."""
        return replace(self, morale=replace(self.morale, **facts))
