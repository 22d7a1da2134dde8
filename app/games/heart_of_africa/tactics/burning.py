"""Movement of figures and baggage out of burning ground and burning rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely

from app.games.heart_of_africa.board import every_base
from app.games.heart_of_africa.buildings_and_boats import rooms
from app.games.heart_of_africa.buildings_and_boats.buildings import enter_refusals
from app.games.heart_of_africa.buildings_and_boats.jumps_from_roofs import jump_refusals
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.activation import movers
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.movement.wishes import Wish
from app.games.heart_of_africa.orders import Enter, JumpDown, Manoeuvre, Move
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import fires
from app.games.heart_of_africa.sight import ground, impassable, lines
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.gathering import move_together, one_by_one
from app.kernel.contract import Order
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of, on_grid, point_at

CLEAR = 0.2
"""Distance beyond the rim of a fire at which figures are safe (inches)."""
ALONG_THE_RIM = 0.5
"""Distance between two places at the rim that are tried (inches)."""
ELBOW = 0.06
PLACES, DIRECTIONS = 40, 8
LEAPS = (0.0, 0.9, -0.9, 1.8, -1.8)
"""Distance from the middle of a wall for a jump from a roof (inches)."""


def is_caught(battle: Battle, figure: Figure) -> bool:
    """True if a figure stands in ground that burns this turn."""
    return any(fires.is_caught(figure, fire) for fire in impassable.burning_fires(battle))


def figures_caught(battle: Battle, who: str) -> tuple[Figure, ...]:
    """The figures of a unit, of the baggage or round a single figure that stand in a fire."""
    if not impassable.burning_fires(battle):
        return ()
    return tuple(
        one for one in movers(battle, who) if one.at is not None and is_caught(battle, one)
    )


def way_out(battle: Battle, side: str, who: str) -> Order | None:
    """The next order that brings figures in hand out of the fire; None if no more can leave it."""
    some = figures_caught(battle, who)
    for figure in some:
        order = out_of_the_room(battle, side, figure)
        if order is not None:
            return order
    on_the_ground = tuple(one for one in some if not one.room and not one.roof)
    return out_of_the_ground(battle, side, who, on_the_ground) if on_the_ground else None


def out_of_the_room(battle: Battle, side: str, figure: Figure) -> Order | None:
    """The order that takes a figure out of the gate, into a room that does not burn, or down from
    the roof.
    """
    work = lines.building_of(battle, figure.room or figure.roof)
    if work is None or work.rect is None or figure.at is None:
        return None
    if figure.roof:
        leaps = (JumpDown(figure.id, on_grid(spot)) for spot in places_below(work, figure))
        return next((leap for leap in leaps if not jump_refusals(battle, leap, side)), None)
    for way in through_the_gate(work, figure):
        move = Move(battle.hand.who if battle.hand else figure.id, {figure.id: way}, ends=False)
        if not move_refusals(battle, move, side):
            return move
    alight = {fire.target for fire in impassable.burning_fires(battle)}
    halls = sorted(rooms.rooms(work), key=lambda room: room != lines.COURTYARD)
    enters = (
        Enter(figure.id, f"{work.id}/{room}") for room in halls if f"{work.id}/{room}" not in alight
    )
    return next((enter for enter in enters if not enter_refusals(battle, enter, side)), None)


def through_the_gate(work: Work, figure: Figure) -> Iterator[tuple[Point, ...]]:
    """The ways from the room of the gate to the open."""
    for door in rooms.doors(work):
        if door.wall.beyond or f"{work.id}/{door.wall.room}" != figure.room:
            continue
        out = way_outward(work, door.at)
        yield tuple(
            on_grid(spot)
            for spot in (figure.position, door.at, point_at(door.at, out, radius(figure) + CLEAR))
        )


def way_outward(work: Work, at: Point) -> float:
    """The direction out of a building at a point of its outer wall, in degrees."""
    x0, y0, x1, y1 = work.footprint
    gaps = {180.0: at[0] - x0, 0.0: x1 - at[0], 270.0: at[1] - y0, 90.0: y1 - at[1]}
    return min(gaps, key=lambda angle: abs(gaps[angle]))


def places_below(work: Work, figure: Figure) -> Iterator[Point]:
    """Places at the foot of the outer walls of the room below, then in the courtyard."""
    room = figure.roof.partition("/")[2]
    for wall in lines.walls_of(work):
        if not wall.beyond and wall.room == room:
            foot = mean_of((wall.a, wall.b))
            out = way_outward(work, foot)
            yield from (
                point_at(point_at(foot, out + 90, aside), out, radius(figure) + CLEAR)
                for aside in LEAPS
            )
    yard = mean_of(rooms.rooms(work)[lines.COURTYARD])
    yield from ((yard[0] + dx, yard[1] + dy) for dx in LEAPS for dy in LEAPS)


def out_of_the_ground(battle: Battle, side: str, who: str, some: Sequence[Figure]) -> Move | None:
    """The move after which the fewest figures are still in the fire: each to the rim by the
    shortest way, or all in one direction.
    """
    best, fewest = None, len(some)
    for order in rim_moves(battle, side, who, some):
        left = sum(is_still_in(battle, order, one) for one in some)
        if left < fewest:
            best, fewest = order, left
        if not fewest:
            break
    return best


def is_still_in(battle: Battle, order: Move, figure: Figure) -> bool:
    way = order.paths.get(figure.id)
    end = way[-1] if way else figure.at
    return end is not None and impassable.burning_at(battle, end) is not None


def rim_moves(battle: Battle, side: str, who: str, some: Sequence[Figure]) -> Iterator[Move]:
    """Lawful moves towards the rim."""
    body = GroupMove(battle, who, side)
    wishes = to_the_rim(battle, body, some)
    for order in (
        move_together(battle, side, body, wishes),
        one_by_one(battle, side, body, wishes),
    ):
        if order is not None:
            yield order
    here = mean_of(one.position for one in some)
    goals = sorted((inches_to(here, rim), rim) for rim in places_at_rim(battle, here, DIRECTIONS))
    for far, rim in goals:
        to = point_at(here, angle_to(here, rim), 2 * far + 1.0)
        for drill in ("displace", "close_up"):
            manoeuvre = Manoeuvre(who, drill, on_grid(to))
            draft = formations.drafted(battle, manoeuvre, side, explain=False)
            move = draft.move(manoeuvre)
            if draft.paths and not draft.refusals and not move_refusals(battle, move, side):
                yield move


def to_the_rim(battle: Battle, body: GroupMove, some: Sequence[Figure]) -> list[Wish]:
    """A place beyond the rim for each of the figures, the outermost first."""
    caught_ = {one.id for one in some}
    free = [
        one
        for one in (*body.men, *body.followers)
        if one.id in caught_ and one.id not in body.engaged
    ]
    spots = {one.id: places_at_rim(battle, one.position) for one in free}
    taken = [(one.at, one.radius) for one in every_base(battle) if one.figure.id not in caught_]
    wishes = []
    for man in sorted(
        free, key=lambda one: inches_to(one.position, spots[one.id][0]) if spots[one.id] else 99.0
    ):
        wide = radius(man)
        fit = (
            spot
            for spot in spots[man.id]
            if all(inches_to(spot, at) > wide + other + ELBOW for at, other in taken)
        )
        spot = next(fit, None)
        if spot is not None:
            taken.append((spot, wide))
            wishes.append(Wish(man, (man.position, spot)))
    return wishes


def places_at_rim(battle: Battle, here: Point, most: int = PLACES) -> list[Point]:
    """Places on the table just beyond the rim of the burning ground round a point, the nearest
    first; if `most` is small, spread all round.
    """
    land = battle.land
    alight = shapely.unary_union(
        [
            ground.enclosed_area(fire.burning)
            for fire in impassable.burning_fires(battle)
            if len(fire.burning) > 2 and "/" not in fire.target
        ]
    )
    parts = [
        part
        for part in getattr(alight, "geoms", [alight])
        if part.distance(shapely.Point(here)) < CLEAR
    ]
    found: list[Point] = []
    for part in parts[:1]:
        ring = part.buffer(CLEAR).exterior
        step = ALONG_THE_RIM if most == PLACES else ring.length / most
        found = [
            (at.x, at.y)
            for n in range(int(ring.length / step))
            for at in (ring.interpolate(n * step),)
        ]
    on_it = [
        at
        for at in found
        if 0.5 <= at[0] <= land.width - 0.5
        and 0.5 <= at[1] <= land.depth - 0.5
        and impassable.burning_at(battle, at) is None
    ]
    return [on_grid(at) for at in sorted(on_it, key=lambda at: inches_to(here, at))[:most]]
