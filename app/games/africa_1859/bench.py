"""Entry in the benchmarks: faults of a position, which no order may leave behind; players and facts
of the balance.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from app.games.africa_1859.bench_words import FIGURES
from app.games.africa_1859.counters import is_on_map, kind_of
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.fog import View
from app.games.africa_1859.ground import map_of
from app.games.africa_1859.newcomer import newcomers_order
from app.games.africa_1859.orders import EndPhase
from app.games.africa_1859.sequence import default_answer
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import (
    ELIMINATED,
    END_STEP,
    ENEMY_OF,
    LOST,
    MOROCCO,
    SPAIN,
    Counter,
    Unit,
    War,
)
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.sheets import with_sheet
from app.games.africa_1859.tactics.tempers import TEMPERS, Temper, best_temper
from app.games.africa_1859.victory import SUDDEN, degree_by, fighting_steps
from app.kernel.bench_entry import BenchEntry, Player
from app.kernel.contract import Order


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


# --- Players and facts of the balance
def play(temper: Temper, view: View, chance: random.Random) -> Order:
    """Order of the bot with a temper; raises `ValueError` for a viewer without a seat."""
    if view.viewer.seat is None:
        raise ValueError("a spectator gives no orders")
    return with_sheet(view.war, choose(view.war, view.viewer.seat, chance, temper))


def pass_always(view: View, chance: random.Random) -> Order:  # noqa: ARG001 - as all players
    """End of each phase, and the default answer to each question."""
    return default_answer(view.war) or EndPhase()


def plain_strategies(side: str) -> dict[str, Player]:
    """Strategies that leave a part of the game alone, with the best temper otherwise."""
    temper = best_temper(side)
    return {
        "no_assault": partial(play, replace(temper, never_assaults=True)),
        "fire_only": partial(play, replace(temper, only_fires=True)),
        "pass": pass_always,
    }


def facts(war: War) -> dict[str, float]:
    """Result, turn, and by side steps lost (in % of those received), leaders lost and points."""
    found = {"result": float(war.ending.result if war.ending else 0), "turn": float(war.turn)}
    for side in (SPAIN, MOROCCO):
        received = war.arrivals.received.get(side, 0)
        lost = received - fighting_steps(war, side)
        found[f"steps_{side}"] = 100 * lost / received if received else 0.0
        found[f"leaders_{side}"] = float(
            sum(one.at == LOST for one in war.leaders.values() if one.side == side)
        )
        found[f"points_{side}"] = float(war.ending.points[side] if war.ending else 0)
    return found


def judge(
    scenario: str, result: tuple[str, str, str], found: Mapping[str, float]
) -> tuple[str, str]:
    """Winner and degree of a played game by the newest margins; a sudden victory stays."""
    winner, degree, ending = result
    if ending == SUDDEN:
        return winner, degree
    margins = VERSIONS[NEWEST].scenarios[scenario].margins
    by_points, degree = degree_by(margins, int(found["result"]))
    return by_points or "", degree if by_points else ""


ENTRY = BenchEntry(
    position_faults=position_faults,
    tempers={
        side: {name: partial(play, temper) for name, temper in row.tempers.items()}
        for side, row in TEMPERS.items()
    },
    plain={side: plain_strategies(side) for side in TEMPERS},
    best={side: row.best for side, row in TEMPERS.items()},
    facts=facts,
    judge=judge,
    visits={"all asked": 4.5, "few": 3.0, "away": 1.2},
    newcomer=newcomers_order,
    figures=FIGURES,
    further="bench.games.africa_1859.area_map",
)
