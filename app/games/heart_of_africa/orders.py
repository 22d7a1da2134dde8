"""Orders. A path begins where the figure stands or enters the table; angles are in degrees."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.conditional_orders.plans import ASK, Policies
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.state import Shot, Torch
from app.kernel.contract import Order
from app.kernel.space.plane import Path, Point

Spot = tuple[float, ...]  # x, y and, where it matters, facing


class Pass(Order, frozen=True, tag="pass"):
    """The side is done with the step: deployment ended, no more activations, orders sealed,
    defaults for other choices.
    """


class ChooseSide(Order, frozen=True, tag="choose_side"):
    """The attacker's base edge; in a Raid also the light: day, night, dawn or dusk, dark or light
    for `turns`.
    """

    edge: str
    light: str = "day"
    turns: int = 0


class MarchOrder(Order, frozen=True, tag="march_order"):
    """Ambush: the attacker's order of march and the short side of the column."""

    order: tuple[str, ...]
    edge: str


class PlaceWork(Order, frozen=True, tag="place_work"):
    """A work with its line, place or walls. For a building the `middle` may replace the walls,
    which lie "across" the table or "along" it.
    """

    work: Work
    middle: Point | None = None
    lies: str = "across"


class PlaceCamp(Order, frozen=True, tag="place_camp"):
    """The middle of a camp of 6 in radius; `kraal` the outline of a cattle pen beside village or
    camp.
    """

    at: Point | None = None
    kraal: Path = ()


class Deploy(Order, frozen=True, tag="deploy"):
    """Deploy a unit, the baggage, a boat or an independent figure with its attendants.

    With `to` they are laid out there in a `shape` (line, rank, column, loose, block) with `facing`,
    each on the nearest lawful ground. Figures in `at` have their own places. `advance_guard`
    declares the advanced guard of an Encounter within the strip; beyond it the first unit is the
    guard.
    """

    who: str
    at: Mapping[str, Spot] = {}
    ambush: bool = False
    advance_guard: bool = False
    aboard: str = ""
    to: Point | None = None
    facing: float | None = None
    shape: str = "block"


class Hold(Order, frozen=True, tag="hold"):
    """Leave a unit off the table to roll for its arrival; an independent figure arrives with the
    unit named in `comes_with`.
    """

    who: str
    comes_with: str = ""


class Join(Order, frozen=True, tag="join"):
    """A Charismatic Leader joins a unit."""

    figure: str
    unit: str


class Place(Order, frozen=True, tag="bring_on"):
    """Place an arriving unit; `to`, `facing` and `shape` as in `Deploy`."""

    unit: str
    at: Mapping[str, Spot] = {}
    to: Point | None = None
    facing: float | None = None
    shape: str = "block"


class Activate(Order, frozen=True, tag="activate"):
    """Choose a unit, the baggage or an independent figure, and roll its movement dice."""

    who: str


class NoMove(Order, frozen=True, tag="no_move"):
    """Declare that units (or independent figures) stay in place this turn; several may be declared
    at once.
    """

    units: tuple[str, ...]


class Move(Order, frozen=True, tag="move"):
    """Move the unit or figure in hand, or activate it and move it. Figures move in the order of
    `paths`; those without a path stay.

    `facing` turns a figure; by default a moved one faces along its last leg. `attack` names the
    enemy to reach; `leaves` are figures that leave the table at the end of their path. `ends`: the
    activation is then over.
    """

    who: str
    paths: Mapping[str, Path] = {}
    facing: Mapping[str, float] = {}
    attack: Mapping[str, str] = {}
    ends: bool = True


class Manoeuvre(Order, frozen=True, tag="manoeuvre"):
    """Drill for the whole unit, with corrections for single figures.

    `drill` is displace (by the vector `to` - the unit's middle), wheel (about `to` by `angle`) or
    charge (at `target`, a unit or figure). It may also be line, column, loose or close_up, formed
    at `to`, facing `angle`. Each figure goes as far as it lawfully may.
    """

    who: str
    drill: str
    to: Point | None = None
    angle: float | None = None
    target: str = ""
    paths: Mapping[str, Path] = {}
    facing: Mapping[str, float] = {}
    attack: Mapping[str, str] = {}
    ends: bool = True


class EndActivation(Order, frozen=True, tag="end_activation"):
    """End the activation in hand; without a move it is declined after the dice."""


class Guide(Order, frozen=True, tag="guide"):
    """A Scout leads a unit in file along its path; `order` is the order of the file behind it."""

    scout: str
    unit: str
    path: Path
    order: tuple[str, ...] = ()


class Swap(Order, frozen=True, tag="swap"):
    """Two ranks at a work or loophole change places."""

    front: str
    rear: str


class Cross(Order, frozen=True, tag="cross"):
    """Climb over a work that the figure has touched since the turn began."""

    figure: str
    work: str


class Enter(Order, frozen=True, tag="enter"):
    """Walk into a room by its door, along `path` if given."""

    figure: str
    room: str
    path: Path = ()


class BreakRoof(Order, frozen=True, tag="break_roof"):
    """Try to break the roof below the figure and fight `against` in the room; or drop through a
    hole already there.
    """

    figure: str
    against: str = ""


class JumpDown(Order, frozen=True, tag="jump_down"):
    """From the roof into the courtyard, or down outside."""

    figure: str
    to: Spot
    attack: str = ""


class Embark(Order, frozen=True, tag="embark"):
    figure: str
    vessel: str


class Disembark(Order, frozen=True, tag="disembark"):
    figure: str
    to: Spot


class Sail(Order, frozen=True, tag="sail"):
    """Move the vessels of the unit or figure in hand; `heading` turns a hull at the end of its
    way.
    """

    who: str
    paths: Mapping[str, Path]
    heading: Mapping[str, float] = {}


class Remount(Order, frozen=True, tag="remount"):
    """Mounted Regulars dismount, or mount again, at the end of the move of `unit`: a unit, or a
    Leader without one.
    """

    unit: str


class Reveal(Order, frozen=True, tag="reveal"):
    """An ambush appears in order to shoot."""

    unit: str


class DeclareShooters(Order, frozen=True, tag="declare_shooters"):
    """Figures in buildings that will shoot this turn."""

    figures: tuple[str, ...]


class FireOrders(Order, frozen=True, tag="fire_orders"):
    """Fire orders, added to those written before; `seal`: the side is done."""

    shots: tuple[Shot, ...] = ()
    torches: tuple[Torch, ...] = ()
    seal: bool = False


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Withdraw the fire orders of these figures."""

    figures: tuple[str, ...]


class MeetHit(Order, frozen=True, tag="take_hit"):
    """The answer to a hit on a Leader: `how` is save, attendant (with `attendant`) or death."""

    figure: str
    how: str
    attendant: str = ""


class Capture(Order, frozen=True, tag="capture"):
    figure: str
    element: str


class Pair(Order, frozen=True, tag="pair"):
    pairs: tuple[tuple[str, str], ...]


class FirstOpponent(Order, frozen=True, tag="first_opponent"):
    figure: str
    opponent: str


class Cancel(Order, frozen=True, tag="cancel"):
    """Ignore the unit's next test through the Disciplinarian Leader or the Standard Bearer
    named.
    """

    unit: str
    by: str


class TestOrder(Order, frozen=True, tag="test_order"):
    """The order in which the side's units take their tests."""

    units: tuple[str, ...]


class Cast(Order, frozen=True, tag="cast"):
    figure: str
    unit: str


class Rally(Order, frozen=True, tag="rally"):
    figure: str
    unit: str


class ClimbRoof(Order, frozen=True, tag="climb_roof"):
    figure: str
    building: str


class PlanMarch(Order, frozen=True, tag="plan_march"):
    """A march order for the next moves: units that go to places, charge, or follow another unit at
    their distance, each in its turn.

    `order` lists the units that go first; else charges do. `rest`: "stand" or "ask" for all others.
    `stops`: near (an enemy within so many inches), lost (a unit), ambush (one has emerged),
    contact. It is in force for `turns` turns.
    """

    to: Mapping[str, Spot] = {}
    target: Mapping[str, str] = {}
    after: Mapping[str, str] = {}
    order: tuple[str, ...] = ()
    rest: str = ASK
    stops: tuple[str, ...] = ()
    within: int = 8
    turns: int = 1


class Recall(Order, frozen=True, tag="recall"):
    """Withdraw the march order."""


class SetPolicies(Order, frozen=True, tag="set_policies"):
    """Standing answers to routine questions, in force until the side changes them."""

    policies: Policies = Policies()


class PlanDeployment(Order, frozen=True, tag="plan_deployment"):
    """A deployment plan: each piece takes its place when its turn comes; `facing` and `shape` as in
    `Deploy`. `how` is "open", "ambush", "held" (off the table), "later" (not in the plan) or
    "aboard" with vessels. `order` lists the first. `rest`: "ask", "house". `course`: drawn lines.
    """

    to: Mapping[str, Spot] = {}
    facing: Mapping[str, float] = {}
    shape: Mapping[str, str] = {}
    how: Mapping[str, str] = {}
    order: tuple[str, ...] = ()
    rest: str = ASK
    course: Mapping[str, Path] = {}


class RecallDeployment(Order, frozen=True, tag="recall_deployment"):
    """Withdraw the deployment plan."""


DEPLOYMENT_PLANNING: tuple[type[Order], ...] = (PlanDeployment, RecallDeployment)
PLANNING: tuple[type[Order], ...] = (PlanMarch, Recall, SetPolicies)
ORDERS: tuple[type[Order], ...] = (
    Pass,
    ChooseSide,
    MarchOrder,
    PlaceWork,
    PlaceCamp,
    Deploy,
    Hold,
    Join,
    Place,
    Activate,
    NoMove,
    Move,
    Manoeuvre,
    EndActivation,
    Guide,
    Swap,
    Cross,
    Enter,
    BreakRoof,
    JumpDown,
    Embark,
    Disembark,
    Sail,
    Remount,
    Reveal,
    DeclareShooters,
    FireOrders,
    Withdraw,
    MeetHit,
    Capture,
    Pair,
    FirstOpponent,
    Cancel,
    TestOrder,
    Cast,
    Rally,
    ClimbRoof,
    *PLANNING,
    *DEPLOYMENT_PLANNING,
)
