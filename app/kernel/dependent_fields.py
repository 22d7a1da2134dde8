"""Fields of an order that depend on one another, such as group, target and vanguard.

The dry run of an order says which fields are open, and with which choices. The answers are filled
in from the first field on. A later answer that an earlier one no longer allows is dropped, and its
field is open again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.kernel.form import Field, Kind
from app.kernel.form_paths import value_at, with_value
from app.kernel.offers import DroppedAnswer, Offer
from app.kernel.refusal import Refusal, no

Values = dict[str, Any]
"""Fields of an order as plain data."""


class FilledOrder(msgspec.Struct, frozen=True):
    """Order of an offer with its answers, the fields that followed from them, and the answers that
    were dropped.
    """

    values: Values
    later: tuple[Field, ...] = ()
    dropped: tuple[DroppedAnswer, ...] = ()


def fill_order(
    offer: Offer,
    read: Callable[[Sequence[Field], Values], Values],
    open_fields: Callable[[Values], Sequence[Field]],
) -> FilledOrder:
    """Order of an offer, filled in from the first field on.

    `read` adds the answers to some fields; `open_fields` asks the rules what is still open. No
    field is asked twice.
    """
    values = read(offer.asks, msgspec.to_builtins(offer.order))
    later: dict[str, Field] = {}
    dropped: list[DroppedAnswer] = []
    asked = {ask.name for ask in offer.asks}
    while ask := next((one for one in open_fields(values) if one.name not in asked), None):
        asked.add(ask.name)
        later[ask.name] = ask
        values, lost = answered_field(ask, values, read([ask], values))
        dropped += lost
    return FilledOrder(values, tuple(later.values()), tuple(dropped))


def answered_field(ask: Field, before: Values, after: Values) -> tuple[Values, list[DroppedAnswer]]:
    """Order with the answer to one field, without values that the field does not allow."""
    value = value_at(after, ask.name)
    if after == before or ask.is_measured:
        return after, []
    if ask.kind in (Kind.CHOICE, Kind.PLACE):
        lost = dropped_choices(ask, [value])
        return (before if lost else after), lost
    if ask.kind is Kind.CHOICES:
        lost = dropped_choices(ask, value)
        allowed = {choice.value for choice in ask.choices if not choice.no}
        kept = [one for one in value if one in allowed]
        return (with_value(after, ask.name, kept) if kept else before), lost
    if ask.kind is Kind.NUMBER and not ask.least <= value <= ask.most:
        return before, [DroppedAnswer(ask.name, ask.title, None, (out_of_bounds(ask, value),))]
    return after, []


def dropped_choices(ask: Field, values: Sequence[str]) -> list[DroppedAnswer]:
    """Chosen values that the field refuses or does not list any more."""
    listed = {choice.value: choice for choice in ask.choices}
    lost = []
    for value in values:
        choice = listed.get(value)
        if choice is None:
            lost.append(DroppedAnswer(ask.name, ask.title, None, (not_listed(),)))
        elif choice.no:
            lost.append(DroppedAnswer(ask.name, ask.title, choice.title, choice.no))
    return lost


def not_listed() -> Refusal:
    """CAR-TAB-10: Reason of an answer that is not among the choices any more."""
    return no(
        "CAR-TAB-10",
        "Your other answers leave other choices.",
        "Tus otras respuestas dejan otras opciones.",
    )


def out_of_bounds(ask: Field, value: int) -> Refusal:
    """Reason of a number that the earlier answers no longer allow."""
    return no(
        "CAR-TAB-10",
        "{value} is not allowed; the limits are {least} and {most}.",
        "El valor {value} no se permite; los límites son {least} y {most}.",
        value=value,
        least=ask.least,
        most=ask.most,
    )


def given_answers(order: Mapping[str, Any], offer: Offer) -> Callable[..., Values]:
    """Reader of answers that stand in an order; values of the bare offer are none."""
    bare = msgspec.to_builtins(offer.order)

    def read(asks: Sequence[Field], values: Values) -> Values:
        for ask in asks:
            value = value_at(order, ask.name)
            if value is not None and value != value_at(bare, ask.name):
                values = with_value(values, ask.name, value)
        return values

    return read
