"""Absence of a player: holidays, and the way back to a seat that the server plays."""

from __future__ import annotations

from app.kernel.clock import Clock
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


def shorter(clock: Clock, seat: str, first: str, days: int) -> Refusal | None:
    """CAR-CLK-07: a holiday may be cut short; the remaining days come back."""
    if not any(one[:2] == (seat, first) and 0 <= days < one[2] for one in clock.holidays):
        return no(
            "CAR-CLK-07", "There is no holiday to be cut short.", "No hay vacaciones que acortar."
        )
    return None


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
