"""Tables of the lobby: those of a founder, and those without players."""

from __future__ import annotations

import sqlalchemy as sa

from app.store import schema
from app.store.repositories import Repository, without_index


class WaitingTables(Repository):
    def count_of_user(self, user_id: int) -> int:
        """Number of public tables that the user has opened and that have not begun."""
        games = schema.games.c
        query = sa.select(sa.func.count()).where(
            games.opened_by == user_id,
            without_index(games.status) == "open",
            games.visibility == "open",
            games.parent_id.is_(None),
        )
        return int(self._do(query).scalar_one())

    def silent(self, now: str) -> list[int]:
        """Tables whose round of values for the dice has ended by now."""
        games = schema.games.c
        query = sa.select(games.id).where(
            sa.text("reveal_by <> ''"), games.reveal_by <= now, games.status == "open"
        )
        return list(self._do(query.order_by(games.id)).scalars())

    def expired(self, opened_before: str, by_guests_before: str, most: int) -> list[int]:
        """Tables with a free seat that were opened before these times, by members and by guests.

        Free seats are counted, because Postgres would read all seats for a condition of existence.
        """
        games, seats, users = schema.games.c, schema.seats.c, schema.users.c
        free_seats = sa.select(sa.func.count()).where(
            seats.game_id == games.id, seats.name.is_(None)
        )
        is_by_guest = sa.exists().where(users.id == games.opened_by, users.is_guest)
        query = sa.select(games.id).where(
            games.status == "open",
            games.parent_id.is_(None),
            free_seats.scalar_subquery() > 0,
            (games.opened_at < opened_before)
            | ((games.opened_at < by_guests_before) & is_by_guest),
        )
        return list(self._do(query.order_by(games.id).limit(most)).scalars())
