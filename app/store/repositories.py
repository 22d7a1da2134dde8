"""Repositories: reading and writing rows.

Each repository works on one table; a `UnitOfWork` (app.store.transactions) opens them on one transaction.
Frequent statements are built once with parameters (`bind`), because building one takes five times
as long as running it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.kernel.clock_terms import Terms
from app.kernel.decoding import json_decoder
from app.kernel.record import Move, to_json
from app.kernel.say import Say
from app.store import records, schema
from app.store.referee_rows import SEAT_COLUMNS, refereed_by, seat_row, with_referees

MANY = 500
bind = sa.bindparam
NO_MORE = 2**31 - 1
HANDLE = 16


class NameConflict(Exception):
    """Raised if an account of this name exists."""


class Conflict(Exception):
    """Raised if the row exists already because another writer was faster."""


class Repository:
    def __init__(self, connection: sa.Connection):
        self._do = connection.execute
        self._dialect = postgresql if connection.dialect.name == "postgresql" else sqlite

    def _add(self, table: sa.Table, **values: Any) -> int:
        try:
            row: Any = self._do(_insert_into(table), values)
            return cast("int", row.inserted_primary_key[0])
        except sa.exc.IntegrityError as collision:
            raise Conflict(str(collision.orig)) from collision

    def _set(self, table: sa.Table, **values: Any) -> None:
        """Insert or replace a row by its key. Of two simultaneous writers, the later one wins."""
        key = [column.name for column in table.primary_key]
        other = {name: value for name, value in values.items() if name not in key}
        self._do(
            self._dialect.insert(table)
            .values(values)
            .on_conflict_do_update(index_elements=key, set_=other)
        )


@cache
def _insert_into(table: sa.Table) -> sa.Insert:
    return table.insert()


# ---------------------------------------------------------------------- users
_user = [schema.users.c[name] for name in records.User.__struct_fields__]


def user_of(row: Any) -> records.User:
    return records.User(*row[: len(_user)])


class Users(Repository):
    def add_user(self, **values: Any) -> int:
        """Add an account and return its id; raises `NameConflict`."""
        try:
            return self._add(schema.users, **values)
        except Conflict as taken:
            raise NameConflict(values["name"]) from taken

    def find_user(self, user_id: int) -> records.User | None:
        row = self._do(sa.select(*_user).where(schema.users.c.id == user_id)).first()
        return user_of(row) if row else None

    def lock_user(self, user_id: int) -> None:
        """Lock the account until the end of the transaction.

        Other transactions that count or change its belongings wait.
        """
        self._do(sa.select(schema.users.c.id).where(schema.users.c.id == user_id).with_for_update())

    def users_by_id(self, user_ids: Iterable[int | None]) -> dict[int, records.User]:
        """Accounts with these ids, as far as they exist."""
        query = sa.select(*_user).where(schema.users.c.id.in_({*user_ids} - {None}))
        return {user.id: user for user in map(user_of, self._do(query))}

    def find_by_name(self, name_key: str) -> tuple[records.User, str | None] | None:
        """Account of a folded name, with its password hash."""
        row = self._do(
            sa.select(*_user, schema.users.c.password).where(schema.users.c.name_key == name_key)
        ).first()
        return row and (user_of(row), row.password)

    def password_of(self, user_id: int) -> str | None:
        return self._do(
            sa.select(schema.users.c.password).where(schema.users.c.id == user_id)
        ).scalar()

    def update_user(self, user_id: int, **values: Any) -> None:
        """Change an account; raises `NameConflict` if another account has the new name."""
        try:
            self._do(schema.users.update().where(schema.users.c.id == user_id).values(values))
        except sa.exc.IntegrityError as collision:
            raise NameConflict(values.get("name", "")) from collision

    def confirmed_email(self, user_id: int) -> str:
        """Confirmed address of an account, "" if it has none."""
        return (
            self._do(sa.select(schema.users.c.email).where(schema.users.c.id == user_id)).scalar()
            or ""
        )

    def users_with_email(self, email: str) -> list[records.User]:
        """Accounts with this address."""
        return [
            user_of(row)
            for row in self._do(
                sa.select(*_user).where(schema.users.c.email == email).order_by(schema.users.c.id)
            )
        ]

    def count_ended_logins(self, user_id: int) -> int:
        """Count of ended log-ins of the account; `NO_MORE` for a deleted account."""
        times = self._do(
            sa.select(schema.users.c.ended).where(schema.users.c.id == user_id)
        ).scalar()
        return NO_MORE if times is None else times

    def listed_members(self, user_ids: Iterable[int]) -> list[tuple[int, str]]:
        """Listed members among these users, as (id, name) in order of the names."""
        users = schema.users.c
        query = sa.select(users.id, users.name).where(
            users.id.in_(list(user_ids)),
            ~users.is_guest,
            ~users.is_bot,
            ~users.unlisted,
            users.suspended == "",
        )
        return [(row.id, row.name) for row in self._do(query.order_by(users.name_key).limit(MANY))]

    def all_users(self) -> list[records.User]:
        return [user_of(row) for row in self._do(sa.select(*_user).order_by(schema.users.c.id))]

    def delete_user(self, user_id: int) -> None:
        """Delete the account and its bot accounts. Seats, moves and chats keep the name."""
        programs = schema.programs.c
        self._do(
            schema.users.delete().where(
                schema.users.c.id.in_(
                    sa.select(programs.user_id).where(programs.owner_id == user_id)
                )
            )
        )
        self._do(schema.users.delete().where(schema.users.c.id == user_id))


class Logins(Repository):
    _find = (
        sa.select(
            *_user,
            schema.logins.c.csrf,
            schema.logins.c.seen,
            schema.users.c.ended,
            schema.logins.c.created.label("begun"),
        )
        .join_from(schema.users, schema.logins)
        .where(schema.logins.c.token_hash == bind("token"))
    )

    def add_login(
        self, token_hash: str, user_id: int, csrf: str, now: str, browser: str = "", proof: str = ""
    ) -> None:
        self._add(
            schema.logins,
            token_hash=token_hash,
            user_id=user_id,
            csrf=csrf,
            created=now,
            seen=now,
            browser=browser,
            proof=proof,
        )

    def find_login(self, token_hash: str) -> tuple[records.User, str, str, int, str] | None:
        """User of a log-in, CSRF secret, last use, count of ended log-ins, and begin."""
        row = self._do(self._find, {"token": token_hash}).first()
        return row and (user_of(row), row.csrf, row.seen, row.ended, row.begun)

    def for_user(self, user_id: int) -> list[records.Session]:
        """Log-ins of an account, the last used one first."""
        logins = schema.logins.c
        query = sa.select(
            handle_of(), logins.browser, logins.created, logins.seen, logins.proof
        ).where(logins.user_id == user_id)
        return [
            records.Session(*row)
            for row in self._do(query.order_by(logins.seen.desc(), logins.created.desc()))
        ]

    def end_login(self, user_id: int, handle: str) -> bool:
        """End a log-in; return true if the account had it."""
        found = (
            self._do(
                schema.logins.delete().where(
                    schema.logins.c.user_id == user_id, handle_of() == handle
                )
            ).rowcount
            > 0
        )
        self._count_ended(user_id)
        return found

    def end_others(self, user_id: int, handle: str) -> None:
        """End every other log-in of the account."""
        self._do(
            schema.logins.delete().where(schema.logins.c.user_id == user_id, handle_of() != handle)
        )
        self._count_ended(user_id)

    def mark_used(self, token_hash: str, now: str) -> None:
        self._do(
            schema.logins.update().where(schema.logins.c.token_hash == token_hash).values(seen=now)
        )

    def remove_login(self, token_hash: str) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.token_hash == token_hash))

    def remove_all(self, user_id: int) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.user_id == user_id))
        self._count_ended(user_id)

    def remove_unseen_since(self, time: str) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.seen < time))

    def end_streams(self, user_id: int) -> int:
        """Restart the open streams of the account and keep its log-ins; return the count of
        endings.
        """
        self._count_ended(user_id)
        return (
            self._do(sa.select(schema.users.c.ended).where(schema.users.c.id == user_id)).scalar()
            or 0
        )

    def _count_ended(self, user_id: int) -> None:
        """Add 1 to the counter that ends open streams of the account."""
        users = schema.users.c
        self._do(schema.users.update().where(users.id == user_id).values(ended=users.ended + 1))


def handle_of() -> sa.ColumnElement[str]:
    """Public handle of a log-in. It is too short a part of the hash to reveal the token."""
    return sa.func.substr(schema.logins.c.token_hash, 1, HANDLE)


# ---------------------------------------------------------------------- games
_game = [schema.games.c[name] for name in records.Game.__struct_fields__]
_coded = {
    name: json_decoder(kind)
    for name, kind in {
        "options": tuple[str, ...],
        "phase": Say,
        "winners": tuple[str, ...],
        "terms": dict[str, Any],
        "clock": Terms,
    }.items()
}


def game_of(row: Any) -> records.Game:
    values = row._mapping  # noqa: SLF001 the documented way to a row's names
    return records.Game(
        **{
            name: _coded[name].decode(values[name]) if name in _coded else values[name]
            for name in records.Game.__struct_fields__
        }
    )


def _as_columns(values: dict[str, Any]) -> dict[str, Any]:
    return {name: to_json(value) if name in _coded else value for name, value in values.items()}


def _address_column(address: int | str) -> tuple[str, int | str]:
    """Column and value to find a game or an army by its number or by its token."""
    text = str(address)
    return (
        ("id", int(text))
        if text.isascii() and text.isdigit() and len(text) < 10
        else ("token", text)
    )


_game_at = {
    column: sa.select(*_game).where(schema.games.c[column] == bind("address"))
    for column in ("id", "token")
}
_game_locked = {column: query.with_for_update() for column, query in _game_at.items()}


class Games(Repository):
    _this = schema.games.c.id == bind("game")
    _seed = sa.select(schema.games.c.seed).where(_this)
    _number = sa.select(schema.games.c.number).where(_this)
    _change = schema.games.update().where(_this)

    def add_game(self, **values: Any) -> int:
        """Add a game and return its id; raises `Conflict` for a second rematch of the same game."""
        return self._add(schema.games, **_as_columns({"listed_at": values["moved_at"], **values}))

    def find_game(self, address: int | str) -> records.Game | None:
        column, value = _address_column(address)
        row = self._do(_game_at[column], {"address": value}).first()
        return game_of(row) if row else None

    def lock_game(self, address: int | str) -> records.Game | None:
        """Game, locked against other writers until the end of the transaction."""
        column, value = _address_column(address)
        row = self._do(_game_locked[column], {"address": value}).first()
        return game_of(row) if row else None

    def seed_of(self, game_id: int) -> str:
        """Secret seed of the dice."""
        return str(self._do(self._seed, {"game": game_id}).scalar_one())

    def last_number(self, game_id: int) -> int:
        """Number of the last move; 0 before the first move and for a missing game."""
        return self._do(self._number, {"game": game_id}).scalar() or 0

    def update_game(self, game_id: int, **values: Any) -> None:
        self._do(self._change, {"game": game_id, **_as_columns(values)})

    def delete_game(self, game_id: int) -> None:
        """Delete the game and all dependent rows, also the tables of its battles."""
        for column in (schema.games.c.parent_id, schema.games.c.id):
            self._do(schema.games.delete().where(column == game_id))

    def rematch_of(self, game_id: int) -> records.Game | None:
        row = self._do(sa.select(*_game).where(schema.games.c.rematch_of == game_id)).first()
        return game_of(row) if row else None

    def all_games(self) -> list[records.Game]:
        return self._rows_of(sa.select(*_game).order_by(schema.games.c.id))

    def waiting_for_players(self, user_id: int | None) -> list[records.Game]:
        """Games that have not begun: public ones and those with a seat of the user, newest
        first.
        """
        games, seats = schema.games.c, schema.seats.c
        mine = sa.exists().where(seats.game_id == games.id, seats.user_id == user_id)
        wanted = (
            sa.or_(games.visibility == "open", mine)
            if user_id is not None
            else games.visibility == "open"
        )
        return self._rows_of(
            sa.select(*_game)
            .where(games.status == "open", wanted)
            .order_by(games.id.desc())
            .limit(MANY)
        )

    def in_public(self, status: str, limit: int, before: int | None = None) -> list[records.Game]:
        """Public games with this status and with spectators, ordered by the last public move,
        latest first.

        `before` is the id of the last game already listed.
        """
        games = schema.games.c
        shown = sa.and_(games.visibility == "open", games.spectators)
        return self._by_date(
            sa.select(*_game).where(games.status == status, shown), shown, limit, before
        )

    def over_of(self, user_id: int, limit: int, before: int | None = None) -> list[records.Game]:
        """Finished games of the user, the last one first; `before` as in `public`."""
        games, seats = schema.games.c, schema.seats.c
        own = games.id.in_(sa.select(seats.game_id).where(seats.user_id == user_id))
        return self._by_date(
            sa.select(*_game).where(own, games.status == "over"), own, limit, before
        )

    def open_of(self, user_id: int) -> list[records.Game]:
        """Unfinished games of the user, in the order of `of_user`."""
        return self._of(user_id, MANY, schema.games.c.status != "over")

    def of_user(self, user_id: int, limit: int = MANY) -> list[records.Game]:
        """Games of the user: first those that wait for this user, the longest wait on top."""
        return self._of(user_id, limit)

    def _of(self, user_id: int, limit: int, *wanted: sa.ColumnElement[bool]) -> list[records.Game]:
        games, seats = schema.games.c, schema.seats.c
        over = sa.case((games.status == "over", 1), else_=0)
        rank = sa.case((seats.owes, 0), else_=1)
        waits = sa.case((sa.and_(seats.owes, games.status == "running"), games.moved_at))
        query = (
            sa.select(*_game)
            .join_from(schema.games, schema.seats)
            .where(sa.or_(seats.user_id == user_id, refereed_by(user_id)), *wanted)
        )
        return self._rows_of(
            query.order_by(over, rank, waits, games.moved_at.desc(), games.id.desc()).limit(limit)
        )

    def demo_game(self) -> records.Game | None:
        """Newest demonstration game."""
        query = (
            sa.select(*_game)
            .where(schema.games.c.is_demo)
            .order_by(schema.games.c.id.desc())
            .limit(1)
        )
        return next(iter(self._rows_of(query)), None)

    def waiting_for_bots(self) -> list[records.Game]:
        """Running games in which a bot owes a decision, the longest wait first."""
        games, seats = schema.games.c, schema.seats.c
        due = sa.exists().where(seats.game_id == games.id, seats.owes, seats.bot != "")
        return self._rows_of(
            sa.select(*_game)
            .where(games.status == "running", due)
            .order_by(games.moved_at)
            .limit(MANY)
        )

    def _by_date(
        self, query: sa.Select[Any], known: sa.ColumnElement[bool], limit: int, before: int | None
    ) -> list[records.Game]:
        games = schema.games.c
        if before is not None:
            last = (
                sa.select(games.listed_at).where(games.id == before, known).scalar_subquery()
            )  # the position of an unrelated game is not revealed
            query = query.where(
                sa.or_(games.listed_at < last, sa.and_(games.listed_at == last, games.id < before))
            )
        return self._rows_of(query.order_by(games.listed_at.desc(), games.id.desc()).limit(limit))

    def _rows_of(self, query: sa.Select[Any]) -> list[records.Game]:
        return [game_of(row) for row in self._do(query)]


_seats = schema.seats.c


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
        return self.of_games([game_id]).get(game_id, ())

    def of_games(self, game_ids: Sequence[int]) -> dict[int, tuple[records.Seat, ...]]:
        """Seats of each game in order, with the present names of the accounts."""
        found: dict[int, tuple[records.Seat, ...]] = {}
        for game_id, *values in self._do(self._of_games, {"games": list(game_ids)}):
            found[game_id] = (*found.get(game_id, ()), records.Seat(*values))
        return with_referees(self._do, found)

    def contributions_by_seat(self, game_id: int) -> dict[str, dict[str, Any]]:
        """Contribution of each seat, which is secret until the game begins."""
        seats = schema.seats.c
        query = (
            sa.select(seats.seat, seats.brings)
            .where(seats.game_id == game_id, seats.brings != "{}")
            .order_by(seats.place)
        )
        return {seat: msgspec.json.decode(brings) for seat, brings in self._do(query)}

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

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on a user's seats, which stays after deletion of the account."""
        self._do(schema.seats.update().where(schema.seats.c.user_id == user_id).values(name=name))

    def mark_owing(self, game_id: int, owing: Iterable[str]) -> None:
        """Mark exactly these seats as owing a decision."""
        self._do(self._owe, {"game": game_id, "owing": list(owing)})


_moves = schema.moves.c


class Moves(Repository):
    _all = sa.select(*(_moves[name] for name in Move.__struct_fields__)).where(
        _moves.game_id == bind("game")
    )
    _after = _all.where(_moves.number > bind("after")).order_by(_moves.number)
    _under = _all.where(_moves.command == bind("command"))

    def append_move(self, game_id: int, move: Move, step: str, made_by: int | None) -> None:
        """Append a chained move; raises `Conflict` if its number or command exists."""
        texts = {name: to_json(getattr(move, name)) for name in ("order", "events", "rolls")}
        values = msgspec.structs.asdict(move) | texts
        self._add(schema.moves, game_id=game_id, step=step, made_by=made_by, **values)

    def put_back(self, game_id: int, move: Move) -> None:
        """Replace a recorded move by the one of a backup."""
        texts = {name: to_json(getattr(move, name)) for name in ("order", "events", "rolls")}
        self._do(
            schema.moves.update()
            .where(_moves.game_id == game_id, _moves.number == move.number)
            .values(msgspec.structs.asdict(move) | texts)
        )

    def for_game(self, game_id: int, after: int = 0) -> list[Move]:
        """Moves after number `after`. Order, events and rolls are the stored bytes for
        `record.read_move`.
        """
        rows = self._do(self._after, {"game": game_id, "after": after})
        return [_as_written(row) for row in rows]

    def find_by_command(self, game_id: int, command: str) -> Move | None:
        """Move made by this command, as stored."""
        row = self._do(self._under, {"game": game_id, "command": command}).first()
        return _as_written(row) if row else None


def _as_written(row: Any) -> Move:
    number, seat, order, events, rolls, *rest = row
    stored: Any = [msgspec.Raw(one) for one in (order, events, rolls)]  # for `record.read_move`
    return Move(number, seat, *stored, *rest)


# ---------------------------------------------------------------------- armies
_army = [schema.armies.c[field] for field in records.Army.__struct_fields__ if field != "by"]


class Armies(Repository):
    def add_army(self, **values: Any) -> int:
        """Add an army and return its id."""
        return self._add(schema.armies, **_with_form(values))

    def find_army(self, address: int | str) -> records.Army | None:
        """Army with this number or token."""
        column, value = _address_column(address)
        return next(iter(self._rows_of(schema.armies.c[column] == value)), None)

    def update_army(self, army_id: int, **values: Any) -> None:
        self._do(
            schema.armies.update().where(schema.armies.c.id == army_id).values(_with_form(values))
        )

    def delete_army(self, army_id: int) -> None:
        self._do(schema.armies.delete().where(schema.armies.c.id == army_id))

    def of_user(self, user_id: int) -> list[records.Army]:
        """Armies of a player, the last changed one first."""
        return self._rows_of(schema.armies.c.user_id == user_id)

    def public_armies(self, limit: int) -> list[records.Army]:
        """Public armies, the last changed one first."""
        return self._rows_of(
            sa.and_(schema.armies.c.sharing == "public", ~schema.armies.c.hidden), limit
        )

    def _rows_of(self, wanted: sa.ColumnElement[bool], limit: int = MANY) -> list[records.Army]:
        armies = schema.armies.c
        query = (
            sa.select(*_army, schema.users.c.name.label("by"))
            .join_from(schema.armies, schema.users)
            .where(wanted)
        )
        return [
            records.Army(**{**row._mapping, "form": msgspec.json.decode(row.form)})  # noqa: SLF001 - SQLAlchemy documents this name
            for row in self._do(
                query.order_by(armies.changed.desc(), armies.id.desc()).limit(limit)
            )
        ]


def _with_form(values: dict[str, Any]) -> dict[str, Any]:
    """Values with the form as JSON, its keys in the given order."""
    return (
        values | {"form": msgspec.json.encode(values["form"]).decode()}
        if "form" in values
        else values
    )


# ---------------------------------------------------------------------- player chat, reports, visits
class Letters(Repository):
    _last = sa.select(sa.func.max(schema.letters.c.id)).where(
        schema.letters.c.game_id == bind("game")
    )

    def add_letter(
        self, game_id: int, user_id: int, name: str, text: str, made_at: str, after: int
    ) -> records.Letter:
        values: dict[str, Any] = {
            "game_id": game_id,
            "user_id": user_id,
            "name": name,
            "text": text,
            "made_at": made_at,
            "after": after,
        }
        return records.Letter(self._add(schema.letters, **values), **values)

    def find_letter(self, letter_id: int) -> records.Letter | None:
        letters = schema.letters.c
        query = sa.select(*(letters[field] for field in records.Letter.__struct_fields__))
        row = self._do(query.where(letters.id == letter_id)).first()
        return records.Letter(*row) if row else None

    def letters_by_id(self, letter_ids: Iterable[int | None]) -> dict[int, records.Letter]:
        """Messages with these ids, as far as they exist."""
        letters = schema.letters.c
        query = sa.select(*(letters[field] for field in records.Letter.__struct_fields__)).where(
            letters.id.in_({*letter_ids} - {None})
        )
        return {letter.id: letter for letter in (records.Letter(*row) for row in self._do(query))}

    def set_hidden(self, letter_id: int, hidden: bool) -> None:
        self._do(
            schema.letters.update().where(schema.letters.c.id == letter_id).values(hidden=hidden)
        )

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on all messages of a user."""
        self._do(
            schema.letters.update().where(schema.letters.c.user_id == user_id).values(name=name)
        )

    def for_user(self, user_id: int) -> list[records.Letter]:
        """All messages of a user."""
        letters = schema.letters.c
        query = (
            sa.select(*(letters[field] for field in records.Letter.__struct_fields__))
            .where(letters.user_id == user_id)
            .order_by(letters.id)
        )
        return [records.Letter(*row) for row in self._do(query)]

    def for_game(self, game_id: int, after: int = 0) -> list[records.Letter]:
        """Messages of a game with an id above `after`."""
        letters = schema.letters.c
        columns = [letters[field] for field in records.Letter.__struct_fields__]
        query = (
            sa.select(*columns)
            .where(letters.game_id == game_id, letters.id > after)
            .order_by(letters.id)
        )
        return [records.Letter(*row) for row in self._do(query)]

    def last_id(self, game_id: int) -> int:
        """Id of the last message, 0 if there is none."""
        return self._do(self._last, {"game": game_id}).scalar() or 0


class Reports(Repository):
    def for_game(self, game_id: int) -> list[records.Paragraphs]:
        """Texts in the report of a game with the present names of their authors, the oldest
        first.
        """
        reports, users = schema.reports.c, schema.users.c
        name = sa.func.coalesce(users.name, reports.name)
        columns = [
            name if field == "name" else reports[field]
            for field in records.Paragraphs.__struct_fields__
        ]
        query = (
            sa.select(*columns)
            .join_from(schema.reports, schema.users, isouter=True)
            .where(reports.game_id == game_id)
            .order_by(reports.id)
        )
        return [records.Paragraphs(*row) for row in self._do(query)]

    def save_text(self, game_id: int, section: str, user_id: int, **values: Any) -> None:
        """Set the text of a user for a chapter, in place of the earlier one."""
        reports = schema.reports.c
        here = sa.and_(
            reports.game_id == game_id, reports.section == section, reports.user_id == user_id
        )
        if not self._do(schema.reports.update().where(here).values(values)).rowcount:
            self._add(schema.reports, game_id=game_id, section=section, user_id=user_id, **values)

    def rename_user(self, user_id: int, name: str) -> None:
        self._do(
            schema.reports.update().where(schema.reports.c.user_id == user_id).values(name=name)
        )

    def for_user(self, user_id: int) -> list[records.Paragraphs]:
        """All texts of a user in reports."""
        reports = schema.reports.c
        query = (
            sa.select(*(reports[field] for field in records.Paragraphs.__struct_fields__))
            .where(reports.user_id == user_id)
            .order_by(reports.id)
        )
        return [records.Paragraphs(*row) for row in self._do(query)]

    def remove_text(self, game_id: int, section: str, user_id: int) -> None:
        """Remove a text, unless a moderator has hidden it. A hidden text stays and blocks a new one
        there.
        """
        reports = schema.reports.c
        self._do(
            schema.reports.delete().where(
                reports.game_id == game_id,
                reports.section == section,
                reports.user_id == user_id,
                ~reports.hidden,
            )
        )

    def texts_by_id(self, report_ids: Iterable[int | None]) -> dict[int, records.Paragraphs]:
        """Texts with these ids, as far as they exist."""
        reports = schema.reports.c
        query = sa.select(
            *(reports[field] for field in records.Paragraphs.__struct_fields__)
        ).where(reports.id.in_({*report_ids} - {None}))
        return {one.id: one for one in (records.Paragraphs(*row) for row in self._do(query))}

    def set_hidden(self, report_id: int, hidden: bool) -> None:
        self._do(
            schema.reports.update().where(schema.reports.c.id == report_id).values(hidden=hidden)
        )


class Visits(Repository):
    _seen = sa.select(schema.visits.c.game_id, schema.visits.c.seen).where(
        schema.visits.c.user_id == bind("user"),
        schema.visits.c.game_id.in_(bind("games", expanding=True)),
    )

    def last_seen(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """Number of the last seen move for each visited game of these."""
        return dict(iter(self._do(self._seen, {"user": user_id, "games": list(game_ids)})))

    def of_user(self, user_id: int) -> dict[int, int]:
        """Number of the last seen move, by game."""
        visits = schema.visits.c
        return dict(
            iter(
                self._do(
                    sa.select(visits.game_id, visits.seen)
                    .where(visits.user_id == user_id)
                    .order_by(visits.game_id)
                )
            )
        )

    def note_seen(self, game_id: int, user_id: int, seen: int) -> None:
        """Note the last seen move; an older number never replaces a newer one."""
        visits = schema.visits.c
        here = sa.and_(visits.game_id == game_id, visits.user_id == user_id)
        if (
            not self._do(
                schema.visits.update().where(here, visits.seen < seen).values(seen=seen)
            ).rowcount
            and not self._do(sa.select(visits.seen).where(here)).first()
        ):
            self._add(schema.visits, game_id=game_id, user_id=user_id, seen=seen)
