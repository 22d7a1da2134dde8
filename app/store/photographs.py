"""Repository of photographs of battles on real tables."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import story_tables
from app.store.repositories import Repository

_photographs = story_tables.photographs.c
_FIELDS = tuple(column for column in _photographs if column.name != "data")


class Photograph(msgspec.Struct, frozen=True):
    """Photograph without its data."""

    id: int
    game_id: int
    battle: str
    user_id: int | None
    name: str
    caption: str
    digest: str
    width: int
    height: int
    made_at: str


class Photographs(Repository):
    def add(self, **fields: Any) -> None:
        self._add(story_tables.photographs, **fields)

    def remove(self, number: int) -> None:
        self._do(story_tables.photographs.delete().where(_photographs.id == number))

    def find(self, game_id: int, number: int) -> Photograph | None:
        """Photograph of a game by its number."""
        found = self._select(_photographs.game_id == game_id, _photographs.id == number)
        return next(found, None)

    def data_of(self, number: int) -> bytes:
        query = sa.select(_photographs.data).where(_photographs.id == number)
        return bytes(self._do(query).scalar_one())

    def of_game(self, game_id: int) -> list[Photograph]:
        """Photographs of all battles of a game, in the order of their arrival."""
        return list(self._select(_photographs.game_id == game_id))

    def of_battle(self, game_id: int, battle: str) -> list[Photograph]:
        return list(self._select(_photographs.game_id == game_id, _photographs.battle == battle))

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Photographs of a user with their data, for the export of the account."""
        return [
            {
                "game": one.game_id,
                "battle": one.battle,
                "caption": one.caption,
                "made_at": one.made_at,
                "digest": one.digest,
                "jpeg": base64.b64encode(self.data_of(one.id)).decode(),
            }
            for one in self._select(_photographs.user_id == user_id)
        ]

    def put_back(self, number: int, data: bytes) -> None:
        """Write the data of a damaged photograph again."""
        self._do(
            story_tables.photographs.update().where(_photographs.id == number).values(data=data)
        )

    def damaged(self, game_id: int | None = None) -> list[Photograph]:
        """Photographs of a game, or of all games, whose data do not have their digest."""
        where = () if game_id is None else (_photographs.game_id == game_id,)
        return [
            one
            for one in list(self._select(*where))
            if hashlib.sha256(self.data_of(one.id)).hexdigest() != one.digest
        ]

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(
            story_tables.photographs.update()
            .where(_photographs.user_id == user_id)
            .values(name=name)
        )

    def _select(self, *where: sa.ColumnElement[bool]) -> Iterator[Photograph]:
        query = sa.select(*_FIELDS).where(*where).order_by(_photographs.id)
        return (Photograph(*row) for row in self._do(query))
