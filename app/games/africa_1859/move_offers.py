"""Offers of moves and works, with the ways that a stack can go and the riders that may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.activation import (
    may_still_move,
    not_at_command,
    opening_refusals,
    side_of,
)
from app.games.africa_1859.arrivals import can_caracole, can_charge, ready_riders
from app.games.africa_1859.counters import is_engineer, is_on_map, title_of, titles_of
from app.games.africa_1859.demoralised_moves import not_nearer
from app.games.africa_1859.ground import (
    adjacent,
    is_empty,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.movement import pace_of, path_refusals
from app.games.africa_1859.orders import DemoralisedMove, Dig, Move
from app.games.africa_1859.procedures import Window
from app.games.africa_1859.sequence import as_opened, refusals_of_action
from app.games.africa_1859.state import ENEMY_OF, Leader, Unit, War
from app.kernel.contract import Order
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, found_in
from app.kernel.say import Say, say

PATH = Field.path("path", say("Where to", "Adónde"))


def move_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers of moves and works by space, then those of demoralised units."""
    side = side_of(war, seat)
    for space in map_of(war).spaces:
        if units_at(war, space, side) or leaders_at(war, space, side):
            yield from offers_of_space(war, seat, space)
    if not war.phase.open:
        yield from fall_back_offers(war, seat)


def offers_of_space(war: War, seat: str, space: str) -> Iterator[Offer]:
    """Offers of one space: a move of some of its counters, and works of its engineers."""
    side = side_of(war, seat)
    refused = opening_faults(war, space, side)
    movers = [unit for unit in units_at(war, space, side) if can_move(war, unit, seat)]
    led = [one for one in leaders_at(war, space, side) if not one.marker]
    if movers or led:
        yield Offer(
            Move(space=space),
            say("Move from {place}", "Mover desde {place}", place=place(war, space)),
            refused,
            fields_of_stack(war, movers, led),
            place=space,
            stack=space,
        )
    for unit in movers:
        if is_engineer(war, unit):
            yield dig_offer(war, seat, unit, refused)


def opening_faults(war: War, space: str, side: str) -> tuple[Refusal, ...]:
    """Reasons against opening a space; none for the open one."""
    return () if space == war.phase.open else found_in(opening_refusals(war, space, side))


def can_move(war: War, unit: Unit, seat: str) -> bool:
    """Return true if the unit is undemoralised, may still move, and obeys the seat."""
    reserved = found_in(not_at_command(war, seat, (unit.id,))) and unit.id in war.reserved
    return not unit.dem and may_still_move(war, unit.id) is None and not reserved


def fields_of_stack(war: War, units: list[Unit], leaders: list[Leader]) -> tuple[Field, ...]:
    """Fields for the units and the leaders of a stack."""
    fields = []
    if units:
        choices = tuple(Choice(one.id, counter_words(war, one)) for one in units)
        words = say("Units", "Unidades")
        fields.append(Field.some("units", words, choices, is_optional=bool(leaders)))
    if leaders:
        choices = tuple(Choice(one.id, title_of(war, one.id)) for one in leaders)
        words = say("Leaders", "Líderes")
        fields.append(Field.some("leaders", words, choices, is_optional=bool(units)))
    return tuple(fields)


def counter_words(war: War, unit: Unit) -> Say:
    """Name of a unit with its steps."""
    return say("{who} ({n:step+s})", "{who} ({n:paso+s})", who=title_of(war, unit.id), n=unit.steps)


def dig_offer(war: War, seat: str, unit: Unit, refused: tuple[Refusal, ...]) -> Offer:
    """Offer of digging."""
    order = Dig(unit.id, unit.at)
    label = say("Dig in {place}", "Atrincherar {place}", place=place(war, unit.at))
    faults = refused or refusals_of_action(war, order, seat)
    return Offer(order, label, faults, piece=unit.id, place=unit.at, stack=unit.at)


def fall_back_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers of demoralised units that can fall back."""
    side = side_of(war, seat)
    shaken = [
        unit
        for unit in sorted(war.units.values(), key=lambda one: one.id)
        if unit.side == side and unit.dem and unit.id not in war.phase.fell_back
    ]
    for unit in shaken:
        if ways_back(war, unit):
            yield Offer(
                DemoralisedMove(unit.id),
                say("Fall back: {who}", "Replegar: {who}", who=title_of(war, unit.id)),
                asks=(PATH,),
                piece=unit.id,
                place=unit.at,
                stack=unit.at,
            )


# --- Ways
def paths_from(war: War, start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Paths of one or two spaces from a space, shorter ones first."""
    for first in adjacent(war, start):
        yield (first,)
    if most > 1:
        for first in adjacent(war, start):
            for second in adjacent(war, first):
                if second != start:
                    yield (first, second)


def ways_of(war: War, side: str, units: list[Unit], start: str) -> dict[str, Reach]:
    """Legal ways of a stack by their last space: the shortest, of equal ones the first."""
    found: dict[str, Reach] = {}
    for path in paths_from(war, start, pace_of(war, units)):
        if path[-1] not in found and not found_in(path_refusals(war, side, units, path, start)):
            found[path[-1]] = Reach(path, len(path))
    return found


def ways_back(war: War, unit: Unit) -> dict[str, Reach]:
    """Legal ways of a demoralised unit."""
    ways = ways_of(war, unit.side, [unit], unit.at)
    return {end: way for end, way in ways.items() if not found_in(not_nearer(war, unit, way.path))}


# --- Dry runs
def assess_move(war: War, order: Move, seat: str) -> Assessment:
    """Dry run of a move: ways while the path is open, then riders that may answer."""
    opened = as_opened(war, order, seat)
    units = [opened.units[key] for key in order.units if key in opened.units]
    if not order.path:
        trial = replace(order, path=(opened.phase.open,))
        known = [
            one for one in refusals_of_action(war, trial, seat) if one.rule not in ABOUT_THE_PATH
        ]
        if known:
            return Assessment(no=tuple(known))
        ways = ways_of(opened, side_of(war, seat), units, opened.phase.open)
        return Assessment(reach=ways, asks=(PATH,))
    faults = refusals_of_action(war, order, seat)
    if faults:
        return Assessment(no=faults)
    return Assessment(
        way=(opened.phase.open, *order.path),
        notes=tuple(answer_notes(opened, side_of(war, seat), order.units, order.path)),
    )


ABOUT_THE_PATH = frozenset(
    (
        "AFB-MAP-01",
        "AFB-MAP-03",
        "AFB-MAP-04",
        "AFB-MAP-06",
        "AFB-STK-01",
        "AFR-SEQ-05",
        "AFR-SEQ-06",
        "AFR-SEQ-07",
        "AFR-SEQ-12",
        "AFB-UNI-06",
    )
)
"""Rules that judge the path of a move alone."""


def assess_fall_back(war: War, order: DemoralisedMove, seat: str) -> Assessment:
    """Dry run of the move of a demoralised unit."""
    unit = war.units.get(order.unit)
    if unit is None or order.path or not is_on_map(unit):
        faults = refusals_of_action(war, order, seat)
        if faults or unit is None or not is_on_map(unit):
            return Assessment(no=faults)
        notes = answer_notes(war, unit.side, (unit.id,), order.path)
        return Assessment(way=(unit.at, *order.path), notes=tuple(notes))
    return Assessment(reach=ways_back(war, unit), asks=(PATH,))


def answer_notes(
    war: War, side: str, units: tuple[str, ...], path: tuple[str, ...]
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
                "In {place} these riders may answer: {who}.",
                "En {place} pueden responder estos jinetes: {who}.",
                place=place(war, space),
                who=titles_of(war, able),
            )


ASSESSORS: dict[type[Order], Callable[[War, Any, str], Assessment]] = {
    Move: assess_move,
    DemoralisedMove: assess_fall_back,
}
