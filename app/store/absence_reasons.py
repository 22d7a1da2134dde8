"""Repository of the reasons of announced absences."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store import long_game_tables
from app.store.repositories import Repository

_table = long_game_tables.absence_reasons
_reasons = _table.c


class AbsenceReasons(Repository):
    def save(self, game_id: int, user_id: int, first: str, text: str, made_at: str) -> None:
        """Save the reason of the absence that begins on the day `first`; "" deletes it."""
        where = (_reasons.game_id == game_id, _reasons.user_id == user_id, _reasons.first == first)
        self._do(_table.delete().where(*where))
        if text:
            self._add(
                _table, game_id=game_id, user_id=user_id, first=first, text=text, made_at=made_at
            )

    def of_game(self, game_id: int) -> dict[tuple[int, str], str]:
        """Reasons by user and first day."""
        query = sa.select(_reasons.user_id, _reasons.first, _reasons.text)
        rows = self._do(query.where(_reasons.game_id == game_id))
        return {(row.user_id, row.first): row.text for row in rows}

    def by(self, user_id: int) -> list[dict[str, Any]]:
        """Reasons of a user, for the export of the account."""
        query = sa.select(_reasons.game_id, _reasons.first, _reasons.text, _reasons.made_at)
        rows = self._do(query.where(_reasons.user_id == user_id).order_by(_reasons.made_at))
        return [
            {"game": row.game_id, "first": row.first, "text": row.text, "made_at": row.made_at}
            for row in rows
        ]
