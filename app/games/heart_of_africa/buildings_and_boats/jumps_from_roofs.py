"""HOA-FRT, page 14: Jumping down from a roof."""

from __future__ import annotations

import math

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.board import every_base, on_top_of
from app.games.heart_of_africa.buildings_and_boats import rooms, ways_into_rooms
from app.games.heart_of_africa.buildings_and_boats.embarkation import what_lies_there
from app.games.heart_of_africa.buildings_and_boats.roofs import fits, on_no_roof, whole_move
from app.games.heart_of_africa.events import FigureMoved
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    figure_of,
    is_fighter,
    opponents,
    radius,
)
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement.contact import charges_of, new_opponent
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import owner_of, taken_up
from app.games.heart_of_africa.pieces import (
    CHARGED,
    MOVED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.impassable import burning_at, ground_refusals, in_flames
from app.games.heart_of_africa.sight.lines import COURTYARD
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    GRACE,
    Point,
    angle_to,
    distance_to_path,
    inches_to,
    is_within,
    nearest_on_path,
    on_grid,
)

FOOT_OF_THE_WALL = 1.0
"""Distance from the outer wall within which a figure that climbs down outside lands (inches)."""


def jump_refusals(battle: Battle, order: orders.JumpDown, side: str) -> tuple[Refusal, ...]:
    """HOA-FRT-29: A figure on the roof may jump down to any place of the courtyard, in a later turn
    than that of the climb. It takes the whole move. Contact with an enemy there is close combat
    without deduction. Climbing down outside costs the same.
    """
    figure = figure_of(battle, order.figure, side)
    work = lines.building_of(battle, figure.roof)
    if work is None:
        return on_no_roof(battle, figure, side, "HOA-FRT-29")
    spot = on_grid(order.to)
    down = replace(figure, at=spot, roof="")
    return found_in(
        whole_move(battle, figure, side),
        nowhere_to_land(figure, work, spot),
        in_the_way(battle, down, spot),
        ways_into_rooms.no_room(battle, figure, work, "") if rooms.room_at(work, spot) else (),
        outside_ground(battle, down, work, spot),
        wrong_prey(battle, figure, down, order.attack),
    )


def nowhere_to_land(figure: Figure, work: Work, spot: Point) -> Refusal | None:
    """Refusal of a place that is neither in the courtyard nor at the foot of the outer wall below
    the figure.
    """
    if fits(rooms.rooms(work)[COURTYARD], spot, radius(figure)):
        return None
    outer = [wall for wall in lines.walls_of(work) if not wall.beyond]
    below = [wall for wall in outer if wall.room == figure.roof.partition("/")[2]]
    off = min(distance_to_path(spot, (wall.a, wall.b)) for wall in below) - radius(figure)
    clear = (
        min(distance_to_path(spot, (wall.a, wall.b)) for wall in outer) >= radius(figure) - GRACE
    )
    if not rooms.room_at(work, spot) and clear and is_within(off, FOOT_OF_THE_WALL):
        return None
    return no(
        "HOA-FRT-29",
        "A figure jumps into the courtyard, or down to within {reach} in of the outer "
        "wall of that room.",
        "Se salta al patio, o fuera, a no más de {reach} pulgada del muro exterior de esa "
        "habitación.",
        reach=1,
    )


def in_the_way(battle: Battle, down: Figure, spot: Point) -> Refusal | None:
    """Refusal of a landing on another base."""
    other = on_top_of(every_base(battle), down, spot, {})
    if other is None:
        return None
    return no(
        "HOA-MOV-05",
        "{who} would land on the base of {other}.",
        "{who} caería encima de la base de {other}.",
        who=called(battle, down),
        other=called(battle, other),
    )


def outside_ground(battle: Battle, down: Figure, work: Work, spot: Point) -> tuple[Refusal, ...]:
    """Refusals of a landing outside by the ground."""
    if rooms.room_at(work, spot):
        return ()
    if not (0 <= spot[0] <= battle.land.width and 0 <= spot[1] <= battle.land.depth):
        return (
            no(
                "HOA-MOV-06",
                "{who} may not leave the table.",
                "{who} no puede salir de la mesa.",
                who=called(battle, down),
            ),
        )
    if burning_at(battle, spot) is not None:
        return (in_flames(),)
    foot = min(
        (nearest_on_path(spot, wall) for wall in rooms.walls(work)),
        key=lambda near: inches_to(near, spot),
    )
    return ground_refusals(battle, down, (foot, spot))


def wrong_prey(battle: Battle, figure: Figure, down: Figure, attack: str) -> tuple[Refusal, ...]:
    """Everything that speaks against the enemies that a figure would touch below."""
    met = opponents(battle, down)
    refusals = [new_opponent(battle, figure, opponents(battle, figure), met)]
    if attack and attack not in {enemy.id for enemy in met}:
        victim = figure_of(battle, attack, figure.side)
        refusals.append(
            no(
                "HOA-MEL-01",
                "{who} would not touch {enemy} there.",
                "{who} no tocaría a {enemy} ahí.",
                who=called(battle, figure),
                enemy=called(battle, victim),
            )
        )
    return found_in(refusals)


def jump_down(battle: Battle, order: orders.JumpDown, side: str, dice: Dice) -> list[Event]:
    """Events of a figure that comes down from the roof."""
    refuse_if(jump_refusals(battle, order, side))
    figure = battle.figures[order.figure]
    spot = on_grid(order.to[:2])
    happened = taken_up(battle, owner_of(battle, figure), dice)
    charges = (
        charges_of(battle, replace(figure, room="", roof=""), spot) if is_fighter(figure) else ()
    )
    facing = (
        towards(battle, spot, charges[0].victim if charges else "")
        if charges or len(order.to) < 3
        else order.to[2]
    )
    if facing is None:
        facing = angle_to(figure.position, spot) if figure.at != spot else figure.facing
    happened.append(
        FigureMoved(
            figure.id,
            (figure.position, spot),
            round(facing, 3) % 360,
            (MOVED, CHARGED) if charges else (MOVED,),
            round(math.dist(figure.position, spot), 3),
            charges=charges,
            room="",
            roof="",
        )
    )
    return happened + what_lies_there(fold(battle, happened), figure.id, dice)


def towards(battle: Battle, spot: Point, enemy: str) -> float | None:
    """The direction of an enemy."""
    return round(angle_to(spot, battle.figures[enemy].position), 3) % 360 if enemy else None
