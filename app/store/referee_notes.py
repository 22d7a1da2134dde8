"""Repository of the notes of referees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import long_game_tables
from app.store.repositories import Repository

_table = long_game_tables.referee_notes
_notes = _table.c


class RefereeNote(msgspec.Struct, frozen=True):
    """Note of a referee. `user_id` is None after deletion of the account; `changed` is "" or a
    time.
    """

    id: int
    game_id: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    changed: str


class RefereeNotes(Repository):
    def add(self, game_id: int, user_id: int, name: str, text: str, made_at: str) -> int:
        written = {"name": name, "text": text, "made_at": made_at, "changed": ""}
        return self._add(_table, game_id=game_id, user_id=user_id, **written)

    def change(self, number: int, text: str, changed: str) -> None:
        self._do(_table.update().where(_notes.id == number).values(text=text, changed=changed))

    def remove(self, number: int) -> None:
        self._do(_table.delete().where(_notes.id == number))

    def find(self, game_id: int, number: int) -> RefereeNote | None:
        """Note of a game by its number."""
        return next(self._select(_notes.game_id == game_id, _notes.id == number), None)

    def of_game(self, game_id: int) -> list[RefereeNote]:
        """Notes of a game, the newest first."""
        return list(self._select(_notes.game_id == game_id))

    def by(self, user_id: int) -> list[dict[str, Any]]:
        """Notes of a user, for the export of the account."""
        return [
            {
                "game": one.game_id,
                "text": one.text,
                "made_at": one.made_at,
                "changed": one.changed,
            }
            for one in self._select(_notes.user_id == user_id)
        ]

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(_table.update().where(_notes.user_id == user_id).values(name=name))

    def _select(self, *where: sa.ColumnElement[bool]) -> Iterator[RefereeNote]:
        query = sa.select(_table).where(*where).order_by(_notes.id.desc())
        return (RefereeNote(*row) for row in self._do(query))
