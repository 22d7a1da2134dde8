"""Contexts of clock forms: the clock of a new table and a player's hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.kernel.clock_terms import CONSEQUENCES, Terms
from app.kernel.clock_words import THEN, span_of
from app.kernel.say import Say, say
from app.services.time.availability import PlayingHours, known_zones
from app.web.forms import whole

MORE, GRACE, HOLIDAYS = (6, 12, 24, 48, 72), (0, 6, 12, 24, 48, 72), (0, 7, 14, 21, 30)
PROPOSED = Terms("bank", 5, 24, "21:00", "", 24, "nudge", 14)
"""Default answers of the form."""


@dataclass(frozen=True)
class AskedClock:
    """Form of a clock: the answers so far and the choices."""

    terms: Terms
    each: int
    more: tuple[tuple[int, Say], ...]
    graces: tuple[tuple[int, Say], ...]
    holidays: tuple[int, ...]
    thens: tuple[tuple[str, Say], ...]
    zones: tuple[str, ...]


def clock_asked(given: Mapping[str, str], zone: str, *, fresh: bool) -> AskedClock:
    terms = PROPOSED if fresh or "clock" not in given else clock_given(given, whole_form=True)
    chosen = Terms(
        terms.kind,
        terms.days,
        terms.more,
        terms.hour or PROPOSED.hour,
        terms.zone or zone,
        terms.grace,
        terms.then,
        terms.holidays,
        terms.per,
    )
    each = whole(given.get("clock_each", "")) or 3
    return AskedClock(
        chosen,
        each,
        tuple((hours, span_of(hours)) for hours in MORE),
        tuple((hours, span_of(hours) if hours else say("none", "ninguna")) for hours in GRACE),
        HOLIDAYS,
        tuple((key, THEN[key]) for key in CONSEQUENCES),
        known_zones(),
    )


def clock_given(given: Mapping[str, str], *, whole_form: bool = False) -> Terms:
    """Clock terms from a form, limited to the fields of its kind unless `whole_form` is set. A
    field without a number counts as 0.
    """

    def number(field: str) -> int:
        return whole(given.get(field, "")) or 0

    kind = given.get("clock", "none")
    if kind == "none" and not whole_form:
        return Terms()
    asks = {"each": ("days",), "bank": ("days", "more"), "hour": ("hour", "zone")}.get(kind, ())
    time: dict[str, Any] = {
        "days": number("clock_each" if kind == "each" else "clock_bank"),
        "more": number("clock_more"),
        "hour": given.get("clock_hour", "")[:5],
        "zone": given.get("clock_zone", "").strip()[:60],
    }
    return Terms(
        kind=kind[:10],
        **(time if whole_form else {field: time[field] for field in asks}),
        grace=number("clock_grace"),
        then=given.get("clock_then", "wait")[:20],
        holidays=number("clock_holidays"),
        per=given.get("clock_per", "game")[:10],
    )


@dataclass(frozen=True)
class HoursPage:
    """Form for the hours at which a player plays."""

    hours: PlayingHours
    zones: tuple[str, ...]
    is_new: bool


def hours_page(kept: PlayingHours | None, given: PlayingHours | None, zone: str) -> HoursPage:
    return HoursPage(given or kept or PlayingHours(zone), known_zones(), kept is None)


def hours_given(form: Mapping[str, str], days: list[str]) -> PlayingHours:
    return PlayingHours(
        form.get("zone", "").strip()[:60],
        form.get("quiet_from", "")[:5],
        form.get("quiet_until", "")[:5],
        "".join(sorted(set(days)))[:7],
    )
