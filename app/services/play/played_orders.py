"""Results of orders, and the notification of waiting tasks after their commit."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.kernel.record import Move
from app.services.container import Services
from app.services.play import child_battles, rated_battles
from app.services.watch.game_history import History
from app.store import records


class PlayedOrder(msgspec.Struct, frozen=True):
    """Result of an order: its move, the history, and the seat that gave it.

    `repeated` is true if the command had already been recorded. `last` is the last move on record,
    which is later if conditional orders followed. `ends_battle`: it ends a child battle. `tables`
    are tables of battles that were closed or have begun. `kept`: it is no move; the server keeps it
    in secret, and `number` is that of the last move. `users` are the players and referees, and
    `moved_at` is the time of the move.
    """

    game_id: int
    number: int
    history: History
    seat: records.Seat
    repeated: bool = False
    over: bool = False
    last: int = 0
    ends_battle: bool = False
    closed: tuple[tuple[int, int], ...] = ()
    tables: tuple[tuple[int, int], ...] = ()
    kept: bool = False
    users: tuple[int, ...] = ()
    moved_at: str = ""

    @property
    def move(self) -> Move:
        return self.history.moves[self.number - 1]

    def told(self, services: Services) -> PlayedOrder:
        """Notify waiting tasks of the new move; call it after the commit."""
        if not (self.repeated or self.kept):
            services.publish_move(self.game_id, self.last, self.users, self.moved_at)
        if self.ends_battle:
            services.wake_worker(child_battles.WORKER)
        if self.over:
            services.wake_worker(rated_battles.WORKER)
        for table_id, last in self.tables:
            services.publish_moves(table_id, last)
        for user_id, ended in self.closed:
            services.notifier.publish(user_id, ended, "logins")
        return self


def repeated_order(
    game: records.Game, history: History, known: Move, seat: records.Seat
) -> PlayedOrder:
    """Answer to a command that is on record already."""
    return PlayedOrder(
        game.id,
        known.number,
        history,
        seat,
        repeated=True,
        over=game.status == "over",
        last=game.number,
    )


def users_of_seats(seats: Iterable[records.Seat]) -> tuple[int, ...]:
    """Players and referees of these seats, each once."""
    found: dict[int, None] = {}
    for seat in seats:
        for user_id in (seat.user_id, *(one.user_id for one in seat.referees)):
            if user_id is not None:
                found[user_id] = None
    return tuple(found)
