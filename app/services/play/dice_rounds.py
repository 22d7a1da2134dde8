"""Pledges of the browsers for the dice, and the rounds in which they reveal their values.

A table opens its first round when all seats are taken and the setup is complete. It begins when
each pledged seat has revealed. A seat that is silent until the end of the round is left out. The
other browsers then reveal their second values, which no player and no server could know before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from app.kernel.contract import Game
from app.kernel.dice_pledges import LEFT_OUT, is_pledge, revealed_count, with_revealed
from app.kernel.refusal import Refusal, no
from app.services.container import current_time
from app.services.errors import badly_shaped
from app.services.notify.dice_notifications import notify_of_values
from app.services.time.availability import parse_time, time_text
from app.store import records
from app.store.transactions import UnitOfWork

ROUND = timedelta(hours=12)
"""Length of a round, after which a silent browser is left out."""
CLOSED = "closed"
"""End of the rounds of a table that begins now with the values that it has."""


def round_of(game: records.Game, seats: Sequence[records.Seat]) -> int:
    """Number of the open round; 0 without one."""
    if game.reveal_by in ("", CLOSED):
        return 0
    return 2 if any(seat.added == LEFT_OUT for seat in pledged(seats)) else 1


def pledged(seats: Sequence[records.Seat]) -> list[records.Seat]:
    """Seats with a pledge of a browser."""
    return [seat for seat in seats if is_pledge(seat.pledge)]


def missing_seats(game: records.Game, seats: Sequence[records.Seat]) -> list[records.Seat]:
    """Seats whose value is missing in the open round."""
    wanted = round_of(game, seats)
    if not wanted:
        return []
    return [
        seat
        for seat in pledged(seats)
        if seat.added != LEFT_OUT and revealed_count(seat.added) < wanted
    ]


def open_round_refusal(game: records.Game) -> Refusal | None:
    """CAR-LOB-16: While values for the dice are revealed, the seats and choices of a table stay."""
    if not game.reveal_by or game.status != "open":
        return None
    return no(
        "CAR-LOB-16",
        "The players are revealing their values for the dice. Seats and choices stay as they are "
        "until the game begins.",
        "Los jugadores están revelando sus valores para los dados. Asientos y elecciones no "
        "cambian hasta que empiece la partida.",
    )


def early_refusal(game: records.Game, seats: Sequence[records.Seat]) -> Refusal | None:
    """A value is revealed once all seats are taken, never before (CAR-LOB-16)."""
    if round_of(game, seats):
        return None
    return no(
        "CAR-LOB-16",
        "Values for the dice are revealed once all seats are taken.",
        "Los valores para los dados se revelan cuando todos los asientos están ocupados.",
    )


def check_pledge(pledge: str) -> None:
    """Raise `Malformed` unless the text is a pledge."""
    if not is_pledge(pledge):
        raise badly_shaped("a pledge has two different hashes of 64 hex digits")


def wrong_value_refusal(seat: records.Seat, value: str) -> Refusal | None:
    """A revealed value has the hash that its browser has pledged (CAR-LOB-16)."""
    if with_revealed(seat.pledge, seat.added, value) is not None:
        return None
    return no(
        "CAR-LOB-16",
        "This value is not the one that was pledged for your seat.",
        "Ese valor no es el comprometido para tu asiento.",
    )


# ---------------------------------------------------------------------- rounds
def awaits_values(
    work: UnitOfWork, box: Game, game: records.Game, seats: Sequence[records.Seat]
) -> bool:
    """Return true if a complete table still waits for values; opens the first round if needed. The
    caller has locked the table, and commits.
    """
    if not game.reveal_by and pledged(seats):
        open_round(work, box, game, seats)
        return True
    return bool(missing_seats(game, seats))


def open_round(
    work: UnitOfWork, box: Game, game: records.Game, seats: Sequence[records.Seat]
) -> None:
    """Open the next round: its end, and a notification for each seat whose value is missing."""
    reveal_by = time_text(parse_time(current_time()) + ROUND)
    work.games.update_game(game.id, reveal_by=reveal_by)
    begun = msgspec.structs.replace(game, reveal_by=reveal_by)
    missing = missing_seats(begun, seats)
    notify_of_values(work, box, begun, missing, round_of(begun, seats))
    work.seats.mark_owing(game.id, {seat.seat for seat in missing})


def end_round(
    work: UnitOfWork, box: Game, game: records.Game, seats: Sequence[records.Seat]
) -> None:
    """End a round whose time is up. Silent browsers of the first round are left out, and the others
    owe their second values. After the second round the game begins with the values that it has.
    """
    is_first = round_of(game, seats) == 1
    if is_first:
        for seat in missing_seats(game, seats):
            work.seats.update_seat(game.id, seat.seat, added=LEFT_OUT)
        seats = work.seats.for_game(game.id)
    if is_first and missing_seats(game, seats):
        open_round(work, box, game, seats)
    else:
        work.games.update_game(game.id, reveal_by=CLOSED)


def forget_pledges(work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat]) -> None:
    """Drop all pledges of a table that loses a player while values are revealed. The browsers
    pledge new values, because the old ones are known.
    """
    if not game.reveal_by:
        return
    work.games.update_game(game.id, reveal_by="")
    for seat in pledged(seats):
        work.seats.update_seat(game.id, seat.seat, pledge="", added="", owes=False)
