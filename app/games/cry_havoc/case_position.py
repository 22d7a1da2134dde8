"""Position of a case: units, map and scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.games.cry_havoc import beginning, plans, tables
from app.games.cry_havoc.evolve import evolve
from app.games.cry_havoc.state import (
    FIRST_FIRE,
    SETUP,
    STEPS,
    Battle,
    Building,
    Courtyard,
    Map,
    Unit,
)
from app.kernel.contract import Event, Setup
from app.kernel.dice import LoadedDice

SIDES = ("red", "blue")


PLAIN = Map("plain", 24, 16)


GROWTH = {"clear", "road", "bush", "trees", "embankment", "water"}


def battle_of(case: Mapping[str, Any]) -> Battle:
    """Position of the case; things that the case does not name do not exist."""
    start = case.get("start") or {}
    side = start.get("side", start.get("first", "red"))
    first = start.get("first", SIDES[0])
    seats = seats_of(case, SIDES)
    units = units_of(case, seats)
    step = SETUP if start.get("step") == "setup" else STEPS[start.get("step", 1) - 1]
    heaps = {hex_: dict(heap) for hex_, heap in (case.get("corpses") or {}).items()}
    turn = start.get("turn", 0 if step == SETUP else 1)
    sides = (first, next(colour for colour in SIDES if colour != first))
    return Battle(
        map_of(case),
        "",
        tuple(case.get("options", ())),
        sides,
        seats,
        units,
        heaps,
        turn,
        side,
        step,
        last_blow=start.get("last_blow", 0),
        score=dict.fromkeys(sides, 0),
    )


def seats_of(case: Mapping[str, Any], sides: Iterable[str]) -> dict[str, str]:
    """Side of each seat. Without a list in the case each side has one seat of the same name."""
    listed = case.get("seats") or {side: [side] for side in sides}
    return {seat: side for side, seats in listed.items() for seat in seats}


def scenario_of(case: Mapping[str, Any], dice: LoadedDice) -> Battle:
    """Position of a scenario. With `units` only those and their facts; without, all its forces with
    their names as ids.
    """
    plan = plans.PLANS[case["scenario"]]
    seats = seats_of(case, [side.key for side in plan.sides])
    battle = by_name(
        folded(beginning.new_game(Setup(plan.key, seats, tuple(case.get("options", ()))), dice)),
        plan,
    )
    start = case.get("start") or {}
    if "units" in case:
        units = units_of(case, seats)
        battle = msgspec.structs.replace(
            battle, units=units, facts=beginning.facts_of(plan, units.values())
        )
    step = SETUP if start.get("step") == "setup" else STEPS[start.get("step", 1) - 1]
    return msgspec.structs.replace(
        battle,
        map=map_of({**case, "map": plan.map}),
        active=start.get("side", plan.sides[0].key),
        step=step,
        turn=start.get("turn", 0 if step == SETUP else 1),
        last_blow=start.get("last_blow", 0),
    )


def folded(events: Iterable[Event]) -> Battle:
    battle: Any = None
    for event in events:
        battle = evolve(battle, event)
    return battle


def by_name(battle: Battle, plan: plans.Plan) -> Battle:
    """Battle whose units have their names as ids."""
    names = {unit.id: unit.name for unit in battle.units.values()}
    units = [
        msgspec.structs.replace(
            unit, id=unit.name, rides=names.get(unit.rides or ""), of=names.get(unit.of or "")
        )
        for unit in battle.units.values()
    ]
    return msgspec.structs.replace(
        battle, units={unit.id: unit for unit in units}, facts=beginning.facts_of(plan, units)
    )


def map_of(case: Mapping[str, Any]) -> Map:
    named = case["map"]
    if isinstance(named, Map):
        printed = named
    elif isinstance(named, str):
        printed = PLAIN if named == "plain" else tables.MAPS[named]
    else:
        printed = Map(named.get("id", "field"), named["cols"], named["rows"])
    terrain = dict(case.get("terrain") or {})
    high = (*case.get("high_ground", ()), *terrain.pop("high_ground", ()))
    if strange := terrain.keys() - GROWTH:
        raise ValueError(
            f"{case.get('id')}: no terrain of the data file: {', '.join(sorted(strange))}"
        )
    added = tables.read_map(
        {
            "id": printed.id,
            "cols": printed.cols,
            "rows": printed.rows,
            "terrain": terrain,
            "high_ground": high,
            "buildings": case.get("buildings", ()),
            "courtyards": case.get("courtyards", ()),
            "corners": case.get("corners", ()),
        }
    )
    ground = {**dict(printed.terrain), **dict(added.terrain)}
    return Map(
        printed.id,
        printed.cols,
        printed.rows,
        tuple(ground.items()),
        (*printed.high_ground, *added.high_ground),
        _joined(printed.buildings, added.buildings),
        _joined(printed.courtyards, added.courtyards),
        (*printed.corners, *added.corners),
    )


def _joined(
    printed: tuple[Building | Courtyard, ...], added: tuple[Building | Courtyard, ...]
) -> tuple:
    """Parts of the printed map and of the case; a part of the case replaces the printed one of the
    same id.
    """
    names = {one.id for one in added}
    return (*(one for one in printed if one.id not in names), *added)


def units_of(case: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for row in case.get("units", ()):
        unit = unit_of(row, seats)
        if row.get("mounted"):
            horse = row.get("horse", f"{unit.id}_horse")
            unit = msgspec.structs.replace(unit, rides=horse)
            units[horse] = tables.new_animal("horse", horse, unit.side, unit.id)
        units[unit.id] = (
            unit
            if "limited_ammunition" in case.get("options", ())
            else msgspec.structs.replace(unit, ammo=None)
        )
    return {key: owned(unit, units) for key, unit in units.items()}


def owned(unit: Unit, units: Mapping[str, Unit]) -> Unit:
    """Unit with its owner; a horse whose owner is given by name belongs to the unit of that
    name.
    """
    if not unit.of or unit.of in units:
        found = units.get(unit.of or "")
    else:
        found = next((other for other in units.values() if other.name == unit.of), None)
    if found is None:
        return unit
    return msgspec.structs.replace(unit, of=found.id, side=unit.side or found.side)


def unit_of(row: Mapping[str, Any], seats: Mapping[str, str]) -> Unit:
    side, sides = row.get("side"), dict.fromkeys(seats.values())
    seat = row.get("seat", "")
    if "animal" in row:
        unit = tables.new_animal(row["animal"], row["id"], side, row.get("of"))
    else:
        unit = tables.character(row["char"], side, seat, row["id"])
    ransom = row.get("counter", "")
    stunned_in = row.get(
        "stunned_in",
        f"{other(side, sides)}_phase" if row.get("state") == "stunned" and side else None,
    )
    flags = set(row.get("flags", ()))
    unknown = flags - FLAGS.keys()
    if unknown:
        raise ValueError(f"flags {sorted(unknown)} are not known")
    return msgspec.structs.replace(
        unit,
        hex=row.get("hex"),
        rear=row.get("rear"),
        state=row.get("state", "healthy"),
        counter=ransom,
        ransom=tables.RANSOM[ransom] if ransom else None,
        leads=row.get("leads"),
        tied_to=tuple(row.get("tied_to", ())),
        guards=tuple(row.get("guards", ())),
        captor=row.get(
            "captured_by", other(side, sides) if row.get("state") == "prisoner" else None
        ),
        ammo=row.get("ammo"),
        cover_side=row.get("cover_side"),
        stunned_in=stunned_in.removesuffix("_phase") if stunned_in else None,
        left=row.get("left"),
        shot=(FIRST_FIRE,) if "shot_in_step_1" in flags else (),
        fought="fought_since_own_last_phase" in flags,
        attacked="attacked_this_phase" in flags,
        escaped="escaped" in flags,
        moved="moved_this_phase" in flags,
    )


def other(side: str | None, sides: Iterable[str]) -> str | None:
    return next((one for one in sides if one != side), None) if side else None


FLAGS: dict[str, Callable[[Unit], bool]] = {
    "shot_in_step_1": lambda unit: FIRST_FIRE in unit.shot,
    "fought_since_own_last_phase": lambda unit: unit.fought,
    "attacked_this_phase": lambda unit: unit.attacked,
    "escaped": lambda unit: unit.escaped,
    "moved_this_phase": lambda unit: unit.moved,
}
