"""Where in Africa a battle is fought."""

from __future__ import annotations

from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.lists import battlefield


def home_region(defender: Standing | None) -> tuple[str, ...]:
    """HOA-TAB-03: the defender's home region, his choice of several; the Savannah where nobody
    defends and in any doubt.
    """
    return battlefield(defender)
