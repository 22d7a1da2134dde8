"""Games together with the state of the log-ins of a user: locked for an order, or for a reader."""

from __future__ import annotations

import sqlalchemy as sa

from app.store import records, schema
from app.store.driver_statements import DriverStatement
from app.store.game_repository import GAME_AT
from app.store.game_rows import game_columns, game_of
from app.store.repositories import Repository, address_column, bind

_user = {
    name: sa.select(schema.users.c[name])
    .where(schema.users.c.id == bind("user"))
    .scalar_subquery()
    .label(f"user_{name}")
    for name in ("ended", "created")
}
_locked = {
    column: DriverStatement(query.add_columns(*_user.values()).with_for_update(of=schema.games))
    for column, query in GAME_AT.items()
}
_read = {
    column: DriverStatement(
        sa.select(*game_columns, schema.users.c.ended, schema.users.c.created)
        .select_from(
            schema.users.outerjoin(schema.games, schema.games.c[column] == bind("address"))
        )
        .where(schema.users.c.id == bind("user"))
    )
    for column in GAME_AT
}
LoginState = tuple[int | None, str | None]
"""Count of ended log-ins of a user, and the time of the account's creation; None for no account."""


class LockedGames(Repository):
    def lock_for(self, address: int | str, user_id: int) -> tuple[records.Game | None, LoginState]:
        """Game, locked against other writers until the end of the transaction, and the log-ins of a
        user.
        """
        column, value = address_column(address)
        for *game, ended, created in self._run(
            _locked[column], {"address": value, "user": user_id}
        ):
            return game_of(game), (ended, created)
        return None, (None, None)

    def find_for(self, address: int | str, user_id: int) -> tuple[records.Game | None, LoginState]:
        """Game for a reader and the log-ins of the reader. A missing game costs the same
        statement.
        """
        column, value = address_column(address)
        for *game, ended, created in self._run(_read[column], {"address": value, "user": user_id}):
            return game_of(game) if game[0] is not None else None, (ended, created)
        return None, (None, None)
