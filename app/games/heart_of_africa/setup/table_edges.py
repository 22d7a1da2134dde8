"""The table: its size and edges, and the ground along an edge."""

from __future__ import annotations

import math

from app.games.heart_of_africa.land import Land
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import GRACE, Point

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
FACING = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}
"""Facing in degrees of figures with that base edge."""
EDGE_NAMES = {
    "west": say("western", "oeste"),
    "east": say("eastern", "este"),
    "south": say("southern", "sur"),
    "north": say("northern", "norte"),
}
SMALLEST, LARGEST = (36, 36), (96, 72)
CENTIMETRES = "centimetres"
Rect = tuple[float, float, float, float]


def unit_of_length(options: tuple[str, ...]) -> Say:
    """HOA-GEN-02: Every number is in inches; a game of small figures reads them as centimetres, and
    no number changes.
    """
    return (
        say("centimetres", "centímetros") if CENTIMETRES in options else say("inches", "pulgadas")
    )


def size_of_table(land: Land) -> Refusal | None:
    """HOA-GEN-08: The table is a rectangle of 72 by 48 in, or of 36 to 96 by 36 to 72 in. Bases
    have their middle on it.
    """
    long, short = max(land.width, land.depth), min(land.width, land.depth)
    if SMALLEST[0] <= long <= LARGEST[0] and SMALLEST[1] <= short <= LARGEST[1]:
        return None
    return no(
        "HOA-GEN-08",
        "A table of {width} by {depth}: 36 to 96 by 36 to 72 are possible.",
        "Una mesa de {width} por {depth}: ha de medir de 36 a 96 por de 36 a 72.",
        width=land.width,
        depth=land.depth,
    )


def off_the_table(land: Land, at: Point) -> Refusal | None:
    if 0 <= at[0] <= land.width and 0 <= at[1] <= land.depth:
        return None
    return no(
        "HOA-GEN-08",
        "The place {at} is off the table.",
        "El punto {at} queda fuera de la mesa.",
        at=place_words(at),
    )


def long_edges(land: Land) -> tuple[str, str]:
    return ("south", "north") if land.width >= land.depth else ("west", "east")


def short_edges(land: Land) -> tuple[str, str]:
    return ("west", "east") if land.width >= land.depth else ("south", "north")


def from_edge(land: Land, edge: str, at: Point) -> float:
    """Distance of a point from an edge in inches."""
    return {"south": at[1], "north": land.depth - at[1], "west": at[0], "east": land.width - at[0]}[
        edge
    ]


def strip(land: Land, edge: str, depth: float) -> Rect:
    """The strip of the table along an edge."""
    return {
        "south": (0.0, 0.0, land.width, depth),
        "north": (0.0, land.depth - depth, land.width, land.depth),
        "west": (0.0, 0.0, depth, land.depth),
        "east": (land.width - depth, 0.0, land.width, land.depth),
    }[edge]


def half(land: Land, edge: str) -> Rect:
    """The half of the table that belongs to an edge."""
    return strip(land, edge, (land.depth if edge in ("south", "north") else land.width) / 2)


def base_line(land: Land, edge: str) -> tuple[Point, ...]:
    """The points of an edge, an inch apart, both ends included."""
    long = land.width if edge in ("south", "north") else land.depth
    along = [
        *(float(n) for n in range(math.floor(long) + 1)),
        *(() if long == math.floor(long) else (long,)),
    ]
    return tuple(
        {"south": (n, 0.0), "north": (n, land.depth), "west": (0.0, n), "east": (land.width, n)}[
            edge
        ]
        for n in along
    )


def in_rect(rect: Rect, at: Point, grace: float = GRACE) -> bool:
    return (
        rect[0] - grace <= at[0] <= rect[2] + grace and rect[1] - grace <= at[1] <= rect[3] + grace
    )
