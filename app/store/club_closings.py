"""Repository of the closing of clubs."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from app.store import club_office_tables as offices
from app.store import club_tables, moderation_tables, schema
from app.store.repositories import Repository, bind

_closings = offices.club_closings.c


class Closing(msgspec.Struct, frozen=True):
    """Proposal to close a club for good. `agreed_at` is "" while the second owner has not agreed;
    `agreed_by` is None for the administrator.
    """

    club_id: int
    proposed_by: int
    proposed_at: str
    agreed_by: int | None
    agreed_at: str


_CLOSING = [_closings[name] for name in Closing.__struct_fields__]


class ClubClosings(Repository):
    _of_club = sa.select(*_CLOSING).where(_closings.club_id == bind("club"))

    def propose(self, club_id: int, user_id: int, now: str) -> None:
        self._add(
            offices.club_closings,
            club_id=club_id,
            proposed_by=user_id,
            proposed_at=now,
            agreed_by=None,
            agreed_at="",
        )

    def agree(self, club_id: int, user_id: int | None, now: str) -> None:
        where = _closings.club_id == club_id
        self._do(
            offices.club_closings.update().where(where).values(agreed_by=user_id, agreed_at=now)
        )

    def find_closing(self, club_id: int) -> Closing | None:
        row = self._do(self._of_club, {"club": club_id}).first()
        return Closing(*row) if row else None

    def all_closings(self) -> list[Closing]:
        """Proposals and agreements of all clubs, the oldest first."""
        query = sa.select(*_CLOSING).order_by(_closings.proposed_at, _closings.club_id)
        return [Closing(*row) for row in self._do(query)]

    def withdraw(self, club_id: int) -> None:
        self._do(offices.club_closings.delete().where(_closings.club_id == club_id))

    def withdraw_of(self, club_id: int, user_id: int) -> bool:
        """Withdraw a closing that this user proposed or agreed to; false without one."""
        own = sa.or_(_closings.proposed_by == user_id, _closings.agreed_by == user_id)
        delete = offices.club_closings.delete().where(_closings.club_id == club_id, own)
        return self._do(delete).rowcount > 0

    def close_club(self, club_id: int) -> None:
        """Delete the club with all that belongs to it. Its games and its log stay."""
        for table in (schema.games, moderation_tables.complaints):
            self._do(table.update().where(table.c.club_id == club_id).values(club_id=None))
        self._do(club_tables.clubs.delete().where(club_tables.clubs.c.id == club_id))
