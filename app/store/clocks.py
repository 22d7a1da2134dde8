"""Repositories for clocks: playing hours, states of the clocks, and uptime of the server."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import sqlalchemy as sa

from app.store import records, schema
from app.store.repositories import Repository, bind, without_index

_kept = [schema.hours.c[field] for field in records.SavedHours.__struct_fields__]
_clock = [schema.clocks.c[field] for field in records.SeatClock.__struct_fields__]
_stretch = [schema.uptime.c[field] for field in records.UptimeInterval.__struct_fields__]


class PlayingHoursRepository(Repository):
    _of = (
        sa.select(*_kept)
        .where(schema.hours.c.user_id.in_(bind("users", expanding=True)))
        .order_by(schema.hours.c.since)
    )

    def for_users(self, user_ids: Iterable[int]) -> list[records.SavedHours]:
        """Playing hours of these users, the oldest first."""
        return [records.SavedHours(*row) for row in self._do(self._of, {"users": list(user_ids)})]

    def add_hours(self, kept: records.SavedHours) -> None:
        """Add playing hours; raises `Conflict` for a second entry at the same moment."""
        self._add(
            schema.hours,
            **{field: getattr(kept, field) for field in records.SavedHours.__struct_fields__},
        )


class Clocks(Repository):
    _of = sa.select(*_clock).where(schema.clocks.c.game_id.in_(bind("games", expanding=True)))

    def of_games(self, game_ids: Sequence[int]) -> dict[int, dict[str, records.SeatClock]]:
        """Clocks of each game by seat; the seat "" is the whole table."""
        found: dict[int, dict[str, records.SeatClock]] = {}
        for row in self._do(self._of, {"games": list(game_ids)}):
            found.setdefault(row.game_id, {})[row.seat] = records.SeatClock(*row)
        return found

    def replace_clocks(self, game_id: int, said: Mapping[str, records.SeatClock]) -> None:
        """Replace the clocks of a game."""
        known = self.of_games([game_id]).get(game_id, {})
        clocks = schema.clocks.c
        gone = [seat for seat in known if seat not in said]
        if gone:
            self._do(schema.clocks.delete().where(clocks.game_id == game_id, clocks.seat.in_(gone)))
        for seat, one in said.items():
            values = {field: getattr(one, field) for field in records.SeatClock.__struct_fields__}
            if seat not in known:
                self._add(schema.clocks, **values)
            elif known[seat] != one:
                self._do(
                    schema.clocks.update()
                    .where(clocks.game_id == game_id, clocks.seat == seat)
                    .values(values)
                )

    def due_games(self, now: str, resting: Collection[int] = (), most: int = 100) -> list[int]:
        """Running games with a due clock, the longest due first, without those in `resting`.

        At most `most` games.
        """
        clocks, games = schema.clocks.c, schema.games.c
        query = (
            sa.select(clocks.game_id)
            .join_from(schema.clocks, schema.games)
            .where(
                without_index(games.status) == "running",
                clocks.next_at > "",
                clocks.next_at <= now,
            )
        )
        query = query.where(clocks.game_id.not_in(resting)).group_by(clocks.game_id)
        return list(self._do(query.order_by(sa.func.min(clocks.next_at)).limit(most)).scalars())

    def running_games(self) -> list[int]:
        """Running games with a clock."""
        games = schema.games.c
        return list(
            self._do(
                sa.select(games.id)
                .where(games.status == "running", games.clock != "{}")
                .order_by(games.id)
            ).scalars()
        )


class Uptime(Repository):
    def last_interval(self) -> records.UptimeInterval | None:
        uptime = schema.uptime.c
        row = self._do(sa.select(*_stretch).order_by(uptime.id.desc()).limit(1)).first()
        return records.UptimeInterval(*row) if row else None

    def all_intervals(self) -> list[records.UptimeInterval]:
        """All intervals of uptime, in order of recording."""
        return [
            records.UptimeInterval(*row)
            for row in self._do(sa.select(*_stretch).order_by(schema.uptime.c.id))
        ]

    def begin_interval(self, now: str) -> None:
        self._add(schema.uptime, since=now, until=now)

    def go_on(self, stretch_id: int, now: str) -> None:
        self._do(schema.uptime.update().where(schema.uptime.c.id == stretch_id).values(until=now))
