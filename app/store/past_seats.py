"""Repository of former players: seats that passed to another player during the game."""

from __future__ import annotations

import sqlalchemy as sa

from app.store import records, schema
from app.store.driver_statements import DriverStatement
from app.store.repositories import Repository, bind

_former = schema.former_players.c
_ALL = sa.select(
    _former.game_id,
    _former.seat,
    _former.until,
    _former.user_id,
    sa.func.coalesce(schema.users.c.name, _former.name),
).join_from(schema.former_players, schema.users, isouter=True)
_OF_A_GAME = DriverStatement(_ALL.where(_former.game_id == bind("game_id")).order_by(_former.until))
_LAST = DriverStatement(
    _ALL.where(_former.game_id == bind("game_id"), _former.user_id == bind("user_id"))
    .order_by(_former.until.desc())
    .limit(1)
)


class FormerPlayers(Repository):
    def add_former(self, former: records.FormerPlayer) -> None:
        self._add(
            schema.former_players,
            **{field: getattr(former, field) for field in records.FormerPlayer.__struct_fields__},
        )

    def for_game(self, game_id: int) -> list[records.FormerPlayer]:
        """Former players of a game in order of their moves `until`, under their present names."""
        return [records.FormerPlayer(*row) for row in self._run(_OF_A_GAME, {"game_id": game_id})]

    def last_of_user(self, game_id: int, user_id: int | None) -> records.FormerPlayer | None:
        """Latest seat in a game that the user passed on; None if there is none."""
        if user_id is None:
            return None
        rows = self._run(_LAST, {"game_id": game_id, "user_id": user_id})
        return records.FormerPlayer(*rows[0]) if rows else None

    def for_user(self, user_id: int) -> list[records.FormerPlayer]:
        """Every seat that a user has passed on."""
        return [
            records.FormerPlayer(*row)
            for row in self._do(
                _ALL.where(_former.user_id == user_id).order_by(_former.game_id, _former.until)
            )
        ]

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(schema.former_players.update().where(_former.user_id == user_id).values(name=name))
