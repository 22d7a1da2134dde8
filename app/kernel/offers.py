"""Offers with their refusals, dry runs, and pending decisions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from app.kernel.form import Field
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.tally import Tally


class Offer(msgspec.Struct, frozen=True):
    """Order that may be given now, or a refused one with its refusals (`no`).

    `order` is complete unless `asks` names open fields.

    - `piece`, `place`: its location on the board.
    - `stack`: place whose pieces it orders. It is listed once this place is chosen.
    - `rolls`: giving it rolls dice, so the page asks for confirmation.
    - `ahead`: it answers no pending question. It is for later.
    - `leaves_undone`: other possible actions that the order gives up. A page shows them and asks
      for confirmation.
    - `says`: consequences, shown beside the label. `about`: heading of the decision that it
      answers. A long game has a form for each heading.
    - `asks_again`: its fields depend on one another. A page asks again with each answer. A field
      that the page has not shown yet has its usual answer.
    - `act`: verb and object for the button that confirms, if the label is not short.
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
    stack: str = ""
    asks_again: bool = False
    act: Say | None = None

    @property
    def is_live(self) -> bool:
        return not self.no


class Reach(msgspec.Struct, frozen=True):
    """Way of a piece to a place: the places on it, and its cost."""

    path: tuple[str, ...]
    cost: int


class Chance(msgspec.Struct, frozen=True):
    """Possible result of the dice: `ways` of `of` equally likely ones.

    `error` is the margin of a sampled chance in percentage points (95 %); 0 for an exact one.
    """

    says: Say
    ways: int
    of: int
    good: bool = True
    error: int = 0

    @classmethod
    def sampled(cls, says: Say, ways: int, of: int, *, good: bool = True) -> Chance:
        """Result that came in `ways` of `of` tries, with its margin of error, rounded up."""
        share = ways / of
        margin = max(2 * math.sqrt(share * (1 - share) / of), 3 / of if share in (0, 1) else 0)
        return cls(says, ways, of, good, max(1, math.ceil(100 * margin)))

    @property
    def is_exact(self) -> bool:
        """Return true if all results were counted, none sampled."""
        return self.error == 0

    @property
    def in_percent(self) -> Say:
        """Chance in per cent, with its margin if it is sampled."""
        return chance_in_percent(self.ways, self.of, self.error)


FurtherOdds = tuple[Say, tuple[Chance, ...]]
"""Title of a question, and the chances of its answers."""


def chance_in_percent(ways: int, of: int, error: int = 0) -> Say:
    """Chance in per cent: "48%", "< 1%", "> 99%", or "about 48%, ± 2"; in Spanish "48 %"."""
    percent = round(100 * ways / of)
    if error:
        about = "about {n}%, ± {error}", "alrededor del {n} %, ± {error}"
        return say(*about, n=percent, error=error)
    if ways and not percent:
        return say("< {n}%", "< {n} %", n=1)
    if ways < of and percent == 100:
        return say("> {n}%", "> {n} %", n=99)
    return say("{n}%", "{n} %", n=percent)


class DroppedAnswer(msgspec.Struct, frozen=True):
    """Answer to the field `field` that its earlier answers no longer allow, with the reasons.

    `title` names the field. `choice` names the answer, if the rules still list it.
    """

    field: str
    title: Say
    choice: Say | None
    no: tuple[Refusal, ...]


class Assessment(msgspec.Struct, frozen=True):
    """Dry run of an order, from the knowledge of its player only.

    - `report`: figures that the rules state about it. Referee cases compare them.
    - `tallies`: explanations of the numbers.
    - `odds`: exact, or sampled with their error.
    - `further_odds`: odds of single questions beside the result, by title, such as the steps that a
      side loses.
    - `reach`: way to each place that a piece may go to.
    - `way`: places of the movement in the order.
    - `lines`: lines of sight or fire to draw, as (from, to, free, words).
    - `notes`: consequences of the order.
    - `asks`: fields that are still open, given the answers in the order. Each field depends on
      those before it only. A choice that earlier answers forbid carries its refusals.
    - `dropped`: answers in the order that its earlier answers do not allow. The platform finds
      them (`kernel/dependent_fields`).
    """

    no: tuple[Refusal, ...] = ()
    report: dict[str, Any] = {}
    tallies: tuple[tuple[Say, Tally], ...] = ()
    odds: tuple[Chance, ...] = ()
    further_odds: tuple[FurtherOdds, ...] = ()
    reach: dict[str, Reach] = {}
    way: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, bool, Say], ...] = ()
    notes: tuple[Say, ...] = ()
    asks: tuple[Field, ...] = ()
    dropped: tuple[DroppedAnswer, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """Decision that a seat owes now. Several seats may owe one at the same time.

    - `seat`: it is asked, and its clock runs. `also`: other seats of its side that may answer.
    - `step`: address of the forms that answer it.
    - `draw`: the rules suggest a draw to the sides here. A player may still continue.
    - `topic`: conditional orders on this topic may answer it (`kernel/conditional_orders`).
    - `battle`: child battle whose table answers it, "" for all others.
    - `army`: the decision is the choice of an army at the table of the battle.
    - `deadline`: key of the `StepDeadline` that gives its days; "" without one.
    - `subject`: tells apart decisions of one kind, for example by opponent or battle.
    - `silence`: consequence of a missed deadline if it is not the default order of the game.
    - `about`: its battle, where a seat may owe several decisions of one kind.
    - `is_dispute`: it settles a disputed result. Referees of a club take it too (CAR-CLB-52).
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
    army: bool = False
    also: tuple[str, ...] = ()
    subject: str = ""
    silence: Say | None = None
    about: Say | None = None
    is_dispute: bool = False

    @property
    def clock_key(self) -> str:
        """Key of its clock, among the decisions of its seat with days of their own."""
        return " ".join(filter(None, (self.deadline, self.battle, self.subject)))

    def may_be_answered_by(self, seat: str) -> bool:
        """Return true for the seat that owes the decision, and for those that may answer too."""
        return seat == self.seat or seat in self.also


def answerable_by(owed: Sequence[Decision], seat: str) -> tuple[Decision, ...]:
    """Pending decisions that the seat may answer, its own first."""
    found = [one for one in owed if one.may_be_answered_by(seat)]
    return tuple(sorted(found, key=lambda one: one.seat != seat))
