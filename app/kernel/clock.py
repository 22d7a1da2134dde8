"""Clock of a table: the agreed terms and the recorded acts (`CAR-CLK-…`).

No rule here reads the time. `app.services.time.availability` computes the deadlines from the times
of the moves. The server records the consequences as orders of its own. Taking back a move never
undoes an act of the clock.
"""

from __future__ import annotations

import msgspec

from app.kernel.clock_orders import (
    CameBack,
    HolidayShortened,
    HolidayTaken,
    PauseAgreed,
    PauseAsked,
    PauseDeclined,
    PauseEnded,
    PauseEnding,
    SeatPassedOn,
    StoodIn,
)
from app.kernel.clock_terms import Terms
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, no


class Clock(msgspec.Struct, frozen=True):
    """State of the clock of a game. `pause_by` are the sides that ask for a pause of `pause_days`.
    `pause` is "", "on" or "ending". `holidays` are (seat, first day, days). The server plays for
    the seats in `away`.
    """

    terms: Terms = Terms()
    pause_by: tuple[str, ...] = ()
    pause_days: int = 0
    pause: str = ""
    holidays: tuple[tuple[str, str, int], ...] = ()
    away: tuple[str, ...] = ()


def evolve_clock(clock: Clock, event: Event) -> Clock:
    """Clock after one of its events."""
    replace = msgspec.structs.replace
    match event:
        case PauseAsked(side, days):
            return replace(
                clock,
                pause_by=(*clock.pause_by, side) if clock.pause_days == days else (side,),
                pause_days=days,
            )
        case PauseDeclined():
            return replace(clock, pause_by=(), pause_days=0)
        case PauseAgreed(days):
            return replace(clock, pause_by=(), pause_days=days, pause="on")
        case PauseEnding():
            return replace(clock, pause="ending")
        case PauseEnded():
            return replace(clock, pause="", pause_days=0)
        case HolidayTaken(seat, first, days):
            return replace(clock, holidays=(*clock.holidays, (seat, first, days)))
        case HolidayShortened(seat, first, days):
            kept = tuple(one for one in clock.holidays if one[:2] != (seat, first))
            return replace(clock, holidays=(*kept, (seat, first, days)) if days else kept)
        case StoodIn(seat, "seat"):
            return clock if seat in clock.away else replace(clock, away=(*clock.away, seat))
        case CameBack(seat) | SeatPassedOn(seat):
            return replace(clock, away=tuple(one for one in clock.away if one != seat))
    return clock


def without_requests_of(clock: Clock, side: str) -> Clock:
    """Clock after a side has left: its request for a pause no longer counts."""
    asked = tuple(one for one in clock.pause_by if one != side)
    return msgspec.structs.replace(
        clock, pause_by=asked, pause_days=clock.pause_days if asked or clock.pause else 0
    )


def a_clock(clock: Clock) -> Refusal | None:
    """CAR-CLK-02: pauses, holidays and claims belong to a game with a clock."""
    return (
        None
        if clock.terms.runs
        else no("CAR-CLK-02", "This game has no clock.", "Esta partida no tiene reloj.")
    )
