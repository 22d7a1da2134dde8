"""Parts that the offers of entrants and of organisers share."""

from __future__ import annotations

from app.games.contests.decide import refusals
from app.games.contests.names import title_of
from app.games.contests.results import MOST_POINTS
from app.games.contests.state import Contest, Pairing
from app.kernel.contract import Order
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say


def offer(contest: Contest, side: str, order: Order, label: Say, **more: object) -> Offer:
    """Offer of a complete order, with its refusals."""
    return Offer(order, label, no=refusals(contest, order, side), **more)  # type: ignore[arg-type] # fields of Offer


def result_label(contest: Contest, winner: str | None) -> Say:
    """Label of a result."""
    if winner is None:
        return say("A draw", "Empate")
    return say("{who} won", "Ganó {who}", who=title_of(contest, winner))


def points_fields(contest: Contest, pairing: Pairing) -> tuple[Field, Field]:
    """Points of victory of both entrants."""
    first, second = (
        Field.number(
            name,
            say(
                "Points of victory of {who}",
                "Puntos de victoria de {who}",
                who=title_of(contest, key),
            ),
            most=MOST_POINTS,
            usual="0",
        )
        for name, key in (("points_first", pairing.first), ("points_second", pairing.second))
    )
    return first, second
