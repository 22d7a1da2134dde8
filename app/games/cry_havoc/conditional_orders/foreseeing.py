"""Preview of conditional orders: their answers to questions that could come in this position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from app.games.cry_havoc import advance, combat_rules, covered_side, harm, missile_lines
from app.games.cry_havoc.conditional_orders.answering import answer_to
from app.games.cry_havoc.conditional_orders.topics import (
    ADVANCE,
    COVER,
    FALL,
    OWN_PHASE,
    RETREAT,
    TITLES,
    VICTIM,
)
from app.games.cry_havoc.cover import LIGHT, NONE, sides_to_choose
from app.games.cry_havoc.occupancy import (
    characters,
    enemies_about,
    hexes_of,
    is_mounted,
    is_prisoner,
    is_standing,
    not_own,
    other_side,
    the_ground,
    unable_to_act,
    within_reach,
)
from app.games.cry_havoc.retreats import retreat_of
from app.games.cry_havoc.state import (
    DEAD,
    STUNNED,
    Advance,
    Battle,
    Combat,
    Fall,
    Pending,
    Unit,
    Victim,
)
from app.kernel.conditional_orders import Answers
from app.kernel.say import Say, say

MOST = 5
"""Number of cases told for each kind of question, at most."""
BLOW = "E"
Foreseen = Iterator[tuple[Say, Battle]]
"""Case in words, and the battle after it; its first pending decision is the question."""


def likely_cases(battle: Battle, seat: str, given: Answers) -> Iterator[Say]:
    """Sentences on the likely cases of each answered topic, then on the phase in which they
    count.
    """
    at_rest = replace(battle, pending=(), combat=None)
    for topic, cases in CASES.items():
        if given.get(topic):
            told = list(islice(cases(at_rest, seat), MOST))
            yield from (outcome(case, then, given) for case, then in told)
            if not told:
                yield say(
                    "{topic}: the question cannot come in this position.",
                    "{topic}: la pregunta no puede darse en esta posición.",
                    topic=TITLES[topic],
                )
    for unit in mine(battle, seat):
        if f"{COVER}{unit.id}" in given:
            yield from under_fire(battle, unit)
    if any(given.get(topic) for topic in CASES):
        yield (
            say(
                "The answers count in my own phase too.",
                "Las respuestas valen también en mi propia fase.",
            )
            if given.get(OWN_PHASE)
            else say(
                "The answers count in the other side's phase; in my own I am asked.",
                "Las respuestas valen en la fase del otro bando; en la mía se me pregunta.",
            )
        )


def outcome(case: Say, then: Battle, given: Answers) -> Say:
    if not then.pending:
        return case
    found = answer_to(then, then.pending[0], given)
    if found is None:
        return say("{case}: you are asked.", "{case}: se te pregunta.", case=case)
    return say("{case}: {what}.", "{case}: {what}.", case=case, what=found.says)


def mine(battle: Battle, seat: str) -> list[Unit]:
    """Units of the seat on the map, those adjacent to an enemy first."""
    men = [
        unit
        for unit in characters(battle, battle.seats.get(seat, ""))
        if not_own(battle, unit, seat) is None and not is_prisoner(unit)
    ]
    return sorted(men, key=lambda unit: (not pressed(battle, unit), unit.id))


def pressed(battle: Battle, unit: Unit) -> bool:
    return any(enemies_about(battle, hex_, unit.side or "") for hex_ in hexes_of(unit))


def foes(battle: Battle, seat: str) -> list[Unit]:
    """Enemies that are able to strike."""
    side = battle.seats[seat]
    return [
        unit
        for unit in characters(battle, other_side(battle, side))
        if is_standing(unit) and unable_to_act(unit) is None
    ]


def asked(battle: Battle, owed: Pending) -> Battle:
    return replace(battle, pending=(owed,))


def blows(battle: Battle, seat: str) -> Foreseen:
    """Cases in which an enemy adjacent to two or more units wounds one of them."""
    for foe in foes(battle, seat):
        struck = [unit for unit in mine(battle, seat) if within_reach(battle, foe, unit)]
        if len(struck) > 1:
            owed = Victim(
                seat,
                tuple(unit.id for unit in struck),
                BLOW,
                combat_rules.odds_of(battle, [foe], struck).table == "mounted",
                foe.side or "",
            )
            yield (
                say(
                    "{foe} wounds one of {who}",
                    "{foe} hiere a uno de {who}",
                    foe=foe.name,
                    who=[unit.name for unit in struck],
                ),
                asked(battle, owed),
            )


def retreats(battle: Battle, seat: str) -> Foreseen:
    for unit in mine(battle, seat):
        if not is_standing(unit):
            continue
        owed = retreat_of(battle, unit)
        case = say(
            "{who} must retreat from {hex}",
            "{who} retrocede desde {hex}",
            who=unit.name,
            hex=unit.hex,
        )
        yield (
            (case, asked(battle, owed))
            if owed.options
            else (
                say(
                    "{case}: no hex is free, so a wound instead.",
                    "{case}: no hay casilla libre, así que recibe una herida.",
                    case=case,
                ),
                battle,
            )
        )


def falls(battle: Battle, seat: str) -> Foreseen:
    for unit in mine(battle, seat):
        options = harm.fall_options(battle, hexes_of(unit), dead=False) if is_mounted(unit) else ()
        if options:
            owed = Fall(seat, unit.id, STUNNED, options, other_side(battle, unit.side or ""))
            yield (
                say("{who} falls from the horse", "{who} cae del caballo", who=unit.name),
                asked(battle, owed),
            )


def victories(battle: Battle, seat: str) -> Foreseen:
    """Cases in which a unit of the seat kills an adjacent enemy."""
    for unit in mine(battle, seat):
        for foe in foes(battle, seat):
            if unable_to_act(unit) is None and within_reach(battle, unit, foe):
                case = say("{who} kills {foe}", "{who} mata a {foe}", foe=foe.name, who=unit.name)
                fallen = beaten(battle, unit, foe)
                first = tuple(
                    dict.fromkeys(path[1] for path in advance.advance_paths(fallen, unit))
                )
                if first:
                    yield case, asked(fallen, Advance(seat, (unit.id,), first))


def beaten(battle: Battle, unit: Unit, foe: Unit) -> Battle:
    dead = replace(foe, state=DEAD, rides=None, rear=None)
    return replace(
        battle,
        units={**battle.units, foe.id: dead},
        combat=Combat((unit.id,), (foe.id,), unit.side, hexes_of(foe)),
    )


CASES: Mapping[str, Callable[[Battle, str], Foreseen]] = {
    VICTIM: blows,
    RETREAT: retreats,
    FALL: falls,
    ADVANCE: victories,
}


def under_fire(battle: Battle, unit: Unit) -> Iterator[Say]:
    """Sentence for each side to cover: number of shooters with a clear line now that would meet
    cover.
    """
    sides: Sequence[str] = tuple(
        dict.fromkeys(
            side for hex_ in hexes_of(unit) for side in sides_to_choose(the_ground(battle), hex_)
        )
    )
    archers = [
        foe
        for foe in characters(battle, other_side(battle, unit.side or ""))
        if foe.weapon and unable_to_act(foe) is None
    ]
    for side in sides:
        then = replace(
            battle, units={**battle.units, unit.id: replace(unit, cover_side=side, covered=None)}
        )
        seen = [missile_lines.best_sight(then, foe, then.units[unit.id]) for foe in archers]
        clear = [one for one in seen if not one.no]
        behind = sum(one.cover not in (NONE, LIGHT) for one in clear)
        yield say(
            "{who} covered {side}: cover against {n} of {m} shooters with a free line now.",
            "{who} a cubierto {side}: cobertura contra {n} de {m} tiradores con línea libre ahora.",
            who=unit.name,
            side=covered_side.SIDE_NAMES[side],
            n=behind,
            m=len(clear),
        )
