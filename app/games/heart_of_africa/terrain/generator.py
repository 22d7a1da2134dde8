"""Random tables: a recipe for each region, repeated until the table obeys its region and is
playable.

The same seed gives the same table.
"""

from __future__ import annotations

from random import Random

import numpy as np
from shapely import Polygon, unary_union

from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import DEFENDED, SEA
from app.games.heart_of_africa.terrain.country import FRONT, Country, fronts_of, strip_of
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.recipes import RECIPES
from app.games.heart_of_africa.terrain.ways import Mesh, reachable_places
from app.kernel.space.plane import Path

ATTEMPTS = 40
SLOW = ("long_grass", "jungle", "marsh", "escarpment", "kopje", "stream", "river", "ravine", SEA)


def generate(
    region: str,
    scenario: str,
    chance: Random,
    *,
    width: float = 72,
    depth: float = 48,
    owner: str = "B",
    attacker_edge: str = "south",
) -> Land:
    """A lawful and playable table of the region for the scenario. If the scenario requires a
    village, one of `owner` stands in that side's half. Raises ValueError if none is found.
    """
    lawful: Land | None = None
    for _ in range(ATTEMPTS):
        country = Country(region, scenario, chance, (width, depth), owner, attacker_edge)
        RECIPES[region](country)
        land = country.land()
        if findings(land, region, scenario) or not all(
            is_sound(piece.outline) and is_sound(piece.high) for piece in land.pieces
        ):
            continue
        if is_playable(land, scenario, country.attacker_edge):
            return land
        lawful = lawful or land
    if lawful is None:
        raise ValueError(f"no table of {width} x {depth} in for {region}, {scenario}")
    return lawful


def is_sound(outline: Path) -> bool:
    """True if an outline does not cross itself."""
    return len(outline) < 3 or Polygon(outline).is_valid


def is_playable(land: Land, scenario: str, attacker_edge: str = "south") -> bool:
    """True if troops have room to deploy, a village where it is needed, and a way across for all
    kinds.
    """
    size = (land.width, land.depth)
    attacker_edge, fronts = fronts_of(scenario, size, attacker_edge)
    mesh = Mesh(land.width, land.depth)
    barred, slow, village = (np.zeros_like(mesh.x, dtype=bool) for _ in range(3))
    easy = np.zeros_like(barred)
    for piece in land.pieces:
        under = mesh.under(shapes.area(piece.outline))
        if piece.kind in SLOW:
            slow |= under
        if piece.kind in ("river", SEA, "marsh") or piece.variant == "closed":
            barred |= under
        if piece.kind in ("road", "ford"):
            easy |= under
        if piece.kind == "village":
            village |= under
    barred &= ~_fords(land, mesh)
    for edge in fronts[:1] if scenario in DEFENDED else fronts:
        strip = mesh.under(strip_of(size, edge, FRONT))
        if (strip & (~slow | easy)).sum() < (0.18 if scenario == "ambush" else 0.3) * strip.sum():
            return False
    start = mesh.under(strip_of(size, fronts[0], 3))
    come_to = reachable_places(~barred, start)
    goal = village if scenario in DEFENDED else mesh.under(strip_of(size, fronts[1], 3))
    if (come_to & goal).sum() < 0.25 * goal.sum() or come_to.sum() < 0.8 * (~barred).sum():
        return False
    half = strip_of(
        size, fronts[1], (land.depth if attacker_edge in ("south", "north") else land.width) / 2
    )
    return scenario not in DEFENDED or any(
        piece.kind == "village" and half.covers(shapes.area(piece.outline)) for piece in land.pieces
    )


def _fords(land: Land, mesh: Mesh) -> np.ndarray:
    return mesh.under(
        unary_union(
            [
                shapes.area(piece.outline).buffer(0.8)
                for piece in land.pieces
                if piece.kind == "ford"
            ]
        )
    )
