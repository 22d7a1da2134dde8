"""Chosen place with its stack: pieces that are ordered together, and the places that they reach.

The address of the page names place and pieces. At first all pieces are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams

from app.kernel.dependent_fields import Values
from app.kernel.form import Field, Kind
from app.kernel.offers import Offer
from app.kernel.record import read_order
from app.services.errors import Malformed
from app.services.watch import game_view
from app.services.watch.answered_orders import assess_with_usual
from app.web.draft import OfferRow, address_of, answered_order, good_odds
from app.web.forms import integer_or_none
from app.web.order_form import UnreadableField
from app.web.panels.reach import ReachRow, asked_places

Answers = list[tuple[str, str]]
"""Names of fields with their values, as an address holds them."""


@dataclass(frozen=True)
class Stack:
    """Open stack of a place.

    - `group`: pieces that are chosen together.
    - `toggles`: address that adds or removes each piece that can be chosen.
    - `reach`: places that the group reaches, with the odds against their defenders.
    - `odds`: chance of a good result by number of the offer and place.
    """

    place: str = ""
    group: tuple[str, ...] = ()
    toggles: dict[str, str] = field(default_factory=dict)
    reach: tuple[ReachRow, ...] = ()
    odds: dict[tuple[int, str], str] = field(default_factory=dict)


NO_STACK = Stack()


def open_stack(
    look: game_view.GameView,
    rows: Sequence[OfferRow],
    place: str,
    here: str,
    query: QueryParams,
    language: str,
) -> Stack:
    """Stack of a place, with the offers that order its pieces."""
    mine = [row for row in rows if row.offer.stack == place and row.offer.is_live]
    asked = integer_or_none(query.get("offer", ""))
    chosen = next((row for row in mine if row.number == asked), None)
    group: tuple[str, ...] = ()
    toggles: dict[str, str] = {}
    reach: dict[str, ReachRow] = {}
    odds: dict[tuple[int, str], str] = {}
    for row in [chosen] if chosen else mine:
        answers = (
            answers_of(look, row.offer, query, language) if chosen else usual_answers(row.offer)
        )
        base = [("place", place), ("offer", str(row.number))]
        for found in stack_reach(look, row.offer, answers, here, base, language):
            reach.setdefault(found.place, found)
            odds.setdefault((row.number, found.place), found.odds)
        ask = next((ask for ask in row.offer.asks if ask.kind is Kind.CHOICES), None)
        if ask is not None and not group:
            group = tuple(value for name, value in answers if name == ask.name)
            others = [one for one in answers if one[0] != ask.name]
            toggles = toggle_addresses(ask, group if chosen else (), here, base, others)
    return Stack(place, group, toggles, tuple(reach.values()), odds)


def usual_answers(offer: Offer) -> Answers:
    """Answers of a form that was not sent yet, as the form shows them: the usual ones, or all."""
    return [
        (ask.name, choice.value)
        for ask in offer.asks
        if ask.kind is Kind.CHOICES and (ask.usual or not ask.is_optional)
        for choice in ask.choices
        if not choice.no and (not ask.usual or choice.value in ask.usual_value)
    ]


def answers_of(
    look: game_view.GameView, offer: Offer, query: QueryParams, language: str
) -> Answers:
    """Answers to the fields of an offer and to those that follow from them."""
    names = {ask.name for ask in offer.asks}
    if offer.asks_again:
        try:
            filled = answered_order(look, offer, query, language)
            names |= {ask.name for ask in filled.later}
        except UnreadableField:
            pass
    return [(name, value) for name, value in query.multi_items() if name.partition(":")[0] in names]


def toggle_addresses(
    ask: Field, group: Sequence[str], here: str, base: Answers, others: Answers
) -> dict[str, str]:
    """Address by piece that adds it to the group or removes it. Without a group it begins one.

    `others` are the answers to other fields.
    """
    addresses = {}
    for choice in ask.choices:
        if not choice.no:
            rest = [value for value in group if value != choice.value]
            then = rest if choice.value in group else [*group, choice.value]
            answers = [*base, *((ask.name, value) for value in then), *others]
            addresses[choice.value] = (
                f"{here}?{urlencode(answers)}" if then else address_of(here, place=base[0][1])
            )
    return addresses


def stack_reach(
    look: game_view.GameView,
    offer: Offer,
    answers: Answers,
    here: str,
    base: Answers,
    language: str,
) -> Iterable[ReachRow]:
    """Places that answer an open field of the order, limited to those that the rules allow.

    Those of the first field have odds. Later ones, such as the exit of a ride, are no targets.
    """
    try:
        filled = answered_order(look, offer, QueryParams(answers), language)
    except UnreadableField:
        return
    bare = msgspec.to_builtins(offer.order)
    asks, targets = (*offer.asks, *filled.later), ""
    for position, ask in enumerate(asks):
        order = order_before(look, filled.values, bare, asks[position:])
        for place, reach in asked_places(look, order, ask).items() if order else ():
            value: Any = list(reach.path) if ask.kind is Kind.PATH else place
            assessment = assess_filled(look, order, ask.name, value)
            if assessment is None or assessment.no:
                continue
            words = " ".join(value) if ask.kind is Kind.PATH else place
            others = [one for one in answers if one[0] != ask.name]
            address = f"{here}?{urlencode([*base, *others, (ask.name, words)])}"
            targets = targets or ask.name
            odds = good_odds(assessment, language) if ask.name == targets else ""
            yield ReachRow(place, reach, address, odds)


def order_before(
    look: game_view.GameView, values: Values, bare: Values, asks: Sequence[Field]
) -> Any:
    """Order without the answers to some fields; None if it cannot be read."""
    for name in {ask.name.partition(".")[0] for ask in asks}:
        values = {**values, name: bare.get(name)} if name in bare else values
    try:
        return read_order(look.box, values)
    except msgspec.MsgspecError:
        return None


def assess_filled(look: game_view.GameView, order: Any, name: str, value: Any) -> Any:
    """Assessment of an order with one more answer; None if it cannot be read."""
    try:
        filled = read_order(look.box, {**msgspec.to_builtins(order), name: value})
        return assess_with_usual(look, filled)
    except (msgspec.MsgspecError, Malformed):
        return None
