"""CH-SEQ: the turn as one table, the active side, and the chapter that decides each order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.games.cry_havoc import (
    advance,
    ammunition,
    combat,
    deployment,
    edges,
    harm,
    missiles,
    mounting,
    movement,
    orders,
    surrender,
    victory,
)
from app.games.cry_havoc.asking import question_of, question_of_step
from app.games.cry_havoc.events import Answered, CombatClosed, Recovered, StepBegan, StepPassed
from app.games.cry_havoc.evolve import fold as after
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    MOVEMENT,
    RECOVERY,
    SECOND_FIRE,
    SETUP,
    STEPS,
    STUNNED,
    Advance,
    Battle,
    Fall,
    Retreat,
    TrainRetreat,
    Victim,
)
from app.kernel.contract import Event, Order, Step
from app.kernel.dice import Dice
from app.kernel.offers import Decision
from app.kernel.refusal import Refusal, no, refuse_if
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
        (orders.Deploy, orders.Pass),
        by_heart=(orders.Deploy,),
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

CHAPTERS: dict[type, Callable[..., Iterable[Event]]] = {
    orders.Deploy: deployment.deploy,
    orders.Enter: edges.enter,
    orders.Leave: edges.leave,
    orders.Shoot: missiles.shoot,
    orders.SetCover: missiles.set_cover,
    orders.Move: movement.move,
    orders.Ride: movement.ride,
    orders.Mount: mounting.mount,
    orders.Dismount: mounting.dismount,
    orders.Tie: mounting.tie,
    orders.Untie: mounting.untie,
    orders.GiveAmmunition: ammunition.give,
    orders.AssignGuards: surrender.assign_guards,
    orders.Escort: surrender.escort,
    orders.Escape: surrender.escape,
    orders.Retake: surrender.retake,
    orders.Attack: combat.attack,
    orders.Agree: combat.agree,
    orders.ChooseVictim: combat.choose_victim,
    orders.RetreatTo: harm.retreat_to,
    orders.RetreatTrain: harm.retreat_train,
    orders.FallAt: harm.fall_at,
    orders.AdvanceTo: advance.advance,
    orders.DeclineAdvance: advance.decline,
}


def decide(battle: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of an order: those of its chapter, then score and end by the scenario."""
    if isinstance(order, orders.SetCover):
        happened = tuple(missiles.set_cover(battle, order, seat, dice))
    elif isinstance(order, orders.Pass):
        refuse_if(owed_first(battle, seat, order), your_turn(battle, seat))
        happened = tuple(passing(battle, seat, dice))
    else:
        refuse_if(owed_first(battle, seat, order))
        if not isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance)):
            refuse_if(your_turn(battle, seat), in_its_step(battle, order))
        closing = closing_the_advance(battle, order)
        happened = (*closing, *CHAPTERS[type(order)](after(battle, closing), order, seat, dice))
    return (*happened, *victory.consequences(battle, after(battle, happened), happened))


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


def closing_the_advance(battle: Battle, order: Order) -> tuple[Event, ...]:
    """Events that close an open advance when its owner gives another order."""
    if (
        battle.pending
        and isinstance(battle.pending[0], Advance)
        and not isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance))
    ):
        return (Answered(), CombatClosed())
    return ()


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
        "That does not belong to this step: {step}.",
        "Eso no es de este paso: {step}.",
        step=on.title,
    )


def passing(battle: Battle, seat: str, dice: Dice) -> Sequence[Event]:
    """CH-SEQ-02: A step ends when every seat of the side has passed it."""
    refuse_if(deployment.deployed(battle, seat) if battle.step == SETUP else None)
    closing = closing_the_advance(battle, orders.Pass())
    happened = [*closing, StepPassed(seat)]
    battle = after(battle, happened)
    if all(other in battle.passed for other, side in battle.seats.items() if side == battle.active):
        happened += next_step(battle, dice)
    return happened


def next_step(battle: Battle, dice: Dice) -> list[Event]:
    """CH-SEQ-09: The steps follow in order, then the other side's phase, then a new turn of the
    first side.
    """
    if battle.step == SETUP:
        begun = deployment.next_deployment(battle)
    elif battle.step in (CLOSE_COMBAT, RECOVERY):
        return into_recovery(battle, dice)
    else:
        begun = StepBegan(battle.turn, battle.active, STEPS[STEPS.index(battle.step) + 1])
    return skipping(battle, [begun], dice)


def into_recovery(battle: Battle, dice: Dice) -> list[Event]:
    """CH-SEQ-08: In the fifth step units of the side stunned in the other side's phase recover."""
    begun: list[Event] = [StepBegan(battle.turn, battle.active, RECOVERY)]
    begun += [
        Recovered(unit.id)
        for unit in battle.units.values()
        if unit.side == battle.active and unit.state == STUNNED and unit.stunned_in != battle.active
    ]
    turn, side = turn_about(battle)
    if not victory.is_decided(after(battle, begun)):
        begun.append(StepBegan(turn, side, FIRST_FIRE))
    return skipping(battle, begun, dice)


def turn_about(battle: Battle) -> tuple[int, str]:
    """CH-SUM-02: The sides alternate: the second follows the first, and a new turn follows the
    second.
    """
    first, second = battle.sides
    return (battle.turn, second) if battle.active == first else (battle.turn + 1, first)


def skipping(battle: Battle, begun: list[Event], dice: Dice) -> list[Event]:
    """Events with the steps in which the side can do nothing passed, under the option
    `skip_idle_steps`.
    """
    from app.games.cry_havoc.reach import is_idle  # noqa: PLC0415 - reach gathers what the sequence offers

    now = after(battle, begun)
    if "skip_idle_steps" not in battle.options or now.step in (SETUP, RECOVERY):
        return begun
    if not is_idle(now) or victory.is_decided(now) or victory.draw_is_near(now):
        return begun
    return begun + next_step(now, dice)


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
