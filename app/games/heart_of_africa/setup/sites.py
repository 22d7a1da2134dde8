"""Works that a defender builds before deployment: works, buildings, traps, a camp, a kraal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import msgspec
import shapely

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import defender
from app.games.heart_of_africa.land import BUILDINGS, TRAPS, Piece, Work
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    WATER,
    zone_of,
)
from app.games.heart_of_africa.setup.table_edges import off_the_table
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import SCENARIOS, WORK_NAMES, WORKS
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import GRACE, Point, on_grid, path_length

INCHES = ("field_fortification", "barricade")
SLOPES = ("escarpment", "kopje")
ROOMS = ("north", "south", "west", "east")
APART = 6.0
"""Distance between two buildings (inches)."""
TRAP_RADIUS: float = WORKS["stake_trap"]["marker_in"] / 2
GAP = 0.5
"""Largest distance of a fence from its village or kraal, and of a kraal from its village
(inches).
"""
SETUP_RULE = {
    "field_fortification": "HOA-FRT-01",
    "barricade": "HOA-FRT-01",
    "temba": "HOA-FRT-19",
    "mission_station": "HOA-FRT-19",
    "stake_trap": "HOA-STR-02",
    "dummy_trap": "HOA-STR-02",
    "fence": "HOA-TER-19",
}
MOST_RULE = {
    "field_fortification": "HOA-FRT-01",
    "barricade": "HOA-FRT-13",
    "temba": "HOA-FRT-17",
    "mission_station": "HOA-FRT-18",
    "stake_trap": "HOA-STR-01",
    "dummy_trap": "HOA-STR-01",
}


def place_work(battle: Battle, order: orders.PlaceWork, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    order = walled(order)
    refuse_if(work_refusals(battle, order, side))
    work = tidied(battle, order.work, side)
    return (e.WorkPlaced(side, work),)


def walled(order: orders.PlaceWork) -> orders.PlaceWork:
    """The same order with the walls of a building that was named by its middle."""
    if order.middle is None or order.work.kind not in BUILDINGS:
        return order
    long, short = WORKS["temba"]["size_in"]
    wide, deep = (short, long) if order.lies == "along" else (long, short)
    x, y = on_grid(order.middle)
    rect = (
        round(x - wide / 2, 3),
        round(y - deep / 2, 3),
        round(x + wide / 2, 3),
        round(y + deep / 2, 3),
    )
    return msgspec.structs.replace(
        order, work=msgspec.structs.replace(order.work, rect=rect), middle=None
    )


def tidied(battle: Battle, work: Work, side: str) -> Work:
    """The work under a unique name that does not distinguish a trap from a dummy."""
    taken = {one.id for one in battle.land.works} | {piece.id for piece in battle.land.pieces}
    name = (
        work.id
        if work.id and work.id not in taken and "/" not in work.id and len(work.id) <= 20
        else ""
    )
    number = len(battle.land.works) + 1
    while not name or name in taken:
        name, number = f"{side}-work{number}", number + 1
    return Work(
        name,
        work.kind,
        side,
        tuple(on_grid(point) for point in work.line),
        work.height,
        work.rect,
        work.gate,
        at=on_grid(work.at) if work.at else None,
    )


def work_refusals(battle: Battle, order: orders.PlaceWork, side: str) -> tuple[Refusal, ...]:
    work = walled(order).work
    if work.kind not in SETUP_RULE or not is_whole(work):
        return (no("CAR-TAB-06", "There is no such building.", "No existe esa construcción."),)
    barred = found_in(no_builder(battle, work, side))
    if barred:
        return barred
    return found_in(
        too_late(battle, work, side),
        *(
            check(battle, work, side)
            for check in (*PLACING[work.kind], beyond_stores, third_of_points)
        ),
    )


def is_whole(work: Work) -> bool:
    """True if the work has the shape of its kind."""
    if work.kind in BUILDINGS:
        return (
            work.rect is not None
            and work.rect[0] < work.rect[2]
            and work.rect[1] < work.rect[3]
            and work.gate in ROOMS
        )
    if work.kind in TRAPS:
        return work.at is not None
    return (
        2 <= len(work.line) <= 40
        and path_length(work.line) > 0
        and (work.kind != "fence" or work.height in WORKS["fence"]["heights"])
    )


def no_builder(battle: Battle, work: Work, side: str) -> Refusal | None:
    """Refusal of builders: only defenders build, and no side in an Encounter."""
    if battle.scenario == ENCOUNTER:
        return no(
            "HOA-SCN-07",
            "No fortifications in an Encounter.",
            "En un encuentro no hay fortificaciones.",
        )
    if side == defender(battle):
        return None
    return no(
        "HOA-SCN-12" if battle.scenario == AMBUSH else SETUP_RULE[work.kind],
        "Only the defender builds.",
        "Solo construye el defensor.",
    )


def too_late(battle: Battle, work: Work, side: str) -> Refusal | None:
    """HOA-FRT-19: Buildings, like all works, are set up before any figure of either side, inside
    the defender's ground. Buildings stand at least 6 in apart, not on water or slopes.
    """
    if not has_figures(battle, side):
        return None
    return no(
        "HOA-FRT-19" if work.kind in BUILDINGS else SETUP_RULE[work.kind],
        "Nothing can be built after figures are deployed.",
        "No se puede construir después de desplegar figuras.",
    )


def has_figures(battle: Battle, side: str) -> bool:
    """True if a side has a figure on the table; then it builds no more."""
    return any(figure.side == side and figure.at is not None for figure in battle.figures.values())


def points_of(work: Work) -> tuple[Point, ...]:
    if work.rect is not None:
        x0, y0, x1, y1 = work.rect
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    if work.at is not None:
        x, y = work.at
        return (
            (x - TRAP_RADIUS, y),
            (x + TRAP_RADIUS, y),
            (x, y - TRAP_RADIUS),
            (x, y + TRAP_RADIUS),
        )
    return work.line


def shape_of(work: Work) -> shapely.Geometry:
    if work.rect is not None:
        return shapely.box(*work.rect)
    return (
        shapely.Point(work.at).buffer(TRAP_RADIUS)
        if work.at is not None
        else shapely.LineString(work.line)
    )


def on_own_ground(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:
    """Refusals of works off the table, or outside the ground where the defender deploys."""
    zone = zone_of(battle, side)
    for point in points_of(work):
        refused = off_the_table(battle.land, point) or zone.refuses(battle.land, point)
        if refused:
            yield refused
            return


def lies_on(battle: Battle, work: Work, kinds: Sequence[str]) -> Piece | None:
    shape = shape_of(work)
    return next(
        (
            piece
            for piece in battle.land.pieces
            if piece.kind in kinds
            and len(piece.outline) > 2
            and shape.intersects(extent_of(piece))
            and not shape.touches(extent_of(piece))
        ),
        None,
    )


def building_site(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:  # noqa: ARG001 one call for all kinds
    """Refusals of the shape and site of a building."""
    if work.rect is None:
        return
    size = sorted(
        (round(work.rect[2] - work.rect[0], 2), round(work.rect[3] - work.rect[1], 2)), reverse=True
    )
    long, short = WORKS["temba"]["size_in"]
    if size != [long, short]:
        yield no(
            "HOA-FRT-20",
            "A building measures {long} by {short} in.",
            "Un edificio mide {long} por {short:pulgada+s}.",
            long=long,
            short=short,
        )
    if lies_on(battle, work, (*WATER, *SLOPES)):
        yield no(
            "HOA-FRT-19",
            "Nothing is built on water or on a slope.",
            "No se construye sobre agua ni en una ladera.",
        )
    for one in battle.land.works:
        if (
            one.rect is not None
            and (gap := shapely.box(*one.rect).distance(shapely.box(*work.rect))) < APART - GRACE
        ):
            yield no(
                "HOA-FRT-19",
                "{gap} in from the next building: at least {n}.",
                "A {gap:pulgada+s} del otro edificio: han de ser {n} o más.",
                gap=round(gap, 1),
                n=APART,
            )


def trap_site(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:  # noqa: ARG001 - all steps of deployment share one signature
    """Refusals of the site of a trap: traps lie apart, not on water, not in buildings."""
    if work.at is None:
        return
    if lies_on(battle, work, WATER):
        yield no("HOA-STR-02", "Traps cannot be on water.", "No se ponen trampas en el agua.")
    if any(
        one.rect is not None and shapely.box(*one.rect).intersects(shape_of(work))
        for one in battle.land.works
    ):
        yield no("HOA-STR-02", "A trap cannot be in a building.", "No hay trampas en edificios.")
    if any(
        one.at is not None and math.dist(one.at, work.at) < 2 * TRAP_RADIUS - GRACE
        for one in battle.land.works
    ):
        yield no("HOA-STR-02", "Traps do not overlap.", "Las trampas no se solapan.")


def fence_site(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:  # noqa: ARG001 - all steps of deployment share one signature
    """Refusals of the line of a fence. It runs along the edge of a village, camp or kraal and
    leaves a gap for a gate.
    """
    rims = [
        extent_of(piece).exterior
        for piece in battle.land.pieces
        if piece.kind in ("village", "camp", "kraal")
    ]
    if not any(rim.buffer(GAP).contains(shapely.LineString(work.line)) for rim in rims):
        yield no(
            "HOA-TER-19",
            "The line of an enclosure runs along the edge of a village, camp or kraal, at most {gap}"
            " in away.",
            "La línea de un cercado sigue el borde de un poblado, un campamento o un kraal, a"
            " {gap:pulgada+s} como mucho.",
            gap=GAP,
        )


PLACING: dict[str, tuple[Callable[[Battle, Work, str], Iterator[Refusal]], ...]] = {
    "field_fortification": (on_own_ground,),
    "barricade": (on_own_ground,),
    "temba": (on_own_ground, building_site),
    "mission_station": (on_own_ground, building_site),
    "stake_trap": (on_own_ground, trap_site),
    "dummy_trap": (on_own_ground, trap_site),
    "fence": (on_own_ground, fence_site),
}


def amount(work: Work) -> int:
    """Whole inches of a wall, else one."""
    return math.ceil(path_length(work.line) - 0.01) if work.kind in INCHES else 1


def built(battle: Battle, side: str, *kinds: str) -> int:
    return sum(
        amount(work) for work in battle.land.works if work.owner == side and work.kind in kinds
    )


def price(work: Work) -> int:
    row = (
        WORKS[WORKS[work.kind].get("as", work.kind)]
        if "points" not in WORKS[work.kind]
        else WORKS[work.kind]
    )
    return amount(work) * row.get("points_per_inch", row.get("points", 0))


def beyond_stores(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:
    """Refusal of more works than were bought, or than any side may have."""
    if work.kind == "fence":
        return
    if side in battle.conditions.stores:
        bought = battle.conditions.stores[side].get(work.kind, 0)
        there = built(battle, side, work.kind)
    else:
        kinds = (
            INCHES if work.kind in INCHES else BUILDINGS if work.kind in BUILDINGS else (work.kind,)
        )
        row = WORKS[kinds[0]]
        bought, there = row.get("max_inches", row.get("max", 0)), built(battle, side, *kinds)
    if there + amount(work) > bought:
        yield no(
            MOST_RULE[work.kind],
            "{what}: {n} with this, of {most}.",
            "{what}: {n} con esto, de {most}.",
            what=WORK_NAMES[work.kind],
            n=there + amount(work),
            most=bought,
        )


def third_of_points(battle: Battle, work: Work, side: str) -> Iterator[Refusal]:
    """Refusal of works beyond a third of the points in an Ambush."""
    if battle.scenario != AMBUSH or side not in battle.conditions.points:
        return
    share = SCENARIOS[AMBUSH]["defender"]["fortifications_max_share_of_points"]
    part, whole = map(int, str(share).split("/"))
    spent = price(work) + sum(price(one) for one in battle.land.works if one.owner == side)
    if spent * whole > battle.conditions.points[side] * part:
        yield no(
            "HOA-SCN-12",
            "{spent} points built with this: a third of {points} at most.",
            "Con esto serían {spent} puntos en fortificaciones: como máximo un tercio de {points}.",
            spent=spent,
            points=battle.conditions.points[side],
        )


def unbuilt(battle: Battle, side: str) -> dict[str, int]:
    """Works of the stores that are still to be set up."""
    if has_figures(battle, side):
        return {}
    left = {
        kind: number - built(battle, side, kind)
        for kind, number in battle.conditions.stores.get(side, {}).items()
        if kind in SETUP_RULE
    }
    return {kind: number for kind, number in left.items() if number > 0}
