"""Armies of child battles on the record of the long game (CAR-BAT).

A table waits for the army of each side. Its long game records that an army is in, or that there is
none at the deadline. The army itself stays at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.kernel.battle_results import find_battle
from app.kernel.child_battles import READY, Battle
from app.kernel.contract import Event, Game, Order
from app.kernel.say import Say, as_is, say

CHOSEN, BY_DEFAULT, MISSING = "chosen", "default", "missing"
"""Army chosen by its player or bot, taken from the default roster, or missing at the deadline."""


class ReportArmy(Order, frozen=True, tag="report_army"):
    """Server order: the army of a side is in, or missing at the deadline (`how`)."""

    battle: str
    side: str
    how: str = CHOSEN


class ArmyReported(Event, frozen=True, tag="army_reported"):
    """Event: the army of a side is in, or missing. The events of the long game follow it."""

    battle: str
    side: str
    how: str = CHOSEN


def decide_army(game: Game, state: Any, order: ReportArmy) -> Sequence[Event]:
    """CAR-BAT-05: Events of a report about an army; none of the long game if the battle is not
    open.
    """
    reported = ArmyReported(order.battle, order.side, order.how)
    battle = find_battle(game, state, order.battle)
    if battle is None or battle.status != READY:
        return (reported,)
    return (reported, *game.armed(state, battle, order.side, order.how))


WORDS = {
    CHOSEN: (
        "{battle}. {side:Aa}: the army is in.",
        "{battle}. {side:Aa}: el ejército está listo.",
    ),
    BY_DEFAULT: (
        "{battle}. {side:Aa}: no army was chosen in time, so the default roster is used.",
        "{battle}. {side:Aa}: no se eligió ejército a tiempo y se usa el ejército por defecto.",
    ),
    MISSING: (
        "{battle}. {side:Aa}: no army in time. The referee may decide what follows.",
        "{battle}. {side:Aa}: sin ejército a tiempo. El árbitro puede decidir lo que sigue.",
    ),
}


def army_words(battle: Battle | None, event: ArmyReported, side: Say) -> tuple[Say, str]:
    """Log line about the army of a side under this title, with its rule."""
    english, spanish = WORDS.get(event.how, WORDS[CHOSEN])
    title = battle.title if battle is not None else as_is(event.battle)
    return say(english, spanish, battle=title, side=side), "CAR-BAT-05"
