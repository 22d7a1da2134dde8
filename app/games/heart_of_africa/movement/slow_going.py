"""HOA-MOV: Difficult ground, the dark and the rate of movement along a path."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.board import Spot, without_repeats
from app.games.heart_of_africa.buildings_and_boats import rooms
from app.games.heart_of_africa.figures import (
    radius,
)
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.movement.contact import (
    holds_in_melee,
    way_to_contact,
    work_between,
)
from app.games.heart_of_africa.pieces import (
    Figure,
)
from app.games.heart_of_africa.sight import ground, smoke
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_NAMES, WORK_NAMES
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.say import Say, say
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    inches_to,
)

OPEN, DIFFICULT = "open", "difficult"


class Slow(msgspec.Struct, frozen=True):
    """The reason why a figure goes at the difficult rate, and its rule."""

    rule: str
    why: Say


def in_the_dark(battle: Battle) -> Slow | None:
    """HOA-VIS-10: In the dark every move is at the difficult rate, on roads too. A figure without
    such a rate stays in place.
    """
    return Slow("HOA-VIS-10", say("the dark", "la oscuridad")) if smoke.is_dark(battle) else None


def slowing(
    battle: Battle, figure: Figure, way: Sequence[Point], touched: Sequence[Figure] = ()
) -> Slow | None:
    """HOA-MOV-02: The difficult rate applies to the whole move of a figure that begins in difficult
    ground or crosses it. It also applies if the figure reaches an enemy in it, behind it or behind
    an obstacle. Each figure is judged by itself.
    """
    dark = in_the_dark(battle)
    if dark is not None:
        return dark
    if battle.hand is not None and figure.id in battle.hand.slowed:
        return Slow(
            "HOA-MOV-02",
            say("the difficult ground already crossed", "el terreno difícil ya cruzado"),
        )
    indoors = rooms.is_indoors(battle, way)
    start = None if indoors else ground.slow_at(battle, way[0])
    if start is not None:
        return Slow(
            "HOA-MOV-02", TERRAIN_NAMES.get(start.kind, say("difficult ground", "terreno difícil"))
        )
    for piece, inches in () if indoors else ground.slow_pieces(battle, way):
        if inches > CONTACT:
            return Slow(
                "HOA-MOV-02",
                TERRAIN_NAMES.get(piece.kind, say("difficult ground", "terreno difícil")),
            )
    if rooms.through_breach(battle, way, touched):
        return Slow("HOA-FRT-27", say("the rubble of the breach", "los escombros de la brecha"))
    for enemy in touched:
        if holds_in_melee(figure, enemy) or enemy.type == "baggage":
            shelter = shelter_of(battle, way[-1], enemy)
            if shelter is not None:
                return Slow("HOA-MOV-03", shelter)
    return None


def shelter_of(battle: Battle, at: Point, enemy: Figure) -> Say | None:
    """The difficult ground or the obstacle that an enemy stands in or behind, from a place."""
    piece = next(iter(slow_ground_of(battle, at, enemy)), None)
    if piece is not None:
        return TERRAIN_NAMES.get(piece.kind, say("difficult ground", "terreno difícil"))
    work = work_of(battle, work_between(battle, at, enemy))
    return WORK_NAMES[work.kind] if work is not None else None


def slow_ground_of(battle: Battle, at: Point, enemy: Figure) -> tuple[Piece, ...]:
    """The difficult ground that an enemy stands in, and all difficult ground between that place and
    the centre of its base, however narrow. Inside a building there is none.
    """
    if enemy.at is None or rooms.is_indoors(battle, (at, enemy.at)):
        return ()
    under = ground.slow_at(battle, enemy.at)
    between = tuple(piece for piece, _ in ground.slow_pieces(battle, (at, enemy.at)))
    return between if under is None else (under, *between)


def rate_of(battle: Battle, figure: Figure, path: Sequence[Point], attack: str = "") -> str:
    """The rate of a path: open or difficult."""
    way = without_repeats(path)
    touched: tuple[Figure, ...] = ()
    if attack:
        victim = battle.figures[attack]
        way, touched = way_against_enemy(figure, way, victim)
    return DIFFICULT if slowing(battle, figure, way, touched) else OPEN


def way_against_enemy(figure: Figure, way: Path, victim: Figure) -> tuple[Path, tuple[Figure, ...]]:
    """The way as it ends against an enemy, and the enemy if the way reaches it."""
    spot = Spot(victim, victim.position, radius(victim))
    way = way_to_contact(figure, way, spot)
    return way, (victim,) if inches_to(way[-1], spot.at) <= radius(
        figure
    ) + spot.radius + CONTACT else ()
