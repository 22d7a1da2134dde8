"""Region in Africa of a battle."""

from __future__ import annotations

from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.lists import battlefield


def home_region(defender: Standing | None) -> tuple[str, ...]:
    """HOA-TAB-03: The defender's home region, to be chosen if there are several. It is the Savannah
    without a defender and in doubt.
    """
    return battlefield(defender)
