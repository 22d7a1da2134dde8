"""Lawful places in deployment, and the layout of a unit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa.board import Board, Spot, board, on_top_of
from app.games.heart_of_africa.buildings_and_boats import rooms, ways_into_rooms
from app.games.heart_of_africa.buildings_and_boats.vessels import GUNBOAT, is_afloat, unfit
from app.games.heart_of_africa.events import Place
from app.games.heart_of_africa.figures import (
    hull_size,
    is_attendant,
    is_on_foot,
    is_vessel,
    members,
    placed,
    radius,
)
from app.games.heart_of_africa.land import FIXED_WORKS, Work
from app.games.heart_of_africa.movement.cohesion import groups, torn_unit
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, heading_words
from app.games.heart_of_africa.setup.table_edges import FACING, off_the_table
from app.games.heart_of_africa.sight import impassable
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import GRACE, Point, closed_path, distance_to_path, on_grid

ELBOW = 0.06


def is_follower(battle: Battle, figure: Figure) -> bool:
    """True for attendants, and for the Gun Bearer of a Leader without a unit: they go with the
    Leader.
    """
    return bool(figure.of) and not figure.unit and figure.of in battle.figures


def followers(battle: Battle, leader: str) -> tuple[Figure, ...]:
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.of == leader and is_follower(battle, figure) and not figure.fate
    )


def company(battle: Battle, who: str) -> tuple[Figure, ...]:
    """The figures that are deployed with a unit or an independent figure and have no place yet."""
    men = members(battle, who) if who in battle.units else (battle.figures[who],)
    whole = [*men, *(one for man in men for one in followers(battle, man.id))]
    return tuple(figure for figure in whole if figure.at is None and not figure.fate)


class Stand(msgspec.Struct, frozen=True):
    """A figure and the place where it is to stand."""

    figure: Figure
    at: Point
    facing: float


def anywhere(spot: Point) -> bool:  # noqa: ARG001 every place will do
    return True


def ordered_stands(
    battle: Battle,
    side: str,
    men: Sequence[Figure],
    at: Mapping[str, Sequence[float]],
    allowed: Callable[[Point], bool] = anywhere,
) -> dict[str, Stand]:
    """The figures at their ordered places, facing the enemy by default; followers without a place
    stand next to their master, where it is allowed.
    """
    found: dict[str, Stand] = {}
    for figure in men:
        if figure.id in at:
            spot = at[figure.id]
            facing = float(spot[2]) % 360 if len(spot) > 2 else FACING[battle.edges[side]]
            found[figure.id] = Stand(figure, on_grid((spot[0], spot[1])), facing)
    grid = board(battle, side)
    for figure in men:
        if figure.id not in found and is_follower(battle, figure):
            master = found.get(figure.of)
            here = master.at if master else battle.figures[figure.of].at
            if here is not None:
                spot = place_beside(
                    battle,
                    figure,
                    battle.figures[figure.of],
                    here,
                    list(found.values()),
                    grid,
                    allowed,
                )
                found[figure.id] = Stand(
                    figure, spot, master.facing if master else FACING[battle.edges[side]]
                )
    return found


def place_beside(
    battle: Battle,
    figure: Figure,
    master: Figure,
    here: Point,
    others: Sequence[Stand],
    grid: Board,
    allowed: Callable[[Point], bool],
) -> Point:
    """A free and allowed place next to a master."""
    reach = radius(figure) + radius(master) + ELBOW
    taken = (
        *grid.foes,
        *grid.friends,
        *(Spot(one.figure, one.at, radius(one.figure)) for one in others),
    )
    for far in (reach, reach + 1, reach + 2):
        for n in range(12):
            spot = on_grid(
                (
                    here[0] - far * math.cos(n * math.pi / 6),
                    here[1] - far * math.sin(n * math.pi / 6),
                )
            )
            if (
                allowed(spot)
                and off_the_table(battle.land, spot) is None
                and on_top_of(taken, figure, spot, {}) is None
                and not barred_ground(battle, figure, spot)
            ):
                return spot
    return here


def incomplete_unit(
    battle: Battle, men: Sequence[Figure], found: Mapping[str, Any], rule: str
) -> Refusal | None:
    """Refusal of an incomplete unit: a unit is deployed as a whole."""
    left = [figure for figure in men if figure.id not in found]
    if not left:
        return None
    return no(
        rule,
        "A unit is deployed whole: {n} figures have no place, {who} among them.",
        "Se despliega entera: {n} figuras no tienen sitio, entre ellas {who}.",
        n=len(left),
        who=called(battle, left[0]),
    )


def strangers(men: Sequence[Figure], at: Iterable[str]) -> Refusal | None:
    """Refusal of figures of other units in the order."""
    own = {figure.id for figure in men}
    if all(key in own for key in at):
        return None
    return no(
        "CAR-TAB-06", "There is no such piece to put down.", "No existe esa pieza que desplegar."
    )


def crowded(
    battle: Battle, side: str, found: Mapping[str, Stand], grid: Board | None = None
) -> Iterator[Refusal]:
    """Refusals of overlapping bases. Hidden enemies are not known, and make room when they
    appear.
    """
    grid = grid or board(battle, side)
    taken = [*grid.foes, *grid.friends]
    for stand in found.values():
        if is_attendant(stand.figure) or is_vessel(stand.figure):
            continue
        other = on_top_of(taken, stand.figure, stand.at, {})
        if other is not None:
            yield no(
                "HOA-MOV-05",
                "{who} would stand on {other}.",
                "{who} quedaría encima de {other}.",
                who=called(battle, stand.figure),
                other=called(battle, other),
            )
            return
        taken.append(Spot(stand.figure, stand.at, radius(stand.figure)))


def on_the_ground(battle: Battle, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """Refusals of places off the table, in water, or on ground closed to the figure."""
    for stand in found.values():
        off = off_the_table(battle.land, stand.at)
        if off:
            yield off
            return
    for stand in found.values():
        if is_vessel(stand.figure):
            wet = out_of_water(battle, stand)
            if wet:
                yield wet
                return
            continue
        closed_ground = barred_ground(battle, stand.figure, stand.at)
        if closed_ground:
            yield closed_ground
            return
    for stand in found.values():
        wall = in_a_wall(battle, stand)
        if wall:
            yield wall
            return


def barred_ground(battle: Battle, figure: Figure, at: Point) -> Refusal | None:
    """Refusal of a figure's place by the ground."""
    return impassable.first_obstacle(battle, figure, ((at[0] - 0.01, at[1]), (at[0] + 0.01, at[1])))


def out_of_water(battle: Battle, stand: Stand) -> Refusal | None:
    """Refusal of a vessel out of water. The whole hull lies on water; a Gunboat needs a river that
    is wide enough.
    """
    vessel = stand.figure
    wrong = unfit(battle, vessel, stand.at, stand.facing)
    if wrong is None or is_afloat(battle, vessel, stand.at, stand.facing):
        return wrong
    length, beam = hull_size(vessel)
    return no(
        "HOA-ART-15" if vessel.type == GUNBOAT else "HOA-STR-05",
        "{who} at {x} / {y}, bow to the {bow}: the hull ({length} by "
        "{beam} in) does not lie wholly on the water.",
        "{who} en {x} / {y}, con la proa al {bow}: el casco ({length} por "
        "{beam} pulgadas) no queda entero en el agua.",
        who=called(battle, vessel),
        x=round(stand.at[0], 1),
        y=round(stand.at[1], 1),
        bow=heading_words(stand.facing),
        length=float(length),
        beam=float(beam),
    )


def rooms_of(battle: Battle, found: Mapping[str, Stand]) -> dict[str, str]:
    """The rooms in which figures are deployed."""
    return rooms.rooms_of(battle, {key: stand.at for key, stand in found.items()})


def in_a_wall(battle: Battle, stand: Stand) -> Refusal | None:
    """Refusal of a figure in a wall, or of one in a room that is not on foot."""
    wide = radius(stand.figure)
    for work in battle.land.works:
        if (
            work.kind in FIXED_WORKS
            and len(work.line) > 1
            and distance_to_path(stand.at, work.line) < wide - GRACE
        ):
            return no(
                "HOA-FRT-04",
                "{who} would stand in the fortification.",
                "{who} quedaría dentro de la fortificación.",
                who=called(battle, stand.figure),
            )
        if work.rect is not None and (refused := in_a_building(battle, stand, work)):
            return refused
    return None


def in_a_building(battle: Battle, stand: Stand, work: Work) -> Refusal | None:
    """Refusal of a figure in a wall of this building, or of a rider in one of its rooms."""
    here = rooms.room_at(work, stand.at)
    if here and here != COURTYARD and not is_on_foot(stand.figure):
        return no(
            "HOA-FRT-21",
            "{who}: only figures on foot go into rooms.",
            "{who}: en las habitaciones solo entran figuras a pie.",
            who=called(battle, stand.figure),
        )
    west, south, east, north = work.footprint
    outline = ((west, south), (east, south), (east, north), (west, north))
    walls = rooms.rooms(work)[here] if here else outline
    if distance_to_path(stand.at, closed_path(walls)) < radius(stand.figure) - GRACE:
        return no(
            "HOA-FRT-20",
            "{who} would stand in a wall.",
            "{who} quedaría dentro de un muro.",
            who=called(battle, stand.figure),
        )
    return None


def overfull(battle: Battle, side: str, found: Mapping[str, Stand]) -> Refusal | None:
    """Refusal of more than thirty figures in a building."""
    return ways_into_rooms.too_many(battle, side, {key: stand.at for key, stand in found.items()})


def scattered(battle: Battle, who: str, found: Mapping[str, Stand]) -> Refusal | None:
    """Refusal of a unit out of cohesion."""
    if who not in battle.units:
        return None
    men = [stand.figure for stand in found.values() if stand.figure.unit == who]
    at = {key: stand.at for key, stand in found.items()}
    here = [figure for figure in placed(battle, who) if figure.id not in at]
    parts = groups([*men, *here], {**{figure.id: figure.position for figure in here}, **at})
    return (
        torn_unit(parts, {**{figure.id: figure.position for figure in here}, **at})
        if len(parts) > 1
        else None
    )


def on_paper(found: Mapping[str, Stand]) -> dict[str, Place]:
    return {key: (*stand.at, stand.facing) for key, stand in found.items()}
