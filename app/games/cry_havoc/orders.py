"""What may be asked for. `path` always starts with the hex the piece stands on (entering: with the
edge hex).
"""

from __future__ import annotations

from app.kernel.contract import Order
from app.kernel.space.hexes import Hex


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit down before the game; `rear` for a horse or a rider."""

    unit: str
    to: Hex
    rear: Hex | None = None


class Pass(Order, frozen=True, tag="pass"):
    """The seat is done with the step (in `setup`: with its deployment)."""


class Shoot(Order, frozen=True, tag="shoot"):
    """`target_hex` names the hex of a rider or horse that is aimed at; `window` the side of the
    shooter's window if he has two.
    """

    unit: str
    target: str
    target_hex: Hex | None = None
    window: str | None = None


class SetCover(Order, frozen=True, tag="set_cover"):
    """A standing order: the side from which a man in a doorway or at a corner is covered; None
    forgets it.
    """

    unit: str
    cover: str | None


class Move(Order, frozen=True, tag="move"):
    """A whole move on foot. `animal` is taken by the reins at `reins_at` with its end `front`
    nearer; `let_go_at` lets it go.
    """

    unit: str
    path: tuple[Hex, ...]
    animal: str | None = None
    reins_at: Hex | None = None
    front: Hex | None = None
    let_go_at: Hex | None = None


class Ride(Order, frozen=True, tag="ride"):
    """A whole move on horseback: steps such as "forward:1007", "backward:0908", "pivot:1107" (the
    hex of the end that leads).

    `animal`, `reins_at`, `front`, `let_go_at` as for `Move`.
    """

    unit: str
    steps: tuple[str, ...]
    animal: str | None = None
    reins_at: Hex | None = None
    front: Hex | None = None
    let_go_at: Hex | None = None


class Enter(Order, frozen=True, tag="enter"):
    """Enter the map: the first hex of the path is the edge hex and is paid; a rider's rear follows
    in his track.
    """

    unit: str
    path: tuple[Hex, ...]


class Leave(Order, frozen=True, tag="leave"):
    """Leave the map for good, after walking `path` (at least the hex one stands on) to an edge
    hex.
    """

    unit: str
    path: tuple[Hex, ...] = ()


class Mount(Order, frozen=True, tag="mount"):
    unit: str
    animal: str


class Dismount(Order, frozen=True, tag="dismount"):
    unit: str
    to: Hex


class Tie(Order, frozen=True, tag="tie"):
    unit: str
    pair: tuple[str, str]


class Untie(Order, frozen=True, tag="untie"):
    unit: str
    pair: tuple[str, str]


class GiveAmmunition(Order, frozen=True, tag="give_ammunition"):
    """Hand missiles over, or take them from a dead man (`giver`)."""

    giver: str
    to: str
    count: int


class AssignGuards(Order, frozen=True, tag="assign_guards"):
    prisoner: str
    guards: tuple[str, ...]


class Escort(Order, frozen=True, tag="escort"):
    """Prisoner and guards walk as one; `paths` pairs each unit with its way, hexes joined by
    blanks; `leave`: off the map.
    """

    prisoner: str
    paths: tuple[tuple[str, str], ...]
    leave: bool = False


class Escape(Order, frozen=True, tag="escape"):
    unit: str
    path: tuple[Hex, ...]


class Retake(Order, frozen=True, tag="retake"):
    """Take an escaped prisoner again, in close combat; `units` must be able to form an escort."""

    units: tuple[str, ...]
    prisoner: str


class Attack(Order, frozen=True, tag="attack"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Agree(Order, frozen=True, tag="agree"):
    """The seat's men may join the attacks of its allies until the step ends."""


class ChooseVictim(Order, frozen=True, tag="choose_victim"):
    unit: str


class RetreatTo(Order, frozen=True, tag="retreat_to"):
    unit: str
    to: Hex
    rear: Hex | None = None


class RetreatTrain(Order, frozen=True, tag="retreat_train"):
    """Places of the mules, in the order of the decision."""

    places: tuple[Hex, ...]


class FallAt(Order, frozen=True, tag="fall_at"):
    unit: str
    to: Hex


class AdvanceTo(Order, frozen=True, tag="advance"):
    unit: str
    path: tuple[Hex, ...]


class DeclineAdvance(Order, frozen=True, tag="decline_advance"):
    pass


ORDERS = (
    Deploy,
    Pass,
    Shoot,
    SetCover,
    Move,
    Ride,
    Enter,
    Leave,
    Mount,
    Dismount,
    Tie,
    Untie,
    GiveAmmunition,
    AssignGuards,
    Escort,
    Escape,
    Retake,
    Attack,
    Agree,
    ChooseVictim,
    RetreatTo,
    RetreatTrain,
    FallAt,
    AdvanceTo,
    DeclineAdvance,
)
