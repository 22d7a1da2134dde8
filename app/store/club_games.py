"""Repository of the games of a club. Its queries read the index of the club."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from app.store import records, schema
from app.store.game_repository import Games

_games = schema.games.c


class ClubGames(Games):
    def of_club(
        self, club_id: int, boxes: Collection[str], limit: int, *, is_over: bool
    ) -> list[records.Game]:
        """Finished or unfinished games of these boxes in a club, the last public move first,
        without the child battles of campaigns and contests.
        """
        return self.rows_where(
            _games.club_id == club_id,
            _games.status == "over" if is_over else _games.status != "over",
            _games.parent_id.is_(None),
            _games.box.in_(boxes),
            order=(_games.listed_at.desc(), _games.id.desc()),
            most=limit,
        )

    def ended_between(self, club_id: int, since: str, until: str, most: int) -> list[records.Game]:
        """Games of a club that ended between two times, child battles too, the earliest first."""
        return self.rows_where(
            _games.club_id == club_id,
            _games.status == "over",
            _games.listed_at >= since,
            _games.listed_at < until,
            order=(_games.listed_at, _games.id),
            most=most,
        )

    def begun_between(
        self, club_id: int, boxes: Collection[str], since: str, until: str, most: int
    ) -> list[records.Game]:
        """Games of these boxes in a club whose sign-up or first turn began between two times, the
        earliest first.
        """
        return self.rows_where(
            _games.club_id == club_id,
            _games.box.in_(boxes),
            sa.or_(
                _games.begun_at.between(since, until), _games.first_turn_at.between(since, until)
            ),
            order=(_games.begun_at, _games.id),
            most=most,
        )
