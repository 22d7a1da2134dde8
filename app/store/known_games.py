"""Games that every reader may know."""

from __future__ import annotations

from app.store import records, schema
from app.store.driver_statements import DriverStatement
from app.store.game_repository import GAME_AT
from app.store.game_rows import game_of
from app.store.repositories import Repository, address_column

KNOWN_AT = {**GAME_AT, "id": GAME_AT["id"].where(schema.games.c.visibility != "private")}
_known_at = {column: DriverStatement(query) for column, query in KNOWN_AT.items()}


class KnownGames(Repository):
    """Games as a reader without an account finds them."""

    def find_game(self, address: int | str) -> records.Game | None:
        """Game at this address. A private game needs its token: by number it costs the same
        statement as a missing one.
        """
        column, value = address_column(address)
        rows = self._run(_known_at[column], {"address": value})
        return game_of(rows[0]) if rows else None
