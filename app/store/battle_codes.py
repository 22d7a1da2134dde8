"""Repository of the codes of battles."""

from __future__ import annotations

import sqlalchemy as sa

from app.store import story_tables
from app.store.repositories import Repository

_codes = story_tables.battle_codes.c


class BattleCodes(Repository):
    def add(self, code: int, game_id: int, battle: str) -> None:
        self._add(story_tables.battle_codes, code=code, game_id=game_id, battle=battle)

    def code_of(self, game_id: int, battle: str) -> int | None:
        query = sa.select(_codes.code).where(_codes.game_id == game_id, _codes.battle == battle)
        return self._do(query).scalar()

    def codes_of_game(self, game_id: int) -> dict[str, int]:
        """Codes of the battles of a game, by the key of the battle."""
        query = sa.select(_codes.battle, _codes.code).where(_codes.game_id == game_id)
        return {row.battle: row.code for row in self._do(query)}

    def find_battle(self, code: int) -> tuple[int, str] | None:
        """Number of the game and key of the battle."""
        query = sa.select(_codes.game_id, _codes.battle).where(_codes.code == code)
        row = self._do(query).first()
        return (row.game_id, row.battle) if row else None
