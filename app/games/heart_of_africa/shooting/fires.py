"""HOA-FIR-04 to 09: Burning ground and rooms, the time they burn, and the figures in them. The
module `smoke` computes the smoke.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from shapely.geometry import Point as Spot

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.buildings_and_boats import buildings
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import other_side
from app.games.heart_of_africa.land import Fire
from app.games.heart_of_africa.melee_and_morale.losses import removal
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight.ground import enclosed_area
from app.games.heart_of_africa.state import Battle, Happening
from app.games.heart_of_africa.tables import FIRE
from app.games.heart_of_africa.terrain_and_works import piece_of, work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.space.plane import CONTACT, Path, Point, is_inside, on_grid

TURNS: int = FIRE["burning_turns"]
GRASS_RADIUS: float = FIRE["grass_radius"]
WIND = FIRE["wind_die_ruling"]["degrees_per_pip"]


def light_fire(battle: Battle, target: str, origin: Point, by: str) -> list[Event]:
    """Events of a new fire at `origin` in a village, a patch of long grass or a room such as
    "T1/west". `by` is the side that lit it.

    Empty if it burns there already.
    """
    if is_alight(battle, target, origin):
        return []
    number = 1 + max(
        (
            int(fire.id.removeprefix("fire"))
            for fire in battle.fires
            if fire.id.removeprefix("fire").isdigit()
        ),
        default=0,
    )
    fire = Fire(f"fire{number}", target, battle.turn, on_grid(origin), by=by)
    lit = [
        e.FireLit(replace(fire, id=f"fire{number + n}", burning=area))
        for n, area in enumerate(burning_areas(battle, fire))
    ]
    return [*lit, *village_lit(battle, fire)]


def is_alight(battle: Battle, target: str, origin: Point | None) -> bool:
    """True if a piece burns already. A village or a room burns as a whole, long grass at the origin
    of the new fire.
    """
    piece = piece_of(battle, target)
    lit = [fire for fire in battle.fires if fire.target == target]
    if piece is None or piece.kind != "long_grass":
        return bool(lit)
    return origin is not None and any(
        enclosed_area(fire.burning).distance(Spot(origin)) <= CONTACT for fire in lit
    )


def village_lit(battle: Battle, fire: Fire) -> list[Event]:
    """HOA-FIR-09: Burning one's own village denies it to the enemy and affects the morale of the
    owner. The torch of an enemy has the same effect on morale.
    """
    piece = piece_of(battle, fire.target)
    if piece is None or piece.kind != "village":
        return []
    return [
        e.Happened(
            Happening(
                "village_lit",
                piece.owner or other_side(battle.attacker),
                fire.target,
                fire.origin,
                by=fire.by,
            )
        )
    ]


def with_shape(battle: Battle, fire: Fire) -> Fire:
    """The fire with the outline of the burning ground round its origin, fixed when it starts."""
    return replace(fire, burning=burning_areas(battle, fire)[0])


def burning_areas(battle: Battle, fire: Fire) -> tuple[Path, ...]:
    """HOA-FIR-04: A village burns as a whole, and a building one room. Of a patch of long grass the
    part within 8 in of the origin burns. `burnt_out` removes figures that stay there too long.

    Outlines, the one nearest to the origin first. A winding patch may have several in reach.
    """
    if "/" in fire.target:
        building, room = fire.target.split("/")
        work = work_of(battle, building)
        return (buildings.rooms(work)[room] if work is not None else (),)
    piece = piece_of(battle, fire.target)
    if piece is None:
        return ((),)
    if piece.kind != "long_grass":
        return (piece.outline,)
    origin = Spot(fire.origin)
    patch = enclosed_area(piece.outline).intersection(origin.buffer(GRASS_RADIUS, quad_segs=16))
    parts = [
        part
        for part in getattr(patch, "geoms", [patch])
        if part.geom_type == "Polygon" and not part.is_empty
    ]
    outlines = tuple(
        tuple(on_grid(corner) for corner in part.exterior.coords[:-1])
        for part in sorted(parts, key=lambda part: part.distance(origin))
    )
    return outlines or ((),)


def is_burning(battle: Battle, fire: Fire) -> bool:
    """HOA-FIR-06: A fire burns for four turns, the turn of ignition included. No figure enters it
    during that time.
    """
    return fire.lit <= battle.turn < fire.lit + TURNS


def is_smoking(battle: Battle, fire: Fire) -> bool:
    """HOA-GEN-12: The smoke of a fire lies on the table from its second turn on."""
    return is_burning(battle, fire) and battle.turn >= fire.lit + 1


def upkeep(battle: Battle, dice: Dice) -> Sequence[Event]:
    """Removes fires at the end of their time, with their smoke. The wind is rolled when the first
    smoke rises.
    """
    happened: list[Event] = [
        e.FireOut(fire.id) for fire in battle.fires if not is_burning(battle, fire)
    ]
    if battle.wind is None and any(is_smoking(battle, fire) for fire in battle.fires):
        die = dice.roll(6, "wind", "table")
        happened.append(e.WindRolled(die, WIND * die))
    return happened


def is_caught(figure: Figure, fire: Fire) -> bool:
    """HOA-FRT-35: A burning room endangers figures in it and on its roof, and none in the next
    room. A fire in the open endangers figures that stand in it.
    """
    if figure.at is None:
        return False
    if "/" in fire.target:
        return fire.target in (figure.room, figure.roof)
    return bool(fire.burning) and not figure.room and is_inside(fire.burning, figure.at)


def burnt_out(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    """HOA-FIR-05: A figure still in the fire at the end of the next turn's Movement Phase is
    eliminated, hidden or not, of any type.
    """
    happened: list[Event] = []
    for fire in battle.fires:
        if battle.turn > fire.lit and is_burning(battle, fire):
            now = fold(battle, happened)
            happened += removal(
                now,
                [
                    figure.id
                    for figure in now.figures.values()
                    if not figure.fate and is_caught(figure, fire)
                ],
                "fire",
            )
    return happened
