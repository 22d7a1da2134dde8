"""Drafts: orders that a player checks before sending them. A draft lives only in the address of the
player's page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams

from app.kernel import table_orders
from app.kernel.dependent_fields import FilledOrder, Values
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Assessment, DroppedAnswer, Offer
from app.kernel.record import as_given, read_order
from app.kernel.say import Say, say
from app.kernel.space.plane import compass
from app.services.errors import Malformed
from app.services.play.orders_meanwhile import orders_kept_by
from app.services.watch import game_view
from app.services.watch.answered_orders import answer_offer, matching_offer
from app.web.forms import integer_or_none
from app.web.order_form import UnreadableField, get_field, is_in_form, order_answers


@dataclass(frozen=True)
class Draft:
    """Order as JSON with its assessment and the label of its offer. `row` is the offer whose fields
    were filled in. `says` are the consequences; `act` stands on the button that confirms.
    """

    order: str
    label: Say | None
    assessment: Assessment
    rolls: bool
    target: str
    row: OfferRow | None = None
    leaves_undone: Say | None = None
    stack: str = ""
    act: Say | None = None
    says: Say | None = None

    @property
    def is_open(self) -> bool:
        """Return True if a field must still be answered."""
        return any(not ask.is_optional for ask in self.assessment.asks)

    def way_after_label(self, name_of: Callable[[str], Say]) -> tuple[str, ...]:
        """Places of the way, without the first one if the label names it. Ways over open ground
        have no names. A way that is not in the order, such as that of an enemy, is only drawn.
        """
        way = tuple(self.assessment.way)
        if self.label is None or not way or ":" in way[0] or f'"{way[-1]}"' not in self.order:
            return ()
        return way[1:] if name_of(way[0]) in self.label.facts.values() else way

    @property
    def is_for_all_pieces(self) -> bool:
        """Return True if its form orders no single piece and no stack, such as a deployment."""
        return self.row is not None and not (self.row.offer.piece or self.stack)

    @property
    def stays_open(self) -> bool:
        """Return True if the form stays in view: it is not complete, or its fields depend on one
        another.
        """
        asks_again = self.row is not None and self.row.offer.asks_again
        return self.is_open or bool(self.assessment.no) or asks_again


@dataclass(frozen=True)
class OfferRow:
    """Offer as the page lists it. `number` is its index among the offers of this position. `odds`
    is the chance of a good result, such as "60%". `later` are fields that depend on answers.
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
        """Fields that the offer asks for the whole order before it is given."""
        return tuple(
            ask for ask in self.asks if ask.kind is not Kind.EACH and not ask.is_asked_later
        )

    @property
    def asked_later(self) -> tuple[Field, ...]:
        """Fields that the form folds, because the game asks them later if they are left open."""
        return tuple(ask for ask in self.asks if ask.is_asked_later)

    @property
    def singly(self) -> tuple[Field, ...]:
        """Fields that the offer asks for single pieces: the columns of one table."""
        return tuple(ask for ask in self.asks if ask.kind is Kind.EACH)

    def own_choice(self, ask: Field, piece: str) -> Choice | None:
        """Row of a single piece in a field; None if the field does not ask for it."""
        return next((choice for choice in ask.choices if choice.value == piece), None)

    def own_value(self, ask: Field, piece: str) -> str:
        """Answer for a single piece in the order of the offer, "" for none. Directions are those of
        the compass.
        """
        answers = get_field(msgspec.to_builtins(self.offer.order), ask.name)
        if not isinstance(answers, dict) or piece not in answers:
            return ""
        given = answers[piece]
        if ask.item is Kind.PATH:
            starts = {choice.value for choice in ask.choices if choice.at}
            points = (f"{x:g},{y:g}" for x, y, *_ in given)
            return "" if piece in starts else " ".join(points)
        if ask.item is Kind.PLACE:
            return ",".join(f"{number:g}" for number in (*given[:2], *map(compass, given[2:])))
        return f"{compass(given):g}" if ask.item is Kind.DIRECTION else str(given)

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
            OfferRow(
                number,
                offer,
                order,
                address_of(base, piece=offer.piece, place=offer.stack, order=order),
            )
        )
    return rows


def with_odds(look: game_view.GameView, rows: Sequence[OfferRow], language: str) -> list[OfferRow]:
    """Rows of the offers, with the chance of a good result on those that roll dice."""
    return [
        replace(row, odds=good_odds(game_view.assess_order(look, row.offer.order), language))
        if row.offer.rolls and row.offer.is_live and not row.offer.asks
        else row
        for row in rows
    ]


def good_odds(assessment: Assessment, language: str) -> str:
    """Chance of a good result, such as "60%", or "≈ 60%" if it is sampled; "" without odds."""
    if not assessment.odds:
        return ""
    good = sum(Fraction(chance.ways, chance.of) for chance in assessment.odds if chance.good)
    about = "" if all(chance.is_exact for chance in assessment.odds) else "≈ "
    return f"{about}{say('{n}%', '{n} %', n=round(100 * good)).in_(language)}"


def draft_of(look: game_view.GameView, query: QueryParams, language: str) -> Draft | None:
    """Draft from the address: an order as JSON, or the number of an offer with its fields. Orders
    of the platform, such as conceding, are no drafts. They have a button of their own with its own
    explanation.
    """
    order = query.get("order", "") or tapped_order(look, query)
    offer = row = None
    dropped: tuple[DroppedAnswer, ...] = ()
    place = integer_or_none(query.get("offer", ""))
    if not order and place is not None and 0 <= place < len(look.offers):
        offer = look.offers[place]
        row = OfferRow(place, offer, "", "")
        try:
            filled = answered_order(look, offer, query, language)
            order, row = as_given(filled.values), replace(row, later=filled.later)
            dropped = filled.dropped
        except UnreadableField as unread:
            return assessed_draft("", Assessment(no=(unread.refusal,)), offer, row)
    if not order:
        return None
    try:
        asked = read_order(look.box, order)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(asked, table_orders.ORDERS):
        return None
    meanwhile = (*look.box.card.any_time, *orders_kept_by(look.box))
    if not look.decisions and not isinstance(asked, meanwhile):
        return None
    offer = offer or matching_offer(look.offers, asked)
    if offer is not None and row is None and offer.asks_again and offer.asks:
        row = OfferRow(look.offers.index(offer), replace_order(offer, asked), "", "")
    try:
        assessment = game_view.assess_order(look, asked)
    except Malformed:
        return None
    assessment = msgspec.structs.replace(assessment, dropped=dropped)
    draft = assessed_draft(as_given(asked), assessment, offer, row)
    words = None if query.get("order") else words_of_tap(look, query)
    return replace(draft, says=words) if words is not None else draft


def words_of_tap(look: game_view.GameView, query: QueryParams) -> Say | None:
    """Sentence about the tapped place of the address; None without one."""
    piece, place = query.get("piece", ""), query.get("tap", "")
    return look.box.words_of_tap(look.view, piece, place) if piece and place else None


def tapped_order(look: game_view.GameView, query: QueryParams) -> str:
    """Order of the chosen piece to the tapped place of the address, as JSON; "" without one."""
    piece, place = query.get("piece", ""), query.get("tap", "")
    if not (piece and place and look.decisions and look.view is not None):
        return ""
    order = look.box.order_to_place(look.view, piece, place)
    return as_given(order) if order is not None else ""


def replace_order(offer: Offer, order: Any) -> Offer:
    """The offer with another order, whose fields its form shows."""
    return msgspec.structs.replace(offer, order=order)


def assessed_draft(
    order: str, assessment: Assessment, offer: Offer | None, row: OfferRow | None
) -> Draft:
    """Draft of an order. Without an offer it is taken to roll dice."""
    if offer is None:
        return Draft(order, None, assessment, rolls=True, target="", row=row)
    return Draft(
        order,
        offer.label,
        assessment,
        offer.rolls,
        offer.target,
        row,
        offer.leaves_undone,
        offer.stack,
        offer.act or offer.label,
        offer.says,
    )


def answered_order(
    look: game_view.GameView, offer: Offer, query: QueryParams, language: str
) -> FilledOrder:
    """Order of an offer with the answers of the form, and the fields that follow from them.

    A field that the form did not have yet, or whose answer no longer fits, gets its usual answer.
    Raises `UnreadableField`.
    """

    def answered(given: QueryParams) -> FilledOrder:
        def read(asks: Sequence[Field], values: Values) -> Values:
            answers = with_usual_answers(given, asks) if offer.asks_again else given
            return order_answers(asks, values, answers, language)

        return answer_offer(look, offer, read)

    filled = answered(query)
    if not filled.dropped:
        return filled
    lost = {one.field for one in filled.dropped}
    kept = QueryParams([one for one in query.multi_items() if one[0] not in lost])
    return msgspec.structs.replace(answered(kept), dropped=filled.dropped)


def with_usual_answers(query: QueryParams, asks: Sequence[Field]) -> QueryParams:
    """Answers of a form, with the usual ones of those fields that it did not have."""
    answers = [
        (ask.name, value)
        for ask in asks
        if ask.usual and not is_in_form(ask, query)
        for value in (ask.usual_value if ask.kind is Kind.CHOICES else [ask.usual])
    ]
    return QueryParams([*query.multi_items(), *answers]) if answers else query
