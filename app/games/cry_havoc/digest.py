"""Position in words: for the frame of the page, the list beside the board and screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.games.cry_havoc import plans
from app.games.cry_havoc.board import piece, side_names
from app.games.cry_havoc.deployment import is_off_the_map
from app.games.cry_havoc.drawing import Piece, spoken
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.occupancy import is_animal, leader_of
from app.games.cry_havoc.reach import offers
from app.games.cry_havoc.state import DEAD, SETUP, Battle, Unit
from app.games.cry_havoc.turn_order import SEQUENCE
from app.games.cry_havoc.victory import QUIET_TURNS, draw_is_near, points_of, score_words
from app.kernel.position import Moment, PieceLine, Summary
from app.kernel.say import Say, as_is, say
from app.kernel.survey import Fact, Section


def summary(view: View) -> Summary:
    battle = view.battle
    able = {offer.piece for offer in offers(view) if offer.piece and offer.is_live}
    ridden = {unit.rides for unit in battle.units.values() if unit.rides}
    return Summary(
        active=battle.active,
        score=tuple(score_words(battle).items()),
        victory=wants(battle),
        pieces=tuple(
            line(battle, unit, able) for unit in battle.units.values() if unit.id not in ridden
        ),
        lists=tuple(points_list(battle)),
    )


def points_list(battle: Battle) -> Iterator[Section]:
    """Points of each side with their reasons; no list before the first point."""
    points = points_of(battle, is_over=battle.winners is not None)
    facts = tuple(
        Fact(
            say(
                "{side:Aa}: {n:point+s}, {why}",
                "{side:Aa}: {n:punto+s}, {why}",
                side=plans.side_title(battle.scenario, side),
                n=reason.amount,
                why=reason.why,
            ),
            reason.rule,
        )
        for side, tally in points.items()
        for reason in tally.reasons
    )
    if facts:
        yield Section(say("Points", "Puntos"), facts)


def moment(battle: Battle) -> Moment:
    return Moment(battle.turn, battle.step, phase(battle))


def phase(battle: Battle) -> Say:
    """Turn, side and step in one line, with the last turn of the scenario if it has one
    (CH-SUM-08).
    """
    step = next(step.title for step in SEQUENCE if step.key == battle.step)
    side = plans.side_title(battle.scenario, battle.active)
    if battle.step == SETUP:
        return say("{step}: {side}", "{step}: {side}", step=step, side=side)
    plan = plans.PLANS.get(battle.scenario)
    if plan is None or plan.turn_limit is None:
        return say(
            "Turn {turn}, {side}: {step}",
            "Turno {turn}, {side}: {step}",
            turn=battle.turn,
            side=side,
            step=step,
        )
    return say(
        "Turn {turn} of {last}, {side}: {step}",
        "Turno {turn} de {last}, {side}: {step}",
        turn=battle.turn,
        last=plan.turn_limit,
        side=side,
        step=step,
    )


def wants(battle: Battle) -> tuple[tuple[str, Say], ...]:
    """Aim of each side; after ten turns without combat also that a draw may be agreed."""
    plan = plans.PLANS.get(battle.scenario)
    found = tuple((side.key, side.wants) for side in plan.sides) if plan else ()
    if draw_is_near(battle) and battle.winners is None:
        quiet = say(
            "{n} turns without a shot or an attack: a draw may be agreed on.",
            "{n} turnos sin un disparo ni un ataque: podéis acordar tablas.",
            n=QUIET_TURNS,
        )
        found += tuple((side, quiet) for side in battle.sides)
    return found


def line(battle: Battle, unit: Unit, able: set[str]) -> PieceLine:
    return PieceLine(
        unit.id,
        as_is(unit.name),
        words(battle, unit),
        unit.side or "",
        unit.hex or "",
        unit.id in able,
        unit.state == DEAD or unit.left is not None,
    )


def words(battle: Battle, unit: Unit) -> Say:
    """Name, kind, side, state, figures and place of a unit, as on the board."""
    leader = leader_of(battle, unit) if is_animal(unit) else None
    led_by, where = leader.name if leader else "", whereabouts(unit)
    heard = words_of_piece(piece(battle, unit), battle.scenario, battle.sides, led_by)
    return say("{it}, {where}", "{it}, {where}", it=heard, where=where) if where else heard


@lru_cache(maxsize=1024)
def words_of_piece(shown: Piece, scenario: str, sides: tuple[str, ...], led_by: str) -> Say:
    """Words of a piece on the board; kept, because a move changes few pieces."""
    names = side_names(scenario, sides)
    both = [spoken(shown, language, names, led_by=led_by) for language in ("en", "es")]
    return say("{english}", "{spanish}", english=both[0], spanish=both[1])


def whereabouts(unit: Unit) -> Say | None:
    """Place of a unit that is not on the map; None if it is."""
    if unit.left:
        return say("off the map", "fuera del mapa")
    if is_off_the_map(unit):
        return say("not on the map yet", "aún fuera del mapa")
    return None
