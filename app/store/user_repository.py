"""Users and their log-ins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from app.store import login_tables, records, schema
from app.store.repositories import MANY, NO_MORE, Conflict, Repository, bind, without_index

HANDLE = 16


class NameConflict(Exception):
    """Raised if an account of this name exists."""


_user = [schema.users.c[name] for name in records.User.__struct_fields__]


def user_of(row: Any) -> records.User:
    return records.User(*row[: len(_user)])


class Users(Repository):
    def add_user(self, **values: Any) -> int:
        """Add an account and return its id; raises `NameConflict`."""
        try:
            return self._add(schema.users, **values)
        except Conflict as taken:
            raise NameConflict(values["name"]) from taken

    def find_user(self, user_id: int) -> records.User | None:
        row = self._do(sa.select(*_user).where(schema.users.c.id == user_id)).first()
        return user_of(row) if row else None

    def lock_user(self, user_id: int) -> None:
        """Lock the account until the end of the transaction.

        Other transactions that count or change its belongings wait.
        """
        self._do(sa.select(schema.users.c.id).where(schema.users.c.id == user_id).with_for_update())

    def users_by_id(self, user_ids: Iterable[int | None]) -> dict[int, records.User]:
        """Accounts with these ids, as far as they exist."""
        query = sa.select(*_user).where(schema.users.c.id.in_({*user_ids} - {None}))
        return {user.id: user for user in map(user_of, self._do(query))}

    def find_by_name(self, name_key: str) -> tuple[records.User, str | None] | None:
        """Account of a folded name, with its password hash."""
        row = self._do(
            sa.select(*_user, schema.users.c.password).where(schema.users.c.name_key == name_key)
        ).first()
        return row and (user_of(row), row.password)

    def password_of(self, user_id: int) -> str | None:
        return self._do(
            sa.select(schema.users.c.password).where(schema.users.c.id == user_id)
        ).scalar()

    def update_user(self, user_id: int, **values: Any) -> None:
        """Change an account; raises `NameConflict` if another account has the new name."""
        try:
            self._do(schema.users.update().where(schema.users.c.id == user_id).values(values))
        except sa.exc.IntegrityError as collision:
            raise NameConflict(values.get("name", "")) from collision

    def confirmed_email(self, user_id: int) -> str:
        """Confirmed address of an account, "" if it has none."""
        return (
            self._do(sa.select(schema.users.c.email).where(schema.users.c.id == user_id)).scalar()
            or ""
        )

    def users_with_email(self, email: str) -> list[records.User]:
        """Accounts with this address."""
        return [
            user_of(row)
            for row in self._do(
                sa.select(*_user).where(schema.users.c.email == email).order_by(schema.users.c.id)
            )
        ]

    def count_ended_logins(self, user_id: int) -> int:
        """Count of ended log-ins of the account; `NO_MORE` for a deleted account."""
        times = self._do(
            sa.select(schema.users.c.ended).where(schema.users.c.id == user_id)
        ).scalar()
        return NO_MORE if times is None else times

    def listed_members(self, user_ids: Iterable[int]) -> list[tuple[int, str]]:
        """Listed members among these users, as (id, name) in order of the names."""
        users = schema.users.c
        query = sa.select(users.id, users.name).where(
            users.id.in_(list(user_ids)),
            ~users.is_guest,
            ~users.is_bot,
            ~users.unlisted,
            users.suspended == "",
        )
        return [(row.id, row.name) for row in self._do(query.order_by(users.name_key).limit(MANY))]

    def all_users(self) -> list[records.User]:
        return [user_of(row) for row in self._do(sa.select(*_user).order_by(schema.users.c.id))]

    def next_guests(self, after: int, most: int) -> list[records.User]:
        """Guests with a number above this one, in order of their numbers."""
        users = schema.users.c
        query = sa.select(*_user).where(users.is_guest, users.id > after)
        return [user_of(row) for row in self._do(query.order_by(users.id).limit(most))]

    def present_users(self, user_ids: Sequence[int], since: str) -> set[int]:
        """Users among these with a log-in used since this time, or with an unfinished game."""
        logins, seats, games = login_tables.logins.c, schema.seats.c, schema.games.c
        seen = sa.select(logins.user_id).where(logins.user_id.in_(user_ids), logins.seen >= since)
        plays = (
            sa.select(seats.user_id)
            .join_from(schema.seats, schema.games)
            .where(seats.user_id.in_(user_ids), without_index(games.status) != "over")
        )
        return {int(user_id) for (user_id,) in self._do(seen.union(plays))}

    def delete_user(self, user_id: int) -> None:
        """Delete the account and its bot accounts. Seats, moves and chats keep the name."""
        programs = schema.programs.c
        self._do(
            schema.users.delete().where(
                schema.users.c.id.in_(
                    sa.select(programs.user_id).where(programs.owner_id == user_id)
                )
            )
        )
        self._do(schema.users.delete().where(schema.users.c.id == user_id))


class Logins(Repository):
    _find = (
        sa.select(
            *_user,
            login_tables.logins.c.csrf,
            login_tables.logins.c.seen,
            schema.users.c.ended,
            login_tables.logins.c.created.label("begun"),
        )
        .join_from(schema.users, login_tables.logins)
        .where(login_tables.logins.c.token_hash == bind("token"))
    )

    def add_login(
        self, token_hash: str, user_id: int, csrf: str, now: str, browser: str = "", proof: str = ""
    ) -> None:
        self._add(
            login_tables.logins,
            token_hash=token_hash,
            user_id=user_id,
            csrf=csrf,
            created=now,
            seen=now,
            browser=browser,
            proof=proof,
        )

    def find_login(self, token_hash: str) -> tuple[records.User, str, str, int, str] | None:
        """User of a log-in, CSRF secret, last use, count of ended log-ins, and begin."""
        row = self._do(self._find, {"token": token_hash}).first()
        return row and (user_of(row), row.csrf, row.seen, row.ended, row.begun)

    def for_user(self, user_id: int) -> list[records.Session]:
        """Log-ins of an account, the last used one first."""
        logins = login_tables.logins.c
        query = sa.select(
            handle_of(), logins.browser, logins.created, logins.seen, logins.proof
        ).where(logins.user_id == user_id)
        return [
            records.Session(*row)
            for row in self._do(query.order_by(logins.seen.desc(), logins.created.desc()))
        ]

    def end_login(self, user_id: int, handle: str) -> bool:
        """End a log-in; return true if the account had it."""
        found = (
            self._do(
                login_tables.logins.delete().where(
                    login_tables.logins.c.user_id == user_id, handle_of() == handle
                )
            ).rowcount
            > 0
        )
        self._count_ended(user_id)
        return found

    def end_others(self, user_id: int, handle: str) -> None:
        """End every other log-in of the account."""
        self._do(
            login_tables.logins.delete().where(
                login_tables.logins.c.user_id == user_id, handle_of() != handle
            )
        )
        self._count_ended(user_id)

    def mark_used(self, token_hash: str, now: str) -> None:
        self._do(
            login_tables.logins.update()
            .where(login_tables.logins.c.token_hash == token_hash)
            .values(seen=now)
        )

    def remove_all(self, user_id: int) -> None:
        self._do(login_tables.logins.delete().where(login_tables.logins.c.user_id == user_id))
        self._count_ended(user_id)

    def remove_unseen_since(self, time: str) -> None:
        self._do(login_tables.logins.delete().where(login_tables.logins.c.seen < time))

    def end_streams(self, user_id: int) -> int:
        """Restart the open streams of the account and keep its log-ins; return the count of
        endings.
        """
        self._count_ended(user_id)
        return (
            self._do(sa.select(schema.users.c.ended).where(schema.users.c.id == user_id)).scalar()
            or 0
        )

    def _count_ended(self, user_id: int) -> None:
        """Add 1 to the counter that ends open streams of the account."""
        users = schema.users.c
        self._do(schema.users.update().where(users.id == user_id).values(ended=users.ended + 1))


def handle_of() -> sa.ColumnElement[str]:
    """Public handle of a log-in. It is too short a part of the hash to reveal the token."""
    return sa.func.substr(login_tables.logins.c.token_hash, 1, HANDLE)
