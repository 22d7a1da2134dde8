"""Scenarios whose battles may be rated (CAR-RAT-01)."""

from __future__ import annotations

from app.kernel.contract import Card, Scenario


def may_be_rated(card: Card, scenario: Scenario) -> bool:
    """True if a table of this scenario may be rated with one player a side."""
    is_duel = len(scenario.sides) == 2 and all(side.competes for side in scenario.sides)
    return card.is_battle and card.open_seats is None and is_duel and not scenario.guided
