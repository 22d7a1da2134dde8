"""Repository of the games of a club. Its queries read the index of the club."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import sqlalchemy as sa

from app.store import records, schema
from app.store.club_readers import with_readers
from app.store.game_repository import Games
from app.store.game_rows import game_of, listed_columns
from app.store.repositories import bind

_games = schema.games.c
_IN_CLUB, _IS_OVER = _games.club_id == bind("club"), _games.status == "over"
_IN_BOXES, _MOST = _games.box.in_(bind("boxes", expanding=True)), bind("most", type_=sa.Integer)
_SINCE: sa.BindParameter[str] = bind("since")
_UNTIL: sa.BindParameter[str] = bind("until")
_LISTED = (
    sa.select(*listed_columns)
    .where(_IN_CLUB, _games.parent_id.is_(None), _IN_BOXES)
    .order_by(_games.listed_at.desc(), _games.id.desc())
    .limit(_MOST)
)
_OF_CLUB = {
    True: _LISTED.where(_IS_OVER),
    False: _LISTED.where(_games.status.in_(("open", "running"))),
}
_ENDED = (
    sa.select(*listed_columns)
    .where(_IN_CLUB, _IS_OVER, _games.listed_at >= _SINCE, _games.listed_at < _UNTIL)
    .order_by(_games.listed_at, _games.id)
    .limit(_MOST)
)
_BEGUN = (
    sa.select(*listed_columns)
    .where(
        _IN_CLUB,
        _IN_BOXES,
        sa.or_(
            _games.begun_at.between(_SINCE, _UNTIL), _games.first_turn_at.between(_SINCE, _UNTIL)
        ),
    )
    .order_by(_games.begun_at, _games.id)
    .limit(_MOST)
)


class ClubGames(Games):
    def of_club(
        self, club_id: int, kinds: Iterable[Collection[str]], limit: int, ends: Iterable[bool]
    ) -> list[records.Game]:
        """Games of a club, without the child battles of campaigns and contests. `ends` has false
        for unfinished and true for finished ones.

        A kind is a set of boxes and has `limit` games at most. Of each kind the last public move
        comes first.
        """
        asked = {"club": club_id, "most": limit}
        found = [
            game_of(row)
            for is_over in ends
            for boxes in kinds
            for row in self._do(_OF_CLUB[is_over], {**asked, "boxes": list(boxes)}).all()
        ]
        return with_readers(self._do, found)

    def ended_between(self, club_id: int, since: str, until: str, most: int) -> list[records.Game]:
        """Games of a club that ended between two times, child battles too, the earliest first."""
        asked = {"club": club_id, "since": since, "until": until, "most": most}
        return self._rows_of(_ENDED, asked)

    def begun_between(
        self, club_id: int, boxes: Collection[str], since: str, until: str, most: int
    ) -> list[records.Game]:
        """Games of these boxes in a club whose sign-up or first turn began between two times, the
        earliest first.
        """
        asked = {
            "club": club_id,
            "boxes": list(boxes),
            "since": since,
            "until": until,
            "most": most,
        }
        return self._rows_of(_BEGUN, asked)
