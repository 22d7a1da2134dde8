"""Sheets of the bot: the answers that it would give later, settled ahead in one order."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859.evolve import with_phase
from app.games.africa_1859.fights.assault_fire import able_to_fire
from app.games.africa_1859.fights.riders import innermost_assault
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER
from app.games.africa_1859.fights.settled_ahead import (
    assault_before,
    guns_to_answer,
    possible_interceptors,
)
from app.games.africa_1859.fights.standing_fire import GROUP, PASS
from app.games.africa_1859.orders import Arrival, Assault, Defend
from app.games.africa_1859.questions import DEFAULT
from app.games.africa_1859.state import War
from app.kernel.contract import Order


def with_sheet(war: War, order: Order) -> Order:
    """Order of the bot; that of an assault, a charge or a defence settles later answers ahead.

    Riders of a defence are asked later, when the designations are shown.
    """
    if isinstance(order, Defend):
        fires = able_to_fire(war, innermost_assault(war), DEFENDER)
        answers = guns_to_answer(war, innermost_assault(war), DEFENDER)
        return replace(
            order,
            defence_fire=GROUP if fires else None,
            counter_battery=GROUP if answers else None,
            new_vanguard=DEFAULT,
            losses=DEFAULT,
            retreat=DEFAULT,
        )
    if isinstance(order, Arrival) and order.charge:
        return replace(order, new_vanguard=DEFAULT, losses=DEFAULT)
    if not isinstance(order, Assault):
        return order
    war = with_phase(war, open=order.space or war.phase.open)
    side = war.units[order.units[0]].side
    before = assault_before(war, order, side)
    supports = able_to_fire(war, before, ATTACKER)
    return replace(
        order,
        support=GROUP if supports else None,
        counter_battery=GROUP if guns_to_answer(war, before, ATTACKER) else None,
        intercept=PASS if possible_interceptors(war, order) else None,
        new_vanguard=DEFAULT,
        losses=DEFAULT,
    )
