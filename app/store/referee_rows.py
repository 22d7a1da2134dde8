"""Seats with the users who decide for the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import records, schema
from app.store.club_tables import club_roles
from app.store.driver_statements import DriverStatement
from app.store.repositories import without_index

UserId = int | sa.BindParameter[int]
"""User of a condition: known, or named when the statement runs."""
SEAT_COLUMNS = tuple(
    name
    for name in records.Seat.__struct_fields__
    if name not in ("referees", "guests", "officers")
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
OFFICERS = ("owner", "organiser", "referee")
"""Roles of a club that decide in its games."""
_CLUBS = sa.select(schema.games.c.id, schema.games.c.club_id).where(
    schema.games.c.id.in_(sa.bindparam("games", expanding=True)),
    schema.games.c.club_id.is_not(None),
    sa.or_(schema.games.c.visibility == "open", schema.games.c.club_only),
)
_OFFICERS = (
    sa.select(club_roles.c.club_id, club_roles.c.user_id, schema.users.c.name, club_roles.c.role)
    .join_from(club_roles, schema.users, schema.users.c.id == club_roles.c.user_id)
    .where(
        club_roles.c.club_id.in_(sa.bindparam("clubs", expanding=True)),
        club_roles.c.role.in_(OFFICERS),
    )
    .order_by(club_roles.c.club_id, club_roles.c.user_id, club_roles.c.role)
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
    for game_id, *values in execute(_REFEREES, {"games": refereed}).all():
        named[game_id] = (*named.get(game_id, ()), records.Referee(*values))
    guests: dict[int, frozenset[int]] = {}
    for game_id, user_id in execute(_GUESTS, {"games": refereed}).all():
        guests[game_id] = guests.get(game_id, frozenset()) | {user_id}
    officers = _officers_of_games(execute, refereed)
    for key in refereed:
        found[key] = tuple(
            msgspec.structs.replace(
                seat,
                referees=named.get(key, ()),
                guests=guests.get(key, frozenset()),
                officers=officers.get(key, ()),
            )
            if seat.is_of_referees
            else seat
            for seat in found[key]
        )
    return found


def _officers_of_games(
    execute: Callable[..., Any], games: list[int]
) -> dict[int, tuple[records.ClubOfficer, ...]]:
    """Members of the clubs of games who decide there, by game. Those of a club are read once."""
    clubs = dict(execute(_CLUBS, {"games": games}).all())
    if not clubs:
        return {}
    found: dict[int, tuple[records.ClubOfficer, ...]] = {}
    for club_id, *values in execute(_OFFICERS, {"clubs": sorted({*clubs.values()})}).all():
        found[club_id] = (*found.get(club_id, ()), records.ClubOfficer(*values))
    return {game_id: found.get(club_id, ()) for game_id, club_id in clubs.items()}


def games_with_a_part(user_id: UserId) -> sa.CompoundSelect[Any]:
    """Numbers of the games in which the user has a seat or is a referee."""
    seats, referees = schema.seats.c, schema.referees.c
    return sa.union(
        sa.select(seats.game_id).where(seats.user_id == user_id),
        sa.select(referees.game_id).where(referees.user_id == user_id),
    )


def refereed_by(user_id: UserId) -> sa.ColumnElement[bool]:
    """Condition on a row of `seats`: the seat of referees of a game in which the user is a referee
    and holds no seat.
    """
    seats, referees, own = schema.seats.c, schema.referees.c, schema.seats.alias()
    is_named = sa.exists().where(referees.game_id == seats.game_id, referees.user_id == user_id)
    plays = sa.exists().where(own.c.game_id == seats.game_id, own.c.user_id == user_id)
    return sa.and_(seats.name == "", is_named, ~plays)


def _waiting_games(user_id: UserId) -> sa.Select[Any]:
    """Number of unfinished games in which a decision waits for the user."""
    games, seats = schema.games.c, schema.seats.c
    is_of = sa.or_(seats.user_id == user_id, refereed_by(user_id))
    return sa.select(sa.func.count()).where(
        games.id.in_(games_with_a_part(user_id)),
        without_index(games.status) != "over",
        sa.exists().where(seats.game_id == games.id, seats.owes, is_of),
    )


WAITING_GAMES = DriverStatement(_waiting_games(sa.bindparam("user", type_=sa.Integer)))
"""Made once: it runs for each open page of a player after each move."""
