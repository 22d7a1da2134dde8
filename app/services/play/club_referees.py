"""Acts of a referee of the club in its contests and campaigns (CAR-CLB-52)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from app.kernel.contract import Card, Order
from app.kernel.correction_orders import AnswerReview, CorrectMove
from app.kernel.decider_names import deciders_name
from app.kernel.offers import Offer
from app.kernel.record import Move
from app.kernel.refusal import Refusal, no
from app.kernel.seats import Viewer
from app.services.people.permissions import player_seat_of, referee_seat_of
from app.store import records

RESULT_KINDS = frozenset({"enter_result", "confirm_result", "dispute_result", "decide"})
"""Kinds of order about results in contests and campaigns."""


def judges_only(seats: Sequence[records.Seat], user_id: int | None) -> bool:
    """Return true for a referee of the club who does not organise the game."""
    may_judge = referee_seat_of(seats, user_id, judging=True) is not None
    return may_judge and referee_seat_of(seats, user_id) is None


def desk_viewer(seats: Sequence[records.Seat], user_id: int | None) -> Viewer | None:
    """Viewer at the desk of the referees; None for a user who does not decide there."""
    seat, own = referee_seat_of(seats, user_id, judging=True), player_seat_of(seats, user_id)
    if seat is None:
        return None
    plays = (own.seat,) if own else ()
    return Viewer(seat.seat, seat.side, plays=plays, judges=judges_only(seats, user_id))


def judging_refusal(
    card: Card,
    seats: Sequence[records.Seat],
    seat: records.Seat,
    order: Order,
    moves: Sequence[Move],
) -> Refusal | None:
    """CAR-CLB-52: Refusal of an order that a referee of the club does not give."""
    if not seat.is_of_referees or not judges_only(seats, seat.user_id):
        return None
    if isinstance(order, AnswerReview) or kind_of(order) in RESULT_KINDS:
        return None
    if isinstance(order, CorrectMove) and 0 < order.move <= len(moves):
        kinds = [kind_of(msgspec.json.decode(moves[order.move - 1].order))]
        kinds += [kind_of(order.instead)] if order.instead is not None else []
        if set(kinds) <= RESULT_KINDS:
            return None
    return no(
        "CAR-CLB-52",
        "A referee of the club decides disputes and corrects results. The {deciders} do this.",
        "El arbitraje del club decide disputas y corrige resultados. Esto lo hacen los {deciders}.",
        deciders=deciders_name(card),
    )


def kind_of(order: Any) -> str:
    """Kind of an order in its stored form, also of one that a referee gave."""
    known = msgspec.to_builtins(order)
    inner = known.get("order")
    return kind_of(inner) if isinstance(inner, dict) else str(known.get("kind", ""))


def offers_for(
    seats: Sequence[records.Seat], user_id: int | None, offers: Iterable[Offer]
) -> tuple[Offer, ...]:
    """Offers of the desk that the user may take: those about results for a referee of the club."""
    if not judges_only(seats, user_id):
        return tuple(offers)
    return tuple(one for one in offers if kind_of(one.order) in RESULT_KINDS)
