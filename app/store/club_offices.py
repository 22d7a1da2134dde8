"""Repository of the ownership of clubs: questions to members, and members who were removed."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_office_tables as offices
from app.store import club_tables as tables
from app.store import schema
from app.store.repositories import Repository, bind

_offers, _bans = offices.club_offers.c, offices.club_bans.c
_closings = offices.club_closings.c
_clubs, _roles, _users = tables.clubs.c, tables.club_roles.c, schema.users.c
_log, _dates, _answers = tables.club_log.c, tables.club_dates.c, tables.club_answers.c


class OwnershipOffer(msgspec.Struct, frozen=True):
    """Question to a member about the ownership. `made_by` is None for one of the server, and
    `closed_at` "" while the answer is awaited.
    """

    club_id: int
    user_id: int
    made_by: int | None
    made_at: str
    closed_at: str


class RemovedMember(msgspec.Struct, frozen=True):
    """Former member who was removed, with the present name and the time."""

    user_id: int
    name: str
    removed_at: str


_SUCCESSION = (
    "administrator_asked",
    "ownership_offered",
    "ownership_accepted",
    "account_deleted",
)
_OFFER = [_offers[name] for name in OwnershipOffer.__struct_fields__]


class ClubOffices(Repository):
    _offers_of_club = (
        sa.select(*_OFFER)
        .where(_offers.club_id == bind("club"))
        .order_by(_offers.made_at, _offers.user_id)
    )
    _offers_to_user = sa.select(*_OFFER).where(
        _offers.user_id == bind("user"), _offers.closed_at == ""
    )
    _bans_of_club = (
        sa.select(_bans.user_id, _users.name, _bans.removed_at)
        .join_from(offices.club_bans, schema.users, _bans.user_id == _users.id)
        .where(_bans.club_id == bind("club"))
        .order_by(_bans.removed_at.desc(), _bans.user_id)
    )

    # ------------------------------------------------------------------ questions to members
    def save_offer(self, club_id: int, user_id: int, made_by: int | None, made_at: str) -> None:
        """Ask a member; it replaces an earlier question."""
        self._set(
            offices.club_offers,
            club_id=club_id,
            user_id=user_id,
            made_by=made_by,
            made_at=made_at,
            closed_at="",
        )

    def offers_of_club(self, club_id: int) -> list[OwnershipOffer]:
        """Questions to members, the oldest first, also closed ones."""
        rows = self._do(self._offers_of_club, {"club": club_id})
        return [OwnershipOffer(*row) for row in rows]

    def find_offer(self, club_id: int, user_id: int) -> OwnershipOffer | None:
        """Question of a club to a member that has no answer yet."""
        where = (_offers.club_id == club_id, _offers.user_id == user_id, _offers.closed_at == "")
        row = self._do(sa.select(*_OFFER).where(*where)).first()
        return OwnershipOffer(*row) if row else None

    def offers_to_user(self, user_id: int) -> list[OwnershipOffer]:
        """Questions to a member that have no answer yet."""
        rows = self._do(self._offers_to_user, {"user": user_id})
        return [OwnershipOffer(*row) for row in rows]

    def close_offer(self, club_id: int, user_id: int, now: str) -> None:
        """Note that a question was declined, or has run out."""
        where = (_offers.club_id == club_id, _offers.user_id == user_id)
        self._do(offices.club_offers.update().where(*where).values(closed_at=now))

    def remove_offer(self, club_id: int, user_id: int) -> None:
        where = (_offers.club_id == club_id, _offers.user_id == user_id)
        self._do(offices.club_offers.delete().where(*where))

    def remove_offers_by(self, club_id: int, made_by: int | None) -> None:
        """Remove the questions of an owner, or of the server."""
        where = (_offers.club_id == club_id, _offers.made_by == made_by)
        self._do(offices.club_offers.delete().where(*where))

    # ------------------------------------------------------------------ clubs without an owner
    def ownerless_clubs(self) -> list[int]:
        """Clubs with members, of which no owner has an account that can log in."""
        owners = (
            sa.select(_roles.club_id)
            .join_from(tables.club_roles, schema.users, _roles.user_id == _users.id)
            .where(_roles.role == "owner", _users.suspended == "")
        )
        members = sa.select(_roles.club_id)
        query = sa.select(_clubs.id).where(_clubs.id.in_(members), _clubs.id.not_in(owners))
        return list(self._do(query.order_by(_clubs.id)).scalars())

    def clubs_with_server_offers(self) -> list[int]:
        """Clubs with questions of the server to their members."""
        query = sa.select(_offers.club_id).where(_offers.made_by.is_(None)).distinct()
        return list(self._do(query.order_by(_offers.club_id)).scalars())

    def activity_of_members(self, club_id: int, since: str) -> dict[int, int]:
        """Number of acts and answers to dates by user since this time."""
        acts = (
            sa.select(_log.made_by.label("user_id"))
            .where(_log.club_id == club_id, _log.made_by.is_not(None), _log.made_at >= since)
            .union_all(
                sa.select(_answers.user_id)
                .join_from(tables.club_answers, tables.club_dates, _answers.date_id == _dates.id)
                .where(_dates.club_id == club_id, _answers.made_at >= since)
            )
            .subquery()
        )
        query = sa.select(acts.c.user_id, sa.func.count()).group_by(acts.c.user_id)
        return {row[0]: row[1] for row in self._do(query)}

    def last_step_of_succession(self, club_id: int) -> str:
        """Kind of the last act of the log that concerns the succession; "" without one."""
        query = sa.select(_log.kind).where(_log.club_id == club_id, _log.kind.in_(_SUCCESSION))
        query = query.where(~_log.from_file)
        return self._do(query.order_by(_log.id.desc()).limit(1)).scalar() or ""

    # ------------------------------------------------------------------ removed members
    def add_ban(self, club_id: int, user_id: int, removed_at: str) -> None:
        self._set(offices.club_bans, club_id=club_id, user_id=user_id, removed_at=removed_at)

    def is_banned(self, club_id: int, user_id: int) -> bool:
        where = (_bans.club_id == club_id, _bans.user_id == user_id)
        return self._do(sa.select(_bans.user_id).where(*where)).first() is not None

    def bans_of_club(self, club_id: int) -> list[RemovedMember]:
        """Removed members, the last one first."""
        return [RemovedMember(*row) for row in self._do(self._bans_of_club, {"club": club_id})]

    def remove_ban(self, club_id: int, user_id: int) -> bool:
        """Readmit a user; false if the user was not removed."""
        where = (_bans.club_id == club_id, _bans.user_id == user_id)
        return self._do(offices.club_bans.delete().where(*where)).rowcount > 0

    def of_user(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Questions to a user about ownerships, clubs that have removed the user, and
        closings that the user proposed or agreed to.
        """
        offers = sa.select(_offers.club_id, _offers.made_at, _offers.closed_at)
        bans = sa.select(_bans.club_id, _bans.removed_at)
        closings = sa.select(_closings.club_id, _closings.proposed_at, _closings.agreed_at)
        own = sa.or_(_closings.proposed_by == user_id, _closings.agreed_by == user_id)
        found = {
            "ownership_offers": offers.where(_offers.user_id == user_id),
            "removed_from": bans.where(_bans.user_id == user_id),
            "closings": closings.where(own),
        }
        return {
            name: [dict(row) for row in self._do(query).mappings()] for name, query in found.items()
        }
