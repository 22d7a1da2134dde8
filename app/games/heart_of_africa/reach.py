"""Offers of a seat, and the dry run of any order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.offering import (
    deployment_planning,
    fighting,
    firing,
    moving,
    planning,
    setup,
    sides,
)
from app.games.heart_of_africa.offering.dryrun import assessed
from app.games.heart_of_africa.sequence import owing
from app.games.heart_of_africa.shooting import resolution, targets
from app.games.heart_of_africa.shooting.ability_to_shoot import opponents
from app.games.heart_of_africa.state import (
    ARRIVALS,
    BAGGAGE_CAPTURE,
    CLOSE_COMBAT,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    ROOF_CLIMBING,
    SHOOTING,
    SIDES_STEP,
    SPELLS,
    UNIT_MOVES,
    Battle,
)
from app.kernel.contract import Order
from app.kernel.offers import Assessment, Offer

Offers = Callable[[Battle, str], Iterator[Offer]]
OFFERS: dict[str, Offers] = {
    SIDES_STEP: sides.side_offers,
    DEPLOYMENT: setup.deployment_offers,
    ARRIVALS: setup.arrival_offers,
    UNIT_MOVES: moving.offers,
    INDEPENDENT_MOVES: moving.offers,
    REVEAL: firing.reveal_offers,
    SHOOTING: firing.fire_offers,
    BAGGAGE_CAPTURE: fighting.capture_offers,
    CLOSE_COMBAT: fighting.combat_offers,
    MORALE: fighting.morale_offers,
    SPELLS: fighting.spell_offers,
    RALLY: fighting.rally_offers,
    ROOF_CLIMBING: fighting.roof_offers,
}
REMEMBERED: deque[tuple[View, tuple[Offer, ...]]] = deque(maxlen=8)
ASSESSED: deque[tuple[View, Order, Assessment]] = deque(maxlen=48)


def offers(view: View) -> tuple[Offer, ...]:
    """All orders of the viewer's seat now, refused ones included; none for a spectator.

    Page, list and drawing ask for the same view, so the last few answers are cached.
    """
    for known, answer in tuple(REMEMBERED):
        if known is view:
            return answer
    answer = worked_out(view)
    REMEMBERED.append((view, answer))
    return answer


def worked_out(view: View) -> tuple[Offer, ...]:
    battle, side = view.battle, view.side
    if view.viewer.seat not in battle.seats or battle.ending or not side:
        return ()
    if battle.pending:
        return tuple(fighting.answer_offers(battle, side))
    if owes(battle, side):
        return (
            (
                *OFFERS[battle.step](battle, side),
                *deployment_planning.deployment_plan_offers(battle, side),
                *planning.plan_offers(battle, side),
            )
            if battle.step in OFFERS
            else ()
        )
    if battle.step == DEPLOYMENT:
        return tuple(deployment_planning.deployment_plan_offers(battle, side))
    return tuple(moving.emerging(battle, side)) if battle.step == UNIT_MOVES else ()


def owes(battle: Battle, side: str) -> bool:
    """True if a side owes a decision, without secret orders of the other side."""
    if battle.step == SHOOTING and not battle.pending and not battle.ending:
        if side in battle.passed:
            return False
        targets.eligible(
            battle, [one for one in targets.shooters_of(battle, side) if not opponents(battle, one)]
        )
        return resolution.has_fire(battle, side)
    return side in owing(battle)


def assess(view: View, order: Order) -> Assessment:
    """Dry run of an order of the viewer's seat, from its knowledge; the last few answers are
    cached.
    """
    for known, asked, answer in tuple(ASSESSED):
        if known is view and asked == order:
            return answer
    answer = assessed(view.battle, order, view.side)
    ASSESSED.append((view, order, answer))
    return answer
