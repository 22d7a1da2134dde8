"""Row counts for the statistics of the administrator."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store.schema import games, letters, moves, outbox, users


class RowCounts:
    """Counts of rows by kind."""

    def __init__(self, connection: sa.Connection):
        self._connection = connection

    def games(self) -> dict[str, int]:
        """Games by status."""
        return self._by(games.c.status)

    def outbox(self) -> dict[str, int]:
        """Outbox rows by state."""
        return self._by(outbox.c.state)

    def users(self) -> dict[str, int]:
        """Users by kind: members, guests and bots."""
        kind = sa.case((users.c.is_bot, "program"), (users.c.is_guest, "guest"), else_="member")
        return self._by(kind)

    def record(self) -> dict[str, int]:
        """Moves and messages of the player chat."""
        return {
            table.name: self._connection.execute(
                sa.select(sa.func.count()).select_from(table)
            ).scalar_one()
            for table in (moves, letters)
        }

    def _by(self, kind: sa.ColumnElement[Any]) -> dict[str, int]:
        return dict(list(self._connection.execute(sa.select(kind, sa.func.count()).group_by(kind))))
