"""Exact odds of a defence, as the defender may know them: the attacker's designations are
sealed.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859.fights.designations import designated
from app.games.africa_1859.fights.fight_odds import assault_chances, mean_losses
from app.games.africa_1859.fights.further_odds import (
    assault_shares,
    seen_by_enemy,
    shares_for_enemy,
)
from app.games.africa_1859.fights.odds import assault_results
from app.games.africa_1859.fights.odds_policies import by_sheet
from app.games.africa_1859.fights.previews import clash_tallies, losses_note
from app.games.africa_1859.fights.riders import innermost_assault
from app.games.africa_1859.fights.settled_ahead import settled_by
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Assault, Roles
from app.games.africa_1859.state import War
from app.kernel.offers import Assessment
from app.kernel.say import say

SEALED = say(
    "The attacker's designations are sealed. The odds assume the default ones.",
    "Las designaciones del atacante están selladas. Las probabilidades suponen las que valen por"
    " defecto.",
)
ALL_GUNS = say(
    "They also assume the support of all guns of the attacker, and default answers to questions"
    " that you leave open.",
    "También suponen el apoyo de todos los cañones del atacante, y respuestas por defecto a lo que"
    " dejes abierto.",
)


def preview_of_defence(war: War, order: Defend) -> Assessment:
    """Odds of a legal defence in the position that the defender knows."""
    assault = defended(war, order)
    before = replace(war, stack=())
    results = assault_results(before, assault, by_sheet)
    odds = assault_chances(before, assault, results)
    return Assessment(
        way=(assault.start, assault.space),
        odds=seen_by_enemy(odds),
        further_odds=shares_for_enemy(assault_shares(before, results)),
        notes=(SEALED, ALL_GUNS, losses_note(*mean_losses(results))),
        tallies=clash_tallies(before, assault, order),
    )


def defended(war: War, order: Defend) -> Assault:
    """Assault under way after a defence, with default designations where they are sealed."""
    assault = designated(war, innermost_assault(war))
    roles = Roles(order.leader, order.vanguard, order.screen, settled=settled_by(order))
    return replace(assault, dfn=roles, revealed=True)
