"""CAR-PLN-03: The camp and the works that rows of a deployment plan describe."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan, WorkStation
from app.games.heart_of_africa.conditional_orders.words import is_built
from app.games.heart_of_africa.conditional_orders.work_rows import (
    CAMP,
    FENCE,
    LONG,
    SHORT,
    WorkRow,
    fence_rows,
    is_planned,
    row_title,
    shapes_of,
    store_rows,
    work_rows,
)
from app.games.heart_of_africa.events import WorkPlaced
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.land import BUILDINGS, TRAPS, Work
from app.games.heart_of_africa.orders import PlaceCamp, PlaceWork, PlanDeployment
from app.games.heart_of_africa.setup.camps_and_kraals import camp_refusals, placed_camp
from app.games.heart_of_africa.setup.enclosures import MOST_CORNERS, enclosure
from app.games.heart_of_africa.setup.homes import may_name_home
from app.games.heart_of_africa.setup.sites import tidied, work_refusals
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORKS
from app.games.heart_of_africa.terrain_and_works import piece_of
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import say
from app.kernel.space.plane import Path, Point, mean_of, on_grid, path_length, point_at, unit_vector

GATES = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
"""Facing of a building in degrees, by the room of its outer door."""


class PlannedSite(NamedTuple):
    """The battle with the camp and works of a plan, their stations, and refusals by row."""

    battle: Battle
    camp: Point | None
    works: tuple[WorkStation, ...]
    faults: dict[str, tuple[Refusal, ...]]


# ----------------------------------------------------------------------------- from row to work
def work_of(battle: Battle, order: PlanDeployment, row: WorkRow, side: str) -> Work:
    """The work of a row. A straight wall lies across its facing. The outer door of a building is on
    the side that it faces. The gate of a fence is nearest to its place.
    """
    shape = order.shape.get(row.key, "")
    height = (shape or next(iter(shapes_of(row)))) if row.kind == FENCE else ""
    if row.key in order.course:
        return Work("", row.kind, side, tuple(map(on_grid, order.course[row.key])), height)
    x, y, *turned = order.to[row.key]
    at = on_grid((x, y))
    if row.kind == FENCE:
        home = piece_of(battle, row.home)
        line = enclosure(home.outline, at) if home is not None else ()
        return Work("", row.kind, side, line, height)
    if row.kind in TRAPS:
        return Work("", row.kind, side, at=at)
    usual = FACING[battle.edges[side]] + (180.0 if row.kind in BUILDINGS else 0.0)
    facing = order.facing.get(row.key, turned[0] if turned else usual)
    if row.inches:
        half = (int(shape) if shape in shapes_of(row) else row.inches) / 2
        ends = (point_at(at, facing + 90, -half), point_at(at, facing + 90, half))
        return Work("", row.kind, side, tuple(map(on_grid, ends)))
    return building_at(row.kind, side, at, facing, shape)


def building_at(kind: str, side: str, at: Point, facing: float, shape: str) -> Work:
    """A building round its middle, with walls along the edges of the table."""
    across, ahead = WORKS["temba"]["size_in"]
    if shape == SHORT:
        across, ahead = ahead, across
    dx, dy = unit_vector(facing)
    is_sideways = abs(dx) > abs(dy)
    wide, deep = (ahead, across) if is_sideways else (across, ahead)
    gate = ("east" if dx > 0 else "west") if is_sideways else ("north" if dy > 0 else "south")
    x, y = at
    rect = (
        round(x - wide / 2, 3),
        round(y - deep / 2, 3),
        round(x + wide / 2, 3),
        round(y + deep / 2, 3),
    )
    return Work("", kind, side, rect=rect, gate=gate)


def row_of_work(battle: Battle, work: Work, side: str) -> tuple[Point, float, str]:
    """Place, facing and shape of the row that describes a straight wall, a building or a trap."""
    ahead = FACING[battle.edges[side]]
    if work.rect is not None:
        x0, y0, x1, y1 = work.rect
        is_sideways = work.gate in ("east", "west")
        across = y1 - y0 if is_sideways else x1 - x0
        shape = LONG if across >= max(WORKS["temba"]["size_in"]) - 0.01 else SHORT
        return (round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)), GATES[work.gate], shape
    if work.at is not None:
        return (round(work.at[0], 1), round(work.at[1], 1)), ahead, ""
    (x0, y0), (x1, y1) = work.line[0], work.line[-1]
    inches = round(math.dist(work.line[0], work.line[-1]))
    return (round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)), ahead, str(inches)


# ----------------------------------------------------------------------------- courses
def course_refusals(battle: Battle, order: PlanDeployment, side: str) -> tuple[Refusal, ...]:
    """Refusals of drawn lines: only walls and fences have one, of 2 to 40 places."""
    rows = {row.key: row for row in work_rows(battle, side)}
    return found_in(*(course_refusal(rows, key, line) for key, line in order.course.items()))


def course_refusal(rows: dict[str, WorkRow], key: str, line: Path) -> Refusal | None:
    if key not in rows or not rows[key].has_course:
        return no(
            "CAR-PLN-03",
            "Only walls and enclosures are drawn place after place.",
            "Solo los muros y cercados se trazan sitio a sitio.",
        )
    if 2 <= len(line) <= MOST_CORNERS and path_length(line) > 0:
        return None
    return no(
        "CAR-PLN-03",
        "A line needs 2 to {most} different places; this one has {n}.",
        "Una línea necesita de 2 a {most} sitios distintos; esta tiene {n}.",
        most=MOST_CORNERS,
        n=len(set(line)),
    )


# ----------------------------------------------------------------------------- in a plan
def planned_site(battle: Battle, order: PlanDeployment, side: str) -> PlannedSite:
    """The camp and the works of a plan, one after the other."""
    camp: Point | None = None
    stations: list[WorkStation] = []
    faults: dict[str, tuple[Refusal, ...]] = {}
    rows = work_rows(battle, side)
    for row in rows:
        if not is_planned(order, row):
            continue
        if row.kind == CAMP:
            x, y, *_ = order.to[CAMP]
            camp = on_grid((x, y))
            battle, wrong = with_camp(battle, camp, side)
        else:
            station = station_of(battle, order, row, side)
            stations.append(station)
            battle, wrong = with_work(battle, row, station.work, side)
        if wrong:
            faults[row.key] = named_faults(battle, row, wrong, side)
    return PlannedSite(battle, camp, tuple(stations), faults)


def station_of(battle: Battle, order: PlanDeployment, row: WorkRow, side: str) -> WorkStation:
    work = replace(tidied(battle, work_of(battle, order, row, side), side), id="")
    is_drawn = row.key in order.course
    x, y, *turned = order.to.get(row.key, mean_of(work.line) if is_drawn else ())
    facing = order.facing.get(row.key, turned[0] if turned else None)
    shape = order.shape.get(row.key, "")
    return WorkStation(row.key, work, on_grid((x, y)), facing, shape, is_drawn)


def with_camp(battle: Battle, at: Point, side: str) -> tuple[Battle, tuple[Refusal, ...]]:
    order = PlaceCamp(at)
    wrong = camp_refusals(battle, order, side)
    return (battle, wrong) if wrong else (fold(battle, [placed_camp(battle, order, side)]), ())


def with_work(
    battle: Battle, row: WorkRow, work: Work, side: str
) -> tuple[Battle, tuple[Refusal, ...]]:
    if row.home and piece_of(battle, row.home) is None:
        return battle, (no("HOA-TER-19", "Plan the camp first.", "Planea antes el campamento."),)
    wrong = work_refusals(battle, PlaceWork(work), side)
    if wrong:
        return battle, wrong
    return fold(battle, [WorkPlaced(side, tidied(battle, work, side))]), ()


def named_faults(
    battle: Battle, row: WorkRow, wrong: Sequence[Refusal], side: str
) -> tuple[Refusal, ...]:
    title = row_title(battle, row, side)
    return tuple(
        replace(one, says=say("{work}: {why}", "{work}: {why}", work=title, why=one.says))
        for one in wrong
    )


# ----------------------------------------------------------------------------- in force
def works_left(battle: Battle, plan: DeploymentPlan, side: str) -> tuple[WorkStation, ...]:
    """Works of a plan that are not built and still can be."""
    if not plan.works or not (store_rows(battle, side) or fence_rows(battle, side)):
        return ()
    return tuple(one for one in plan.works if not is_built(battle, one.work))


def camp_left(battle: Battle, plan: DeploymentPlan, side: str) -> Point | None:
    """Place of the camp of a plan that is not placed and still can be."""
    return plan.camp if may_name_home(battle, side) else None


def next_build(battle: Battle, plan: DeploymentPlan, side: str) -> PlaceCamp | PlaceWork | None:
    """The order of the camp or the next work of a plan."""
    camp = camp_left(battle, plan, side)
    if camp is not None:
        return PlaceCamp(camp)
    works = works_left(battle, plan, side)
    return PlaceWork(works[0].work) if works else None


def build_refusals(battle: Battle, order: PlaceCamp | PlaceWork, side: str) -> tuple[Refusal, ...]:
    if isinstance(order, PlaceCamp):
        return camp_refusals(battle, order, side)
    return work_refusals(battle, order, side)
