"""Places that units of the bot make for: homes, baggage, edges and hiding places."""

from __future__ import annotations

from app.games.heart_of_africa.figures import (
    defender,
    is_baggage,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.homes import home_of
from app.games.heart_of_africa.setup.table_edges import from_edge
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.strengths import (
    foes,
)
from app.games.heart_of_africa.terrain_and_works import piece_of
from app.kernel.space.plane import Point, inches_to, is_inside, mean_of

FAR_EDGE = {"west": "east", "east": "west", "south": "north", "north": "south"}
LAIRS = ("long_grass", "jungle", "ravine", "rocky_ground")
STAYS_AT_A_LAIR = 6


def hiding_places(battle: Battle, side: str) -> list[Point]:
    """Growth and ravines that an enemy unit may hide in, those near the enemy's edge first."""
    edge = FAR_EDGE.get(battle.edges.get(side, ""), "north")
    found = [
        mean_of(piece.outline)
        for piece in battle.land.pieces
        if piece.kind in LAIRS and len(piece.outline) > 2
    ]
    return sorted(found, key=lambda at: (from_edge(battle.land, edge, at), at))


def search(battle: Battle, side: str, here: Point) -> Point:
    """The place to look for an enemy that is not visible: at its baggage, else at one hiding place
    after another, some turns at each.
    """
    prize = loot(battle, side)
    if prize:
        return min((one.position for one in prize), key=lambda at: inches_to(here, at))
    lairs = hiding_places(battle, side)
    return (
        lairs[(battle.turn // STAYS_AT_A_LAIR) % len(lairs)]
        if lairs
        else (battle.land.width / 2, battle.land.depth / 2)
    )


def other_side(side: str) -> str:
    return "B" if side == "A" else "A"


def home_at(battle: Battle) -> Point:
    """The middle of the ground that a defender holds."""
    objective = battle.conditions.objective
    piece = piece_of(battle, objective) if objective else home_of(battle, defender(battle))
    return (
        mean_of(piece.outline)
        if piece is not None
        else (battle.land.width / 2, battle.land.depth / 2)
    )


def is_home(battle: Battle, at: Point) -> bool:
    piece = piece_of(battle, battle.conditions.objective) if battle.conditions.objective else None
    return piece is not None and is_inside(piece.outline, at)


def loot(battle: Battle, side: str) -> list[Figure]:
    """The other side's baggage on the table."""
    return [
        one
        for one in battle.figures.values()
        if one.side != side and is_baggage(one) and one.at is not None and not one.fate
    ]


def between_them(centre: Point, threat: Point, out: float) -> Point:
    """A place the given number of inches from the middle towards a threat."""
    far = inches_to(centre, threat)
    if far < 1e-6:
        return centre
    share = min(out, far) / far
    return (
        centre[0] + (threat[0] - centre[0]) * share,
        centre[1] + (threat[1] - centre[1]) * share,
    )


def exit_from(battle: Battle, side: str, here: Point) -> Point:
    """The point of the far edge straight ahead of a place."""
    width, depth = battle.land.width, battle.land.depth
    return {
        "west": (0.0, here[1]),
        "east": (width, here[1]),
        "south": (here[0], 0.0),
        "north": (here[0], depth),
    }[FAR_EDGE[battle.edges[side]]]


def across_the_way(battle: Battle, side: str, here: Point) -> Point:
    """The point of the first enemy's way that is level with a place."""
    lead = min(
        foes(battle, side),
        key=lambda foe: inches_to(foe.at, exit_from(battle, battle.attacker, foe.at)),
        default=None,
    )
    if lead is None:
        return here
    return (
        (here[0], lead.at[1])
        if battle.edges[battle.attacker] in ("west", "east")
        else (lead.at[0], here[1])
    )
