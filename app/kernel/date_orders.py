"""Orders about the date of a battle: proposals, and orders whose own time counts."""

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

    own_words = ("words",)

    battle: str
    words: str = ""
    at: str = ""


class TimedOrder(Order, frozen=True):
    """Order about a battle whose time counts. The server sets `at` (ISO 8601, UTC) when the order
    arrives; a value of the sender is replaced.
    """

    battle: str
    at: str = ""


def is_in_utc(text: str) -> bool:
    """True for a day and a time that exist, in UTC with a final Z."""
    return is_moment(text) and text.endswith("Z")


def minutes_later(at: str, minutes: int) -> str:
    """Moment in UTC that lies some minutes later, less than a day."""
    year, month, day = map(int, at[:10].split("-"))
    whole = int(at[11:13]) * 60 + int(at[14:16]) + minutes
    day += whole // (24 * 60)
    if day > monthrange(year, month)[1]:
        year, month, day = year + month // 12, month % 12 + 1, 1
    hour, minute = whole // 60 % 24, whole % 60
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}{at[16:]}"


def is_moment(text: str) -> bool:
    """True for a day and a time that exist, with a distance from UTC (ISO 8601)."""
    found = MOMENT.fullmatch(text)
    return found is not None and int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]
