"""Repositories of API tokens and of bot accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from app.store import records, schema
from app.store.repositories import Repository, bind
from app.store.user_repository import _user, user_of

_token = [schema.tokens.c[name] for name in records.Token.__struct_fields__]


class Tokens(Repository):
    _find = (
        sa.select(*_user, *_token, schema.users.c.ended)
        .join_from(schema.users, schema.tokens)
        .where(schema.tokens.c.token_hash == bind("token"))
    )

    def add_token(self, token_hash: str, **values: Any) -> int:
        return self._add(schema.tokens, token_hash=token_hash, **_as_columns(values))

    def for_user(self, user_id: int) -> list[records.Token]:
        """Tokens of an account, the newest first."""
        query = (
            sa.select(*_token)
            .where(schema.tokens.c.user_id == user_id)
            .order_by(schema.tokens.c.id.desc())
        )
        return [_token_of(row) for row in self._do(query)]

    def find_by_hash(self, token_hash: str) -> tuple[records.User, records.Token, int] | None:
        """User of a token, the token, and the count of ended log-ins and tokens of the account."""
        row = self._do(self._find, {"token": token_hash}).first()
        return row and (user_of(row), _token_of(row[len(_user) : -1]), row.ended)

    def mark_used(self, token_id: int, now: str) -> None:
        self._do(schema.tokens.update().where(schema.tokens.c.id == token_id).values(used=now))

    def remove_token(self, user_id: int, token_id: int) -> bool:
        """Remove a token; return true if the account had it.

        The counter `ended` grows, so open streams of the account end.
        """
        users = schema.users.c
        gone = (
            self._do(
                schema.tokens.delete().where(
                    schema.tokens.c.id == token_id, schema.tokens.c.user_id == user_id
                )
            ).rowcount
            > 0
        )
        if gone:
            self._do(schema.users.update().where(users.id == user_id).values(ended=users.ended + 1))
        return gone


def _as_columns(values: dict[str, Any]) -> dict[str, Any]:
    return values | {"scopes": " ".join(values["scopes"])}


def _token_of(row: Any) -> records.Token:
    values = dict(zip(records.Token.__struct_fields__, row, strict=True))
    return records.Token(**values | {"scopes": tuple(values["scopes"].split())})


def owner_of(user_id: int | sa.BindParameter[int]) -> sa.ScalarSelect[int]:
    """Subquery for the owner of a bot account; null for other accounts."""
    return (
        sa.select(schema.programs.c.owner_id)
        .where(schema.programs.c.user_id == user_id)
        .scalar_subquery()
    )


class Programs(Repository):
    def add_program(self, user_id: int, owner_id: int) -> None:
        self._add(schema.programs, user_id=user_id, owner_id=owner_id, may_write=False)

    def for_owner(self, owner_id: int) -> list[records.Program]:
        """Bot accounts of a member, the oldest first."""
        return self._rows_of(schema.programs.c.owner_id == owner_id)

    def find_program(self, user_id: int) -> records.Program | None:
        """Bot account with this user id; None for other users."""
        return next(iter(self._rows_of(schema.programs.c.user_id == user_id)), None)

    def owners_by_bot(self, user_ids: Iterable[int | None]) -> dict[int, records.User]:
        """Owners of those of these accounts that are bot accounts, by user id of the bot
        account.
        """
        users, programs = schema.users.c, schema.programs.c
        query = sa.select(programs.user_id, *_user).join_from(
            schema.programs, schema.users, users.id == programs.owner_id
        )
        return {
            program: user_of(owner)
            for program, *owner in self._do(query.where(programs.user_id.in_({*user_ids} - {None})))
        }

    def responsible_users(self, user_id: int) -> list[records.User]:
        """Users responsible for an account: itself, and the owner of a bot account."""
        users = schema.users.c
        return [
            user_of(row)
            for row in self._do(
                sa.select(*_user).where(sa.or_(users.id == user_id, users.id == owner_of(user_id)))
            )
        ]

    def allow_writing(self, user_id: int, may_write: bool) -> None:
        self._do(
            schema.programs.update()
            .where(schema.programs.c.user_id == user_id)
            .values(may_write=may_write)
        )

    def _rows_of(self, which: sa.ColumnElement[bool]) -> list[records.Program]:
        programs = schema.programs.c
        on = schema.users.c.id == programs.user_id
        query = (
            sa.select(*_user, programs.owner_id, programs.may_write)
            .join_from(schema.users, schema.programs, on)
            .where(which)
        )
        return [
            records.Program(user_of(row), row.owner_id, row.may_write)
            for row in self._do(query.order_by(programs.user_id))
        ]
