"""Decisions on orders of the clock. The modules of pauses, absence and claims have the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.kernel.clock import Clock, a_clock
from app.kernel.clock_absence import is_away, may_not_shorten, within_allowance
from app.kernel.clock_claims import in_time, may_claim
from app.kernel.clock_orders import (
    AskPause,
    CameBack,
    Claim,
    Claimed,
    ComeBack,
    DeclinePause,
    EndPause,
    HolidayShortened,
    HolidayTaken,
    PassOn,
    PauseAgreed,
    PauseAsked,
    PauseDeclined,
    PauseEnded,
    PauseEnding,
    PauseIsOver,
    SeatPassedOn,
    ShortenHoliday,
    TakeHoliday,
    TimeIsUp,
    TimeWasUp,
)
from app.kernel.clock_pauses import NOTICE, pause_asked_for, pause_on, pause_possible
from app.kernel.contract import Event, Order
from app.kernel.refusal import refuse_if


def decide_clock_order(
    clock: Clock,
    seats: Mapping[str, str],
    order: Order,
    seat: str,
    late: Sequence[str],
    playing: Sequence[str],
) -> Sequence[Event]:
    """Events of an order about the clock. Raises `Refused`. `StandIn` and the removal of sides are
    decided in `table_decisions`. The time of the seats in `late` is up; `playing` are the sides
    still in play.
    """
    refuse_if(None if isinstance(order, PassOn) else a_clock(clock))
    side = seats.get(seat, "")
    match order:
        case PassOn(holidays):
            ended = (HolidayShortened(seat, first, days) for first, days in holidays)
            return (SeatPassedOn(seat), *ended)
        case TakeHoliday(first, days):
            refuse_if(within_allowance(clock, seat, first, days))
            return (HolidayTaken(seat, first, days),)
        case ShortenHoliday(first, days):
            refuse_if(may_not_shorten(clock, seat, first, days))
            return (HolidayShortened(seat, first, days),)
        case ComeBack():
            refuse_if(is_away(clock, seat))
            return (CameBack(seat),)
        case TimeIsUp(deadline, decision):
            return (TimeWasUp(seat, deadline, decision),)
        case Claim(what):
            refuse_if(may_claim(what, side, late, seats, playing))
            return (Claimed(side, what, in_time(late, seats, playing) if what == "win" else ()),)
    return pause_events(clock, order, side, playing)


def pause_events(clock: Clock, order: Order, side: str, playing: Sequence[str]) -> Sequence[Event]:
    """Events of an order about a pause; raises `Refused`, and `TypeError` for another order."""
    match order:
        case AskPause(days):
            refuse_if(pause_possible(clock, side, days))
            agreed = clock.pause_days == days and {*clock.pause_by, side} >= set(playing)
            return (PauseAgreed(days),) if agreed else (PauseAsked(side, days),)
        case DeclinePause():
            refuse_if(pause_asked_for(clock))
            return (PauseDeclined(side),)
        case EndPause():
            refuse_if(pause_on(clock))
            return (PauseEnding(side, NOTICE),)
        case PauseIsOver():
            refuse_if(None if clock.pause else pause_on(clock))
            return (PauseEnded(),)
    raise TypeError(order)
