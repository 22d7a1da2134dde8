"""Offers in the combat and morale steps: hits on Leaders, baggage, pairs in close combat, tests,
spells, rallying, roofs.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import roofs
from app.games.heart_of_africa.figures import leaders as leaders_of
from app.games.heart_of_africa.figures import placed, visible_figures
from app.games.heart_of_africa.melee_and_morale import (
    capture,
    ignored_tests,
    leaders,
    morale,
    pairing,
)
from app.games.heart_of_africa.melee_and_morale.causes import tests_morale
from app.games.heart_of_africa.offering.words import choices
from app.games.heart_of_africa.pieces import WITCH_DOCTOR
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import hits
from app.games.heart_of_africa.state import Battle, CaptureWhich, TakeHit
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.refusal import found_in
from app.kernel.say import Say, say


def answer_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """The ways to settle the decision that comes first."""
    owed = battle.pending[0]
    if owed.side != side:
        return
    if isinstance(owed, TakeHit):
        yield from hit_offers(battle, owed, side)
    elif isinstance(owed, CaptureWhich):
        for element in owed.elements:
            order = orders.Capture(owed.figure, element)
            yield Offer(
                order,
                say(
                    "Take this one ({which})",
                    "Capturar este ({which})",
                    which=called(battle, element),
                ),
                found_in(capture.no_such_choice(battle, order)),
                piece=owed.figure,
                target=element,
            )


def hit_offers(battle: Battle, owed: TakeHit, side: str) -> Iterator[Offer]:
    ways: list[tuple[orders.MeetHit, Say]] = []
    if owed.save is not None:
        ways.append(
            (
                orders.MeetHit(owed.figure, "save"),
                say(
                    "Roll the save: {n} or more",
                    "Hacer la tirada de salvación: {n} o más",
                    n=owed.save,
                ),
            )
        )
    ways += [
        (
            orders.MeetHit(owed.figure, "attendant", one),
            say(
                "{who} dies in place of the Leader",
                "{who} muere en lugar del Líder",
                who=called(battle, one),
            ),
        )
        for one in owed.attendants
    ]
    ways.append((orders.MeetHit(owed.figure, "death"), say("Lose the Leader", "Perder al Líder")))
    for order, label in ways:
        yield Offer(
            order,
            label,
            hits.meet_refusals(battle, order, side),
            piece=owed.figure,
            target=order.attendant,
            rolls=order.how == "save",
        )


def combat_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of other pairs where they differ from the default, and of the first enemy of an
    outnumbered figure.
    """
    touch = pairing.touching(battle)
    for knot in pairing.knots(touch):
        if len(knot) > pairing.MOST_OPPONENTS and pairing.choosing_side(battle, knot) == side:
            yield from pair_offers(battle, touch, knot, side)
    fights = pairing.fights_of(battle)
    for key in touch:
        enemies = [enemy for pair in fights if key in pair for enemy in pair if enemy != key]
        if battle.figures[key].side == side and len(enemies) == pairing.MOST_OPPONENTS:
            for enemy in enemies:
                order = orders.FirstOpponent(key, enemy)
                label = say(
                    "{who} meets {enemy} first",
                    "{who} se enfrenta primero a {enemy}",
                    who=called(battle, key),
                    enemy=called(battle, enemy),
                )
                yield Offer(
                    order,
                    label,
                    pairing.first_refusals(battle, order, side),
                    piece=key,
                    target=enemy,
                )
    yield Offer(
        orders.Pass(), say("Keep the default pairs", "Mantener las parejas por defecto"), main=True
    )


def pair_offers(
    battle: Battle, touch: pairing.Touching, knot: tuple[str, ...], side: str
) -> Iterator[Offer]:
    """Offers of one more pair to be kept with those already chosen."""
    for one in knot:
        if battle.figures[one].side != side:
            continue
        for two in touch[one]:
            pair = (one, two) if side == battle.attacker else (two, one)
            if pair in battle.melee.pairs or (pair[1], pair[0]) in battle.melee.pairs:
                continue
            order = orders.Pair((*battle.melee.pairs, pair))
            if not pairing.pair_refusals(battle, order, side):
                yield Offer(
                    order,
                    say(
                        "{who} fights {enemy}",
                        "{who} lucha contra {enemy}",
                        who=called(battle, one),
                        enemy=called(battle, two),
                    ),
                    act=say(
                        "Pair {who} with {enemy}",
                        "Emparejar a {who} con {enemy}",
                        who=called(battle, one),
                        enemy=called(battle, two),
                    ),
                    piece=one,
                    target=two,
                )


def morale_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers to ignore tests through a Disciplinarian or a standard, and of the order of
    the tests.
    """
    yield from cancel_offers(battle, side)
    owed = tuple(
        dict.fromkeys(
            test.unit for test in battle.morale.owed or () if battle.units[test.unit].side == side
        )
    )
    if len(owed) > 1:
        yield Offer(
            orders.TestOrder(owed),
            say(
                "Say in which order the units test", "Decir en qué orden hacen el test las unidades"
            ),
            asks=(
                Field.ranking(
                    "units",
                    say("First to last", "De la primera a la última"),
                    choices(battle, owed),
                ),
            ),
        )
    yield Offer(orders.Pass(), say("Roll the tests", "Hacer los test"), main=True, rolls=bool(owed))


def cancel_offers(battle: Battle, side: str) -> Iterator[Offer]:
    for key in dict.fromkeys(test.unit for test in battle.morale.owed or ()):
        unit = battle.units[key]
        for by in ignored_tests.helpers(battle, unit) if unit.side == side else ():
            order = orders.Cancel(key, by.id)
            refused = found_in(
                ignored_tests.cancel_refusals(battle, order, side),
                morale.nothing_owed(battle, unit),
            )
            yield Offer(
                order,
                say(
                    "{unit:The} {unit:ignores its|ignore their} test, thanks to {who:the}",
                    "{unit:El} {unit:ignora|ignoran} su test gracias {who:al}",
                    unit=called(battle, key),
                    who=called(battle, by.id),
                ),
                refused,
                act=say(
                    "Ignore the test of {unit:the}",
                    "Ignorar el test {unit:del}",
                    unit=called(battle, key),
                ),
                piece=key,
                target=by.id,
            )


def spell_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of spells of the Witch Doctors, and of the last chance for their targets to ignore a
    test.
    """
    yield from cancel_offers(battle, side)
    owed = any(battle.units[test.unit].side == side for test in battle.morale.owed or ())
    for doctor in visible_figures(battle, side) if not owed else ():
        if doctor.type != WITCH_DOCTOR:
            continue
        for unit in battle.units.values():
            if unit.side == side or not placed(battle, unit.id) or not tests_morale(battle, unit):
                continue
            order = orders.Cast(doctor.id, unit.id)
            yield Offer(
                order,
                say(
                    "{who:The} bewitches {unit:the}",
                    "{who:El} hechiza {unit:al}",
                    who=called(battle, doctor.id),
                    unit=called(battle, unit.id),
                ),
                morale.cast_refusals(battle, order, side),
                act=say("Bewitch {unit:the}", "Hechizar {unit:al}", unit=called(battle, unit.id)),
                piece=doctor.id,
                target=unit.id,
            )
    label = (
        say("Roll the test", "Tirar el test")
        if owed
        else say("Cast no more spells", "No lanzar más hechizos")
    )
    yield Offer(orders.Pass(), label, main=True, rolls=owed)


def rally_offers(battle: Battle, side: str) -> Iterator[Offer]:
    for leader in leaders_of(battle, side):
        for unit in battle.units.values():
            if unit.side == side and unit.marker and placed(battle, unit.id):
                order = orders.Rally(leader.id, unit.id)
                yield Offer(
                    order,
                    say(
                        "The Leader rallies {unit:the}: {n} or more",
                        "El Líder reagrupa {unit:al}: {n} o más",
                        unit=called(battle, unit.id),
                        n=leaders.needed(leader),
                    ),
                    leaders.rally_refusals(battle, order, side),
                    piece=leader.id,
                    target=unit.id,
                    rolls=True,
                )
    yield Offer(orders.Pass(), say("End rallying", "Acabar de reagrupar"), main=True)


def roof_offers(battle: Battle, side: str) -> Iterator[Offer]:
    for figure, room in roofs.climbers(battle, side):
        yield Offer(
            orders.ClimbRoof(figure.id, room),
            say(
                "{who}: up onto the roof ({room})",
                "{who}: al techo ({room})",
                who=called(battle, figure.id),
                room=place_title(battle, room),
            ),
            piece=figure.id,
        )
    yield Offer(orders.Pass(), say("Climb no roof", "No subir a ningún techo"), main=True)


def capture_offers(battle: Battle, side: str) -> Iterator[Offer]:  # noqa: ARG001 one of a family
    yield Offer(orders.Pass(), say("Go on", "Seguir"), main=True)
