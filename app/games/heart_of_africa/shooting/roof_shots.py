"""HOA-FRT-31 to 34: shots up at a roof, fire arrows, and roofs that catch fire from a shot."""

from __future__ import annotations

from app.games.heart_of_africa.events import RoofFireRolled, ShotFired
from app.games.heart_of_africa.figures import enemies
from app.games.heart_of_africa.land import BUILDINGS, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import ROOMS, called, place_title
from app.games.heart_of_africa.shooting import aim
from app.games.heart_of_africa.shooting.guns import at_point_refusals, held_in_contact
from app.games.heart_of_africa.shooting.modifiers import HIT, tally_at_point, total_of
from app.games.heart_of_africa.shooting.weapons import arm_of, has_firearm
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Shot
from app.games.heart_of_africa.tables import WORKS
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    GRACE,
    Point,
    closed_path,
    inches_to,
    is_within,
    nearest_on_path,
    rect_path,
)

BLIND: int = WORKS["temba"]["blind_shot_hits_on"]
ACCIDENT: int = WORKS["temba"]["accidental_fire_on"]
ARROW_RANGE = float(WORKS["temba"]["fire_arrow_range_in"])
ARROW_LIGHTS: int = WORKS["temba"]["fire_arrow_fire_on"]


def room_named(battle: Battle, place: str) -> tuple[Work, str] | None:
    """The building and the room of a name such as "T1/west"."""
    building, _, room = place.partition("/")
    work = work_of(battle, building)
    return (
        (work, room)
        if work is not None and work.kind in BUILDINGS and room in lines.plan(work)[1]
        else None
    )


def on_the_roof(battle: Battle, shooter: Figure, shot: Shot) -> Figure | None:
    """The enemy that a blind shot aims at: the named one, or the nearest on that roof."""
    above = [
        one
        for one in enemies(battle, shooter.side)
        if one.roof == shot.room and (not shot.targets or one.id in shot.targets)
    ]
    return min(above, key=lambda one: inches_to(one.position, shooter.position), default=None)


def blind_refusals(battle: Battle, shooter: Figure, shot: Shot) -> tuple[Refusal, ...]:
    """HOA-FRT-31: A figure with a firearm in a room may shoot blindly at the roof over it, in any
    facing. Only a natural 6 hits the figure above. It is the shooter's shot of the turn, and the
    target has its usual saves.
    """
    unarmed = (
        None
        if has_firearm(battle, shooter)
        else no(
            "HOA-FRT-31",
            "{who} has no firearm.",
            "{who} no lleva arma de fuego.",
            who=called(battle, shooter),
        )
    )
    elsewhere = None
    if not shot.room or shooter.room != shot.room or on_the_roof(battle, shooter, shot) is None:
        elsewhere = no(
            "HOA-FRT-31",
            "No enemy is on the roof over {who}.",
            "No hay ningún enemigo en el techo sobre {who}.",
            who=called(battle, shooter),
        )
    return found_in(held_in_contact(battle, shooter), unarmed, elsewhere)


def blind_shot(shooter: Figure, target: Figure, dice: Dice) -> ShotFired:
    """The die of a blind shot, without modifiers."""
    here, above = aim.place_of(shooter), aim.place_of(target)
    die = dice.roll(6, "shot", shooter.id)
    return ShotFired(
        shooter.id,
        target.id,
        die,
        (),
        die,
        die >= BLIND,
        round(inches_to(here, above), 3),
        (here, above),
        None,
        target.roof,
        BLIND,
    )


def pierced_roof(battle: Battle, shooter: Figure, target: Figure) -> str:
    """HOA-FRT-34: Every shot of a firearm through a roof, up or down, hit or miss, sets it on fire
    on a further 6.

    The room of that roof; "" if the shot goes through none.
    """
    if not has_firearm(battle, shooter):
        return ""
    if shooter.room and shooter.room == target.roof:
        return shooter.room
    return target.room if target.room and target.room == shooter.roof else ""


def roof_accident(shooter: Figure, room: str, at: Point, dice: Dice) -> Event:
    die = dice.roll(6, "fire", shooter.id)
    return RoofFireRolled(shooter.id, room, die, die >= ACCIDENT, at)


def edge_of(shooter: Figure, work: Work) -> Point:
    """The nearest point of a building to a figure."""
    return nearest_on_path(aim.place_of(shooter), closed_path(rect_path(*work.footprint)))


def arrow_refusals(battle: Battle, shooter: Figure, shot: Shot) -> tuple[Refusal, ...]:
    """HOA-FRT-33: Archers and Pygmy Archers may shoot fire arrows from up to 4 in at the roof of
    the nearest room of a building. After a usual hit, without deductions for range or cover, a
    further 6 lights it. It is their shot of the turn, and contact forbids it.
    """
    place = room_named(battle, shot.room)
    if place is None:
        return (
            no(
                "HOA-FRT-33",
                "Name a room of a building.",
                "Hay que nombrar una habitación de un edificio.",
            ),
        )
    if not arm_of(shooter).fire_arrows:
        return (
            no(
                "HOA-FRT-33",
                "{who}: only Archers shoot fire arrows.",
                "{who}: solo los arqueros lanzan flechas incendiarias.",
                who=called(battle, shooter),
            ),
        )
    if any(fire.target == shot.room for fire in battle.fires):
        return (
            no(
                "HOA-FRT-33",
                "{room} burns already.",
                "{room} ya está ardiendo.",
                room=place_title(battle, shot.room),
            ),
        )
    work, room = place
    point = edge_of(shooter, work)
    line = aim.aim_at_point(battle, shooter, point)
    far = too_far_for_arrows(battle, shooter, line.distance)
    wrong = not_the_nearest_room(room, work, point)
    return found_in(far, wrong) or at_point_refusals(battle, shooter, point)


def too_far_for_arrows(battle: Battle, shooter: Figure, distance: float) -> Refusal | None:
    """Refusal of a fire arrow over more inches than it reaches."""
    if is_within(distance, ARROW_RANGE):
        return None
    return no(
        "HOA-FRT-33",
        "{who}: {inches} in to the building, {most} at most.",
        "{who}: {inches:pulgada+s} hasta el edificio, {most} como máximo.",
        who=called(battle, shooter),
        inches=round(distance, 1),
        most=ARROW_RANGE,
    )


def not_the_nearest_room(room: str, work: Work, point: Point) -> Refusal | None:
    """Refusal of a room that is not the nearest one of its building."""
    outlines = lines.room_outlines(work)
    here = {
        name: inches_to(point, nearest_on_path(point, closed_path(outlines[name])))
        for name in lines.plan(work)[1]
    }
    return (
        None
        if here[room] <= min(here.values()) + GRACE
        else no(
            "HOA-FRT-33",
            "The nearest room is {room}.",
            "La habitación más cercana es {room}.",
            room=ROOMS[min(here, key=here.__getitem__)],
        )
    )


def fire_arrow(battle: Battle, shooter: Figure, shot: Shot, work: Work, dice: Dice) -> list[Event]:
    """Events of a fire arrow: the shot, and after a hit the die for the fire."""
    point = edge_of(shooter, work)
    line = aim.aim_at_point(battle, shooter, point)
    mods = tally_at_point(battle, shooter, line, far_counts=False)
    die = dice.roll(6, "shot", shooter.id)
    total = total_of(die, mods)
    happened: list[Event] = [
        ShotFired(
            shooter.id,
            "",
            die,
            mods,
            total,
            total >= HIT,
            round(line.distance, 3),
            (line.muzzle, line.mark),
            point,
            shot.room,
        )
    ]
    if total >= HIT:
        further = dice.roll(6, "fire", shooter.id)
        happened.append(
            RoofFireRolled(shooter.id, shot.room, further, further >= ARROW_LIGHTS, point)
        )
    return happened
