"""Checks of a backup before it is restored: chains of moves, seats and names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import sqlalchemy as sa

from app.kernel import record
from app.store import club_tables, schema
from app.store.archives import DamagedArchive, archives, unpack
from app.store.move_repository import COLUMNS, as_written

LONGEST_NAME, LONGEST_TITLE = 60, 80
NAMES = (
    (schema.users.c.name, LONGEST_NAME),
    (schema.seats.c.name, LONGEST_NAME),
    (schema.games.c.title, LONGEST_TITLE),
    (schema.armies.c.name, LONGEST_TITLE),
    (club_tables.clubs.c.name, LONGEST_NAME),
)
AT_ONCE, ARCHIVES_AT_ONCE = 1000, 20  # rows that are read at once


def damages_of(reading: sa.Connection) -> Iterator[str]:
    """Damages of a database of the present version, in words for the administrator."""
    yield from _broken_chains(reading)
    yield from _missing_moves(reading)
    yield from _unknown_seats(reading)
    yield from _damaged_archives(reading)
    yield from _long_names(reading)


def _broken_chains(reading: sa.Connection) -> Iterator[str]:
    moves = schema.moves.c
    query = sa.select(moves.game_id, *COLUMNS).order_by(moves.game_id, moves.number)
    rows = reading.execution_options(yield_per=AT_ONCE).execute(query)
    for game_id, of_game in groupby(rows, key=lambda row: row.game_id):
        broken = record.first_broken(as_written(row[1:]) for row in of_game)
        if broken is not None:
            yield f"the chain of game {game_id} breaks at move {broken}"


def _missing_moves(reading: sa.Connection) -> Iterator[str]:
    games, moves = schema.games.c, schema.moves.c
    last = sa.select(sa.func.max(moves.number)).where(moves.game_id == games.id).scalar_subquery()
    archived = sa.select(archives.c.moves).where(archives.c.game_id == games.id).scalar_subquery()
    number = sa.case((games.archived_at == "", last), else_=archived)
    query = sa.select(games.id, games.number).where(games.number != sa.func.coalesce(number, 0))
    for game_id, number in reading.execute(query):
        yield f"the last move of game {game_id} is not move {number}"


def _unknown_seats(reading: sa.Connection) -> Iterator[str]:
    moves, seats = schema.moves.c, schema.seats.c
    is_known = sa.exists().where(seats.game_id == moves.game_id, seats.seat == moves.seat)
    query = sa.select(moves.game_id, sa.func.min(moves.number)).where(moves.seat != "", ~is_known)
    for game_id, number in reading.execute(query.group_by(moves.game_id)):
        yield f"move {number} of game {game_id} is of an unknown seat"


def _damaged_archives(reading: sa.Connection) -> Iterator[str]:
    seats = schema.seats.c
    options = reading.execution_options(yield_per=ARCHIVES_AT_ONCE)
    for row in options.execute(sa.select(archives).order_by(archives.c.game_id)):
        try:
            moves = unpack(row)
        except DamagedArchive as damaged:
            yield f"game {row.game_id}: {damaged}"
            continue
        query = sa.select(seats.seat).where(seats.game_id == row.game_id)
        known = {"", *reading.execute(query).scalars()}
        for number, move in enumerate(moves, start=1):
            if move.seat not in known:
                yield f"move {number} of game {row.game_id} is of an unknown seat"
                break


def _long_names(reading: sa.Connection) -> Iterator[str]:
    for column, most in NAMES:
        query = sa.select(sa.func.count()).where(sa.func.length(column) > most)
        if count := reading.execute(query).scalar_one():
            yield f"{count} of {column} with more than {most} characters"
