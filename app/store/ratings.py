"""Repository of ratings and of the rated battles behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.rating import MOST_DEVIATION, START, Rating
from app.kernel.rating_periods import WEB, Effect, WeeklyRating
from app.store import rating_tables as tables
from app.store import schema
from app.store.repositories import Repository

_games, _seats, _battles = schema.games.c, tables.rated_seats.c, tables.rated_battles.c
_ratings, _hidden = tables.ratings.c, tables.hidden_ratings.c
_WEEKLY = sa.select(
    _ratings.player, _ratings.week, _ratings.rating, _ratings.deviation, _ratings.volatility
)
OUTDATED = 0
"""Number of the last move in rows that are read again."""


class RatedBattle(msgspec.Struct, frozen=True):
    """Finished rated battle of one player. Players are numbers of accounts, also of deleted ones.

    `result` is "won", "drawn", "lost" or "void". `on_time` is true for an end by the clock.
    `reason` is the key of the reason why the battle is not rated, "" if it is. `change` is its
    share in the change of the week, in points; the opponent's rating is that before the week.
    `battle` is the key of a battle on a real table in the long game `game_id`, "" for a game of its
    own.
    """

    game_id: int
    player: int
    opponent: int
    box: str
    number: int
    ended_at: str
    week: int
    result: str
    on_time: bool
    reason: str
    change: float = 0.0
    opponent_rating: float = START
    opponent_deviation: float = MOST_DEVIATION
    pool: str = WEB
    battle: str = ""

    def with_effect(self, effect: Effect | None) -> RatedBattle:
        """Battle with its effect on the rating; None for a battle that is not rated."""
        rating = effect.opponent if effect else Rating()
        return msgspec.structs.replace(
            self,
            change=effect.change if effect else 0.0,
            opponent_rating=rating.value,
            opponent_deviation=rating.deviation,
        )


class Agreement(msgspec.Struct, frozen=True):
    """Players who agreed to a rated battle on a real table, by their seats in the long game.
    `settled_at` is the time of its first settled result.
    """

    players: Mapping[str, int]
    settled_at: str


_FIELDS = RatedBattle.__struct_fields__
_ROWS = sa.select(*(_battles[name] for name in _FIELDS))


class Ratings(Repository):
    def add_agreement(
        self, game_id: int, players: Mapping[str, int], battle: str = "", settled_at: str = ""
    ) -> None:
        """Add the players who agreed to a rated battle, by seat. `battle` and `settled_at` tell of
        a battle on a real table.
        """
        row = {"game_id": game_id, "battle": battle, "settled_at": settled_at}
        rows = [row | {"seat": seat, "player": one} for seat, one in players.items()]
        self._do(tables.rated_seats.insert(), rows)

    def agreement(self, game_id: int) -> dict[str, int]:
        """Players who agreed to a rated battle, by seat; empty for other games."""
        query = sa.select(_seats.seat, _seats.player).where(
            _seats.game_id == game_id, _seats.battle == ""
        )
        return {row.seat: row.player for row in self._do(query.order_by(_seats.seat))}

    def agreements_on_tables(self, game_id: int) -> dict[str, Agreement]:
        """Agreements to rated battles on real tables of a long game, by their keys."""
        query = sa.select(_seats.battle, _seats.seat, _seats.player, _seats.settled_at)
        query = query.where(_seats.game_id == game_id, _seats.battle != "")
        found: dict[str, Agreement] = {}
        for row in self._do(query.order_by(_seats.battle, _seats.seat)):
            known = found[row.battle].players if row.battle in found else {}
            found[row.battle] = Agreement({**known, row.seat: row.player}, row.settled_at)
        return found

    def delete_agreement(self, game_id: int, battle: str) -> None:
        """Delete the agreement to a battle on a real table whose result is withdrawn."""
        here = (_seats.game_id == game_id, _seats.battle == battle)
        self._do(tables.rated_seats.delete().where(*here))

    # ------------------------------------------------------------------ who sees them
    def set_hidden(self, user_id: int, since: str) -> None:
        """Hide the ratings of a user since a time; "" shows them."""
        self._do(tables.hidden_ratings.delete().where(_hidden.user_id == user_id))
        if since:
            self._add(tables.hidden_ratings, user_id=user_id, since=since)

    def hidden_among(self, user_ids: Iterable[int]) -> dict[int, str]:
        """Users who hide their ratings, with the time since which they do."""
        query = sa.select(_hidden.user_id, _hidden.since)
        rows = self._do(query.where(_hidden.user_id.in_(list(user_ids))))
        return {row.user_id: row.since for row in rows}

    # ------------------------------------------------------------------ projection
    def outdated_games(self, since: str) -> list[int]:
        """Rated games with a move since then whose rows are missing, or older than that move, and
        all games whose rows are marked.
        """
        here = sa.and_(_battles.game_id == _games.id, _battles.battle == "")
        is_agreed = sa.exists().where(_seats.game_id == _games.id, _seats.battle == "")
        is_new = sa.and_(
            _games.status == "over",
            is_agreed,
            ~sa.exists().where(here, _battles.number == _games.number),
        )
        is_open_again = sa.and_(_games.status != "over", sa.exists().where(here))
        recent = sa.select(_games.id).where(
            _games.rated, _games.moved_at >= since, sa.or_(is_new, is_open_again)
        )
        found = list(self._do(recent.order_by(_games.moved_at, _games.id)).scalars())
        return [*found, *(one for one in self._marked_games() if one not in set(found))]

    def _marked_games(self) -> list[int]:
        # SQLite uses the partial index for a constant only, not for a bound value.
        mark: sa.ColumnClause[int] = sa.literal_column(str(OUTDATED))
        marked = sa.select(_battles.game_id).where(_battles.number == mark).distinct()
        return list(self._do(marked.order_by(_battles.game_id)).scalars())

    def new_results_of_tables(self, since: str) -> list[int]:
        """Long games with results of real tables that were settled since then and have no rows."""
        here = sa.and_(_battles.game_id == _seats.game_id, _battles.battle == _seats.battle)
        new = sa.select(_seats.game_id).where(_seats.settled_at >= since, ~sa.exists().where(here))
        # With DISTINCT, SQLite reads all rows by their game instead of the index of the time.
        return sorted(set(self._do(new).scalars()))

    def long_games_on_tables(self) -> list[int]:
        """All long games with agreements to rated battles on real tables."""
        query = sa.select(_seats.game_id).where(_seats.battle != "").distinct()
        return list(self._do(query.order_by(_seats.game_id)).scalars())

    def finished_games(self) -> list[int]:
        """All finished games whose players agreed to a rated battle."""
        is_agreed = sa.exists().where(_seats.game_id == _games.id, _seats.battle == "")
        query = sa.select(_games.id).where(_games.rated, _games.status == "over", is_agreed)
        return list(self._do(query.order_by(_games.moved_at, _games.id)).scalars())

    def mark_outdated(self, game_id: int, battle: str = "") -> None:
        """Mark the rows of a battle, so that it is read again."""
        marked = tables.rated_battles.update().where(
            _battles.game_id == game_id, _battles.battle == battle
        )
        self._do(marked.values(number=OUTDATED))

    def battles_of_game(self, game_id: int) -> list[RatedBattle]:
        return self._battles_where(_battles.game_id == game_id)

    def replace_battles(
        self, game_id: int, battles: Sequence[RatedBattle], keys: Collection[str] = ("",)
    ) -> None:
        """Replace the rows of these battles of a game."""
        here = (_battles.game_id == game_id, _battles.battle.in_(keys))
        self._do(tables.rated_battles.delete().where(*here))
        self._insert_battles(battles)

    def battles_since(self, box: str, pool: str, week: int) -> list[RatedBattle]:
        """Battles of a game that ended in this week or later."""
        return self._battles_where(
            _battles.box == box, _battles.pool == pool, _battles.week >= week
        )

    def update_battle(self, battle: RatedBattle) -> None:
        """Update the reason and the effect of a battle."""
        names = ("reason", "change", "opponent_rating", "opponent_deviation")
        self._do(
            tables.rated_battles.update()
            .where(
                _battles.game_id == battle.game_id,
                _battles.battle == battle.battle,
                _battles.player == battle.player,
            )
            .values({name: getattr(battle, name) for name in names})
        )

    def last_before(self, box: str, pool: str, week: int) -> dict[int, WeeklyRating]:
        """Last rating of each player of a game before a week."""
        last = (
            sa.select(_ratings.player, sa.func.max(_ratings.week).label("week"))
            .where(_ratings.box == box, _ratings.pool == pool, _ratings.week < week)
            .group_by(_ratings.player)
            .subquery()
        )
        query = _WEEKLY.join(
            last, sa.and_(_ratings.player == last.c.player, _ratings.week == last.c.week)
        )
        query = query.where(_ratings.box == box, _ratings.pool == pool)
        return {one.player: one for one in map(_weekly, self._do(query))}

    def replace_since(
        self, box: str, pool: str, week: int, ratings: Sequence[WeeklyRating]
    ) -> None:
        """Replace the ratings of a game from a week on."""
        of_pool = (_ratings.box == box, _ratings.pool == pool)
        self._do(tables.ratings.delete().where(*of_pool, _ratings.week >= week))
        rows = [
            {
                "box": box,
                "pool": pool,
                "player": one.player,
                "week": one.week,
                "rating": one.rating.value,
                "deviation": one.rating.deviation,
                "volatility": one.rating.volatility,
            }
            for one in ratings
        ]
        if rows:
            self._do(tables.ratings.insert(), rows)

    def replace_all_battles(self, battles: Sequence[RatedBattle]) -> None:
        """Replace all battles, and delete all ratings."""
        self._do(tables.rated_battles.delete())
        self._do(tables.ratings.delete())
        self._insert_battles(battles)

    def all_battles(self) -> list[RatedBattle]:
        return self._battles_where()

    def all_ratings(self) -> dict[tuple[str, str, int, int], Rating]:
        """All ratings by game, pool, player and week."""
        query = _WEEKLY.add_columns(_ratings.box, _ratings.pool)
        return {
            (row.box, row.pool, row.player, row.week): _weekly(row).rating
            for row in self._do(query)
        }

    # ------------------------------------------------------------------ reading
    def of_player(self, player: int, box: str, pool: str = WEB) -> list[WeeklyRating]:
        """Ratings of a player at the end of weeks with battles, the first week first."""
        of_pool = (_ratings.box == box, _ratings.pool == pool)
        query = _WEEKLY.where(_ratings.player == player, *of_pool)
        return [_weekly(row) for row in self._do(query.order_by(_ratings.week))]

    def last_of_player(self, player: int) -> dict[tuple[str, str], WeeklyRating]:
        """Last rating of a player in each game and pool, that of this site before that of real
        tables.
        """
        query = _WEEKLY.add_columns(_ratings.box, _ratings.pool).where(_ratings.player == player)
        rows = self._do(query.order_by(_ratings.box, _ratings.pool.desc(), _ratings.week))
        return {(row.box, row.pool): _weekly(row) for row in rows}

    def hidden_opponents(
        self, players: Iterable[int]
    ) -> dict[tuple[int, str, str], dict[int, frozenset[int]]]:
        """Opponents in rated battles who hide their ratings, by player, game and pool, then by
        week.
        """
        names = (_battles.player, _battles.box, _battles.pool, _battles.week, _battles.opponent)
        query = sa.select(*names)
        query = query.join(tables.hidden_ratings, _hidden.user_id == _battles.opponent)
        query = query.where(_battles.player.in_(list(players)), _battles.reason == "")
        found: dict[tuple[int, str, str], dict[int, frozenset[int]]] = {}
        for row in self._do(query):
            weeks = found.setdefault((row.player, row.box, row.pool), {})
            weeks[row.week] = weeks.get(row.week, frozenset()) | {row.opponent}
        return found

    def last_of_players(self, players: Iterable[int]) -> dict[int, dict[str, float]]:
        """Last rating of each of these players on this site by game, in points."""
        query = _WEEKLY.add_columns(_ratings.box).where(
            _ratings.pool == WEB, _ratings.player.in_(list(players))
        )
        found: dict[int, dict[str, float]] = {}
        for row in self._do(query.order_by(_ratings.week)):
            found.setdefault(row.player, {})[row.box] = row.rating
        return found

    def battles_of_player(
        self, player: int, box: str, pool: str, limit: int, before: str = ""
    ) -> list[RatedBattle]:
        """Battles of a player in a game, the last one first; with `before` those that ended
        earlier.
        """
        where = [_battles.player == player, _battles.box == box, _battles.pool == pool]
        if before:
            where.append(_battles.ended_at < before)
        last = (_battles.ended_at.desc(), _battles.game_id.desc(), _battles.battle)
        query = _ROWS.where(*where).order_by(*last)
        return [RatedBattle(*row) for row in self._do(query.limit(limit))]

    def by(self, player: int) -> dict[str, Any]:
        """Ratings and rated battles of a user, for the export of the account. The effects of the
        battles are left out, because they may tell the hidden rating of an opponent.
        """
        own = ("game_id", "pool", "battle", "ended_at", "result", "on_time", "reason")
        weekly = _WEEKLY.add_columns(_ratings.box, _ratings.pool).where(_ratings.player == player)
        return {
            "weeks": [
                {"game": row.box, "pool": row.pool, **msgspec.to_builtins(_weekly(row))}
                for row in self._do(weekly.order_by(_ratings.box, _ratings.pool, _ratings.week))
            ],
            "battles": [
                {name: getattr(one, name) for name in own}
                for one in self._battles_where(_battles.player == player)
            ],
            "hidden_since": self.hidden_among([player]).get(player, ""),
        }

    def _battles_where(self, *where: sa.ColumnElement[bool]) -> list[RatedBattle]:
        query = _ROWS.where(*where).order_by(
            _battles.ended_at, _battles.game_id, _battles.battle, _battles.player
        )
        return [RatedBattle(*row) for row in self._do(query)]

    def _insert_battles(self, battles: Sequence[RatedBattle]) -> None:
        if battles:
            rows = [msgspec.structs.asdict(one) for one in battles]
            self._do(tables.rated_battles.insert(), rows)


def _weekly(row: Any) -> WeeklyRating:
    return WeeklyRating(row.player, row.week, Rating(row.rating, row.deviation, row.volatility))
