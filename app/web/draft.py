"""Drafts: orders that a player checks before sending them. A draft lives only in the address of the
player's page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams

from app.kernel import table_orders
from app.kernel.form import Field, Kind
from app.kernel.offers import Assessment, Offer
from app.kernel.record import as_given, read_order
from app.kernel.say import Say
from app.services.errors import Malformed
from app.services.watch import game_view
from app.web.forms import integer_or_none
from app.web.order_form import UnreadableField, order_answers


@dataclass(frozen=True)
class Draft:
    """Order as JSON with its assessment and the label of its offer. `row` is the offer whose fields
    were filled in.
    """

    order: str
    label: Say | None
    assessment: Assessment
    rolls: bool
    target: str
    row: OfferRow | None = None
    leaves_undone: Say | None = None


@dataclass(frozen=True)
class OfferRow:
    """Offer as the page lists it. `number` is its index among the offers of this position. `odds`
    is the chance of a good result, such as "60 %". `later` are fields that depend on answers.
    """

    number: int
    offer: Offer
    order: str
    address: str
    odds: str = ""
    later: tuple[Field, ...] = ()

    @property
    def asks(self) -> tuple[Field, ...]:
        """Fields of the offer, and those that follow from the answers so far."""
        return (*self.offer.asks, *self.later)

    @property
    def common(self) -> tuple[Field, ...]:
        """Fields that the offer asks for the whole order."""
        return tuple(ask for ask in self.asks if ask.kind is not Kind.EACH)

    @property
    def singly(self) -> tuple[Field, ...]:
        """Fields that the offer asks for single pieces: the columns of one table."""
        return tuple(ask for ask in self.asks if ask.kind is Kind.EACH)

    @property
    def is_for_several(self) -> bool:
        """Return True if the offer selects several pieces at once. It is listed after the offers of
        single pieces.
        """
        return not self.offer.piece and any(ask.kind is Kind.CHOICES for ask in self.offer.asks)


def address_of(base: str, **query: str) -> str:
    words = urlencode({name: value for name, value in query.items() if value})
    return f"{base}?{words}" if words else base


def filled_order(offer: Offer, values: dict[str, Any]) -> str:
    """Order of an offer with its open fields filled in, as JSON."""
    return as_given({**msgspec.to_builtins(offer.order), **values})


def rows_of(offers: Sequence[Offer], base: str) -> list[OfferRow]:
    rows = []
    for number, offer in enumerate(offers):
        order = as_given(msgspec.to_builtins(offer.order))
        rows.append(
            OfferRow(number, offer, order, address_of(base, piece=offer.piece, order=order))
        )
    return rows


def with_odds(look: game_view.GameView, rows: Sequence[OfferRow]) -> list[OfferRow]:
    """Rows of the offers, with the chance of a good result on those that roll dice."""
    return [
        replace(row, odds=good_odds(game_view.assess_order(look, row.offer.order)))
        if row.offer.rolls and row.offer.is_live and not row.offer.asks
        else row
        for row in rows
    ]


def good_odds(assessment: Assessment) -> str:
    """Chance of a good result, such as "60 %"; "" without odds."""
    if not assessment.odds:
        return ""
    good = sum(Fraction(chance.ways, chance.of) for chance in assessment.odds if chance.good)
    return f"{round(100 * good)} %"


def draft_of(look: game_view.GameView, query: QueryParams, language: str) -> Draft | None:
    """Draft from the address: an order as JSON, or the number of an offer with its fields. Orders
    of the platform, such as conceding, are no drafts. They have a button of their own with its own
    explanation.
    """
    order = query.get("order", "")
    offer = row = None
    place = integer_or_none(query.get("offer", ""))
    if not order and place is not None and 0 <= place < len(look.offers):
        offer = look.offers[place]
        row = OfferRow(place, offer, "", "")
        try:
            order, later = answered_order(look, offer, query, language)
            row = replace(row, later=later)
        except UnreadableField as unread:
            return Draft(
                "", offer.label, Assessment(no=(unread.refusal,)), offer.rolls, offer.target, row
            )
    if not order:
        return None
    try:
        asked = read_order(look.box, order)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(asked, table_orders.ORDERS):
        return None
    if not look.decisions and not isinstance(asked, look.box.card.any_time):
        return None
    offer = offer or matching_offer(look.offers, asked)
    try:
        assessment = game_view.assess_order(look, asked)
    except Malformed:
        return None
    target = offer.target if offer else ""
    return Draft(
        as_given(asked),
        offer.label if offer else None,
        assessment,
        offer.rolls if offer else True,
        target,
        row,
        offer.leaves_undone if offer else None,
    )


def answered_order(
    look: game_view.GameView, offer: Offer, query: QueryParams, language: str
) -> tuple[str, tuple[Field, ...]]:
    """Order of an offer with the answers of the form, and the fields that follow from them.

    Raises `UnreadableField`.
    """
    fields = order_answers(offer.asks, msgspec.to_builtins(offer.order), query, language)
    later: tuple[Field, ...] = ()
    while asks := following_fields(look, as_given(fields)):
        later += asks
        more = order_answers(asks, fields, query, language)
        if more == fields:
            break
        fields = more
    return as_given(fields), later


def following_fields(look: game_view.GameView, order: str) -> tuple[Field, ...]:
    """Fields that are still open after these answers; none if the order cannot be read."""
    try:
        return game_view.assess_order(look, read_order(look.box, order)).asks
    except (msgspec.MsgspecError, UnicodeError, RecursionError, Malformed):
        return ()


def matching_offer(offers: Sequence[Offer], order: Any) -> Offer | None:
    """Offer that the order came from: the same order, or the same kind for the same piece with open
    fields.
    """
    for offer in offers:
        if offer.order == order:
            return offer
    fields = msgspec.to_builtins(order)
    for offer in offers:
        if type(offer.order) is type(order) and offer.asks:
            open_fields = {ask.name.partition(".")[0] for ask in offer.asks}
            kept = msgspec.to_builtins(offer.order)
            if all(
                fields[name] == value for name, value in kept.items() if name not in open_fields
            ):
                return offer
    return None
