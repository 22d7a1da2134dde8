"""Reading and writing rows. Each ledger speaks of one table; a `Work` (app.store.work) opens them on one transaction."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.record import Move, canonical
from app.kernel.say import Say
from app.store import rows, schema

MANY = 500


class NameTaken(Exception):
    """An account of this name exists."""


class Taken(Exception):
    """The row that was to be written is there already: somebody was faster."""


class Ledger:
    def __init__(self, connection: sa.Connection):
        self._do = connection.execute

    def _add(self, table: sa.Table, **values: Any) -> int:
        try:
            return self._do(table.insert().values(values)).inserted_primary_key[0]
        except sa.exc.IntegrityError as collision:
            raise Taken(str(collision.orig)) from collision


# ---------------------------------------------------------------------- people
_user = [schema.users.c[name] for name in rows.User.__struct_fields__]


def user_of(row: Any) -> rows.User:
    return rows.User(*row[:len(_user)])


class Users(Ledger):
    def add(self, **values: Any) -> int:
        """The id of the new account; raises `NameTaken`."""
        try:
            return self._add(schema.users, **values)
        except Taken as taken:
            raise NameTaken(values["name"]) from taken

    def get(self, user_id: int) -> rows.User | None:
        row = self._do(sa.select(*_user).where(schema.users.c.id == user_id)).first()
        return row and user_of(row)

    def named(self, name_key: str) -> tuple[rows.User, str | None] | None:
        """The account of a folded name, with its password hash."""
        row = self._do(sa.select(*_user, schema.users.c.password).where(schema.users.c.name_key == name_key)).first()
        return row and (user_of(row), row.password)

    def password_of(self, user_id: int) -> str | None:
        return self._do(sa.select(schema.users.c.password).where(schema.users.c.id == user_id)).scalar()

    def change(self, user_id: int, **values: Any) -> None:
        """Raises `NameTaken` if the new name belongs to somebody else."""
        try:
            self._do(schema.users.update().where(schema.users.c.id == user_id).values(values))
        except sa.exc.IntegrityError as collision:
            raise NameTaken(values.get("name", "")) from collision

    def everybody(self) -> list[rows.User]:
        return [user_of(row) for row in self._do(sa.select(*_user).order_by(schema.users.c.id))]

    def delete(self, user_id: int) -> None:
        """The account goes; its seats, moves and letters keep the name they were made under."""
        self._do(schema.users.delete().where(schema.users.c.id == user_id))


class Logins(Ledger):
    def add(self, token_hash: str, user_id: int, csrf: str, now: str) -> None:
        self._add(schema.logins, token_hash=token_hash, user_id=user_id, csrf=csrf, created=now, seen=now)

    def find(self, token_hash: str) -> tuple[rows.User, str, str] | None:
        """Who logged in with this token, the secret of his forms, and when he was last seen."""
        logins = schema.logins.c
        query = sa.select(*_user, logins.csrf, logins.seen).join_from(schema.users, schema.logins)
        row = self._do(query.where(logins.token_hash == token_hash)).first()
        return row and (user_of(row), row.csrf, row.seen)

    def touch(self, token_hash: str, now: str) -> None:
        self._do(schema.logins.update().where(schema.logins.c.token_hash == token_hash).values(seen=now))

    def remove(self, token_hash: str) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.token_hash == token_hash))

    def remove_all(self, user_id: int) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.user_id == user_id))

    def remove_unseen_since(self, time: str) -> None:
        self._do(schema.logins.delete().where(schema.logins.c.seen < time))


# ---------------------------------------------------------------------- games
_game = [schema.games.c[name] for name in rows.Game.__struct_fields__]
_coded = {"options": tuple[str, ...], "phase": Say, "winners": tuple[str, ...], "terms": dict[str, Any]}


def game_of(row: Any) -> rows.Game:
    values = row._mapping                                            # noqa: SLF001 the documented way to a row's names
    return rows.Game(**{name: msgspec.json.decode(values[name], type=_coded[name]) if name in _coded else values[name]
                        for name in rows.Game.__struct_fields__})


def _written(values: dict[str, Any]) -> dict[str, Any]:
    return {name: canonical(value) if name in _coded else value for name, value in values.items()}


def _at(table: sa.Table, address: int | str) -> sa.ColumnElement[bool]:
    """A game or an army is found by its number or by its token."""
    text = str(address)
    if text.isascii() and text.isdigit() and len(text) < 10:
        return table.c.id == int(text)
    return table.c.token == text


class Games(Ledger):
    def add(self, **values: Any) -> int:
        """The number of the new game; raises `Taken` if it is a second rematch of the same game."""
        return self._add(schema.games, **_written(values))

    def find(self, address: int | str) -> rows.Game | None:
        row = self._do(sa.select(*_game).where(_at(schema.games, address))).first()
        return row and game_of(row)

    def lock(self, address: int | str) -> rows.Game | None:
        """The game, held against every other writer until the end of the transaction."""
        row = self._do(sa.select(*_game).where(_at(schema.games, address)).with_for_update()).first()
        return row and game_of(row)

    def seed(self, game_id: int) -> str:
        """The secret seed of the dice."""
        return self._do(sa.select(schema.games.c.seed).where(schema.games.c.id == game_id)).scalar_one()

    def number(self, game_id: int) -> int:
        """The last move; 0 before the first one and for a game that does not exist."""
        return self._do(sa.select(schema.games.c.number).where(schema.games.c.id == game_id)).scalar() or 0

    def change(self, game_id: int, **values: Any) -> None:
        self._do(schema.games.update().where(schema.games.c.id == game_id).values(_written(values)))

    def delete(self, game_id: int) -> None:
        """The game and all that hangs on it."""
        self._do(schema.games.delete().where(schema.games.c.id == game_id))

    def rematch_of(self, game_id: int) -> rows.Game | None:
        row = self._do(sa.select(*_game).where(schema.games.c.rematch_of == game_id)).first()
        return row and game_of(row)

    def every(self) -> list[rows.Game]:
        return self._list(sa.select(*_game).order_by(schema.games.c.id))

    def waiting_for_players(self, user_id: int | None) -> list[rows.Game]:
        """Games that have not begun: open ones, and those at which the user sits; newest first."""
        games, seats = schema.games.c, schema.seats.c
        mine = sa.exists().where(seats.game_id == games.id, seats.user_id == user_id)
        wanted = sa.or_(games.visibility == "open", mine) if user_id is not None else games.visibility == "open"
        return self._list(sa.select(*_game).where(games.status == "open", wanted).order_by(games.id.desc()).limit(MANY))

    def public(self, status: str, limit: int, before: int | None = None) -> list[rows.Game]:
        """Open games that may be watched, the last move first; `before` is the id of the last one already listed."""
        games = schema.games.c
        query = sa.select(*_game).where(games.status == status, games.visibility == "open", games.spectators)
        if before is not None:
            last = sa.select(games.moved_at).where(games.id == before).scalar_subquery()
            query = query.where(sa.or_(games.moved_at < last, sa.and_(games.moved_at == last, games.id < before)))
        return self._list(query.order_by(games.moved_at.desc(), games.id.desc()).limit(limit))

    def of_user(self, user_id: int, limit: int = MANY) -> list[rows.Game]:
        """The games at which the user sits: those that wait for him first, the longest wait on top."""
        games, seats = schema.games.c, schema.seats.c
        over = sa.case((games.status == "over", 1), else_=0)
        rank = sa.case((seats.owes, 0), else_=1)
        waits = sa.case((sa.and_(seats.owes, games.status == "running"), games.moved_at))
        query = sa.select(*_game).join_from(schema.games, schema.seats).where(seats.user_id == user_id)
        return self._list(query.order_by(over, rank, waits, games.moved_at.desc(), games.id.desc()).limit(limit))

    def demo(self) -> rows.Game | None:
        """The newest demonstration game."""
        query = sa.select(*_game).where(schema.games.c.is_demo).order_by(schema.games.c.id.desc()).limit(1)
        return next(iter(self._list(query)), None)

    def waiting_for_bots(self) -> list[rows.Game]:
        """Running games in which a bot owes a decision, the longest wait first."""
        games, seats = schema.games.c, schema.seats.c
        due = sa.exists().where(seats.game_id == games.id, seats.owes, seats.bot != "")
        return self._list(sa.select(*_game).where(games.status == "running", due).order_by(games.moved_at).limit(MANY))

    def _list(self, query: sa.Select) -> list[rows.Game]:
        return [game_of(row) for row in self._do(query)]


class Seats(Ledger):
    def add(self, game_id: int, seats: Iterable[rows.Seat]) -> None:
        self._do(schema.seats.insert(), [{"game_id": game_id, **msgspec.structs.asdict(seat)} for seat in seats])

    def of(self, game_id: int) -> tuple[rows.Seat, ...]:
        return self.of_games([game_id]).get(game_id, ())

    def of_games(self, game_ids: Sequence[int]) -> dict[int, tuple[rows.Seat, ...]]:
        """The seats of each game in their order, under the present names of the accounts."""
        seats, users = schema.seats.c, schema.users.c
        name = sa.func.coalesce(users.name, seats.name)
        columns = [name if field == "name" else seats[field] for field in rows.Seat.__struct_fields__]
        query = sa.select(seats.game_id, *columns).join_from(schema.seats, schema.users, isouter=True)
        found: dict[int, tuple[rows.Seat, ...]] = {}
        for game_id, *values in self._do(query.where(seats.game_id.in_(game_ids)).order_by(seats.game_id, seats.place)):
            found[game_id] = (*found.get(game_id, ()), rows.Seat(*values))
        return found

    def brought(self, game_id: int) -> dict[str, dict[str, Any]]:
        """What each seat brings to the table: a secret of its player until the game begins."""
        seats = schema.seats.c
        query = sa.select(seats.seat, seats.brings).where(seats.game_id == game_id, seats.brings != "{}").order_by(seats.place)
        return {seat: msgspec.json.decode(brings) for seat, brings in self._do(query)}

    def change(self, game_id: int, seat: str, **values: Any) -> None:
        """Raises `Taken` if the user sits at this game already."""
        seats = schema.seats.c
        written = values | {"brings": canonical(values["brings"])} if "brings" in values else values
        try:
            self._do(schema.seats.update().where(seats.game_id == game_id, seats.seat == seat).values(written))
        except sa.exc.IntegrityError as collision:
            raise Taken(str(collision.orig)) from collision

    def owe(self, game_id: int, owing: Iterable[str]) -> None:
        """Mark the seats that owe a decision now, and only them."""
        seats = schema.seats.c
        owes = seats.seat.in_(list(owing))
        self._do(schema.seats.update().where(seats.game_id == game_id, seats.owes != owes).values(owes=owes))


class Moves(Ledger):
    def append(self, game_id: int, move: Move, step: str, made_by: int | None) -> None:
        """Put a chained move on record; raises `Taken` if its number or command is."""
        texts = {name: canonical(getattr(move, name)) for name in ("order", "events", "rolls")}
        values = msgspec.structs.asdict(move) | texts
        self._add(schema.moves, game_id=game_id, step=step, made_by=made_by, **values)

    def of(self, game_id: int, after: int = 0) -> list[Move]:
        """The moves after number `after`; order, events and rolls are the very bytes on record (`record.read_move` reads them)."""
        moves = schema.moves.c
        query = sa.select(schema.moves).where(moves.game_id == game_id, moves.number > after).order_by(moves.number)
        return [_as_written(row) for row in self._do(query)]

    def under(self, game_id: int, command: str) -> Move | None:
        """The move that this command made, as written."""
        moves = schema.moves.c
        row = self._do(sa.select(schema.moves).where(moves.game_id == game_id, moves.command == command)).first()
        return row and _as_written(row)


def _as_written(row: Any) -> Move:
    order, events, rolls = (msgspec.Raw(text.encode()) for text in (row.order, row.events, row.rolls))
    return Move(row.number, row.seat, order, events, rolls, row.command, row.made_at, row.before, row.hash)


# ---------------------------------------------------------------------- armies
_army = [schema.armies.c[field] for field in rows.Army.__struct_fields__ if field != "by"]


class Armies(Ledger):
    def add(self, **values: Any) -> int:
        """The number of the new army."""
        return self._add(schema.armies, **_with_form(values))

    def find(self, address: int | str) -> rows.Army | None:
        """The army of this number or token."""
        return next(iter(self._list(_at(schema.armies, address))), None)

    def change(self, army_id: int, **values: Any) -> None:
        self._do(schema.armies.update().where(schema.armies.c.id == army_id).values(_with_form(values)))

    def delete(self, army_id: int) -> None:
        self._do(schema.armies.delete().where(schema.armies.c.id == army_id))

    def of_user(self, user_id: int) -> list[rows.Army]:
        """The armies of a player, the one changed last on top."""
        return self._list(schema.armies.c.user_id == user_id)

    def public(self, limit: int) -> list[rows.Army]:
        """Armies that everybody may read, the one changed last on top."""
        return self._list(schema.armies.c.sharing == "public", limit)

    def _list(self, wanted: sa.ColumnElement[bool], limit: int = MANY) -> list[rows.Army]:
        armies = schema.armies.c
        query = sa.select(*_army, schema.users.c.name.label("by")).join_from(schema.armies, schema.users).where(wanted)
        return [rows.Army(**{**row._mapping, "form": msgspec.json.decode(row.form)})                     # noqa: SLF001
                for row in self._do(query.order_by(armies.changed.desc(), armies.id.desc()).limit(limit))]


def _with_form(values: dict[str, Any]) -> dict[str, Any]:
    """The form as it was given, in its own order."""
    return values | {"form": msgspec.json.encode(values["form"]).decode()} if "form" in values else values


# ---------------------------------------------------------------------- beside the table
class Letters(Ledger):
    def add(self, game_id: int, user_id: int, name: str, text: str, made_at: str, after: int) -> rows.Letter:
        values = {"game_id": game_id, "user_id": user_id, "name": name, "text": text, "made_at": made_at, "after": after}
        return rows.Letter(self._add(schema.letters, **values), **values)

    def of(self, game_id: int, after: int = 0) -> list[rows.Letter]:
        """The letters of a game with an id above `after`."""
        letters = schema.letters.c
        columns = [letters[field] for field in rows.Letter.__struct_fields__]
        query = sa.select(*columns).where(letters.game_id == game_id, letters.id > after).order_by(letters.id)
        return [rows.Letter(*row) for row in self._do(query)]

    def last(self, game_id: int) -> int:
        """The id of the last letter, 0 if there is none."""
        return self._do(sa.select(sa.func.max(schema.letters.c.id)).where(schema.letters.c.game_id == game_id)).scalar() or 0


class Reports(Ledger):
    def of(self, game_id: int) -> list[rows.Paragraphs]:
        """What has been written into the report of a game, under the present names of the accounts, the oldest first."""
        reports, users = schema.reports.c, schema.users.c
        name = sa.func.coalesce(users.name, reports.name)
        columns = [name if field == "name" else reports[field] for field in rows.Paragraphs.__struct_fields__]
        query = sa.select(*columns).join_from(schema.reports, schema.users, isouter=True).where(reports.game_id == game_id).order_by(reports.id)
        return [rows.Paragraphs(*row) for row in self._do(query)]

    def put(self, game_id: int, section: str, user_id: int, **values: Any) -> None:
        """The words of a user for a chapter, in place of those that he wrote there before."""
        reports = schema.reports.c
        here = sa.and_(reports.game_id == game_id, reports.section == section, reports.user_id == user_id)
        if not self._do(schema.reports.update().where(here).values(values)).rowcount:
            self._add(schema.reports, game_id=game_id, section=section, user_id=user_id, **values)

    def remove(self, game_id: int, section: str, user_id: int) -> None:
        reports = schema.reports.c
        self._do(schema.reports.delete().where(reports.game_id == game_id, reports.section == section, reports.user_id == user_id))


class Visits(Ledger):
    def seen(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """The last move that the user has seen of each game he has visited."""
        visits = schema.visits.c
        query = sa.select(visits.game_id, visits.seen).where(visits.user_id == user_id, visits.game_id.in_(game_ids))
        return dict(iter(self._do(query)))

    def note(self, game_id: int, user_id: int, seen: int) -> None:
        """Note the last move seen; a late note never takes back a newer one."""
        visits = schema.visits.c
        here = sa.and_(visits.game_id == game_id, visits.user_id == user_id)
        if not self._do(schema.visits.update().where(here, visits.seen < seen).values(seen=seen)).rowcount \
                and not self._do(sa.select(visits.seen).where(here)).first():
            self._add(schema.visits, game_id=game_id, user_id=user_id, seen=seen)
