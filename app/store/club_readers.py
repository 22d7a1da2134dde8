"""Readers of games that only the members of a club see, as a column of queries on games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import records, schema
from app.store.club_tables import club_roles

_games, _roles = schema.games.c, club_roles.c
_READERS = sa.select(_roles.club_id, _roles.user_id).where(
    _roles.club_id.in_(sa.bindparam("clubs", expanding=True))
)


def _fixed(text: str) -> sa.ColumnClause[str]:
    """Fixed text of a query that runs often. A parameter would be passed each time."""
    return sa.literal_column(f"'{text}'", sa.Text)


_COMMA: Any = _fixed(",")


def reader_column() -> sa.Label[str]:
    """Members of the club of a game as a JSON list, "[]" for other games. Every role reads."""
    members = (
        sa.select(sa.func.aggregate_strings(sa.cast(_roles.user_id, sa.Text), _COMMA))
        .where(_roles.club_id == _games.club_id)
        .correlate(schema.games)
        .scalar_subquery()
    )
    text = _fixed("[") + sa.func.coalesce(members, _fixed("")) + _fixed("]")
    return sa.case((_games.club_only, text), else_=_fixed("[]")).label("club_readers")


def with_readers(execute: Callable[..., Any], games: Sequence[records.Game]) -> list[records.Game]:
    """Games with their `club_readers`, which one statement reads for all of their clubs."""
    clubs = {one.club_id for one in games if one.club_only}
    if not clubs:
        return list(games)
    readers: dict[int, set[int]] = {}
    for club_id, user_id in execute(_READERS, {"clubs": sorted(filter(None, clubs))}).all():
        readers.setdefault(club_id, set()).add(user_id)
    found = {club_id: frozenset(users) for club_id, users in readers.items()}
    return [
        msgspec.structs.replace(one, club_readers=found.get(one.club_id or 0, frozenset()))
        if one.club_only
        else one
        for one in games
    ]


def is_read_by_member(user_id: int | None) -> sa.ColumnElement[bool]:
    """Condition on a row of `games`: only members of its club see it, and the user is one."""
    mine = sa.select(_roles.club_id).where(_roles.user_id == (user_id or 0))
    return sa.and_(_games.club_only, _games.club_id.in_(mine))
