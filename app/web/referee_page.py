"""Contexts of the pages of referees: the desk, an act before it is confirmed, and their names."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.clock_orders import ExtendTime
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, as_is, say
from app.services.play.absence_reasons import Absence
from app.services.play.referee_desk import Desk
from app.services.play.referee_notes import LONGEST, may_remove
from app.services.play.referees import NamedReferees
from app.services.watch.game_view import GameView
from app.services.watch.punctuality import Punctuality
from app.services.watch.reading_pages import pages_of
from app.store.referee_notes import RefereeNote
from app.web.desk_chart import DeskChart
from app.web.order_form import get_field

OTHER = say("Other decisions", "Otras decisiones")


Preview = tuple[tuple[tuple[Say, Say], ...] | None, tuple[Say, ...]]
"""Questions of an order with their answers, and its consequences."""
NO_PREVIEW: Preview = (None, ())


@dataclass(frozen=True)
class ActRow:
    """Order of a referee, with the JSON that opens its page; "" for a refused one."""

    offer: Offer
    order: str


@dataclass(frozen=True)
class NoteRow:
    """Note of a referee, and what the viewer may do with it."""

    note: RefereeNote
    may_change: bool
    may_remove: bool


@dataclass(frozen=True)
class DeskNotes:
    """Notes of referees with the form as it was filled in: `text` for note `number`, 0 for a new
    one.
    """

    rows: tuple[NoteRow, ...] = ()
    text: str = ""
    number: int = 0
    findings: tuple[Refusal, ...] = ()
    longest: int = LONGEST

    def text_of(self, row: NoteRow) -> str:
        return self.text if self.number == row.note.id else row.note.text


@dataclass(frozen=True)
class DeskPage:
    """Desk of a referee; `groups` are the orders by heading, refused ones without `order`."""

    desk: Desk
    base: str
    groups: tuple[tuple[Say, tuple[ActRow, ...]], ...]
    notice: Say | None = None
    chart: DeskChart | None = None
    notes: DeskNotes = DeskNotes()
    absences: tuple[Absence, ...] = ()
    punctual: tuple[Punctuality, ...] = ()

    @property
    def look(self) -> GameView:
        return self.desk.look

    @property
    def has_rounds(self) -> bool:
        """Return True for a contest with drawn rounds."""
        pages = pages_of(self.look)
        return pages is not None and pages.has_rounds

    @property
    def more_time(self) -> Mapping[str, str]:
        """Orders that give more time, by the seat of the player."""
        orders = (one.order for one in self.desk.offers if isinstance(one.order, ExtendTime))
        return {one.to: record.as_given(one) for one in orders}


@dataclass(frozen=True)
class ActPage:
    """Order of a referee before it is confirmed: what follows, its fields and its refusals.
    `answers` are set for a preview: each question with its answer in words.
    """

    desk: Desk
    base: str
    offer: Offer
    order: str
    command: str
    given: QueryParams
    findings: tuple[Refusal, ...] = ()
    answers: tuple[tuple[Say, Say], ...] | None = None
    notes: tuple[Say, ...] = ()

    @property
    def is_preview(self) -> bool:
        """True if the next press gives the order."""
        return not self.offer.asks or self.answers is not None

    @property
    def sent(self) -> tuple[tuple[str, str], ...]:
        """Answers of the form by the names of their fields."""
        names = {ask.name for ask in self.offer.asks}
        return tuple(
            pair for pair in self.given.multi_items() if pair[0].partition(":")[0] in names
        )

    @property
    def change(self) -> str:
        """Address of the form with its answers."""
        query = [("order", self.order), *self.sent]
        query += [("back", "1")] if self.given.get("back") else []
        return f"{self.base}/desk/act?{urlencode(query)}"

    def in_order(self, ask: Field) -> tuple[Choice, ...]:
        """Choices of a ranking in the order of the ranks so far."""
        ranks = {one.value: self.given.get(f"{ask.name}:{one.value}", "") for one in ask.choices}
        return tuple(
            sorted(
                ask.choices,
                key=lambda one: int(ranks[one.value]) if ranks[one.value].isdecimal() else 0,
            )
        )

    @property
    def by_rating(self) -> str:
        """Address of the form with its sides in the order of their ratings."""
        return f"{self.base}/desk/act?{urlencode([('order', self.order), ('by', 'rating')])}"

    @property
    def follows(self) -> tuple[Say, ...]:
        """Consequences of the order."""
        return tuple(filter(None, (self.offer.says, self.offer.leaves_undone))) + self.notes


@dataclass(frozen=True)
class RefereesPage:
    """Referees of a game, with the form as it was filled in and its refusals."""

    named: NamedReferees
    findings: tuple[Refusal, ...] = ()
    name: str = ""

    @property
    def look(self) -> GameView:
        return self.named.look

    @property
    def base(self) -> str:
        return f"/games/{self.look.game.address}"


def desk_notes(desk: Desk, notes: Sequence[RefereeNote]) -> DeskNotes:
    """Notes as the referee at the desk sees them."""
    me = desk.look.user_id or 0
    rows = (
        NoteRow(one, one.user_id == me, may_remove(one, me, desk.seat.referees)) for one in notes
    )
    return DeskNotes(tuple(rows))


def desk_page(
    desk: Desk,
    notice: Say | None = None,
    chart: DeskChart | None = None,
    notes: DeskNotes = DeskNotes(),
    absences: tuple[Absence, ...] = (),
    punctual: tuple[Punctuality, ...] = (),
) -> DeskPage:
    """Desk with its orders under their headings, in the order of the offers."""
    groups: dict[str, tuple[Say, list[ActRow]]] = {}
    for offer in desk.offers:
        title = offer.about or OTHER
        row = ActRow(offer, record.as_given(offer.order) if offer.is_live else "")
        groups.setdefault(title.in_("en"), (title, []))[1].append(row)
    return DeskPage(
        desk,
        f"/games/{desk.look.game.address}",
        tuple((title, tuple(rows)) for title, rows in groups.values()),
        notice,
        chart,
        notes,
        absences,
        punctual,
    )


def act_page(
    desk: Desk,
    offer: Offer,
    given: QueryParams,
    findings: tuple[Refusal, ...] = (),
    preview: Preview = NO_PREVIEW,
) -> ActPage:
    """Page of an order; `given` are the answers so far."""
    base = f"/games/{desk.look.game.address}"
    order = record.as_given(offer.order)
    return ActPage(desk, base, offer, order, secrets.token_urlsafe(16), given, findings, *preview)


def ranked(given: QueryParams, ask: Field, order: Sequence[str]) -> QueryParams:
    """Answers in which the choices of a ranking have this order."""
    ranks = [(f"{ask.name}:{value}", str(place)) for place, value in enumerate(order, 1)]
    return QueryParams([*given.multi_items(), *ranks])


def answers_in_words(offer: Offer, order: Mapping[str, Any]) -> tuple[tuple[Say, Say], ...]:
    """Each question of an offer with its answer. A field that is left blank is missing."""
    found = ((ask, get_field(order, ask.name)) for ask in offer.asks)
    return tuple(
        (ask.title, answer_in_words(ask, one)) for ask, one in found if one not in (None, "")
    )


def answer_in_words(ask: Field, answer: Any) -> Say:
    """Titles of the chosen values, or the number or text as it was typed."""
    if ask.kind is Kind.RANKING:
        known = {one.value: one.title for one in ask.choices}
        order = tuple(
            say("{n}. {who}", "{n}. {who}", n=place, who=known[value])
            for place, value in enumerate(answer, 1)
        )
        return say("{order}", "{order}", order=order)
    if ask.kind not in (Kind.CHOICE, Kind.CHOICES):
        return as_is(str(answer))
    values = answer if isinstance(answer, (list, tuple)) else [answer]
    titles = tuple(one.title for one in ask.choices if one.value in values)
    return say("{titles}", "{titles}", titles=titles) if titles else say("none", "ninguno")
