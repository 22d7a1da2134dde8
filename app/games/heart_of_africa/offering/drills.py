"""Offers of drills: displace, form, wheel, charge, or move figure by figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_attendant,
    is_fighter,
    is_vessel,
    radius,
)
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.movement.contact import SNAP
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.field import on_table
from app.games.heart_of_africa.offering.refusals import manoeuvre
from app.games.heart_of_africa.offering.words import WHERE, choices, spot
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import COMPASS
from app.games.heart_of_africa.state import FIRST_STEPS, Battle
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.say import say
from app.kernel.space.plane import (
    Point,
    angle_between,
    compass,
    mean_of,
    on_grid,
    point_at,
)

DRILLS = {
    "line": say("Form a line", "Formar en línea"),
    "column": say("Form a column", "Formar en columna"),
    "loose": say("Form loose order", "Formar en orden abierto"),
    "close_up": say("Close up", "Cerrar filas"),
}
MOST_TRIED = 3
"""Charges that are tried for a lawful default."""
ROUGH = 1e-6
"""More than the error of a distance in numbers (inches)."""
WHICH_WAY = say(
    "Facing, degrees: 0 is north, 90 east", "Orientación en grados: 0 es norte, 90 este"
)


def here(walkers: Sequence[Figure]) -> Point | None:
    """The middle of the unit in hand, on the table."""
    spots = [figure.at for figure in walkers if figure.at is not None and not is_attendant(figure)]
    return mean_of(spots) if spots else None


def pace(battle: Battle, walkers: Sequence[Figure]) -> float:
    """The longest allowance of any figure in hand, in inches."""
    return max(
        (
            inches
            for figure in walkers
            for inches in moves.allowance(battle, figure)
            if inches is not None
        ),
        default=0.0,
    )


def drills(battle: Battle, who: str, walkers: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of drills: displace, form, wheel, send against an enemy, or move each figure."""
    centre, far = here(walkers), pace(battle, walkers)
    facing = next((figure.facing for figure in walkers if figure.at is not None), 0.0)
    if far > 0:
        yield from march_and_charge(battle, who, walkers, centre, far)
    if len([figure for figure in walkers if not is_attendant(figure)]) > 1 and centre is not None:
        yield from forming_and_wheeling(who, walkers, centre, facing)
    if centre is not None:
        yield Offer(
            orders.Manoeuvre(who, "displace", angle=round(facing, 1)),
            say("Turn", "Girar"),
            piece=who,
            asks=(
                Field.direction(
                    "angle", WHICH_WAY, least=0, most=359, usual=f"{compass(round(facing)):g}"
                ),
            ),
        )
    yield from figure_by_figure(battle, who, walkers, far)


def figure_by_figure(
    battle: Battle, who: str, walkers: Sequence[Figure], far: float
) -> Iterator[Offer]:
    """The offer of a way for each figure."""
    men = [figure.id for figure in walkers]
    near = foes_of(battle, walkers, far)
    asks = [
        field.ways("paths", say("Way", "Camino"), choices(battle, men)),
        Field.directions(
            "facing",
            say("Facing, 0° is north", "Orientación, 0° es el norte"),
            choices(battle, men),
        ),
    ]
    if near:
        prey = choices(battle, (foe.id for foe in near))
        asks.append(
            Field.each(
                "attack",
                say("Attacks", "Ataca a"),
                tuple(msgspec.structs.replace(man, of=prey) for man in choices(battle, men)),
            )
        )
    yield Offer(
        orders.Move(who),
        say("Move figure by figure", "Mover figura a figura"),
        piece=who,
        asks=tuple(asks),
    )


def forming_and_wheeling(
    who: str, walkers: Sequence[Figure], centre: Point, facing: float
) -> Iterator[Offer]:
    """Offers of forming up where the unit stands, and of wheeling."""
    for drill, label in DRILLS.items():
        yield Offer(
            orders.Manoeuvre(who, drill, to=centre, angle=round(facing, 1)),
            label,
            piece=who,
            asks=(
                field.point(
                    "to", WHERE, (spot(centre, say("here", "aquí")),), start=spelled_point(centre)
                ),
            ),
        )
    ends = flanks(walkers, facing)
    yield Offer(
        orders.Manoeuvre(who, "wheel", to=ends[0], angle=45.0),
        say("Wheel", "Hacer una conversión"),
        piece=who,
        asks=(
            field.point("to", say("Pivot", "Pivote"), tuple(map(spot, ends))),
            Field.number("angle", say("By how many degrees", "Cuántos grados"), least=-90, most=90),
        ),
    )


def march_and_charge(
    battle: Battle, who: str, walkers: Sequence[Figure], centre: Point | None, far: float
) -> Iterator[Offer]:
    """Offers of marching in any direction, and of charging an enemy within reach."""
    start = centre or entrance(battle, who)
    reach = tuple(
        spot(on_table(battle, point_at(start, angle, far)), way) for angle, way in COMPASS
    )
    yield Offer(
        usual_march(battle, who, walkers, start, far),
        say("March", "Marchar"),
        piece=who,
        asks=(field.point("to", WHERE, reach, start=spelled_point(start)),),
    )
    foes = within_reach(battle, walkers, far)
    if foes:
        charge = usual_charge(battle, who, walkers[0].side, foes)
        foes = (charge.target, *(foe for foe in foes if foe != charge.target))
        yield Offer(
            charge,
            say("Charge", "Cargar"),
            piece=who,
            asks=(Field.choice("target", say("Target", "Objetivo"), choices(battle, foes)),),
        )


def usual_march(
    battle: Battle, who: str, walkers: Sequence[Figure], start: Point, far: float
) -> orders.Manoeuvre:
    """The default march of a form: none; in the guided battle the first lawful one."""
    stay = orders.Manoeuvre(who, "displace", to=start)
    if battle.conditions.lesson != FIRST_STEPS:
        return stay
    ahead = next((figure.facing for figure in walkers if figure.at is not None), 0.0)
    ways = sorted((angle for angle, _ in COMPASS), key=lambda angle: angle_between(angle, ahead))
    marches = (
        orders.Manoeuvre(who, "displace", to=on_grid(on_table(battle, point_at(start, angle, far))))
        for angle in ways
    )
    return next((march for march in marches if not manoeuvre(battle, march, walkers[0].side)), stay)


def usual_charge(battle: Battle, who: str, side: str, foes: Sequence[str]) -> orders.Manoeuvre:
    """The default charge of a form: at the nearest enemy that can be charged lawfully."""
    charges = [orders.Manoeuvre(who, "charge", target=foe) for foe in foes]
    tried = charges if battle.conditions.lesson == FIRST_STEPS else charges[:MOST_TRIED]
    return next((charge for charge in tried if not manoeuvre(battle, charge, side)), charges[0])


def entrance(battle: Battle, who: str) -> Point:
    """The middle of the edge over which the marching column enters."""
    side = battle.units[who].side if who in battle.units else battle.figures[who].side
    land = battle.land
    return {
        "west": (0.0, land.depth / 2),
        "east": (land.width, land.depth / 2),
        "south": (land.width / 2, 0.0),
        "north": (land.width / 2, land.depth),
    }[battle.edges[side]]


def foes_of(battle: Battle, walkers: Sequence[Figure], far: float) -> list[Figure]:
    """The enemies that figures in hand might reach, the nearest first."""
    mine = [figure for figure in walkers if figure.at is not None and is_fighter(figure)]
    if not mine:
        return []
    foes = [
        enemy
        for enemy in enemies(battle, mine[0].side)
        if not (is_vessel(enemy) or enemy.aboard or is_attendant(enemy))
    ]
    near = gaps_within(mine, foes, max(far, SNAP))
    return [enemy for _, enemy in sorted(near, key=lambda pair: pair[0])]


def gaps_within(
    mine: Sequence[Figure], foes: Sequence[Figure], limit: float
) -> list[tuple[float, Figure]]:
    """The enemies within `limit` inches of the nearest figure, with that distance. It is measured
    exactly only between figures that numbers leave as the nearest.
    """
    if not foes:
        return []
    middles = np.array([figure.position for figure in foes])
    wide = np.array([radius(figure) for figure in foes])
    rough = np.array(
        [np.hypot(*(middles - figure.position).T) - wide - radius(figure) for figure in mine]
    )
    least = np.maximum(rough.min(axis=0), 0.0)
    found = []
    for number in np.nonzero(least <= limit + ROUGH)[0].tolist():
        foe = foes[number]
        close = np.nonzero(rough[:, number] <= least[number] + ROUGH)[0].tolist()
        gap = min(distance_between(mine[row], foe) for row in close)
        if gap <= limit:
            found.append((gap, foe))
    return found


def within_reach(battle: Battle, walkers: Sequence[Figure], far: float) -> tuple[str, ...]:
    """Ids of the enemy units and single figures within reach, the nearest first."""
    return tuple(dict.fromkeys(enemy.unit or enemy.id for enemy in foes_of(battle, walkers, far)))


def flanks(walkers: Sequence[Figure], facing: float) -> tuple[Point, Point]:
    """The outermost figures to the left and to the right of the front."""
    spots = [figure.at for figure in walkers if figure.at is not None]
    left = math.radians(facing + 90)
    across = [x * math.cos(left) + y * math.sin(left) for x, y in spots]
    return spots[across.index(max(across))], spots[across.index(min(across))]
