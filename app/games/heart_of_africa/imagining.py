"""The battle that a side knows, as a playable one: hidden units do not exist in it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_attendant, is_baggage, is_vessel
from app.games.heart_of_africa.fog import UNKNOWN_TRAP, View
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import unit_codes
from app.games.heart_of_africa.sequence import onward, owing
from app.games.heart_of_africa.state import MORALE, SHOOTING, Battle
from app.kernel.dice import InventedDice, typical_faces

TAKEN_FOR = "stake_trap"
"""The kind assumed for every unidentified marker."""


def imagined(known: View) -> Battle:
    """The known figures of both sides on the known table. If no visible side has a decision, the
    turn continues with average dice.
    """
    battle = without_the_unknown(known.battle, known.side)
    if battle.ending or owing(battle):
        return battle
    return fold(battle, onward(battle, InventedDice(typical_faces())))


def without_the_unknown(battle: Battle, side: str) -> Battle:
    """The battle without references to unknown units; the others keep their codes. Sealed fire and
    cancellations are not written yet.
    """
    figures = {
        key: figure
        for key, figure in battle.figures.items()
        if not figure.of or figure.of in battle.figures
    }
    peopled = {figure.unit for figure in figures.values()}
    names = unit_codes(battle)
    units = {
        key: replace(unit, code=names[key])
        for key, unit in battle.units.items()
        if unit.side == side or key in peopled
    }
    there = {*units, *figures}
    hand = battle.hand if battle.hand is not None and battle.hand.who in there else None
    return replace(
        battle.with_conditions(fighting=known_strength(battle, figures, side))
        .with_deployment(march=tuple(who for who in battle.deployment.march if who in there))
        .with_morale(
            tests=tuple(test for test in battle.morale.tests if test.unit in there),
            owed=None
            if battle.morale.owed is None
            else tuple(test for test in battle.morale.owed if test.unit in there),
        ),
        land=taken_for_real(battle.land),
        figures=figures,
        units=units,
        hand=hand,
        passed=tuple(one for one in battle.passed if one == side or not is_secret(battle)),
    )


def is_secret(battle: Battle) -> bool:
    """True if the other side's decisions in this step are still secret."""
    return (battle.step == SHOOTING and battle.shooting.queue is None) or (
        battle.step == MORALE and not battle.morale.rolled
    )


def taken_for_real(land: Land) -> Land:
    if not any(work.kind == UNKNOWN_TRAP for work in land.works):
        return land
    return replace(
        land,
        works=tuple(
            replace(work, kind=TAKEN_FOR) if work.kind == UNKNOWN_TRAP else work
            for work in land.works
        ),
    )


def known_strength(battle: Battle, figures: Mapping[str, Figure], side: str) -> dict[str, int]:
    """Fighting figures of each side at the start; for the other side only the known ones, so that
    unknown figures do not count as lost.
    """
    known = sum(
        figure.side != side
        and not (is_baggage(figure) or is_attendant(figure) or is_vessel(figure))
        for figure in figures.values()
    )
    return {
        one: began if one == side else min(began, known)
        for one, began in battle.conditions.fighting.items()
    }
