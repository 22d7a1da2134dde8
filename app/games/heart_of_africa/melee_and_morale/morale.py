"""HOA-MOR-11 to 16: Morale tests and their effects, spells, tests of vessels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    figure_of,
    in_rolling_order,
    is_leader,
    members,
    pairs_in_contact,
    passengers,
    profile,
    unit_of,
    visible_figures,
)
from app.games.heart_of_africa.fog import is_secret
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.melee_and_morale.causes import (
    factor,
    for_friends,
    in_order,
)
from app.games.heart_of_africa.melee_and_morale.ignored_tests import cancel_refusals, helpers
from app.games.heart_of_africa.melee_and_morale.losses import removal
from app.games.heart_of_africa.melee_and_morale.spells import cannot_cast, may_cast, spell_test
from app.games.heart_of_africa.movement import ambush_questions
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.state import MORALE, SIDES, SPELLS, Battle, Test
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders

HITS_PER_TEST = {"gunboat": 20, "dhow": 5}
FAILURES = 2


def nothing_owed(battle: Battle, unit: Unit) -> Refusal | None:
    if any(test.unit == unit.id for test in battle.morale.owed or ()):
        return None
    return no("HOA-MOR-16", "The unit owes no test.", "La unidad no tiene ningún test pendiente.")


def cancel(battle: Battle, order: orders.Cancel, side: str, dice: Dice) -> Sequence[Event]:
    """Events of a cancelled test: the right is used before the die, and the unit's next test is not
    rolled.
    """
    refuse_if(
        cancel_refusals(battle, order, side)
        or found_in(nothing_owed(battle, battle.units[order.unit]))
    )
    if battle.step != SPELLS:
        return (e.CancelOrdered(order.unit, order.by),)
    test = next(test for test in battle.morale.owed or () if test.unit == order.unit)
    happened: list[Event] = [e.TestCancelled(test, order.by)]
    now = fold(battle, happened)
    return [*happened, *(() if owing_spells(now) else processed(now, dice, side))]


def set_order(battle: Battle, order: orders.TestOrder, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    for unit in order.units:
        refuse_if(
            no("HOA-MOR-16", "Only units of your own side.", "Solo unidades de tu bando.")
            if unit_of(battle, unit, side).side != side
            else None
        )
    return (e.OrderOfTests(side, order.units),)


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that might cancel an owed test, also a possible test of an ambush."""
    asked = dict.fromkeys(
        battle.units[test.unit].side
        for test in battle.morale.owed or ()
        if waits(battle, battle.units[test.unit])
    )
    return (
        *asked,
        *(
            side
            for side in SIDES
            if side not in asked and battle.step == MORALE and is_asked_in_secret(battle, side)
        ),
    )


def waits(battle: Battle, unit: Unit) -> bool:
    """True if the owner of a visible unit is asked before its next test."""
    return not is_secret(unit) and bool(helpers(battle, unit))


def is_asked_in_secret(battle: Battle, side: str) -> bool:
    return ambush_questions.may_owe_a_test(battle, side) and ambush_questions.may_ignore_a_test(
        battle, side
    )


def passing(battle: Battle, side: str, dice: Dice) -> Sequence[Event]:
    """Events of a pass. In the step of spells a side that owes a test rolls it; otherwise the side
    is done.
    """
    if battle.step == SPELLS and any(
        battle.units[test.unit].side == side for test in battle.morale.owed or ()
    ):
        return processed(battle, dice, side)
    return (e.StepPassed(side),)


def resolve(battle: Battle, dice: Dice) -> Sequence[Event]:
    """HOA-MOR-16: The attacker's tests are rolled, then the defender's, unit by unit, then the
    effects of broken units.

    A test caused by a break that its owner might cancel reopens the step. After the spells an
    ambush is not asked; any figure that can cancels its test.
    """
    happened: list[Event] = []
    if battle.step == MORALE and not any(battle.morale.rolled):
        happened += vessel_tests(battle, dice)
        happened += newly_owed(fold(battle, happened), battle)
    happened += processed(fold(battle, happened), dice)
    now = fold(battle, happened)
    if battle.step == MORALE and any(ambush_questions.may_owe_a_test(now, side) for side in SIDES):
        happened.append(e.TestsClosed())
    if battle.step == MORALE and is_opened_again(battle, now):
        happened.append(e.StepBegan(battle.turn, battle.step))
    return happened


def is_opened_again(before: Battle, now: Battle) -> bool:
    """True if a test waits for its owner's answer, or an ambush might owe one."""
    lost = {one.side for one in now.happened[len(before.happened) :] if one.kind == "unit_lost"}
    return any(waits(now, now.units[test.unit]) for test in now.morale.owed or ()) or any(
        is_asked_in_secret(now, side) for side in lost
    )


def processed(battle: Battle, dice: Dice, side: str = "") -> list[Event]:
    """Events of every test owed now (of one side, if named), and of their consequences."""
    happened: list[Event] = []
    now = battle
    waiting: set[str] = set()
    while True:
        wanted = [
            unit
            for unit in in_order(now)
            if unit.id not in waiting
            and side in ("", unit.side)
            and any(test.unit == unit.id for test in now.morale.owed or ())
        ]
        if not wanted:
            return happened
        events = tests_of(now, wanted[0], dice)
        happened += events
        before, now = now, fold(now, events)
        chained = newly_owed(now, before)
        happened += chained
        now = fold(now, chained)
        for test in (test for event in chained for test in event.tests):
            unit = now.units[test.unit]
            by = helpers(now, unit) if is_secret(unit) else ()
            if waits(now, unit) or (by and now.step == MORALE):
                waiting.add(unit.id)
            elif by:
                spared = [e.TestCancelled(test, by[0].id)]
                happened += spared
                now = fold(now, spared)


def tests_of(battle: Battle, unit: Unit, dice: Dice) -> list[Event]:
    """Events of the unit's tests one after another; the next one is ignored if that was ordered."""
    happened: list[Event] = []
    now = battle
    while not now.units[unit.id].fate:
        test = next((test for test in now.morale.owed or () if test.unit == unit.id), None)
        if test is None:
            break
        by = next((by for one, by in now.morale.cancels if one == unit.id), None)
        events = [e.TestCancelled(test, by)] if by is not None else tested(now, unit, test, dice)
        happened += events
        now = fold(now, events)
    return happened


def tested(battle: Battle, unit: Unit, test: Test, dice: Dice) -> list[Event]:
    """Events of one test; a die below the factor fails."""
    needs = factor(battle, unit)
    die = dice.roll(6, "morale", unit.id)
    if die >= needs:
        return [e.MoraleRolled(test, die, needs, "passed")]
    if not is_marked(battle.units[unit.id]):
        return [first_failure(test, die, needs)]
    return second_failure(battle, unit, test, die, needs)


def is_marked(unit: Unit) -> bool:
    """HOA-GEN-13: A unit that has failed a test has one public marker, and never two: the next
    failure breaks it.
    """
    return unit.marker


def first_failure(test: Test, die: int, needs: int) -> Event:
    """HOA-MOR-12: The first failure gives a marker and has no other effect."""
    return e.MoraleRolled(test, die, needs, "marker")


def second_failure(battle: Battle, unit: Unit, test: Test, die: int, needs: int) -> list[Event]:
    """HOA-MOR-13: A unit that fails with a marker breaks and leaves the table as a whole. A
    Charismatic Leader and attendants stay.
    """
    happened: list[Event] = [e.MoraleRolled(test, die, needs, "broken")]
    men = [figure.id for figure in members(battle, unit.id) if not is_leader(figure)]
    happened += removal(fold(battle, happened), men, "broken")
    victors = put_to_flight(battle, fold(battle, happened))
    return [*happened, e.PutToFlight(victors)] if victors else happened


def put_to_flight(before: Battle, now: Battle) -> tuple[str, ...]:
    """Ids of the figures that lose their last opponent because a unit breaks; they have put it to
    flight.
    """
    fought = {key for pair in pairs_in_contact(before) for key in pair}
    engaged = {key for pair in pairs_in_contact(now) for key in pair}
    return tuple(figure.id for figure in visible_figures(now) if figure.id in fought - engaged)


def newly_owed(now: Battle, before: Battle) -> list[e.TestsOwed]:
    """HOA-MOR-14: A unit that breaks is lost to its friends at once; those that saw it test in the
    same step.
    """
    lost = [one for one in now.happened[len(before.happened) :] if one.kind == "unit_lost"]
    tests = tuple(
        test
        for unit in in_order(now)
        if not leaders.is_held_together(now, unit)
        for test in for_friends(now, unit, lost)
    )
    return [e.TestsOwed(tests)] if tests else []


def vessel_tests(battle: Battle, dice: Dice) -> list[Event]:
    """Events of every test that hits require of Gunboats and dhows, and of the withdrawal of
    vessels that have failed two.
    """
    happened: list[Event] = []
    for vessel in sorted(
        battle.figures.values(), key=lambda figure: figure.side != battle.attacker
    ):
        if vessel.type in HITS_PER_TEST and vessel.at is not None and not vessel.fate:
            happened += tests_by_hits(fold(battle, happened), vessel, dice)
    return happened


def tests_due(vessel: Figure) -> int:
    """HOA-ART-22: One test for each multiple of 20 hits reached since the last morale step (for a
    dhow: of 5).
    """
    each = HITS_PER_TEST[vessel.type]
    return vessel.hits // each - vessel.tested_to // each


def tests_by_hits(battle: Battle, vessel: Figure, dice: Dice) -> list[Event]:
    """HOA-STR-11: A dhow takes hits as a Gunboat does and tests on 3 or more. After two failures
    the vessel leaves with all figures aboard.
    """
    happened: list[Event] = []
    needs = profile(vessel).morale or 3
    failed = vessel.failed_tests
    for _ in range(tests_due(vessel)):
        die = dice.roll(6, "morale", vessel.unit or vessel.id)
        failed += die < needs
        happened.append(e.VesselTested(vessel.id, die, needs, die >= needs, vessel.hits))
        if failed >= FAILURES:
            aboard = [figure.id for figure in passengers(battle, vessel.id)]
            return happened + removal(fold(battle, happened), [vessel.id, *aboard], "withdrawn")
    return happened


def cast_refusals(battle: Battle, order: orders.Cast, side: str) -> tuple[Refusal, ...]:
    doctor = figure_of(battle, order.figure, side, "HOA-SPC-10")
    unit = unit_of(battle, order.unit, side)
    return found_in(cannot_cast(battle, doctor, unit, side), another_first(battle, side))


def cast(battle: Battle, order: orders.Cast, side: str, dice: Dice) -> Sequence[Event]:
    """HOA-SPC-11: Spells come after every other test, the attacker's first. The target may still
    use an unspent right to cancel.
    """
    refuse_if(cast_refusals(battle, order, side))
    happened = [e.Bewitched(order.figure, order.unit), spell_test(order.unit, order.figure)]
    now = fold(battle, happened)
    return [*happened, *(() if waits(now, now.units[order.unit]) else processed(now, dice))]


def another_first(battle: Battle, side: str) -> Refusal | None:
    """Refusal of a spell while tests are still owed, or before the attacker's spells."""
    if not battle.morale.owed and owing_spells(battle) in ((), (side,)):
        return None
    return no(
        "HOA-SPC-11",
        "Tests that are owed come first, and the attacker's spell before the defender's.",
        "Antes van los test pendientes, y el hechizo del atacante precede al del defensor.",
    )


def owing_spells(battle: Battle) -> tuple[str, ...]:
    """The sides in the step of spells. A side that may cancel a test of a spell comes first, then
    the attacker's Witch Doctors, then the defender's.
    """
    first = owing(battle)
    if first:
        return first
    for side in in_rolling_order(battle):
        if side not in battle.passed and any(
            may_cast(battle, doctor) for doctor in visible_figures(battle, side)
        ):
            return (side,)
    return ()


def odds(battle: Battle, unit: Unit) -> Mapping[str, Fraction]:
    """Exact chances of the result of the tests that the unit owes now: "steady", "marker" (new),
    "broken".
    """
    needs = factor(battle, unit)
    fails = Fraction(needs - 1, 6)
    chances = {"marker" if unit.marker else "steady": Fraction(1)}
    for test in battle.morale.owed or ():
        if test.unit != unit.id:
            continue
        after: dict[str, Fraction] = defaultdict(Fraction)
        for state, chance in chances.items():
            worse = {"steady": "marker", "marker": "broken", "broken": "broken"}[state]
            after[worse] += chance * fails
            after[state] += chance * (1 - fails)
        chances = after
    return dict(chances)
