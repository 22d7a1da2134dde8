"""Repository of wishes for an opponent, and of the facts about their owners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.decoding import json_decoder
from app.kernel.record import to_json
from app.store import club_tables, login_tables, schema
from app.store import wish_tables as tables
from app.store.repositories import Repository

_wishes, _found = tables.opponent_wishes.c, tables.found_games.c
_games, _seats, _users = schema.games.c, schema.seats.c, schema.users.c


class OpponentWish(msgspec.Struct, frozen=True):
    """Wish for an opponent, as stored. Fields as in `kernel.matchmaking.Wish`; times as in
    `wish_tables`.
    """

    id: int
    user_id: int
    box: str
    seats: tuple[tuple[str, str], ...]
    paces: tuple[str, ...]
    live_until: str
    languages: tuple[str, ...]
    language_required: bool
    strength: str
    welcomes_newcomers: bool
    rated: bool
    at_once: int
    apart: int
    club_id: int | None
    made_at: str
    waits_since: str
    seen_at: str
    asked_at: str


class FoundGame(msgspec.Struct, frozen=True):
    """Game that a wish of a user has found and in which the user still has a seat."""

    game_id: int
    user_id: int
    status: str
    moved_at: str


_coded = {
    "seats": json_decoder(tuple[tuple[str, str], ...]),
    "paces": json_decoder(tuple[str, ...]),
    "languages": json_decoder(tuple[str, ...]),
}
_ROWS = sa.select(*(_wishes[name] for name in OpponentWish.__struct_fields__)).order_by(_wishes.id)


class OpponentWishes(Repository):
    def add_wish(self, **values: Any) -> int:
        return self._add(tables.opponent_wishes, **_as_columns(values))

    def update_wish(self, wish_id: int, **values: Any) -> None:
        change = tables.opponent_wishes.update().where(_wishes.id == wish_id)
        self._do(change.values(_as_columns(values)))

    def delete_wish(self, wish_id: int) -> None:
        self._do(tables.opponent_wishes.delete().where(_wishes.id == wish_id))

    def of_user(self, user_id: int) -> list[OpponentWish]:
        return [_wish(row) for row in self._do(_ROWS.where(_wishes.user_id == user_id))]

    def all_active(self) -> list[OpponentWish]:
        """Wishes of accounts that are not suspended, the oldest first."""
        query = _ROWS.join_from(
            tables.opponent_wishes, schema.users, _wishes.user_id == _users.id
        ).where(_users.suspended == "")
        return [_wish(row) for row in self._do(query)]

    # ------------------------------------------------------------------ found games
    def add_found_game(
        self, game_id: int, user_id: int, pace: str, waited_minutes: int, made_at: str
    ) -> None:
        self._add(
            tables.found_games,
            game_id=game_id,
            user_id=user_id,
            pace=pace,
            waited_minutes=waited_minutes,
            made_at=made_at,
        )

    def found_games(self, user_ids: Iterable[int]) -> list[FoundGame]:
        """Found games in which these users have a seat."""
        query = (
            sa.select(_found.game_id, _found.user_id, _games.status, _games.moved_at)
            .join_from(tables.found_games, schema.games)
            .join(
                schema.seats,
                sa.and_(_seats.game_id == _found.game_id, _seats.user_id == _found.user_id),
            )
            .where(_found.user_id.in_(list(user_ids)))
        )
        return [FoundGame(*row) for row in self._do(query.order_by(_found.game_id))]

    def waits(self, box: str, pace: str, since: str) -> list[int]:
        """Waits of found games of a game and pace since a time, in minutes."""
        query = (
            sa.select(_found.waited_minutes)
            .join_from(tables.found_games, schema.games)
            .where(_games.box == box, _found.pace == pace, _found.made_at >= since)
        )
        return list(self._do(query).scalars())

    def by(self, user_id: int) -> dict[str, Any]:
        """Wishes and found games of a user, for the export of the account."""
        found = sa.select(_found.game_id, _found.pace, _found.waited_minutes, _found.made_at)
        rows = self._do(found.where(_found.user_id == user_id).order_by(_found.game_id))
        return {
            "wishes": [_without_user(one) for one in self.of_user(user_id)],
            "found_games": [
                {
                    "game": row.game_id,
                    "pace": row.pace,
                    "waited_minutes": row.waited_minutes,
                    "made_at": row.made_at,
                }
                for row in rows
            ],
        }

    # ------------------------------------------------------------------ facts about owners
    def last_opponents(self, user_ids: Iterable[int], most: int) -> dict[int, tuple[int, ...]]:
        """Last opponents of each user in games and at tables, the latest first."""
        own, other = schema.seats.alias("own"), schema.seats.alias("other")
        place = sa.func.row_number().over(
            partition_by=own.c.user_id, order_by=(own.c.game_id.desc(), other.c.place)
        )
        ranked = (
            sa.select(own.c.user_id, other.c.user_id.label("opponent"), place.label("place"))
            .join_from(own, other, own.c.game_id == other.c.game_id)
            .join(schema.games, _games.id == own.c.game_id)
            .where(
                own.c.user_id.in_(list(user_ids)),
                other.c.user_id != own.c.user_id,
                _games.parent_id.is_(None),
            )
            .subquery()
        )
        query = sa.select(ranked.c.user_id, ranked.c.opponent).where(ranked.c.place <= most)
        found: dict[int, tuple[int, ...]] = {}
        for user_id, opponent in self._do(query.order_by(ranked.c.user_id, ranked.c.place)):
            found[user_id] = (*found.get(user_id, ()), opponent)
        return found

    def sides_played(self, user_ids: Iterable[int]) -> dict[int, dict[tuple[str, str, str], int]]:
        """Number of begun games of each user by game, scenario and side."""
        query = (
            sa.select(_seats.user_id, _games.box, _games.scenario, _seats.side, sa.func.count())
            .join_from(schema.seats, schema.games)
            .where(_seats.user_id.in_(list(user_ids)), _games.status != "open")
            .group_by(_seats.user_id, _games.box, _games.scenario, _seats.side)
        )
        found: dict[int, dict[tuple[str, str, str], int]] = {}
        for user_id, *seat, count in self._do(query):
            found.setdefault(user_id, {})[seat[0], seat[1], seat[2]] = count
        return found

    def finished_games(self, user_ids: Iterable[int]) -> dict[int, int]:
        """Number of finished games of each user against other users."""
        own, other = schema.seats.alias("own"), schema.seats.alias("other")
        query = (
            sa.select(own.c.user_id, sa.func.count(sa.distinct(own.c.game_id)))
            .join_from(own, other, own.c.game_id == other.c.game_id)
            .join(schema.games, _games.id == own.c.game_id)
            .where(
                own.c.user_id.in_(list(user_ids)),
                other.c.user_id != own.c.user_id,
                _games.status == "over",
            )
            .group_by(own.c.user_id)
        )
        return {row[0]: row[1] for row in self._do(query)}

    def apart_among(self, user_ids: Sequence[int]) -> set[frozenset[int]]:
        """Pairs of these users with a block on either side."""
        blocks, ids = schema.blocks.c, list(user_ids)
        query = sa.select(blocks.user_id, blocks.blocked_id)
        rows = self._do(query.where(blocks.user_id.in_(ids), blocks.blocked_id.in_(ids)))
        return {frozenset(row) for row in rows}

    def clubs_of(
        self, user_ids: Iterable[int], readers: Iterable[str]
    ) -> dict[int, frozenset[int]]:
        """Active clubs in which each user has another role than those of `readers`."""
        roles, clubs = club_tables.club_roles.c, club_tables.clubs.c
        query = (
            sa.select(roles.user_id, roles.club_id)
            .join_from(club_tables.club_roles, club_tables.clubs)
            .where(roles.user_id.in_(list(user_ids)), clubs.archived_at == "")
            .where(roles.role.not_in(list(readers)))
        )
        found: dict[int, frozenset[int]] = {}
        for user_id, club_id in self._do(query):
            found[user_id] = found.get(user_id, frozenset()) | {club_id}
        return found

    def last_seen(self, user_ids: Iterable[int]) -> dict[int, str]:
        """Last request of each user with a log-in or a token, to the hour."""
        ids = list(user_ids)
        found: dict[int, str] = {}
        logins, tokens = login_tables.logins.c, schema.tokens.c
        for user, time in ((logins.user_id, logins.seen), (tokens.user_id, tokens.used)):
            query = sa.select(user, sa.func.max(time)).where(user.in_(ids)).group_by(user)
            for user_id, last in self._do(query):
                found[user_id] = max(found.get(user_id, ""), last)
        return found

    def beginnings(self, since: str) -> list[str]:
        """Times at which public games between users have begun since a time."""
        users = (
            sa.select(sa.func.count())
            .where(_seats.game_id == _games.id, _seats.user_id.is_not(None))
            .scalar_subquery()
        )
        query = sa.select(_games.begun_at).where(
            _games.begun_at >= since, _games.visibility == "open", users >= 2
        )
        return list(self._do(query).scalars())


def _as_columns(values: dict[str, Any]) -> dict[str, Any]:
    return {name: to_json(value) if name in _coded else value for name, value in values.items()}


def _wish(row: Any) -> OpponentWish:
    values = row._mapping  # noqa: SLF001 the documented way to a row's names
    return OpponentWish(
        **{
            name: _coded[name].decode(values[name]) if name in _coded else values[name]
            for name in OpponentWish.__struct_fields__
        }
    )


def _without_user(wish: OpponentWish) -> dict[str, Any]:
    return {
        name: value
        for name, value in msgspec.structs.asdict(wish).items()
        if name not in ("id", "user_id")
    }
