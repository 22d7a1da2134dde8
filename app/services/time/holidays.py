"""Dates of holidays: announced absences of players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from app.kernel import clock_orders
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, no
from app.kernel.table_orders import ByReferee
from app.kernel.wrapped_orders import as_read
from app.services.time.availability import DAY, day_of, parse_time
from app.services.time.clocks import GameClocks, hours_in_force, load_clocks
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

A_YEAR = 366


def clock_order_refusal(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    seat: str,
    order: Order,
    when: str,
) -> Refusal | None:
    """CAR-CLK-12: A holiday begins today or later, within a year, without overlap. Only days that
    have not begun are given back.
    """
    if isinstance(order, ByReferee):
        order = as_read(history.box, order.order)
    kinds = (clock_orders.TakeHoliday, clock_orders.AnnounceAbsence, clock_orders.ShortenHoliday)
    if not isinstance(order, kinds) or not game.clock.runs:
        return None
    if isinstance(order, clock_orders.AnnounceAbsence):
        seat = order.to
    time = load_clocks(work, game, seats, history, parse_time(when))
    zone = zone_of(work, seats, seat, time.now)
    today, begins = day_of(zone, time.now), day_in(order.first)
    if begins is None or not 0 <= order.days <= A_YEAR:
        return no(
            "CAR-CLK-12",
            "A holiday begins on a day of the calendar.",
            "Unas vacaciones empiezan un día del calendario.",
        )
    if isinstance(order, clock_orders.ShortenHoliday):
        if begins + order.days * DAY <= today and begins <= today:
            return no(
                "CAR-CLK-12",
                "Days that have begun are not given back.",
                "Los días que ya han empezado no se devuelven.",
            )
        return None
    return _new_holiday_refusal(seat, order, today, begins, time)


def _new_holiday_refusal(
    seat: str,
    order: clock_orders.TakeHoliday | clock_orders.AnnounceAbsence,
    today: date,
    begins: date,
    time: GameClocks,
) -> Refusal | None:
    """Refusal of a holiday in the past, too far off, or at the time of another one."""
    if not today <= begins <= today + A_YEAR * DAY:
        return no(
            "CAR-CLK-12",
            "A holiday begins today or later, within a year.",
            "Unas vacaciones empiezan hoy o más tarde, en menos de un año.",
        )
    ends = begins + order.days * DAY
    taken = ((day_in(first), days) for one, first, days in time.clock.holidays if one == seat)
    if any(first and begins < first + days * DAY and first < ends for first, days in taken):
        return no(
            "CAR-CLK-12",
            "There is a holiday on these days already.",
            "Ya hay vacaciones en esos días.",
        )
    return None


def passing_order(
    work: UnitOfWork, history: History, seats: Sequence[records.Seat], seat: str, when: str
) -> clock_orders.PassOn:
    """Order by which a seat passes to its new player. Holidays end on that player's day."""
    now = parse_time(when)
    today = day_of(zone_of(work, seats, seat, now), now)
    passed = (
        (first, days, max(0, (today - date.fromisoformat(first)).days))
        for one, first, days in history.now.clock.holidays
        if one == seat
    )
    return clock_orders.PassOn(tuple((first, gone) for first, days, gone in passed if gone < days))


def day_in(text: str) -> date | None:
    """Date in the form 2027-01-03; None for other spellings.

    The week date 2026-W53-7 would count for another year.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def zone_of(work: UnitOfWork, seats: Sequence[records.Seat], seat: str, when: datetime) -> str:
    user = next((one.user_id for one in seats if one.seat == seat), None)
    return hours_in_force(work.hours.for_users([user]), when).zone if user is not None else "UTC"
