"""Orders. A path begins where the figure stands or enters the table; angles are in degrees."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.games.heart_of_africa.conditional_orders.plans import ASK, Policies
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.state import Shot, Torch
from app.kernel.contract import Order
from app.kernel.decoding import numbers_in
from app.kernel.space.plane import Path, Point

Spot = tuple[float, ...]
"""x, y and, where it matters, facing."""
FARTHEST = 1000.0
"""No finger slips so far off the table, inches, and nobody turns so often round, degrees."""


class Pass(Order, frozen=True, tag="pass"):
    """The side is done with the step: deployment ended, no more activations wanted, orders sealed,
    choices left to the default.
    """


# ------------------------------------------------------------------------------------------------ b
class ChooseSide(Order, frozen=True, tag="choose_side"):
    """The attacker's base edge; in a Raid also the light: day, night, dawn or dusk, dark or light
    for `turns`.
    """

    edge: str
    light: str = "day"
    turns: int = 0


class MarchOrder(Order, frozen=True, tag="march_order"):
    """Ambush: the attacker's order of march and the short side he comes from."""

    order: tuple[str, ...]
    edge: str


class PlaceWork(Order, frozen=True, tag="place_work"):
    """A work with its line, place or walls; of a building the `middle` may stand for the walls,
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
    """Put a unit, the baggage, a boat or an independent figure (with its attendants) down.

    With `to` they are drawn up there in a `shape` (line, rank, column, loose, block), facing
    `facing`, each on the nearest ground where he may stand; those named in `at` stand where it
    says. `advance_guard` names the advanced guard of an Encounter within the strip; beyond it the
    first unit is the guard anyhow.
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
    """Leave a unit off the table to dice for its arrival; an independent figure arrives with the
    unit named in `comes_with`.
    """

    who: str
    comes_with: str = ""


class Join(Order, frozen=True, tag="join"):
    """A Charismatic Leader joins a unit."""

    figure: str
    unit: str


# ------------------------------------------------------------------------------------------------ a
class Place(Order, frozen=True, tag="bring_on"):
    """Put down an arriving unit; `to`, `facing` and `shape` as in `Deploy`."""

    unit: str
    at: Mapping[str, Spot] = {}
    to: Point | None = None
    facing: float | None = None
    shape: str = "block"


class Activate(Order, frozen=True, tag="activate"):
    """Choose a unit, the baggage or an independent figure, and roll its movement dice."""

    who: str


class NoMove(Order, frozen=True, tag="no_move"):
    """Declare that units (or independent figures) stay where they are this turn; several may be
    filed at once.
    """

    units: tuple[str, ...]


class Move(Order, frozen=True, tag="move"):
    """Move the unit or figure in hand (or activate it and move it). Figures move in the order of
    `paths`; those without a path stay.

    `facing` turns a figure (a moved one faces along its last leg unless given); `attack` names the
    enemy a figure means to reach; `leaves` are figures that leave the table at the end of their
    path. `ends`: the activation is over after it.
    """

    who: str
    paths: Mapping[str, Path] = {}
    facing: Mapping[str, float] = {}
    attack: Mapping[str, str] = {}
    ends: bool = True


class Manoeuvre(Order, frozen=True, tag="manoeuvre"):
    """One figure of drill for the whole unit, with corrections for single figures.

    `drill`: displace (all by the vector `to` - the unit's middle), wheel (about `to` by `angle`),
    line, column, loose, close_up (formed at `to`, facing `angle`), charge (at `target`, a unit or
    figure). Each figure goes as far as it lawfully may.
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
    """What is in hand is done: declined after the dice if nothing stirred."""


class Guide(Order, frozen=True, tag="guide"):
    """A Scout leads a unit in file along his path; `order` is the file behind him."""

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
    """Try to break the roof one stands on and fight `against` below; or drop through a hole already
    there.
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
    """Mounted Regulars dismount, or mount up again, at the end of the move of `unit`: of theirs, or
    of a Leader who stands alone.
    """

    unit: str


# ------------------------------------------------------------------------------------------------ r
class Reveal(Order, frozen=True, tag="reveal"):
    """Ambushers appear in order to shoot."""

    unit: str


class DeclareShooters(Order, frozen=True, tag="declare_shooters"):
    """Men in buildings who will shoot this turn."""

    figures: tuple[str, ...]


class FireOrders(Order, frozen=True, tag="fire_orders"):
    """Fire orders, added to those written before; `seal`: the side is done."""

    shots: tuple[Shot, ...] = ()
    torches: tuple[Torch, ...] = ()
    seal: bool = False


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Strike out the fire orders of these figures."""

    figures: tuple[str, ...]


# ------------------------------------------------------------------------------------------------ a
class MeetHit(Order, frozen=True, tag="take_hit"):
    """How a Leader meets his hit: `how` is save, attendant (with `attendant`) or death."""

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


# ------------------------------------------------------------------------------------------------ o
class PlanMarch(Order, frozen=True, tag="plan_march"):
    """A march order for the next moves: who goes where (with a facing, if he is to end so), who
    charges whom, who goes with whom of his own, keeping his place beside him; each when his turn
    comes.

    `order` says who is first; else those who charge are. `rest`: "stand" or "ask" for all the
    others. `stops`: near (an enemy within so many inches), lost (a unit), ambush (one has sprung),
    contact. It is in force for so many `turns`.
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
    """The march order is struck out."""


class SetPolicies(Order, frozen=True, tag="set_policies"):
    """How questions are answered that need nobody's thought; in force until the side says
    otherwise.
    """

    policies: Policies = Policies()


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
)


def is_out_of_all_bounds(order: Order) -> bool:
    """Whether a place or an angle of an order is beyond anything that anybody could mean; counts
    are whole numbers and no business of a table.
    """
    return any(
        isinstance(number, float) and not abs(number) <= FARTHEST
        for number in numbers_in(msgspec.to_builtins(order))
    )
