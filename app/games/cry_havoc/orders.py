"""Orders. A `path` starts with the hex of the unit, and for `Enter` with the edge hex."""

from __future__ import annotations

from collections.abc import Mapping

from app.kernel.contract import Order
from app.kernel.space.hexes import Hex


class Deploy(Order, frozen=True, tag="deploy"):
    """Deploy a unit before the game; `rear` for a horse or a rider."""

    unit: str
    to: Hex
    rear: Hex | None = None


class DeployMany(Order, frozen=True, tag="deploy_many"):
    """Deploy many units at once: a hex for each, and a `rear` for horses and riders. The order that
    deploys the last unit of the seat ends its deployment.
    """

    to: Mapping[str, Hex] = {}
    rear: Mapping[str, Hex] = {}


class Pass(Order, frozen=True, tag="pass"):
    """Pass the step (in `setup`: end the deployment)."""


class Shoot(Order, frozen=True, tag="shoot"):
    """Shoot at a target. `target_hex` names one hex of a rider or horse; `window` the side of one
    of two windows.
    """

    unit: str
    target: str
    target_hex: Hex | None = None
    window: str | None = None


class SetCover(Order, frozen=True, tag="set_cover"):
    """Set the side on which a unit in a doorway or at a corner is covered; None cancels it."""

    unit: str
    cover: str | None


class Move(Order, frozen=True, tag="move"):
    """Move on foot. `animal` is taken by the reins at `reins_at`, its end `front` nearer, and let
    go at `let_go_at`.
    """

    unit: str
    path: tuple[Hex, ...]
    animal: str | None = None
    reins_at: Hex | None = None
    front: Hex | None = None
    let_go_at: Hex | None = None


class Ride(Order, frozen=True, tag="ride"):
    """Move on horseback, in steps "forward:1007", "backward:0908", "pivot:1107" (hex of the leading
    end).

    `animal`, `reins_at`, `front`, `let_go_at` as for `Move`.
    """

    unit: str
    steps: tuple[str, ...]
    animal: str | None = None
    reins_at: Hex | None = None
    front: Hex | None = None
    let_go_at: Hex | None = None


class Enter(Order, frozen=True, tag="enter"):
    """Enter the map. The first hex is the edge hex and costs points; a rider's rear follows."""

    unit: str
    path: tuple[Hex, ...]


class Leave(Order, frozen=True, tag="leave"):
    """Leave the map for good, after a `path` to an edge hex, at least the unit's own hex."""

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
    """Hand missiles over, or take them from a dead shooter (`giver`)."""

    giver: str
    to: str
    count: int


class AssignGuards(Order, frozen=True, tag="assign_guards"):
    prisoner: str
    guards: tuple[str, ...]


class Escort(Order, frozen=True, tag="escort"):
    """Move prisoner and guards together. `paths` pairs units with hexes joined by blanks; `leave`:
    off the map.
    """

    prisoner: str
    paths: tuple[tuple[str, str], ...]
    leave: bool = False


class Escape(Order, frozen=True, tag="escape"):
    unit: str
    path: tuple[Hex, ...]


class Retake(Order, frozen=True, tag="retake"):
    """Retake an escaped prisoner in close combat; `units` must be able to form an escort."""

    units: tuple[str, ...]
    prisoner: str


class Attack(Order, frozen=True, tag="attack"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Agree(Order, frozen=True, tag="agree"):
    """Let the seat's units join the attacks of its allies until the step ends."""


class ChooseVictim(Order, frozen=True, tag="choose_victim"):
    unit: str


class RetreatTo(Order, frozen=True, tag="retreat_to"):
    unit: str
    to: Hex
    rear: Hex | None = None


class RetreatTrain(Order, frozen=True, tag="retreat_train"):
    """Retreat the mules of a train to these places, in the order of the decision."""

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
    DeployMany,
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
