"""AFB-MAP, AFB-ACT: consequences where counters end an action: control, captures, flight."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_convoy, is_fighter
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    has_enemy_counter,
    has_friend,
    is_closed,
    is_enemy_held,
    leaders_at,
    map_of,
    space_of,
    units_at,
)
from app.games.africa_1859.harm import lose_leader
from app.games.africa_1859.morale import check_leader
from app.games.africa_1859.retreat_ranks import ranked
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import CAPTURED, ENEMY_OF, MOROCCO, SPAIN, War
from app.kernel.space.areas import Traveller


def end_action(run: Run, side: str, counters: Iterable[str], space: str) -> None:
    """Consequences where these counters of a side end an action in the space.

    Nothing follows without fighters among them, or while the space is enemy-held.
    """
    units = [run.war.units[key] for key in counters if key in run.war.units]
    if not any(is_fighter(run.war, unit) and unit.at == space for unit in units):
        return
    if is_enemy_held(run.war, space, side):
        return
    take_control(run, space, side)
    capture_convoys(run, side, space)
    drive_off_leaders(run, side, space)


def take_control(run: Run, space: str, side: str) -> None:
    """AFB-MAP-05: The side whose fighter was the last to end an action in a space controls it."""
    if controller(run.war, space) == side:
        return
    is_camp = space_of(run.war, space).camp == MOROCCO and side == SPAIN
    camp_gone = is_camp and space not in run.war.ground.camps_gone
    run.tell(e.ControlTaken(space, side, camp_gone))


def capture_convoys(run: Run, side: str, space: str) -> None:
    """AFB-ACT-06: Fighters that end an action beside enemy convoys without escort capture them."""
    convoys = tuple(
        unit.id for unit in units_at(run.war, space, ENEMY_OF[side]) if is_convoy(run.war, unit)
    )
    if convoys:
        run.tell(e.Removed(convoys, CAPTURED, "convoy"))


def drive_off_leaders(run: Run, side: str, space: str) -> None:
    """AFB-ACT-05: Leaders without a unit able to defend check their morale, and flee or are
    lost.
    """
    for leader in leaders_at(run.war, space, ENEMY_OF[side]):
        if not check_leader(run, leader.id):
            continue
        refuge = refuge_of(run.war, leader.side, space)
        if refuge is None:
            lose_leader(run, leader.id, "no_refuge")
        else:
            run.tell(e.Moved((leader.id,), refuge, "flee"))


def lead_back(run: Run, side: str, leaders: Iterable[str], start: str) -> None:
    """Turn back leaders whose units fell on the way beside an enemy counter, as AFB-ASL-10 does.

    They return to the start space. If an enemy counter is in it, they go where AFB-ACT-05 sends
    leaders, or are lost. A leader beside own units, or in a space without enemies, stays.
    """
    for key in leaders:
        leader = run.war.leaders[key]
        if leader.at == start or leader.at not in map_of(run.war).graph.keys:
            continue
        if units_at(run.war, leader.at, side) or not has_enemy_counter(run.war, leader.at, side):
            continue
        is_free = not has_enemy_counter(run.war, start, side)
        way = (start,) if is_free else refuge_of(run.war, side, leader.at)
        if way is None:
            lose_leader(run, key, "no_refuge")
        else:
            run.tell(e.Moved((key,), way, "flee"))


def refuge_of(war: War, side: str, space: str) -> tuple[str, ...] | None:
    """Path of a fleeing leader: to the nearest friend within two edges, or to an adjacent space.

    The path avoids every enemy counter.
    """
    graph = map_of(war).graph
    barred = frozenset(key for key in graph.keys if has_enemy_counter(war, key, side))
    reached = graph.reach(space, Traveller(side, closed=barred - {space}), 2)
    friends = [
        (way.length, key)
        for key, way in reached.items()
        if key != space and has_friend(war, key, side)
    ]
    if friends:
        return reached[min(friends)[1]].areas[1:]
    free = [
        key for key in adjacent(war, space) if key not in barred and not is_closed(war, key, side)
    ]
    return (ranked(war, side, space, free)[0],) if free else None
