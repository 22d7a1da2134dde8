"""Reliability of a player: decisions made in time, from the clocks of all games.

Announced absences, pauses and outages of the server do not count against a player, because they
stop the clocks.
"""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from app.services.container import current_time
from app.store.transactions import UnitOfWork

MONTH, QUARTER = timedelta(days=30), timedelta(days=91)
HALF_LIFE = 182.0  # days after which a decision has half of its weight


class Reliability(msgspec.Struct, frozen=True):
    """Decisions in time and all decisions of the last month, of the last three months, and since
    the beginning. `share` is the weighted share of those in time, between 0 and 1; None without
    decisions.
    """

    month: tuple[int, int]
    quarter: tuple[int, int]
    ever: tuple[int, int]
    share: float | None


def load_reliability(work: UnitOfWork, user_id: int) -> Reliability:
    return reliability_of(
        work.decision_counts.of_user(user_id), date.fromisoformat(current_time()[:10])
    )


def reliability_of(days: list[tuple[str, int, int]], today: date) -> Reliability:
    """Reliability from counts by day: the day, decisions in time, and all decisions."""
    counted = [
        (max(today - date.fromisoformat(day), timedelta()), in_time, total)
        for day, in_time, total in days
    ]

    def within(span: timedelta) -> tuple[int, int]:
        known = [one for one in counted if one[0] < span]
        return sum(one[1] for one in known), sum(one[2] for one in known)

    weights = [0.5 ** (age.days / HALF_LIFE) for age, _, _ in counted]
    weight = sum(one * total for one, (_, _, total) in zip(weights, counted, strict=True))
    in_time = sum(one * held for one, (_, held, _) in zip(weights, counted, strict=True))
    ever = within(timedelta.max)
    return Reliability(within(MONTH), within(QUARTER), ever, in_time / weight if weight else None)
