"""Weeks in UTC, from Monday at 00:00. They are numbered; week 0 begins on 5 January 1970."""

from __future__ import annotations

from datetime import date, timedelta

WEEK = timedelta(days=7)
FIRST = date(1970, 1, 5)


def week_of(time: str) -> int:
    """Week of a time in ISO 8601 (UTC)."""
    return (date.fromisoformat(time[:10]) - FIRST) // WEEK


def first_day(week: int) -> date:
    """Monday of a week."""
    return FIRST + week * WEEK
