"""Entry in the benchmarks: faults of a position, which no order may leave behind."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.counters import is_on_map, kind_of
from app.games.africa_1859.ground import map_of
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import (
    ELIMINATED,
    END_STEP,
    ENEMY_OF,
    Counter,
    Unit,
    War,
)
from app.kernel.bench_entry import BenchEntry


def position_faults(before: War | None, war: War) -> Iterator[str]:
    """Faults of a position, and of the way to it from the position before the order."""
    yield from space_faults(war)
    for unit in war.units.values():
        yield from counter_faults(war, unit)
        if not is_possible(war, unit):
            yield f"{unit.id} has {unit.steps} steps in {unit.at}"
    for leader in war.leaders.values():
        yield from counter_faults(war, leader)
    if before is not None:
        yield from conservation_faults(before, war)


def space_faults(war: War) -> Iterator[str]:
    """Overfull spaces, and spaces with units of both sides."""
    for space, there in war.units_by_space.items():
        if space not in map_of(war).spaces:
            continue
        if len({unit.side for unit in there}) > 1:
            yield f"units of both sides are in {space}"
        elif not has_room(war, there[0].side, space, [unit.id for unit in there]):
            yield f"{space} is overfull"


def counter_faults(war: War, counter: Counter) -> Iterator[str]:
    """Counter in a place that does not exist, or closed to its side."""
    if is_on_map(counter):
        if counter.at not in map_of(war).spaces:
            yield f"{counter.id} is in no space: {counter.at}"
        elif map_of(war).spaces[counter.at].closed == counter.side:
            yield f"{counter.id} is in a space that is closed to it: {counter.at}"


def is_possible(war: War, unit: Unit) -> bool:
    """Return true if the steps of a unit fit its kind and its place."""
    if unit.at == ELIMINATED:
        return unit.steps == 0
    return unit.steps <= kind_of(war, unit).steps and (unit.steps > 0 or not is_on_map(unit))


def conservation_faults(before: War, war: War) -> Iterator[str]:
    """Counters that vanish or change, steps that rise before the end step, steps from nowhere."""
    gone = {*before.units, *before.leaders} - {*war.units, *war.leaders}
    if gone:
        yield f"counters have vanished: {sorted(gone)}"
    is_end = END_STEP in (before.phase.side, war.phase.side) or before.turn != war.turn
    for key, was in before.units.items():
        now = war.units.get(key, was)
        if (now.kind, now.side) != (was.kind, was.side):
            yield f"{key} has become another unit"
        if now.steps > was.steps and not is_end:
            yield f"{key} has won steps"
    fresh = [war.units[key] for key in war.units.keys() - before.units.keys()]
    received = {
        side: war.arrivals.received.get(side, 0) - before.arrivals.received.get(side, 0)
        for side in ENEMY_OF
    }
    for side, steps in received.items():
        found = sum(one.steps for one in fresh if one.side == side and kind_of(war, one).is_fighter)
        if found > steps:
            yield f"{found} new steps of {side}, {steps} received"


ENTRY = BenchEntry(position_faults=position_faults, further="bench.area_map")
