"""Notes before an order: enemy riders and guns that may answer it, and threats to its last
space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.africa_1859.arrivals import can_caracole, can_charge, ready_riders
from app.games.africa_1859.counters import is_artillery, is_cavalry, is_fighter, titles_of
from app.games.africa_1859.fights.assault_fire import DEFENDER, ships_in
from app.games.africa_1859.fights.assault_fire import defending_guns as guns_in_defence
from app.games.africa_1859.fights.counter_battery import answering_guns
from app.games.africa_1859.fights.riders import able_riders
from app.games.africa_1859.ground import (
    adjacent,
    is_closed,
    is_empty,
    is_enemy_held,
    leaders_at,
    place,
    units_at,
)
from app.games.africa_1859.procedures import Assault, Window
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, SPAIN, Leader, Unit, War
from app.kernel.say import Say, say


# --- Answers
def arrival_notes(
    war: War, side: str, units: tuple[str, ...], path: Iterable[str]
) -> Iterator[Say]:
    """Riders of the enemy that may answer the entry of each empty space of a path."""
    for space in path if units else ():
        if not is_empty(war, space):
            continue
        window = Window(ENEMY_OF[side], space, "", units, ())
        able = [
            unit.id
            for unit in ready_riders(war, window)
            if can_caracole(war, window, unit) or can_charge(war, window, unit)
        ]
        if able:
            yield say(
                "In {place:the} these riders may answer: {who}.",
                "En {place:el} pueden responder estos jinetes: {who}.",
                place=place(war, space),
                who=titles_of(war, able),
            )


def assault_answer_notes(war: War, assault: Assault, path: tuple[str, ...]) -> Iterator[Say]:
    """Riders and guns that may answer an assault: on the way, in its space, and after support."""
    yield from arrival_notes(war, assault.attacker, assault.group, path[:-1])
    riders = able_riders(war, assault)
    if riders:
        yield say(
            "In {place:the} these riders may make a caracole or counter-charge: {who}.",
            "En {place:el} estos jinetes pueden hacer una caracola o una contracarga: {who}.",
            place=place(war, assault.space),
            who=titles_of(war, (unit.id for unit in riders)),
        )
    guns = [unit.id for unit in guns_in_defence(war, assault)]
    guns += ships_in(war, assault, DEFENDER)
    if guns:
        yield say(
            "These guns may fire at your vanguard: {who}.",
            "Estos cañones pueden disparar contra tu vanguardia: {who}.",
            who=titles_of(war, guns),
        )


def counter_battery_notes(war: War, guns: Iterable[Unit]) -> Iterator[Say]:
    """Spanish guns that may answer the fire of these Moroccan guns."""
    spaces = {gun.at for gun in guns if gun.side == MOROCCO}
    able = [unit.id for space in sorted(spaces) for unit in answering_guns(war, space)]
    if able:
        yield say(
            "These Spanish guns may answer the fire: {who}.",
            "Estos cañones españoles pueden responder al fuego: {who}.",
            who=titles_of(war, able),
        )


# --- Threats
def threat_notes(war: War, side: str, space: str) -> Iterator[Say]:
    """Enemies that can assault a space in their next phase, and guns that can fire at it."""
    near = [unit for there in adjacent(war, space) for unit in units_at(war, there, ENEMY_OF[side])]
    able = [unit for unit in near if acts_next(unit)]
    fighters = [unit.id for unit in able if is_fighter(war, unit) and has_lead(war, unit)]
    fighters += far_riders(war, ENEMY_OF[side], space)
    guns = [unit.id for unit in able if is_artillery(war, unit) and fires_next(unit)]
    if fighters and not is_closed(war, space, ENEMY_OF[side]):
        yield say(
            "These enemies can assault {place:the}: {who}.",
            "Estos enemigos pueden asaltar {place:el}: {who}.",
            place=place(war, space),
            who=titles_of(war, fighters),
        )
    if guns:
        yield say(
            "These enemy guns can fire at {place:the}: {who}.",
            "Estos cañones enemigos pueden disparar {place:al}: {who}.",
            place=place(war, space),
            who=titles_of(war, guns),
        )


def acts_next(one: Unit | Leader) -> bool:
    """Return true for a counter that may do more than move in the next phase of its side.

    Markers of Moroccan counters stay for their phase of the same turn; Spanish ones are gone by
    then. A leader may join a Moroccan stack first and so open its space.
    """
    is_shaken = isinstance(one, Unit) and one.dem
    return not is_shaken and (one.side == SPAIN or not one.marker)


def has_lead(war: War, unit: Unit) -> bool:
    """Return true for riders, and for foot with a leader in its space who may direct."""
    return is_cavalry(war, unit) or any(map(acts_next, leaders_at(war, unit.at, unit.side)))


def fires_next(unit: Unit) -> bool:
    """Return true for guns that may fire in the next phase of their side."""
    return unit.side == SPAIN or not unit.fired


def far_riders(war: War, side: str, space: str) -> list[str]:
    """Riders of a side two spaces away that can charge a space through one that they may enter."""
    beside = adjacent(war, space)
    middles = [
        one for one in beside if not is_enemy_held(war, one, side) and not is_closed(war, one, side)
    ]
    starts = {there for middle in middles for there in adjacent(war, middle)} - {space, *beside}
    return [
        unit.id
        for start in sorted(starts)
        for unit in units_at(war, start, side)
        if is_cavalry(war, unit) and acts_next(unit)
    ]
