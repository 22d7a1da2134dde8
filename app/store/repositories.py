"""Repositories: reading and writing rows.

Each repository works on one table; a `UnitOfWork` (app.store.transactions) opens them on one
transaction. Frequent statements are built once with parameters (`bind`), because building one takes
five times as long as running it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.store import records, schema
from app.store.driver_statements import DriverStatement

MANY = 500
bind = sa.bindparam
NO_MORE = 2**31 - 1
Record = TypeVar("Record")


class Conflict(Exception):
    """Raised if the row exists already because another writer was faster."""


class Repository:
    def __init__(self, connection: sa.Connection):
        self._connection, self._do = connection, connection.execute
        self._dialect = postgresql if connection.dialect.name == "postgresql" else sqlite

    def _run(self, statement: DriverStatement, values: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Rows of a frequent statement. Raises `Conflict` if a row exists already."""
        try:
            return statement.run(self._connection, values)
        except sa.exc.IntegrityError as collision:
            raise Conflict(str(collision.orig)) from collision

    def _add(self, table: sa.Table, **values: Any) -> int:
        try:
            row: Any = self._do(_insert_into(table), values)
            return cast("int", row.inserted_primary_key[0])
        except sa.exc.IntegrityError as collision:
            raise Conflict(str(collision.orig)) from collision

    def _set(self, table: sa.Table, **values: Any) -> None:
        """Insert or replace a row by its key. Of two simultaneous writers, the later one wins."""
        key = [column.name for column in table.primary_key]
        other = {name: value for name, value in values.items() if name not in key}
        self._do(
            self._dialect.insert(table)
            .values(values)
            .on_conflict_do_update(index_elements=key, set_=other)
        )

    def _grouped(
        self, query: sa.Select[Any], make: Callable[..., Record]
    ) -> dict[int, list[Record]]:
        """Records by the first column of the query, in its order; `make` takes the other
        columns.
        """
        found: dict[int, list[Record]] = {}
        for first, *others in self._do(query).all():
            found.setdefault(first, []).append(make(*others))
        return found


def without_index(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """Value of a column in a condition that filters rows, where another condition finds them.

    SQLite has no statistics here. It would take an index of the column and read all games of a
    status.
    """
    return sa.func.coalesce(column, "")


@cache
def _insert_into(table: sa.Table) -> sa.Insert:
    return table.insert()


# ---------------------------------------------------------------------- games


def address_column(address: int | str) -> tuple[str, int | str]:
    """Column and value to find a game or an army by its number or by its token."""
    text = str(address)
    return (
        ("id", int(text))
        if text.isascii() and text.isdigit() and len(text) < 10
        else ("token", text)
    )


# --------------------------------------------------------------------- player chat, reports, visits
_messages = schema.chat_messages.c
_message = [
    _messages[field] for field in records.ChatMessage.__struct_fields__ if field != "number"
]


class ChatMessages(Repository):
    """Repository of the player chat.

    Numbers and counts belong to the readers of a side. They count messages to all players and to
    this side alone. `side` "" reads only those to all.
    """

    _count = DriverStatement(
        sa.select(sa.func.count()).where(
            _messages.game_id == bind("game"),
            sa.or_(_messages.side == "", _messages.side == bind("side")),
        )
    )

    def add_chat_message(
        self,
        game_id: int,
        user_id: int,
        name: str,
        text: str,
        made_at: str,
        after: int,
        side: str = "",
    ) -> records.ChatMessage:
        """Add a message; its number is that for the readers of `side`."""
        values: dict[str, Any] = {
            "game_id": game_id,
            "user_id": user_id,
            "name": name,
            "text": text,
            "made_at": made_at,
            "after": after,
            "side": side,
        }
        self._add(schema.chat_messages, **values)
        return records.ChatMessage(self.count(game_id, side), **values)

    def id_of(self, game_id: int, side: str, number: int) -> int | None:
        """Row id of a message by its number for the readers of this side, used by complaints."""
        query = sa.select(_messages.id).where(*_read_by(game_id, side)).order_by(_messages.id)
        found = self._do(query.offset(number - 1).limit(1)) if number > 0 else None
        return found.scalar() if found else None

    def messages_by_id(self, message_ids: Iterable[int | None]) -> dict[int, records.ChatMessage]:
        """Messages with these row ids, as far as they exist. Their number is 0."""
        query = sa.select(_messages.id, *_message).where(_messages.id.in_({*message_ids} - {None}))
        return {message_id: records.ChatMessage(0, *row) for message_id, *row in self._do(query)}

    def set_hidden(self, message_id: int, hidden: bool) -> None:
        self._do(
            schema.chat_messages.update().where(_messages.id == message_id).values(hidden=hidden)
        )

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on all messages of a user."""
        self._do(
            schema.chat_messages.update().where(_messages.user_id == user_id).values(name=name)
        )

    def for_user(self, user_id: int) -> list[records.ChatMessage]:
        """All messages of a user. Their number is 0."""
        query = sa.select(*_message).where(_messages.user_id == user_id).order_by(_messages.id)
        return [records.ChatMessage(0, *row) for row in self._do(query)]

    def for_side(self, game_id: int, side: str, after: int = 0) -> list[records.ChatMessage]:
        """Messages that the players of this side read, with a number above `after`."""
        after = max(after, 0)
        query = sa.select(*_message).where(*_read_by(game_id, side)).order_by(_messages.id)
        rows = self._do(query.offset(after))
        return [records.ChatMessage(number, *row) for number, row in enumerate(rows, after + 1)]

    def count(self, game_id: int, side: str) -> int:
        """Number of the last message that the players of this side read, 0 if there is none."""
        return int(self._run(self._count, {"game": game_id, "side": side})[0][0])


def _read_by(game_id: int, side: str) -> tuple[sa.ColumnElement[bool], ...]:
    return _messages.game_id == game_id, _messages.side.in_({"", side})


_visits = schema.visits.c
_SEEN_NOW = (
    schema.visits.update()
    .where(
        _visits.game_id == bind("game"),
        _visits.user_id == bind("user"),
        _visits.seen < bind("number"),
    )
    .values(seen=bind("number"))
)
"""Made once: each page of a player sends it after each move."""


class Visits(Repository):
    _seen_in_game = DriverStatement(
        sa.select(schema.visits.c.seen).where(
            schema.visits.c.user_id == bind("user"), schema.visits.c.game_id == bind("game")
        )
    )
    _seen = sa.select(schema.visits.c.game_id, schema.visits.c.seen).where(
        schema.visits.c.user_id == bind("user"),
        schema.visits.c.game_id.in_(bind("games", expanding=True)),
    )

    def last_seen(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """Number of the last seen move for each visited game of these."""
        return dict(iter(self._do(self._seen, {"user": user_id, "games": list(game_ids)})))

    def last_seen_in(self, user_id: int, game_id: int) -> int | None:
        """Number of the last seen move of a game; None before the first visit."""
        rows = self._run(self._seen_in_game, {"user": user_id, "game": game_id})
        return rows[0][0] if rows else None

    def of_user(self, user_id: int) -> dict[int, int]:
        """Number of the last seen move, by game."""
        visits = schema.visits.c
        return dict(
            iter(
                self._do(
                    sa.select(visits.game_id, visits.seen)
                    .where(visits.user_id == user_id)
                    .order_by(visits.game_id)
                )
            )
        )

    def note_seen(self, game_id: int, user_id: int, seen: int) -> None:
        """Note the last seen move; an older number never replaces a newer one."""
        values = {"game": game_id, "user": user_id, "number": seen}
        is_newer = self._do(_SEEN_NOW, values).rowcount
        if not is_newer and self.last_seen_in(user_id, game_id) is None:
            self._add(schema.visits, game_id=game_id, user_id=user_id, seen=seen)
