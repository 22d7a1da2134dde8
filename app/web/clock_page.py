"""Contexts of the clock: the form of a new table, the clock of a game, and a player's hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.kernel.clock import CONSEQUENCES, Terms
from app.kernel.clock_words import THEN, in_words, span_of
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.time import clocks
from app.services.time.availability import Hours, zones
from app.services.watch import game_view
from app.web.forms import whole

MORE, GRACE, HOLIDAYS = (6, 12, 24, 48, 72), (0, 6, 12, 24, 48, 72), (0, 7, 14, 21, 30)
PROPOSED = Terms("bank", 5, 24, "21:00", "", 24, "nudge", 14)
"""Default answers of the form."""
CLAIMS = {
    "remove": say("Remove the late side", "Retirar al bando que se ha retrasado"),
    "win": say("Claim the win", "Reclamar la victoria"),
    "draw": say("Take a draw", "Quedar en tablas"),
    "cancel": say("Cancel the game", "Anular la partida"),
}
WHY = {
    "pause": say("the clock is paused", "el reloj está en pausa"),
    "holiday": say("holiday", "vacaciones"),
    "closed": say("the house was closed", "la casa estaba cerrada"),
    "quiet": say("quiet hours", "horas de silencio"),
    "free": say("free day", "día libre"),
}


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
        zones(),
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
    time = {
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
class SeatRow:
    """Clock of a seat that owes a decision. `why` gives the reason if no time runs."""

    title: Say
    name: str
    is_mine: bool
    time: clocks.SeatTime
    why: Say | None


@dataclass(frozen=True)
class HolidayRow:
    title: Say
    is_mine: bool
    holiday: clocks.Holiday


@dataclass(frozen=True)
class ClockPage:
    """Clock of a game, and the viewer's possible actions."""

    on: clocks.OnTheClock
    says: Say
    then: Say
    rows: tuple[SeatRow, ...]
    holidays: tuple[HolidayRow, ...]
    pause_by: tuple[Say, ...]
    asks_me: bool
    i_ask: bool

    @property
    def claims(self) -> tuple[tuple[str, Say], ...]:
        """Claims that the viewer may make, with their labels."""
        return tuple((what, CLAIMS[what]) for what in self.on.may_claim)

    @property
    def mine(self) -> SeatRow | None:
        return next((row for row in self.rows if row.is_mine), None)


def clock_page(services: Services, look: game_view.Look) -> ClockPage | None:
    """Clock page of a game. None without a running clock, after the end, and at a past moment."""
    on = (
        clocks.on_the_clock(services, look.game, look.seats, look.story, look.seat)
        if look.is_now and look.outcome is None
        else None
    )
    if on is None:
        return None
    titles = {seat.seat: game_view.side_title(look, seat.side) for seat in look.seats}
    names = {seat.seat: seat.name or "" for seat in look.seats}
    side = look.table.seats.get(look.seat or "", "")
    return ClockPage(
        on,
        in_words(on.terms),
        THEN[on.terms.then],
        tuple(
            SeatRow(
                titles[one.seat], names[one.seat], one.seat == look.seat, one, WHY.get(one.because)
            )
            for one in on.seats
        ),
        tuple(HolidayRow(titles[one.seat], one.seat == look.seat, one) for one in on.holidays),
        tuple(game_view.side_title(look, one) for one in on.pause_by),
        bool(on.pause_by) and bool(side) and side not in on.pause_by,
        side in on.pause_by,
    )


@dataclass(frozen=True)
class HoursPage:
    """Form for the hours at which a player plays."""

    hours: Hours
    zones: tuple[str, ...]
    is_new: bool


def hours_page(kept: Hours | None, given: Hours | None, zone: str) -> HoursPage:
    return HoursPage(given or kept or Hours(zone), zones(), kept is None)


def hours_given(form: Mapping[str, str], days: list[str]) -> Hours:
    return Hours(
        form.get("zone", "").strip()[:60],
        form.get("quiet_from", "")[:5],
        form.get("quiet_until", "")[:5],
        "".join(sorted(set(days)))[:7],
    )
