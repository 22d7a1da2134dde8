"""Repository of default rosters: the army that a player keeps for the battles of a long game."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store.long_game_tables import default_rosters
from app.store.repositories import Repository

_rosters = default_rosters.c


class DefaultRosters(Repository):
    def army_of(self, game_id: int, user_id: int) -> int | None:
        """Number of the saved army that the user keeps for this game; None without one."""
        query = sa.select(_rosters.army_id).where(
            _rosters.game_id == game_id, _rosters.user_id == user_id
        )
        found: int | None = self._do(query).scalar()
        return found

    def keep(self, game_id: int, user_id: int, army_id: int | None) -> None:
        """Keep this army for the game; None keeps none."""
        where = (_rosters.game_id == game_id, _rosters.user_id == user_id)
        self._do(default_rosters.delete().where(*where))
        if army_id is not None:
            self._add(default_rosters, game_id=game_id, user_id=user_id, army_id=army_id)

    def by(self, user_id: int) -> list[dict[str, Any]]:
        """Default rosters of a user, for the export."""
        query = sa.select(_rosters.game_id, _rosters.army_id).where(_rosters.user_id == user_id)
        return [{"game": row.game_id, "army": row.army_id} for row in self._do(query)]
