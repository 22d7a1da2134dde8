"""Answers from a side's conditional orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from app.games.heart_of_africa.conditional_orders import giving, marching, stations
from app.games.heart_of_africa.conditional_orders.planned_works import next_build
from app.games.heart_of_africa.conditional_orders.plans import ASK, Plans, Policies
from app.games.heart_of_africa.conditional_orders.watch import (
    Stop,
    enemies_near,
    march_alarm,
    men_of,
    new_enemy_near,
)
from app.games.heart_of_africa.conditional_orders.words import (
    ATTENDANT,
    DEPLOYMENT_PLAN,
    EVADE,
    EVERYBODY,
    FIRST,
    HOUSE,
    LIE,
    SHAKEN,
    STAND,
)
from app.games.heart_of_africa.figures import is_fighter, opponents, placed
from app.games.heart_of_africa.melee_and_morale.causes import tests_morale
from app.games.heart_of_africa.melee_and_morale.ignored_tests import helpers
from app.games.heart_of_africa.movement import reveal
from app.games.heart_of_africa.movement.ambush_questions import has_ambush
from app.games.heart_of_africa.movement.contact import may_evade, newly_touched
from app.games.heart_of_africa.movement.drills import CHARGE, DISPLACE
from app.games.heart_of_africa.movement.evasion import heading_away
from app.games.heart_of_africa.orders import (
    Activate,
    Cancel,
    Capture,
    DeclareShooters,
    EndActivation,
    FireOrders,
    Manoeuvre,
    MeetHit,
    Pass,
)
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.setup import arrivals, auto_deployment
from app.games.heart_of_africa.shooting import default_fire
from app.games.heart_of_africa.state import (
    ARRIVALS,
    CLOSE_COMBAT,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    REVEAL,
    ROOF_CLIMBING,
    SHOOTING,
    SPELLS,
    UNIT_MOVES,
    Battle,
    TakeHit,
)
from app.games.heart_of_africa.tactics import choices
from app.kernel.contract import Order
from app.kernel.dice import Dice, number_of
from app.kernel.space.plane import mean_of, on_grid, point_at

AWAY = 12.0
PREY = 3
"""Number of enemies tried by an ambush that charges."""


class Answer(NamedTuple):
    """Orders in a side's name: the first lawful one of `orders` counts. `what` names the
    conditional order, `who` the unit. `stop` is set if the march order stops.
    """

    what: str
    orders: Sequence[Order] = ()
    who: str = ""
    stop: Stop | None = None


def answer(
    battle: Battle, side: str, waiting: Sequence[str], *, asked: bool = True
) -> Answer | None:
    """CAR-PLN-01: A question to a side is answered by its conditional orders, if they cover it,
    from its present knowledge.

    `battle` is the battle as the side knows it, `waiting` its units still to move in the step. Not
    `asked`: between two moves of the enemy.
    """
    plans = battle.plans.get(side)
    if plans is None or not asked:
        return springing_ambush(battle, side, plans.policies) if plans is not None else None
    if battle.pending:
        return to_a_question(battle, plans.policies)
    if battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        return to_move(battle, side, plans, waiting)
    if battle.step == DEPLOYMENT:
        return deployment_answer(battle, side, plans)
    by_step = BY_STEP.get(battle.step)
    return by_step(battle, side, plans.policies) if by_step is not None else None


def single_answer(what: str, *found: Order | None) -> Answer:
    """An answer with a single order."""
    return Answer(what, [order for order in found if order is not None])


def to_a_question(battle: Battle, policies: Policies) -> Answer | None:
    owed = battle.pending[0]
    if not isinstance(owed, TakeHit):
        return (
            None
            if policies.baggage == ASK
            else single_answer("baggage", Capture(owed.figure, owed.elements[0]))
        )
    if policies.hits == ASK:
        return None
    attendant, save = MeetHit(owed.figure, "attendant"), MeetHit(owed.figure, "save")
    return single_answer(
        "hits", *((attendant, save) if policies.hits == ATTENDANT else (save, attendant))
    )


def to_move(battle: Battle, side: str, plans: Plans, waiting: Sequence[str]) -> Answer | None:
    """The answer in a movement step: the unit in hand goes on; then riders that must, and ambushes
    that may, before the march order.
    """
    if battle.hand is not None:
        return next_of_led(battle, side, plans) if battle.hand.who == plans.led else None
    return (
        evading_riders(battle, plans.policies, waiting)
        or springing_ambush(battle, side, plans.policies)
        or next_of_march(battle, side, plans, waiting)
    )


def next_of_led(battle: Battle, side: str, plans: Plans) -> Answer | None:
    """The next order of a unit taken in hand by a conditional order."""
    who, march = plans.led, plans.march
    done = Answer(plans.why, [EndActivation()], who)
    if plans.why == "riders":
        return (
            done
            if battle.activation.stirred
            else Answer("riders", [*evasion_order(battle, who), EndActivation()], who)
        )
    if plans.why == "ambushes":
        prey = [] if battle.activation.stirred else enemies_near(battle, who, 99.0)[:PREY]
        return Answer(
            "ambushes",
            [*(Manoeuvre(who, CHARGE, target=key) for key in prey), EndActivation()],
            who,
        )
    if march is None or march.stopped:
        return None
    stop = march_alarm(battle, side, march)
    if stop is not None:
        return Answer("march", who=who, stop=stop)
    task = next((task for task in march.tasks if task.who == who), None)
    if task is None or battle.activation.stirred or not men_of(battle, who):
        return done
    return Answer("march", [marching.task_manoeuvre(battle, task), EndActivation()], who)


def next_of_march(battle: Battle, side: str, plans: Plans, waiting: Sequence[str]) -> Answer | None:
    """The next order of the march order. If only hidden units are left, they stay."""
    march = plans.march
    if not waiting:
        return None if plans.policies.ambushes == ASK else single_answer("ambushes", Pass())
    if march is None or not marching.is_on(battle, march):
        return None
    task = marching.due(battle, march, waiting)
    stop = march_alarm(battle, side, march)
    if stop is None and task is not None and not task.target:
        stop = new_enemy_near(battle, march, task.who, task)
    if stop is None and task is None and march.rest == STAND:
        stop = marching.disturbed_unit(battle, march, waiting)
    if stop is not None:
        return Answer("march", stop=stop)
    if task is not None:
        return Answer("march", [Activate(task.who)], task.who)
    return (
        single_answer("march", marching.order_to_stay(battle, side, waiting))
        if march.rest == STAND
        else None
    )


def evading_riders(battle: Battle, policies: Policies, waiting: Sequence[str]) -> Answer | None:
    """Mounted figures just charged that may still evade."""
    if policies.riders != EVADE:
        return None
    who = next(
        (
            who
            for who in waiting
            if any(evadable_enemies(battle, man) for man in men_of(battle, who))
        ),
        None,
    )
    return Answer("riders", [Activate(who)], who) if who is not None else None


def evadable_enemies(battle: Battle, man: Figure) -> tuple[Figure, ...]:
    """The enemies that a rider may evade."""
    fresh = newly_touched(man, opponents(battle, man))
    return fresh if fresh and may_evade(battle, man, fresh) else ()


def evasion_order(battle: Battle, who: str) -> list[Order]:
    """The order that moves the whole unit away from its attackers."""
    for man in men_of(battle, who):
        fresh = evadable_enemies(battle, man)
        if fresh:
            x, y = point_at(
                mean_of(one.position for one in men_of(battle, who)),
                heading_away(battle, man, fresh),
                AWAY,
            )
            to = on_grid((min(max(x, 0.0), battle.land.width), min(max(y, 0.0), battle.land.depth)))
            return [Manoeuvre(who, DISPLACE, to)]
    return []


def springing_ambush(battle: Battle, side: str, policies: Policies) -> Answer | None:
    """Ambushes with an enemy within the ordered distance; also between two moves of the enemy."""
    if policies.ambushes in (ASK, LIE) or battle.step != UNIT_MOVES:
        return None
    for unit in battle.units.values():
        if (
            unit.side == side
            and unit.where == AMBUSH
            and not unit.activation
            and any(is_fighter(man) for man in placed(battle, unit.id))
            and enemies_near(battle, unit.id, int(policies.ambushes))
        ):
            return Answer("ambushes", [Activate(unit.id)], unit.id)
    return None


def deployment_answer(battle: Battle, side: str, plans: Plans) -> Answer | None:
    """The answer in the deployment: camp, works and stations of the plan, then the rest."""
    plan = plans.deployment
    build = next_build(battle, plan, side) if plan is not None else None
    if build is not None:
        return single_answer(DEPLOYMENT_PLAN, build)
    station = stations.due(battle, plan, side) if plan is not None else None
    if station is not None:
        return single_answer(DEPLOYMENT_PLAN, stations.order_of(station))
    if plan is not None and stations.is_finished(battle, side):
        return single_answer(DEPLOYMENT_PLAN, Pass())
    if not leaves_deployment_to_the_server(battle, side, plans):
        return None
    down = sum(figure.at is not None for figure in battle.figures.values())
    return single_answer(
        "deployment",
        auto_deployment.next_order(battle, side, Random(f"{battle.luck}/{down}")),  # noqa: S311 - a sensible hand
    )


def leaves_deployment_to_the_server(battle: Battle, side: str, plans: Plans) -> bool:
    """True if no station of the plan is due, and the side leaves the rest to the server."""
    plan = plans.deployment
    if plan is not None and (
        next_build(battle, plan, side) is not None or stations.due(battle, plan, side) is not None
    ):
        return False
    return HOUSE in (plans.policies.deployment, plan.rest if plan is not None else ASK)


def known_to_the_server(battle: Battle, side: str, dice: Dice) -> Battle:
    """The battle as the side knows it. Automatic hiding places use a recorded roll, so that an
    opponent who knows the army cannot compute them.
    """
    known = giving.known_to(battle, side)
    if battle.step != DEPLOYMENT or not leaves_deployment_to_the_server(
        known, side, battle.plans[side]
    ):
        return known
    return msgspec.structs.replace(known, luck=str(number_of(dice, "house", side)))


def arrival_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    if policies.arrivals != HOUSE:
        return None
    return single_answer("arrivals", arrivals.default_arrival(battle, side, Random(battle.turn)))  # noqa: S311 a sensible hand, no secret


def reveal_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    """The answer in the reveal step: ambushes and figures at loopholes are two questions."""
    lurking, indoors = has_ambush(battle, side), reveal.has_men_at_loopholes(battle, side)
    if indoors and policies.loopholes == EVERYBODY and (able := reveal.ready_indoors(battle, side)):
        return single_answer("loopholes", DeclareShooters(able))
    if (lurking and policies.reveal == ASK) or (indoors and policies.loopholes == ASK):
        return None
    return single_answer("reveal" if lurking else "loopholes", Pass())


def fire_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    if policies.fire == ASK:
        return None
    volley = default_fire.default_shots(battle, side) if policies.fire == FIRST else ()
    return single_answer("fire", FireOrders(volley, seal=True) if volley else None, Pass())


def combat_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    if policies.combat == ASK:
        return None
    return single_answer(
        "combat", choices.pair_off(battle, side) if policies.combat == HOUSE else None, Pass()
    )


def test_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    if policies.tests == ASK:
        return None
    spared = (
        choices.spare_a_test(battle, side)
        if policies.tests == HOUSE
        else spare_the_shaken(battle, side)
        if policies.tests == SHAKEN
        else None
    )
    return single_answer("tests", spared, Pass())


def spare_the_shaken(battle: Battle, side: str) -> Order | None:
    """The order that cancels a test of the first unit with a marker, if a figure can do so."""
    for key in dict.fromkeys(test.unit for test in battle.morale.owed or ()):
        unit = battle.units[key]
        if unit.side == side and unit.marker and tests_morale(battle, unit):
            for by in helpers(battle, unit):
                return Cancel(key, by.id)
    return None


def spell_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    """The answer in the step of spells: tests caused by a spell come first."""
    if any(battle.units[test.unit].side == side for test in battle.morale.owed or ()):
        return test_answer(battle, side, policies)
    if policies.spells == ASK:
        return None
    return single_answer(
        "spells", choices.bewitch_unit(battle, side) if policies.spells == HOUSE else None, Pass()
    )


def rally_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:
    if policies.rally == ASK:
        return None
    return single_answer(
        "rally", choices.rally_unit(battle, side) if policies.rally == HOUSE else None, Pass()
    )


def climb_answer(battle: Battle, side: str, policies: Policies) -> Answer | None:  # noqa: ARG001 one of a family
    return None if policies.roofs == ASK else single_answer("roofs", Pass())


BY_STEP: Mapping[str, Callable[[Battle, str, Policies], Answer | None]] = {
    ARRIVALS: arrival_answer,
    REVEAL: reveal_answer,
    SHOOTING: fire_answer,
    CLOSE_COMBAT: combat_answer,
    MORALE: test_answer,
    SPELLS: spell_answer,
    RALLY: rally_answer,
    ROOF_CLIMBING: climb_answer,
}
