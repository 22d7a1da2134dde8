"""Facts of units and events, by the keys that a case may expect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.games.cry_havoc.case_position import FLAGS
from app.games.cry_havoc.events import Asked, Fought, Shot, SurrenderRolled
from app.games.cry_havoc.occupancy import figures, is_animal
from app.games.cry_havoc.state import STUNNED, Battle, Retreat, Unit
from app.kernel.contract import Event


def reported_by(events: Iterable[Event]) -> dict[str, Any]:
    """Facts that the events of an order report, by the keys of `report` in a case."""
    found: dict[str, Any] = {"retreat_options": [], "surrendered": False}
    for event in events:
        match event:
            case Shot():
                found |= {
                    "letter": event.letter,
                    "row": event.row,
                    "cover": event.cover,
                    "range": event.range,
                    "band": event.band,
                    "category": event.category,
                }
            case Fought():
                found |= {
                    "ratio": [event.attack, event.defence],
                    "base_column": event.base_column,
                    "shift": event.shift,
                    "column": event.column,
                    "table": event.table,
                    "letter": event.letter,
                }
            case SurrenderRolled():
                found |= {"surrender_roll": event.die, "surrendered": event.surrendered}
            case Asked():
                found["retreat_options"] += [
                    place
                    for owed in event.pending
                    if isinstance(owed, Retreat)
                    for place in _places(owed)
                ]
    return found


def _places(owed: Retreat) -> list[Any]:
    return [[front, rear] if rear else front for front, rear in owed.options]


def is_same(wanted: Any, found: Any) -> bool:
    """True if the values match; mappings compare the named keys only, lists compare as sets."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(is_same(value, found.get(key)) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, (list, tuple, set, frozenset)) and sorted(
            map(repr, map(_plain, wanted))
        ) == sorted(map(repr, map(_plain, found)))
    return _plain(wanted) == _plain(found)


def _plain(value: Any) -> Any:
    return list(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def horse_of(battle: Battle, unit: Unit) -> str | None:
    """Fate of the rider's horse: "ridden", "riderless", "dead", or None without a horse."""
    if unit.rides:
        return "ridden"
    horse = next(
        (one for one in battle.units.values() if one.kind == "horse" and one.of == unit.id), None
    )
    if horse is None:
        return None
    if horse.state == "dead":
        return "dead"
    return "ridden" if any(one.rides == horse.id for one in battle.units.values()) else "riderless"


def values_of(_: Battle, unit: Unit) -> list[int | None]:
    """Attack, defence and movement; the attack of a stunned character is None."""
    attack, defence, movement = figures(unit)
    return [None if unit.state == STUNNED else attack, defence, movement]


PER_UNIT: dict[str, Callable[[Battle, Unit], Any]] = {
    "state": lambda _, unit: unit.state,
    "hex": lambda _, unit: unit.hex,
    "rear": lambda _, unit: unit.rear,
    "mounted": lambda _, unit: unit.rides is not None,
    "values": values_of,
    "horse_of": horse_of,
    "counter": lambda _, unit: unit.counter or None,
    "ammo": lambda _, unit: unit.ammo,
    "leads": lambda _, unit: unit.leads,
    "tied_to": lambda _, unit: list(unit.tied_to),
    "guards": lambda _, unit: list(unit.guards),
    "captured_by": lambda _, unit: unit.captor,
    "left": lambda _, unit: unit.left,
    "cover_side": lambda _, unit: unit.cover_side,
    "side": lambda _, unit: unit.side,
    "covered": lambda _, unit: unit.covered,
    "killed_by": lambda _, unit: unit.killed_by,
}


def flags_of(unit: Unit) -> set[str]:
    return {flag for flag, is_set in FLAGS.items() if is_set(unit)}


def corpses_in(battle: Battle, hex_: str, wanted: Any) -> Any:
    """Corpses in a hex by kind; a number if the case gives a number."""
    found = dict(battle.heaps.get(hex_, {}))
    for unit in battle.units.values():
        if unit.state == "dead" and hex_ in (unit.hex, unit.rear):
            kind = unit.kind if is_animal(unit) else "person"
            found[kind] = found.get(kind, 0) + 1
    if isinstance(wanted, int):
        return sum(found.values())
    return {kind: found.get(kind, 0) for kind in {*found, *wanted}}
