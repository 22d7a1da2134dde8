"""Repositories for moderation: mailed links, blocks, complaints, and the audit log of
moderators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from app.store import login_tables, moderation_tables, records, schema
from app.store.api_tokens import owner_of
from app.store.complaint_records import Complaint
from app.store.repositories import Repository, bind

OF = (
    "chat_message_id",
    "remark_id",
    "report_id",
    "title_id",
    "army_id",
    "club_id",
    "club_message_id",
    "club_announcement_id",
    "club_page_id",
    "club_page_version",
    "club_poll_id",
    "club_welcome_id",
)  # subjects of a complaint; none of them for the name of a member


class MailedLinks(Repository):
    """Links that prove the receipt of a mail. Each one is used once."""

    def add_link(
        self, token_hash: str, user_id: int, purpose: str, address: str, expires: str
    ) -> None:
        self._add(
            login_tables.mailed_links,
            token_hash=token_hash,
            user_id=user_id,
            purpose=purpose,
            address=address,
            expires=expires,
        )

    def find_link(self, token_hash: str, purpose: str, now: str) -> tuple[int, str] | None:
        """Account and address of a link that has not expired."""
        links = login_tables.mailed_links.c
        row = self._do(
            sa.select(links.user_id, links.address).where(
                links.token_hash == token_hash, links.purpose == purpose, links.expires > now
            )
        ).first()
        return row and (row.user_id, row.address)

    def use_link(self, token_hash: str) -> bool:
        """Consume the link; return true if it existed."""
        return (
            self._do(
                login_tables.mailed_links.delete().where(
                    login_tables.mailed_links.c.token_hash == token_hash
                )
            ).rowcount
            > 0
        )

    def remove_all(self, user_id: int, purpose: str) -> None:
        links = login_tables.mailed_links.c
        self._do(
            login_tables.mailed_links.delete().where(
                links.user_id == user_id, links.purpose == purpose
            )
        )

    def remove_expired(self, now: str) -> None:
        self._do(
            login_tables.mailed_links.delete().where(login_tables.mailed_links.c.expires <= now)
        )


def _other_side_of(here: sa.Column[int], there: sa.Column[int]) -> sa.CompoundSelect[Any]:
    """Query of the accounts on the other side of the blocks of a user. A block between members
    includes their bot accounts.
    """
    user = bind("user", type_=sa.Integer)
    people = sa.select(there).where(sa.or_(here == user, here == owner_of(user)))
    programs = sa.select(schema.programs.c.user_id).where(schema.programs.c.owner_id.in_(people))
    return sa.union(people, programs)


_BLOCKED = _other_side_of(schema.blocks.c.user_id, schema.blocks.c.blocked_id)
_BLOCKERS = _other_side_of(schema.blocks.c.blocked_id, schema.blocks.c.user_id)


class Blocks(Repository):
    def block_user(self, user_id: int, blocked_id: int, now: str) -> None:
        """Block an account; do nothing if it is blocked already."""
        self._do(
            self._dialect.insert(schema.blocks)
            .on_conflict_do_nothing()
            .values(user_id=user_id, blocked_id=blocked_id, created=now)
        )

    def unblock_user(self, user_id: int, blocked_id: int) -> None:
        blocks = schema.blocks.c
        self._do(
            schema.blocks.delete().where(blocks.user_id == user_id, blocks.blocked_id == blocked_id)
        )

    def blocked_by_user(self, user_id: int) -> set[int]:
        """Accounts that the user, or the owner of that bot account, has blocked, with their bot
        accounts.
        """
        return self._other_side(_BLOCKED, user_id)

    def blockers_of_user(self, user_id: int) -> set[int]:
        """Accounts that have blocked the user, or the owner of that bot account, with their bot
        accounts.
        """
        return self._other_side(_BLOCKERS, user_id)

    def _other_side(self, query: sa.CompoundSelect[Any], user_id: int) -> set[int]:
        """Accounts on the other side of the blocks, as the query finds them."""
        return set(self._do(query, {"user": user_id}).scalars()) - {user_id}

    def kept_apart_from(self, user_id: int) -> set[int]:
        """Accounts that the user has blocked, and accounts that have blocked the user."""
        return self.blocked_by_user(user_id) | self.blockers_of_user(user_id)

    def blocked_names(self, user_id: int) -> list[tuple[int, str]]:
        """Accounts that the user has blocked, as (id, name) in order of the names."""
        users, blocks = schema.users.c, schema.blocks.c
        query = sa.select(users.id, users.name).join_from(
            schema.blocks, schema.users, blocks.blocked_id == users.id
        )
        return [
            (row.id, row.name)
            for row in self._do(query.where(blocks.user_id == user_id).order_by(users.name_key))
        ]


class Complaints(Repository):
    def add_complaint(self, **values: Any) -> int:
        return self._add(moderation_tables.complaints, **values)

    def find_complaint(self, complaint_id: int) -> Complaint | None:
        return next(iter(self._rows_of(moderation_tables.complaints.c.id == complaint_id, 1)), None)

    def is_open(self, by_id: int, about_id: int | None, of: Mapping[str, int | None]) -> bool:
        """Return true if this user's complaint about the same subject is still open."""
        complaints = moderation_tables.complaints.c
        same = (complaints[one] == of.get(one) for one in OF)
        return bool(
            self._rows_of(
                sa.and_(
                    complaints.by_id == by_id,
                    complaints.about_id == about_id,
                    *same,
                    complaints.closed == "",
                ),
                1,
            )
        )

    def game_titles(self, game_ids: Iterable[int | None]) -> dict[int, str]:
        """Titles of these games, as far as the games exist."""
        games = schema.games.c
        return {
            row.id: row.title
            for row in self._do(
                sa.select(games.id, games.title).where(games.id.in_({*game_ids} - {None}))
            )
        }

    def armies_by_id(self, army_ids: Iterable[int | None]) -> dict[int, tuple[bool, str]]:
        """Pair (hidden by a moderator, sharing) of these armies, by id."""
        armies = schema.armies.c
        return {
            number: (hidden, sharing)
            for number, hidden, sharing in self._do(
                sa.select(armies.id, armies.hidden, armies.sharing).where(
                    armies.id.in_({*army_ids} - {None})
                )
            )
        }

    def withheld_from(self, user_id: int) -> set[int]:
        """Complaints that this user may not see, about remarks in the spectator chat, and about
        messages to a side.

        These belong to unfinished games in which the user has or had a seat. Messages to the side
        for which the user plays are not among them.
        """
        complaints, remarks, messages = (
            moderation_tables.complaints.c,
            schema.remarks.c,
            schema.chat_messages.c,
        )
        games, seats = schema.games.c, schema.seats.c
        own_games = sa.union(
            *(
                sa.select(table.c.game_id).where(table.c.user_id == user_id)
                for table in (schema.seats, schema.former_players)
            )
        )
        is_of_own_side = sa.exists().where(
            seats.game_id == messages.game_id, seats.user_id == user_id, seats.side == messages.side
        )
        query = (
            sa.select(complaints.id)
            .join_from(
                moderation_tables.complaints,
                schema.remarks,
                complaints.remark_id == remarks.id,
                isouter=True,
            )
            .join(schema.chat_messages, complaints.chat_message_id == messages.id, isouter=True)
            .join(schema.games, games.id == sa.func.coalesce(remarks.game_id, messages.game_id))
            .where(games.id.in_(own_games), games.status != "over")
            .where(remarks.id.is_not(None) | ((messages.side != "") & ~is_of_own_side))
        )
        return set(self._do(query).scalars())

    def open_complaints(self, limit: int) -> list[Complaint]:
        """Open complaints, the oldest first."""
        return self._rows_of(moderation_tables.complaints.c.closed == "", limit)

    def made_by(self, user_id: int) -> list[Complaint]:
        return self._rows_of(moderation_tables.complaints.c.by_id == user_id)

    def close_complaint(self, complaint_id: int, now: str) -> None:
        self._do(
            moderation_tables.complaints.update()
            .where(moderation_tables.complaints.c.id == complaint_id)
            .values(closed=now)
        )

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(
            moderation_tables.complaints.update()
            .where(moderation_tables.complaints.c.about_id == user_id)
            .values(about=name)
        )

    def _rows_of(self, which: sa.ColumnElement[bool], limit: int | None = None) -> list[Complaint]:
        """Complaints with the present name of their author and the game of the text concerned."""
        complaints = moderation_tables.complaints.c
        columns = [
            complaints[name]
            for name in Complaint.__struct_fields__
            if name not in ("by", "game_id")
        ]
        game = sa.func.coalesce(
            schema.chat_messages.c.game_id,
            schema.remarks.c.game_id,
            schema.reports.c.game_id,
            complaints.title_id,
        ).label("game_id")
        query = (
            sa.select(*columns, sa.func.coalesce(schema.users.c.name, "").label("by"), game)
            .join_from(
                moderation_tables.complaints,
                schema.users,
                complaints.by_id == schema.users.c.id,
                isouter=True,
            )
            .join(
                schema.chat_messages,
                complaints.chat_message_id == schema.chat_messages.c.id,
                isouter=True,
            )
            .join(schema.remarks, complaints.remark_id == schema.remarks.c.id, isouter=True)
            .join(schema.reports, complaints.report_id == schema.reports.c.id, isouter=True)
        )
        return [
            Complaint(**row._mapping)  # noqa: SLF001 - SQLAlchemy documents this name
            for row in self._do(query.where(which).order_by(complaints.id).limit(limit))
        ]


class AuditLog(Repository):
    """Log of the moderators' acts. Rows are never removed; names of deleted accounts become
    neutral.
    """

    def add_act(self, **values: Any) -> None:
        self._add(moderation_tables.acts, **values)

    def latest_acts(self, limit: int) -> list[records.ModeratorAct]:
        """Latest acts, the newest first."""
        acts = moderation_tables.acts.c
        query = (
            sa.select(*(acts[name] for name in records.ModeratorAct.__struct_fields__))
            .order_by(acts.id.desc())
            .limit(limit)
        )
        return [records.ModeratorAct(*row) for row in self._do(query)]

    def rename_user(self, user_id: int, name: str) -> None:
        for whose, written in (
            (moderation_tables.acts.c.about_id, "about"),
            (moderation_tables.acts.c.by_id, "by"),
        ):
            self._do(
                moderation_tables.acts.update().where(whose == user_id).values({written: name})
            )
