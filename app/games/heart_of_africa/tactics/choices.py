"""Decisions between steps: hits on Leaders, pairs in close combat, cancelled tests, spells,
rallying.
"""

from __future__ import annotations

from app.games.heart_of_africa.figures import is_leader, members, visible_figures
from app.games.heart_of_africa.melee_and_morale import (
    ignored_tests,
    leaders,
    pairing,
    spells,
)
from app.games.heart_of_africa.melee_and_morale.causes import factor
from app.games.heart_of_africa.melee_and_morale.combat import mods, sum_of
from app.games.heart_of_africa.orders import (
    Cancel,
    Capture,
    Cast,
    FirstOpponent,
    MeetHit,
    Pair,
    Rally,
)
from app.games.heart_of_africa.pieces import STANDARD_BEARER, WITCH_DOCTOR, Unit
from app.games.heart_of_africa.shooting.hits import MELEE
from app.games.heart_of_africa.state import Battle, CaptureWhich, TakeHit
from app.games.heart_of_africa.tactics.worth import duel_gain, worth
from app.kernel.contract import Order

FEW_ATTENDANTS = 1


def answer_question(battle: Battle) -> Order:
    """The answer to the current question."""
    owed = battle.pending[0]
    if isinstance(owed, CaptureWhich):
        return Capture(owed.figure, owed.elements[0])
    return meet_hit(owed)


def meet_hit(owed: TakeHit) -> MeetHit:
    """The answer to a hit: an attendant while there are several or the save is poor; death only as
    the last answer.
    """
    good_save = owed.save is not None and owed.save <= 3
    if owed.attendants and not (
        good_save and len(owed.attendants) <= FEW_ATTENDANTS and owed.cause != MELEE
    ):
        return MeetHit(owed.figure, "attendant", owed.attendants[0])
    return MeetHit(owed.figure, "save" if owed.save is not None else "death")


def pair_off(battle: Battle, side: str) -> Order | None:
    """Better pairs than the default where the side chooses, one knot after another; then the weaker
    of two enemies first.
    """
    return better_pairs(battle, side) or first_opponents(battle, side)


def better_pairs(battle: Battle, side: str) -> Order | None:
    touch = pairing.touching(battle)
    chosen: list[tuple[str, str]] = []
    for knot in pairing.knots(touch):
        if (
            len(knot) <= pairing.MOST_OPPONENTS
            or pairing.choosing_side(battle, knot) != side
            or any(key in knot for pair in battle.melee.pairs for key in pair)
        ):
            continue
        usual = pairing.fights_in(battle, touch, knot) or ()
        best, found = value_of(battle, side, usual), None
        mine, _ = pairing.sides_of(battle, knot)
        for one in mine[:6]:
            for two in touch[one]:
                changed = (
                    pairing.fights_in(battle, touch, knot, ((one, two),))
                    if (one, two) not in usual
                    else None
                )
                if changed and value_of(battle, side, changed) > best + 0.2:
                    best, found = value_of(battle, side, changed), (one, two)
        if found:
            chosen.append(found)
    if not chosen:
        return None
    order = Pair(tuple(chosen))
    return None if pairing.pair_refusals(battle, order, side) else order


def value_of(battle: Battle, side: str, fights: pairing.Fights) -> float:
    """Average gain of the side from some fights, second opponents counted approximately."""
    total = 0.0
    for one, two, second in pairing.in_order(battle, fights):
        total += fight_value(battle, side, one, two, second=second)
    return total


def fight_value(battle: Battle, side: str, one: str, two: str, *, second: bool) -> float:
    a, b = battle.figures[one], battle.figures[two]
    gain = duel_gain(
        sum_of(mods(battle, a, b)),
        sum_of(mods(battle, b, a, is_second=second)),
        worth(battle, a),
        worth(battle, b),
    )
    return gain if a.side == side else -gain


def first_opponents(battle: Battle, side: str) -> Order | None:
    """The order that makes an outnumbered figure meet first the enemy that it beats more surely."""
    fights = pairing.fights_of(battle)
    for key in dict.fromkeys(key for pair in fights for key in pair):
        figure = battle.figures[key]
        if (
            figure.side != side
            or key in battle.melee.first_opponent
            or pairing.count_fights(fights, key) < pairing.MOST_OPPONENTS
        ):
            continue
        enemies = [enemy for pair in fights if key in pair for enemy in pair if enemy != key]
        usual = pairing.first_met(battle, key, enemies)
        best = max(
            enemies,
            key=lambda one: order_value(
                battle, key, one, next(two for two in enemies if two != one)
            ),
        )
        if (
            best != usual
            and order_value(battle, key, best, usual) > order_value(battle, key, usual, best) + 0.1
        ):
            return FirstOpponent(key, best)
    return None


def order_value(battle: Battle, key: str, first: str, then: str) -> float:
    """Value of meeting the first enemy alone, and the second with help of the first."""
    side = battle.figures[key].side
    return fight_value(battle, side, key, first, second=False) + fight_value(
        battle, side, key, then, second=True
    )


def danger_of_test(battle: Battle, unit: Unit) -> float:
    """Average cost of the unit's next test: its whole worth with a marker, a part of it without."""
    fails = (factor(battle, unit) - 1) / 6
    price = sum(
        worth(battle, figure) for figure in members(battle, unit.id) if not is_leader(figure)
    )
    return fails * price * (1.0 if unit.marker else 0.3)


def spare_a_test(battle: Battle, side: str) -> Order | None:
    """The order that cancels the most dangerous test while a figure can cancel one. A Leader serves
    all units near it, a standard only one.
    """
    tested = {
        test.unit for test in battle.morale.owed or () if battle.units[test.unit].side == side
    }
    by_danger = sorted(
        (battle.units[key] for key in tested),
        key=lambda unit: -danger_of_test(battle, unit) * len(tests_of(battle, unit)),
    )
    for unit in by_danger:
        helpers = sorted(
            ignored_tests.helpers(battle, unit), key=lambda one: one.type == STANDARD_BEARER
        )
        if helpers:
            order = Cancel(unit.id, helpers[0].id)
            if not ignored_tests.cancel_refusals(battle, order, side):
                return order
    return None


def tests_of(battle: Battle, unit: Unit) -> tuple[str, ...]:
    return tuple(test.cause for test in battle.morale.owed or () if test.unit == unit.id)


def bewitch_unit(battle: Battle, side: str) -> Order | None:
    """The order that bewitches the enemy unit with the most to lose by one more test."""
    for doctor in visible_figures(battle, side):
        if doctor.type != WITCH_DOCTOR or doctor.id in battle.morale.cast:
            continue
        victims = [
            unit
            for unit in battle.units.values()
            if unit.side != side and spells.cannot_cast(battle, doctor, unit, side) is None
        ]
        if victims:
            return Cast(
                doctor.id, max(victims, key=lambda unit: (danger_of_test(battle, unit), unit.id)).id
            )
    return None


def spell_step(battle: Battle, side: str) -> Order | None:
    return spare_a_test(battle, side) or (
        None
        if any(battle.units[test.unit].side == side for test in battle.morale.owed or ())
        else bewitch_unit(battle, side)
    )


def rally_unit(battle: Battle, side: str) -> Order | None:
    """The order that rallies the marked unit with the highest worth."""
    for leader in visible_figures(battle, side):
        if not is_leader(leader) or leader.id in battle.morale.rallied:
            continue
        shaken = [
            unit
            for unit in battle.units.values()
            if unit.marker and leaders.cannot_rally(battle, leader, unit, side) is None
        ]
        if shaken:
            best = max(
                shaken,
                key=lambda unit: (
                    sum(worth(battle, figure) for figure in members(battle, unit.id)),
                    unit.id,
                ),
            )
            return Rally(leader.id, best.id)
    return None
