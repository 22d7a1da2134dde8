"""Repositories of clubs: members with roles, ways in, and the protected log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_tables as tables
from app.store import schema
from app.store.repositories import Repository, bind

_clubs, _roles, _entries = tables.clubs.c, tables.club_roles.c, tables.club_entries.c
_links, _log, _users = tables.club_links.c, tables.club_log.c, schema.users.c
_MEMBERS = sa.func.count(sa.distinct(_roles.user_id))


class Club(msgspec.Struct, frozen=True):
    """Club. `entry` is "open", "request" or "link". `archived_at` is "" for an active one. If a
    moderator has removed its words (`hidden`), it has a neutral name and no other words.
    """

    id: int
    name: str
    place: str
    about_en: str
    about_es: str
    entry: str
    language: str
    zone: str
    founded_at: str
    archived_at: str
    hidden: bool = False


class ClubRole(msgspec.Struct, frozen=True):
    """Role of a member, with its time. `named_by` is the account that gave it, if any. A suspended
    member cannot act.
    """

    user_id: int
    name: str
    role: str
    since: str
    named_by: int | None
    is_suspended: bool = False


class ClubEntry(msgspec.Struct, frozen=True):
    """Request of a user to join, or with `invited_by` an invitation of the user by the club. The
    guest takes the name `as_name` of an imported club, "" for none.
    """

    user_id: int
    name: str
    invited_by: int | None
    words: str
    made_at: str
    as_name: str = ""


class ClubLink(msgspec.Struct, frozen=True):
    """Invitation link with its end and the number of users that it still admits."""

    id: int
    club_id: int
    code: str
    made_by: int
    made_at: str
    ends_at: str
    uses_left: int


class ClubAct(msgspec.Struct, frozen=True):
    """Entry of the log. Users are numbers of accounts, also of deleted ones. An entry of an
    imported club (`from_file`) has their names; `by_name` is None for an act of the server.
    """

    id: int
    made_at: str
    made_by: int | None
    kind: str
    about: int | None
    detail: str
    from_file: bool = False
    by_name: str | None = None
    about_name: str | None = None


_CLUB = [_clubs[name] for name in Club.__struct_fields__]
_LINK = [_links[name] for name in ClubLink.__struct_fields__]
_ACT = [_log[name] for name in ClubAct.__struct_fields__]


def neutral_name(club_id: int) -> str:
    """Name of a club whose own name was removed by a moderator."""
    return f"Club {club_id}"


def club_of(row: Sequence[Any]) -> Club:
    """Club as all users see it."""
    club = Club(*row)
    if not club.hidden:
        return club
    name = neutral_name(club.id)
    return msgspec.structs.replace(club, name=name, place="", about_en="", about_es="")


class Clubs(Repository):
    _of_club = _roles.club_id == bind("club")
    _club = sa.select(*_CLUB).where(_clubs.id == bind("club"))
    _clubs_of_user = (
        sa.select(*_CLUB)
        .where(_clubs.id.in_(sa.select(_roles.club_id).where(_roles.user_id == bind("user"))))
        .order_by(_clubs.name_key)
    )
    _roles_of_club = (
        sa.select(
            _roles.user_id,
            _users.name,
            _roles.role,
            _roles.since,
            _roles.named_by,
            _users.suspended != "",
        )
        .join_from(tables.club_roles, schema.users, _roles.user_id == _users.id)
        .where(_of_club)
        .order_by(_roles.since, _roles.user_id, _roles.role)
    )
    _roles_of_user = sa.select(_roles.role).where(_of_club, _roles.user_id == bind("user"))
    _entries_of_club = (
        sa.select(
            _entries.user_id,
            _users.name,
            _entries.invited_by,
            _entries.words,
            _entries.made_at,
            _entries.as_name,
        )
        .join_from(tables.club_entries, schema.users, _entries.user_id == _users.id)
        .where(_entries.club_id == bind("club"))
        .order_by(_entries.made_at, _entries.user_id)
    )
    _entries_of_user = sa.select(_entries.club_id, _entries.invited_by).where(
        _entries.user_id == bind("user")
    )
    _links_of_club = (
        sa.select(*_LINK)
        .where(_links.club_id == bind("club"), _links.ends_at > bind("now"), _links.uses_left > 0)
        .order_by(_links.id.desc())
    )

    def add_club(self, **values: Any) -> int:
        """Number of the new club; raises `Conflict` if the name exists."""
        return self._add(tables.clubs, **values)

    def change_club(self, club_id: int, **values: Any) -> None:
        self._do(tables.clubs.update().where(_clubs.id == club_id).values(values))

    def find_club(self, club_id: int) -> Club | None:
        row = self._do(self._club, {"club": club_id}).first()
        return club_of(row) if row else None

    def lock_club(self, club_id: int) -> Club | None:
        """Club, locked until the end of the transaction."""
        row = self._do(sa.select(*_CLUB).where(_clubs.id == club_id).with_for_update()).first()
        return club_of(row) if row else None

    def removed_words(self, club_id: int) -> Club:
        """Club with the words that a moderator has removed."""
        return Club(*self._do(sa.select(*_CLUB).where(_clubs.id == club_id)).one())

    def hidden_clubs(self, club_ids: Iterable[int | None]) -> dict[int, bool]:
        """Clubs with these numbers, and whether their words are removed."""
        query = sa.select(_clubs.id, _clubs.hidden).where(_clubs.id.in_({*club_ids} - {None}))
        return {row.id: row.hidden for row in self._do(query)}

    def list_clubs(self, words: str, most: int, user_id: int | None) -> list[tuple[Club, int]]:
        """Clubs that a visitor can find, with their number of members. Clubs that are entered by a
        link only are found by their members alone. `words` is a part of the folded name.
        """
        mine = sa.select(_roles.club_id).where(_roles.user_id == (user_id or 0))
        query = (
            sa.select(*_CLUB, _MEMBERS)
            .join_from(tables.clubs, tables.club_roles)
            .where(_clubs.archived_at == "", sa.or_(_clubs.entry != "link", _clubs.id.in_(mine)))
            .where(_clubs.name_key.contains(words, autoescape=True), ~_clubs.hidden | (words == ""))
            .group_by(_clubs.id)
            .order_by(_MEMBERS.desc(), _clubs.id)
            .limit(most)
        )
        return [(club_of(row[:-1]), row[-1]) for row in self._do(query)]

    def clubs_of_user(self, user_id: int) -> list[Club]:
        """Clubs of a member, in the order of their names."""
        return [club_of(row) for row in self._do(self._clubs_of_user, {"user": user_id})]

    # ------------------------------------------------------------------ members
    def roles_of_club(self, club_id: int) -> list[ClubRole]:
        """Roles of all members, in the order of naming."""
        rows = self._do(self._roles_of_club, {"club": club_id}).all()
        return [ClubRole(*row) for row in rows]

    def roles_of_user(self, club_id: int, user_id: int) -> frozenset[str]:
        asked = {"club": club_id, "user": user_id}
        return frozenset(self._do(self._roles_of_user, asked).scalars())

    def of_user(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Roles, request or invitations, and links of a user."""
        roles = sa.select(_roles.club_id, _roles.role, _roles.since).where(
            _roles.user_id == user_id
        )
        entries = sa.select(
            _entries.club_id, _entries.words, _entries.made_at, _entries.as_name
        ).where(_entries.user_id == user_id)
        links = sa.select(*_LINK).where(_links.made_by == user_id)
        found = {"roles": roles, "entries": entries, "links": links}
        return {
            name: [dict(row) for row in self._do(query).mappings()] for name, query in found.items()
        }

    def count_clubs_of_founder(self, user_id: int) -> int:
        """Number of active clubs whose owner is this user."""
        query = (
            sa.select(sa.func.count())
            .join_from(tables.club_roles, tables.clubs)
            .where(_roles.user_id == user_id, _roles.role == "owner", _clubs.archived_at == "")
        )
        return self._do(query).scalar_one()

    def give_role(
        self, club_id: int, user_id: int, role: str, since: str, named_by: int | None
    ) -> None:
        self._add(
            tables.club_roles,
            club_id=club_id,
            user_id=user_id,
            role=role,
            since=since,
            named_by=named_by,
        )

    def take_role(self, club_id: int, user_id: int, role: str) -> None:
        where = (_roles.club_id == club_id, _roles.user_id == user_id, _roles.role == role)
        self._do(tables.club_roles.delete().where(*where))

    def remove_member(self, club_id: int, user_id: int) -> None:
        where = (_roles.club_id == club_id, _roles.user_id == user_id)
        self._do(tables.club_roles.delete().where(*where))

    # ------------------------------------------------------------------ ways in
    def entries_of_club(self, club_id: int) -> list[ClubEntry]:
        """Requests and invitations, the oldest first."""
        return [ClubEntry(*row) for row in self._do(self._entries_of_club, {"club": club_id})]

    def entries_of_user(self, user_id: int) -> list[tuple[int, int | None]]:
        """Clubs that the user asked, or that invited the user, with the inviting account."""
        rows = self._do(self._entries_of_user, {"user": user_id})
        return [(row.club_id, row.invited_by) for row in rows]

    def save_entry(
        self,
        club_id: int,
        user_id: int,
        invited_by: int | None,
        words: str,
        made_at: str,
        as_name: str = "",
    ) -> None:
        """Store a request or an invitation; it replaces an earlier one."""
        self._set(
            tables.club_entries,
            club_id=club_id,
            user_id=user_id,
            invited_by=invited_by,
            words=words,
            made_at=made_at,
            as_name=as_name,
        )

    def remove_entry(self, club_id: int, user_id: int) -> None:
        where = (_entries.club_id == club_id, _entries.user_id == user_id)
        self._do(tables.club_entries.delete().where(*where))

    def add_link(self, **values: Any) -> int:
        return self._add(tables.club_links, **values)

    def find_link(self, code: str) -> ClubLink | None:
        row = self._do(sa.select(*_LINK).where(_links.code == code)).first()
        return ClubLink(*row) if row else None

    def links_of_club(self, club_id: int, now: str) -> list[ClubLink]:
        """Links that still admit users."""
        rows = self._do(self._links_of_club, {"club": club_id, "now": now})
        return [ClubLink(*row) for row in rows]

    def use_link(self, link_id: int) -> None:
        self._do(
            tables.club_links.update()
            .where(_links.id == link_id)
            .values(uses_left=_links.uses_left - 1)
        )

    def remove_ways_in_of(self, club_id: int, user_id: int) -> None:
        """Remove all links and invitations of a user who may no longer admit others."""
        where = (_links.club_id == club_id, _links.made_by == user_id)
        self._do(tables.club_links.delete().where(*where))
        by = (_entries.club_id == club_id, _entries.invited_by == user_id)
        self._do(tables.club_entries.delete().where(*by))

    def remove_all_ways_in_of(self, user_id: int) -> None:
        """Remove all links and invitations of a suspended user, in all clubs."""
        self._do(tables.club_links.delete().where(_links.made_by == user_id))
        self._do(tables.club_entries.delete().where(_entries.invited_by == user_id))

    def remove_link(self, club_id: int, link_id: int) -> None:
        where = (_links.club_id == club_id, _links.id == link_id)
        self._do(tables.club_links.delete().where(*where))


class ClubLog(Repository):
    """Log of the acts in a club. The database refuses to change or delete an entry."""

    def add_act(
        self,
        club_id: int,
        made_at: str,
        made_by: int | None,
        kind: str,
        about: int | None = None,
        detail: str = "",
    ) -> None:
        self._add(
            tables.club_log,
            club_id=club_id,
            made_at=made_at,
            made_by=made_by,
            kind=kind,
            about=about,
            detail=detail,
        )

    def acts_of_club(self, club_id: int, most: int, before: int) -> Sequence[ClubAct]:
        """Entries with a lower number than `before`, the newest first."""
        query = sa.select(*_ACT).where(_log.club_id == club_id, _log.id < before)
        return [ClubAct(*row) for row in self._do(query.order_by(_log.id.desc()).limit(most))]

    def last_author_of_words(self, club_id: int) -> ClubAct | None:
        """Last entry about the founding or a change of the front page."""
        return self.last_act_of(club_id, ("founded", "changed", "imported"))

    def last_act_of(self, club_id: int, kinds: tuple[str, ...]) -> ClubAct | None:
        """Last entry of these kinds that was made on this server."""
        where = _log.club_id == club_id, _log.kind.in_(kinds), ~_log.from_file
        query = sa.select(*_ACT).where(*where)
        row = self._do(query.order_by(_log.id.desc()).limit(1)).first()
        return ClubAct(*row) if row else None

    def acts_of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Entries that the user made, or that concern the user."""
        own = sa.or_(_log.made_by == user_id, _log.about == user_id)
        query = sa.select(_log.club_id, *_ACT).where(own).order_by(_log.id)
        return [dict(row) for row in self._do(query).mappings()]
