"""Seats with the users who decide for the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import records, schema

SEAT_COLUMNS = tuple(
    name for name in records.Seat.__struct_fields__ if name not in ("referees", "guests")
)
_REFEREES = (
    sa.select(
        schema.referees.c.game_id,
        schema.referees.c.user_id,
        schema.users.c.name,
        schema.referees.c.named_at,
    )
    .join_from(schema.referees, schema.users)
    .where(schema.referees.c.game_id.in_(sa.bindparam("games", expanding=True)))
    .order_by(schema.referees.c.game_id, schema.referees.c.named_at, schema.referees.c.user_id)
)
_GUESTS = sa.select(schema.invitations.c.game_id, schema.invitations.c.user_id).where(
    schema.invitations.c.game_id.in_(sa.bindparam("games", expanding=True))
)


def seat_row(game_id: int, seat: records.Seat) -> dict[str, Any]:
    """Values of a row of `seats`."""
    return {"game_id": game_id} | {name: getattr(seat, name) for name in SEAT_COLUMNS}


def with_referees(
    execute: Callable[..., Any], found: dict[int, tuple[records.Seat, ...]]
) -> dict[int, tuple[records.Seat, ...]]:
    """Seats of games with the users who decide for the referee, and those who are invited."""
    refereed = [key for key, seats in found.items() if any(s.is_of_referees for s in seats)]
    if not refereed:
        return found
    named: dict[int, tuple[records.Referee, ...]] = {}
    for game_id, *values in execute(_REFEREES, {"games": refereed}):
        named[game_id] = (*named.get(game_id, ()), records.Referee(*values))
    guests: dict[int, frozenset[int]] = {}
    for game_id, user_id in execute(_GUESTS, {"games": refereed}):
        guests[game_id] = guests.get(game_id, frozenset()) | {user_id}
    for key in refereed:
        found[key] = tuple(
            msgspec.structs.replace(
                seat, referees=named.get(key, ()), guests=guests.get(key, frozenset())
            )
            if seat.is_of_referees
            else seat
            for seat in found[key]
        )
    return found


def games_with_a_part(user_id: int) -> sa.CompoundSelect[Any]:
    """Numbers of the games in which the user has a seat or is a referee."""
    seats, referees = schema.seats.c, schema.referees.c
    return sa.union(
        sa.select(seats.game_id).where(seats.user_id == user_id),
        sa.select(referees.game_id).where(referees.user_id == user_id),
    )


def refereed_by(user_id: int) -> sa.ColumnElement[bool]:
    """Condition on a row of `seats`: the seat of referees of a game in which the user is a referee
    and holds no seat.
    """
    seats, referees, own = schema.seats.c, schema.referees.c, schema.seats.alias()
    is_named = sa.exists().where(referees.game_id == seats.game_id, referees.user_id == user_id)
    plays = sa.exists().where(own.c.game_id == seats.game_id, own.c.user_id == user_id)
    return sa.and_(seats.name == "", is_named, ~plays)
