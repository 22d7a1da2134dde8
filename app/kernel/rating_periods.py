"""Ratings of a game over many weeks, from its rated battles. Weeks are numbered without a gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from app.kernel.rating import Rating, Score, after_idle_periods, changes_by_battle, rate_period

WEB, TABLE = "web", "table"
"""Pools of ratings: of battles on this site, and of results of real tables."""
POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
"""Results of a player that count, with their points."""


class PlayerResult(msgspec.Struct, frozen=True):
    """Battle of one player that counts. Players are numbers of accounts. `battle` is the key of a
    battle on a real table in its long game, "" for a game of its own.
    """

    game_id: int
    player: int
    opponent: int
    week: int
    result: str
    battle: str = ""


class WeeklyRating(msgspec.Struct, frozen=True):
    """Rating of a player at the end of a week with battles."""

    player: int
    week: int
    rating: Rating


class Effect(msgspec.Struct, frozen=True):
    """Effect of a battle on the rating of a player, and the opponent's rating before the week."""

    game_id: int
    player: int
    change: float
    opponent: Rating
    battle: str = ""


def rating_before(known: WeeklyRating | None, week: int) -> Rating:
    """Rating at the beginning of a week, with the idle weeks since the last battle."""
    if known is None:
        return Rating()
    return after_idle_periods(known.rating, week - known.week - 1)


def rate_weeks(
    results: Iterable[PlayerResult], known: Mapping[int, WeeklyRating]
) -> tuple[list[WeeklyRating], list[Effect]]:
    """Ratings and effects of all weeks with battles. `known` are the last ratings before them."""
    now = dict(known)
    ratings: list[WeeklyRating] = []
    effects: list[Effect] = []
    in_order = sorted(results, key=lambda one: (one.week, one.player, one.game_id, one.battle))
    for week, of_week in groupby(in_order, key=lambda one: one.week):
        battles = tuple(of_week)
        before = {one.player: rating_before(now.get(one.player), week) for one in battles}
        for player, of_player in groupby(battles, key=lambda one: one.player):
            own = tuple(of_player)
            scores = [Score(before[one.opponent], POINTS[one.result]) for one in own]
            after = rate_period(before[player], scores)
            now[player] = WeeklyRating(player, week, after)
            ratings.append(now[player])
            effects.extend(_effects(own, before[player], after, scores))
    return ratings, effects


def _effects(
    battles: Sequence[PlayerResult], before: Rating, after: Rating, scores: Sequence[Score]
) -> Iterator[Effect]:
    changes = changes_by_battle(before, after, scores)
    for battle, change, score in zip(battles, changes, scores, strict=True):
        yield Effect(battle.game_id, battle.player, change, score.opponent, battle.battle)


def weekly_course(known: Sequence[WeeklyRating], until: int) -> list[WeeklyRating]:
    """Rating at the end of each week from the first battle on. Weeks without a battle are included
    if they end before the week `until`. `known` are the weeks with battles, the first one first.
    """
    found: list[WeeklyRating] = []
    for one in known:
        found.extend(_idle_weeks(found[-1] if found else None, one.week))
        found.append(one)
    return [*found, *_idle_weeks(found[-1] if found else None, until)]


def _idle_weeks(last: WeeklyRating | None, before: int) -> Iterator[WeeklyRating]:
    """Weeks between the last one and the week `before`."""
    if last is None:
        return
    for week in range(last.week + 1, before):
        rating = after_idle_periods(last.rating, week - last.week)
        yield WeeklyRating(last.player, week, rating)
