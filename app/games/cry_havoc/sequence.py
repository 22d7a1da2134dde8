"""CH-SEQ: the turn as one table, the active side, and the chapter that decides each order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.games.cry_havoc import (
    advance,
    ammunition,
    combat,
    combat_victims,
    covered_side,
    deployment,
    deployment_plan,
    edges,
    escape,
    escort,
    fall_orders,
    guards,
    missiles,
    mounting,
    movement,
    orders,
    retreat_orders,
    tying,
    victory,
)
from app.games.cry_havoc.events import Answered, CombatClosed, Recovered, StepBegan, StepPassed
from app.games.cry_havoc.evolve import fold as after
from app.games.cry_havoc.occupancy import is_dazed
from app.games.cry_havoc.reach import is_idle
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    RECOVERY,
    SETUP,
    STEPS,
    STUNNED,
    Advance,
    Battle,
)
from app.games.cry_havoc.turn_order import ANSWERS, in_its_step, owed_first, your_turn
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.refusal import refuse_if

CHAPTERS: dict[type, Callable[..., Iterable[Event]]] = {
    orders.Deploy: deployment.deploy,
    orders.DeployMany: deployment_plan.deploy_many,
    orders.Enter: edges.enter_map,
    orders.Leave: edges.leave_map,
    orders.Shoot: missiles.shoot,
    orders.SetCover: covered_side.set_cover,
    orders.Move: movement.move,
    orders.Ride: movement.ride,
    orders.Mount: mounting.mount,
    orders.Dismount: mounting.dismount,
    orders.Tie: tying.tie,
    orders.Untie: tying.untie,
    orders.GiveAmmunition: ammunition.give,
    orders.AssignGuards: guards.assign_guards,
    orders.Escort: escort.escort,
    orders.Escape: escape.escape,
    orders.Retake: escape.retake,
    orders.Attack: combat.attack,
    orders.Agree: combat.agree,
    orders.ChooseVictim: combat_victims.choose_victim,
    orders.RetreatTo: retreat_orders.retreat_to,
    orders.RetreatTrain: retreat_orders.retreat_train,
    orders.FallAt: fall_orders.fall_at,
    orders.AdvanceTo: advance.advance,
    orders.DeclineAdvance: advance.decline,
}


def decide(battle: Battle, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of an order: those of its chapter, then score and end by the scenario."""
    if isinstance(order, orders.SetCover):
        happened = tuple(covered_side.set_cover(battle, order, seat, dice))
    elif isinstance(order, orders.Pass):
        refuse_if(owed_first(battle, seat, order), your_turn(battle, seat))
        happened = tuple(passing(battle, seat, dice))
    else:
        refuse_if(owed_first(battle, seat, order))
        if not isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance)):
            refuse_if(your_turn(battle, seat), in_its_step(battle, order))
        closing = closing_the_advance(battle, order)
        happened = (*closing, *CHAPTERS[type(order)](after(battle, closing), order, seat, dice))
        if isinstance(order, orders.DeployMany):
            happened += ended_deployment(after(battle, happened), seat, dice)
    return (*happened, *victory.consequences(battle, after(battle, happened), happened))


def ended_deployment(battle: Battle, seat: str, dice: Dice) -> tuple[Event, ...]:
    """Events that end the deployment of a seat with the order that deploys its last unit."""
    if deployment.unfinished_deployment(battle, seat):
        return ()
    return tuple(passing(battle, seat, dice))


def closing_the_advance(battle: Battle, order: Order) -> tuple[Event, ...]:
    """Events that close an open advance when its owner gives another order."""
    if (
        battle.pending
        and isinstance(battle.pending[0], Advance)
        and not isinstance(order, (*ANSWERS, orders.AdvanceTo, orders.DeclineAdvance))
    ):
        return (Answered(), CombatClosed())
    return ()


def passing(battle: Battle, seat: str, dice: Dice) -> Sequence[Event]:
    """CH-SEQ-02: A step ends when every seat of the side has passed it."""
    refuse_if(deployment.unfinished_deployment(battle, seat) if battle.step == SETUP else None)
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
        if unit.side == battle.active
        and (unit.state == STUNNED or is_dazed(unit))
        and unit.stunned_in != battle.active
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
    now = after(battle, begun)
    if "skip_idle_steps" not in battle.options or now.step in (SETUP, RECOVERY):
        return begun
    if not is_idle(now) or victory.is_decided(now) or victory.draw_is_near(now):
        return begun
    return begun + next_step(now, dice)
