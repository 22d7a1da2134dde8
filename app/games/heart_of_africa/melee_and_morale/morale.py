"""HOA-MOR-11 to 16: Morale tests and their effects, spells, tests of vessels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.armies.allies import standard_serves
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    between,
    contacts,
    figure_of,
    in_rolling_order,
    is_leader,
    members,
    passengers,
    placed,
    profile,
    there,
    unit_of,
)
from app.games.heart_of_africa.fog import is_secret
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.melee_and_morale.causes import (
    factor,
    for_friends,
    in_order,
    tests_morale,
)
from app.games.heart_of_africa.melee_and_morale.losses import removal
from app.games.heart_of_africa.movement import ambush_questions
from app.games.heart_of_africa.pieces import STANDARD_BEARER, WITCH_DOCTOR, Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import MORALE, SIDES, SPELLS, Battle, Test
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import is_within

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders

DISCIPLINE_REACH, STANDARD_REACH, SPELL_REACH = 4, 18, 18
HITS_PER_TEST = {"gunboat": 20, "dhow": 5}
FAILURES = 2


# ------------------------------------------------------------------------------------------------ i
def cancel_refusals(battle: Battle, order: orders.Cancel, side: str) -> tuple[Refusal, ...]:
    by = figure_of(battle, order.by, side, "HOA-MOR-16")
    unit = unit_of(battle, order.unit, side)
    return found_in(cannot_cancel(battle, unit, by, side), only_one(battle, unit))


def cannot_cancel(battle: Battle, unit: Unit, by: Figure, side: str) -> Refusal | None:
    """Reason why the unit may not ignore its next test through this figure; None if it may."""
    if unit.side != side or by.side != side or by.at is None or by.id in battle.struck:
        return no(
            "HOA-MOR-16",
            "Only living figures of the same side can cancel a test.",
            "Solo una figura viva del mismo bando puede anular un test.",
        )
    if is_leader(by):
        return through_the_disciplinarian(battle, unit, by)
    return through_the_standard(battle, unit, by)


def only_one(battle: Battle, unit: Unit) -> Refusal | None:
    """HOA-SPC-07: A unit ignores one test a turn at most, by any means."""
    if battle.morale.is_cancelled(unit.id):
        return no(
            "HOA-SPC-07",
            "The unit ignores one test this turn already.",
            "La unidad ya se libra de un test este turno.",
        )
    return None


def through_the_disciplinarian(battle: Battle, unit: Unit, by: Figure) -> Refusal | None:
    """HOA-LDR-16: Each unit of a Disciplinarian's own army with a figure within 4 in of the Leader
    may ignore one test a turn.
    """
    if not leaders.has_trait(by, "disciplinarian"):
        return no("HOA-LDR-16", "The Leader is no Disciplinarian.", "El Líder no es Disciplinario.")
    if battle.morale.is_cancelled(unit.id):
        return no(
            "HOA-LDR-16",
            "A unit ignores one test a turn.",
            "Una unidad se libra de un test por turno.",
        )
    if unit.contingent:
        return no("HOA-LDR-16", "This trait serves no allies.", "No sirve a los aliados.")
    nearest = min((between(by, figure) for figure in placed(battle, unit.id)), default=99.0)
    if not is_within(nearest, DISCIPLINE_REACH):
        return no(
            "HOA-LDR-16",
            "The unit is {inches} in away, 4 at most.",
            "La unidad está a {inches:pulgada+s}, 4 como máximo.",
            inches=round(nearest, 1),
        )
    return None


def through_the_standard(battle: Battle, unit: Unit, by: Figure) -> Refusal | None:
    """HOA-SPC-06: Each turn one unit of the bearer's own force, with a figure within 18 in that
    sees the standard, cancels a test.
    """
    if by.type != STANDARD_BEARER:
        return no("HOA-SPC-06", "That is no Standard Bearer.", "No es un Abanderado.")
    if not standard_serves(by.contingent, unit.contingent):
        return no(
            "HOA-SPC-06",
            "A standard serves only its own force.",
            "Una bandera solo sirve a su propia fuerza.",
        )
    if battle.morale.has_served(by.id):
        return no(
            "HOA-SPC-06",
            "The standard has served a unit this turn.",
            "La bandera ya ha servido a una unidad este turno.",
        )
    near = [
        figure
        for figure in placed(battle, unit.id)
        if is_within(between(by, figure), STANDARD_REACH)
    ]
    if not near:
        return no(
            "HOA-SPC-06",
            "The standard is more than 18 in away.",
            "La bandera está a más de 18 pulgadas.",
        )
    if not any(visibility.sees_standard(battle, figure, by) for figure in near):
        return no(
            "HOA-SPC-06",
            "No figure of the unit within 18 in sees the standard.",
            "Ninguna figura de la unidad ve la bandera a 18 pulgadas o menos.",
        )
    return None


def helpers(battle: Battle, unit: Unit) -> tuple[Figure, ...]:
    """The figures through which the unit may ignore its next test now."""
    return tuple(
        figure
        for figure in there(battle, unit.side)
        if (
            (is_leader(figure) and leaders.has_trait(figure, "disciplinarian"))
            or figure.type == STANDARD_BEARER
        )
        and cannot_cancel(battle, unit, figure, unit.side) is None
        and only_one(battle, unit) is None
    )


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


# ------------------------------------------------------------------------------------------------ r
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
    fought = {key for pair in contacts(before) for key in pair}
    engaged = {key for pair in contacts(now) for key in pair}
    return tuple(figure.id for figure in there(now) if figure.id in fought - engaged)


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


# ------------------------------------------------------------------------------------------------ v
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


# ------------------------------------------------------------------------------------------------ s
def cast_refusals(battle: Battle, order: orders.Cast, side: str) -> tuple[Refusal, ...]:
    doctor = figure_of(battle, order.figure, side, "HOA-SPC-10")
    unit = unit_of(battle, order.unit, side)
    return found_in(cannot_cast(battle, doctor, unit, side), another_first(battle, side))


def cannot_cast(battle: Battle, doctor: Figure, unit: Unit, side: str) -> Refusal | None:
    """HOA-SPC-10: Once a turn a Witch Doctor bewitches one visible enemy unit with a figure within
    18 in: it takes one more test.
    """
    if doctor.side != side or doctor.type != WITCH_DOCTOR or doctor.at is None:
        return no(
            "HOA-SPC-10", "Only a living Witch Doctor casts a spell.", "Solo hechiza un Brujo vivo."
        )
    if doctor.id in battle.morale.cast:
        return no("HOA-SPC-10", "Only one spell a turn is cast.", "Solo hechiza una vez por turno.")
    if (
        unit.side != side
        and unit.kind == "troops"
        and placed(battle, unit.id)
        and (immune := is_immune(battle, unit))
    ):
        return immune
    if unit.side == side or not tests_morale(battle, unit):
        return no(
            "HOA-SPC-10",
            "Spells are cast at enemy units on the table.",
            "Se hechizan unidades enemigas en la mesa.",
        )
    near = [
        figure
        for figure in placed(battle, unit.id)
        if is_within(between(doctor, figure), SPELL_REACH)
    ]
    if not near:
        nearest = min(between(doctor, figure) for figure in placed(battle, unit.id))
        return no(
            "HOA-SPC-10",
            "The unit is {inches} in away, 18 at most.",
            "La unidad está a {inches:pulgada+s}, 18 como máximo.",
            inches=round(nearest, 1),
        )
    if not any(visibility.sees(battle, doctor, figure) for figure in near):
        return no(
            "HOA-SPC-10",
            "The Witch Doctor sees no figure of the unit within 18 in.",
            "El Brujo no ve ninguna figura de la unidad a 18 pulgadas o menos.",
        )
    return None


def is_immune(battle: Battle, unit: Unit) -> Refusal | None:
    """HOA-SPC-12: White Men, Regulars, Swordsmen, Pygmies, guns and Gunboats cannot be bewitched,
    nor a unit whose Leader prevents tests. Gun Bearers do not count; one susceptible figure makes a
    mixed unit susceptible.
    """
    if leaders.is_held_together(battle, unit):
        return no(
            "HOA-SPC-12", "Its Charismatic Leader protects it.", "La protege su Líder Carismático."
        )
    men = [
        figure
        for figure in members(battle, unit.id)
        if figure.type != "gun_bearer" and not is_leader(figure)
    ]
    if all(profile(figure).has("witchcraft_immune") for figure in men):
        return no(
            "HOA-SPC-12", "These troops fear no witchcraft.", "Estas tropas no temen a los brujos."
        )
    return None


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


def spell_test(unit: str, doctor: str) -> Event:
    """HOA-MOR-06: The bewitched unit takes one test on top of all others."""
    return e.TestsOwed((Test(unit, "spell", doctor),))


def may_cast(battle: Battle, doctor: Figure) -> bool:
    """HOA-SPC-09: A Witch Doctor is an independent figure that neither shoots nor tests. It casts
    spells, in close combat too.
    """
    return doctor.type == WITCH_DOCTOR and any(
        unit.side != doctor.side
        and tests_morale(battle, unit)
        and cannot_cast(battle, doctor, unit, doctor.side) is None
        for unit in battle.units.values()
        if any(figure.at is not None for figure in members(battle, unit.id))
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
            may_cast(battle, doctor) for doctor in there(battle, side)
        ):
            return (side,)
    return ()


# ------------------------------------------------------------------------------------------------ o
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
