"""Offers with their refusals, dry runs, and pending decisions."""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.form import Field
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally


class Offer(msgspec.Struct, frozen=True):
    """Order that may be given now, or a refused one with its refusals (`no`).

    `order` is complete unless `asks` names open fields.

    - `piece`, `place`: its location on the board.
    - `rolls`: giving it rolls dice, so the page asks for confirmation.
    - `ahead`: it answers no pending question. It is for later.
    - `leaves_undone`: other possible actions that the order gives up. A page shows them and asks
      for confirmation.
    - `says`: consequences, shown beside the label. `about`: heading of the decision that it
      answers. A long game has a form for each heading.
    """

    order: Any
    label: Say
    no: tuple[Refusal, ...] = ()
    asks: tuple[Field, ...] = ()
    piece: str = ""
    place: str = ""
    target: str = ""
    rolls: bool = False
    main: bool = False
    ahead: bool = False
    leaves_undone: Say | None = None
    says: Say | None = None
    about: Say | None = None

    @property
    def is_live(self) -> bool:
        return not self.no


class Reach(msgspec.Struct, frozen=True):
    """Way of a piece to a place: the places on it, and its cost."""

    path: tuple[str, ...]
    cost: int


class Chance(msgspec.Struct, frozen=True):
    """Possible result of the dice: `ways` of `of` equally likely ones."""

    says: Say
    ways: int
    of: int
    good: bool = True


class Assessment(msgspec.Struct, frozen=True):
    """Dry run of an order, from the knowledge of its player only.

    - `report`: figures that the rules state about it. Referee cases compare them.
    - `tallies`: explanations of the numbers.
    - `odds`: exact.
    - `reach`: way to each place that a piece may go to.
    - `way`: places of the movement in the order.
    - `lines`: lines of sight or fire to draw, as (from, to, free, words).
    - `notes`: consequences of the order.
    - `asks`: fields that are still open, given the answers in the order.
    """

    no: tuple[Refusal, ...] = ()
    report: dict[str, Any] = {}
    tallies: tuple[tuple[Say, Tally], ...] = ()
    odds: tuple[Chance, ...] = ()
    reach: dict[str, Reach] = {}
    way: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, bool, Say], ...] = ()
    notes: tuple[Say, ...] = ()
    asks: tuple[Field, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """Decision that a seat owes now. Several seats may owe one at the same time.

    - `step`: address of the forms that answer it.
    - `draw`: the rules suggest a draw to the sides here. A player may still continue.
    - `topic`: conditional orders on this topic may answer it (`kernel/conditional_orders`).
    - `battle`: child battle whose table answers it, "" for all others.
    - `deadline`: key of the `StepDeadline` that gives its days; "" without one.
    """

    seat: str
    step: str
    says: Say
    piece: str = ""
    rule: str = ""
    reaction: bool = False
    draw: bool = False
    topic: str = ""
    battle: str = ""
    deadline: str = ""
