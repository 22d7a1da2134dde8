"""Orders of offers with open fields: answers so far, open fields, and answers that were dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.kernel.contract import Order
from app.kernel.dependent_fields import FilledOrder, Values, fill_order, given_answers
from app.kernel.form import Field, Kind
from app.kernel.form_paths import value_at, with_value
from app.kernel.offers import Assessment, Offer
from app.kernel.record import as_given, read_order
from app.services.errors import Malformed
from app.services.play import orders
from app.services.watch.game_view import GameView, assess_order

EMPTY: tuple[Any, ...] = (None, "", 0, False, (), [], {})


def answer_offer(
    look: GameView, offer: Offer, read: Callable[[Sequence[Field], Values], Values]
) -> FilledOrder:
    """Order of an offer with its answers; `read` may raise what it likes."""
    return fill_order(offer, read, lambda values: following_fields(look, as_given(values)))


def following_fields(look: GameView, order: str) -> tuple[Field, ...]:
    """Fields that are still open after these answers; none if the order cannot be read."""
    try:
        return assess_order(look, read_order(look.box, order)).asks
    except (msgspec.MsgspecError, UnicodeError, RecursionError, Malformed):
        return ()


def assess_with_usual(look: GameView, order: Order) -> Assessment:
    """Dry run of an order whose open fields have their usual answers."""
    found, asked = assess_order(look, order), set[str]()
    while ask := next((one for one in found.asks if one.usual and one.name not in asked), None):
        asked.add(ask.name)
        values = with_value(msgspec.to_builtins(order), ask.name, ask.usual_value)
        order = read_order(look.box, values)
        found = assess_order(look, order)
    return found


def answers_in_order(look: GameView, offer: Offer, order: Order) -> list[tuple[str, str]]:
    """Answers of a form that lead from an offer to an order, as an address holds them."""
    values = msgspec.to_builtins(order)
    filled = answer_offer(look, offer, given_answers(values, offer))
    found: list[tuple[str, str]] = []
    for ask in (*offer.asks, *filled.later):
        value = value_at(values, ask.name)
        if ask.kind is Kind.CHOICES:
            found += [(ask.name, one) for one in value]
        else:
            text = " ".join(value) if ask.kind is Kind.PATH else str(value)
            found.append((ask.name, "" if value is None else text))
    return found


def assess_answers(look: GameView, order: Any) -> Assessment:
    """Dry run of an order with the fields that are open and the answers that were dropped.

    Raises `Malformed`.
    """
    asked = orders.parse_order(look.box, order)
    found = assess_order(look, asked)
    offer = matching_offer(look.offers, asked)
    if offer is None or not offer.asks_again:
        return found
    filled = answer_offer(look, offer, given_answers(msgspec.to_builtins(asked), offer))
    if not filled.dropped:
        return found
    asks = following_fields(look, as_given(filled.values))
    return msgspec.structs.replace(found, asks=asks, dropped=filled.dropped)


def matching_offer(offers: Sequence[Offer], order: Order) -> Offer | None:
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
                fields[name] == value
                for name, value in kept.items()
                if name not in open_fields and not (offer.asks_again and value in EMPTY)
            ):
                return offer
    return None
