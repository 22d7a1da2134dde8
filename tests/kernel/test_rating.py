"""Glicko-2: the author's example, properties, and simulated players of known strength."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.kernel.rating import (
    MOST_DEVIATION,
    START,
    Rating,
    Score,
    after_idle_periods,
    changes_by_battle,
    expected_points,
    rate_period,
)
from app.kernel.rating_periods import (
    PlayerResult,
    WeeklyRating,
    rate_weeks,
    rating_before,
    weekly_course,
)

EXAMPLE = (
    Rating(1500, 200, 0.06),
    [Score(Rating(1400, 30), 1), Score(Rating(1550, 100), 0), Score(Rating(1700, 300), 0)],
)
RATINGS = st.builds(
    Rating,
    st.floats(600, 2600),
    st.floats(30, MOST_DEVIATION),
    st.floats(0.04, 0.09),
)
SCORES = st.lists(st.builds(Score, RATINGS, st.sampled_from([0.0, 0.5, 1.0])), min_size=1)


def test_example_of_the_author() -> None:
    after = rate_period(*EXAMPLE)
    assert after.value == pytest.approx(1464.05, rel=1e-4)
    assert after.deviation == pytest.approx(151.52, rel=1e-4)
    assert after.volatility == pytest.approx(0.0600, rel=1e-4)


@settings(max_examples=300, deadline=None)
@given(RATINGS, SCORES)
@example(Rating(600.0, 350.0, 0.078125), [Score(Rating(1978.0, 30.0, 0.0625), 0.0)])
def test_a_period_with_battles(player: Rating, scores: list[Score]) -> None:
    """The deviation becomes smaller than after an idle period, and the shares give the change."""
    after = rate_period(player, scores)
    assert math.isfinite(after.value)
    idle = math.hypot(player.deviation, after.volatility * 173.7178)
    assert 0 < after.deviation < idle
    assert sum(changes_by_battle(player, after, scores)) == pytest.approx(
        after.value - player.value, abs=1e-6
    )


@settings(max_examples=200, deadline=None)
@given(RATINGS, RATINGS)
def test_a_win_raises_and_a_loss_lowers(player: Rating, opponent: Rating) -> None:
    won, lost = (rate_period(player, [Score(opponent, points)]) for points in (1, 0))
    assert won.value > player.value > lost.value
    assert expected_points(player, Rating(opponent.value, 30)) + expected_points(
        opponent, Rating(player.value, 30)
    ) == pytest.approx(1)


@settings(max_examples=100, deadline=None)
@given(RATINGS, SCORES, st.randoms(use_true_random=False))
def test_the_order_of_battles_in_a_week_does_not_count(
    player: Rating, scores: list[Score], chance: random.Random
) -> None:
    other = list(scores)
    chance.shuffle(other)
    one, two = rate_period(player, scores), rate_period(player, other)
    assert one.value == pytest.approx(two.value, abs=1e-4)
    assert one.deviation == pytest.approx(two.deviation, abs=1e-4)


@given(RATINGS, st.integers(0, 500), st.integers(0, 500))
def test_idle_weeks_add_up(player: Rating, first: int, then: int) -> None:
    """The value stays. The deviation grows up to that of a new player."""
    twice = after_idle_periods(after_idle_periods(player, first), then)
    once = after_idle_periods(player, first + then)
    assert once.value == player.value
    assert player.deviation <= once.deviation <= MOST_DEVIATION
    assert twice.deviation == pytest.approx(once.deviation)


def test_a_week_without_battles_is_an_idle_period() -> None:
    player = Rating(1600, 80)
    assert rate_period(player, []) == after_idle_periods(player, 1)


def test_opponents_count_with_their_rating_before_the_week() -> None:
    """Player 1 beats player 2 and loses against player 3 in one week."""
    week = 30
    battles = [(1, 1, 2, "won"), (1, 2, 1, "lost"), (2, 1, 3, "lost"), (2, 3, 1, "won")]
    results = [PlayerResult(game, own, other, week, how) for game, own, other, how in battles]
    known = {2: WeeklyRating(2, 28, Rating(1700, 60))}
    ratings, effects = rate_weeks(results, known)
    found = {one.player: one.rating for one in ratings}
    before = rating_before(known[2], week)
    assert before == after_idle_periods(Rating(1700, 60), 1)
    assert found[1] == rate_period(Rating(), [Score(before, 1), Score(Rating(), 0)])
    assert found[2] == rate_period(before, [Score(Rating(), 0)])
    assert next(one.opponent for one in effects if one.player == 1) == before


def test_idle_weeks_are_in_the_course() -> None:
    first, later = (
        WeeklyRating(1, week, Rating(value, 90)) for week, value in ((10, 1520), (13, 1560))
    )
    course = weekly_course([first, later], 16)
    assert [one.week for one in course] == [10, 11, 12, 13, 14, 15]
    assert [one.rating.value for one in course] == [1520, 1520, 1520, 1560, 1560, 1560]
    deviations = [one.rating.deviation for one in course]
    assert deviations[0] < deviations[1] < deviations[2]
    assert weekly_course([], 16) == []


def test_simulated_players_are_found_within_two_deviations() -> None:
    """60 players whose strength is spread like new ratings play 40 weeks, with idle ones; 5
    clubs.
    """
    inside = total = 0
    for seed in range(5):
        chance = random.Random(seed)
        strengths = [chance.gauss(START, 250) for _ in range(60)]
        ratings, _ = rate_weeks(simulated_results(chance, strengths, weeks=40), {})
        last = {one.player: one.rating for one in ratings}
        for player, rating in last.items():
            total += 1
            inside += abs(rating.value - strengths[player]) <= 2 * rating.deviation
    assert total >= 295
    assert inside / total >= 0.95, f"{inside} of {total}"


def simulated_results(
    chance: random.Random, strengths: list[float], weeks: int
) -> list[PlayerResult]:
    """Results between random pairs; on average half of the players battle in a week."""
    found, game = [], 0
    for week in range(weeks):
        players = chance.sample(range(len(strengths)), len(strengths) // 2)
        for one, other in zip(players[::2], players[1::2], strict=True):
            game += 1
            expected = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            won = chance.random() < expected
            found.append(PlayerResult(game, one, other, week, "won" if won else "lost"))
            found.append(PlayerResult(game, other, one, week, "lost" if won else "won"))
    return found
