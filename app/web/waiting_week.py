"""Context of the week on the page of what waits: the next seven days in the zone of the reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from babel.dates import format_date, format_time

from app.services.server_clock import current_datetime
from app.services.watch.waiting_week import WeekItem
from app.web.pages import time_in_zone

DAYS = 7
LONG_DAYS = {"en": "EEEE d MMMM", "es": "EEEE d 'de' MMMM"}
"""Patterns of a day, such as Monday 30 November."""


@dataclass(frozen=True)
class DayItem:
    """Item of a day with its time of day."""

    time: str
    item: WeekItem


@dataclass(frozen=True)
class WeekDay:
    """Day of the week with its items, the first one on top."""

    name: str
    is_today: bool
    items: tuple[DayItem, ...]


def week_of(items: Iterable[WeekItem], language: str, zone: str) -> tuple[WeekDay, ...]:
    """The next seven days, today first. Items before today and after them are left out."""
    today = time_in_zone(current_datetime().isoformat(), zone).date()
    by_day: dict[date, list[DayItem]] = {today + timedelta(days=n): [] for n in range(DAYS)}
    for one in items:
        when = time_in_zone(one.at, zone)
        if when.date() in by_day:
            time = format_time(when, "short", locale=language)
            by_day[when.date()].append(DayItem(time, one))
    return tuple(
        WeekDay(format_date(day, LONG_DAYS[language], locale=language), day == today, tuple(found))
        for day, found in by_day.items()
    )
