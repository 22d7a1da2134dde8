"""Places of a continuous table as words: "12.5,30" in inches. A way is a row of them.
"A3-1:12.5,30" begins the way of a figure, "A3-1@90:12.5,30" with its facing at the end (an angle of
the plane).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import shapely

from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan
from app.games.heart_of_africa.drawing.pen import on_page
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.setup.camps_and_kraals import CAMP_RADIUS
from app.games.heart_of_africa.setup.homes import homes
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Path, Point, closed_path, ellipse_path, rect_path

PLANNED, FAULT = "+", "!"
"""Signs after the name of a figure that a plan places, and of one whose place is refused."""


def spelled_point(point: Sequence[float]) -> str:
    return f"{point[0]:g},{point[1]:g}"


def way_of(
    figure: str, path: Iterable[Sequence[float]], facing: float | None = None
) -> tuple[str, ...]:
    """The way of a figure as words."""
    who = figure if facing is None else f"{figure}@{facing:g}"
    return tuple(
        f"{who}:{spelled_point(point)}" if not place else spelled_point(point)
        for place, point in enumerate(path)
    )


def facings(words: Iterable[str]) -> dict[str, float]:
    """The facing of each figure at the end of its way, if its word states one."""
    heads = (word.rpartition(":")[0].rpartition("@") for word in words)
    return {figure.rstrip(PLANNED + FAULT): float(angle) for figure, at, angle in heads if at}


def planned(words: Iterable[str]) -> dict[str, bool]:
    """The figures that a plan places, and whether their place is lawful."""
    heads = [word.rpartition(":")[0].partition("@")[0] for word in words]
    return {head[:-1]: head.endswith(PLANNED) for head in heads if head.endswith((PLANNED, FAULT))}


def station_ways(plan: DeploymentPlan, misplaced: Collection[str] = ()) -> tuple[str, ...]:
    """The stations of a plan as words, piece after piece."""
    return tuple(
        word
        for one in plan.stations
        for key, spot in one.at.items()
        for word in way_of(key + (FAULT if key in misplaced else PLANNED), (spot[:2],), *spot[2:3])
    )


def work_ways(plan: DeploymentPlan) -> tuple[str, ...]:
    """The outlines of the works of a plan as words."""
    return tuple(
        word
        for one in plan.works
        if one.work.line or one.work.at or one.work.rect
        for word in way_of(one.key, outline(one.work))
    )


def camp_ways(battle: Battle, plan: DeploymentPlan, side: str) -> tuple[str, ...]:
    """The outline of the camp of a plan, or of the village that its place names, as words."""
    if plan.camp is None:
        return ()
    spot = shapely.Point(plan.camp)
    village = next((one for one in homes(battle, side) if extent_of(one).contains(spot)), None)
    rim = village.outline if village else ellipse_path(*plan.camp, CAMP_RADIUS, CAMP_RADIUS, 32)
    return way_of("camp", closed_path(rim))


def outline(work: Work) -> Path:
    """The line of a wall, or the closed outline of a building or a trap."""
    if work.rect is not None:
        return closed_path(rect_path(*work.rect))
    if work.at is not None:
        return closed_path(ellipse_path(*work.at, 1.0, 1.0, 16))
    return work.line


def read_point(word: str) -> Point | None:
    """A place from its word; None if it is none."""
    x, comma, y = word.rpartition(":")[2].partition(",")
    try:
        return (float(x), float(y)) if comma else None
    except ValueError:
        return None


def place_of(battle: Battle, word: str) -> Point | None:
    """The place of a figure, of the middle of a unit, or of a spelled place."""
    figure = battle.figures.get(word)
    if figure is not None:
        return figure.at
    if word in battle.units:
        spots = [
            one.at
            for one in battle.figures.values()
            if one.unit == word and one.at is not None and not one.fate
        ]
        return (
            (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
            if spots
            else None
        )
    return read_point(word)


def ways(words: Iterable[str]) -> tuple[tuple[str, Path], ...]:
    """The ways in a row of words: (figure or "", path)."""
    found: list[tuple[str, list[Point]]] = []
    for word in words:
        point = read_point(word)
        if point is None:
            continue
        figure = word.rpartition(":")[0].partition("@")[0].rstrip(PLANNED + FAULT)
        if figure or not found:
            found.append((figure, []))
        found[-1][1].append(point)
    return tuple((figure, tuple(path)) for figure, path in found)


def page(battle: Battle, point: Sequence[float]) -> Point:
    return on_page((point[0], point[1]), battle.land.depth)
