"""Random player: any order that the offers allow, chosen with the given random source.

It knows no rule. It fills in the open fields of an offer and checks the order by a dry run.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

from app.kernel.contract import Game, Order
from app.kernel.form import Field, Kind
from app.kernel.offers import Offer
from app.kernel.record import read_order
from app.kernel.refusal import Refusal

TRIES = 30


class DeadEnd(AssertionError):
    """Raised when a seat owes a decision and no offer can be given as an order."""


def any_order(game: Game, view: Any, chance: random.Random) -> Order:
    """Random live offer with its open fields filled in; raises `DeadEnd` if there is none."""
    live = [offer for offer in game.offers(view) if offer.is_live]
    chance.shuffle(live)
    for offer in live:
        order = filled_offer(game, view, offer, chance) if offer.asks else offer.order
        if order is not None:
            return order
    raise DeadEnd("no offer is open to the seat that owes a decision")


def filled_offer(game: Game, view: Any, offer: Offer, chance: random.Random) -> Order | None:
    """Order of an offer with every requested field.

    None if no attempt out of `TRIES` passes the dry run.
    """
    faults: tuple[Refusal, ...] = ()
    for _ in range(TRIES):
        order: Order = offer.order
        asks, asked = offer.asks, set[str]()
        while asks:
            for ask in asks:
                asked.add(ask.name)
                if ask.is_asked_later and chance.random() < 0.5:
                    continue
                value = random_answer(game, view, order, ask, chance)
                if value is None:
                    return None
                order = with_field(game, order, ask.name, value)
            found = game.assess(view, order)
            faults = found.no
            asks = tuple(ask for ask in found.asks if ask.name not in asked)
        if not faults:
            return order
    return None


def random_answer(game: Game, view: Any, order: Order, ask: Field, chance: random.Random) -> Any:
    """Value for the field; None if nothing is open. Raises `ValueError` for an unknown kind of
    field.
    """
    open_to = [choice.value for choice in ask.choices if not choice.no]
    if ask.kind is Kind.PATH:
        ways = [] if ask.is_measured else list(game.assess(view, order).reach.values())
        return list(chance.choice(ways).path) if ways else None
    if ask.kind in (Kind.NUMBER, Kind.DIRECTION):
        return chance.randint(ask.least, ask.most) if ask.least <= ask.most else None
    if ask.kind is Kind.TEXT:
        return ""
    if ask.kind is Kind.FLAG:
        return chance.random() < 0.5
    if ask.kind is Kind.EACH:
        return answers_for_some(ask, chance) if ask.item is Kind.CHOICE else {}
    if ask.kind not in CHOSEN:
        raise ValueError(f"an order has no field of kind {ask.kind.value!r}")
    if not open_to:
        return None
    value = CHOSEN[ask.kind](open_to, chance)
    return [float(part) for part in value.split(",")] if ask.is_measured else value


def answers_for_some(ask: Field, chance: random.Random) -> Any:
    """Values for about half of the items; None if there are none."""
    found = {
        choice.value: chance.choice(choice.of).value
        for choice in ask.choices
        if choice.of and chance.random() < 0.5
    }
    if ask.as_list:
        return [json.loads(value) for value in found.values() if value] or None
    return found or None


CHOSEN: dict[Kind, Callable[[list[str], random.Random], Any]] = {
    Kind.PLACE: lambda values, chance: chance.choice(values),
    Kind.CHOICE: lambda values, chance: chance.choice(values),
    Kind.CHOICES: lambda values, chance: chance.sample(values, chance.randint(1, len(values))),
    Kind.RANKING: lambda values, chance: chance.sample(values, len(values)),
}


def with_field(game: Game, order: Order, field: str, value: Any) -> Order:
    """Order with one field set, as it would arrive from a form."""
    fields = msgspec.to_builtins(order)
    *outer, last = field.split(".")
    inner = fields
    for name in outer:
        inner = inner.setdefault(name, {})
    inner[last] = value
    return read_order(game, fields)
