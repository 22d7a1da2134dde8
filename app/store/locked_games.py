"""Games locked for an order, together with the state of the log-ins of its user."""

from __future__ import annotations

import sqlalchemy as sa

from app.store import records, schema
from app.store.game_repository import GAME_AT, game_of
from app.store.repositories import Repository, address_column, bind

_user = {
    name: sa.select(schema.users.c[name])
    .where(schema.users.c.id == bind("user"))
    .scalar_subquery()
    .label(f"user_{name}")
    for name in ("ended", "created")
}
_locked = {
    column: query.add_columns(*_user.values()).with_for_update(of=schema.games)
    for column, query in GAME_AT.items()
}


class LockedGames(Repository):
    def lock_for(
        self, address: int | str, user_id: int
    ) -> tuple[records.Game | None, tuple[int | None, str | None]]:
        """Game, locked against other writers until the end of the transaction. With it come the count
        of ended log-ins of a user and the time of the account's creation; None for no account.
        """
        column, value = address_column(address)
        row = self._do(_locked[column], {"address": value, "user": user_id}).first()
        return (game_of(row), (row.user_ended, row.user_created)) if row else (None, (None, None))
