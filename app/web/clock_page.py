"""Contexts of clock forms: the clock of a new table and a player's hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.kernel.clock_terms import CONSEQUENCES, StepDeadline, Terms
from app.kernel.clock_words import THEN, WEEKDAYS, span_of
from app.kernel.say import Say, say
from app.services.time.availability import PlayingHours, known_zones
from app.web.forms import integer_or_none

MORE, GRACE, HOLIDAYS = (6, 12, 24, 48, 72), (0, 6, 12, 24, 48, 72), (0, 7, 14, 21, 30)
PROPOSED = Terms("bank", 5, 24, "21:00", "", 24, "nudge", 14)
"""Default answers of the form."""
PROPOSED_STEPS = Terms("steps", 0, 0, "20:00", "", 0, "hold", 30)
"""Default answers for a game with days for each kind of decision."""
STEP_FIELD = "clock_step_"


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
    deadlines: tuple[StepDeadline, ...] = ()
    weekdays: tuple[Say, ...] = WEEKDAYS

    def days_of(self, one: StepDeadline) -> int:
        """Days of a kind of decision; the usual ones before an answer."""
        return self.terms.steps.get(one.key, one.days)


def clock_asked(
    given: Mapping[str, str], zone: str, deadlines: tuple[StepDeadline, ...] = (), *, fresh: bool
) -> AskedClock:
    """Form of a clock. A game with deadlines proposes days for each kind of decision."""
    proposed = PROPOSED_STEPS if deadlines else PROPOSED
    terms = proposed if fresh or "clock" not in given else clock_given(given, whole_form=True)
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
        terms.steps,
        terms.weekdays,
    )
    each = integer_or_none(given.get("clock_each", "")) or 3
    return AskedClock(
        chosen,
        each,
        tuple((hours, span_of(hours)) for hours in MORE),
        tuple((hours, span_of(hours) if hours else say("none", "ninguno")) for hours in GRACE),
        HOLIDAYS,
        tuple((key, THEN[key]) for key in CONSEQUENCES),
        known_zones(),
        deadlines,
    )


def clock_given(given: Mapping[str, str], *, whole_form: bool = False) -> Terms:
    """Clock terms from a form, limited to the fields of its kind unless `whole_form` is set. A
    field without a number counts as 0.
    """

    def number(field: str) -> int:
        return integer_or_none(given.get(field, "")) or 0

    kind = given.get("clock", "none")
    if kind == "none" and not whole_form:
        return Terms()
    if kind == "steps":
        return steps_given(given)
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


def steps_given(given: Mapping[str, str]) -> Terms:
    """Days for each kind of decision, from a form; a kind without days has no deadline."""
    days = {
        name.removeprefix(STEP_FIELD)[:40]: integer_or_none(value) or 0
        for name, value in given.items()
        if name.startswith(STEP_FIELD) and value.strip()
    }
    hour = given.get("clock_steps_hour", "")[:5]
    day = given.get("clock_weekday", "")[:7]
    return Terms(
        "steps",
        hour=hour,
        zone=given.get("clock_steps_zone", "").strip()[:60] if hour else "",
        grace=integer_or_none(given.get("clock_grace", "")) or 0,
        then="hold",
        holidays=integer_or_none(given.get("clock_holidays", "")) or 0,
        per=given.get("clock_per", "game")[:10],
        steps=dict(list(days.items())[:20]),
        weekdays=day if hour else "",
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
