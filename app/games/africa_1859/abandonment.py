"""AFB-WEB: a player gives up, and the allies of the side play on."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.events import SeatAbandoned
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of


def abandonment(war: War, seat: str, allies: Sequence[str]) -> SeatAbandoned:
    """Counters of a player who gives up pass to the allies in turn, each command whole
    (AFB-WEB-04).
    """
    scenario = scenario_of(war)
    side = side_of(war, seat)
    named = [one.counters for one in scenario.commands.get(side, ())] if scenario else []
    own = [key for key, its in war.terms.commands.items() if its == seat]
    whole = [its for one in named if (its := [key for key in one if key in own])]
    alone = [[key] for key in own if not any(key in one for one in whole)]
    passed = {
        key: allies[number % len(allies)]
        for number, keys in enumerate([*whole, *alone])
        for key in keys
    }
    return SeatAbandoned(seat, passed)
