"""Terrain that a ground allows on the table, in words."""

from __future__ import annotations

from app.games.heart_of_africa.tables import REGIONS, TERRAIN_NAMES
from app.kernel.say import Say, say


def terrain_words(ground: str) -> Say | None:
    """Row of a ground in the table of terrain, a sentence for each column; None before the
    choice.
    """
    row = REGIONS.get(ground)
    if row is None:
        return None
    kinds = {
        column: [TERRAIN_NAMES[key] for key in row[column]] or say("none", "ninguno")
        for column in ("dominant", "common", "permitted")
    }
    return say(
        "Dominant (2/3): {dominant}. Common (1/3 to 2/3): {common}. Permitted (up to two pieces): "
        "{permitted}. Streams up to {stream}″, roads up to {road}″.",
        "Dominante (2/3): {dominant}. Común (1/3 a 2/3): {common}. Permitido (hasta dos piezas): "
        "{permitted}. Arroyos de hasta {stream}″ y caminos de hasta {road}″.",
        **kinds,
        stream=row["max_stream"],
        road=row["max_road"],
    )
