"""Acts with the values of the browsers for the dice: pledge, reveal, and the end of a round."""

from __future__ import annotations

import logging

import msgspec

from app.kernel.dice_pledges import is_pledge, with_revealed
from app.kernel.refusal import refuse_if
from app.services.background_worker import SECOND, BackgroundWorker
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat, badly_shaped
from app.services.people.permissions import may_view, may_watch, player_seat_of
from app.services.play import lobby
from app.services.play.dice_rounds import (
    check_pledge,
    early_refusal,
    end_round,
    missing_seats,
    open_round_refusal,
    round_of,
    wrong_value_refusal,
)
from app.services.watch.dice_page import public_pledges
from app.store import records
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
BEGUN = 3  # number of the round once the game has begun


class Exchange(msgspec.Struct, frozen=True):
    """Public state of the pledges of a table, for the script or program of a player.

    `round` is 0 while pledges are taken, then 1 or 2, and 3 once the game has begun. `pledges` are
    those of all seats in order, "" for a seat without a browser. `waits` is true while the value
    of the viewer's seat is missing.
    """

    round: int
    commitment: str
    pledges: tuple[str, ...]
    mine: str = ""
    waits: bool = False


def load_exchange(services: Services, address: int | str, user_id: int | None) -> Exchange:
    """State of the pledges for a viewer; raises `NoSuchGame`."""
    with services.store.read() as work:
        game = services.find(work, address)
        seats, former = work.seats.for_game(game.id), work.former.last_of_user(game.id, user_id)
    if not may_view(game, seats, user_id, address, former):
        raise NoSuchGame
    mine = player_seat_of(seats, user_id)
    number = round_of(game, seats) if game.status == "open" else BEGUN
    pledge = mine.pledge if mine is not None and is_pledge(mine.pledge) else ""
    waits = mine is not None and number in (1, 2) and mine in missing_seats(game, seats)
    return Exchange(number, game.commitment, public_pledges(seats), pledge, waits)


def give_pledge(services: Services, address: int | str, user_id: int, pledge: str) -> None:
    """Store the pledge of the user's browser at a table that waits for players. It stays until the
    seat is left. Raises `Malformed`, `NotYourSeat` and `Refused`.
    """
    check_pledge(pledge)
    with services.store.write() as work:
        game, _, mine = _locked(work, address, user_id)
        refuse_if(open_round_refusal(game))
        if game.status == "open" and not is_pledge(mine.pledge):
            work.seats.update_seat(game.id, mine.seat, pledge=pledge, added="")
            work.commit()


def reveal_value(services: Services, address: int | str, user_id: int, value: str) -> records.Game:
    """Store the next value of the user's browser; the game begins with the last one.

    A value that is on record already changes nothing. Raises `NotYourSeat` and `Refused`.
    """
    with services.store.write() as work:
        game, seats, mine = _locked(work, address, user_id)
        if value in mine.added.split(" ") or game.status != "open":
            return game
        refuse_if(early_refusal(game, seats) or wrong_value_refusal(mine, value))
        if mine not in missing_seats(game, seats):
            raise badly_shaped("no value of this seat is missing")
        added = with_revealed(mine.pledge, mine.added, value)
        work.seats.update_seat(game.id, mine.seat, added=added)
        work.seats.mark_owing(game.id, _others_missing(work, game))
        return lobby.begun_if_full(services, work, game.id)


def _others_missing(work: UnitOfWork, game: records.Game) -> set[str]:
    return {one.seat for one in missing_seats(game, work.seats.for_game(game.id))}


def _locked(
    work: UnitOfWork, address: int | str, user_id: int
) -> tuple[records.Game, tuple[records.Seat, ...], records.Seat]:
    game = require_game(work.games.lock_game(address))
    seats = work.seats.for_game(game.id)
    if not may_watch(game, seats, user_id, address):
        raise NoSuchGame
    mine = player_seat_of(seats, user_id)
    if mine is None:
        raise NotYourSeat
    return game, seats, mine


# ---------------------------------------------------------------------- end of a round
class DiceWorker(BackgroundWorker):
    """Worker that ends the rounds of tables whose time is up. Several processes may run it: each
    act locks its table and looks again.
    """

    NAME, REST = "dice", 60.0
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services

    def round(self) -> float:
        """End all rounds whose time is up."""
        with self._services.store.read() as work:
            found = work.waiting_tables.silent(current_time())
        for game_id in found:
            try:
                end_round_of(self._services, game_id)
            except DatabaseUnavailable:
                raise
            except Exception:  # one table must not keep the others
                log.exception("the round of table %s could not be ended", game_id)
        return self.REST


def end_round_of(services: Services, game_id: int) -> None:
    """End the round of a table if its time is up, and begin the game if no further round opens."""
    with services.store.write() as work:
        game = work.games.lock_game(game_id)
        if game is None or game.status != "open" or not "" < game.reveal_by <= current_time():
            return
        end_round(work, services.box(game), game, work.seats.for_game(game.id))
        lobby.begun_if_full(services, work, game.id)
