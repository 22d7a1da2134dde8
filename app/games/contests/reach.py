"""Dry run of an order: its refusals."""

from __future__ import annotations

from app.games.contests.decide import refusals
from app.games.contests.fog import View
from app.kernel.contract import Order
from app.kernel.offers import Assessment


def assess(view: View, order: Order) -> Assessment:
    """Dry run from the viewer's knowledge."""
    if view.me is None:
        return Assessment()
    return Assessment(no=refusals(view.contest, order, view.me))
