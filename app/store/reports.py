"""Repository of the texts of players in reports and chronicles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from app.store import records, schema
from app.store.repositories import Repository


class Reports(Repository):
    def for_game(self, game_id: int) -> list[records.Paragraphs]:
        """Texts in the report of a game with the present names of their authors, the oldest
        first.
        """
        reports, users = schema.reports.c, schema.users.c
        name = sa.func.coalesce(users.name, reports.name)
        columns = [
            name if field == "name" else reports[field]
            for field in records.Paragraphs.__struct_fields__
        ]
        query = (
            sa.select(*columns)
            .join_from(schema.reports, schema.users, isouter=True)
            .where(reports.game_id == game_id)
            .order_by(reports.id)
        )
        return [records.Paragraphs(*row) for row in self._do(query)]

    def save_text(self, game_id: int, section: str, user_id: int, **values: Any) -> None:
        """Set the text of a user for a chapter, in place of the earlier one."""
        reports = schema.reports.c
        here = sa.and_(
            reports.game_id == game_id, reports.section == section, reports.user_id == user_id
        )
        if not self._do(schema.reports.update().where(here).values(values)).rowcount:
            self._add(schema.reports, game_id=game_id, section=section, user_id=user_id, **values)

    def add_imported(self, **fields: Any) -> None:
        """Add a text without an account, as a file has it."""
        self._add(schema.reports, **fields)

    def edit_text(self, report_id: int, text: str, changed: str) -> None:
        """Change the text of another user, with a mark."""
        here = schema.reports.c.id == report_id
        self._do(
            schema.reports.update().where(here).values(text=text, changed=changed, edited=True)
        )

    def delete_text(self, report_id: int) -> None:
        """Delete a text, unless a moderator has hidden it."""
        reports = schema.reports.c
        self._do(schema.reports.delete().where(reports.id == report_id, ~reports.hidden))

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(
            schema.reports.update().where(schema.reports.c.user_id == user_id).values(name=name)
        )

    def for_user(self, user_id: int) -> list[records.Paragraphs]:
        """All texts of a user in reports."""
        reports = schema.reports.c
        query = (
            sa.select(*(reports[field] for field in records.Paragraphs.__struct_fields__))
            .where(reports.user_id == user_id)
            .order_by(reports.id)
        )
        return [records.Paragraphs(*row) for row in self._do(query)]

    def remove_text(self, game_id: int, section: str, user_id: int) -> None:
        """Remove a text, unless a moderator has hidden it. A hidden text stays and blocks a new one
        there.
        """
        reports = schema.reports.c
        self._do(
            schema.reports.delete().where(
                reports.game_id == game_id,
                reports.section == section,
                reports.user_id == user_id,
                ~reports.hidden,
            )
        )

    def texts_by_id(self, report_ids: Iterable[int | None]) -> dict[int, records.Paragraphs]:
        """Texts with these ids, as far as they exist."""
        reports = schema.reports.c
        query = sa.select(
            *(reports[field] for field in records.Paragraphs.__struct_fields__)
        ).where(reports.id.in_({*report_ids} - {None}))
        return {one.id: one for one in (records.Paragraphs(*row) for row in self._do(query))}

    def set_hidden(self, report_id: int, hidden: bool) -> None:
        self._do(
            schema.reports.update().where(schema.reports.c.id == report_id).values(hidden=hidden)
        )
