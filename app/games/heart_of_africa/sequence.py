"""HOA-SEQ: The turn as one table, the side to act, and the module that decides each order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa import orders, victory, victory_conditions
from app.games.heart_of_africa.buildings_and_boats import boats, buildings, embarkation
from app.games.heart_of_africa.conditional_orders import answering, giving
from app.games.heart_of_africa.conditional_orders.words import DEPLOYMENT_PLAN, REFUSED
from app.games.heart_of_africa.events import (
    DoneByPlan,
    MovementBegan,
    PlanStopped,
    StepBegan,
    TurnOver,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import members, other_side, pairs_in_contact
from app.games.heart_of_africa.melee_and_morale import (
    capture,
    causes,
    combat,
    leaders,
    morale,
    pairing,
)
from app.games.heart_of_africa.movement import activation, formations, guides, moves, reveal
from app.games.heart_of_africa.setup import (
    arrivals,
    camps_and_kraals,
    deployment,
    deployment_turns,
    holding_back,
    march_order,
    sites,
)
from app.games.heart_of_africa.shooting import fire_phase, fires, hits, reload, resolution, torches
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import (
    ARRIVALS,
    BAGGAGE_CAPTURE,
    CLOSE_COMBAT,
    DEPLOYMENT,
    FIRE_SETTING,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    RELOAD,
    REVEAL,
    ROOF_CLIMBING,
    SETUP_STEPS,
    SHOOTING,
    SIDES_STEP,
    SPELLS,
    STEPS,
    UNIT_MOVES,
    UPKEEP,
    VICTORY,
    Battle,
)
from app.games.heart_of_africa.step_table import (
    ANSWERS,
    SEQUENCE,
    in_its_step,
    is_given_meanwhile,
    out_of_all_bounds,
    question,
)
from app.games.heart_of_africa.turn_order import (
    alternating,
    is_emerging,
    may_emerge_between_moves,
    next_to_act,
    passing,
    still_to_act,
)
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.offers import Decision
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if

CHAPTERS: dict[type[Order], Callable[[Battle, Any, str, Dice], Sequence[Event]]] = {
    orders.ChooseSide: march_order.choose_side,
    orders.MarchOrder: march_order.march_order,
    orders.PlaceWork: sites.place_work,
    orders.PlaceCamp: camps_and_kraals.place_camp,
    orders.Deploy: deployment.deploy,
    orders.Hold: holding_back.hold,
    orders.Join: leaders.join,
    orders.Place: arrivals.place,
    orders.Activate: moves.activate,
    orders.NoMove: moves.no_move,
    orders.Move: moves.move,
    orders.EndActivation: moves.end_activation,
    orders.Swap: moves.swap,
    orders.Cross: moves.cross,
    orders.Remount: moves.remount,
    orders.Manoeuvre: formations.manoeuvre,
    orders.Guide: guides.guide,
    orders.Enter: buildings.enter,
    orders.BreakRoof: buildings.break_roof,
    orders.JumpDown: buildings.jump_down,
    orders.ClimbRoof: buildings.climb_roof,
    orders.Embark: embarkation.embark,
    orders.Disembark: embarkation.disembark,
    orders.Sail: boats.sail,
    orders.Reveal: reveal.reveal_ambush,
    orders.DeclareShooters: reveal.declare_shooters,
    orders.FireOrders: fire_phase.write,
    orders.Withdraw: fire_phase.withdraw,
    orders.MeetHit: hits.meet,
    orders.Capture: capture.name_element,
    orders.Pair: pairing.pair,
    orders.FirstOpponent: pairing.name_first,
    orders.Cancel: morale.cancel,
    orders.TestOrder: morale.set_order,
    orders.Cast: morale.cast,
    orders.Rally: leaders.rally,
    orders.PlanMarch: giving.plan_march,
    orders.Recall: giving.recall,
    orders.SetPolicies: giving.set_policies,
    orders.PlanDeployment: giving.plan_deployment,
    orders.RecallDeployment: giving.recall_deployment,
}


class Row(msgspec.Struct, frozen=True):
    """A step: its opening, the sides that owe a decision, and its closing. `opening` and `closing`
    roll; `closing` may stop at a question and is then called again. `owing` names sides that have a
    real choice now; the engine leaves out those that have passed.
    """

    opening: Callable[[Battle, Dice], Sequence[Event]] = lambda battle, dice: ()  # noqa: ARG005 nothing happens
    owing: Callable[[Battle], Sequence[str]] = lambda battle: ()  # noqa: ARG005 no side
    closing: Callable[[Battle, Dice], Sequence[Event]] = lambda battle, dice: ()  # noqa: ARG005 nothing happens


def decide(battle: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of an order, then of all following steps without a decision."""
    side = battle.seats[seat]
    refuse_if(owes_nothing(battle, side, order))
    happened = carried_out(battle, order, side, dice)
    return (*happened, *onward(fold(battle, happened), dice, giver=side))


def owes_nothing(battle: Battle, side: str, order: Order) -> Refusal | None:
    """Refusal of an order from a side without a decision, or with an ambush that may not emerge
    now.
    """
    if (
        side in owing(battle)
        or battle.pending
        or your_turn(battle, side, order)
        or is_emerging(battle, side, order)
        or is_given_meanwhile(battle, order)
    ):
        return None
    return no("CAR-TAB-05", "It is not for you to decide now.", "Ahora no te toca decidir.")


def carried_out(battle: Battle, order: Order, side: str, dice: Dice) -> list[Event]:
    """Events of the order itself, and of the change of turn after it."""
    refuse_if(
        owed_first(battle, side, order),
        in_its_step(battle, order),
        out_of_turn(battle, side, order),
    )
    refuse_if(out_of_all_bounds(order))
    happened = list(
        passing(battle, side, dice)
        if isinstance(order, orders.Pass)
        else CHAPTERS[type(order)](battle, order, side, dice)
    )
    return happened + alternating(battle, fold(battle, happened), side)


def owed_first(battle: Battle, side: str, order: Order) -> Refusal | None:
    """CAR-TAB-07: A decision that is owed comes before all other orders."""
    if not battle.pending:
        if isinstance(order, ANSWERS) and battle.step != BAGGAGE_CAPTURE:
            rule = "HOA-LDR-08" if isinstance(order, orders.MeetHit) else "CAR-TAB-07"
            return no(rule, "No such choice is open to you.", "No tienes abierta esa elección.")
        return None
    if isinstance(order, ANSWERS) and battle.pending[0].side == side:
        return None
    return no(
        "CAR-TAB-07",
        "A decision of side {side} comes first.",
        "Antes decide el bando {side}.",
        side=battle.pending[0].side,
    )


def out_of_turn(battle: Battle, side: str, order: Order) -> tuple[Refusal, ...]:
    """Refusals of an order out of turn, with all others against activating that unit now."""
    first = your_turn(battle, side, order)
    if first is None:
        return ()
    more = (
        activation.activation_refusals(battle, order.who, side)
        if isinstance(order, orders.Activate)
        else ()
    )
    return found_in(first, more)


def your_turn(battle: Battle, side: str, order: Order) -> Refusal | None:
    """HOA-SEQ-02: Units move in turn, the attacker's first. A side with no unit left waits while
    the other moves the rest.
    """
    if isinstance(order, ANSWERS) or is_given_meanwhile(battle, order):
        return None
    if battle.step in (*SETUP_STEPS, ARRIVALS) and side not in ROWS[battle.step].owing(battle):
        return (arrivals if battle.step == ARRIVALS else deployment_turns).out_of_turn(battle)
    if battle.to_act and battle.to_act != side and not is_emerging(battle, side, order):
        rule = "HOA-SEQ-04" if battle.step == INDEPENDENT_MOVES else "HOA-SEQ-02"
        return no(rule, "It is the other side's move.", "Le toca al otro bando.")
    if side in battle.passed and battle.step != SPELLS:
        return no("HOA-SEQ-02", "You are done with this step.", "Ya has acabado este paso.")
    return None


TURNS_WITHOUT_A_DECISION = 100


def onward(battle: Battle, dice: Dice, giver: str = "") -> list[Event]:
    """Run the steps until a seat owes a decision that no plan answers, or the battle is over.
    `giver` is the side that gave the order, "" for none. Turns in which no side can ever act would
    run without end; then it raises RuntimeError.
    """
    happened: list[Event] = []
    current = battle

    def go(events: Sequence[Event]) -> None:
        nonlocal current
        current = fold(current, events)
        ends = victory.at_once(current)
        current = fold(current, ends)
        happened.extend((*events, *ends))

    go(())
    while not current.ending:
        if planned := by_plan(current, dice, giver):
            go(planned)
            continue
        if owing(current):
            break
        if current.turn > battle.turn + TURNS_WITHOUT_A_DECISION:
            raise RuntimeError(f"no side has owed a decision since turn {battle.turn}")
        go(ROWS[current.step].closing(current, dice))
        if (
            current.ending
            or current.pending
            or (current.step in (MORALE, SPELLS) and (current.morale.owed or owing(current)))
        ):
            continue
        go(next_step(current))
        if not current.ending:
            go(ROWS[current.step].opening(current, dice))
    return happened


def by_plan(battle: Battle, dice: Dice, giver: str) -> list[Event]:
    """Events of a conditional order of a side that owes a decision; empty if its player has to be
    asked.
    """
    sides = owing(battle) if battle.plans else ()
    for side in battle.plans:
        if side not in sides and not may_emerge_between_moves(battle, side):
            continue
        found = answering.answer(
            answering.known_to_the_server(battle, side, dice),
            side,
            still_to_act(battle, side),
            asked=side in sides,
        )
        if found is None:
            continue
        if found.stop is not None:
            return [PlanStopped(side, *found.stop)]
        if done := first_lawful(battle, side, found, dice):
            # the own stations of a side that has just given its plan reveal nothing unasked
            is_own = found.what == DEPLOYMENT_PLAN and side == giver
            return done[1:] if is_own else done
        if found.what == "march":
            return [PlanStopped(side, REFUSED, found.who)]
    return []


def first_lawful(battle: Battle, side: str, found: answering.Answer, dice: Dice) -> list[Event]:
    """Events of the first lawful order of an answer."""
    said = DoneByPlan(side, found.what, found.who)
    for order in found.orders:
        try:
            return [said, *carried_out(fold(battle, [said]), order, side, dice)]
        except Refused:
            continue
    return []


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that owe a decision in the current step, cached because shooting examines every
    line of fire.
    """
    return kept_with(battle, "owing", _owing)


def _owing(battle: Battle) -> tuple[str, ...]:
    if battle.ending:
        return ()
    if battle.pending:
        return (battle.pending[0].side,)
    if battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        acts = battle.hand.side if battle.hand is not None else battle.to_act
        return (acts,) if acts else ()
    return tuple(
        side
        for side in ROWS[battle.step].owing(battle)
        if side not in battle.passed or battle.step == SPELLS
    )


def next_step(battle: Battle) -> list[Event]:
    """Events of the next step; after the last one the marks of the turn are removed and a new turn
    begins.
    """
    if battle.step == SIDES_STEP:
        return [StepBegan(0, DEPLOYMENT)]
    if battle.step == DEPLOYMENT:
        return [TurnOver(strengths(battle)), StepBegan(1, UPKEEP)]
    if battle.step == VICTORY:
        return [TurnOver(strengths(battle)), StepBegan(battle.turn + 1, UPKEEP)]
    step = STEPS[STEPS.index(battle.step) + 1]
    first = ""
    if step in (UNIT_MOVES, INDEPENDENT_MOVES):
        first = next_to_act(
            fold(battle, [StepBegan(battle.turn, step)]), other_side(battle.attacker)
        )
    return [StepBegan(battle.turn, step, first)]


def strengths(battle: Battle) -> dict[str, int]:
    """Number of figures of each unit at the beginning of the next turn."""
    return {key: len(members(battle, key)) for key in battle.units}


def movement_begins(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    return (MovementBegan(pairs_in_contact(battle)),)


ROWS: dict[str, Row] = {
    SIDES_STEP: Row(owing=deployment_turns.owing_sides),
    DEPLOYMENT: Row(
        opening=deployment.opening, owing=deployment_turns.owing, closing=deployment.closing
    ),
    UPKEEP: Row(opening=fires.upkeep),
    ARRIVALS: Row(opening=arrivals.opening, owing=arrivals.owing),
    UNIT_MOVES: Row(opening=movement_begins),
    INDEPENDENT_MOVES: Row(closing=fires.burnt_out),
    REVEAL: Row(owing=reveal.owing),
    SHOOTING: Row(owing=resolution.owing, closing=resolution.resolve),
    BAGGAGE_CAPTURE: Row(closing=capture.resolve),
    FIRE_SETTING: Row(closing=torches.resolve),
    RELOAD: Row(closing=reload.resolve),
    CLOSE_COMBAT: Row(owing=pairing.owing, closing=combat.resolve),
    MORALE: Row(opening=causes.opening, owing=morale.owing, closing=morale.resolve),
    SPELLS: Row(owing=morale.owing_spells, closing=morale.resolve),
    RALLY: Row(owing=leaders.owing),
    ROOF_CLIMBING: Row(owing=buildings.owing_climbers),
    VICTORY: Row(closing=victory.resolve),
}


def waiting_for(battle: Battle) -> tuple[Decision, ...]:
    """The decisions owed now, by seat."""
    sides = owing(battle)
    pending = battle.pending[0] if battle.pending else None
    about = pending.figure if pending else battle.hand.who if battle.hand is not None else ""
    return tuple(
        Decision(
            seat,
            battle.step,
            question(battle),
            piece=about,
            rule=next(step.rule for step in SEQUENCE if step.key == battle.step),
            reaction=pending is not None,
            draw=victory_conditions.is_quiet(battle, side),
        )
        for seat, side in battle.seats.items()
        if side in sides
    )
