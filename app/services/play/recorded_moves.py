"""Moves as they are appended to the record, and the dice of a move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel import record
from app.kernel.dice import SeededDice, key_of
from app.kernel.open_seats import queued_sides
from app.kernel.record import Move
from app.kernel.table_orders import SeatClosed, SeatsExchanged
from app.services.watch.game_history import History
from app.store import records
from app.store.child_battles import ARMY, RESULT
from app.store.transactions import UnitOfWork

SERVER_COMMANDS = ("ahead:", ARMY, RESULT, "bot:", "claim:", "clock:", "join:", "left:", "seat:")
"""Prefixes of server commands. Clients may not use them, because each command counts once."""
CLOSED_SEAT = "—"
"""Name on a seat whose player has left."""


def append_move(
    work: UnitOfWork,
    game: records.Game,
    history: History,
    move: Move,
    step: str = "",
    made_by: int | None = None,
) -> History:
    """Append the move with its hash to the record; an archived game comes back first."""
    if game.is_archived:
        work.archives.bring_back(game.id)
    move = chained_move(history, move)
    work.moves.append_move(game.id, move, step, made_by)
    return history.and_then([move])


def chained_move(history: History, move: Move) -> Move:
    """Next move of a history as it is recorded, with its hash."""
    return record.chain_move(_as_written(move), history.head)


def _as_written(move: Move) -> Move:
    raw = {name: msgspec.Raw(record.to_json(getattr(move, name))) for name in ("events", "rolls")}
    return msgspec.structs.replace(move, **raw)


def close_seats(
    work: UnitOfWork,
    game: records.Game,
    seats: Sequence[records.Seat],
    history: History,
    first: int,
) -> tuple[tuple[int, int], ...]:
    """Close the seats that were left from move `first` on; their users become former players. A
    user who withdraws an entry before its effect does not, and may join again. A user who has named
    a successor is a former player of the other seat.

    Returns each user with the number of their ended streams.
    """
    found = []
    for move in history.moves[first - 1 :]:
        queued = queued_sides(history.box, history.tables[move.number - 1])
        passed_on = {one.other for one in move.events if isinstance(one, SeatsExchanged)}
        for event in move.events:
            if isinstance(event, SeatClosed):
                seat = next(one for one in seats if one.seat == event.seat)
                name = seat.name or ""
                if seat.side not in queued and seat.seat not in passed_on:
                    former = records.FormerPlayer(
                        game.id, seat.seat, move.number, seat.user_id, name
                    )
                    work.former.add_former(former)
                work.seats.update_seat(
                    game.id, seat.seat, user_id=None, name=CLOSED_SEAT, bot="", owes=False
                )
                if seat.user_id is not None:
                    found.append((seat.user_id, work.logins.end_streams(seat.user_id)))
    return tuple(found)


def dice_of_move(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    number: int,
    history: History | None = None,
) -> SeededDice:
    """Dice of a move, from the secret seed of the game. A history that knows the seed saves a
    query.
    """
    seed = (history.seed if history is not None else "") or work.games.seed_of(game.id)
    return SeededDice(key_of(seed, (seat.added for seat in seats)), number)
