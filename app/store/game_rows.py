"""Rows of games: their columns, and the record of a row."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.kernel.clock_terms import Terms
from app.kernel.decoding import json_decoder
from app.kernel.record import to_json
from app.kernel.say import Say
from app.store import records, schema
from app.store.club_readers import reader_column

game_columns = [
    reader_column() if name == "club_readers" else schema.games.c[name]
    for name in records.Game.__struct_fields__
]
listed_columns = [
    sa.literal("[]").label(one.name) if one.name == "club_readers" else one for one in game_columns
]
"""Columns of a game in a list; `Games` adds the readers of all its games at once."""
coded = {
    name: json_decoder(kind)
    for name, kind in {
        "options": tuple[str, ...],
        "phase": Say,
        "winners": tuple[str, ...],
        "terms": dict[str, Any],
        "clock": Terms,
        "club_readers": frozenset[int],
    }.items()
}
"""Decoders of the columns that hold JSON."""
_decoders = tuple(coded.get(name) for name in records.Game.__struct_fields__)


def game_of(row: Any) -> records.Game:
    """Game of a row that begins with these columns."""
    return records.Game(
        *[
            value if decoder is None else decoder.decode(value)
            for decoder, value in zip(_decoders, row, strict=False)
        ]
    )


def as_columns(values: dict[str, Any]) -> dict[str, Any]:
    """Values as the columns hold them."""
    return {name: to_json(value) if name in coded else value for name, value in values.items()}
