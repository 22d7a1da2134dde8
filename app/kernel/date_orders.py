"""Orders that propose a date for a battle."""

from __future__ import annotations

import re
from calendar import monthrange

from app.kernel.contract import Order

MOMENT = re.compile(
    r"(2\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"  # day
    r"T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?"  # time
    r"(Z|[+-](0\d|1[0-4]):[0-5]\d)",  # distance from UTC
    re.ASCII,
)


class DateOrder(Order, frozen=True):
    """Order that proposes a date for a battle: a moment `at` (ISO 8601 with its distance from UTC),
    and some words, such as the place.
    """

    battle: str
    words: str = ""
    at: str = ""


def is_moment(text: str) -> bool:
    """True for a day and a time that exist, with a distance from UTC (ISO 8601)."""
    found = MOMENT.fullmatch(text)
    return found is not None and int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]
