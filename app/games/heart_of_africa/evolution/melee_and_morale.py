"""Changes of Close Combat and Morale."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolution.changes import (
    all_changed,
    figure_changed,
    unit_changed,
    without_test,
)
from app.games.heart_of_africa.state import Battle


def paired(battle: Battle, event: e.Paired) -> Battle:
    """The battle with the new pairs, which replace earlier ones of the same figures."""
    kept = tuple(
        pair for pair in battle.melee.pairs if not any({*pair} & {*named} for named in event.pairs)
    )
    return battle.with_melee(pairs=(*kept, *event.pairs))


def first_named(battle: Battle, event: e.FirstNamed) -> Battle:
    return battle.with_melee(
        first_opponent={**battle.melee.first_opponent, event.figure: event.opponent}
    )


def fights_set(battle: Battle, event: e.FightsSet) -> Battle:
    return battle.with_melee(fights=event.fights)


def fought(battle: Battle, event: e.Fought) -> Battle:
    dice = dict(zip(event.figures, event.dice, strict=True))
    return battle.with_melee(
        melee_dice={**battle.melee.melee_dice, **dice}, fights=(battle.melee.fights or ())[1:]
    )


def combat_closed(battle: Battle, event: e.CombatClosed) -> Battle:
    battle = all_changed(battle, event.victors, lambda figure: replace(figure, won=True))
    return battle.with_melee(fights=None)


def put_to_flight(battle: Battle, event: e.PutToFlight) -> Battle:
    return all_changed(battle, event.victors, lambda figure: replace(figure, won=True))


def happened(battle: Battle, event: e.Happened) -> Battle:
    return replace(battle, happened=(*battle.happened, event.happening))


def tests_owed(battle: Battle, event: e.TestsOwed) -> Battle:
    return battle.with_morale(
        tests=(*battle.morale.tests, *event.tests), owed=(*(battle.morale.owed or ()), *event.tests)
    )


def order_of_tests(battle: Battle, event: e.OrderOfTests) -> Battle:
    return replace(battle, context={**battle.context, f"order of {event.side}": event.units})


def cancel_ordered(battle: Battle, event: e.CancelOrdered) -> Battle:
    return battle.with_morale(cancels=(*battle.morale.cancels, (event.unit, event.by)))


def test_cancelled(battle: Battle, event: e.TestCancelled) -> Battle:
    standards = battle.morale.standards_used
    if battle.figures[event.by].type == "standard_bearer":
        standards = (*standards, event.by)
    return battle.with_morale(
        owed=without_test(battle.morale.owed or (), event.test),
        cancelled=(*battle.morale.cancelled, event.test.unit),
        standards_used=standards,
        cancels=tuple(one for one in battle.morale.cancels if one[0] != event.test.unit),
    )


def morale_rolled(battle: Battle, event: e.MoraleRolled) -> Battle:
    unit = event.test.unit
    owed = without_test(battle.morale.owed or (), event.test)
    if event.result == "broken":
        owed = tuple(test for test in owed if test.unit != unit)
    battle = battle.with_morale(
        owed=owed,
        rolled={**battle.morale.rolled, unit: (*battle.morale.rolled.get(unit, ()), event.die)},
    )
    return unit_changed(battle, unit, marker=True) if event.result == "marker" else battle


def vessel_tested(battle: Battle, event: e.VesselTested) -> Battle:
    vessel = battle.figures[event.vessel]
    who = vessel.unit or vessel.id
    battle = battle.with_morale(
        rolled={**battle.morale.rolled, who: (*battle.morale.rolled.get(who, ()), event.die)}
    )
    return figure_changed(
        battle,
        event.vessel,
        tested_to=event.tested_to,
        failed_tests=vessel.failed_tests + (not event.passed),
    )


def bewitched(battle: Battle, event: e.Bewitched) -> Battle:
    return battle.with_morale(cast=(*battle.morale.cast, event.figure))


def rallied(battle: Battle, event: e.Rallied) -> Battle:
    battle = battle.with_morale(rallied=(*battle.morale.rallied, event.figure))
    return unit_changed(battle, event.unit, marker=False) if event.success else battle
