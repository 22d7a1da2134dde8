"""Tables of the battles of long games."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.store import records, schema
from app.store.repositories import MANY, Repository, _game, game_of

RESULT = "battle:"
"""Command of a result on the record of a long game; the number of the table follows."""


class ChildBattles(Repository):
    def of_game(self, parent_id: int) -> list[records.Game]:
        """Tables of the battles of a long game, in the order of their opening."""
        games = schema.games.c
        query = sa.select(*_game).where(games.parent_id == parent_id).order_by(games.id)
        return [game_of(row) for row in self._do(query)]

    def without_result(self, resting: Sequence[int] = ()) -> list[int]:
        """Finished battles of running long games whose result is not on the record there."""
        games, moves, parents = schema.games.c, schema.moves.c, schema.games.alias().c
        is_entered = sa.exists().where(
            moves.game_id == parents.id,
            moves.command == sa.literal(RESULT) + sa.cast(games.id, sa.Text),
        )
        query = sa.select(games.id).where(
            games.parent_id == parents.id,
            games.status == "over",
            parents.status == "running",
            ~is_entered,
            games.id.not_in(resting),
        )
        return list(self._do(query.order_by(games.moved_at, games.id).limit(MANY)).scalars())
