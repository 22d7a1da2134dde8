"""Data for dragging figures over the table: pieces, ground and targets."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.drawing.places import page, planned, ways
from app.games.heart_of_africa.figures import enemies, is_attendant, is_on_foot, is_vessel, radius
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.movement.regions import Region, forbidden_ground, slow_ground
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.kernel.contract import Marks
from app.kernel.scene import DragAndDrop, DraggablePiece, DropTarget, Point


def dragged_pieces(view: View, marks: Marks) -> DragAndDrop | None:
    """The pieces that the viewer may drag: figures in hand, those of a plan, or a vessel."""
    return (
        dragged_figures(view)
        or dragged_stations(view.battle, marks)
        or dragged_vessel(view.battle, marks)
    )


def dragged_figures(view: View) -> DragAndDrop | None:
    """The figures that the viewer may drag: those in hand that have not moved."""
    battle = view.battle
    if battle.hand is None or battle.hand.side != view.side:
        return None
    chart = Chart(battle, view.side)
    men = [
        one
        for one in moves.movers(battle, battle.hand.who)
        if one.at is not None
        and not one.fate
        and one.id not in battle.hand.done
        and not is_vessel(one)
    ]
    pieces = []
    for one in men:
        fast, creep = chart.rolls(one)
        x, y = page(battle, one.position)
        pieces.append(
            DraggablePiece(
                one.id,
                (round(x, 1), round(y, 1)),
                fast and fast * TENTHS,
                creep and creep * TENTHS,
                chart.starts_slow(one),
                radius(one) * TENTHS,
            )
        )
    if not pieces:
        return None
    around = shapely.MultiPoint([one.at for one in men]).buffer(
        max(max(one.open or 0, one.slow or 0) for one in pieces) / TENTHS + 1
    )
    xs, ys = [one.at[0] for one in pieces], [one.at[1] for one in pieces]
    return DragAndDrop(
        tuple(pieces),
        (round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)),
        polygons(battle, slow_ground(battle)[0], around),
        polygons(battle, forbidden_ground(battle, is_on_foot(men[0])), around),
        tuple(drop_targets(battle, view.side, around)),
    )


def is_put_down(battle: Battle, figure: Figure) -> bool:
    """True if a ghost is that of a vessel being deployed, which may be dragged on."""
    return battle.step == DEPLOYMENT and figure.at is None and is_vessel(figure)


def dragged_vessel(battle: Battle, marks: Marks) -> DragAndDrop | None:
    """The vessel of the draft, which its player may drag over the whole table."""
    everywhere = (battle.land.width + battle.land.depth) * TENTHS
    pieces = []
    for key, points in ways(marks.path):
        figure = battle.figures.get(key)
        if figure is not None and is_put_down(battle, figure):
            x, y = page(battle, points[-1])
            pieces.append(
                DraggablePiece(
                    key,
                    (round(x, 1), round(y, 1)),
                    everywhere,
                    everywhere,
                    radius=radius(figure) * TENTHS,
                )
            )
    return DragAndDrop(tuple(pieces), pieces[0].at, free=True) if len(pieces) == 1 else None


def piece_of(figure: Figure) -> str:
    """The unit of a figure, its Leader, or itself: the piece with which it is deployed."""
    return figure.unit or figure.of or figure.id


def dragged_stations(battle: Battle, marks: Marks) -> DragAndDrop | None:
    """The pieces of a deployment plan, each of which its player may drag over the whole table."""
    everywhere = (battle.land.width + battle.land.depth) * TENTHS
    plan = planned(marks.path)
    pieces = []
    for key, points in ways(marks.path):
        figure = battle.figures.get(key)
        if key in plan and figure is not None:
            x, y = page(battle, points[-1])
            pieces.append(
                DraggablePiece(
                    key,
                    (round(x, 1), round(y, 1)),
                    everywhere,
                    everywhere,
                    radius=radius(figure) * TENTHS,
                    group=piece_of(figure),
                )
            )
    return DragAndDrop(tuple(pieces), pieces[0].at, free=True) if pieces else None


def drop_targets(battle: Battle, side: str, around: shapely.Geometry) -> Iterator[DropTarget]:
    """The enemies that figures in hand may reach."""
    for foe in enemies(battle, side):
        if not (is_vessel(foe) or foe.aboard or is_attendant(foe)) and around.intersects(
            shapely.Point(foe.at)
        ):
            x, y = page(battle, foe.position)
            yield DropTarget(foe.id, (round(x, 1), round(y, 1)), radius(foe) * TENTHS)


def polygons(
    battle: Battle, region: Region, around: shapely.Geometry
) -> tuple[tuple[Point, ...], ...]:
    """The parts of some ground that lie near, as the page draws them."""
    found = []
    for part in region.parts:
        near = part.intersection(around).simplify(0.05)
        found += [
            tuple(
                (round(x, 1), round(y, 1))
                for x, y in (page(battle, point) for point in one.exterior.coords[:-1])
            )
            for one in getattr(near, "geoms", [near])
            if one.geom_type == "Polygon" and not one.is_empty
        ]
    return tuple(found)
