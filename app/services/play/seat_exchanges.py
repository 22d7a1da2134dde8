"""Seats that two players exchange in one move, because one of them leaves and names a successor.

Both seats change in the transaction of the move. The seat of the successor closes in the same move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.kernel import record, table_decisions
from app.kernel.contract import Order
from app.kernel.dice import LoadedDice
from app.kernel.record import Move
from app.kernel.refusal import Refusal, no
from app.kernel.table_orders import LeaveSeat, SeatsExchanged
from app.services.container import current_time
from app.services.play.recorded_moves import append_move
from app.services.time import holidays
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


class ExchangedSeats(msgspec.Struct, frozen=True):
    """Seats of a game after a move, and the history with a further move for them. `moved` are users
    with another seat now, each with the number of their ended streams.
    """

    seats: tuple[records.Seat, ...]
    history: History
    moved: tuple[tuple[int, int], ...] = ()


def absent_successor_refusal(
    work: UnitOfWork, seats: Sequence[records.Seat], order: Order
) -> Refusal | None:
    """Refusal of a successor whose seat has no user, or a suspended one (CAR-SEA-07)."""
    if not isinstance(order, LeaveSeat) or not order.successor:
        return None
    seat = next((one for one in seats if one.seat == order.successor), None)
    user = work.users.find_user(seat.user_id) if seat is not None and seat.user_id else None
    if user is not None and not user.suspended:
        return None
    return no(
        "CAR-SEA-07",
        "This player cannot take over your seat now.",
        "Ese jugador no puede ocupar ahora tu asiento.",
    )


def exchange_seats(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    move: Move,
) -> ExchangedSeats:
    """Give two seats to each other's players, if the move says so. The player who leaves becomes a
    former player of the own seat. The caller commits.
    """
    found = next(exchanges_in((move,)), None)
    if found is None:
        return ExchangedSeats(seats, history)
    leaving, successor = (
        next(one for one in seats if one.seat == seat) for seat in (found.seat, found.other)
    )
    work.former.add_former(
        records.FormerPlayer(
            game.id, leaving.seat, move.number, leaving.user_id, leaving.name or ""
        )
    )
    for seat in (leaving, successor):
        work.invitations.remove_seat(game.id, seat.seat)
    work.seats.update_seat(game.id, successor.seat, user_id=None)  # no user may hold two seats
    work.seats.update_seat(
        game.id, leaving.seat, user_id=successor.user_id, name=successor.name, bot=""
    )
    work.seats.update_seat(game.id, successor.seat, user_id=leaving.user_id, name=leaving.name)
    seats = work.seats.for_game(game.id)
    streams = work.logins.end_streams(successor.user_id) if successor.user_id is not None else 0
    moved = ((successor.user_id, streams),) if successor.user_id is not None else ()
    return ExchangedSeats(
        seats, with_ended_absence(work, game, seats, history, leaving.seat), moved
    )


def with_ended_absence(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    seat: str,
) -> History:
    """History in which holidays and absence of the former player of a seat end, if there are
    any.
    """
    clock = history.now.clock
    if seat not in clock.away and all(one != seat for one, _, _ in clock.holidays):
        return history
    order = holidays.passing_order(work, history, seats, seat, current_time())
    events = table_decisions.decide_on(
        history.box, history.now, order, seat, LoadedDice(), history.moves
    )
    move = Move(
        history.number + 1,
        seat,
        record.stored_order(order),
        tuple(events),
        (),
        f"seat:{seat}:{history.number}",
        history.moves[-1].made_at,
    )
    return append_move(work, game, history, move)


def exchanges_in(moves: Sequence[Move]) -> Iterator[SeatsExchanged]:
    """Exchanges of seats in these moves."""
    for move in moves:
        yield from (one for one in move.events if isinstance(one, SeatsExchanged))
