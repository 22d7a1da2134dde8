"""CAR-PLN-03: Works in a deployment plan: rows of the sheet, and the work that a row describes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan, WorkStation
from app.games.heart_of_africa.conditional_orders.words import LATER, OPEN, is_built
from app.games.heart_of_africa.events import WorkPlaced
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.land import BUILDINGS, TRAPS, Work
from app.games.heart_of_africa.orders import PlaceWork, PlanDeployment
from app.games.heart_of_africa.setup.sites import (
    INCHES,
    no_builder,
    tidied,
    unbuilt,
    work_refusals,
)
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORK_NAMES, WORKS
from app.kernel.refusal import Refusal
from app.kernel.say import Say, as_is, say
from app.kernel.space.plane import Point, on_grid, point_at, unit_vector

LONGEST = 12
"""Length of a wall of the sheet at most (inches); longer ones are several walls."""
LONG, SHORT = "long", "short"
"""Side of a building that lies towards its facing."""
GATES = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
"""Facing of a building in degrees, by the room of its outer door."""


class WorkRow(NamedTuple):
    """Row of the sheet: a wall of at most `inches`, a building or a trap (0 inches)."""

    key: str
    kind: str
    number: int
    of: int
    inches: int


def work_rows(battle: Battle, side: str) -> tuple[WorkRow, ...]:
    """Works that a side has still to build: walls in parts, buildings and traps one by one. A fence
    follows the rim of its village, so it has no row.
    """
    rows: list[WorkRow] = []
    for kind, left in unbuilt(battle, side).items():
        if kind not in (*INCHES, *BUILDINGS, *TRAPS) or no_builder(
            battle, Work("", kind, side), side
        ):
            continue
        is_wall = kind in INCHES
        many = math.ceil(left / LONGEST) if is_wall else left
        rows += [
            WorkRow(
                f"{kind}-{n + 1}", kind, n + 1, many, min(LONGEST, left - LONGEST * n) * is_wall
            )
            for n in range(many)
        ]
    return tuple(rows)


def row_title(row: WorkRow) -> Say:
    name = WORK_NAMES.get(row.kind, as_is(row.kind))
    if row.of == 1:
        return name
    return say("{work} {n}", "{work} {n}", work=name, n=row.number)


def is_planned(order: PlanDeployment, row: WorkRow) -> bool:
    return row.key in order.to and order.how.get(row.key, OPEN) != LATER


def shapes_of(row: WorkRow) -> Mapping[str, Say]:
    """Lengths of a wall, or the side of a building that lies towards its facing."""
    if row.inches:
        return {
            str(n): say("{n} in long", "{n:pulgada+s} de largo", n=n)
            for n in range(row.inches, 0, -1)
        }
    if row.kind in BUILDINGS:
        return {
            LONG: say("long side to the front", "lado largo al frente"),
            SHORT: say("short side to the front", "lado corto al frente"),
        }
    return {}


# ----------------------------------------------------------------------------- from row to work
def work_of(battle: Battle, order: PlanDeployment, row: WorkRow, side: str) -> Work:
    """The work of a row. A wall lies across its facing, and the outer door of a building is on the
    side that it faces.
    """
    x, y, *turned = order.to[row.key]
    at = on_grid((x, y))
    usual = FACING[battle.edges[side]] + (180.0 if row.kind in BUILDINGS else 0.0)
    facing = order.facing.get(row.key, turned[0] if turned else usual)
    shape = order.shape.get(row.key, "")
    if row.inches:
        half = (int(shape) if shape in shapes_of(row) else row.inches) / 2
        ends = (point_at(at, facing + 90, -half), point_at(at, facing + 90, half))
        return Work("", row.kind, side, tuple(map(on_grid, ends)))
    if row.kind in TRAPS:
        return Work("", row.kind, side, at=at)
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


# ----------------------------------------------------------------------------- in a plan
def draft_works(
    battle: Battle, order: PlanDeployment, side: str
) -> tuple[Battle, tuple[WorkStation, ...], dict[str, tuple[Refusal, ...]]]:
    """The battle with the works of a plan, its work stations, and refusals by row."""
    stations: list[WorkStation] = []
    faults: dict[str, tuple[Refusal, ...]] = {}
    for row in work_rows(battle, side):
        if not is_planned(order, row):
            continue
        work = tidied(battle, work_of(battle, order, row, side), side)
        wrong = work_refusals(battle, PlaceWork(work), side)
        if wrong:
            faults[row.key] = tuple(
                replace(
                    one,
                    says=say("{work}: {why}", "{work}: {why}", work=row_title(row), why=one.says),
                )
                for one in wrong
            )
        else:
            battle = fold(battle, [WorkPlaced(side, work)])
        x, y, *turned = order.to[row.key]
        facing = order.facing.get(row.key, turned[0] if turned else None)
        stations.append(
            WorkStation(
                row.key, replace(work, id=""), on_grid((x, y)), facing, order.shape.get(row.key, "")
            )
        )
    return battle, tuple(stations), faults


def works_left(battle: Battle, plan: DeploymentPlan, side: str) -> tuple[WorkStation, ...]:
    """Works of a plan that are not built and still can be."""
    if not plan.works or not work_rows(battle, side):
        return ()
    return tuple(one for one in plan.works if not is_built(battle, one.work))
