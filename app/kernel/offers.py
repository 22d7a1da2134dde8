"""What may be done: offers with their refusals, dry runs, and decisions that are owed."""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally


class Choice(msgspec.Struct, frozen=True):
    """One value that a parameter of an order may take; or a piece that is given a value of its own,
    `at` the place where it is now and, where it has only so many to choose from, one `of` these.
    """

    value: str
    label: Say
    no: tuple[Refusal, ...] = ()
    at: str = ""
    of: tuple[Choice, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """A parameter of an order that the player fills in.

    `field` may lead into the order ("work.line"). `kind`: "path" (places joined by spaces; the page
    gets the reach from `assess`), "place" (one of `choices`), "one" (one of `choices`), "some" (one
    or more of `choices`), "order" (all of `choices`, in an order), "number" (`least` to `most`). On
    a continuous table a `Choice` has a place as "x,y", and a user types it as `space/notation`
    says; a direction is by the compass (0 is north): "point" (a place; `choices` are suggestions;
    where `start` is named, so many inches from there in a direction will do), "way" (places that go
    on from those the order has), "bearing" (a direction). For each of some of the `choices`:
    "places" (a place, with a third number for a facing), "paths" (a way from where it is), "angles"
    (a direction), "each" (one `of` its own), "list" (the same; the field takes the values, JSON, in
    a row).
    """

    field: str
    kind: str
    label: Say
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""  # what the form says until the player says something else
    may_stay_empty: bool = False  # a number or direction that the player need not give
    start: str = ""


class Offer(msgspec.Struct, frozen=True):
    """An order that may be given now, or that may not, and why (`no`).

    `order` is complete, unless `asks` names fields that are still open. `piece` and `place` say
    where on the board it belongs. `rolls` is true if giving it rolls dice, so that the page asks
    once more. `ahead`: it answers no question of now, it is for later. `leaves_undone`: what the
    giver could still do and gives up with it; a page shows this and asks before the order is given.
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
    """How a piece gets to a place: the places of the way, and what it costs."""

    path: tuple[str, ...]
    cost: int


class Chance(msgspec.Struct, frozen=True):
    """One way in which the dice may fall: `ways` of `of` equally likely ones."""

    says: Say
    ways: int
    of: int
    good: bool = True


class Assessment(msgspec.Struct, frozen=True):
    """A dry run of an order, from the giver's knowledge only.

    `report` holds the figures that the rules state about it (a referee's case compares them);
    `tallies` explain the numbers; `odds` are exact; `reach` maps each place that a piece may go to
    its way. `way` are the places of the move in the order; `lines` are lines of sight or fire to
    draw: (from, to, free, words). `notes` say what would come of it.
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
    """What a seat owes now. Several at once wait for several seats; `step` is the address of the
    forms that answer it.

    `draw`: the rules put a draw to the sides at this point; a player may still go on. `topic`:
    under which standing orders may answer it (`kernel/conditional_orders`).
    """

    seat: str
    step: str
    says: Say
    piece: str = ""
    rule: str = ""
    reaction: bool = False
    draw: bool = False
    topic: str = ""
