"""Repositories: reading and writing rows.

Each repository works on one table; a `UnitOfWork` (app.store.transactions) opens them on one transaction.
Frequent statements are built once with parameters (`bind`), because building one takes five times
as long as running it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.store import records, schema

MANY = 500
bind = sa.bindparam
NO_MORE = 2**31 - 1


class Conflict(Exception):
    """Raised if the row exists already because another writer was faster."""


class Repository:
    def __init__(self, connection: sa.Connection):
        self._do = connection.execute
        self._dialect = postgresql if connection.dialect.name == "postgresql" else sqlite

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


# ---------------------------------------------------------------------- player chat, reports, visits
class Letters(Repository):
    _last = sa.select(sa.func.max(schema.letters.c.id)).where(
        schema.letters.c.game_id == bind("game")
    )

    def add_letter(
        self, game_id: int, user_id: int, name: str, text: str, made_at: str, after: int
    ) -> records.Letter:
        values: dict[str, Any] = {
            "game_id": game_id,
            "user_id": user_id,
            "name": name,
            "text": text,
            "made_at": made_at,
            "after": after,
        }
        return records.Letter(self._add(schema.letters, **values), **values)

    def find_letter(self, letter_id: int) -> records.Letter | None:
        letters = schema.letters.c
        query = sa.select(*(letters[field] for field in records.Letter.__struct_fields__))
        row = self._do(query.where(letters.id == letter_id)).first()
        return records.Letter(*row) if row else None

    def letters_by_id(self, letter_ids: Iterable[int | None]) -> dict[int, records.Letter]:
        """Messages with these ids, as far as they exist."""
        letters = schema.letters.c
        query = sa.select(*(letters[field] for field in records.Letter.__struct_fields__)).where(
            letters.id.in_({*letter_ids} - {None})
        )
        return {letter.id: letter for letter in (records.Letter(*row) for row in self._do(query))}

    def set_hidden(self, letter_id: int, hidden: bool) -> None:
        self._do(
            schema.letters.update().where(schema.letters.c.id == letter_id).values(hidden=hidden)
        )

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on all messages of a user."""
        self._do(
            schema.letters.update().where(schema.letters.c.user_id == user_id).values(name=name)
        )

    def for_user(self, user_id: int) -> list[records.Letter]:
        """All messages of a user."""
        letters = schema.letters.c
        query = (
            sa.select(*(letters[field] for field in records.Letter.__struct_fields__))
            .where(letters.user_id == user_id)
            .order_by(letters.id)
        )
        return [records.Letter(*row) for row in self._do(query)]

    def for_game(self, game_id: int, after: int = 0) -> list[records.Letter]:
        """Messages of a game with an id above `after`."""
        letters = schema.letters.c
        columns = [letters[field] for field in records.Letter.__struct_fields__]
        query = (
            sa.select(*columns)
            .where(letters.game_id == game_id, letters.id > after)
            .order_by(letters.id)
        )
        return [records.Letter(*row) for row in self._do(query)]

    def last_id(self, game_id: int) -> int:
        """Id of the last message, 0 if there is none."""
        return self._do(self._last, {"game": game_id}).scalar() or 0


class Visits(Repository):
    _seen = sa.select(schema.visits.c.game_id, schema.visits.c.seen).where(
        schema.visits.c.user_id == bind("user"),
        schema.visits.c.game_id.in_(bind("games", expanding=True)),
    )

    def last_seen(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """Number of the last seen move for each visited game of these."""
        return dict(iter(self._do(self._seen, {"user": user_id, "games": list(game_ids)})))

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
        visits = schema.visits.c
        here = sa.and_(visits.game_id == game_id, visits.user_id == user_id)
        if (
            not self._do(
                schema.visits.update().where(here, visits.seen < seen).values(seen=seen)
            ).rowcount
            and not self._do(sa.select(visits.seen).where(here)).first()
        ):
            self._add(schema.visits, game_id=game_id, user_id=user_id, seen=seen)
