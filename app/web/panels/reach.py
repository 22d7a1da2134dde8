"""Places that an order may name next, each with the address of the draft that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.kernel.form import Field, Kind
from app.kernel.offers import Reach
from app.services.watch import game_view


@dataclass(frozen=True)
class ReachRow:
    """Place within reach, the path to it, and the address of the draft that goes there. `odds` is
    the chance of a good result if dice decide.
    """

    place: str
    reach: Reach
    address: str
    odds: str = ""


def asked_places(look: game_view.GameView, order: Any, ask: Field) -> dict[str, Reach]:
    """Places that answer a field of an order, with the path to each."""
    if ask.is_measured:
        return {}
    if ask.kind is Kind.PATH:
        return dict(game_view.assess_order(look, order).reach)
    if ask.kind is Kind.PLACE:
        return {choice.value: Reach((choice.value,), 0) for choice in ask.choices if not choice.no}
    return {}


def reached_places(look: game_view.GameView, order: Any, ask: Field) -> dict[str, Reach]:
    """Places that answer a field of a piece, each with the way that the game states. A place
    without a stated way has no cost and is not marked.
    """
    places = asked_places(look, order, ask)
    if ask.kind is not Kind.PLACE or not places:
        return places
    stated = game_view.assess_order(look, order).reach
    return {place: stated.get(place, reach) for place, reach in places.items()}
