"""A tiny game with an order that holds a mapping: figures march in the sequence of its keys."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.conditional_orders import Answer as InAdvance
from app.kernel.contract import Event, Order
from app.kernel.refusal import no, refuse_if
from tests.contract.tiny.parry import ConditionalOrders, Parry

FIGURES = ("m2", "m10", "m1")
"""Neither sorted nor sorted backwards."""


class March(Order, frozen=True, tag="march"):
    """Inches by figure. The first figure blocks the way of the others unless it goes farthest."""

    inches: Mapping[str, float]
    turned: Mapping[str, int] = {}


class Marched(Event, frozen=True, tag="marched"):
    """`die` is rolled for each figure in turn."""

    figure: str
    inches: float
    die: int


class AnswersByMarching(ConditionalOrders):
    """Conditional orders that answer a blow by a march."""

    def answer(self, view, given):
        found = super().answer(view, given)
        return found and InAdvance("blow", march(), found.says)


class Marching(Parry):
    conditional_orders = AnswersByMarching()
    card = msgspec.structs.replace(
        Parry.card, orders=(*Parry.card.orders, March), events=(*Parry.card.events, Marched)
    )

    def decide(self, state, order, seat, dice):
        if not isinstance(order, March):
            return super().decide(state, order, seat, dice)
        refuse_if(None if order.inches else no("PAR-SEQ-01", "Nobody marches.", "Nadie marcha."))
        return [
            Marched(figure, inches, dice.roll(6, "march", figure))
            for figure, inches in order.inches.items()
        ]

    def evolve(self, state, event):
        return state if isinstance(event, Marched) else super().evolve(state, event)


def march(*figures: str) -> March:
    """A march of these figures, of all of them if none is named."""
    return March({figure: place + 1.0 for place, figure in enumerate(figures or FIGURES)})
