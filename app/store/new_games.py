"""Games that are added together, with the rows of their beginning: one statement of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from app.kernel.record import Move, to_json
from app.store import rating_tables, records, schema
from app.store.game_rows import as_columns
from app.store.move_repository import row_of
from app.store.referee_rows import seat_row
from app.store.repositories import Repository

_NEXT_IDS = sa.text(
    "SELECT nextval(pg_get_serial_sequence('games', 'id')) FROM generate_series(1, :count)"
)
_LAST_ID = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'games'")


class NewGames(Repository):
    def add_games(self, games: Sequence[Mapping[str, Any]]) -> Sequence[int]:
        """Add games and return their ids. All have the same columns."""
        ids = self._next_ids(len(games))
        rows = [
            {"id": game_id, **as_columns({"listed_at": one["moved_at"], **one})}
            for game_id, one in zip(ids, games, strict=True)
        ]
        self._do(schema.games.insert(), rows)
        return ids

    def _next_ids(self, count: int) -> Sequence[int]:
        """Ids that no other game gets. On SQLite they are free until the transaction adds a game
        without them.
        """
        if self._dialect is postgresql:
            return list(self._do(_NEXT_IDS, {"count": count}).scalars())
        last = self._do(_LAST_ID).scalar() or 0
        return range(last + 1, last + count + 1)

    def add_seats(self, seats: Iterable[tuple[int, records.Seat, Mapping[str, Any]]]) -> None:
        """Add seats of games, each with the id of its game and what its player brings."""
        rows = [
            {**seat_row(game_id, seat), "brings": to_json(brings)}
            for game_id, seat, brings in seats
        ]
        self._do(schema.seats.insert(), rows)

    def append_moves(self, moves: Mapping[int, Move]) -> None:
        """Append the first move of each of these games, by its id."""
        rows = [
            {**row_of(game_id, move), "step": "", "made_by": None}
            for game_id, move in moves.items()
        ]
        if rows:
            self._do(schema.moves.insert(), rows)

    def add_agreements(self, games: Mapping[int, Mapping[str, int]]) -> None:
        """Add the players who agreed to the rated battles of these games, by seat."""
        rows = [
            {"game_id": game_id, "seat": seat, "player": one, "battle": "", "settled_at": ""}
            for game_id, players in games.items()
            for seat, one in players.items()
        ]
        if rows:
            self._do(rating_tables.rated_seats.insert(), rows)
