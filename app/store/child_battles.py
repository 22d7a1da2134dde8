"""Tables of the battles of long games."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.kernel.outcome import DROPPED
from app.store import records, schema
from app.store.club_readers import with_readers
from app.store.game_rows import game_of, listed_columns
from app.store.repositories import MANY, Repository, without_index

RESULT = "battle:"
"""Command of a result on the record of a long game; the key of the battle follows.

In older records the number of the table follows.
"""


ARMY = "army:"
"""Command of a report about an army; the battle, its seat and the number of its table follow.

In older records the number of the table is missing.
"""


class ChildBattles(Repository):
    def of_game(self, parent_id: int) -> list[records.Game]:
        """Tables of the battles of a long game, in the order of their opening."""
        games = schema.games.c
        query = sa.select(*listed_columns).where(games.parent_id == parent_id).order_by(games.id)
        return with_readers(self._do, [game_of(row) for row in self._do(query)])

    def rename_dropped(self, parent_id: int, battle: str) -> None:
        """Add its number to the key of each dropped table of this battle."""
        games = schema.games.c
        new = games.battle + "/" + sa.cast(games.id, sa.Text)
        where = games.parent_id == parent_id, games.battle == battle, games.ending == DROPPED
        self._do(schema.games.update().where(*where).values(battle=new))

    def highlights_of_games(self, parent_id: int) -> dict[str, str]:
        """Turning points of finished battles of a long game, as JSON, by the key of the battle."""
        games = schema.games.c
        query = sa.select(games.battle, games.highlights).where(
            games.parent_id == parent_id,
            without_index(games.status) == "over",
            games.highlights != "",
        )
        return {row.battle: row.highlights for row in self._do(query)}

    def unreported_armies(
        self, boxes: Sequence[str], resting: Sequence[int] = ()
    ) -> list[tuple[int, str]]:
        """Tables and seats whose army is in, while the running long game has not recorded it.

        `boxes` are those of long games.
        """
        games, seats = schema.games.c, schema.seats.c
        moves, parents = schema.moves.c, schema.games.alias().c
        older = sa.literal(ARMY) + games.battle + sa.literal(":") + seats.seat
        command = older + sa.literal(":") + sa.cast(games.id, sa.Text)
        is_reported = sa.exists().where(
            moves.game_id == parents.id,
            sa.or_(
                moves.command == command,
                sa.and_(moves.command == older, moves.made_at >= games.opened_at),
            ),
        )
        is_in = sa.or_(games.status == "running", seats.bot != "", seats.brings != "{}")
        query = sa.select(games.id, seats.seat).where(
            games.parent_id == parents.id,
            without_index(games.status).in_(("open", "running")),
            parents.status == "running",
            parents.box.in_(boxes),
            seats.game_id == games.id,
            is_in,
            ~is_reported,
            games.id.not_in(resting),
        )
        found = self._do(query.order_by(games.id, seats.place).limit(MANY))
        return [(row.id, row.seat) for row in found]

    def without_move_since(self, latest: str) -> list[int]:
        """Running battles that wait for a player, without a move after this time."""
        games, seats = schema.games.c, schema.seats.c
        waits = sa.exists().where(
            seats.game_id == games.id, seats.owes, seats.user_id.is_not(None), seats.bot == ""
        )
        query = sa.select(games.id).where(
            games.parent_id.is_not(None), games.status == "running", games.moved_at <= latest, waits
        )
        return list(self._do(query.order_by(games.id).limit(MANY)).scalars())

    def without_result(self, boxes: Sequence[str], resting: Sequence[int] = ()) -> list[int]:
        """Finished battles of running long games, of these boxes, whose result is not on the record
        there.
        """
        games, moves, parents = schema.games.c, schema.moves.c, schema.games.alias().c
        is_entered = sa.exists().where(
            moves.game_id == parents.id,
            moves.command.in_(
                [sa.literal(RESULT) + known for known in (games.battle, sa.cast(games.id, sa.Text))]
            ),
        )
        query = sa.select(games.id).where(
            games.parent_id == parents.id,
            without_index(games.status) == "over",
            games.ending != DROPPED,
            parents.status == "running",
            parents.box.in_(boxes),
            ~is_entered,
            games.id.not_in(resting),
        )
        return list(self._do(query.order_by(games.moved_at, games.id).limit(MANY)).scalars())
