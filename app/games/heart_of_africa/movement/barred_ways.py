"""HOA-MOV: Table edge, bases, works and fire in the way of a path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from app.games.heart_of_africa.board import Board, on_top_of, same_floor, spots_near
from app.games.heart_of_africa.figures import (
    is_attendant,
    radius,
)
from app.games.heart_of_africa.land import FIXED_WORKS
from app.games.heart_of_africa.movement.evasion import passes_over
from app.games.heart_of_africa.pieces import (
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import impassable
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORK_NAMES
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    CONTACT,
    GRACE,
    Path,
    Point,
    closed_path,
    distance_to_path,
    first_crossing,
    inches_to,
    path_length,
    place_along,
)

FOOTFALL = 0.1
"""Interval along a way at which contact with works is checked (inches)."""
FAR_EDGE = {"west": "east", "east": "west", "south": "north", "north": "south"}


def off_the_table(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """HOA-MOV-06: Base centres do not pass the edge of the table. Figures leave only where the
    scenario says so.
    """
    if all(on_the_table(battle, point) for point in way) or leaves_here(battle, figure, way):
        return None
    return no(
        "HOA-MOV-06",
        "{who} may not leave the table.",
        "{who} no puede salir de la mesa.",
        who=called(battle, figure),
    )


def on_the_table(battle: Battle, point: Point) -> bool:
    return (
        -0.001 <= point[0] <= battle.land.width + 0.001
        and -0.001 <= point[1] <= battle.land.depth + 0.001
    )


def leaves_here(battle: Battle, figure: Figure, way: Path) -> bool:
    """True if a way ends at the edge over which the scenario lets the figure leave: the marching
    column's far side.
    """
    if battle.scenario != "ambush" or figure.side != battle.attacker or is_attendant(figure):
        return False
    return past(battle, way[-1], FAR_EDGE[battle.edges[figure.side]]) and all(
        on_the_table(battle, point) for point in way[:-1]
    )


def past(battle: Battle, point: Point, edge: str) -> bool:
    """True if a point lies at an edge of the table or beyond it."""
    x, y = point
    return {
        "west": x <= GRACE,
        "east": x >= battle.land.width - GRACE,
        "south": y <= GRACE,
        "north": y >= battle.land.depth - GRACE,
    }[edge]


def bases_in_the_way(
    battle: Battle, figure: Figure, way: Path, victim: Figure | None, grid: Board
) -> tuple[Refusal, ...]:
    """HOA-MOV-05: No figure moves over the base of an enemy or past it within 0.05 in, except the
    enemy it attacks. Friends may be passed through. At the end of a move bases never overlap.
    """
    found = []
    width = radius(figure)
    for spot in spots_near(grid.foes, way, width + CONTACT):
        enemy = spot.figure
        if not same_floor(figure, enemy) or not passes_over(figure, way, spot):
            continue
        ends = inches_to(way[-1], spot.at) - width - spot.radius
        only_at_the_end = (
            ends <= CONTACT and distance_to_path(spot.at, way) >= width + spot.radius - CONTACT
        )
        if not (victim is not None and only_at_the_end):
            found.append(
                no(
                    "HOA-MOV-05",
                    "{who} would touch the base of {enemy}: name {enemy} as the enemy to attack, "
                    "or keep clear.",
                    "{who} tocaría la base de {enemy}: nombra a {enemy} como enemigo que atacar o "
                    "pasa sin tocar su base.",
                    who=called(battle, figure),
                    enemy=called(battle, enemy),
                )
            )
    friend = on_top_of(spots_near(grid.friends, (way[-1],), width), figure, way[-1], {})
    if friend is not None:
        found.append(
            no(
                "HOA-MOV-05",
                "{who} would end on the base of {friend}.",
                "{who} acabaría encima de la base de {friend}.",
                who=called(battle, figure),
                friend=called(battle, friend),
            )
        )
    return tuple(found)


def works_in_the_way(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """HOA-FRT-04: No figure walks over a work: a move that reaches it ends there. Only figures on
    foot climb it, which takes the whole of a later turn.
    """
    width = radius(figure)
    for work in battle.land.works:
        if work.kind not in FIXED_WORKS or not may_meet(work.line, way, width):
            continue
        rule = "HOA-TER-20" if work.kind == "fence" else "HOA-FRT-04"
        name = WORK_NAMES[work.kind]
        if first_crossing(way, work.line) is not None:
            return no(
                rule,
                "{who} cannot walk over it ({work}): reaching it ends the move, climbing takes "
                "the next one.",
                "{who} no puede pasar por encima ({work}): al llegar se detiene y trepar ocupa "
                "otro turno.",
                who=called(battle, figure),
                work=name,
            )
        if (
            distance_to_path(way[-1], work.line)
            < width - CONTACT
            <= distance_to_path(way[0], work.line)
        ):
            return no(
                rule,
                "{who} would stand on it ({work}).",
                "{who} quedaría encima ({work}).",
                who=called(battle, figure),
                work=name,
            )
        if goes_on_after_touching(work.line, way, width):
            return no(
                rule,
                "{who} touches it on the way ({work}) and has to stop there.",
                "{who} toca por el camino ({work}) y debe parar ahí.",
                who=called(battle, figure),
                work=name,
            )
    return None


def only_out_of_the_fire(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """Refusal of a figure in burning ground whose way does not lead towards the edge of the
    fire.
    """
    fire = impassable.burning_at(battle, way[0]) if battle.fires else None
    if fire is None or impassable.burning_at(battle, way[-1]) is None:
        return None
    rim = closed_path(fire.burning)
    if distance_to_path(way[-1], rim) < distance_to_path(way[0], rim) - GRACE:
        return None
    return no(
        "HOA-FIR-06",
        "{who} may only move towards the edge of the fire.",
        "{who} solo puede ir hacia fuera del fuego.",
        who=called(battle, figure),
    )


def may_meet(line: Sequence[Point], way: Path, width: float) -> bool:
    """True if a line and a way lie near each other at all."""
    reach = width + CONTACT
    return (
        min(x for x, _ in line) <= max(x for x, _ in way) + reach
        and min(x for x, _ in way) <= max(x for x, _ in line) + reach
        and min(y for _, y in line) <= max(y for _, y in way) + reach
        and min(y for _, y in way) <= max(y for _, y in line) + reach
    )


def goes_on_after_touching(line: Path, way: Path, width: float) -> bool:
    """True if a way touches the face of a line, not merely its end, and goes on."""
    whole = path_length(way)
    if distance_to_path(way[0], line) <= width + CONTACT:
        return False
    steps = max(2, round(whole / FOOTFALL))
    for n in footfalls_near(line, way, steps, width):
        at = place_along(way, whole * n / steps)
        if distance_to_path(at, line) <= width - GRACE:
            return (
                min(inches_to(at, line[0]), inches_to(at, line[-1])) > width
                and whole * (1 - n / steps) > 0.15
            )
    return False


def footfalls_near(line: Path, way: Path, steps: int, reach: float) -> Iterator[int]:
    """Indices of the equal steps along a way that come within reach of a line, without the ends of
    the way.
    """
    corners, ends = np.array(way, dtype=float), np.array(line, dtype=float)
    gone = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))))
    along = gone[-1] * np.arange(1, steps) / steps
    feet = np.stack(
        (np.interp(along, gone, corners[:, 0]), np.interp(along, gone, corners[:, 1])), axis=1
    )
    close = np.zeros(len(feet), dtype=bool)
    for a, b in pairwise(ends):
        leg = b - a
        share = np.clip((feet - a) @ leg / max(float(leg @ leg), GRACE * GRACE), 0.0, 1.0)
        close |= np.hypot(*(feet - a - share[:, None] * leg).T) <= reach
    return (int(n) + 1 for n in np.nonzero(close)[0])
