"""Order of steps and turns: who may act, and whose answer is owed."""

from __future__ import annotations

from app.games.cry_havoc import deployment, orders, victory
from app.games.cry_havoc.asking import question_of, question_of_step
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
from app.kernel.contract import Order, Step
from app.kernel.offers import Decision
from app.kernel.refusal import Refusal, no
from app.kernel.say import say

ANSWERS = (orders.ChooseVictim, orders.RetreatTo, orders.RetreatTrain, orders.FallAt)


ANSWERED_AHEAD = {
    Victim: "victim",
    Retreat: "retreat",
    TrainRetreat: "retreat",
    Fall: "fall",
    Advance: "advance",
}
"""Topic of conditional orders for each kind of decision."""


FIRE = (
    orders.Shoot,
    orders.SetCover,
    orders.RetreatTo,
    orders.RetreatTrain,
    orders.FallAt,
    orders.Pass,
)


SEQUENCE = (
    Step(
        SETUP,
        "CH-SUM-01",
        say("Deployment", "Despliegue"),
        (orders.Deploy, orders.DeployMany, orders.Pass),
        automatic_orders=(orders.Deploy,),
    ),
    Step(FIRST_FIRE, "CH-SEQ-04", say("First fire", "Primer disparo"), FIRE),
    Step(
        MOVEMENT,
        "CH-SEQ-05",
        say("Movement", "Movimiento"),
        (
            orders.Move,
            orders.Ride,
            orders.Enter,
            orders.Leave,
            orders.Mount,
            orders.Dismount,
            orders.Tie,
            orders.Untie,
            orders.GiveAmmunition,
            orders.AssignGuards,
            orders.Escort,
            orders.Escape,
            orders.SetCover,
            orders.Pass,
        ),
    ),
    Step(SECOND_FIRE, "CH-SEQ-06", say("Second fire", "Segundo disparo"), FIRE),
    Step(
        CLOSE_COMBAT,
        "CH-SEQ-07",
        say("Close combat", "Cuerpo a cuerpo"),
        (
            orders.Attack,
            orders.Agree,
            orders.Retake,
            *ANSWERS,
            orders.AdvanceTo,
            orders.DeclineAdvance,
            orders.SetCover,
            orders.Pass,
        ),
    ),
    Step(RECOVERY, "CH-SEQ-08", say("Recovery", "Recuperación"), ()),
)


def owed_first(battle: Battle, seat: str, order: Order) -> Refusal | None:
    """CAR-TAB-07: A decision owed comes first; an open advance of the same seat closes with its
    next order.
    """
    if not battle.pending or isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance)):
        return None
    first = battle.pending[0]
    if isinstance(first, Advance) and first.seat == seat:
        return None
    return no(
        "CAR-TAB-07",
        "A decision of {seat} comes first.",
        "Antes tiene que decidir {seat}.",
        seat=first.seat,
    )


def own_phase(battle: Battle, seat: str) -> Refusal | None:
    """CH-SEQ-01: A side acts on its own initiative in its own phase."""
    if battle.seats.get(seat) != battle.active:
        return no("CH-SEQ-01", "It is the other side's phase.", "Es la fase del otro bando.")
    return None


def your_turn(battle: Battle, seat: str) -> Refusal | None:
    """Refusal outside the seat's phase or deployment, or after it has passed the step."""
    others = deployment.in_order(battle, seat) if battle.step == SETUP else own_phase(battle, seat)
    if others or seat not in battle.passed:
        return others
    return no(
        "CH-SEQ-02",
        "You are done with this step; it ends when your allies are.",
        "Has acabado este paso; termina cuando acaben tus aliados.",
    )


def in_its_step(battle: Battle, order: Order) -> Refusal | None:
    """CH-SEQ-03: Each order belongs to one of five steps in a fixed order."""
    on = next(step for step in SEQUENCE if step.key == battle.step)
    if isinstance(order, on.orders):
        return None
    return no(
        "CH-SEQ-03",
        "That order does not belong to this step: {step}.",
        "Esa orden no es de este paso: {step}.",
        step=on.title,
    )


def waiting_for(battle: Battle) -> tuple[Decision, ...]:
    """Decision of the seat that owes an answer; else of the active seats that have not passed."""
    if battle.winners is not None:
        return ()
    if battle.pending:
        first = battle.pending[0]
        return (
            Decision(
                first.seat,
                battle.step,
                *question_of(battle, first),
                reaction=True,
                topic=ANSWERED_AHEAD[type(first)],
            ),
        )
    return tuple(
        Decision(seat, battle.step, *question_of_step(battle), draw=victory.draw_is_near(battle))
        for seat, side in battle.seats.items()
        if side == battle.active and seat not in battle.passed
    )
