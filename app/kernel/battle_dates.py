"""Dates of a battle: the proposals of its players, their answers, and answers that are missing."""

from __future__ import annotations

import msgspec

from app.kernel.offers import Offer
from app.kernel.say import Say


class DateRow(msgspec.Struct, frozen=True):
    """Date that the side `by` has proposed, in words. `state` is "open", "done", "refused" or
    "replaced" by a later proposal without an answer. `says` tells the state in a sentence.
    """

    words: str
    by: str
    state: str
    says: Say


class DatePart(msgspec.Struct, frozen=True):
    """Part of a side in the search for a date: the number of its proposals and of its answers.

    `asked` are the proposals of the other side. `is_silent`: it has neither proposed nor answered.
    """

    side: str
    proposals: int
    asked: int
    answered: int
    is_silent: bool


class BattleDates(msgspec.Struct, frozen=True):
    """Proposed dates of a battle, the first one first, and the part of each side.

    `offers` are orders of the viewer: answers to the open proposal, and a proposal. `late` says
    what follows at the deadline without a result; None once a result is stated.
    """

    proposed: tuple[DateRow, ...]
    parts: tuple[DatePart, ...]
    offers: tuple[Offer, ...] = ()
    late: Say | None = None
    rule: str = ""
