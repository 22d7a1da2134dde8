"""HOA-FRT, page 14: Ways through doors, breaches and walls, and the room inside."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from itertools import pairwise

from app.games.heart_of_africa.buildings_and_boats.rooms import (
    BREACH,
    DOOR,
    WALL,
    Passage,
    across_a_breach,
    buildings,
    comes_near,
    crossed,
    is_open,
    room_at,
    room_of,
    walls,
)
from app.games.heart_of_africa.figures import is_on_foot, radius
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.sight import impassable
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORKS
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    GRACE,
    Point,
    distance_to_path,
    path_length,
    place_along,
)

CAPACITY = int(WORKS["temba"]["capacity"])


def held_door(battle: Battle, figure: Figure, passage: Passage) -> Refusal:
    """Refusal at the door of a room held by the enemy."""
    room = (
        passage.wall.room
        if passage.wall.room != figure.room.partition("/")[2]
        else passage.wall.beyond
    )
    return no(
        "HOA-FRT-20",
        "The enemy holds the room ({room}): its door is closed to {who}.",
        "El enemigo ocupa la habitación ({room}): su puerta está cerrada para {who}.",
        room=place_title(battle, f"{passage.work.id}/{room}"),
        who=called(battle, figure),
    )


def bars(
    battle: Battle, figure: Figure, way: Sequence[Point], passed: Sequence[Passage] | None = None
) -> tuple[Refusal, ...]:
    """Everything that walls and rooms of buildings have against a way."""
    passed = crossed(battle, way) if passed is None else passed
    near = [work for work in buildings(battle) if comes_near(work, way, radius(figure))]
    if not near:
        return ()
    held = (
        held_door(battle, figure, passage)
        for passage in passed
        if passage.kind == DOOR and not is_open(battle, passage.work, passage.wall, figure.side)
    )
    return found_in(
        whole_wall(battle, figure, passed),
        no_way_through(figure, passed),
        held,
        stands_in_a_wall(battle, figure, way, near),
        *(into_a_room(battle, figure, work, way, passed) for work in near),
        into_the_flames(battle, figure, way, near, passed),
    )


def whole_wall(battle: Battle, figure: Figure, passed: Iterable[Passage]) -> Refusal | None:
    """HOA-FRT-23: No figure passes an intact wall, and figures behind one cannot be attacked in
    close combat.
    """
    if all(passage.kind != WALL for passage in passed):
        return None
    return no(
        "HOA-FRT-23",
        "{who} cannot pass an intact wall; enter by a door.",
        "{who} no puede atravesar un muro intacto; se entra por una puerta.",
        who=called(battle, figure),
    )


def stands_in_a_wall(
    battle: Battle, figure: Figure, way: Sequence[Point], near: Iterable[Work]
) -> Refusal | None:
    """Refusal of a way that ends in a wall, in a doorway or in the rubble."""
    width = radius(figure)
    tight = [
        gap
        for work in near
        for wall in walls(work)
        if (gap := distance_to_path(way[-1], wall)) < width - GRACE
    ]
    if not tight or path_length(way) <= GRACE:
        return None
    return no(
        "HOA-FRT-23",
        "{who} would end in the wall: {gap} in from it, with a base that needs {width}.",
        "{who} acabaría dentro del muro: a {gap:pulgada+s}, y su base necesita {width}.",
        who=called(battle, figure),
        gap=round(min(tight), 1),
        width=width,
    )


def no_way_through(figure: Figure, passed: Iterable[Passage]) -> Refusal | None:
    """HOA-FRT-27: A breach lets figures on foot through, as difficult ground. An attacker fights
    without deduction against a figure behind it; against shots the rubble is cover.
    """
    if is_on_foot(figure) or all(passage.kind != BREACH for passage in passed):
        return None
    return no(
        "HOA-FRT-27",
        "Only figures on foot pass a breach.",
        "Por una brecha solo pasan figuras a pie.",
    )


def rider_in_the_gap(
    battle: Battle, figure: Figure, end: Point, victim: Figure | None
) -> Refusal | None:
    """Refusal of riders and guns that would stand in a breach and fight through it."""
    if victim is None or victim.at is None or not across_a_breach(battle, end, victim.at):
        return None
    return no_way_through(figure, crossed(battle, (end, victim.at)))


def into_a_room(
    battle: Battle, figure: Figure, work: Work, way: Sequence[Point], passed: Iterable[Passage]
) -> tuple[Refusal, ...]:
    """Everything that speaks against entering a building, or ending in one of its rooms."""
    if not any(passage.work.id == work.id for passage in passed) or not room_at(work, way[-1]):
        return ()
    return no_room(battle, figure, work, room_of(work, way[-1]))


def no_room(battle: Battle, figure: Figure, work: Work, room: str) -> tuple[Refusal, ...]:
    """HOA-FRT-21: A building holds 30 figures, attendants and bearers included. Only figures on
    foot stand in its rooms, others in the courtyard. Five may shoot through the loopholes of an
    outer wall and two through those of an inner one.
    """
    mounted = (
        None
        if is_on_foot(figure) or not room
        else no(
            "HOA-FRT-21",
            "Only figures on foot may be in rooms; {who} may stand in the courtyard.",
            "En las habitaciones solo puede haber figuras a pie; {who} puede estar en el patio.",
            who=called(battle, figure),
        )
    )
    return found_in(mounted, overfull(battle, figure.side, work, {figure.id}, {figure.id}))


def too_many(battle: Battle, side: str, ends: Mapping[str, Point | None]) -> Refusal | None:
    """Refusal of figures that move to these places together and would overfill a building."""
    coming = (
        (
            work,
            {
                key
                for key, end in ends.items()
                if end is not None and room_at(work, end) and not battle.figures[key].roof
            },
        )
        for work in buildings(battle)
    )
    return next(
        (full for work, inside in coming if (full := overfull(battle, side, work, inside, ends))),
        None,
    )


def overfull(
    battle: Battle, side: str, work: Work, coming: Collection[str], moving: Container[str]
) -> Refusal | None:
    """Refusal if these figures inside a building, with those of their side that stay there, exceed
    its capacity.
    """
    staying = sum(
        is_inside_of(work, one)
        for one in battle.figures.values()
        if one.side == side and one.id not in moving and not one.fate
    )
    if not coming or staying + len(coming) <= CAPACITY:
        return None
    return no(
        "HOA-FRT-21",
        "It holds {most} figures; with these there would be {now}.",
        "Caben {most} figuras; con estas serían {now}.",
        most=CAPACITY,
        now=staying + len(coming),
    )


def is_inside_of(work: Work, figure: Figure) -> bool:
    """True if a figure is in a room or the courtyard of a building."""
    if figure.room:
        return figure.room.partition("/")[0] == work.id
    return not figure.roof and figure.at is not None and room_at(work, figure.at) == COURTYARD


def into_the_flames(
    battle: Battle,
    figure: Figure,
    way: Sequence[Point],
    near: Iterable[Work],
    passed: Sequence[Passage],
) -> Refusal | None:
    """Refusal of a way into a burning room; it may be left."""
    burning = {fire.target for fire in impassable.burning_fires(battle) if "/" in fire.target} - {
        figure.room
    }
    if not burning:
        return None
    stops = [0.0, *(passage.length for passage in passed), path_length(way)]
    halts = [place_along(way, (one + two) / 2) for one, two in pairwise(stops)]
    entered = burning & {room_of(work, halt) for work in near for halt in (*halts, way[-1])}
    if not entered:
        return None
    return no(
        "HOA-FRT-35",
        "That room burns ({room}).",
        "Esa habitación está en llamas ({room}).",
        room=place_title(battle, min(entered)),
    )
