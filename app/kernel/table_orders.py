"""Orders and events of a table that are the same for every game.

They are recorded beside those of the box. Server orders come from the server only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.kernel import battle_armies, battle_results, clock_orders
from app.kernel.clock_terms import Terms
from app.kernel.contract import Event, Order, Setup
from app.kernel.correction_orders import REVIEW_EVENTS, REVIEW_ORDERS, Corrected, CorrectMove
from app.kernel.refusal import Refusal, no

if TYPE_CHECKING:
    from app.kernel.record import Move


class Begin(Order, frozen=True, tag="begin", omit_defaults=True):
    """Server order that begins the game once every seat is taken. `clock` is None without a
    clock.
    """

    setup: Setup
    clock: Terms | None = None


class Concede(Order, frozen=True, tag="concede"):
    """Surrender of the seat's side."""


class OfferDraw(Order, frozen=True, tag="offer_draw"):
    """Offer of a draw; agreement if all sides offer one."""


class DeclineDraw(Order, frozen=True, tag="decline_draw"):
    """Refusal of the offered draw, or withdrawal of the own offer."""


class TakeBack(Order, frozen=True, tag="take_back"):
    """Undo of the seat's last move."""


class TakeSeat(Order, frozen=True, tag="take_seat"):
    """Server order: a new player takes the next seat and enters the game by the box's `order`."""

    order: Any


class LeaveSeat(Order, frozen=True, tag="leave_seat", omit_defaults=True):
    """Departure from a game with open seats. The seat closes for good. With `successor`, the seat
    of another player closes instead, and that player takes over this one.
    """

    successor: str = ""


class ByReferee(Order, frozen=True, tag="by_referee", omit_defaults=True):
    """Server order: an `order` of the referee. `plays` are the seats that this referee holds, so
    that decisions in a player's own matter are marked.
    """

    order: Any
    plays: tuple[str, ...] = ()


class AnswerAhead(Order, frozen=True, tag="answer_ahead"):
    """Server order: an `order` that the seat gave in advance by its conditional orders on this
    topic.

    It is recorded when the question comes.
    """

    order: Any
    topic: str


class SaidMeanwhile(Order, frozen=True, tag="said_meanwhile"):
    """Server order: an `order` together with the answers in advance that were given since the last
    move.

    `said` has the answers by seat and topic (`kernel.conditional_orders`).
    """

    order: Any
    said: dict[str, dict[str, str]]


class Began(Event, frozen=True, tag="began", omit_defaults=True):
    """First event of a game."""

    setup: Setup
    clock: Terms | None = None


class Conceded(Event, frozen=True, tag="conceded", omit_defaults=True):
    """Event: a side conceded. If `ends` is false, the game continues without the side."""

    side: str
    winners: tuple[str, ...]
    ends: bool = True


class SideRemoved(Event, frozen=True, tag="side_removed", omit_defaults=True):
    """Event: a side is out of the game because its time was up. Fields as in `Conceded`."""

    side: str
    winners: tuple[str, ...] = ()
    ends: bool = False


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    side: str


class DrawDeclined(Event, frozen=True, tag="draw_declined"):
    side: str


class DrawAgreed(Event, frozen=True, tag="draw_agreed"):
    """Event: all sides agreed to end. `winners` follow the rules of the game; none means a draw."""

    winners: tuple[str, ...] = ()


class SeatGaveUp(Event, frozen=True, tag="seat_gave_up"):
    """Event: the player of this seat gave up. The other players of the side play on."""

    seat: str


class AnsweredFor(Event, frozen=True, tag="answered_for"):
    """Event: the events that follow answer a decision of this seat, by another one of its side."""

    seat: str


class SeatOpened(Event, frozen=True, tag="seat_opened"):
    """Event: a new player has this seat, which is a side."""

    seat: str
    side: str


class SeatClosed(Event, frozen=True, tag="seat_closed"):
    """Event: the player of this seat has left the game for good."""

    seat: str


class SeatsExchanged(Event, frozen=True, tag="seats_exchanged"):
    """Event: the players of these two seats have exchanged them."""

    seat: str
    other: str


class RefereePlays(Event, frozen=True, tag="referee_plays"):
    """Event: the referee of the events that follow holds these seats."""

    plays: tuple[str, ...]


class AnsweredAhead(Event, frozen=True, tag="answered_ahead"):
    """Event: the seat decided the events that follow in advance."""

    seat: str
    topic: str


class TakenBack(Event, frozen=True, tag="taken_back"):
    """Event: moves after number `to` no longer count."""

    to: int
    seat: str


ORDERS = (
    Begin,
    Concede,
    OfferDraw,
    DeclineDraw,
    TakeBack,
    TakeSeat,
    LeaveSeat,
    ByReferee,
    AnswerAhead,
    SaidMeanwhile,
    CorrectMove,
    *REVIEW_ORDERS,
    *battle_results.ORDERS,
    battle_armies.ReportArmy,
    *clock_orders.ORDERS,
)
EVENTS = (
    Began,
    Conceded,
    SideRemoved,
    DrawOffered,
    DrawDeclined,
    DrawAgreed,
    TakenBack,
    AnsweredAhead,
    SeatGaveUp,
    AnsweredFor,
    Corrected,
    *REVIEW_EVENTS,
    *battle_results.EVENTS,
    battle_armies.ArmyReported,
    SeatOpened,
    SeatClosed,
    SeatsExchanged,
    RefereePlays,
    *clock_orders.EVENTS,
)
PLATFORM_EVENTS = frozenset(EVENTS)
WITHOUT_SEAT = (
    *battle_results.ORDERS,
    battle_armies.ReportArmy,
    *clock_orders.SERVER_ONLY,
    TakeSeat,
)
"""Server orders that need no seat of the game."""
AMONG_SIDES = (
    Concede,
    LeaveSeat,
    OfferDraw,
    DeclineDraw,
    clock_orders.AskPause,
    clock_orders.DeclinePause,
    clock_orders.EndPause,
    clock_orders.Claim,
)
"""Orders of the sides in play about the game as a whole."""


def server_only_refusal(order: Order) -> Refusal | None:
    """CAR-STO-03: only the server records that an answer was given in advance."""
    if isinstance(order, (AnswerAhead, SaidMeanwhile)):
        return no(
            "CAR-STO-03",
            "Only the server records answers given in advance.",
            "Solo el servidor registra las respuestas dadas por adelantado.",
        )
    if isinstance(order, (*battle_results.ORDERS, battle_armies.ReportArmy)):
        return battle_results.from_server_only()
    if isinstance(order, ByReferee):
        return no(
            "CAR-REF-01",
            "Only a referee of this game decides for the referee.",
            "Por el árbitro solo decide un árbitro de esta partida.",
        )
    if isinstance(order, TakeSeat):
        return no(
            "CAR-SEA-03",
            "A seat is taken by a player without one.",
            "Un asiento lo ocupa un jugador que no tiene ninguno.",
        )
    return clock_orders.server_only_refusal(order)


def is_ahead(move: Move) -> bool:
    """Return true if a move was decided in advance."""
    return any(isinstance(event, AnsweredAhead) for event in move.events)


def decides_something(move: Move) -> bool:
    """Return true if a move decides something in the game itself."""
    return any(type(event) not in PLATFORM_EVENTS for event in move.events)
