"""Repository of scribes: users who edit the chronicle of a game."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store import schema, story_tables
from app.store.repositories import Repository

_scribes = story_tables.scribes.c


class Scribes(Repository):
    def add(self, game_id: int, user_id: int, named_at: str) -> None:
        self._add(story_tables.scribes, game_id=game_id, user_id=user_id, named_at=named_at)

    def remove(self, game_id: int, user_id: int) -> None:
        where = (_scribes.game_id == game_id, _scribes.user_id == user_id)
        self._do(story_tables.scribes.delete().where(*where))

    def of_game(self, game_id: int) -> dict[int, str]:
        """Names of the scribes of a game, by number of the user, in the order of naming."""
        users = schema.users.c
        query = (
            sa.select(users.id, users.name)
            .join_from(story_tables.scribes, schema.users)
            .where(_scribes.game_id == game_id)
            .order_by(_scribes.named_at, users.id)
        )
        return {row.id: row.name for row in self._do(query)}

    def by(self, user_id: int) -> list[dict[str, Any]]:
        """Games in which the user is a scribe."""
        query = sa.select(_scribes.game_id, _scribes.named_at).where(_scribes.user_id == user_id)
        return [{"game": row.game_id, "named_at": row.named_at} for row in self._do(query)]
