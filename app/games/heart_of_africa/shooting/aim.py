"""HOA-SHT: Geometry of a shot, its distance, and the ability of a figure to shoot."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.games.heart_of_africa.figures import (
    base,
    is_vessel,
)
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import (
    CHARGED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting.weapons import (
    is_big_ship,
    weapon,
)
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import ARCS
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    FINE,
    Base,
    Point,
    angle_between,
    angle_to,
    base_gap,
    closed_path,
    inches_to,
    nearest_on_path,
    segments_cross,
)

HALF_ARC = float(ARCS["shooting_half_angle"]["value"])
WIDE_HALF_ARC = float(ARCS["shooting_half_angle"]["wide_arc"])
ARC_GRACE = 0.01  # degrees: places are kept to a thousandth of an inch


class Aim(msgspec.Struct, frozen=True):
    """A shot as a line: from the muzzle to the mark, and the distance from edge to edge
    (inches).
    """

    muzzle: Point
    mark: Point
    distance: float


def aim(battle: Battle, shooter: Figure, target: Figure) -> Aim:
    """The aim from figure to figure. Loopholes, hulls and a Gunboat's funnel replace the figures
    behind them.
    """
    muzzle, mark = muzzle_of(battle, shooter, target), mark_of(battle, target, shooter)
    return Aim(point_of(muzzle, mark.at), point_of(mark, muzzle.at), base_gap(muzzle, mark))


def aim_at_point(battle: Battle, shooter: Figure, point: Point) -> Aim:
    """The aim at a bare point: a stretch of wall or the edge of a roof."""
    spot = Base(point)
    muzzle = muzzle_of(battle, shooter, None)
    return Aim(point_of(muzzle, point), point, base_gap(muzzle, spot))


def point_of(one: Base, toward: Point) -> Point:
    """The end of a line at a base: its centre, or for a hull the nearest point of its rim."""
    return nearest_on_path(toward, closed_path(one.corners)) if one.is_hull else one.at


def muzzle_of(battle: Battle, shooter: Figure, target: Figure | None) -> Base:
    if shooter.type == "gunboat":
        return funnel(shooter)
    ship = battle.figures.get(shooter.aboard)
    if ship is not None and is_big_ship(ship):
        return base(ship)
    if (
        shooter.room
        and shooter.id in battle.shooting.shooters
        and (target is None or not in_plain_sight(battle, shooter, target))
    ):
        hole = lines.loophole_in_use(battle, shooter)
        if hole is not None:
            return Base(hole.at)
    return base(shooter)


def mark_of(battle: Battle, target: Figure, shooter: Figure) -> Base:
    shoots = target.room and target.id in battle.shooting.shooters
    if shoots and not in_plain_sight(battle, target, shooter):
        hole = lines.loophole_in_use(battle, target)
        if hole is not None:
            return Base(hole.at)
    return base(target)


def funnel(gunboat: Figure) -> Base:
    """HOA-ART-20: Both guns of a Gunboat fire all round from its funnel, the middle of the hull.
    Shots at it go to the nearest point of the hull.
    """
    return Base(place_of(gunboat))


def place_of(figure: Figure) -> Point:
    """The place of a figure on the table."""
    return base(figure).at


def in_plain_sight(battle: Battle, inside: Figure, viewer: Figure) -> bool:
    """True if no loophole lies between a figure in a building and another figure. They are in one
    room, or see each other through a breach or a roof hole.
    """
    return (
        inside.room == viewer.room
        or is_under_roof_hole(battle, inside, viewer)
        or sees_through_breach(battle, inside, viewer)
    )


def is_under_roof_hole(battle: Battle, inside: Figure, viewer: Figure) -> bool:
    """True if the viewer stands on the roof over the other figure's room, and that roof has
    a hole.
    """
    work = lines.building_of(battle, inside.room)
    return (
        work is not None
        and viewer.roof == inside.room
        and inside.room.partition("/")[2] in work.roof_holes
    )


def sees_through_breach(battle: Battle, inside: Figure, viewer: Figure) -> bool:
    """True if the straight line from a figure in a building to another leaves it through breaches
    only.
    """
    work = lines.building_of(battle, inside.room)
    if work is None or not work.breaches or inside.at is None or viewer.at is None:
        return False
    spots = walls_between(work, inside.at, viewer.at)
    return bool(spots) and all(lines.breach_at(work, spot) for spot in spots)


def walls_between(work: Work, a: Point, b: Point) -> list[Point]:
    """The points at which a line meets the walls of a building."""
    return [
        spot
        for wall in lines.walls_of(work)
        if (spot := segments_cross(a, b, wall.a, wall.b)) is not None
    ]


def buildings_between(battle: Battle, a: Point, b: Point) -> Iterator[tuple[Work, Point]]:
    """Every wall of a building that a line meets."""
    for work in battle.land.works:
        if work.rect is not None:
            for spot in walls_between(work, a, b):
                yield work, spot


def half_arc(battle: Battle) -> float:
    """HOA-VIS-03: The arc of a shooter reaches 22.5 degrees to each side of straight ahead (45 with
    the wide arc), limits included.
    """
    return WIDE_HALF_ARC if "wide_arc" in battle.options else HALF_ARC


def needs_no_arc(battle: Battle, figure: Figure) -> bool:
    """HOA-SHT-07: Types without a shooting bonus lose nothing by turning, so they shoot in any
    direction.
    """
    return weapon(battle, figure).bonus == 0


def shoots_all_round(figure: Figure) -> bool:
    """True for Gunboats and for figures aboard a boat."""
    return is_vessel(figure) or bool(figure.aboard)


def looks_toward(battle: Battle, figure: Figure, muzzle: Point) -> float:
    """Direction in degrees that a shooter faces; at a loophole outward."""
    if figure.room and figure.id in battle.shooting.shooters:
        hole = lines.loophole_in_use(battle, figure)
        if hole is not None and inches_to(hole.at, muzzle) <= FINE:
            return hole.facing
    return figure.facing


def out_of_arc(battle: Battle, figure: Figure, shot: Aim) -> Refusal | None:
    """HOA-SHT-04: A figure shoots within its frontal arc. To shoot elsewhere it has to turn in the
    Movement phase.
    """
    if (
        shoots_all_round(figure)
        or needs_no_arc(battle, figure)
        or inches_to(shot.muzzle, shot.mark) <= FINE
    ):
        return None
    off = angle_between(angle_to(shot.muzzle, shot.mark), looks_toward(battle, figure, shot.muzzle))
    if off <= half_arc(battle) + ARC_GRACE:
        return None
    return no(
        "HOA-SHT-04",
        "{who}: the target lies {off} degrees off the front, {most} at most.",
        "{who}: el objetivo queda a {off} grados del frente, {most} como máximo.",
        who=called(battle, figure),
        off=round(off, 1),
        most=half_arc(battle),
    )


def outside_his_arc(battle: Battle, shooter: Figure, attacker: Figure) -> Refusal | None:
    """HOA-SHT-21: A contacted figure may shoot at its attacker, as at short range, if the attacker
    began its move in the shooter's field of fire. Only the arc counts, with the facing and the
    places of that moment.
    """
    both, charges = (attacker.id, shooter.id), battle.movement.charges
    charge = next((one for one in charges if (one.attacker, one.victim) == both), None)
    if charge is None and CHARGED not in attacker.did:
        return no(
            "HOA-SHT-21",
            "{target} did not attack {who} this turn.",
            "{target} no ha atacado a {who} este turno.",
            who=called(battle, shooter),
            target=called(battle, attacker),
        )
    if needs_no_arc(battle, shooter):
        return None
    begun = charge.begun if charge is not None else attacker.began or attacker.position
    faced = (
        charge.faced
        if charge is not None
        else shooter.facing
        if shooter.faced is None
        else shooter.faced
    )
    off = angle_between(angle_to(shooter.position, begun), faced)
    if off <= half_arc(battle) + ARC_GRACE:
        return None
    return no(
        "HOA-SHT-21",
        "{target} set out {off} degrees off {who}'s front, {most} at most.",
        "{target} salió a {off} grados del frente de {who}, {most} como máximo.",
        who=called(battle, shooter),
        target=called(battle, attacker),
        off=round(off, 1),
        most=half_arc(battle),
    )
