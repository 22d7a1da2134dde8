"""Absence of a player: holidays, more time, and the way back to a seat that the server plays."""

from __future__ import annotations

from collections.abc import Container

from app.kernel.clock import Clock, a_clock
from app.kernel.clock_terms import MOST_DAYS
from app.kernel.refusal import Refusal, no


def days_left(clock: Clock, seat: str, year: str) -> int:
    """Days of holiday that a seat may still take; of a year, if holidays are counted by year."""
    taken = sum(
        days
        for one, first, days in clock.holidays
        if one == seat and (clock.terms.per == "game" or first[:4] == year)
    )
    return clock.terms.holidays - taken


def within_allowance(clock: Clock, seat: str, first: str, days: int) -> Refusal | None:
    """CAR-CLK-06: a player takes holidays alone, as many days as the table allows."""
    if days < 1:
        return no(
            "CAR-CLK-06",
            "A holiday has a day at least.",
            "Unas vacaciones tienen un día como mínimo.",
        )
    left = days_left(clock, seat, first[:4])
    if days > left:
        return no(
            "CAR-CLK-06",
            "You have {left} days of holiday left at this table.",
            "Te quedan {left} días de vacaciones en esta mesa.",
            left=max(left, 0),
        )
    return None


def may_not_shorten(clock: Clock, seat: str, first: str, days: int) -> Refusal | None:
    """CAR-CLK-07: a holiday may be cut short; the remaining days come back."""
    if not any(one[:2] == (seat, first) and 0 <= days < one[2] for one in clock.holidays):
        return no(
            "CAR-CLK-07", "There is no holiday to be cut short.", "No hay vacaciones que acortar."
        )
    return None


def extension(clock: Clock, seats: Container[str], to: str, days: int) -> Refusal | None:
    """CAR-CLK-14: A referee gives a seat 1 to 60 days, counted from now."""
    if to not in seats:
        return no("CAR-CLK-14", "There is no such seat.", "No existe ese asiento.")
    if not 1 <= days <= MOST_DAYS:
        return no(
            "CAR-CLK-14",
            "An extension has 1 to {most} days.",
            "Una prórroga tiene de 1 a {most} días.",
            most=MOST_DAYS,
        )
    return a_clock(clock)


def announced_absence(clock: Clock, seats: Container[str], to: str, days: int) -> Refusal | None:
    """CAR-CLK-16: A referee announces a holiday of a player, of 1 to 60 days."""
    if to not in seats:
        return no("CAR-CLK-16", "There is no such seat.", "No existe ese asiento.")
    if not 1 <= days <= MOST_DAYS:
        return no(
            "CAR-CLK-16",
            "An absence has 1 to {most} days.",
            "Una ausencia tiene de 1 a {most} días.",
            most=MOST_DAYS,
        )
    return a_clock(clock)


def is_away(clock: Clock, seat: str) -> Refusal | None:
    """CAR-CLK-08: a replaced player takes the seat again by saying so."""
    return (
        None
        if seat in clock.away
        else no(
            "CAR-CLK-08",
            "No substitute plays in your place.",
            "Ningún sustituto juega en tu lugar.",
        )
    )
