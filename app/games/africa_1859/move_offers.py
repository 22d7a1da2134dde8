"""Offers of moves and works, with the ways that a stack can go and the riders that may answer."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.activation import (
    may_still_move,
    not_at_command,
    opening_refusals,
    side_of,
)
from app.games.africa_1859.counters import (
    is_engineer,
    is_on_map,
    title_of,
)
from app.games.africa_1859.demoralised_moves import not_nearer
from app.games.africa_1859.enemy_answers import arrival_notes, threat_notes
from app.games.africa_1859.ground import (
    adjacent,
    leaders_at,
    map_of,
    place,
    units_at,
)
from app.games.africa_1859.movement import pace_of, path_refusals, too_far
from app.games.africa_1859.orders import DemoralisedMove, Dig, Move
from app.games.africa_1859.sequence import as_opened, refusals_of_action
from app.games.africa_1859.state import Leader, Unit, War
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
            say("Move from {place:the}", "Mover desde {place:el}", place=place(war, space)),
            refused,
            unit_fields(war, movers) or leader_fields(war, led),
            place=space,
            stack=space,
            asks_again=True,
            says=in_a_row(threat_notes(war, side, space)),
        )
    for unit in movers:
        if is_engineer(war, unit):
            yield dig_offer(war, seat, unit, refused)


def in_a_row(sentences: Iterable[Say]) -> Say | None:
    """Sentences one after the other; None without any."""
    facts = {f"s{number}": one for number, one in enumerate(sentences)}
    text = " ".join(f"{{{name}}}" for name in facts)
    return Say(text, text, facts) if facts else None


def opening_faults(war: War, space: str, side: str) -> tuple[Refusal, ...]:
    """Reasons against opening a space; none for the open one."""
    return () if space == war.phase.open else found_in(opening_refusals(war, space, side))


def can_move(war: War, unit: Unit, seat: str) -> bool:
    """Return true if the unit is undemoralised, may still move, and obeys the seat."""
    reserved = found_in(not_at_command(war, seat, (unit.id,))) and unit.id in war.reserved
    return not unit.dem and may_still_move(war, unit.id) is None and not reserved


def unit_fields(war: War, units: list[Unit]) -> tuple[Field, ...]:
    """Field for the units of a stack. Usual are all."""
    if not units:
        return ()
    choices = tuple(Choice(one.id, counter_words(war, one)) for one in units)
    usual = " ".join(one.id for one in units)
    words = say("Units", "Unidades")
    return (Field.some("units", words, choices, usual=usual, is_optional=True),)


def leader_fields(
    war: War, leaders: list[Leader], *, is_whole: bool = True, is_optional: bool = False
) -> tuple[Field, ...]:
    """Field for the leaders of a stack. Usual are all if the whole stack moves, otherwise none."""
    if not leaders:
        return ()
    choices = tuple(Choice(one.id, title_of(war, one.id)) for one in leaders)
    usual = " ".join(one.id for one in leaders) if is_whole else ""
    words = say("Leaders", "Líderes")
    return (Field.some("leaders", words, choices, usual=usual, is_optional=is_optional),)


def counter_words(war: War, unit: Unit) -> Say:
    """Name of a unit with its steps."""
    return say("{who} ({n:step+s})", "{who} ({n:paso+s})", who=title_of(war, unit.id), n=unit.steps)


def dig_offer(war: War, seat: str, unit: Unit, refused: tuple[Refusal, ...]) -> Offer:
    """Offer of digging."""
    order = Dig(unit.id, unit.at)
    label = say("Dig at {place:the}", "Atrincherarse en {place:el}", place=place(war, unit.at))
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


def path_faults(
    war: War, side: str, units: list[Unit], start: str, path: tuple[str, ...]
) -> Iterator[Refusal | None]:
    """Reasons against the way of a stack."""
    return path_refusals(war, side, units, path, start)


def ways_back(war: War, unit: Unit) -> dict[str, Reach]:
    """Legal ways of a demoralised unit."""
    ways = ways_of(war, unit.side, [unit], unit.at)
    return {end: way for end, way in ways.items() if not found_in(not_nearer(war, unit, way.path))}


# --- Dry runs
def assess_move(war: War, order: Move, seat: str) -> Assessment:
    """Dry run of a move: leaders and ways while the path is open, then what may answer it."""
    opened = as_opened(war, order, seat)
    side, start = side_of(war, seat), opened.phase.open
    units = [opened.units[key] for key in order.units if key in opened.units]
    if not order.path:
        trial = replace(order, path=(start,))
        known = [
            one for one in refusals_of_action(war, trial, seat) if one.rule not in ABOUT_THE_PATH
        ]
        if known and start:
            led = () if order.units or order.leaders else free_leaders(opened, start, side)
            return Assessment(no=tuple(known), asks=leader_fields(opened, list(led)))
        ways = ways_of(opened, side, units, start)
        led = [] if order.leaders or not units else free_leaders(opened, start, side)
        stays = any(unit.id not in order.units for unit in units_at(opened, start, side))
        asks = leader_fields(opened, led, is_whole=not stays, is_optional=True)
        why = partial(path_faults, opened, side, units, start)
        path = replace(PATH, choices=refused_ways(opened, units, start, ways, why))
        return Assessment(reach=ways, asks=(*asks, path))
    faults = refusals_of_action(war, order, seat)
    if faults:
        return Assessment(no=faults)
    return Assessment(
        way=(start, *order.path),
        notes=(
            *arrival_notes(opened, side, order.units, order.path),
            *threat_notes(opened, side, order.path[-1]),
        ),
    )


def free_leaders(war: War, space: str, side: str) -> list[Leader]:
    """Leaders of a space that may still move."""
    return [one for one in leaders_at(war, space, side) if not one.marker]


def refused_ways(
    war: War, units: list[Unit], start: str, ways: Container[str], faults: Faults
) -> tuple[Choice, ...]:
    """Spaces within the pace that a stack cannot reach, each with its reasons, then all farther."""
    pace = pace_of(war, units)
    paths = tuple(paths_from(war, start, pace))
    refused: dict[str, tuple[Refusal, ...]] = {}
    for path in paths:
        if path[-1] not in ways:
            found = found_in(faults(path))
            refused[path[-1]] = min(refused.get(path[-1], found), found, key=len)
    choices = [Choice(space, place(war, space), no=found) for space, found in refused.items()]
    if set(map_of(war).spaces) - {path[-1] for path in paths} - {start}:
        words = say("Farther spaces", "Espacios más lejanos")
        choices.append(Choice(FARTHER, words, no=(too_far(war, units, pace),)))
    return tuple(choices)


Faults = Callable[[tuple[str, ...]], Iterable[Refusal | None]]
"""Reasons against a path."""
FARTHER = "farther"
"""Value of the choice that stands for all spaces beyond the pace."""
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
        notes = (
            *arrival_notes(war, unit.side, (unit.id,), order.path),
            *threat_notes(war, unit.side, order.path[-1]),
        )
        return Assessment(way=(unit.at, *order.path), notes=notes)
    ways = ways_back(war, unit)
    choices = refused_ways(war, [unit], unit.at, ways, partial(faults_back, war, unit))
    return Assessment(reach=ways, asks=(replace(PATH, choices=choices),))


def faults_back(war: War, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal | None]:
    """Reasons against the way of a demoralised unit."""
    yield from path_refusals(war, unit.side, [unit], path, unit.at)
    yield from not_nearer(war, unit, path)


ASSESSORS: dict[type[Order], Callable[[War, Any, str], Assessment]] = {
    Move: assess_move,
    DemoralisedMove: assess_fall_back,
}
