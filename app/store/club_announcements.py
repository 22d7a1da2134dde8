"""Repository of the announcements of clubs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_page_tables as tables
from app.store import schema
from app.store.repositories import Repository, bind

_news, _users = tables.club_announcements.c, schema.users.c


class Announcement(msgspec.Struct, frozen=True):
    """Announcement. `name` is that of its author, "" after the deletion of the account.
    `changed_at` is "" before the first change.
    """

    id: int
    club_id: int
    title: str
    text: str
    is_public: bool
    hidden: bool
    made_by: int | None
    made_at: str
    changed_at: str
    name: str


_OWN = [_news[name] for name in Announcement.__struct_fields__ if name != "name"]
_NAME = sa.func.coalesce(_users.name, _news.author)
_QUERY: sa.Select[Any] = sa.select(*_OWN, _NAME).select_from(
    tables.club_announcements.outerjoin(schema.users, _news.made_by == _users.id)
)


class Announcements(Repository):
    def add_announcement(self, **values: Any) -> int:
        return self._add(tables.club_announcements, **values)

    def remove_announcement(self, announcement_id: int) -> None:
        self._do(tables.club_announcements.delete().where(_news.id == announcement_id))

    def find_announcement(self, club_id: int, announcement_id: int) -> Announcement | None:
        where = _news.club_id == club_id, _news.id == announcement_id
        row = self._do(_QUERY.where(*where)).first()
        return Announcement(*row) if row else None

    def announcements_by_id(self, ids: Iterable[int | None]) -> dict[int, Announcement]:
        """Announcements with these ids, as far as they exist."""
        rows = self._do(_QUERY.where(_news.id.in_({*ids} - {None})))
        return {row.id: Announcement(*row) for row in rows}

    def change_announcement(self, announcement_id: int, **values: Any) -> None:
        change = tables.club_announcements.update().where(_news.id == announcement_id)
        self._do(change.values(values | {"author": ""}))

    def set_hidden(self, announcement_id: int, hidden: bool) -> None:
        change = tables.club_announcements.update().where(_news.id == announcement_id)
        self._do(change.values(hidden=hidden))

    def latest(
        self, club_id: int, most: int, before: int, *, only_public: bool, with_hidden: bool
    ) -> list[Announcement]:
        """Announcements with a lower number than `before`, the newest first."""
        query = _latest(only_public=only_public, with_hidden=with_hidden)
        rows = self._do(query, {"club": club_id, "before": before, "most": most})
        return [Announcement(*row) for row in rows]

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Announcements that the user wrote."""
        columns = _news.club_id, _news.title, _news.text, _news.is_public, _news.made_at
        query = sa.select(*columns).where(_news.made_by == user_id).order_by(_news.id)
        return [dict(row) for row in self._do(query).mappings()]


@cache
def _latest(*, only_public: bool, with_hidden: bool) -> sa.Select[Any]:
    """Query of `Announcements.latest`."""
    query = _QUERY.where(_news.club_id == bind("club"), _news.id < bind("before"))
    if only_public:
        query = query.where(_news.is_public)
    if not with_hidden:
        query = query.where(~_news.hidden)
    return query.order_by(_news.id.desc()).limit(bind("most", type_=sa.Integer))
