"""Bot: weighs orders by the average of the die and the aims of the scenario.

It reads its own view only. The same view and the same chance give the same order. The easy bot
overlooks most shots and attacks and moves with little plan.
"""

from __future__ import annotations

import random

from app.games.cry_havoc import orders
from app.games.cry_havoc.escape import retake_offers
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.reach import assess, offers
from app.games.cry_havoc.state import CLOSE_COMBAT, FIRST_FIRE, MOVEMENT, SECOND_FIRE, SETUP
from app.games.cry_havoc.tactics.answering import answer
from app.games.cry_havoc.tactics.deploying import deploy
from app.games.cry_havoc.tactics.marching import march
from app.games.cry_havoc.tactics.striking import best_attack, best_shot
from app.games.cry_havoc.tactics.tempers import SENSIBLE, TEMPERS, Temper
from app.kernel.bot_strengths import HARD, is_overlooked
from app.kernel.contract import Order


def choose(view: View, chance: random.Random, strength: str = HARD) -> Order:
    """Order of a seat that owes a decision: a legal one that the bot prefers, or the end of the
    step.
    """
    order = wanted(view, chance, TEMPERS[strength])
    if order is not None and not assess(view, order).no:
        return order
    return done(view)


def wanted(view: View, chance: random.Random, temper: Temper = SENSIBLE) -> Order | None:
    """Order that the bot prefers now; None if it wants nothing more in the step."""
    battle, seat = view.battle, view.viewer.seat or ""
    if battle.pending and battle.pending[0].seat == seat:
        return answer(battle, seat)
    if battle.step == SETUP:
        return deploy(battle, seat, chance)
    if battle.step == MOVEMENT:
        return march(battle, seat, chance, temper)
    if is_overlooked(temper.overlooks, chance):
        return None
    if battle.step in (FIRST_FIRE, SECOND_FIRE):
        return best_shot(battle, seat)
    if battle.step == CLOSE_COMBAT:
        return next(
            (offer.order for offer in retake_offers(battle, seat) if offer.is_live), None
        ) or best_attack(battle, seat)
    return None


def done(view: View) -> Order:
    """Pass of the step, or the first legal answer to a decision that is owed."""
    live = [offer.order for offer in offers(view) if offer.is_live and not offer.asks]
    if view.battle.pending and live:
        return next((order for order in live if isinstance(order, orders.DeclineAdvance)), live[0])
    return orders.Pass()
