"""Cached ground of a table: the same table is drawn once for all viewers."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec

from app.games.heart_of_africa.drawing import country
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.decoding import decode_json
from app.kernel.scene import NOTHING, Box, Ink, Layer
from app.kernel.strokes import text

MARGIN = (26.0, 24.0, 26.0, 40.0)
"""Room round the table for frame and numbers: left, above, right, below."""


class Painting(msgspec.Struct, frozen=True):
    """All parts of a table that no move changes."""

    layers: tuple[Layer, ...]
    key: str
    box: Box
    core: Box


def country_of(land: Land) -> Land:
    """The table without its works, which change during a battle."""
    return Land(land.width, land.depth, land.region, land.pieces, (), land.water_edge, land.name)


def painting(land: Land, language: str) -> Painting:
    """The ground of a table, from the cache of the table or of the process."""
    found = land.__dict__.get(f"painting_{language}")
    if found is None:
        found = land.__dict__[f"painting_{language}"] = _paint_ground(
            msgspec.json.encode(country_of(land)), language
        )
    return found


@lru_cache(maxsize=64)
def _paint_ground(written: bytes, language: str) -> Painting:
    land = decode_json(written, Land)
    left, above, right, below = MARGIN
    width, depth = land.width * 10, land.depth * 10
    box = (-left, -above, width + left + right, depth + above + below)
    layers = (
        Layer("sheet", country.sheet(land)),
        Layer("terrain", country.terrain(land)),
        Layer("frame", country.frame(land)),
        Layer("rose", country.rose(land)),
        Layer("title", table_title(land, language)),
    )
    key = hashlib.sha256(msgspec.json.encode(layers)).hexdigest()[:16]
    return Painting(layers, f"hoa-{language}-{key}", box, (-8.0, -8.0, width + 16, depth + 16))


def table_title(land: Land, language: str) -> Ink:
    """The name of the table and its region, under the frame."""
    region = REGIONS.get(land.region)
    words = [word for word in (land.name, region[f"name_{language}"] if region else "") if word]
    return (
        text(" · ".join(words), "hoa-title", land.width * 5, land.depth * 10 + 35)
        if words
        else NOTHING
    )
