"""Orders of referees, who decide for a seat that no user holds (`CAR-REF-…`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel import table_orders
from app.kernel.contract import Card, Order
from app.kernel.correction_orders import AnswerReview
from app.kernel.correction_reviews import own_decision
from app.kernel.decider_names import decider_name
from app.kernel.refusal import Refusal, refuse_if
from app.kernel.table_orders import ByReferee
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import may_watch, player_seat_of, referee_seat_of
from app.store import records
from app.store.transactions import UnitOfWork


def acting_seat(
    seats: Sequence[records.Seat], user_id: int | None, asked: str | None
) -> records.Seat | None:
    """Seat for which the user decides: the own one, or that of the referees if it is asked for.

    A referee without a seat needs not ask. None if the user may not decide for the asked seat.
    """
    judge, own = referee_seat_of(seats, user_id, judging=True), player_seat_of(seats, user_id)
    if judge is not None and (own is None or asked == judge.seat):
        own = msgspec.structs.replace(judge, user_id=user_id)
    return own if own is not None and asked in (None, own.seat) else None


def require_acting_seat(
    game: records.Game,
    seats: Sequence[records.Seat],
    address: int | str,
    user_id: int | None,
    asked: str | None,
) -> records.Seat:
    """Seat for which the user decides; raises `NotYourSeat`, and `NoSuchGame` for a hidden game."""
    held = acting_seat(seats, user_id, asked)
    if held is None:
        raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
    return held


def signed(
    work: UnitOfWork,
    game: records.Game,
    card: Card,
    order: Order,
    seat: records.Seat,
    seats: Sequence[records.Seat],
) -> Order:
    """CAR-REF-02: Order of a referee, with the seats that this user holds as a player; the order of
    any other seat as it is.
    """
    if not seat.is_of_referees:
        return order
    refuse_if(
        table_orders.server_only_refusal(order),
        own_review_refusal(work, game, card, order, seat.user_id),
    )
    played = player_seat_of(seats, seat.user_id)
    return ByReferee(msgspec.to_builtins(order), (played.seat,) if played else ())


def own_review_refusal(
    work: UnitOfWork, game: records.Game, card: Card, order: Order, user_id: int | None
) -> Refusal | None:
    """Refuse the review of a decision by the referee who made it."""
    if not isinstance(order, AnswerReview) or user_id is None:
        return None
    is_own = work.referees.author_of_move(game.id, order.move) == user_id
    return own_decision(order.move, decider_name(card)) if is_own else None


def with_referees(seats: Sequence[records.Seat]) -> tuple[records.Seat, ...]:
    """Seats for notifications: the referees' seat once for each referee without a seat."""
    players = {one.user_id for one in seats}
    found: list[records.Seat] = []
    for seat in seats:
        judges = [one.user_id for one in seat.referees if one.user_id not in players]
        found += [msgspec.structs.replace(seat, user_id=one) for one in judges] or [seat]
    return tuple(found)
