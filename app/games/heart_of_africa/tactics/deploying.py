"""Bot before the battle: side of the table, order of march, works and the best places of units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np
import shapely

from app.games.heart_of_africa.figures import is_gun, is_vessel, members, radius
from app.games.heart_of_africa.land import TRAPS, Work
from app.games.heart_of_africa.orders import ChooseSide, Deploy, MarchOrder, Pass, PlaceWork
from app.games.heart_of_africa.pieces import Unit
from app.games.heart_of_africa.setup import (
    ambushes,
    auto_deployment,
    auto_units,
    auto_works,
    deployment,
    deployment_turns,
)
from app.games.heart_of_africa.setup.free_ground import put_down
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import ENCOUNTER, GUARD, edges_open
from app.games.heart_of_africa.setup.sites import BUILDINGS, INCHES, unbuilt, work_refusals
from app.games.heart_of_africa.setup.table_edges import FACING, OPPOSITE, Rect, strip
from app.games.heart_of_africa.state import SIDES_STEP, Battle
from app.games.heart_of_africa.tactics.deployment_merits import (
    best_of,
    likely_home,
    net_of_places,
    place_merits,
)
from app.games.heart_of_africa.tactics.strengths import army_worth, is_for_close_combat, shoots
from app.games.heart_of_africa.tactics.ways import country
from app.kernel.contract import Order
from app.kernel.space.plane import Point, angle_to, on_grid, path_length, place_along, point_at

WHERE_TO_HIDE = 5.0
"""Least worth of a hiding place that is preferred to a place in the line."""


def deploy(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order before the battle."""
    if battle.step == SIDES_STEP:
        return choose_edge(battle, side, chance)
    if side not in deployment_turns.owing(battle):
        return None
    for plan in (auto_deployment.join, auto_works.camp, place_work, deploy_boat, deploy_unit):
        order = plan(battle, side, chance)
        if order is not None:
            return order
    return (
        auto_deployment.next_order(battle, side, chance)
        if deployment_turns.left_to_deploy(battle, side)
        else Pass()
    )


def choose_edge(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of the edge with the best way to the side's goal; for a column the end with the
    easier march.
    """
    usual = auto_deployment.next_order(battle, side, chance)
    if isinstance(usual, ChooseSide):
        return ChooseSide(best_edge(battle, edges_open(battle), usual.edge))
    if isinstance(usual, MarchOrder):
        return MarchOrder(usual.order, best_edge(battle, edges_open(battle), usual.edge))
    return usual


def best_edge(battle: Battle, edges: Sequence[str], usual: str) -> str:
    """The edge with the shortest way among those worth choosing; the default if they are equal."""
    fit = [edge for edge in edges if not auto_deployment.spoilt(battle, edge)]
    if not fit or battle.scenario == ENCOUNTER:
        return usual
    return min(fit, key=lambda edge: (round(way_from(battle, edge), 0), edge != usual, edge))


def way_from(battle: Battle, edge: str) -> float:
    """Length of the way in inches from the better places of an edge to the village, or to the far
    side.
    """
    x0, y0, x1, y1 = strip(battle.land, edge, 6.0)
    starts = np.array(
        [(x, y) for x in np.linspace(x0 + 2, x1 - 2, 9) for y in np.linspace(y0 + 2, y1 - 2, 9)]
    )
    goal = likely_home(battle, OPPOSITE[edge])
    return float(np.sort(country(battle, "foot").far(starts, goal))[:20].mean())


def place_work(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of the next work: walls across the front of the home, traps on the way to it.
    Automatic deployment places the rest.
    """
    for kind, number in unbuilt(battle, side).items():
        for work in drawn_works(battle, side, kind, number):
            order = PlaceWork(work)
            if not work_refusals(battle, order, side):
                return order
    return auto_works.works(battle, side, chance)


def drawn_works(battle: Battle, side: str, kind: str, number: int) -> list[Work]:
    """Places for a work, the best first: from the middle of the front outwards."""
    ahead = FACING[battle.edges[side]]
    heart, depth = auto_works.heart(battle, side), auto_works.depth_of(battle, side)
    asides = (0.0, 5.0, -5.0, 9.0, -9.0, 13.0, -13.0)
    found = []
    for out in (1.2, 2.5, 4.0):
        for aside in asides:
            spot = point_at(point_at(heart, ahead, depth + out), ahead + 90, aside)
            if kind in INCHES:
                long = min(number, 12)
                ends = (
                    on_grid(point_at(spot, ahead + 90, -long / 2)),
                    on_grid(point_at(spot, ahead + 90, long / 2)),
                )
                found.append(Work("", kind, side, ends))
            elif kind in TRAPS:
                found.append(
                    Work("", kind, side, at=on_grid(point_at(spot, ahead, 3.0 + abs(aside) / 6)))
                )
    return [] if kind in BUILDINGS else found


def deploy_boat(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of the next boat: Gunboats along the stream of rivers in the own ground, else as in
    automatic deployment.
    """
    heart = auto_works.heart(battle, side)
    for unit in deployment_turns.units_left(battle, side):
        hulls = [one for one in members(battle, unit) if is_vessel(one)]
        for spot, heading in moorings(battle, heart) if len(hulls) == 1 else ():
            order = Deploy(unit, {hulls[0].id: (*on_grid(spot), round(heading, 1))})
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return auto_units.boats(battle, side, chance)


def moorings(battle: Battle, heart: Point) -> list[tuple[Point, float]]:
    """Places in mid-stream, an inch apart, with the direction of the river."""
    found = []
    for piece in battle.land.pieces:
        if piece.kind == "river" and len(piece.path) > 1:
            whole = path_length(piece.path)
            for n in range(2, int(whole) - 2):
                at = place_along(piece.path, float(n))
                found.append(
                    (
                        at,
                        angle_to(
                            place_along(piece.path, n - 2.0), place_along(piece.path, n + 2.0)
                        ),
                    )
                )
    return sorted(found, key=lambda one: math.dist(one[0], heart))


def deploy_unit(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of the next unit: baggage where it has to be, then the units with the highest
    worth; single figures as in automatic deployment.
    """
    units = [battle.units[who] for who in deployment_turns.units_left(battle, side)]
    troops = [
        unit
        for unit in units
        if unit.kind == "troops" and not any(is_vessel(one) for one in members(battle, unit.id))
    ]
    if any(unit.kind == "baggage" for unit in units) and battle.scenario != ENCOUNTER:
        return auto_deployment.next_order(battle, side, chance)
    for unit in sorted(troops, key=lambda unit: (-rank_of(battle, unit), unit.id)):
        if auto_units.found_full(battle, side, unit):
            break
        order = lie_in_wait(battle, side, unit, chance) or deploy_in_line(
            battle, side, unit, chance
        )
        if order is not None:
            return order
    return None


def rank_of(battle: Battle, unit: Unit) -> float:
    """Order of deployment: guns, then shooters that need a view, then the others by worth."""
    stiff = any(is_gun(one) for one in members(battle, unit.id))
    return (
        (200.0 if stiff else 0.0)
        + (60.0 if shoots(battle, unit.id) else 0.0)
        + army_worth(battle, unit.id)
    )


def deploy_in_line(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """The order of a unit at the best of the places with room for it."""
    guard = is_guard(battle, side, unit)
    rect = (
        strip(battle.land, battle.edges[side], GUARD)
        if guard
        else auto_works.ground_of(battle, side)
    )
    spots = net_of_places(rect)
    values = place_merits(battle, side, unit, spots, hidden=False)
    for spot in best_of(spots, values, chance):
        at = put_down(battle, side, unit.id, rect, chance, near=spot)
        if at is not None:
            order = Deploy(unit.id, at)
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return None


def is_guard(battle: Battle, side: str, unit: Unit) -> bool:
    """True for a fighting unit that goes ahead of the rest in an Encounter; one unit only."""
    if battle.scenario != ENCOUNTER or any(
        one.side == side and one.advance_guard for one in battle.units.values()
    ):
        return False
    fighters = [
        one
        for one in battle.units.values()
        if one.side == side
        and one.kind == "troops"
        and is_for_close_combat(battle, one.id)
        and not any(is_gun(man) or is_vessel(man) or man.role for man in members(battle, one.id))
    ]
    return (
        bool(fighters)
        and unit.id == min(fighters, key=lambda one: (army_worth(battle, one.id), one.id)).id
    )


def ground_for_ambushes(battle: Battle, side: str) -> Rect:
    """Ground of a side, or in an encounter that of its advance guard while it has none."""
    if battle.scenario == ENCOUNTER and not any(
        one.side == side and one.advance_guard for one in battle.units.values()
    ):
        return strip(battle.land, battle.edges[side], GUARD)
    return auto_works.ground_of(battle, side)


def lie_in_wait(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """The order of an ambush near the enemy's way, if there is a good place and the scenario allows
    it.
    """
    troops = company(battle, unit.id)
    if side == battle.attacker and battle.scenario != ENCOUNTER:
        return None
    if ambushes.too_many(battle, side) or any(
        is_gun(one) or is_vessel(one) or one.role for one in troops
    ):
        return None
    rect = ground_for_ambushes(battle, side)
    cover = ambushes.hiding_ground(battle, all(map(ambushes.is_light, troops)))
    lair = (
        cover.intersection(shapely.box(*rect)).buffer(-(max(map(radius, troops)) + 0.02))
        if not cover.is_empty
        else cover
    )
    if lair.is_empty:
        return None
    spots = net_of_places(rect)
    spots = spots[shapely.contains_xy(lair, spots[:, 0], spots[:, 1])]
    values = place_merits(battle, side, unit, spots, hidden=True)
    for spot in best_of(spots, values, chance, least=WHERE_TO_HIDE):
        patch = next(
            (
                part
                for part in getattr(lair, "geoms", [lair])
                if part.distance(shapely.Point(spot)) < 0.01
            ),
            None,
        )
        at = (
            put_down(battle, side, unit.id, patch.bounds, chance, within=patch, near=spot)
            if patch is not None
            else None
        )
        if at is not None:
            order = Deploy(unit.id, at, ambush=True)
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return None
