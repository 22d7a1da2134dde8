"""Availability of players: arithmetic of instants, time zones, quiet hours and free days. It never
reads the current time.

Instants are aware datetimes in UTC. `shut` are the other reasons that stop a clock (pauses,
holidays, outages): sorted intervals without overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from app.kernel.clock_terms import Terms, is_hour
from app.kernel.refusal import Refusal, no

Stretch = tuple[datetime, datetime]
MOST_QUIET = timedelta(hours=12)
MOST_FREE = 3
NOTHING = timedelta(0)
DAY = timedelta(days=1)
FOREVER = 4000
"""Search limit in days, more than the time of any clock."""


class PlayingHours(msgspec.Struct, frozen=True):
    """Quiet hours of a player, daily from `quiet_from` until `quiet_until`, and free days ("56" is
    Saturday and Sunday).
    """

    zone: str = "UTC"
    quiet_from: str = ""
    quiet_until: str = ""
    free_days: str = ""


@lru_cache(maxsize=1)
def known_zones() -> tuple[str, ...]:
    """Time zones that a player may choose: places, not abbreviations."""
    places = (
        zone
        for zone in available_timezones()
        if "/" in zone and not zone.startswith(("Etc/", "SystemV/", "posix/", "right/"))
    )
    return (*sorted(places), "UTC")


def hours_refusals(hours: PlayingHours) -> list[Refusal]:
    """CAR-CLK-11: A player's hours leave time to play. Returns all errors."""
    found = []
    if hours.zone not in known_zones():
        found.append(
            no(
                "CAR-CLK-11",
                "There is no time zone of this name.",
                "No hay ninguna zona horaria con ese nombre.",
            )
        )
    named = (hours.quiet_from, hours.quiet_until)
    if any(named) and not all(is_hour(hour) for hour in named):
        found.append(
            no(
                "CAR-CLK-11",
                "Quiet hours are written like 22:00 and 08:00.",
                "Las horas de silencio se escriben como 22:00 y 08:00.",
            )
        )
    elif any(named) and not NOTHING < quiet_time(hours) <= MOST_QUIET:
        found.append(
            no(
                "CAR-CLK-11",
                "Quiet hours are 12 a day at most.",
                "Las horas de silencio son 12 al día como mucho.",
            )
        )
    if len(set(hours.free_days)) > MOST_FREE or not set(hours.free_days) <= set("0123456"):
        found.append(
            no(
                "CAR-CLK-11",
                "There are three free days a week at most.",
                "Hay tres días libres por semana como mucho.",
            )
        )
    return found


def zone_refusal(terms: Terms) -> Refusal | None:
    """Refusal of a fixed hour in an unknown time zone; None otherwise."""
    if terms.has_hour and terms.zone not in known_zones():
        return no(
            "CAR-CLK-01",
            "There is no time zone of this name.",
            "No hay ninguna zona horaria con ese nombre.",
        )
    return None


def quiet_time(hours: PlayingHours) -> timedelta:
    """Length of the quiet hours on an ordinary day."""
    start, end = (
        timedelta(hours=int(hour[:2]), minutes=int(hour[3:]))
        for hour in (hours.quiet_from, hours.quiet_until)
    )
    return end - start if end >= start else end - start + DAY


@lru_cache(maxsize=4096)
def local_instant(zone: str, day: date, hour: str = "00:00") -> datetime:
    """Instant of an hour on a local day.

    An hour skipped by summer time is moved later; of a repeated hour it is the first.
    """
    return datetime.combine(day, time(int(hour[:2]), int(hour[3:])), ZoneInfo(zone)).astimezone(UTC)


def day_of(zone: str, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(zone)).date()


@lru_cache(maxsize=4096)
def open_hours(hours: PlayingHours, day: date) -> tuple[Stretch, ...]:
    """Intervals of a local day in which a player's time runs."""
    if str(day.weekday()) in hours.free_days:
        return ()
    start, end = local_instant(hours.zone, day), local_instant(hours.zone, day + DAY)
    if not hours.quiet_from:
        return ((start, end),)
    falls_quiet, wakes = (
        local_instant(hours.zone, day, hours.quiet_from),
        local_instant(hours.zone, day, hours.quiet_until),
    )
    parts = (
        ((start, falls_quiet), (max(falls_quiet, wakes), end))
        if hours.quiet_from < hours.quiet_until
        else ((wakes, falls_quiet),)
    )
    return tuple(
        (one, two)
        for one, two in ((max(one, start), min(two, end)) for one, two in parts)
        if one < two
    )


def open_intervals(
    hours: PlayingHours, shut: Sequence[Stretch], start: datetime
) -> Iterator[Stretch]:
    """Intervals in which the time runs, from an instant on."""
    day = day_of(hours.zone, start)
    for _ in range(FOREVER):
        for one, two in open_hours(hours, day):
            if two > start:
                yield from without_closed(shut, max(one, start), two)
        day += DAY


def without_closed(shut: Sequence[Stretch], start: datetime, end: datetime) -> Iterator[Stretch]:
    """Parts of an interval outside the closed intervals."""
    for closes, opens in shut:
        if opens <= start:
            continue
        if closes >= end:
            break
        if closes > start:
            yield start, closes
        start = opens
        if start >= end:
            return
    yield start, end


def running_time(
    hours: PlayingHours, shut: Sequence[Stretch], start: datetime, end: datetime
) -> timedelta:
    """Running time between two instants."""
    total = NOTHING
    if start >= end:
        return total
    for one, two in open_intervals(hours, shut, start):
        if one >= end:
            break
        total += min(two, end) - one
    return total


def instant_after(
    hours: PlayingHours, shut: Sequence[Stretch], start: datetime, amount: timedelta
) -> datetime:
    """Instant at which this amount of time has run since `start`."""
    if amount <= NOTHING:
        return start
    end = start
    for one, two in open_intervals(hours, shut, start):
        end = two
        if two - one >= amount:
            return one + amount
        amount -= two - one
    return end


def merge_intervals(given: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Intervals in order, with overlapping ones joined."""
    found: list[Stretch] = []
    for start, end in sorted(stretch for stretch in given if stretch[0] < stretch[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def common_intervals(some: Iterable[Stretch], others: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Intervals that lie in one of both groups each."""
    return merge_intervals(
        (max(start, begin), min(end, until)) for start, end in some for begin, until in others
    )


def is_shut_at(shut: Sequence[Stretch], moment: datetime) -> bool:
    return any(start <= moment < end for start, end in shut)


def reason_stopped(hours: PlayingHours, moment: datetime) -> str:
    """Reason why the player's own hours stop the time at this instant: "quiet", "free" or ""."""
    day = day_of(hours.zone, moment)
    if str(day.weekday()) in hours.free_days:
        return "free"
    return "" if any(start <= moment < end for start, end in open_hours(hours, day)) else "quiet"


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def time_text(when: datetime | None) -> str:
    """Time as it is recorded; "" for None."""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z") if when else ""
