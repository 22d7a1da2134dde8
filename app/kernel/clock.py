"""Clock of a table: the agreed terms and the recorded acts (`CAR-CLK-…`).

No rule here reads the time. `app.services.time.availability` computes the deadlines from the times
of the moves. The server records the consequences as orders of its own. Taking back a move never
undoes an act of the clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.kernel.contract import Event, Order
from app.kernel.outcome import CANCELLED
from app.kernel.refusal import Refusal, insist, no

KINDS = ("none", "each", "bank", "hour")
CONSEQUENCES = ("wait", "nudge", "substitute", "seat", "hold", "claim")
CLAIMS = {"win": "on_time", "draw": "drawn_on_time", "cancel": CANCELLED, "remove": ""}
"""Possible claims and the ending that each one makes."""
PER = ("game", "year")
MOST_DAYS, LEAST_MORE, MOST_MORE, MOST_GRACE, MOST_HOLIDAYS, LONGEST_PAUSE = 60, 6, 168, 168, 60, 90
NOTICE = 24
"""Hours between the notice that a pause ends and its end."""
ASKED_BEFORE = 6
"""Hours that a question must have been pending to be due at the fixed hour."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Terms about time, agreed when the table is opened.

    - `kind`: "each" gives `days` for each decision. "bank" gives `days` at most, and each decision
      gives `more` hours back. "hour" is every day at `hour` in `zone`. "none" is no clock.
    - `then`: consequence, `grace` hours after the deadline. "wait" has none, "nudge" is a reminder.
      "substitute" is one decision by the bot. "seat" lasts until the player is back. "hold" is a
      pass by the server. "claim" lets the other side claim the result.
    - `holidays`: days that a player may take alone, `per` game or year.
    """

    kind: str = "none"
    days: int = 0
    more: int = 0
    hour: str = ""
    zone: str = ""
    grace: int = 0
    then: str = "wait"
    holidays: int = 0
    per: str = "game"

    @property
    def runs(self) -> bool:
        return self.kind != "none"


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


# ---------------------------------------------------------------------- orders
class AskPause(Order, frozen=True, tag="ask_pause"):
    """Request of a pause, or agreement if the other sides ask for as many days."""

    days: int


class DeclinePause(Order, frozen=True, tag="decline_pause"):
    """Refusal of the requested pause, or withdrawal of the own request."""


class EndPause(Order, frozen=True, tag="end_pause"):
    """End of the pause, `NOTICE` hours from now."""


class TakeHoliday(Order, frozen=True, tag="take_holiday"):
    """Days on which the seat's clock is stopped; `first` is an ISO date."""

    first: str
    days: int


class ShortenHoliday(Order, frozen=True, tag="shorten_holiday"):
    """New length of the holiday that begins on `first`; 0 days cancels it."""

    first: str
    days: int


class ComeBack(Order, frozen=True, tag="come_back"):
    """Return of the player for whom the server plays."""


class PassOn(Order, frozen=True, tag="pass_on"):
    """Server order: another player takes over the seat."""


class Claim(Order, frozen=True, tag="claim"):
    """Claim because a side's time is up: "win", "draw" or "cancel" end the game. "remove" puts the
    late sides out of the game.
    """

    what: str


class PauseIsOver(Order, frozen=True, tag="pause_is_over"):
    """Server order: the clock runs again."""


class TimeIsUp(Order, frozen=True, tag="time_is_up"):
    """Server order: the seat's time is up."""

    deadline: str


class StandIn(Order, frozen=True, tag="stand_in"):
    """Server order: an `order` in place of the seat, whose time was up at `deadline`. `by` is
    "substitute", "seat", "hold" or "left".
    """

    order: Any
    by: str
    deadline: str


# ---------------------------------------------------------------------- events
class PauseAsked(Event, frozen=True, tag="pause_asked"):
    side: str
    days: int


class PauseDeclined(Event, frozen=True, tag="pause_declined"):
    side: str


class PauseAgreed(Event, frozen=True, tag="pause_agreed"):
    days: int


class PauseEnding(Event, frozen=True, tag="pause_ending"):
    side: str
    hours: int


class PauseEnded(Event, frozen=True, tag="pause_ended"):
    pass


class HolidayTaken(Event, frozen=True, tag="holiday_taken"):
    seat: str
    first: str
    days: int


class HolidayShortened(Event, frozen=True, tag="holiday_shortened"):
    seat: str
    first: str
    days: int


class CameBack(Event, frozen=True, tag="came_back"):
    seat: str


class SeatPassedOn(Event, frozen=True, tag="seat_passed_on"):
    """Event: another player has the seat from now on."""

    seat: str


class TimeWasUp(Event, frozen=True, tag="time_was_up"):
    seat: str
    deadline: str


class StoodIn(Event, frozen=True, tag="stood_in"):
    """Event: the server decided the events that follow."""

    seat: str
    by: str
    deadline: str


class Claimed(Event, frozen=True, tag="claimed"):
    side: str
    what: str
    winners: tuple[str, ...] = ()


HOUSE_ONLY = (PauseIsOver, TimeIsUp, StandIn, PassOn)
ORDERS = (
    AskPause,
    DeclinePause,
    EndPause,
    TakeHoliday,
    ShortenHoliday,
    ComeBack,
    Claim,
    *HOUSE_ONLY,
)
BESIDE_THE_GAME = (
    PauseAsked,
    PauseDeclined,
    PauseAgreed,
    PauseEnding,
    PauseEnded,
    HolidayTaken,
    HolidayShortened,
    CameBack,
    TimeWasUp,
    SeatPassedOn,
)
"""Acts of the clock that leave the position unchanged."""
EVENTS = (*BESIDE_THE_GAME, StoodIn, Claimed)


def is_beside(move: Any) -> bool:
    """Return true if a move is an act of the clock alone. Such a move makes no pending
    order outdated and is never taken back.
    """
    return bool(move.events) and all(isinstance(event, BESIDE_THE_GAME) for event in move.events)


# ---------------------------------------------------------------------- decisions
def decide(  # noqa: C901 - a case for each order
    clock: Clock,
    seats: Mapping[str, str],
    order: Order,
    seat: str,
    late: Sequence[str],
    playing: Sequence[str],
) -> Sequence[Event]:
    """Events of an order about the clock. Raises `Refused`. `StandIn` and the removal of sides are
    decided in `table`. The time of the seats in `late` is up; `playing` are the sides still in
    play.
    """
    insist(None if isinstance(order, PassOn) else a_clock(clock))
    side = seats.get(seat, "")
    match order:
        case PassOn():
            return (SeatPassedOn(seat),)
        case AskPause(days):
            insist(pause_possible(clock, side, days))
            agreed = clock.pause_days == days and {*clock.pause_by, side} >= set(playing)
            return (PauseAgreed(days),) if agreed else (PauseAsked(side, days),)
        case DeclinePause():
            insist(pause_asked_for(clock))
            return (PauseDeclined(side),)
        case EndPause():
            insist(pause_on(clock))
            return (PauseEnding(side, NOTICE),)
        case PauseIsOver():
            insist(None if clock.pause else pause_on(clock))
            return (PauseEnded(),)
        case TakeHoliday(first, days):
            insist(within_allowance(clock, seat, first, days))
            return (HolidayTaken(seat, first, days),)
        case ShortenHoliday(first, days):
            insist(shorter(clock, seat, first, days))
            return (HolidayShortened(seat, first, days),)
        case ComeBack():
            insist(is_away(clock, seat))
            return (CameBack(seat),)
        case TimeIsUp(deadline):
            return (TimeWasUp(seat, deadline),)
        case Claim(what):
            insist(may_claim(what, side, late, seats, playing))
            return (Claimed(side, what, in_time(late, seats, playing) if what == "win" else ()),)
    raise TypeError(order)


def evolve(clock: Clock, event: Event) -> Clock:
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


# ---------------------------------------------------------------------- the rules
def kept_by_a_clock(terms: Terms) -> list[Refusal]:
    """CAR-CLK-01: a clock names a time that can be kept, and a consequence; returns all faults."""

    def wrong(en: str, es: str, **facts: Any) -> Refusal:
        return no("CAR-CLK-01", en, es, **facts)

    found = []
    if terms.kind not in KINDS or terms.then not in CONSEQUENCES or terms.per not in PER:
        found.append(wrong("There is no such clock.", "No existe ese reloj."))
    if terms.kind in ("each", "bank") and not 1 <= terms.days <= MOST_DAYS:
        found.append(
            wrong(
                "A clock gives 1 to {most} days.", "Un reloj da de 1 a {most} días.", most=MOST_DAYS
            )
        )
    if terms.kind == "bank" and not LEAST_MORE <= terms.more <= MOST_MORE:
        found.append(
            wrong(
                "Each decision gives {least} to {most} hours back.",
                "Cada decisión devuelve de {least} a {most} horas.",
                least=LEAST_MORE,
                most=MOST_MORE,
            )
        )
    if terms.kind == "hour" and not is_hour(terms.hour):
        found.append(
            wrong(
                "The hour of the day is written like 21:00.",
                "La hora del día se escribe como 21:00.",
            )
        )
    if not 0 <= terms.grace <= MOST_GRACE:
        found.append(
            wrong(
                "The grace is {most} hours at most.",
                "La cortesía es de {most} horas como mucho.",
                most=MOST_GRACE,
            )
        )
    if not 0 <= terms.holidays <= MOST_HOLIDAYS:
        found.append(
            wrong(
                "There are {most} days of holiday at most.",
                "Hay {most} días de vacaciones como mucho.",
                most=MOST_HOLIDAYS,
            )
        )
    return found


def is_hour(text: str) -> bool:
    """Return true for a time of day such as "21:00"."""
    hours, colon, minutes = text.partition(":")
    parts = (hours, minutes)
    return (
        bool(colon)
        and all(len(part) == 2 and part.isascii() and part.isdigit() for part in parts)
        and int(hours) < 24
        and int(minutes) < 60
    )


def a_clock(clock: Clock) -> Refusal | None:
    """CAR-CLK-02: pauses, holidays and claims belong to a game with a clock."""
    return (
        None
        if clock.terms.runs
        else no("CAR-CLK-02", "This game has no clock.", "Esta partida no tiene reloj.")
    )


def pause_possible(clock: Clock, side: str, days: int) -> Refusal | None:
    """CAR-CLK-03: a pause begins when every side has asked for the same number of days, while none
    is on.
    """
    if clock.pause:
        return no("CAR-CLK-03", "The clock is paused already.", "El reloj ya está en pausa.")
    if not 1 <= days <= LONGEST_PAUSE:
        return no(
            "CAR-CLK-03",
            "A pause lasts 1 to {most} days.",
            "Una pausa dura de 1 a {most} días.",
            most=LONGEST_PAUSE,
        )
    if side in clock.pause_by and days == clock.pause_days:
        return no("CAR-CLK-03", "You have asked for this pause.", "Ya has pedido esa pausa.")
    return None


def pause_asked_for(clock: Clock) -> Refusal | None:
    """CAR-CLK-04: a pause is declined or withdrawn only while one is requested."""
    return (
        None
        if clock.pause_by
        else no("CAR-CLK-04", "Nobody asks for a pause.", "Nadie ha pedido una pausa.")
    )


def pause_on(clock: Clock) -> Refusal | None:
    """CAR-CLK-05: either side ends a pause, a day ahead; otherwise it ends by itself."""
    if clock.pause == "on":
        return None
    if clock.pause:
        return no("CAR-CLK-05", "The pause is about to end.", "La pausa está a punto de acabar.")
    return no("CAR-CLK-05", "The clock is not paused.", "El reloj no está en pausa.")


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
        else no("CAR-CLK-08", "Nobody plays in your place.", "Nadie juega en tu lugar.")
    )


def by_the_house(order: Order) -> Refusal | None:
    """CAR-CLK-09: only the server records that a time is up or that a seat is passed on."""
    if isinstance(order, PassOn):
        return no(
            "CAR-CLK-09",
            "A seat is passed on to somebody who is named and accepts.",
            "Un asiento se cede a alguien con nombre que lo acepta.",
        )
    if isinstance(order, HOUSE_ONLY):
        return no(
            "CAR-CLK-09",
            "Only the house says that a time is up.",
            "Solo la casa dice que un tiempo se ha acabado.",
        )
    return None


def without(clock: Clock, side: str) -> Clock:
    """Clock after a side has left: its request for a pause no longer counts."""
    asked = tuple(one for one in clock.pause_by if one != side)
    return msgspec.structs.replace(
        clock, pause_by=asked, pause_days=clock.pause_days if asked or clock.pause else 0
    )


def in_time(
    late: Sequence[str], seats: Mapping[str, str], playing: Sequence[str]
) -> tuple[str, ...]:
    """Sides in play without a late seat."""
    behind = {seats[seat] for seat in late}
    return tuple(side for side in playing if side not in behind)


def may_claim(
    what: str, side: str, late: Sequence[str], seats: Mapping[str, str], playing: Sequence[str]
) -> Refusal | None:
    """CAR-CLK-10: a side may claim against a late one. With other sides in time it may only remove
    the late ones.
    """
    if what not in CLAIMS:
        return no(
            "CAR-CLK-10",
            "The win, a draw or the end of the game can be claimed.",
            "Se puede reclamar la victoria, unas tablas o el final.",
        )
    if not any(seats[seat] != side and seats[seat] in playing for seat in late):
        return no("CAR-CLK-10", "Nobody's time is up.", "A nadie se le ha acabado el tiempo.")
    if what in ("win", "remove") and any(seats[seat] == side for seat in late):
        return no(
            "CAR-CLK-10",
            "The time of your own side is up too.",
            "A tu bando también se le ha acabado el tiempo.",
        )
    others_in_time = any(one != side for one in in_time(late, seats, playing))
    if others_in_time and what != "remove":
        return no(
            "CAR-CLK-10",
            "Other sides are in time: only the late side can be removed.",
            "Hay otros bandos a tiempo: solo se puede retirar al que se ha retrasado.",
        )
    if not others_in_time and what == "remove":
        return no(
            "CAR-CLK-10",
            "No third side is left: claim the win instead.",
            "No queda un tercer bando: reclama la victoria.",
        )
    return None
