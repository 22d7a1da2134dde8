"""Games with their seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.outcome import CANCELLED, DROPPED
from app.kernel.record import to_json
from app.store import records, schema
from app.store.club_readers import is_read_by_member, with_readers
from app.store.driver_statements import DriverStatement
from app.store.game_rows import as_columns, coded, game_columns, game_of, listed_columns
from app.store.referee_rows import (
    SEAT_COLUMNS,
    WAITING_GAMES,
    UserId,
    games_with_a_part,
    refereed_by,
    seat_row,
    with_referees,
)
from app.store.repositories import (
    MANY,
    Conflict,
    Repository,
    address_column,
    bind,
    without_index,
)

RECENT_DEMOS = 50  # demonstrations among which one of a box is looked for
COUNTED = 2000  # last finished games of a box that count for the balance of its scenarios

GAME_AT = {
    column: sa.select(*game_columns).where(schema.games.c[column] == bind("address"))
    for column in ("id", "token")
}


_BY_ID = sa.select(*listed_columns).where(schema.games.c.id.in_(bind("games", expanding=True)))
_game_at = {column: DriverStatement(query) for column, query in GAME_AT.items()}
_game_locked = {
    column: DriverStatement(query.with_for_update()) for column, query in GAME_AT.items()
}


class Games(Repository):
    _this = schema.games.c.id == bind("game")
    _seed = sa.select(schema.games.c.seed).where(_this)
    _number = sa.select(schema.games.c.number).where(_this)
    _change = DriverStatement(schema.games.update().where(_this))

    def add_game(self, **values: Any) -> int:
        """Add a game and return its id; raises `Conflict` for a second rematch of the same game."""
        return self._add(schema.games, **as_columns({"listed_at": values["moved_at"], **values}))

    def find_game(self, address: int | str) -> records.Game | None:
        column, value = address_column(address)
        rows = self._run(_game_at[column], {"address": value})
        return game_of(rows[0]) if rows else None

    def by_id(self, game_ids: Sequence[int]) -> dict[int, records.Game]:
        """Games with these ids, by id."""
        return {game.id: game for game in self._rows_of(_BY_ID, {"games": list(game_ids)})}

    def lock_game(self, address: int | str) -> records.Game | None:
        """Game, locked against other writers until the end of the transaction."""
        column, value = address_column(address)
        rows = self._run(_game_locked[column], {"address": value})
        return game_of(rows[0]) if rows else None

    def seed_of(self, game_id: int) -> str:
        """Secret seed of the dice."""
        return str(self._do(self._seed, {"game": game_id}).scalar_one())

    def last_number(self, game_id: int) -> int:
        """Number of the last move; 0 before the first move and for a missing game."""
        return self._do(self._number, {"game": game_id}).scalar() or 0

    def update_game(self, game_id: int, **values: Any) -> None:
        self._run(self._change, {"game": game_id, **as_columns(values)})

    def delete_game(self, game_id: int) -> None:
        """Delete the game and all dependent rows, also the tables of its battles."""
        for column in (schema.games.c.parent_id, schema.games.c.id):
            self._do(schema.games.delete().where(column == game_id))

    def rematch_of(self, game_id: int) -> records.Game | None:
        row = self._do(sa.select(*game_columns).where(schema.games.c.rematch_of == game_id)).first()
        return game_of(row) if row else None

    def all_games(self) -> list[records.Game]:
        return self._rows_of(sa.select(*listed_columns).order_by(schema.games.c.id))

    def waiting_for_players(self, user_id: int | None) -> list[records.Game]:
        """Games that have not begun: public ones and those with a seat of the user, newest
        first. A battle of a long game is among them only while an army is missing.
        """
        games, seats = schema.games.c, schema.seats.c
        lacks_army = sa.exists().where(
            seats.game_id == games.id, seats.brings == "{}", seats.bot == ""
        )
        mine = sa.exists().where(seats.game_id == games.id, seats.user_id == user_id)
        wanted = (
            sa.or_(games.visibility == "open", mine, is_read_by_member(user_id))
            if user_id is not None
            else games.visibility == "open"
        )
        return self._rows_of(
            sa.select(*listed_columns)
            .where(games.status == "open", wanted, games.parent_id.is_(None) | lacks_army)
            .order_by(games.id.desc())
            .limit(MANY)
        )

    def in_public(
        self,
        status: str,
        limit: int,
        before: int | None = None,
        boxes: Sequence[str] | None = None,
        reader: int | None = None,
    ) -> list[records.Game]:
        """Public games with this status and with spectators, ordered by the last public move,
        latest first, with those of the clubs of the `reader`.

        `before` is the id of the last game already listed. `boxes` limits the list to these boxes.
        """
        games = schema.games.c
        limits = [games.spectators, *([games.box.in_(boxes)] if boxes is not None else ())]
        seen = [games.visibility == "open", *([is_read_by_member(reader)] if reader else ())]
        known = sa.and_(sa.or_(*seen), *limits)
        parts = (sa.select(games.id).where(games.status == status, *limits, one) for one in seen)
        # each part reads its own index
        ids = [_newest(one, known, limit, before).subquery() for one in parts]
        query = sa.select(*listed_columns).where(
            games.id.in_(sa.union_all(*(sa.select(one.c.id) for one in ids)))
        )
        return self._by_date(query, known, limit, None)

    def rows_where(
        self, *where: sa.ColumnElement[bool], order: Sequence[Any], most: int
    ) -> list[records.Game]:
        """Games that fulfil all conditions, at most so many, in this order of columns."""
        return self._rows_of(sa.select(*listed_columns).where(*where).order_by(*order).limit(most))

    def with_near_date(self, boxes: Collection[str], until: str) -> list[records.Game]:
        """Running games of these boxes whose next date of a battle is not later, the nearest first;
        at most `MANY`.
        """
        games = schema.games.c
        return self.rows_where(
            games.next_date_at != sa.literal_column("''"),  # as the index has it
            games.next_date_at <= until,
            without_index(games.status) == "running",
            without_index(games.box).in_(boxes),
            order=(games.next_date_at, games.id),
            most=MANY,
        )

    def replace_date(self, game: records.Game, date: str) -> None:
        """Note another next date of a battle, unless a move has noted one meanwhile."""
        games = schema.games
        is_same = (games.c.id == game.id) & (games.c.next_date_at == game.next_date_at)
        self._do(games.update().where(is_same).values(next_date_at=date))

    def over_of(
        self,
        user_id: int,
        limit: int,
        before: int | None = None,
        box: str = "",
        result: str = "",
    ) -> list[records.Game]:
        """Finished games of the user, the last one first; `before` as in `public`.

        `box` and `result` ("won", "lost" or "drawn") limit the list; "" does not.
        """
        games, seats = schema.games.c, schema.seats.c
        mine = sa.select(seats.game_id).where(seats.user_id == user_id)
        own = games.id.in_(mine)
        wanted = [without_index(games.status) == "over"]
        if box:
            wanted.append(games.box == box)
        if result:
            has_won = games.winners.contains(sa.literal('"') + seats.side + '"')
            won = games.id.in_(mine.where(seats.game_id == games.id, has_won))
            drawn = games.winners == "[]"
            wanted.append({"won": won, "lost": ~won & ~drawn, "drawn": drawn}[result])
        return self._by_date(sa.select(*listed_columns).where(own, *wanted), own, limit, before)

    def public_results(self, box: str) -> list[tuple[str, tuple[str, ...], int]]:
        """Scenario, winning sides and number of the last public finished games of a box."""
        games = schema.games.c
        shown = (games.visibility == "open", games.spectators, games.status == "over")
        last = (
            sa.select(games.scenario, games.winners)
            .where(games.box == box, games.ending.not_in((CANCELLED, DROPPED)), *shown)
            .order_by(games.listed_at.desc(), games.id.desc())
            .limit(COUNTED)
            .subquery()
            .c
        )
        query = sa.select(last.scenario, last.winners, sa.func.count()).group_by(
            last.scenario, last.winners
        )
        return [
            (scenario, tuple(coded["winners"].decode(winners)), count)
            for scenario, winners, count in self._do(query)
        ]

    def open_of(self, user_id: int) -> list[records.Game]:
        """Unfinished games of the user, in the order of `of_user`."""
        return self._rows_of(_OPEN_OF_USER, {"user": user_id, "most": MANY})

    def of_user(self, user_id: int, limit: int = MANY) -> list[records.Game]:
        """Games of the user: first those that wait for this user, the longest wait on top."""
        return self._rows_of(_OF_USER, {"user": user_id, "most": limit})

    def demo_game(self, boxes: Collection[str]) -> records.Game | None:
        """Newest game of these boxes among the last `RECENT_DEMOS` demonstrations."""
        games = schema.games.c
        recent = sa.select(games.id).where(games.is_demo).order_by(games.id.desc())
        numbers = recent.limit(RECENT_DEMOS).subquery()
        shown = sa.select(*listed_columns).where(
            games.id.in_(sa.select(numbers.c.id)), games.box.in_(boxes)
        )
        query = shown.order_by(games.id.desc()).limit(1)
        return next(iter(self._rows_of(query)), None)

    def waiting_for_bots(self) -> list[records.Game]:
        """Running games in which a bot owes a decision, the longest wait first."""
        return self._rows_of(_WAITING_FOR_BOTS)

    def _by_date(
        self, query: sa.Select[Any], known: sa.ColumnElement[bool], limit: int, before: int | None
    ) -> list[records.Game]:
        return self._rows_of(_newest(query, known, limit, before))

    def _rows_of(
        self, query: sa.Select[Any], asked: dict[str, Any] | None = None
    ) -> list[records.Game]:
        return with_readers(self._do, [game_of(row) for row in self._do(query, asked or {}).all()])


def _waiting_for_bots() -> sa.Select[Any]:
    games, seats = schema.games.c, schema.seats.c
    due = sa.select(seats.game_id).where(seats.owes, seats.bot != "")
    return (
        sa.select(*listed_columns)
        .where(without_index(games.status) == "running", games.id.in_(due))
        .order_by(games.moved_at)
        .limit(MANY)
    )


_WAITING_FOR_BOTS = _waiting_for_bots()
"""Made once: the worker of the bots sends it four times a second."""


def _newest(
    query: sa.Select[Any], known: sa.ColumnElement[bool], limit: int, before: int | None
) -> sa.Select[Any]:
    """Query in the order of the last public move, after the game `before`."""
    games = schema.games.c
    if before is not None:
        last = (
            sa.select(games.listed_at).where(games.id == before, known).scalar_subquery()
        )  # the position of an unrelated game is not revealed
        query = query.where(
            sa.or_(games.listed_at < last, sa.and_(games.listed_at == last, games.id < before))
        )
    return query.order_by(games.listed_at.desc(), games.id.desc()).limit(limit)


_seats = schema.seats.c


def _holds(user_id: UserId) -> sa.ColumnElement[bool]:
    """Condition on a row of `seats`: the user plays it, or decides for it as a referee."""
    return sa.and_(_seats.game_id.in_(games_with_a_part(user_id)), _is_of(user_id))


def _is_of(user_id: UserId) -> sa.ColumnElement[bool]:
    """The same condition, for seats of games that another condition has found."""
    return sa.or_(_seats.user_id == user_id, refereed_by(user_id))


def _games_of_user() -> sa.Select[Any]:
    """Games of a user in the order of `Games.of_user`."""
    games = schema.games.c
    over = sa.case((games.status == "over", 1), else_=0)
    rank = sa.case((_seats.owes, 0), else_=1)
    waits = sa.case((sa.and_(_seats.owes, games.status == "running"), games.moved_at))
    query = sa.select(*listed_columns).join_from(schema.games, schema.seats)
    query = query.where(_holds(bind("user", type_=sa.Integer)))
    return query.order_by(over, rank, waits, games.moved_at.desc(), games.id.desc()).limit(
        bind("most", type_=sa.Integer)
    )


_OF_USER = _games_of_user()
_OPEN_OF_USER = _OF_USER.where(without_index(schema.games.c.status) != "over")


class Seats(Repository):
    _named = sa.select(
        _seats.game_id,
        *(
            sa.func.coalesce(schema.users.c.name, _seats.name) if field == "name" else _seats[field]
            for field in SEAT_COLUMNS
        ),
    ).join_from(schema.seats, schema.users, isouter=True)
    _of_games = _named.where(_seats.game_id.in_(bind("games", expanding=True))).order_by(
        _seats.game_id, _seats.place
    )
    _of_game = DriverStatement(_named.where(_seats.game_id == bind("game")).order_by(_seats.place))
    _brought = (
        sa.select(_seats.seat, _seats.brings)
        .where(_seats.game_id == bind("game"), _seats.brings != "{}")
        .order_by(_seats.place)
    )
    _owes = _seats.seat.in_(bind("owing", expanding=True))
    _owe = (
        schema.seats.update()
        .where(_seats.game_id == bind("game"), _seats.owes != _owes)
        .values(owes=_owes)
    )

    def add_seats(self, game_id: int, seats: Iterable[records.Seat]) -> None:
        self._do(
            schema.seats.insert(),
            [seat_row(game_id, seat) for seat in seats],
        )

    def for_game(self, game_id: int) -> tuple[records.Seat, ...]:
        rows = self._run(self._of_game, {"game": game_id})
        seats = tuple(records.Seat(*values) for _, *values in rows)
        return with_referees(self._do, {game_id: seats})[game_id]

    def of_games(self, game_ids: Sequence[int]) -> dict[int, tuple[records.Seat, ...]]:
        """Seats of each game in order, with the present names of the accounts."""
        found: dict[int, tuple[records.Seat, ...]] = {}
        for game_id, *values in self._do(self._of_games, {"games": list(game_ids)}).all():
            found[game_id] = (*found.get(game_id, ()), records.Seat(*values))
        return with_referees(self._do, found)

    def contributions_by_seat(self, game_id: int) -> dict[str, dict[str, Any]]:
        """Contribution of each seat, which is secret until the game begins."""
        rows = self._do(self._brought, {"game": game_id})
        return {seat: msgspec.json.decode(brings) for seat, brings in rows}

    def update_seat(self, game_id: int, seat: str, **values: Any) -> None:
        """Change a seat; raises `Conflict` if the user has a seat in this game already."""
        seats = schema.seats.c
        written = values | {"brings": to_json(values["brings"])} if "brings" in values else values
        try:
            self._do(
                schema.seats.update()
                .where(seats.game_id == game_id, seats.seat == seat)
                .values(written)
            )
        except sa.exc.IntegrityError as collision:
            raise Conflict(str(collision.orig)) from collision

    def count_waiting(self, user_id: int) -> int:
        """Number of unfinished games in which a decision waits for the user."""
        (count,) = self._run(WAITING_GAMES, {"user": user_id})[0]
        return int(count)

    def last_change_for(self, user_id: int) -> str:
        """Time of the last move in the games of the user; "" without a game."""
        query = (
            sa.select(sa.func.max(schema.games.c.moved_at))
            .join_from(schema.seats, schema.games)
            .where(_holds(user_id))
        )
        return self._do(query).scalar() or ""

    def users_of(self, game_id: int) -> list[int]:
        """Players and referees of a game."""
        referees = schema.referees.c
        players = sa.select(_seats.user_id).where(
            _seats.game_id == game_id, _seats.user_id.is_not(None)
        )
        named = sa.select(referees.user_id).where(referees.game_id == game_id)
        return [int(user_id) for (user_id,) in self._do(players.union(named))]

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on a user's seats, which stays after deletion of the account."""
        self._do(schema.seats.update().where(schema.seats.c.user_id == user_id).values(name=name))

    def mark_owing(self, game_id: int, owing: Iterable[str]) -> None:
        """Mark exactly these seats as owing a decision."""
        self._do(self._owe, {"game": game_id, "owing": list(owing)})
