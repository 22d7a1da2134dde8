"""What lets members trust the house and each other: mailed links, blocking, complaints, and what
moderators did about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from app.store import records, schema
from app.store.api_tokens import owner_of
from app.store.repositories import Ledger

OF = (
    "letter_id",
    "remark_id",
    "report_id",
    "title_id",
    "army_id",
)  # what a complaint may be of; none of them: a member's name


class MailedLinks(Ledger):
    """Links that prove who reads a mail. Each is used once."""

    def add(self, token_hash: str, user_id: int, purpose: str, address: str, expires: str) -> None:
        self._add(
            schema.mailed_links,
            token_hash=token_hash,
            user_id=user_id,
            purpose=purpose,
            address=address,
            expires=expires,
        )

    def find(self, token_hash: str, purpose: str, now: str) -> tuple[int, str] | None:
        """The account and the address of a link that has not expired."""
        links = schema.mailed_links.c
        row = self._do(
            sa.select(links.user_id, links.address).where(
                links.token_hash == token_hash, links.purpose == purpose, links.expires > now
            )
        ).first()
        return row and (row.user_id, row.address)

    def use(self, token_hash: str) -> bool:
        """Whether the link was still there; from now on it is not."""
        return (
            self._do(
                schema.mailed_links.delete().where(schema.mailed_links.c.token_hash == token_hash)
            ).rowcount
            > 0
        )

    def remove_all(self, user_id: int, purpose: str) -> None:
        links = schema.mailed_links.c
        self._do(
            schema.mailed_links.delete().where(links.user_id == user_id, links.purpose == purpose)
        )

    def remove_expired(self, now: str) -> None:
        self._do(schema.mailed_links.delete().where(schema.mailed_links.c.expires <= now))


class Blocks(Ledger):
    def add(self, user_id: int, blocked_id: int, now: str) -> None:
        """Does nothing if he is blocked already."""
        self._do(
            self._dialect.insert(schema.blocks)
            .on_conflict_do_nothing()
            .values(user_id=user_id, blocked_id=blocked_id, created=now)
        )

    def remove(self, user_id: int, blocked_id: int) -> None:
        blocks = schema.blocks.c
        self._do(
            schema.blocks.delete().where(blocks.user_id == user_id, blocks.blocked_id == blocked_id)
        )

    def by(self, user_id: int) -> set[int]:
        """Whom the user, or the owner of that program, has blocked; their programs too."""
        return self._across(schema.blocks.c.user_id, user_id, schema.blocks.c.blocked_id)

    def of(self, user_id: int) -> set[int]:
        """By whom the user, or the owner of that program, is blocked; their programs too."""
        return self._across(schema.blocks.c.blocked_id, user_id, schema.blocks.c.user_id)

    def _across(self, here: sa.Column[int], user_id: int, there: sa.Column[int]) -> set[int]:
        """Who stands on the other side of the blocks: what holds for a person holds for his
        programs.
        """
        people = sa.select(there).where(sa.or_(here == user_id, here == owner_of(user_id)))
        programs = sa.select(schema.programs.c.user_id).where(
            schema.programs.c.owner_id.in_(people)
        )
        return set(self._do(sa.union(people, programs)).scalars()) - {user_id}

    def apart(self, user_id: int) -> set[int]:
        """Whom the user has blocked, and who has blocked him."""
        return self.by(user_id) | self.of(user_id)

    def named(self, user_id: int) -> list[tuple[int, str]]:
        """Whom the user has blocked, with their names."""
        users, blocks = schema.users.c, schema.blocks.c
        query = sa.select(users.id, users.name).join_from(
            schema.blocks, schema.users, blocks.blocked_id == users.id
        )
        return [
            (row.id, row.name)
            for row in self._do(query.where(blocks.user_id == user_id).order_by(users.name_key))
        ]


class Complaints(Ledger):
    def add(self, **values: Any) -> int:
        return self._add(schema.complaints, **values)

    def get(self, complaint_id: int) -> records.Complaint | None:
        return next(iter(self._list(schema.complaints.c.id == complaint_id, 1)), None)

    def is_open(self, by_id: int, about_id: int | None, of: Mapping[str, int | None]) -> bool:
        """Whether this user's complaint of the same thing still waits."""
        complaints = schema.complaints.c
        same = (complaints[one] == of.get(one) for one in OF)
        return bool(
            self._list(
                sa.and_(
                    complaints.by_id == by_id,
                    complaints.about_id == about_id,
                    *same,
                    complaints.closed == "",
                ),
                1,
            )
        )

    def titles(self, game_ids: Iterable[int | None]) -> dict[int, str]:
        """The titles of tables that complaints name, as far as these are there."""
        games = schema.games.c
        return {
            row.id: row.title
            for row in self._do(
                sa.select(games.id, games.title).where(games.id.in_({*game_ids} - {None}))
            )
        }

    def armies(self, army_ids: Iterable[int | None]) -> dict[int, tuple[bool, str]]:
        """Of the armies that complaints name, whether a moderator has removed them, and to whom
        their owners show them.
        """
        armies = schema.armies.c
        return {
            number: (hidden, sharing)
            for number, hidden, sharing in self._do(
                sa.select(armies.id, armies.hidden, armies.sharing).where(
                    armies.id.in_({*army_ids} - {None})
                )
            )
        }

    def withheld(self, user_id: int) -> set[int]:
        """Complaints of what was said in the halls of games that go on and at which the user sits
        or has sat.
        """
        complaints, remarks, games = schema.complaints.c, schema.remarks.c, schema.games.c
        his = sa.union(
            *(
                sa.select(table.c.game_id).where(table.c.user_id == user_id)
                for table in (schema.seats, schema.former_players)
            )
        )
        query = (
            sa.select(complaints.id)
            .join_from(schema.complaints, schema.remarks, complaints.remark_id == remarks.id)
            .join(schema.games, games.id == remarks.game_id)
        )
        return set(self._do(query.where(games.id.in_(his), games.status != "over")).scalars())

    def waiting(self, limit: int) -> list[records.Complaint]:
        """Complaints nobody has dealt with, the oldest first."""
        return self._list(schema.complaints.c.closed == "", limit)

    def made_by(self, user_id: int) -> list[records.Complaint]:
        return self._list(schema.complaints.c.by_id == user_id)

    def close(self, complaint_id: int, now: str) -> None:
        self._do(
            schema.complaints.update()
            .where(schema.complaints.c.id == complaint_id)
            .values(closed=now)
        )

    def rename(self, user_id: int, name: str) -> None:
        self._do(
            schema.complaints.update()
            .where(schema.complaints.c.about_id == user_id)
            .values(about=name)
        )

    def _list(
        self, which: sa.ColumnElement[bool], limit: int | None = None
    ) -> list[records.Complaint]:
        """Complaints with the present name of whoever complains and the address of the game of what
        was written.
        """
        complaints = schema.complaints.c
        columns = [
            complaints[name]
            for name in records.Complaint.__struct_fields__
            if name not in ("by", "game_id")
        ]
        game = sa.func.coalesce(
            schema.letters.c.game_id,
            schema.remarks.c.game_id,
            schema.reports.c.game_id,
            complaints.title_id,
        ).label("game_id")
        query = (
            sa.select(*columns, sa.func.coalesce(schema.users.c.name, "").label("by"), game)
            .join_from(
                schema.complaints, schema.users, complaints.by_id == schema.users.c.id, isouter=True
            )
            .join(schema.letters, complaints.letter_id == schema.letters.c.id, isouter=True)
            .join(schema.remarks, complaints.remark_id == schema.remarks.c.id, isouter=True)
            .join(schema.reports, complaints.report_id == schema.reports.c.id, isouter=True)
        )
        return [
            records.Complaint(**row._mapping)  # noqa: SLF001
            for row in self._do(query.where(which).order_by(complaints.id).limit(limit))
        ]


class Acts(Ledger):
    """The log of the moderators; nothing in it is ever taken back, only names of those who left
    become neutral.
    """

    def add(self, **values: Any) -> None:
        self._add(schema.acts, **values)

    def latest(self, limit: int) -> list[records.Act]:
        """The newest first."""
        acts = schema.acts.c
        query = (
            sa.select(*(acts[name] for name in records.Act.__struct_fields__))
            .order_by(acts.id.desc())
            .limit(limit)
        )
        return [records.Act(*row) for row in self._do(query)]

    def rename(self, user_id: int, name: str) -> None:
        for whose, written in ((schema.acts.c.about_id, "about"), (schema.acts.c.by_id, "by")):
            self._do(schema.acts.update().where(whose == user_id).values({written: name}))
