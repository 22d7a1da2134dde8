"""Offers of shots, and their preview: additions to the die and odds."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.cry_havoc import harm, retreats
from app.games.cry_havoc.cover import GRADE_NAMES
from app.games.cry_havoc.missile_lines import Sight, best_sight
from app.games.cry_havoc.missile_targets import band_name, targets
from app.games.cry_havoc.missiles import (
    RESULTS,
    die_tally,
    row_and_letter,
    seen_by,
    shoot_refusals,
    shooter_refusals,
)
from app.games.cry_havoc.occupancy import characters, hexes_of, is_animal, is_mounted, not_own
from app.games.cry_havoc.orders import Shoot
from app.games.cry_havoc.state import DEAD, STUNNED, WOUNDED, Battle, Unit
from app.kernel.offers import Assessment, Chance, Offer
from app.kernel.refusal import Refusal, found_in
from app.kernel.say import Say, say
from app.kernel.space.hexes import hexes_to

FACES = range(1, 11)


FALLS_BACK, KILLED, NOTHING = (
    say("{who} retreats", "{who} retrocede"),
    say("{who} is killed", "{who} muere"),
    say("nothing", "nada"),
)


ON_FOOT = {
    retreats.DRIVEN_BACK: FALLS_BACK,
    STUNNED: say("{who} is stunned", "{who} queda aturdido"),
    WOUNDED: say("{who} is wounded", "{who} resulta herido"),
    DEAD: KILLED,
}


THROWN = {
    STUNNED: say(
        "{who} is unhorsed and stunned, the horse killed", "{who} cae aturdido y su caballo muere"
    ),
    WOUNDED: say("{who} is unhorsed and wounded", "{who} cae herido del caballo"),
    DEAD: KILLED,
}


BOTH_KILLED = say("{who} and the horse are killed", "{who} y su caballo mueren")


def outcome(battle: Battle, target: Unit, letter: str) -> Say:
    """Effect of a letter on this target in words; without a hex to retreat to a character is
    wounded.
    """
    result = RESULTS.get(letter)
    if result == retreats.DRIVEN_BACK and not retreats.retreat_of(battle, target).options:
        result = WOUNDED
    if is_animal(target):
        found = {retreats.DRIVEN_BACK: FALLS_BACK, STUNNED: KILLED}.get(result or "")
    else:
        found = outcome_for_a_man(battle, target, letter, result) if result else None
    return Say(found.en, found.es, {"who": target.name}) if found else NOTHING


def outcome_for_a_man(battle: Battle, target: Unit, letter: str, result: str) -> Say:
    thrown = is_mounted(target) and letter != "A"
    become = harm.comes_to(battle, target, result, thrown)
    if thrown and letter == "B" and become == DEAD:
        return BOTH_KILLED
    return (THROWN if thrown else ON_FOOT)[become]


def odds(battle: Battle, shooter: Unit, target: Unit, seen: Sight) -> tuple[Chance, ...]:
    """CH-SUM-09: The preview of a shot shows the chance of each result, worst for the target
    first.
    """
    added = die_tally(shooter, seen.band).total
    ways: dict[str, tuple[Say, int]] = {}
    for die in FACES:
        _, letter = row_and_letter(shooter.weapon or "", die + added, seen.category, seen.cover)
        says = outcome(battle, target, letter)
        ways[str(says)] = (says, ways.get(str(says), (says, 0))[1] + 1)
    return tuple(
        Chance(says, number, len(FACES), good=says != NOTHING) for says, number in ways.values()
    )


def shoot_assessment(battle: Battle, order: Shoot, seat: str) -> Assessment:
    """Dry run of a shot: refusals, figures, additions to the die, and odds."""
    refusals = shoot_refusals(battle, order, seat)
    if order.unit not in battle.units or order.target not in battle.units:
        return Assessment(no=refusals)
    seen, shooter, target = (
        seen_by(battle, order),
        battle.units[order.unit],
        battle.units[order.target],
    )
    if seen is None:
        return Assessment(no=refusals)
    tallies = (
        ((say("Added to the die", "Se suma al dado"), die_tally(shooter, seen.band)),)
        if seen.band
        else ()
    )
    chances = () if refusals else odds(battle, shooter, target, seen)
    return Assessment(
        no=refusals, report=seen.report, tallies=tallies, odds=chances, lines=(drawn_line(seen),)
    )


def drawn_line(seen: Sight) -> tuple[str, str, bool, Say]:
    """Line for the page: first hex, last hex, free or not, and its label or first refusal."""
    if seen.no:
        return seen.here, seen.stopped[0] if seen.stopped else seen.hex, False, seen.no[0].says
    return (
        seen.here,
        seen.hex,
        True,
        say(
            "{band} ({range}), {cover}",
            "{band} ({range}), {cover}",
            band=band_name(seen.band),
            range=seen.range,
            cover=GRADE_NAMES[seen.cover],
        ),
    )


def shoot_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of every shot of the seat; a shooter that cannot shoot gets one offer with the
    reason.
    """
    found = []
    for unit in characters(battle, battle.seats.get(seat, "")):
        if unit.weapon and not not_own(battle, unit, seat):
            refusals = shooter_refusals(battle, unit, seat)
            aims = list(targets(battle, unit))
            if refusals:
                aims = sorted(aims, key=lambda target: hexes_to(unit.hex or "", target.hex or ""))[
                    :1
                ]
            found += [shot_offer(battle, unit, target, refusals) for target in aims]
    return found


def shot_offer(battle: Battle, unit: Unit, target: Unit, refusals: Sequence[Refusal]) -> Offer:
    seen = best_sight(battle, unit, target)
    label = say(
        "{who} at {target}: {band} ({range}), {cover}",
        "{who} a {target}: {band} ({range}), {cover}",
        who=unit.name,
        target=target.name,
        range=seen.range,
        cover=GRADE_NAMES[seen.cover],
        band=band_name(seen.band),
    )
    two = seen.hex if len(hexes_of(target)) > 1 else None
    return Offer(
        Shoot(unit.id, target.id, two),
        label,
        found_in(refusals, seen.no),
        piece=unit.id,
        place=seen.hex,
        target=target.id,
        rolls=True,
        act=say(
            "Shoot with {who} at {target}",
            "Disparar con {who} a {target}",
            who=unit.name,
            target=target.name,
        ),
    )
