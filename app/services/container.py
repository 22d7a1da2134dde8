"""Container of the services: game registry, store, change notifier, and state kept in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.kernel.contract import Game
from app.services.background_worker import BackgroundWorker
from app.services.errors import NoSuchGame
from app.services.failed_attempts import AttemptCounter, Counter
from app.services.notify.change_notifier import (
    CLUB_CHAT,
    LISTS,
    PLAYER_CHAT,
    SHOWN,
    WAITING,
    Change,
    ChangeNotifier,
    MemoryNotifier,
    PostgresNotifier,
)
from app.services.notify.delivery_channels.mail import DeliverySettings
from app.services.people.login_cache import CheckedLogin, LoginCache, find_game_for
from app.services.rate_limit import RateLimiter
from app.services.server_clock import CLOCK, current_datetime
from app.services.watch import broadcast_delay
from app.services.watch.history_cache import HistoryCache
from app.services.watch.list_changes import ListChanges
from app.services.watch.presence import Presence
from app.store import records
from app.store.transactions import Store, UnitOfWork

if TYPE_CHECKING:
    from app.services.shared_attempts import SharedStore

ATTEMPT_SECONDS = 900.0
"""Time in which failed attempts at passwords and codes are counted together."""


class Services:
    """Dependencies of all functions of this package. There is one instance per server process."""

    def __init__(self, shelf: Mapping[str, Game], store: Store, notifier: ChangeNotifier):
        self.shelf, self.store, self.notifier = shelf, store, notifier
        self.presence = Presence(notifier)
        self.histories, self.logins = HistoryCache(), LoginCache()
        self.lists = ListChanges()
        notifier.changed = self.hear
        store.on_act = lambda: notifier.publish(0, 0, LISTS)
        self.attempts: Counter = AttemptCounter(within=ATTEMPT_SECONDS)
        self.limits = RateLimiter()
        self.shared: SharedStore | None = None
        # accounts that must have a second factor (app/services/people/second_factor.py)
        self.demands = "offered"
        self.looked_at: dict[int, float] = {}
        self.post = DeliverySettings()
        self.workers: tuple[BackgroundWorker, ...] = ()  # set by `workers.start_workers`

    def hear(self, changes: Sequence[Change]) -> None:
        """Give the changes of all processes to the caches. No copy of the database may answer
        without them.
        """
        if self.store.replica:
            self.store.replica.note_change()
        self.logins.hear(changes)
        self.lists.hear(changes)

    def share_counters(self, url: str) -> None:
        """Count failed attempts together with all processes of this Valkey or Redis. The rate
        limits are made by `RateLimiter`.
        """
        from app.services.shared_attempts import SharedStore  # noqa: PLC0415 loads redis

        self.shared = SharedStore(url)
        self.attempts = self.shared.counter("attempts", ATTEMPT_SECONDS)

    @classmethod
    def open(
        cls,
        shelf: Mapping[str, Game],
        database_url: str,
        valkey_url: str = "",
        replica_url: str = "",
    ) -> Services:
        """Open the services on a database. Several processes on Postgres notify each other over the
        message store at `valkey_url`, or over Postgres without one. Anonymous visitors read the
        copy of the database at `replica_url`.

        Raises `app.store.engine.UnsafeDatabase` if the database could lose a move.
        """
        store = Store(database_url, replica_url)
        CLOCK.follow(store)

        def last(number: int, what: str) -> int:
            """Read the last number of a topic of a game or a user.

            Topics of a game: moves, shown moves, player chat of each side, spectator chat, count of
            spectators.
            Topic of a club: its chat.
            Topics of a user: number of ended log-ins, time of the last move in the user's games.
            """
            if what == "watching":
                return services.presence.told(number)
            if what.startswith(PLAYER_CHAT):
                with store.read() as work:
                    return work.chat_messages.count(number, what.removeprefix(PLAYER_CHAT))
            if what == WAITING:
                with store.read() as work:
                    return milliseconds(work.seats.last_change_for(number))
            with store.read() as work:
                asked = {
                    "moves": work.games.last_number,
                    "logins": work.users.count_ended_logins,
                    SHOWN: lambda of: services.last_shown(work, of),
                    "remarks": work.remarks.news_count,
                    CLUB_CHAT: work.club_messages.news_count,
                }
                return asked[what](number)

        services = cls(shelf, store, notifier_for(store, last, valkey_url))
        return services  # the change notifier calls `last` through it

    def close(self) -> None:
        """Stop the workers, then close the change notifier and the database."""
        for worker in self.workers:
            worker.stop()
        self.presence.stop()
        self.notifier.close()
        self.store.close()
        if self.shared is not None:
            self.shared.close()

    def wake_worker(self, name: str) -> None:
        """Let a worker of this process begin its next round now."""
        for worker in self.workers:
            if name == worker.NAME:
                worker.wake()

    def box(self, game: records.Game) -> Game:
        """Box of a game. Raises `NoSuchGame` if the box is no longer in the registry."""
        try:
            return self.shelf[game.box]
        except KeyError:
            raise NoSuchGame from None

    def find(self, work: UnitOfWork, address: int | str) -> records.Game:
        """Game at this address; raises `NoSuchGame`."""
        return require_game(work.games.find_game(address))

    def find_for(
        self,
        work: UnitOfWork,
        address: int | str,
        user_id: int | None,
        cached: CheckedLogin | None = None,
    ) -> tuple[records.Game, tuple[records.Seat, ...]]:
        """Game with its seats for a reader, whose rights remain to be checked; raises `NoSuchGame`,
        and `LoginEnded` for a cached log-in.

        A missing game costs a reader the same statements as a private one by number.
        """
        if user_id is None:
            known = require_game(work.known_games.find_game(address))
            return known, work.seats.for_game(known.id)
        game = find_game_for(work, address, cached) if cached else work.games.find_game(address)
        seats = work.seats.for_game(game.id if game else 0)
        if game is None:
            work.former.last_of_user(0, user_id)
        return require_game(game), seats

    def last_shown(self, work: UnitOfWork, game_id: int) -> int:
        """Number of the last move that users without a seat may see."""
        game = work.games.find_game(game_id)
        return (
            broadcast_delay.last_public_move(game, self.histories.of(work, self.box(game), game))
            if game is not None
            else 0
        )

    def ping(self) -> None:
        """Send a small query to the database; raises if it does not answer."""
        with self.store.read() as work:
            work.games.last_number(0)

    def publish_moves(self, game_id: int, number: int) -> None:
        """Notify waiting tasks that move `number` is the last one, as `publish_move` does. The
        players are read from the database.
        """
        with self.store.read() as work:
            game, users = work.games.find_game(game_id), work.seats.users_of(game_id)
        self.publish_move(game_id, number, users if game else (), game.moved_at if game else "")

    def publish_move(self, game_id: int, number: int, users: Iterable[int], moved_at: str) -> None:
        """Notify waiting tasks that move `number` is the last one: those that follow the game, and
        those that count the decisions of its players. Called after the commit.
        """
        changes = [(game_id, number, "moves")]
        changes += [(user_id, milliseconds(moved_at), WAITING) for user_id in users]
        self.notifier.publish_all(changes)

    def note_view(self, game_id: int) -> None:
        self.looked_at[game_id] = time.monotonic()


def notifier_for(store: Store, last: Callable[[int, str], int], valkey_url: str) -> ChangeNotifier:
    """Notifier of changes: SQLite has one process, Postgres may have a message store beside it."""
    if store.is_sqlite:
        return MemoryNotifier(last)
    if valkey_url:
        from app.services.notify.valkey_notifier import ValkeyNotifier  # noqa: PLC0415 loads redis

        return ValkeyNotifier(last, store.engine, valkey_url)
    return PostgresNotifier(last, store.engine)


def require_game(game: records.Game | None) -> records.Game:
    if game is None:
        raise NoSuchGame
    return game


def require_account(user: records.User | None) -> records.User:
    if user is None:
        raise NoSuchGame
    return user


def current_time() -> str:
    """Time of the database as it is recorded: ISO 8601 in UTC, to the millisecond."""
    return current_datetime().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(moment: str) -> int:
    """Recorded time in milliseconds since 1970; 0 for ""."""
    return round(datetime.fromisoformat(moment).timestamp() * 1000) if moment else 0
