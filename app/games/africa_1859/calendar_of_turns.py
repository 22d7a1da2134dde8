"""AFB-CMP: calendar of the campaign."""

from __future__ import annotations

from datetime import date, timedelta

from app.games.africa_1859.data_file import Scenario


def dates_of(scenario: Scenario, turn: int) -> tuple[date, date]:
    """AFB-CMP-01: A turn of the campaign lasts six days; this is its first and its last day.

    The number of days and the first day of turn 1 stand in the data file.
    """
    days = scenario.campaign["turn_days"]
    first = date.fromisoformat(scenario.campaign["first_day"]) + timedelta(days * (turn - 1))
    return first, first + timedelta(days - 1)
