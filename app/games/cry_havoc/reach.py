"""Offers and assessments of all chapters, by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.games.cry_havoc import (
    advance,
    ammunition,
    combat,
    combat_odds,
    combat_offers,
    combat_victims,
    covered_side,
    deployment,
    deployment_plan,
    edges,
    escape,
    escort,
    fall_orders,
    guards,
    missile_preview,
    mounting,
    move_offers,
    orders,
    retreat_orders,
    tying,
)
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.occupancy import not_own, the_ground
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    MOVEMENT,
    RECOVERY,
    SECOND_FIRE,
    SETUP,
    Advance,
    Battle,
    Fall,
    Retreat,
    TrainRetreat,
    Victim,
)
from app.games.cry_havoc.turn_order import ANSWERS, in_its_step, owed_first, your_turn
from app.kernel.contract import Order
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refused, found_in
from app.kernel.say import Say, say

Offers = Callable[[Battle, str], list[Offer]]
Dry = Callable[[Battle, Any, str], Assessment]

OFFERS: dict[str, tuple[Offers, ...]] = {
    SETUP: (deployment.deploy_offers, deployment_plan.deploy_many_offers),
    FIRST_FIRE: (missile_preview.shoot_offers,),
    MOVEMENT: (
        edges.enter_offers,
        move_offers.move_offers,
        move_offers.ride_offers,
        edges.leave_offers,
        mounting.mount_offers,
        mounting.dismount_offers,
        tying.tie_offers,
        tying.untie_offers,
        ammunition.give_offers,
        guards.assign_guards_offers,
        escort.escort_offers,
        escape.escape_offers,
    ),
    SECOND_FIRE: (missile_preview.shoot_offers,),
    CLOSE_COMBAT: (combat_offers.attack_offers, escape.retake_offers),
    RECOVERY: (),
}
ANSWER_OFFERS: dict[type, tuple[Offers, ...]] = {
    Retreat: (retreat_orders.retreat_to_offers,),
    TrainRetreat: (retreat_orders.retreat_train_offers,),
    Fall: (fall_orders.fall_at_offers,),
    Victim: (combat_victims.choose_victim_offers,),
    Advance: (advance.advance_offers, advance.decline_offers),
}
ASSESSMENTS: dict[type, Dry] = {
    orders.Deploy: deployment.deploy_assessment,
    orders.DeployMany: deployment_plan.deploy_many_assessment,
    orders.Enter: edges.enter_assessment,
    orders.Leave: edges.leave_assessment,
    orders.Shoot: missile_preview.shoot_assessment,
    orders.SetCover: covered_side.set_cover_assessment,
    orders.Move: move_offers.move_assessment,
    orders.Ride: move_offers.move_assessment,
    orders.Mount: mounting.mount_assessment,
    orders.Dismount: mounting.dismount_assessment,
    orders.Tie: tying.tie_assessment,
    orders.Untie: tying.untie_assessment,
    orders.GiveAmmunition: ammunition.give_assessment,
    orders.AssignGuards: guards.assign_guards_assessment,
    orders.Escort: escort.escort_assessment,
    orders.Escape: escape.escape_assessment,
    orders.Retake: escape.retake_assessment,
    orders.Attack: combat_odds.attack_assessment,
    orders.Agree: combat.agree_assessment,
    orders.ChooseVictim: combat_victims.choose_victim_assessment,
    orders.RetreatTo: retreat_orders.retreat_to_assessment,
    orders.RetreatTrain: retreat_orders.retreat_train_assessment,
    orders.FallAt: fall_orders.fall_at_assessment,
    orders.AdvanceTo: advance.advance_assessment,
    orders.DeclineAdvance: advance.decline_assessment,
}
FIXED = say(
    "All your units are deployed. Their places do not change any more.",
    "Todas tus fichas están desplegadas. Sus casillas ya no cambian.",
)
"""Words beside the end of a complete deployment."""
DONE: dict[str, Say] = {
    SETUP: say("Begin the battle", "Empezar la batalla"),
    FIRST_FIRE: say("End the first fire", "Acabar el primer disparo"),
    MOVEMENT: say("End the movement", "Acabar el movimiento"),
    SECOND_FIRE: say("End the second fire", "Acabar el segundo disparo"),
    CLOSE_COMBAT: say("End the phase", "Acabar la fase"),
}


REMEMBERED: deque[tuple[View, tuple[Offer, ...]]] = deque(maxlen=8)


def offers(view: View) -> tuple[Offer, ...]:
    """Orders that the viewer's seat may give now, refused ones included; none for a spectator.

    Page, list and drawing ask for the same view in turn, so the last answers are cached.
    """
    for known, answer in tuple(REMEMBERED):
        if known is view:
            return answer
    answer = worked_out(view)
    REMEMBERED.append((view, answer))
    return answer


def worked_out(view: View) -> tuple[Offer, ...]:
    battle, seat = view.battle, view.viewer.seat
    if seat is None or seat not in battle.seats or battle.winners is not None:
        return ()
    if battle.pending:
        return tuple(_answers(battle, seat))
    found = (
        list(covered_side.set_cover_offers(battle, seat))
        if battle.step not in (SETUP, RECOVERY)
        else []
    )
    if battle.seats[seat] == battle.active and seat not in battle.passed:
        agreeing = combat.agree_offers(battle, seat) if battle.step == CLOSE_COMBAT else []
        of_step = [offer for kind in OFFERS[battle.step] for offer in kind(battle, seat)]
        found = [*of_step, *found, *agreeing, pass_offer(battle, seat, of_step)]
    return tuple(found)


def _answers(battle: Battle, seat: str) -> list[Offer]:
    """Offers that settle the first pending decision; declining an advance is one of them."""
    first = battle.pending[0]
    if first.seat != seat:
        return []
    return [offer for kind in ANSWER_OFFERS[type(first)] for offer in kind(battle, seat)]


def pass_offer(battle: Battle, seat: str, others: Sequence[Offer]) -> Offer:
    """Offer to end the step; refused during deployment while units wait.

    `others` are the other offers of the step.
    """
    refused = (
        found_in(deployment.unfinished_deployment(battle, seat)) if battle.step == SETUP else ()
    )
    undone = FIXED if battle.step == SETUP and not refused else None
    if battle.step == MOVEMENT:
        undone = none_moved(battle, seat, others)
    return Offer(orders.Pass(), DONE[battle.step], refused, main=True, leaves_undone=undone)


def none_moved(battle: Battle, seat: str, others: Sequence[Offer]) -> Say | None:
    """Warning if the seat has not moved in a movement step although it could; else None."""
    able = {offer.piece for offer in others if offer.is_live and offer.piece}
    acted = any(
        unit.moved or unit.busy
        for unit in battle.units.values()
        if not_own(battle, unit, seat) is None
    )
    if acted or not able:
        return None
    return say(
        "None of your units has moved. Units that could: {n}.",
        "Ninguna de tus fichas se ha movido. Fichas que podrían: {n}.",
        n=len(able),
    )


def assess(view: View, order: Order) -> Assessment:
    """Dry run of an order of the viewer's seat: its timing, then the rules of its chapter."""
    battle, seat = view.battle, view.viewer.seat or ""
    try:
        assessed = (
            ASSESSMENTS[type(order)](battle, order, seat)
            if type(order) in ASSESSMENTS
            else Assessment()
        )
    except Refused as refused:
        assessed = Assessment(no=refused.refusals)
    untimely = found_in(*_untimely(battle, order, seat))
    return msgspec.structs.replace(
        assessed, no=found_in(untimely, assessed.no), way=way_of(battle, order)
    )


def way_of(battle: Battle, order: Order) -> tuple[str, ...]:
    """Hexes of the order's path, for the trail of a draft; hexes off the map are left out. A
    deployment names each unit with its hexes.
    """
    if isinstance(order, orders.DeployMany):
        return deployment_plan.way_of_plan(order)
    hexes = the_ground(battle).hexes
    return tuple(hex_ for hex_ in _way_named(battle, order) if hex_ in hexes)


def _way_named(battle: Battle, order: Order) -> tuple[str, ...]:
    if isinstance(order, orders.Ride):
        rider = battle.units.get(order.unit)
        return (
            (
                *((rider.hex,) if rider and rider.hex else ()),
                *(step.partition(":")[2] for step in order.steps),
            )
            if order.steps
            else ()
        )
    if isinstance(order, orders.Deploy):
        return (order.to,)
    if isinstance(order, orders.RetreatTo | orders.FallAt):
        leaving = battle.units.get(order.unit)
        return (*((leaving.hex,) if leaving and leaving.hex else ()), order.to)
    path = getattr(order, "path", ())
    return path if len(path) > 1 else ()


def _untimely(battle: Battle, order: Order, seat: str) -> tuple:
    """Refusals by timing, as in `decide`: a decision owed, the phase, the step."""
    if isinstance(order, orders.SetCover):
        return ()
    if isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance)):
        return ()
    if isinstance(order, orders.Pass):
        waits = deployment.unfinished_deployment(battle, seat) if battle.step == SETUP else None
        return owed_first(battle, seat, order), your_turn(battle, seat), waits
    return owed_first(battle, seat, order), your_turn(battle, seat), in_its_step(battle, order)


def is_idle(battle: Battle) -> bool:
    """True if the active side can do nothing in the current step but end it."""
    seats = [seat for seat, side in battle.seats.items() if side == battle.active]
    return not any(
        offer.is_live
        for seat in seats
        for kind in OFFERS[battle.step]
        for offer in kind(battle, seat)
    )
