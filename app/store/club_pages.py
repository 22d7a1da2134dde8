"""Repository of the house rules of clubs, with all their versions."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_page_tables as tables
from app.store import schema
from app.store.repositories import Repository

_pages, _versions, _users = tables.club_pages.c, tables.club_page_versions.c, schema.users.c


class PageVersion(msgspec.Struct, frozen=True):
    """Version of a house rule. `name` is that of its author, "" after the deletion of the account.
    `retired_at` is "" while the rule is in force. `hidden` means removed by a moderator.
    """

    page_id: int
    number: int
    title_en: str
    title_es: str
    text_en: str
    text_es: str
    is_public: bool
    made_at: str
    hidden: bool
    made_by: int | None
    retired_at: str
    name: str

    def title(self, language: str) -> str:
        """Title in this language, or else in the other one."""
        both = (self.title_es, self.title_en)
        return (both if language == "es" else both[::-1])[0] or both[0] or both[1]

    def language_for(self, language: str) -> str:
        """Language of the text that a reader of this language gets."""
        other = "en" if language == "es" else "es"
        own = self.title_es if language == "es" else self.title_en
        return language if own else other

    def text(self, language: str) -> str:
        """Text in the language that the reader gets."""
        return self.text_es if self.language_for(language) == "es" else self.text_en


_OWN = [
    _versions[name] for name in PageVersion.__struct_fields__ if name not in ("retired_at", "name")
]
_NAME = sa.func.coalesce(_users.name, _versions.author)


class ClubPages(Repository):
    def add_page(self, club_id: int, made_at: str) -> int:
        return self._add(tables.club_pages, club_id=club_id, made_at=made_at, retired_at="")

    def add_version(self, **values: Any) -> None:
        self._add(tables.club_page_versions, **values)

    def set_retired(self, page_id: int, retired_at: str) -> None:
        change = tables.club_pages.update().where(_pages.id == page_id)
        self._do(change.values(retired_at=retired_at))

    def set_hidden(self, page_id: int, number: int, hidden: bool) -> None:
        """Remove the texts of a version, or show them again."""
        where = _versions.page_id == page_id, _versions.number == number
        self._do(tables.club_page_versions.update().where(*where).values(hidden=hidden))

    def find_version(self, page_id: int, number: int) -> PageVersion | None:
        where = _versions.page_id == page_id, _versions.number == number
        row = self._do(self._query().where(*where)).first()
        return PageVersion(*row) if row else None

    def count_pages(self, club_id: int) -> int:
        query = sa.select(sa.func.count()).where(_pages.club_id == club_id)
        return self._do(query).scalar_one()

    def versions_of_page(self, club_id: int, page_id: int) -> list[PageVersion]:
        """Versions of a house rule of this club, the newest first."""
        where = _pages.club_id == club_id, _pages.id == page_id
        rows = self._do(self._query().where(*where).order_by(_versions.number.desc()))
        return [PageVersion(*row) for row in rows]

    def latest_versions(self, club_id: int) -> list[PageVersion]:
        """Latest version of each house rule, the oldest rule first."""
        last = (
            sa.select(_versions.page_id, sa.func.max(_versions.number).label("number"))
            .join_from(tables.club_page_versions, tables.club_pages)
            .where(_pages.club_id == club_id)
            .group_by(_versions.page_id)
            .subquery()
        )
        is_last = sa.and_(_versions.page_id == last.c.page_id, _versions.number == last.c.number)
        query = self._query().join(last, is_last).order_by(_versions.page_id)
        return [PageVersion(*row) for row in self._do(query)]

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Versions that the user wrote."""
        query = sa.select(*_OWN).where(_versions.made_by == user_id)
        query = query.order_by(_versions.page_id, _versions.number)
        return [dict(row) for row in self._do(query).mappings()]

    @staticmethod
    def _query() -> sa.Select[Any]:
        joined = tables.club_page_versions.join(tables.club_pages).outerjoin(
            schema.users, _versions.made_by == _users.id
        )
        return sa.select(*_OWN, _pages.retired_at, _NAME).select_from(joined)
