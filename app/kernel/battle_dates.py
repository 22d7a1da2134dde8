"""Dates of a battle: the proposals of its players, their answers, and answers that are missing."""

from __future__ import annotations

import msgspec

from app.kernel.offers import Offer
from app.kernel.say import Moment, Say, as_is, say


def date_title(at: str, words: str) -> Say:
    """Proposed date as text: its moment, in the time zone of the reader, and its words."""
    if not at:
        return as_is(words)
    if not words:
        return say("{when}", "{when}", when=Moment(at))
    return say("{when}, {words}", "{when}, {words}", when=Moment(at), words=words)


class DateRow(msgspec.Struct, frozen=True):
    """Date that the side `by` has proposed: the moment `at` (ISO 8601, UTC) and some words. An old
    proposal has words alone, and `at` is "". `state` is "open", "done", "refused" or "replaced" by
    a later proposal without an answer. `says` tells the state in a sentence.
    """

    words: str
    by: str
    state: str
    says: Say
    at: str = ""

    @property
    def title(self) -> Say:
        """Date as text."""
        return date_title(self.at, self.words)


class AgreedDate(msgspec.Struct, frozen=True):
    """Accepted date of a battle without a result, for the players on `seats`. It is public. `title`
    names the battle, `at` is its moment (ISO 8601, UTC).
    """

    battle: str
    title: Say
    at: str
    words: str
    seats: tuple[str, ...]


class DateQuestion(msgspec.Struct, frozen=True):
    """Proposed date or request to play at once that waits for an answer. `title` names the battle,
    `until` is the end of a request (ISO 8601, UTC), "" for a date.
    """

    battle: str
    title: Say
    says: Say
    until: str = ""


class PlayRequest(msgspec.Struct, frozen=True):
    """Request of the side `by` to play a battle at once: asked at `at`, open until `until`
    (ISO 8601, UTC; "" without a clock). `answer` is "yes", "no", or "" without one.
    """

    by: str
    at: str = ""
    until: str = ""
    answer: str = ""


class PlayNow(msgspec.Struct, frozen=True):
    """Play at once, for the two players of a battle and its organisers. `request` is the last one,
    `says` tells of it in a sentence; both None without one. `ask` and `answers` are orders of the
    viewer. After the end of a request only `ask` counts.
    """

    request: PlayRequest | None = None
    says: Say | None = None
    ask: Offer | None = None
    answers: tuple[Offer, ...] = ()
    rule: str = ""


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
    what follows at the deadline without a result; None once a result is stated. `play_now` is known
    to both players and the organisers.
    """

    proposed: tuple[DateRow, ...]
    parts: tuple[DatePart, ...]
    offers: tuple[Offer, ...] = ()
    late: Say | None = None
    rule: str = ""
    play_now: PlayNow | None = None
