"""Orders and events of the clock: pauses, holidays, claims and acts of the server."""

from __future__ import annotations

from typing import Any

from app.kernel.contract import Event, Order
from app.kernel.refusal import Refusal, no


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
    """Server order: another player takes over the seat.

    `holidays` are those of the former player that end: first day, and days until now.
    """

    holidays: tuple[tuple[str, int], ...] = ()


class Claim(Order, frozen=True, tag="claim"):
    """Claim because a side's time is up: "win", "draw" or "cancel" end the game. "remove" puts the
    late sides out of the game.
    """

    what: str


class ExtendTime(Order, frozen=True, tag="extend_time"):
    """Order of a referee: the seat has `days` more, from now on."""

    to: str
    days: int


class AnnounceAbsence(Order, frozen=True, tag="announce_absence"):
    """Order of a referee: a holiday of the player of seat `to`; `first` is an ISO date."""

    to: str
    first: str
    days: int


class PauseIsOver(Order, frozen=True, tag="pause_is_over"):
    """Server order: the clock runs again."""


class TimeIsUp(Order, frozen=True, tag="time_is_up"):
    """Server order: the seat's time is up, for the decision with this `clock_key`."""

    deadline: str
    decision: str = ""


class StandIn(Order, frozen=True, tag="stand_in"):
    """Server order: an `order` in place of the seat, whose time was up at `deadline`. `by` is
    "substitute", "seat", "hold", "absent" (default order in an announced absence) or "left".
    """

    order: Any
    by: str
    deadline: str
    decision: str = ""


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
    """Event: the time of a seat was up. `decision` is its `clock_key`, "" with one clock for
    all.
    """

    seat: str
    deadline: str
    decision: str = ""


class TimeExtended(Event, frozen=True, tag="time_extended"):
    seat: str
    days: int


class StoodIn(Event, frozen=True, tag="stood_in"):
    """Event: the server decided the events that follow, in answer to this `decision`."""

    seat: str
    by: str
    deadline: str
    decision: str = ""


class Claimed(Event, frozen=True, tag="claimed"):
    side: str
    what: str
    winners: tuple[str, ...] = ()


SERVER_ONLY = (PauseIsOver, TimeIsUp, StandIn, PassOn)
ORDERS = (
    AskPause,
    DeclinePause,
    EndPause,
    TakeHoliday,
    ShortenHoliday,
    ComeBack,
    Claim,
    ExtendTime,
    AnnounceAbsence,
    *SERVER_ONLY,
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
    TimeExtended,
)
"""Acts of the clock that leave the position unchanged."""
EVENTS = (*BESIDE_THE_GAME, StoodIn, Claimed)


def is_beside(move: Any) -> bool:
    """Return true if a move is an act of the clock alone. Such a move makes no pending
    order outdated and is never taken back.
    """
    return bool(move.events) and all(isinstance(event, BESIDE_THE_GAME) for event in move.events)


def server_only_refusal(order: Order) -> Refusal | None:
    """CAR-CLK-09: only the server records that a time is up or that a seat is passed on."""
    if isinstance(order, PassOn):
        return no(
            "CAR-CLK-09",
            "A seat is passed on to a named member who accepts.",
            "Un asiento se cede a un miembro concreto que lo acepta.",
        )
    if isinstance(order, SERVER_ONLY):
        return no(
            "CAR-CLK-09",
            "Only the server records that a player ran out of time.",
            "Solo el servidor registra que a un jugador se le ha acabado el tiempo.",
        )
    return None
