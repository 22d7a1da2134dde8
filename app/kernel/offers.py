"""Offers with their refusals, dry runs, and pending decisions."""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally


class Choice(msgspec.Struct, frozen=True):
    """Value of a parameter of an order, or a piece that is given a value of its own.

    For a piece, `at` is its present place, and `of` are its possible values if they are limited.
    """

    value: str
    label: Say
    no: tuple[Refusal, ...] = ()
    at: str = ""
    of: tuple[Choice, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """Parameter of an order that the player fills in.

    `field` may lead into the order ("work.line"). `kind` is one of:
    - "path": places joined by spaces. The page gets the reach from `assess`.
    - "place", "one": one of `choices`.
    - "some": one or more of `choices`.
    - "order": all of `choices`, in an order.
    - "number": `least` to `most`.

    On a continuous table a `Choice` has a place as "x,y". Users type places as described in
    `space/notation`. Directions are compass degrees; 0 is north.

    - "point": a place. `choices` are suggestions. With `start`, a distance in inches and a
      direction are accepted too.
    - "way": places that continue those of the order.
    - "bearing": a direction.

    Some kinds ask for a value for each of some `choices`:
    - "places": a place, with a third number for a facing.
    - "paths": a way from the present place.
    - "angles": a direction.
    - "each": one value of the choice's `of`.
    - "list": as "each". The field takes the values as a list of JSON.
    """

    field: str
    kind: str
    label: Say
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""  # initial value of the form
    may_stay_empty: bool = False  # for an optional number or direction
    start: str = ""


class Offer(msgspec.Struct, frozen=True):
    """Order that may be given now, or a refused one with its refusals (`no`).

    `order` is complete unless `asks` names open fields.

    - `piece`, `place`: its location on the board.
    - `rolls`: giving it rolls dice, so the page asks for confirmation.
    - `ahead`: it answers no pending question. It is for later.
    - `leaves_undone`: other possible actions that the order gives up. A page shows them and asks
      for confirmation.
    """

    order: Any
    label: Say
    no: tuple[Refusal, ...] = ()
    asks: tuple[Ask, ...] = ()
    piece: str = ""
    place: str = ""
    target: str = ""
    rolls: bool = False
    main: bool = False
    ahead: bool = False
    leaves_undone: Say | None = None

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
    """

    no: tuple[Refusal, ...] = ()
    report: dict[str, Any] = {}
    tallies: tuple[tuple[Say, Tally], ...] = ()
    odds: tuple[Chance, ...] = ()
    reach: dict[str, Reach] = {}
    way: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, bool, Say], ...] = ()
    notes: tuple[Say, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """Decision that a seat owes now. Several seats may owe one at the same time.

    - `step`: address of the forms that answer it.
    - `draw`: the rules suggest a draw to the sides here. A player may still continue.
    - `topic`: conditional orders on this topic may answer it (`kernel/conditional_orders`).
    """

    seat: str
    step: str
    says: Say
    piece: str = ""
    rule: str = ""
    reaction: bool = False
    draw: bool = False
    topic: str = ""
