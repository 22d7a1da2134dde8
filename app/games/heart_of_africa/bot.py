"""A sensible player: it weighs what is worth most on the average of the dice, keeps its scenario in mind, and never cheats.

It knows no more than its view shows; the same view and the same chance give the same order.
"""
from __future__ import annotations

import random

from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.orders import EndActivation, FireOrders, Pass
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
from app.games.heart_of_africa.tactics import arriving, choices, deploying, firing, moving
from app.kernel.contract import Order


def choose(view: View, chance: random.Random) -> Order:
    """The order of a seat that owes a decision: something lawful and sensible, or the end of the step."""
    battle, side = view.battle, view.side
    order = wanted(battle, side, chance)
    return order if order is not None else done(battle, side)


def wanted(battle: Battle, side: str, chance: random.Random) -> Order | None:
    """What the side would like to do now; None: nothing more."""
    if battle.pending:
        return choices.answer(battle)
    if battle.step in (SIDES_STEP, DEPLOYMENT):
        return deploying.deploy(battle, side, chance)
    if battle.step == ARRIVALS:
        return arriving.place(battle, side, chance)
    if battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        return moving.march(battle, side)
    if battle.step == REVEAL:
        return firing.show(battle, side)
    if battle.step == SHOOTING:
        return firing.fire(battle, side)
    if battle.step == CLOSE_COMBAT:
        return choices.pair_off(battle, side)
    if battle.step == MORALE:
        return choices.spare_a_test(battle, side)
    if battle.step == SPELLS:
        return choices.spell_step(battle, side)
    if battle.step == RALLY:
        return choices.rally(battle, side)
    return None


def done(battle: Battle, side: str) -> Order:
    """The end of the step."""
    if battle.hand is not None and battle.hand.side == side:
        return EndActivation()
    return FireOrders(seal=True) if battle.step == SHOOTING else Pass()
