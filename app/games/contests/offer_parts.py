"""Parts that the offers of entrants and of organisers share."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.contests.decide import refusals
from app.games.contests.names import title_of
from app.games.contests.results import MOST_POINTS
from app.games.contests.state import Contest, Pairing, Report
from app.kernel.contract import Order
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say

POINTS = ("points_first", "points_second")
"""Fields of a form for the points of victory of both entrants."""


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
        for name, key in zip(POINTS, (pairing.first, pairing.second), strict=True)
    )
    return first, second


def filled(asks: tuple[Field, ...], report: Report) -> tuple[Field, ...]:
    """Fields with the points of a report."""
    points = dict(zip(POINTS, map(str, report.scores), strict=True))
    return tuple(replace(ask, usual=points.get(ask.name, ask.usual)) for ask in asks)
