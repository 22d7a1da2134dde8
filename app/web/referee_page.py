"""Contexts of the pages of referees: the desk, an act before it is confirmed, and their names."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.kernel import record
from app.kernel.clock_orders import ExtendTime
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.services.play.absence_reasons import Absence
from app.services.play.referee_desk import Desk
from app.services.play.referee_notes import LONGEST, may_remove
from app.services.play.referees import NamedReferees
from app.services.watch.game_view import GameView
from app.services.watch.punctuality import Punctuality
from app.store.referee_notes import RefereeNote
from app.web.desk_chart import DeskChart

OTHER = say("Other decisions", "Otras decisiones")


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
    """Notes of referees with the form as it was filled in: `text` for note `number`, 0 for a new one."""

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
    def more_time(self) -> Mapping[str, str]:
        """Orders that give more time, by the seat of the player."""
        orders = (one.order for one in self.desk.offers if isinstance(one.order, ExtendTime))
        return {one.to: record.as_given(one) for one in orders}


@dataclass(frozen=True)
class ActPage:
    """Order of a referee before it is confirmed: what follows, its fields and its refusals."""

    desk: Desk
    base: str
    offer: Offer
    order: str
    command: str
    given: Mapping[str, str]
    findings: tuple[Refusal, ...] = ()

    @property
    def follows(self) -> tuple[Say, ...]:
        """Consequences of the order."""
        return tuple(filter(None, (self.offer.says, self.offer.leaves_undone)))


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
    given: Mapping[str, str],
    findings: tuple[Refusal, ...] = (),
) -> ActPage:
    """Page of an order; `given` are the answers so far."""
    base = f"/games/{desk.look.game.address}"
    order = record.as_given(offer.order)
    return ActPage(desk, base, offer, order, secrets.token_urlsafe(16), given, findings)
