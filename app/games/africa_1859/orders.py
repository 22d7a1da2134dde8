"""Orders of the active side, and answers to questions. A `path` lists the spaces entered.

`space` names the space for which an order is meant; "" is the open one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.games.africa_1859.procedures import RiderChoice
from app.kernel.contract import Order

FireAhead = Literal["pass", "group", "one_by_one"]
InterceptionAhead = Literal["pass", "strongest"]
RidersAhead = Literal["pass", "caracole", "counter_charge"]
"""Answers that the sheet of an assault settles ahead."""


# --- Orders of the active side
class Open(Order, frozen=True, tag="open"):
    """Open a space."""

    space: str


class Close(Order, frozen=True, tag="close"):
    """Close the open space."""


class EndPhase(Order, frozen=True, tag="end_phase"):
    """End the phase of the side, for the own seat."""


class Move(Order, frozen=True, tag="move"):
    """Move units and leaders by one path. `point` names the point unit, "" the default."""

    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    point: str = ""
    space: str = ""


class Assault(Order, frozen=True, tag="assault"):
    """Assault the last space of the path. It has two spaces for a charge over two spaces.

    Later questions can be settled ahead; None is asked when it arises. `support`: fire of the own
    guns and ships. `counter_battery`: Spanish answer to Moroccan guns. `intercept`: interception of
    a counter-charge. `new_vanguard`: "default", or the unit that replaces a lost or demoralised
    vanguard. `losses`: "default", or the unit that loses all its steps first, after the first step
    of the vanguard.
    """

    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    vanguard: str = ""
    screen: str = ""
    leaders: tuple[str, ...] = ()
    director: str = ""
    space: str = ""
    support: FireAhead | None = None
    counter_battery: FireAhead | None = None
    intercept: InterceptionAhead | None = None
    new_vanguard: str | None = None
    losses: str | None = None


class Caracole(Order, frozen=True, tag="caracole"):
    """Ride into the enemy space `target`, fire, and ride out to `exit`."""

    unit: str
    target: str = ""
    exit: str = ""
    space: str = ""


class Fire(Order, frozen=True, tag="fire"):
    """Fire with one battery, or with several as one group, at an adjacent space."""

    guns: tuple[str, ...] = ()
    target: str = ""
    space: str = ""


class Dig(Order, frozen=True, tag="dig"):
    """Dig works in the open space with an engineer unit."""

    unit: str
    space: str = ""


class DemoralisedMove(Order, frozen=True, tag="demoralised_move"):
    """Move a demoralised unit towards its rear while no space is open."""

    unit: str
    path: tuple[str, ...] = ()


class ShipFire(Order, frozen=True, tag="ship_fire"):
    """Fire with a ship at a coast space while no space is open."""

    ship: str
    target: str = ""


class Lend(Order, frozen=True, tag="lend"):
    """Lend counters of the own command to the other players of the side, or reserve them.

    No unit named means all counters of the command.
    """

    to: bool
    units: tuple[str, ...] = ()


# --- Answers to questions; `passes` declines
class Arrival(Order, frozen=True, tag="arrival"):
    """Answer an arrival: a caracole with its exit, a charge of riders of one space, or pass.

    A charge can settle `new_vanguard` and `losses` ahead, as an assault does.
    """

    caracole: str = ""
    exit: str = ""
    charge: tuple[str, ...] = ()
    vanguard: str = ""
    screen: str = ""
    passes: bool = False
    new_vanguard: str | None = None
    losses: str | None = None


class Defend(Order, frozen=True, tag="defend"):
    """Name vanguard, screen and leader of the defence.

    Later questions can be settled ahead; None is asked when it arises. `riders`: choice of all
    riders that may make it. `defence_fire`: fire of the own guns and ships. `counter_battery`:
    Spanish answer to Moroccan guns. `new_vanguard`: "default", or the unit that replaces a lost or
    demoralised vanguard. `losses`: "default", or the unit that loses all its steps first, after the
    first step of the vanguard. `retreat`: "default", or the space that is chosen if it is one of
    the best.
    """

    vanguard: str = ""
    screen: str = ""
    leader: str = ""
    riders: RidersAhead | None = None
    defence_fire: FireAhead | None = None
    counter_battery: FireAhead | None = None
    new_vanguard: str | None = None
    losses: str | None = None
    retreat: str | None = None


class Riders(Order, frozen=True, tag="riders"):
    """Choices of the defender's riders, in the order in which they act."""

    choices: tuple[RiderChoice, ...] = ()
    passes: bool = False


class Intercept(Order, frozen=True, tag="intercept"):
    """Meet counter-charging riders with own riders: interceptor by counter-charger."""

    pairs: Mapping[str, str] = {}
    passes: bool = False


class NewVanguard(Order, frozen=True, tag="new_vanguard"):
    """Name another vanguard."""

    unit: str = ""


class Support(Order, frozen=True, tag="support"):
    """Support an assault with guns (one fire) or with a ship."""

    guns: tuple[str, ...] = ()
    ship: str = ""
    passes: bool = False


class DefenceFire(Order, frozen=True, tag="defence_fire"):
    """Fire at the assaulting vanguard with guns (one fire) or with a ship."""

    guns: tuple[str, ...] = ()
    ship: str = ""
    passes: bool = False


class CounterBattery(Order, frozen=True, tag="counter_battery"):
    """Answer Moroccan guns with guns of one space."""

    guns: tuple[str, ...] = ()
    target: str = ""
    passes: bool = False


class Losses(Order, frozen=True, tag="losses"):
    """Spread the losses of a clash: steps by unit."""

    steps: Mapping[str, int] = {}


class Retreat(Order, frozen=True, tag="retreat"):
    """Choose one of several equally good spaces of retreat."""

    to: str = ""


class Entry(Order, frozen=True, tag="entry"):
    """Choose the space in which reinforcements enter."""

    to: str = ""


class LeaderEntry(Order, frozen=True, tag="leader_entry"):
    """Choose the space in which a replacement leader enters."""

    to: str = ""


class Hunger(Order, frozen=True, tag="hunger"):
    """Choose the unit that loses a step by hunger."""

    unit: str = ""


class Replacement(Order, frozen=True, tag="replacement"):
    """Choose the unit that gets a step back."""

    unit: str = ""


class Levy(Order, frozen=True, tag="levy"):
    """Choose the unit that returns, and its rear town."""

    unit: str = ""
    to: str = ""


ACTIONS: tuple[type[Order], ...] = (
    Open,
    Close,
    EndPhase,
    Move,
    Assault,
    Caracole,
    Fire,
    Dig,
    DemoralisedMove,
    ShipFire,
    Lend,
)
ANSWERS: dict[str, type[Order]] = {
    "arrival": Arrival,
    "defend": Defend,
    "riders": Riders,
    "intercept": Intercept,
    "new_vanguard": NewVanguard,
    "support": Support,
    "defence_fire": DefenceFire,
    "counter_battery": CounterBattery,
    "losses": Losses,
    "retreat": Retreat,
    "entry": Entry,
    "leader_entry": LeaderEntry,
    "hunger": Hunger,
    "replacement": Replacement,
    "levy": Levy,
}
DECISION_OF = {kind: decision for decision, kind in ANSWERS.items()}
ORDERS = (*ACTIONS, *ANSWERS.values())
