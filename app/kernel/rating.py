"""Glicko-2 rating system, after Mark E. Glickman, "Example of the Glicko-2 system" (2022).

The step numbers are those of that paper. Ratings and deviations are on its public scale, where a
new player has 1500 ± 350. A period is one week.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

START, SCALE = 1500.0, 173.7178
"""Rating of a new player, and the size of a unit of the inner scale."""
MOST_DEVIATION = 350.0
"""Deviation of a new player. No idle time makes it larger."""
TAU = 0.5
"""System constant: bound on the change of volatility. The paper proposes 0.3 to 1.2."""
TOLERANCE = 0.000001
PROVISIONAL = 110.0
"""Deviation from which a rating is shown as provisional."""


class Rating(msgspec.Struct, frozen=True):
    """Rating of a player. About 19 of 20 players have their strength within two deviations."""

    value: float = START
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL

    @property
    def range(self) -> tuple[int, int]:
        """Range of the strength with a probability of 95 %, in whole points."""
        return (
            round(self.value - 2 * self.deviation),
            round(self.value + 2 * self.deviation),
        )


class Score(msgspec.Struct, frozen=True):
    """Result of a battle: 1 for a win, ½ for a draw, 0 for a loss. The rating of the opponent is
    the one before the period.
    """

    opponent: Rating
    points: float


def rate_period(player: Rating, scores: Sequence[Score]) -> Rating:
    """Rating after a period with these battles; an idle period without any."""
    if not scores:
        return after_idle_periods(player, 1)
    variance = _variance(player, scores)
    gain = sum(_surprise(player, score) for score in scores)
    volatility = _new_volatility(player, variance, variance * gain)
    # Steps 6 and 7
    before = (player.deviation / SCALE) ** 2 + volatility**2
    after = 1 / (1 / before + 1 / variance)
    return Rating(
        player.value + SCALE * after * gain,
        min(SCALE * math.sqrt(after), MOST_DEVIATION),
        volatility,
    )


def after_idle_periods(player: Rating, periods: int) -> Rating:
    """Rating after periods without a battle: only the deviation grows (end of step 7)."""
    if periods <= 0:
        return player
    inner = (player.deviation / SCALE) ** 2 + periods * player.volatility**2
    deviation = min(SCALE * math.sqrt(inner), MOST_DEVIATION)
    return msgspec.structs.replace(player, deviation=deviation)


def changes_by_battle(before: Rating, after: Rating, scores: Sequence[Score]) -> tuple[float, ...]:
    """Share of each battle in the change of a period, in points. Their sum is the whole change."""
    surprises = [_surprise(before, score) for score in scores]
    weight, gain = SCALE * (after.deviation / SCALE) ** 2, sum(surprises)
    if after.deviation >= MOST_DEVIATION and gain:  # the deviation was cut to its maximum
        weight = (after.value - before.value) / gain
    return tuple(weight * surprise for surprise in surprises)


def expected_points(player: Rating, opponent: Rating) -> float:
    """Expected points of a battle, between 0 and 1 (step 3)."""
    difference = (player.value - opponent.value) / SCALE
    return 1 / (1 + math.exp(-_weight(opponent) * difference))


def _weight(opponent: Rating) -> float:
    """Function g of step 3: a battle counts less against an uncertain rating."""
    return 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / math.pi**2)


def _surprise(player: Rating, score: Score) -> float:
    """Weighted difference between the points of a battle and the expected ones (step 4)."""
    return _weight(score.opponent) * (score.points - expected_points(player, score.opponent))


def _variance(player: Rating, scores: Sequence[Score]) -> float:
    """Variance of the rating from the results of the period alone (step 3)."""
    total = 0.0
    for score in scores:
        expected = expected_points(player, score.opponent)
        total += _weight(score.opponent) ** 2 * expected * (1 - expected)
    return 1 / total


def _new_volatility(player: Rating, variance: float, improvement: float) -> float:
    """Volatility after the period, by the Illinois algorithm (step 5)."""
    start = math.log(player.volatility**2)
    square = (player.deviation / SCALE) ** 2

    def slope(x: float) -> float:
        power = math.exp(x)
        rest = square + variance + power
        return power * (improvement**2 - rest) / (2 * rest**2) - (x - start) / TAU**2

    low = start
    if improvement**2 > square + variance:
        high = math.log(improvement**2 - square - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
