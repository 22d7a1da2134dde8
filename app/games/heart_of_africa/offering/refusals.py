"""Refusals of any order from the knowledge of its side, without dice: the predicates of the rules
by kind of order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.heart_of_africa import orders, sequence, step_table
from app.games.heart_of_africa.buildings_and_boats import (
    boats,
    buildings,
    embarkation,
    jumps_from_roofs,
    roofs,
)
from app.games.heart_of_africa.conditional_orders import deploying, giving
from app.games.heart_of_africa.events import Activated
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import figure_of, is_vessel, unit_of
from app.games.heart_of_africa.melee_and_morale import (
    capture,
    ignored_tests,
    leaders,
    morale,
    pairing,
)
from app.games.heart_of_africa.movement import (
    formations,
    guides,
    moves,
    planned_moves,
    rank_swaps_and_climbing,
    reveal,
)
from app.games.heart_of_africa.movement.activation import activation_refusals, too_late
from app.games.heart_of_africa.setup import (
    arrivals,
    boarding,
    camps_and_kraals,
    deployment,
    end_of_deployment,
    holding_back,
    march_order,
    sites,
)
from app.games.heart_of_africa.shooting import fire_phase, hits
from app.games.heart_of_africa.state import (
    ARRIVALS,
    DEPLOYMENT,
    Activation,
    Battle,
)
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, Refused, found_in, no

Refusals = tuple[Refusal, ...]


def refusals_of(battle: Battle, order: Order, side: str) -> Refusals:
    """Everything that speaks against an order of this side, as in `decide` before any die."""
    untimely = found_in(
        sequence.owed_first(battle, side, order),
        step_table.in_its_step(battle, order),
        sequence.your_turn(battle, side, order),
    )
    untimely = untimely or found_in(step_table.out_of_all_bounds(order))
    if untimely:
        return untimely
    try:
        return tuple(BY_KIND[type(order)](battle, order, side)) if type(order) in BY_KIND else ()
    except Refused as refused:
        return refused.refusals


def passing(battle: Battle, order: orders.Pass, side: str) -> Refusals:  # noqa: ARG001 one of a family
    if battle.step == DEPLOYMENT:
        return end_of_deployment.end_refusals(battle, side)
    return arrivals.pass_refusals(battle, side) if battle.step == ARRIVALS else ()


def deploy(battle: Battle, order: orders.Deploy, side: str) -> Refusals:
    return (
        boarding.aboard_refusals(battle, order, side)
        if order.aboard
        else deployment.deploy_refusals(battle, order, side)
    )


def activate(battle: Battle, order: orders.Activate, side: str) -> Refusals:
    return activation_refusals(battle, order.who, side)


def no_move(battle: Battle, order: orders.NoMove, side: str) -> Refusals:
    return found_in(
        *(moves.stands_refusals(battle, who, side) for who in order.units),
        moves.no_unit_named(order),
    )


def not_in_hand(battle: Battle, who: str, side: str, paths: Mapping[str, Any]) -> Refusals:
    """Everything that speaks against moving a unit that must be activated first, or is in hand of
    the other side.
    """
    if battle.hand is None or battle.hand.who != who:
        return found_in(activation_refusals(battle, who, side), too_late(battle, who, paths))
    return (
        ()
        if battle.hand.side == side
        else (no("HOA-SEQ-02", "This unit is not yours.", "Esta unidad no es tuya."),)
    )


def move(battle: Battle, order: orders.Move, side: str) -> Refusals:
    if any(key in battle.figures and is_vessel(battle.figures[key]) for key in order.paths):
        return sail(battle, orders.Sail(order.who, order.paths, order.facing), side)
    wrong = not_in_hand(battle, order.who, side, {**order.paths, **order.attack})
    return wrong or planned_moves.move_refusals(battle, order, side)


def manoeuvre(battle: Battle, order: orders.Manoeuvre, side: str) -> Refusals:
    """Refusals of a manoeuvre. For a unit in hand the drill is drawn; for others only refusals
    known before the dice.
    """
    wrong = formations.order_refusals(battle, order, side) or not_in_hand(
        battle, order.who, side, order.paths
    )
    if wrong:
        return wrong
    if battle.hand is None:
        return found_in(
            formations.corrections_refused(battle, order, side),
            formations.all_figures_stuck(battle, order, side),
        )
    draft = formations.drafted(battle, order, side, explain=False)
    return draft.refusals or planned_moves.move_refusals(battle, draft.move(order), side)


def end_activation(battle: Battle, order: orders.EndActivation, side: str) -> Refusals:  # noqa: ARG001 one of a family
    if battle.hand is None:
        return (no("HOA-SEQ-02", "No unit is activated.", "No hay ninguna activación en curso."),)
    return (
        ()
        if battle.hand.side == side
        else (no("HOA-SEQ-02", "This activation is not yours.", "Esta activación no es tuya."),)
    )


def swap(battle: Battle, order: orders.Swap, side: str) -> Refusals:
    front, rear = figure_of(battle, order.front, side), figure_of(battle, order.rear, side)
    return found_in(
        rank_swaps_and_climbing.in_hand(
            battle, rank_swaps_and_climbing.owner_of(battle, front), side
        ),
        rank_swaps_and_climbing.swap_refusals(battle, front, rear, side),
    )


def cross(battle: Battle, order: orders.Cross, side: str) -> Refusals:
    figure = figure_of(battle, order.figure, side)
    return found_in(
        rank_swaps_and_climbing.in_hand(
            battle, rank_swaps_and_climbing.owner_of(battle, figure), side
        ),
        rank_swaps_and_climbing.cross_refusals(battle, figure, order.work, side),
    )


def remount(battle: Battle, order: orders.Remount, side: str) -> Refusals:
    return found_in(
        rank_swaps_and_climbing.in_hand(battle, order.unit, side),
        rank_swaps_and_climbing.remount_refusals(battle, order.unit, side),
    )


def sail(battle: Battle, order: orders.Sail, side: str) -> Refusals:
    return found_in(
        rank_swaps_and_climbing.in_hand(battle, order.who, side),
        boats.sail_refusals(battle, order, side),
    )


def guide(battle: Battle, order: orders.Guide, side: str) -> Refusals:
    """Refusals of a guided column. For a Scout in hand also the distance that the roll allows."""
    scout, unit = figure_of(battle, order.scout, side), unit_of(battle, order.unit, side)
    refused = guides.guide_refusals(battle, order, side)
    if refused or battle.hand is None:
        return refused
    rates = (battle.hand.open, battle.hand.difficult)
    led = fold(battle, [Activated(Activation(unit.id, side, *rates, guided=scout.id))])
    column = guides.drawn_up(led, scout, order)
    return found_in(*(step.refusals for step in guides.steps_of(led, scout, column, rates)))


def show(battle: Battle, order: orders.Reveal, side: str) -> Refusals:
    return reveal.reveal_refusals(battle, order.unit, side)


def declare(battle: Battle, order: orders.DeclareShooters, side: str) -> Refusals:
    return reveal.shooter_refusals(battle, order.figures, side)


def take(battle: Battle, order: orders.Capture, side: str) -> Refusals:  # noqa: ARG001 one of a family
    return found_in(capture.no_such_choice(battle, order))


def cancel(battle: Battle, order: orders.Cancel, side: str) -> Refusals:
    return ignored_tests.cancel_refusals(battle, order, side) or found_in(
        morale.nothing_owed(battle, battle.units[order.unit])
    )


def order_of_tests(battle: Battle, order: orders.TestOrder, side: str) -> Refusals:
    return found_in(
        *(
            no("HOA-MOR-16", "Only units of your own side.", "Solo unidades de tu bando.")
            if unit_of(battle, key, side).side != side
            else None
            for key in order.units
        )
    )


BY_KIND: Mapping[type[Order], Callable[[Battle, Any, str], Refusals]] = {
    orders.Pass: passing,
    orders.ChooseSide: march_order.side_refusals,
    orders.MarchOrder: march_order.march_refusals,
    orders.PlaceWork: sites.work_refusals,
    orders.PlaceCamp: camps_and_kraals.camp_refusals,
    orders.Deploy: deploy,
    orders.Hold: holding_back.hold_refusals,
    orders.Join: leaders.join_refusals,
    orders.Place: arrivals.place_refusals,
    orders.Activate: activate,
    orders.NoMove: no_move,
    orders.Move: move,
    orders.Manoeuvre: manoeuvre,
    orders.EndActivation: end_activation,
    orders.Guide: guide,
    orders.Swap: swap,
    orders.Cross: cross,
    orders.Enter: buildings.enter_refusals,
    orders.BreakRoof: roofs.break_refusals,
    orders.JumpDown: jumps_from_roofs.jump_refusals,
    orders.Embark: embarkation.embark_refusals,
    orders.Disembark: embarkation.land_refusals,
    orders.Sail: sail,
    orders.Remount: remount,
    orders.Reveal: show,
    orders.DeclareShooters: declare,
    orders.FireOrders: fire_phase.write_refusals,
    orders.Withdraw: fire_phase.withdraw_refusals,
    orders.MeetHit: hits.meet_refusals,
    orders.Capture: take,
    orders.Pair: pairing.pair_refusals,
    orders.FirstOpponent: pairing.first_refusals,
    orders.Cancel: cancel,
    orders.TestOrder: order_of_tests,
    orders.Cast: morale.cast_refusals,
    orders.Rally: leaders.rally_refusals,
    orders.ClimbRoof: roofs.climb_refusals,
    orders.PlanMarch: giving.march_refusals,
    orders.Recall: giving.recall_refusals,
    orders.SetPolicies: giving.policy_refusals,
    orders.PlanDeployment: deploying.plan_refusals,
    orders.RecallDeployment: giving.recall_deployment_refusals,
}
