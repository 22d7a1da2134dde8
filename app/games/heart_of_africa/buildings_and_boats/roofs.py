"""HOA-FRT, page 14: Climbing the roof of a Temba, breaking it, and leaving it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.board import every_base, on_top_of, points_around
from app.games.heart_of_africa.buildings_and_boats import rooms, ways_into_rooms
from app.games.heart_of_africa.events import RoofBroken, RoofClimbed
from app.games.heart_of_africa.figures import (
    base,
    figure_of,
    has_moved,
    has_turned,
    is_fighter,
    is_on_foot,
    opponents,
    radius,
    visible_figures,
)
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement.contact import charges_of, held_in_contact, new_opponent
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import in_hand, owner_of, taken_up
from app.games.heart_of_africa.pieces import (
    ARRIVED,
    ROOFED,
    SWAPPED,
    TURNED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.impassable import burning_fires
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.tables import WORKS
from app.games.heart_of_africa.terrain_and_works import named_work
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    CONTACT,
    GRACE,
    Path,
    Point,
    angle_to,
    distance_to_path,
    inches_to,
    on_grid,
    touching_spots,
)

OPENS_ON = int(WORKS["temba"]["roof_hole_on"])


def fits(outline: Path, point: Point, width: float) -> bool:
    """True if a base lies wholly in a room (an upright rectangle)."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (
        min(xs) + width - GRACE <= point[0] <= max(xs) - width + GRACE
        and min(ys) + width - GRACE <= point[1] <= max(ys) - width + GRACE
    )


def pulled_in(outline: Path, point: Point, width: float) -> Point:
    """The nearest place at which a base lies wholly in a room."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return on_grid(
        (
            min(max(point[0], min(xs) + width), max(xs) - width),
            min(max(point[1], min(ys) + width), max(ys) - width),
        )
    )


def free_place(
    battle: Battle, figure: Figure, outline: Path, spots: Iterable[Point]
) -> Point | None:
    """The first of some places in a room, or on its roof, where a figure imagined on that floor has
    space for its base.
    """
    bases, width = every_base(battle), radius(figure)
    return next(
        (
            spot
            for spot in spots
            if fits(outline, spot, width) and on_top_of(bases, figure, spot, {}) is None
        ),
        None,
    )


def rooms_touched(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """The rooms whose walls a figure outside or in the courtyard touches, nearest first."""
    if figure.room or figure.roof or figure.aboard or figure.at is None:
        return ()
    found = []
    for work in rooms.buildings(battle):
        for wall in lines.walls_of(work):
            off = distance_to_path(figure.at, (wall.a, wall.b)) - radius(figure)
            if wall.beyond in ("", COURTYARD) and off <= CONTACT:
                found.append(
                    (
                        off,
                        distance_to_path(figure.at, rooms.rooms(work)[wall.room]),
                        f"{work.id}/{wall.room}",
                    )
                )
    return tuple(dict.fromkeys(room for *_, room in sorted(found)))


def in_burning_room(battle: Battle, room: str) -> Refusal:
    return no(
        "HOA-FRT-35",
        "That room burns ({room}).",
        "Esa habitación está en llamas ({room}).",
        room=place_title(battle, room),
    )


def climb_refusals(battle: Battle, order: orders.ClimbRoof, side: str) -> tuple[Refusal, ...]:
    """HOA-FRT-28: A figure on foot of either side may be put on the roof at the end of a turn spent
    in contact with the building. It must not have moved, turned or fought. It stands over the room
    that it touches, in the open, and may shoot and be shot at in that turn.
    """
    figure = figure_of(battle, order.figure, side)
    if figure.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    found = []
    if not is_on_foot(figure):
        found.append(
            no(
                "HOA-FRT-28",
                "Only figures on foot climb roofs.",
                "Solo suben a los techos las figuras a pie.",
            )
        )
    mine = [
        room
        for room in rooms_touched(battle, figure)
        if order.building in (room, room.partition("/")[0])
    ]
    if not mine:
        found.append(
            no(
                "HOA-FRT-28",
                "{who} does not touch the building.",
                "{who} no toca el edificio.",
                who=called(battle, figure),
            )
        )
    found += not_idle(battle, figure)
    if mine and any(fire.target == mine[0] for fire in burning_fires(battle)):
        found.append(in_burning_room(battle, mine[0]))
    if not found and up_there(battle, figure, mine[0]) is None:
        found.append(
            no("HOA-FRT-28", "There is no room left on that roof.", "En ese techo no queda sitio.")
        )
    return tuple(found)


def not_idle(battle: Battle, figure: Figure) -> Iterator[Refusal]:
    """Refusals of a figure that has moved this turn, or is in close combat."""
    if has_moved(figure) or has_turned(figure) or SWAPPED in figure.did:
        yield no(
            "HOA-FRT-28",
            "{who} has moved this turn.",
            "{who} se ha movido este turno.",
            who=called(battle, figure),
        )
    if (
        opponents(battle, figure)
        or figure.contact_at_start
        or figure.won
        or figure.id in battle.melee.melee_dice
    ):
        yield no(
            "HOA-FRT-28",
            "{who} is in close combat.",
            "{who} está en combate cuerpo a cuerpo.",
            who=called(battle, figure),
        )


def up_there(battle: Battle, figure: Figure, room: str) -> Point | None:
    """The place of a figure that climbs: the nearest free place of the roof."""
    work = named_work(battle, room)
    outline = rooms.rooms(work)[room.partition("/")[2]]
    return free_place(
        battle,
        replace(figure, roof=room),
        outline,
        points_around(pulled_in(outline, figure.position, radius(figure))),
    )


def climb_roof(battle: Battle, order: orders.ClimbRoof, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of a figure that climbs onto the roof it touches."""
    refuse_if(climb_refusals(battle, order, side))
    figure = battle.figures[order.figure]
    room = next(
        room
        for room in rooms_touched(battle, figure)
        if order.building in (room, room.partition("/")[0])
    )
    at = up_there(battle, figure, room)
    if at is None:
        raise LookupError(f"there is no free place on {room}")
    return [RoofClimbed(figure.id, room, (*at, figure.facing))]


def climbers(battle: Battle, side: str) -> Iterator[tuple[Figure, str]]:
    """The figures of a side that may climb now, with the room of the roof."""
    for figure in visible_figures(battle, side) if rooms.buildings(battle) else ():
        for room in rooms_touched(battle, figure):
            if not climb_refusals(battle, orders.ClimbRoof(figure.id, room), side):
                yield figure, room


def owing_climbers(battle: Battle) -> tuple[str, ...]:
    """The sides that have a figure to put on a roof."""
    return tuple(side for side in SIDES if next(climbers(battle, side), None) is not None)


def whole_move(battle: Battle, figure: Figure, side: str) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from an action that takes its whole move."""
    if figure.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    spent = None
    if set(figure.did) - {TURNED, ARRIVED}:
        spent = no(
            "HOA-SEQ-02",
            "{who} has already moved.",
            "{who} ya ha movido.",
            who=called(battle, figure),
        )
    return found_in(
        in_hand(battle, owner_of(battle, figure), side),
        spent,
        held_in_contact(battle, figure, opponents(battle, figure)),
    )


def on_no_roof(battle: Battle, figure: Figure, side: str, rule: str) -> tuple[Refusal, ...]:
    """Refusals of a figure that is to leave a roof and stands on none, under the given rule id."""
    if figure.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    return found_in(
        no(
            rule,
            "{who} is on no roof.",
            "{who} no está en ningún techo.",
            who=called(battle, figure),
        ),
        whole_move(battle, figure, side),
    )


def break_refusals(battle: Battle, order: orders.BreakRoof, side: str) -> tuple[Refusal, ...]:
    """HOA-FRT-30: As its whole move a figure on the roof may try once a turn to break it, on 5 or
    6. It then drops next to an enemy in the room below and fights it this turn without deduction.
    Others may use the hole with a whole move. A figure that fails does not shoot this turn.
    """
    figure = figure_of(battle, order.figure, side)
    work = lines.building_of(battle, figure.roof)
    if work is None:
        return on_no_roof(battle, figure, side, "HOA-FRT-30")
    found = list(whole_move(battle, figure, side))
    if ROOFED in figure.did:
        found.append(
            no(
                "HOA-FRT-30",
                "{who} has tried this turn.",
                "{who} ya lo ha intentado este turno.",
                who=called(battle, figure),
            )
        )
    found += ways_into_rooms.no_room(battle, figure, work, figure.roof)
    prey = figure_of(battle, order.against, side) if order.against else None
    return found_in(
        found,
        cannot_drop(battle, figure, work, prey, side),
        new_opponent(battle, figure, opponents(battle, figure), (prey,))
        if prey is not None
        else None,
    )


def cannot_drop(
    battle: Battle, figure: Figure, work: Work, prey: Figure | None, side: str
) -> Refusal | None:
    """Refusal if the enemy named, or a free place, is not in the room below the figure."""
    if prey is not None and (prey.side == side or prey.room != figure.roof):
        return no(
            "HOA-FRT-30",
            "{enemy} is not in the room below.",
            "{enemy} no está en la habitación de abajo.",
            enemy=called(battle, prey),
        )
    if below(battle, figure, work, prey) is None:
        return no(
            "HOA-FRT-30",
            "There is no place for {who} down there.",
            "Abajo no hay sitio para {who}.",
            who=called(battle, figure),
        )
    return None


def below(battle: Battle, figure: Figure, work: Work, prey: Figure | None) -> Point | None:
    """Place of a figure that drops through the roof: in contact with its enemy or directly
    below.
    """
    outline = rooms.rooms(work)[figure.roof.partition("/")[2]]
    at = figure.position
    spots: Iterable[Point] = points_around(pulled_in(outline, at, radius(figure)))
    if prey is not None:
        spots = sorted(
            touching_spots(radius(figure), base(prey)), key=lambda spot: inches_to(spot, at)
        )
    return free_place(battle, replace(figure, room=figure.roof, roof=""), outline, spots)


def break_roof(battle: Battle, order: orders.BreakRoof, side: str, dice: Dice) -> list[Event]:
    """Events of a figure that tries to break the roof, or drops through a hole in it."""
    refuse_if(break_refusals(battle, order, side))
    figure = battle.figures[order.figure]
    work = named_work(battle, figure.roof)
    prey = battle.figures.get(order.against)
    happened = taken_up(battle, owner_of(battle, figure), dice)
    die = None
    if figure.roof.partition("/")[2] not in work.roof_holes:
        die = dice.roll(6, "roof", figure.id)
        if die < OPENS_ON:
            return [*happened, RoofBroken(figure.id, figure.roof, die, None)]
    spot = below(battle, figure, work, prey)
    if spot is None:
        raise LookupError(f"there is no free place under {figure.roof}")
    facing = figure.facing if prey is None else round(angle_to(spot, prey.position), 3) % 360
    charges = (
        charges_of(battle, replace(figure, room=figure.roof, roof=""), spot)
        if is_fighter(figure)
        else ()
    )
    return [*happened, RoofBroken(figure.id, figure.roof, die, (*spot, facing), charges)]


def fireable(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """HOA-FRT-32: A figure on the roof or touching the building may try to set fire to it, as to a
    village. The fire starts in the room below it or the room that it touches; at a corner its
    player chooses.
    """
    if figure.roof:
        return (figure.roof,)
    if figure.room:
        return (figure.room,)
    return rooms_touched(battle, figure)


def fire_from(battle: Battle, figure: Figure, room: str) -> Point:
    """The place where a fire in a room starts: the point of the room nearest to the figure."""
    work = named_work(battle, room)
    outline: Sequence[Point] = rooms.rooms(work)[room.partition("/")[2]]
    return pulled_in(tuple(outline), figure.position, 0.0)
