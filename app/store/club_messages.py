"""Repository of the chats of clubs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_page_tables as tables
from app.store import schema
from app.store.repositories import Repository

_messages, _users = tables.club_messages.c, schema.users.c


class ClubMessage(msgspec.Struct, frozen=True):
    """Message in the chat of a club. `hidden` is "", or "club" or "server" by those who hid it.
    `name` is "" after the deletion of the account.
    """

    id: int
    club_id: int
    number: int
    user_id: int | None
    text: str
    made_at: str
    hidden: str
    name: str


_OWN = [_messages[name] for name in ClubMessage.__struct_fields__ if name != "name"]
_NAME = sa.func.coalesce(_users.name, _messages.author)


class ClubMessages(Repository):
    """Repository of messages. Writers lock the club first, because `number` and `news` grow by
    one.
    """

    def add_message(self, club_id: int, user_id: int, text: str, made_at: str) -> int:
        """Number of the new message."""
        number, news = self._last_numbers(club_id)
        self._add(
            tables.club_messages,
            club_id=club_id,
            number=number + 1,
            news=news + 1,
            user_id=user_id,
            text=text,
            made_at=made_at,
            hidden="",
        )
        return number + 1

    def latest(self, club_id: int, most: int, before: int) -> list[ClubMessage]:
        """Latest messages with a lower number than `before`, the oldest first."""
        where = _messages.club_id == club_id, _messages.number < before
        query = self._query().where(*where).order_by(_messages.number.desc()).limit(most)
        return [ClubMessage(*row) for row in self._do(query)][::-1]

    def find_message(self, club_id: int, number: int) -> ClubMessage | None:
        where = _messages.club_id == club_id, _messages.number == number
        row = self._do(self._query().where(*where)).first()
        return ClubMessage(*row) if row else None

    def messages_by_id(self, ids: Iterable[int | None]) -> dict[int, ClubMessage]:
        """Messages with these ids, as far as they exist."""
        rows = self._do(self._query().where(_messages.id.in_({*ids} - {None})))
        return {row.id: ClubMessage(*row) for row in rows}

    def set_hidden(self, message: ClubMessage, hidden: str) -> int:
        """Hide a message or show it again; returns the news number of its chat."""
        news = self.news_count(message.club_id) + 1
        change = tables.club_messages.update().where(_messages.id == message.id)
        self._do(change.values(hidden=hidden, news=news))
        return news

    def news_count(self, club_id: int) -> int:
        """Counter of written and moderated messages in this chat; 0 if there are none."""
        return self._last_numbers(club_id)[1]

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Messages that the user wrote."""
        columns = _messages.club_id, _messages.number, _messages.text, _messages.made_at
        query = sa.select(*columns).where(_messages.user_id == user_id).order_by(_messages.id)
        return [dict(row) for row in self._do(query).mappings()]

    def _last_numbers(self, club_id: int) -> tuple[int, int]:
        query = sa.select(sa.func.max(_messages.number), sa.func.max(_messages.news))
        number, news = self._do(query.where(_messages.club_id == club_id)).one()
        return number or 0, news or 0

    @staticmethod
    def _query() -> sa.Select[Any]:
        joined = tables.club_messages.outerjoin(schema.users, _messages.user_id == _users.id)
        return sa.select(*_OWN, _NAME).select_from(joined)
