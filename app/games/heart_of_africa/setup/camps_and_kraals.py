"""Camps and kraals: their places, and the ground for raided baggage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import defender
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.setup.homes import home_of, homes
from app.games.heart_of_africa.setup.scenarios import (
    RAID,
    WATER,
    has_home,
    part_of,
    zone_of,
)
from app.games.heart_of_africa.setup.sites import GAP
from app.games.heart_of_africa.setup.table_edges import off_the_table
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import Point, ellipse_path, on_grid

CAMP_RADIUS = 6.0
KRAAL_SIDE = 8.0


def place_camp(battle: Battle, order: orders.PlaceCamp, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    refuse_if(camp_refusals(battle, order, side))
    return (placed_camp(battle, order, side),)


def placed_camp(battle: Battle, order: orders.PlaceCamp, side: str) -> Event:
    """The event of a camp or kraal, or of the own village that its place names."""
    taken = {piece.id for piece in battle.land.pieces} | {work.id for work in battle.land.works}
    if order.kraal:
        outline = tuple(map(on_grid, order.kraal))
        return e.PiecePlaced(side, Piece(free_name(taken, "kraal"), "kraal", outline, owner=side))
    at = on_grid(order.at or (0.0, 0.0))
    chosen = next(
        (piece for piece in homes(battle, side) if extent_of(piece).contains(shapely.Point(at))),
        None,
    )
    if chosen is not None:
        return e.ObjectiveNamed(side, chosen.id)
    camp = Piece(
        free_name(taken, "camp"), "camp", ellipse_path(*at, CAMP_RADIUS, CAMP_RADIUS), owner=side
    )
    return e.PiecePlaced(side, camp, camp.id)


def free_name(taken: set[str], name: str) -> str:
    return next(one for one in (name, *(f"{name}{n}" for n in range(2, 99))) if one not in taken)


def camp_refusals(battle: Battle, order: orders.PlaceCamp, side: str) -> tuple[Refusal, ...]:
    if not has_home(battle) or side != defender(battle):
        return (
            no(
                "HOA-SCN-18",
                "Only the defender of a Planned Attack or a Raid has a camp.",
                "Solo tiene campamento el defensor de un Ataque Planeado o de una Incursión.",
            ),
        )
    if order.kraal:
        return found_in(kraal_refusals(battle, order.kraal, side))
    if order.at is None:
        return (no("HOA-SCN-18", "Name the place of the camp.", "Indica el lugar del campamento."),)
    rule = part_of(battle, side).rule
    if any(extent_of(piece).contains(shapely.Point(order.at)) for piece in homes(battle, side)):
        return ()
    circle = ellipse_path(*order.at, CAMP_RADIUS, CAMP_RADIUS)
    zone = zone_of(battle, side)
    found = [
        zone.refuses(battle.land, point) or off_the_table(battle.land, point) for point in circle
    ]
    camp = (
        no(rule, "There is a camp already.", "Ya hay un campamento.")
        if any(piece.kind == "camp" for piece in battle.land.pieces)
        else None
    )
    wet = any(
        piece.kind in WATER
        and len(piece.outline) > 2
        and extent_of(piece).contains(shapely.Point(order.at))
        for piece in battle.land.pieces
    )
    return found_in(
        next((one for one in found if one), None),
        camp,
        no(rule, "No camp is possible there.", "Ahí no cabe un campamento.") if wet else None,
    )


def kraal_refusals(battle: Battle, outline: Sequence[Point], side: str) -> Iterator[Refusal]:
    """Refusals of a kraal: it is at most 8 by 8 in and touches the village or camp."""
    if battle.scenario != RAID or len(outline) < 3 or not shapely.Polygon(outline).is_valid:
        yield no(
            "HOA-SCN-25",
            "In a Raid a kraal may lie beside village or camp.",
            "En una incursión puede haber un kraal junto al poblado o campamento.",
        )
        return
    pen = shapely.Polygon(outline)
    x0, y0, x1, y1 = pen.bounds
    if max(x1 - x0, y1 - y0) > KRAAL_SIDE + 0.01:
        yield no(
            "HOA-SCN-25",
            "A kraal measures {n} by {n} in at most.",
            "Un kraal mide {n} por {n:pulgada+s} como máximo.",
            n=KRAAL_SIDE,
        )
    if any(piece.kind == "kraal" for piece in battle.land.pieces):
        yield no("HOA-SCN-25", "There is a kraal already.", "Ya hay un kraal.")
    beside = home_of(battle, side)
    if beside is None or pen.distance(shapely.Polygon(beside.outline)) > GAP:
        yield no(
            "HOA-SCN-25",
            "A kraal lies beside the village or camp.",
            "El kraal linda con el poblado o el campamento.",
        )
    zone = zone_of(battle, side)
    refused = next(
        (
            one
            for point in outline
            if (one := zone.refuses(battle.land, point) or off_the_table(battle.land, point))
        ),
        None,
    )
    if refused:
        yield refused


def pens(battle: Battle, side: str) -> tuple[Piece, ...]:
    """Ground for raided baggage: the village or camp, and the kraal next to it."""
    village = home_of(battle, side)
    kraals = tuple(
        piece for piece in battle.land.pieces if piece.kind == "kraal" and piece.owner in ("", side)
    )
    return (*((village,) if village else ()), *kraals)
