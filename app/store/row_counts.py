"""Row counts for the statistics of the administrator."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store.archives import archives
from app.store.notification_tables import outbox
from app.store.schema import chat_messages, games, moves, users


class RowCounts:
    """Counts of rows by kind."""

    def __init__(self, connection: sa.Connection):
        self._connection = connection

    def games_by_status(self) -> dict[str, int]:
        """Games by status."""
        return self._count_by(games.c.status)

    def outbox_by_state(self) -> dict[str, int]:
        """Outbox rows by state."""
        return self._count_by(outbox.c.state)

    def users_by_kind(self) -> dict[str, int]:
        """Users by kind: members, guests and bots."""
        kind = sa.case((users.c.is_bot, "program"), (users.c.is_guest, "guest"), else_="member")
        return self._count_by(kind)

    def stored_records(self) -> dict[str, int]:
        """Moves, archives of games, and messages of the player chat."""
        return {
            table.name: self._connection.execute(
                sa.select(sa.func.count()).select_from(table)
            ).scalar_one()
            for table in (moves, archives, chat_messages)
        }

    def _count_by(self, kind: sa.ColumnElement[Any]) -> dict[str, int]:
        return dict(list(self._connection.execute(sa.select(kind, sa.func.count()).group_by(kind))))
