"""Repository of decisions with a deadline, counted by player, game and day."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from app.store import rating_tables
from app.store.repositories import Repository

_table = rating_tables.timed_decisions
_counts = _table.c
Counts = Mapping[tuple[int, str], tuple[int, int]]
"""Decisions in time and all decisions, by user and day ("2026-11-28")."""


class DecisionCounts(Repository):
    def add_counts(self, game_id: int, counts: Counts) -> None:
        """Add decisions of a game to the counts."""
        for (user_id, day), (in_time, total) in counts.items():
            row = {"game_id": game_id, "user_id": user_id, "day": day}
            added = self._dialect.insert(_table).values(**row, in_time=in_time, total=total)
            sums = {"in_time": _counts.in_time + in_time, "total": _counts.total + total}
            key = [column.name for column in _table.primary_key]
            self._do(added.on_conflict_do_update(index_elements=key, set_=sums))

    def replace_counts(self, game_id: int, counts: Counts) -> None:
        """Replace the counts of a game."""
        self._do(_table.delete().where(_counts.game_id == game_id))
        self.add_counts(game_id, counts)

    def of_game(self, game_id: int) -> dict[tuple[int, str], tuple[int, int]]:
        rows = self._do(sa.select(_table).where(_counts.game_id == game_id))
        return {(row.user_id, row.day): (row.in_time, row.total) for row in rows}

    def of_user(self, user_id: int) -> list[tuple[str, int, int]]:
        """Day, decisions in time and all decisions of a user, the last day first."""
        query = (
            sa.select(
                _counts.day,
                sa.func.sum(_counts.in_time).label("in_time"),
                sa.func.sum(_counts.total).label("total"),
            )
            .where(_counts.user_id == user_id)
            .group_by(_counts.day)
            .order_by(_counts.day.desc())
        )
        return [(row.day, int(row.in_time), int(row.total)) for row in self._do(query)]
