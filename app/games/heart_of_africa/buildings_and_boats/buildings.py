"""HOA-FRT, page 14: Entering a building by its doors. Rooms and roofs have modules of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.board import points_around
from app.games.heart_of_africa.buildings_and_boats.jumps_from_roofs import jump_down
from app.games.heart_of_africa.buildings_and_boats.loopholes import loopholes_of_room, no_loophole
from app.games.heart_of_africa.buildings_and_boats.roofs import (
    break_roof,
    climb_roof,
    fireable,
    free_place,
    owing_climbers,
    pulled_in,
)
from app.games.heart_of_africa.buildings_and_boats.rooms import (
    Door,
    doors,
    is_open,
    room_at,
    room_of,
    rooms,
    rooms_of,
    walls,
)
from app.games.heart_of_africa.figures import figure_of, radius
from app.games.heart_of_africa.land import BUILDINGS, Work
from app.games.heart_of_africa.movement import moves, planned_moves
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import in_hand, owner_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    Path,
    Point,
    closed_path,
    first_crossing,
    on_grid,
    path_length,
    rect_path,
)

__all__ = [
    "break_roof",
    "climb_roof",
    "doors",
    "enter",
    "enter_refusals",
    "fireable",
    "jump_down",
    "loopholes_of_room",
    "no_loophole",
    "owing_climbers",
    "room_at",
    "room_of",
    "rooms",
    "rooms_of",
    "route_into",
    "walls",
]

OUTSIDE = ""
ROUND_THE_CORNER = 0.1
"""Extra distance beyond its base at which a figure walks round a corner (inches)."""


def enter(battle: Battle, order: orders.Enter, side: str, dice: Dice) -> list[Event]:
    """Events of a figure that walks into a room or courtyard, by the given way or the shortest
    through open doors. It is a normal move.
    """
    refuse_if(enter_refusals(battle, order, side))
    figure = battle.figures[order.figure]
    return moves.move(battle, as_move(battle, order, figure), side, dice)


def as_move(battle: Battle, order: orders.Enter, figure: Figure) -> orders.Move:
    """The move that an order to enter stands for."""
    way = (
        order.path
        or route_into(battle, figure, order.room)
        or route_into(battle, figure, order.room, forced=True)
    )
    return orders.Move(owner_of(battle, figure), {figure.id: way}, ends=False)


def enter_refusals(battle: Battle, order: orders.Enter, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against entering."""
    figure = figure_of(battle, order.figure, side)
    building, _, room = order.room.partition("/")
    work = work_of(battle, building)
    if figure.side != side or work is None or work.kind not in BUILDINGS or room not in rooms(work):
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    found = list(in_hand(battle, owner_of(battle, figure), side))
    if figure.at is None or figure.roof:
        return found_in(
            found,
            no(
                "HOA-FRT-20",
                "{who} cannot walk in from there.",
                "{who} no puede entrar andando desde ahí.",
                who=called(battle, figure),
            ),
        )
    no_way = no_way_into(battle, order, figure, work)
    if no_way is not None:
        return found_in(found, no_way)
    return found_in(
        found, planned_moves.move_refusals(battle, as_move(battle, order, figure), side)
    )


def no_way_into(battle: Battle, order: orders.Enter, figure: Figure, work: Work) -> Refusal | None:
    """Refusal if the figure is in the room already, or its way does not lead there."""
    room = order.room.partition("/")[2]
    if figure.at is not None and room_at(work, figure.at) == room:
        return no(
            "HOA-FRT-20",
            "{who} is there already ({room}).",
            "{who} ya está ahí ({room}).",
            who=called(battle, figure),
            room=place_title(battle, order.room),
        )
    if order.path and room_at(work, on_grid(order.path[-1])) != room:
        return no(
            "HOA-FRT-20",
            "That way does not end in the room ({room}).",
            "Ese camino no acaba en la habitación ({room}).",
            room=place_title(battle, order.room),
        )
    if not order.path and not route_into(battle, figure, order.room, forced=True):
        return no(
            "HOA-FRT-21",
            "There is no space left in there ({room}).",
            "Ahí dentro no queda sitio ({room}).",
            room=place_title(battle, order.room),
        )
    return None


def route_into(battle: Battle, figure: Figure, room: str, *, forced: bool = False) -> Path:
    """The shortest way into a room through doors open to the figure (`forced`: through all doors).
    () if there is none, or no space in the room.
    """
    building, _, goal = room.partition("/")
    work = work_of(battle, building)
    if work is None or work.rect is None or figure.at is None:
        return ()
    usable = [
        door for door in doors(work) if forced or is_open(battle, work, door.wall, figure.side)
    ]
    here = room_at(work, figure.at)
    ways = [
        way
        for chain in door_chains(usable, (here,), goal)
        if (way := way_through_doors(battle, figure, work, room, chain))
    ]
    return min(ways, key=path_length, default=())


def door_chains(
    usable: Sequence[Door], cells: tuple[str, ...], goal: str
) -> Iterator[tuple[Door, ...]]:
    """The chains of doors that lead from a place to a room, without passing through any
    room twice.
    """
    if cells[-1] == goal:
        yield ()
        return
    for door in usable:
        if cells[-1] in (door.wall.room, door.wall.beyond):
            beyond = door.wall.beyond if cells[-1] == door.wall.room else door.wall.room
            if beyond not in cells and beyond != OUTSIDE:
                yield from ((door, *rest) for rest in door_chains(usable, (*cells, beyond), goal))


def way_through_doors(
    battle: Battle, figure: Figure, work: Work, room: str, chain: Sequence[Door]
) -> Path:
    """The way through some doors, to the nearest free place behind the last of them."""
    goal = room.partition("/")[2]
    outline = rooms(work)[goal]
    inside = replace(figure, room="" if goal == COURTYARD else room)
    end = free_place(
        battle,
        inside,
        outline,
        points_around(pulled_in(outline, chain[-1].at, radius(figure)), widest=10.0),
    )
    if end is None:
        return ()
    at = figure.position
    to_the_door = (
        (at, chain[0].at)
        if room_at(work, at)
        else round_about(work, at, chain[0].at, radius(figure))
    )
    return (*to_the_door, *(door.at for door in chain[1:]), end)


def round_about(work: Work, start: Point, gate: Point, width: float) -> Path:
    """The shortest way outside to the gate, round the corners of the building."""
    x0, y0, x1, y1 = work.footprint
    off = width + ROUND_THE_CORNER
    corners = tuple(on_grid(corner) for corner in rect_path(x0 - off, y0 - off, x1 + off, y1 + off))
    solid = closed_path(rect_path(x0 + 0.01, y0 + 0.01, x1 - 0.01, y1 - 0.01))
    ways: list[Path] = [(start, gate)]
    for n in range(4):
        for turn in (1, -1):
            ways += [
                (start, *(corners[(n + turn * step) % 4] for step in range(count)), gate)
                for count in (1, 2, 3)
            ]
    free = [way for way in ways if first_crossing(way, solid) is None]
    return min(free, key=path_length, default=(start, gate))
