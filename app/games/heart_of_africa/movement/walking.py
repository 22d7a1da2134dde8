"""HOA-MOV: The way of one figure: obstacles, rate, length, and enemies met at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.games.heart_of_africa.board import Board, Spot, board, same_floor, without_repeats
from app.games.heart_of_africa.buildings_and_boats import rooms, ways_into_rooms
from app.games.heart_of_africa.figures import (
    bases_touch,
    figure_of,
    is_attendant,
    is_vessel,
    profile,
    radius,
)
from app.games.heart_of_africa.movement.allowances import (
    allowance,
    guns_keep_out,
    never_moves,
    stops_short,
    too_far,
)
from app.games.heart_of_africa.movement.barred_ways import (
    bases_in_the_way,
    leaves_here,
    off_the_table,
    on_the_table,
    only_out_of_the_fire,
    past,
    works_in_the_way,
)
from app.games.heart_of_africa.movement.contact import (
    SNAP,
    attackable,
    enemies_touched,
    held_in_contact,
    holds_in_melee,
    new_opponent,
    newly_touched,
    opponents_now,
)
from app.games.heart_of_africa.movement.evasion import evasion
from app.games.heart_of_africa.movement.slow_going import (
    DIFFICULT,
    OPEN,
    Slow,
    slowing,
    way_against_enemy,
)
from app.games.heart_of_africa.pieces import (
    ARRIVED,
    BROKE_OFF,
    COLUMN,
    EVADED,
    REMOUNTED,
    SWAPPED,
    TRAPPED,
    TURNED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.table_edges import EDGE_NAMES
from app.games.heart_of_africa.sight import impassable
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    inches_to,
    path_length,
)

BESIDE = 0.05
"""A path may begin this far from its figure (inches), because it is drawn by hand."""
LONGEST = 64
"""The most points of a path."""


class Step(msgspec.Struct, frozen=True):
    """A figure's planned move. `way` is its path if nothing hidden stops it. `touches` are the
    enemies it then fights. `room` is its room afterwards, if that changes.
    """

    figure: Figure
    way: Path
    length: float = 0.0
    rate: str = OPEN
    touches: tuple[Figure, ...] = ()
    leaves: bool = False
    mark: str = ""
    room: str | None = None
    refusals: tuple[Refusal, ...] = ()


def cannot_stir(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything that keeps a figure in its place for any way."""
    if is_vessel(figure):
        return (no("HOA-STR-10", "A vessel needs a sail order.", "Una nave mueve navegando."),)
    if figure.aboard:
        return (
            no(
                "HOA-STR-12",
                "{who} is aboard; going ashore takes a turn of its own.",
                "{who} está a bordo; desembarcar ocupa un turno.",
                who=called(battle, figure),
            ),
        )
    if figure.roof:
        return (
            no(
                "HOA-FRT-29",
                "{who} is on a roof and can jump down, break the roof or stay.",
                "{who} está en un techo: puede saltar, romperlo o quedarse.",
                who=called(battle, figure),
            ),
        )
    return already_moved(battle, figure)


def already_moved(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything that a figure has done this turn and that ends its move."""
    if TRAPPED in figure.did:
        return (
            no(
                "HOA-STR-03",
                "{who} was stopped by a trap for the rest of the turn.",
                "Una trampa detuvo {who:al} para el resto del turno.",
                who=called(battle, figure),
            ),
        )
    if REMOUNTED in figure.did:
        return (
            no(
                "HOA-TRP-23",
                "{who} has mounted or dismounted, which ends the move.",
                "{who} ya ha montado o desmontado, y con eso acaba su movimiento.",
                who=called(battle, figure),
            ),
        )
    hand = battle.hand
    if hand is not None and (
        SWAPPED in figure.did or (figure.id in hand.done and set(figure.did) - {TURNED, ARRIVED})
    ):
        return (
            no(
                "HOA-SEQ-02",
                "{who} has already moved.",
                "{who} ya ha movido.",
                who=called(battle, figure),
            ),
        )
    return found_in(never_moves(battle, figure))


def begins(battle: Battle, figure: Figure, path: Path) -> Refusal | None:
    """Refusal of a path with a wrong start: it begins at the figure, or for the marching column at
    a point of its edge.
    """
    if not 1 <= len(path) <= LONGEST:
        return no(
            "HOA-MOV-01",
            "A path has up to {n} points.",
            "Un camino tiene hasta {n} puntos.",
            n=LONGEST,
        )
    if figure.at is not None:
        if inches_to(path[0], figure.at) <= BESIDE:
            return None
        return no(
            "HOA-MOV-01",
            "The path of {who} does not begin at its place.",
            "El camino de {who} no empieza donde está.",
            who=called(battle, figure),
        )
    if (
        figure.where == COLUMN
        or (figure.unit and battle.units[figure.unit].where == COLUMN)
        or (figure.side == battle.attacker and battle.deployment.march)
    ):
        edge = battle.edges[figure.side]
        if past(battle, path[0], edge) and on_the_table(battle, path[0]):
            return None
        return no(
            "HOA-SCN-11",
            "The column comes in over the {edge} edge.",
            "La columna entra por el lado {edge}.",
            edge=EDGE_NAMES[edge],
        )
    return no(
        "HOA-SEQ-02",
        "{who} is not on the table.",
        "{who} no está en la mesa.",
        who=called(battle, figure),
    )


def plan(
    battle: Battle,
    figure: Figure,
    path: Sequence[Point],
    attack: str = "",
    taken: Mapping[str, Point | None] | None = None,
    grid: Board | None = None,
) -> Step:
    """A figure's move as ordered, with everything that speaks against it. `taken` are the places
    where others of the same order will stand.
    """
    grid = grid if grid is not None else board(battle, figure.side)
    grid = rearranged(battle, grid, taken) if taken else grid
    way = without_repeats(path)
    stuck = found_in(cannot_stir(battle, figure), begins(battle, figure, way))
    opponents = opponents_now(figure, grid)
    if stuck or (kept := held_in_contact(battle, figure, opponents)):
        return Step(figure, way or ((0.0, 0.0),), refusals=stuck or kept)
    if figure.at is not None:
        way = (figure.at, *way[1:])
    victim, refused = named_victim(battle, figure, attack)
    if victim is not None:
        way = onto(battle, figure, way, victim)
    in_the_gap = victim is not None and touches_through_breach(battle, figure, victim)
    if path_length(way) <= 0.001 and figure.at is not None and not in_the_gap:
        return Step(figure, way, refusals=found_in(refused))
    course = course_of(battle, figure, way, victim, opponents, grid)
    figure = course.figure
    return Step(
        figure,
        way,
        course.length,
        DIFFICULT if course.slow else OPEN,
        tuple(enemy for enemy in course.touched if holds_in_melee(figure, enemy)),
        course.leaves,
        EVADED if newly_touched(figure, opponents) else BROKE_OFF if opponents else "",
        course.room,
        found_in(refused, course_refusals(battle, course, grid)),
    )


class Course(msgspec.Struct, frozen=True):
    """A way with the facts on which its refusals depend. `figure` is in the room where it ends;
    `room` is that room if the figure changes it. `walls` are those that bar the way.
    """

    figure: Figure
    way: Path
    length: float
    victim: Figure | None
    opponents: Sequence[Figure]
    touched: tuple[Figure, ...]
    slow: Slow | None
    leaves: bool
    room: str | None
    walls: tuple[Refusal, ...]


def course_of(
    battle: Battle,
    figure: Figure,
    way: Path,
    victim: Figure | None,
    opponents: Sequence[Figure],
    grid: Board,
) -> Course:
    leaves = leaves_here(battle, figure, way)
    walls = found_in(ways_into_rooms.bars(battle, figure, way, rooms.crossed(battle, way)))
    entered = rooms.room_after(battle, way, victim)
    room = None if entered == figure.room else entered
    if room is not None:
        figure = msgspec.structs.replace(figure, room=room)
    touched = enemies_touched(figure, way[-1], grid)
    slow = slowing(battle, figure, way, touched)
    return Course(
        figure, way, path_length(way), victim, opponents, touched, slow, leaves, room, walls
    )


def course_refusals(battle: Battle, course: Course, grid: Board) -> tuple[Refusal, ...]:
    """Everything on the way and at its end that speaks against it."""
    figure, way, victim, slow = course.figure, course.way, course.victim, course.slow
    whole = allowance(battle, figure)[0 if slow is None else 1]
    inside = tuple(
        (min(max(x, 0.0), battle.land.width), min(max(y, 0.0), battle.land.depth)) for x, y in way
    )
    return found_in(
        off_the_table(battle, figure, way),
        impassable.ground_refusals(battle, figure, inside),
        only_out_of_the_fire(battle, figure, way),
        works_in_the_way(battle, figure, inside),
        course.walls,
        ways_into_rooms.rider_in_the_gap(battle, figure, way[-1], victim),
        through_a_wall(battle, figure, victim, way),
        new_opponent(battle, figure, course.opponents, course.touched),
        () if course.leaves else bases_in_the_way(battle, figure, way, victim, grid),
        evasion(battle, figure, course.opponents, way, whole, grid),
        guns_keep_out(battle, figure, slow),
        no(
            "HOA-VIS-10",
            "{who} cannot move in the dark.",
            "{who} no puede moverse de noche.",
            who=called(battle, figure),
        )
        if slow is not None and slow.rule == "HOA-VIS-10" and profile(figure).difficult is None
        else None,
        too_far(battle, figure, course.length, slow),
        None
        if victim in course.touched
        else stops_short(battle, figure, way, course.length, victim),
    )


def onto(battle: Battle, figure: Figure, way: Path, victim: Figure) -> Path:
    """The way as it ends against the enemy attacked. A figure that touches it through a breach
    attacks with a move of no length, if its way is straight and ends there.
    """
    if figure.at is None or victim.at is None:
        return way_against_enemy(figure, way, victim)[0]
    ends_there = inches_to(way[-1], victim.at) <= radius(figure) + radius(victim) + SNAP
    if len(way) <= 2 and ends_there and touches_through_breach(battle, figure, victim):
        return (figure.at, figure.at)
    return way_against_enemy(figure, way if len(way) > 1 else (figure.at, figure.at), victim)[0]


def touches_through_breach(battle: Battle, figure: Figure, victim: Figure) -> bool:
    """True if two bases on different floors touch through a breach."""
    if figure.at is None or same_floor(figure, victim) or not bases_touch(figure, victim):
        return False
    return rooms.across_a_breach(battle, figure.at, victim.at)


def rearranged(battle: Battle, grid: Board, ends: Mapping[str, Point | None]) -> Board:
    """The bases as they will stand after the moves of others of the order (None: they leave the
    table).
    """
    friends = [spot for spot in grid.friends if spot.figure.id not in ends]
    friends += [
        Spot(battle.figures[key], at, radius(battle.figures[key]))
        for key, at in ends.items()
        if at is not None and not is_attendant(battle.figures[key])
    ]
    return Board(grid.foes, tuple(friends))


def named_victim(
    battle: Battle, figure: Figure, attack: str
) -> tuple[Figure | None, Refusal | None]:
    """The enemy that a figure is sent against, and the reason that forbids the attack."""
    if not attack:
        return None, None
    victim = figure_of(battle, attack, figure.side)
    refused = attackable(battle, figure, victim)
    return (None if refused is not None or victim.at is None else victim), refused


def through_a_wall(
    battle: Battle, figure: Figure, victim: Figure | None, way: Path
) -> Refusal | None:
    """Refusal of an attack through the wall or the roof of a building."""
    if (
        victim is None
        or same_floor(figure, victim)
        or inches_to(way[-1], victim.position) > radius(figure) + radius(victim) + CONTACT
    ):
        return None
    return no(
        "HOA-FRT-23",
        "An intact wall is between {who} and {enemy}.",
        "Hay un muro intacto entre {who} y {enemy}.",
        who=called(battle, figure),
        enemy=called(battle, victim),
    )


def figure_refusals(
    battle: Battle,
    figure: Figure,
    path: Sequence[Point],
    attack: str = "",
    taken: Mapping[str, Point | None] | None = None,
    grid: Board | None = None,
) -> tuple[Refusal, ...]:
    """Everything that speaks against one figure's path, with others of its order placed as in
    `taken`.
    """
    return plan(battle, figure, path, attack, taken, grid).refusals
