"""Repository of the rows of a club for its file: all texts, dates and polls, with the names of
users.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from app.store import club_chronicle_tables as chronicle
from app.store import club_page_tables as pages
from app.store import club_poll_tables as polls
from app.store import club_tables as tables
from app.store import schema
from app.store.repositories import Repository

_users, _names = schema.users.c, tables.club_names.c
PARTS: Mapping[str, sa.Table] = {
    "announcements": pages.club_announcements,
    "messages": pages.club_messages,
    "chapters": chronicle.club_chapters,
    "pictures": chronicle.club_pictures,
    "rules": pages.club_pages,
    "dates": tables.club_dates,
    "polls": polls.club_polls,
    "log": tables.club_log,
}
"""Tables with a row for each entry of a club."""
VERSIONS, ANSWERS, BOOKINGS = pages.club_page_versions, tables.club_answers, tables.club_bookings
PROPOSED, POLL_ANSWERS = polls.club_poll_dates, polls.club_poll_answers
Row = dict[str, Any]


class ClubFiles(Repository):
    """Rows as mappings of their columns. `name` is that of the author or of the answering user."""

    def rows_of(self, part: str, club_id: int) -> list[Row]:
        """All rows of a part, in the order of their arrival."""
        table = PARTS[part]
        order = table.primary_key.columns
        where = table.c.club_id == club_id
        return self._named(table, where, order)

    def versions_of(self, page_ids: Iterable[int]) -> list[Row]:
        return self._below(VERSIONS, VERSIONS.c.page_id, page_ids)

    def answers_of(self, date_ids: Iterable[int]) -> list[Row]:
        return self._below(ANSWERS, ANSWERS.c.date_id, date_ids)

    def bookings_of(self, date_ids: Iterable[int]) -> list[Row]:
        return self._below(BOOKINGS, BOOKINGS.c.date_id, date_ids)

    def proposed_dates_of(self, poll_ids: Iterable[int]) -> list[Row]:
        return self._below(PROPOSED, PROPOSED.c.poll_id, poll_ids)

    def poll_answers_of(self, poll_ids: Iterable[int]) -> list[Row]:
        return self._below(POLL_ANSWERS, POLL_ANSWERS.c.poll_id, poll_ids)

    def _below(self, table: sa.Table, parent: sa.Column[Any], ids: Iterable[int]) -> list[Row]:
        """Rows that belong to other rows, by the key of the table."""
        return self._named(table, parent.in_(list(ids)), table.primary_key.columns)

    def _named(self, table: sa.Table, where: Any, order: Any) -> list[Row]:
        columns = table.c
        user = columns.get("made_by") if "made_by" in columns else columns.get("user_id")
        if user is None:
            query = sa.select(table).where(where)
        else:
            author = columns.author if "author" in columns else sa.literal("")
            name = sa.func.coalesce(_users.name, author).label("name")
            joined = table.outerjoin(schema.users, user == _users.id)
            query = sa.select(*columns, name).select_from(joined).where(where)
        return [dict(row) for row in self._do(query.order_by(*order)).mappings()]

    def add_row(self, part: str, **values: Any) -> int:
        """Number of a new row of a part."""
        return self._add(PARTS[part], **values)

    def add_rows(self, table: sa.Table, rows: list[Row]) -> None:
        """Add rows with the same columns."""
        if rows:
            self._do(table.insert(), rows)

    def add_missing(self, table: sa.Table, values: Row) -> None:
        """Add a row unless its key exists."""
        self._do(self._dialect.insert(table).values(values).on_conflict_do_nothing())

    # ------------------------------------------------------------------ names
    def add_name(self, club_id: int, name: str, kept: str) -> None:
        """Keep a member of a file who has no account here; `kept` is JSON."""
        self._add(tables.club_names, club_id=club_id, name=name, kept=kept)

    def names_of_club(self, club_id: int) -> dict[str, str]:
        """JSON of each name, in alphabetical order."""
        query = sa.select(_names.name, _names.kept).where(_names.club_id == club_id)
        return {row.name: row.kept for row in self._do(query.order_by(_names.name))}

    def remove_name(self, club_id: int, name: str) -> None:
        where = (_names.club_id == club_id, _names.name == name)
        self._do(tables.club_names.delete().where(*where))
