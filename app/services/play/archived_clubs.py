"""Contests and campaigns of an archived club: refusals of entries, and of orders that begin
them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.kernel.contract import Game, Order
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.table import Table
from app.services.clubs import game_rules
from app.services.container import Services
from app.store import records
from app.store.transactions import UnitOfWork


def beginning_refusal(
    work: UnitOfWork, box: Game, game: records.Game, now: Table, order: Order
) -> Refusal | None:
    """Refusal of an order that begins a game of an archived club."""
    return club_refusal(work, game) if order.begins and box.gathers(now.state) else None


def entry_refusal(work: UnitOfWork, box: Game, game: records.Game, order: Order) -> Refusal | None:
    """Refusal of an order that joins a game of an archived club."""
    seats = box.card.open_seats
    joins = seats is not None and isinstance(order, seats.entries)
    return club_refusal(work, game) if joins else None


def club_refusal(work: UnitOfWork, game: records.Game) -> Refusal | None:
    """Refusal of entries and beginnings in an archived club; None for other games."""
    club = work.clubs.find_club(game.club_id) if game.club_id else None
    return game_rules.resting_refusal(club) if club is not None else None


def refused_offers(
    services: Services, box: Game, game: records.Game, now: Table, offers: Iterable[Offer]
) -> tuple[Offer, ...]:
    """Offers at the desk of a game. Those that begin it are refused in an archived club."""
    with services.store.read() as work:
        return tuple(_as_refused(work, box, game, now, one) for one in offers)


def _as_refused(work: UnitOfWork, box: Game, game: records.Game, now: Table, offer: Offer) -> Offer:
    if not isinstance(offer.order, Order):
        return offer
    refusal = beginning_refusal(work, box, game, now, offer.order)
    return msgspec.structs.replace(offer, no=(*offer.no, refusal)) if refusal else offer
