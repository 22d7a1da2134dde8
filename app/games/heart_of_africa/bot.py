"""Bot: it maximises the average gain by the dice for its scenario, and uses only its view.

The same view and the same random numbers give the same order. The easy bot makes the mistakes of
`tactics/careless`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.offering.refusals import refusals_of
from app.games.heart_of_africa.orders import EndActivation, FireOrders, Move, Pass
from app.games.heart_of_africa.reach import offers
from app.games.heart_of_africa.setup import auto_deployment
from app.games.heart_of_africa.state import (
    ARRIVALS,
    CLOSE_COMBAT,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    SHOOTING,
    SIDES_STEP,
    SPELLS,
    UNIT_MOVES,
    Battle,
)
from app.games.heart_of_africa.tactics import arriving, careless, choices, deploying, firing, moving
from app.games.heart_of_africa.tactics.tempers import SENSIBLE, TEMPERS, Temper
from app.kernel.bot_strengths import HARD
from app.kernel.contract import Order

TRIED = (Move, FireOrders)
"""Orders that are checked against the rules when they are drawn."""
WITH_CHANCE: dict[str, Callable[[Battle, str, random.Random], Order | None]] = {
    SIDES_STEP: deploying.deploy,
    DEPLOYMENT: deploying.deploy,
    ARRIVALS: arriving.place_arrival,
}
STEPS: dict[str, Callable[[Battle, str], Order | None]] = {
    UNIT_MOVES: moving.next_move,
    INDEPENDENT_MOVES: moving.next_move,
    REVEAL: firing.reveal_order,
    SHOOTING: firing.fire_order,
    CLOSE_COMBAT: choices.pair_off,
    MORALE: choices.spare_a_test,
    SPELLS: choices.spell_step,
    RALLY: choices.rally_unit,
}


def choose(view: View, chance: random.Random, strength: str = HARD) -> Order:
    """The order of a seat that owes a decision: something lawful and sensible, or the end of the
    step.
    """
    battle, side = view.battle, view.side
    order = wanted_order(battle, side, chance, TEMPERS[strength])
    if order is not None and (isinstance(order, TRIED) or not refusals_of(battle, order, side)):
        return order
    return whatever_is_left(view, end_of_step(battle, side), chance)


def whatever_is_left(view: View, order: Order, chance: random.Random) -> Order:
    """The end of the step. If that is refused, the automatic order, or any live offer."""
    battle, side = view.battle, view.side
    if not refusals_of(battle, order, side):
        return order
    house = (
        auto_deployment.next_order(battle, side, chance)
        if battle.step in (SIDES_STEP, DEPLOYMENT)
        else None
    )
    live = (
        [
            offer.order
            for offer in offers(view)
            if offer.is_live and not offer.asks and not offer.ahead
        ]
        if house is None
        else [house]
    )
    return next((one for one in live if not refusals_of(battle, one, side)), order)


def wanted_order(
    battle: Battle, side: str, chance: random.Random, temper: Temper = SENSIBLE
) -> Order | None:
    """The preferred order of the side now; None: nothing more."""
    if battle.pending:
        return choices.answer_question(battle)
    if temper != SENSIBLE and (not temper.knows_goal or battle.step in careless.MISTAKEN):
        return careless.careless_order(battle, side, chance, temper)
    if battle.step in WITH_CHANCE:
        return WITH_CHANCE[battle.step](battle, side, chance)
    return STEPS[battle.step](battle, side) if battle.step in STEPS else None


def end_of_step(battle: Battle, side: str) -> Order:
    """The end of the step."""
    if battle.hand is not None and battle.hand.side == side:
        return EndActivation()
    return FireOrders(seal=True) if battle.step == SHOOTING else Pass()
