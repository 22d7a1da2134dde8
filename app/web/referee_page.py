"""Contexts of the pages of referees: the desk, an act before it is confirmed, and their names."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from app.kernel import record
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.services.play.referee_desk import Desk
from app.services.watch.game_view import GameView
from app.store import records

OTHER = say("Other decisions", "Otras decisiones")


@dataclass(frozen=True)
class ActRow:
    """Order that a referee may give, with the JSON that opens its page."""

    offer: Offer
    order: str


@dataclass(frozen=True)
class DeskPage:
    """Desk of a referee; `groups` are the possible orders by heading."""

    desk: Desk
    base: str
    groups: tuple[tuple[Say, tuple[ActRow, ...]], ...]
    notice: Say | None = None

    @property
    def look(self) -> GameView:
        return self.desk.look


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
    """Referees of a game, those who are silent, and what the viewer may do about them."""

    look: GameView
    base: str
    referees: tuple[records.Referee, ...]
    silent: tuple[records.Referee, ...]
    may_name: bool
    may_vote: bool
    findings: tuple[Refusal, ...] = ()
    name: str = ""


def desk_page(desk: Desk, notice: Say | None = None) -> DeskPage:
    """Desk with its orders under their headings, in the order of the offers."""
    groups: dict[str, tuple[Say, list[ActRow]]] = {}
    for offer in desk.offers:
        if offer.is_live:
            title = offer.about or OTHER
            row = ActRow(offer, record.as_given(offer.order))
            groups.setdefault(title.in_("en"), (title, []))[1].append(row)
    return DeskPage(
        desk,
        f"/games/{desk.look.game.address}",
        tuple((title, tuple(rows)) for title, rows in groups.values()),
        notice,
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
