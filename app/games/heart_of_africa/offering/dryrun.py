"""Dry run of an order: its ways, the numbers that explain it, exact chances, and its lines on the
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from app.games.heart_of_africa import orders, step_table
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.drawing.places import spelled_point, way_of
from app.games.heart_of_africa.figures import is_vessel, profile
from app.games.heart_of_africa.melee_and_morale import combat, leaders, morale, pairing
from app.games.heart_of_africa.melee_and_morale.causes import factor
from app.games.heart_of_africa.movement import formations, moves, planned_moves
from app.games.heart_of_africa.movement.slow_going import DIFFICULT, OPEN
from app.games.heart_of_africa.offering import (
    contact_chances,
    deployment_planning,
    move_risks,
    planning,
)
from app.games.heart_of_africa.offering.refusals import Refusals, refusals_of
from app.games.heart_of_africa.offering.shot_chances import chance, fire, tally_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import arrival_places, deployment, ground_to_deploy
from app.games.heart_of_africa.state import CLOSE_COMBAT, MORALE, SPELLS, Battle, TakeHit
from app.kernel.contract import Order
from app.kernel.offers import Assessment, Reach
from app.kernel.say import Say, say
from app.kernel.space.plane import Path, Point, inches_to, path_length

AHEAD = say("It is the advanced guard of its side here.", "Aquí es la guardia avanzada.")
RATES = {
    OPEN: say("over open ground", "por terreno abierto"),
    DIFFICULT: say("over difficult ground", "por terreno difícil"),
}


def assessed(battle: Battle, order: Order, side: str) -> Assessment:
    """Assessment of an order: refusals first; other facts only if its figures are known."""
    refused = refusals_of(battle, order, side)
    known = not step_table.is_out_of_all_bounds(order)
    if (
        known
        and type(order) in DRY
        and not any(refusal.rule == "CAR-TAB-06" for refusal in refused)
    ):
        return DRY[type(order)](battle, order, side, refused)
    return Assessment(no=refused)


def activation(battle: Battle, order: orders.Activate, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    """Assessment of an activation: its dice, and the chances of contact with the nearest
    enemies.
    """
    men = moves.movers(battle, order.who)
    if not men:
        return Assessment(no=refused)
    row = profile(men[0])
    report = {
        "open": str(row.open) if row.open else None,
        "difficult": str(row.difficult) if row.difficult else None,
    }
    if refused:
        return Assessment(no=refused, report=report)
    dice = contact_chances.dice_in_words(battle, men)
    notes = (*dice, *contact_chances.before_the_dice(battle, men))
    return Assessment(report=report, notes=notes)


def one_by_one(battle: Battle, order: orders.Move, side: str, refused: Refusals) -> Assessment:
    if any(key in battle.figures and is_vessel(battle.figures[key]) for key in order.paths):
        return sailed(battle, order, side, refused)
    return drawn(battle, order, side, refused, {})


def sailed(
    battle: Battle,
    order: orders.Move | orders.Sail,
    side: str,  # noqa: ARG001 one of a family
    refused: Refusals,
) -> Assessment:
    odds = () if refused else move_risks.aground_odds(battle, order.paths)
    return Assessment(no=refused, way=all_ways(order.paths), odds=odds)


def broken(battle: Battle, order: orders.BreakRoof, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    return Assessment(no=refused, odds=() if refused else move_risks.roof_odds(battle, order))


def drilled(battle: Battle, order: orders.Manoeuvre, side: str, refused: Refusals) -> Assessment:
    """The way of each figure, drawn as it would go, and the reasons of those that stop short."""
    draft = formations.drafted(battle, order, side)
    found = drawn(battle, draft.move(order), side, refused, draft.notes)
    if refused or order.drill != formations.CHARGE:
        return found
    contacts = tuple(contact_chances.after_the_dice(battle, order, draft))
    return msgspec.structs.replace(found, notes=(*contacts, *found.notes))


def drawn(
    battle: Battle, order: orders.Move, side: str, refused: Refusals, notes: Mapping[str, Say]
) -> Assessment:
    if not planned_moves.strangers(battle, order, side):
        order = planned_moves.with_ways(battle, order, side)
    figures = {
        key: way_report(battle, battle.figures[key], path, order.attack.get(key, ""))
        for key, path in order.paths.items()
        if path and key in battle.figures
    }
    ends = {
        spelled_point(row["end"]): Reach((spelled_point(row["end"]),), round(row["length"]))
        for row in figures.values()
    }
    told = (*longest(figures), *gathered(notes))
    return Assessment(
        no=refused,
        report={"figures": figures, "notes": dict(notes)},
        reach=ends,
        way=all_ways(order.paths),
        notes=told,
        odds=() if refused else move_risks.hazard_odds(battle, order.paths),
    )


def longest(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[Say]:
    """Sentences about the number of figures, the longest way and its roll, at each rate."""
    for rate, words in RATES.items():
        ways = [row for row in figures.values() if row["rate"] == rate and row["has"] is not None]
        if ways:
            yield say(
                "{n:figure+s} {rate}: at most {length} of {has} in",
                "{n:figura+s} {rate}: como mucho {length} de {has:pulgada+s}",
                n=len(ways),
                rate=words,
                length=round(max(row["length"] for row in ways), 1),
                has=round(max(row["has"] for row in ways), 1),
            )


def gathered(notes: Mapping[str, Say]) -> Iterator[Say]:
    """Notes on single figures; equal notes are given once."""
    alike: dict[str, list[str]] = {}
    for key, words in notes.items():
        alike.setdefault(words.en, []).append(key)
    for keys in alike.values():
        yield notes[keys[0]]
        if len(keys) > 1:
            yield say(
                "The same holds for {n:figure+s} more.",
                "Lo mismo vale para {n:figura+s} más.",
                n=len(keys) - 1,
            )


def put_down(battle: Battle, order: orders.Deploy, side: str, refused: Refusals) -> Assessment:
    """Assessment of a deployment: the place of each figure. For a vessel also in words, as it may
    differ from the named place, and a note if the unit becomes the advanced guard.
    """
    meant = deployment.set_out(battle, order, side)
    ahead = ground_to_deploy.goes_ahead(battle, meant, battle.units.get(order.who), side)
    notes = (*berthed(battle, order, meant), *((AHEAD,) if ahead and not order.aboard else ()))
    return msgspec.structs.replace(standing(meant.at, refused), notes=() if refused else notes)


def berthed(battle: Battle, order: orders.Deploy, meant: orders.Deploy) -> Iterator[Say]:
    """Sentences about the place of a vessel, and its distance from the named place."""
    for key, spot in meant.at.items():
        if len(spot) != 3 or not is_vessel(battle.figures[key]):
            continue
        found = berths.Berth((spot[0], spot[1]), spot[2])
        off = round(inches_to(order.to, found.at), 1) if order.to is not None else 0.0
        who, place = called(battle, key), berths.where_to(found)
        if off:
            yield say(
                "{who} at {place}: {n} in from the place named, where the hull does not fit.",
                "{who} en {place}: a {n:pulgada+s} del lugar indicado, donde el casco no cabe.",
                who=who,
                place=place,
                n=off,
            )
        else:
            yield say("{who} at {place}.", "{who} en {place}.", who=who, place=place)


def brought_on(battle: Battle, order: orders.Place, side: str, refused: Refusals) -> Assessment:
    return standing(arrival_places.set_out(battle, order, side).at, refused)


def standing(at: Mapping[str, Sequence[float]], refused: Refusals) -> Assessment:
    return Assessment(
        no=refused,
        way=tuple(
            word for key, spot in at.items() for word in way_of(key, (spot[:2],), *spot[2:3])
        ),
    )


def all_ways(paths: Mapping[str, Path]) -> tuple[str, ...]:
    return tuple(word for key, path in paths.items() for word in way_of(key, path))


def way_report(
    battle: Battle, figure: Figure, path: Sequence[Point], attack: str
) -> dict[str, Any]:
    """Length of a way in inches, its rate, and the allowance of the roll."""
    rate = (
        moves.rate_of(battle, figure, path, attack)
        if not attack or attack in battle.figures
        else "open"
    )
    has = moves.allowance(battle, figure)[0 if rate == "open" else 1]
    return {
        "length": round(path_length(tuple(path)), 2),
        "rate": rate,
        "has": has,
        "end": tuple(path[-1]),
    }


def met(battle: Battle, order: orders.MeetHit, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    owed = battle.pending[0] if battle.pending else None
    if refused or order.how != "save" or not isinstance(owed, TakeHit) or owed.save is None:
        return Assessment(no=refused)
    share = Fraction(7 - owed.save, 6)
    return Assessment(
        odds=(
            chance(say("saved", "se salva"), share),
            chance(say("falls", "cae"), 1 - share, good=False),
        )
    )


def passed(battle: Battle, order: orders.Pass, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    """Assessment of a pass: before close combat the odds of every fight, before tests those of
    every own unit.
    """
    if refused:
        return Assessment(no=refused)
    if battle.step == CLOSE_COMBAT and not battle.pending:
        return fights(battle, pairing.in_order(battle, pairing.fights_of(battle)))
    if battle.step in (MORALE, SPELLS):
        return tests(
            battle,
            [
                key
                for key in dict.fromkeys(test.unit for test in battle.morale.owed or ())
                if battle.units[key].side == side
            ],
        )
    return Assessment()


def fights(battle: Battle, rows: Sequence[tuple[str, str, bool]]) -> Assessment:
    """Assessment of each comparison by itself."""
    tallies, odds = [], []
    for one, two, second in rows:
        a, b = battle.figures[one], battle.figures[two]
        mine, drawn_, theirs = combat.odds(battle, a, b, second=second)
        who, enemy = called(battle, one), called(battle, two)
        for man, foe, is_second in ((a, b, False), (b, a, second)):
            tallies.append(
                (
                    say(
                        "{who} against {enemy}",
                        "{who} contra {enemy}",
                        who=called(battle, man.id),
                        enemy=called(battle, foe.id),
                    ),
                    tally_of(combat.mods(battle, man, foe, is_second=is_second)),
                )
            )
        odds += [
            chance(say("{who} beats {enemy}", "{who} vence a {enemy}", who=who, enemy=enemy), mine),
            chance(
                say("{who} and {enemy}: a draw", "{who} y {enemy}: empate", who=who, enemy=enemy),
                drawn_,
                good=False,
            ),
            chance(
                say("{enemy} beats {who}", "{enemy} vence a {who}", who=who, enemy=enemy),
                theirs,
                good=False,
            ),
        ]
    return Assessment(tallies=tuple(tallies), odds=tuple(odds))


def paired(battle: Battle, order: orders.Pair, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    if refused:
        return Assessment(no=refused)
    touch = pairing.touching(battle)
    named = {key for pair in order.pairs for key in pair}
    rows = [
        row
        for knot in pairing.knots(touch)
        if named & set(knot)
        for row in pairing.in_order(
            battle,
            pairing.fights_in(
                battle, touch, knot, tuple(pair for pair in order.pairs if pair[0] in knot)
            )
            or (),
        )
    ]
    return fights(battle, rows)


def tests(battle: Battle, units: Sequence[str]) -> Assessment:
    found = []
    words = {
        "steady": say("{unit:The} {unit:holds|hold}", "{unit:El} {unit:aguanta|aguantan}"),
        "marker": say(
            "{unit:The} {unit:takes|take} a marker", "{unit:El} {unit:recibe|reciben} un marcador"
        ),
        "broken": say("{unit:The} {unit:breaks|break}", "{unit:El} {unit:se rompe|se rompen}"),
    }
    for key in units:
        for state, share in morale.odds(battle, battle.units[key]).items():
            it = words[state]
            found.append(
                chance(say(it.en, it.es, unit=called(battle, key)), share, good=state == "steady")
            )
    report = {"needs": {key: factor(battle, battle.units[key]) for key in units}}
    return Assessment(report=report, odds=tuple(found))


def spell(battle: Battle, order: orders.Cast, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    if refused:
        return Assessment(no=refused)
    fails = Fraction(factor(battle, battle.units[order.unit]) - 1, 6)
    return Assessment(
        odds=(
            chance(say("the test fails", "el test se falla"), fails),
            chance(say("the test is passed", "el test se pasa"), 1 - fails, good=False),
        )
    )


def rallying(battle: Battle, order: orders.Rally, side: str, refused: Refusals) -> Assessment:  # noqa: ARG001 one of a family
    if refused:
        return Assessment(no=refused)
    share = Fraction(7 - leaders.needed(battle.figures[order.figure]), 6)
    return Assessment(
        odds=(
            chance(say("rallied", "se reagrupa"), share),
            chance(say("the marker stays", "el marcador sigue"), 1 - share, good=False),
        )
    )


DRY: Mapping[type[Order], Callable[[Battle, Any, str, Refusals], Assessment]] = {
    orders.Deploy: put_down,
    orders.Place: brought_on,
    orders.Activate: activation,
    orders.Move: one_by_one,
    orders.Manoeuvre: drilled,
    orders.Sail: sailed,
    orders.BreakRoof: broken,
    orders.FireOrders: fire,
    orders.MeetHit: met,
    orders.Pass: passed,
    orders.Pair: paired,
    orders.Cast: spell,
    orders.Rally: rallying,
    orders.PlanMarch: planning.marched,
    orders.SetPolicies: planning.standing,
    orders.PlanDeployment: deployment_planning.planned,
}
