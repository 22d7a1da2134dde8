"""The club: a shelf of games, a store, a bell, and what is kept in memory beside them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime

from app.kernel.contract import Game
from app.services.errors import NoSuchGame
from app.services.failed_attempts import Attempts
from app.services.notify.change_notifier import SHOWN, Bell, MemoryBell, PostgresBell
from app.services.notify.delivery_channels.mail import Post
from app.services.rate_limit import Limits
from app.services.watch import broadcast_delay
from app.services.watch.game_history import Stories
from app.services.watch.presence import Stands
from app.store import records
from app.store.transactions import Store, Work


class Services:
    """Everything the functions of this package work with. One per server process."""

    def __init__(self, shelf: Mapping[str, Game], store: Store, bell: Bell):
        self.shelf, self.store, self.bell = shelf, store, bell
        self.stands = Stands(bell)
        self.stories = Stories()
        self.attempts = Attempts(within=900)
        self.limits = Limits()
        self.demands = (
            "offered"  # of whom a second factor is demanded (app/services/people/second_factor.py)
        )
        self.looked_at: dict[int, float] = {}
        self.bots, self.keeper = None, None
        self.post, self.postman = Post(), None

    @classmethod
    def open(cls, shelf: Mapping[str, Game], database_url: str) -> Services:
        """The club on this database; raises `app.store.engine.Unsafe` if it could lose a move."""
        store = Store(database_url)

        def last(number: int, what: str) -> int:
            """Of a game its moves, those that are shown, letters, or what is new in its hall or
            stands; of a user how often log-ins of his were ended.
            """
            if what == "watching":
                return services.stands.told(number)
            with store.read() as work:
                asked = {
                    "moves": work.games.number,
                    "letters": work.letters.last,
                    "logins": work.users.ended,
                    SHOWN: lambda of: services.last_shown(work, of),
                    "remarks": work.remarks.news,
                }
                return asked[what](number)

        services = cls(
            shelf, store, MemoryBell(last) if store.is_sqlite else PostgresBell(last, store.engine)
        )
        return services  # the bell asks it

    def start(self, demo: bool = False) -> None:
        """Let the bots play, the clocks run and the post go out; with `demo` there is always a game
        of bots to watch.
        """
        from app.services.notify.outbox_worker import Postman  # noqa: PLC0415 he writes what the club knows
        from app.services.play.bot_worker import Bots  # noqa: PLC0415 bots play through the club
        from app.services.time.deadline_worker import Keeper  # noqa: PLC0415 he decides through the club

        self.bots = Bots(self, demo)
        self.bots.start()
        self.postman = Postman(self)
        self.postman.start()
        self.keeper = Keeper(self)
        self.keeper.start()
        self.stands.start()

    def close(self) -> None:
        if self.bots is not None:
            self.bots.stop()
        if self.keeper is not None:
            self.keeper.stop()
        if self.postman is not None:
            self.postman.stop()
        self.stands.stop()
        self.bell.close()
        self.store.close()

    def box(self, game: records.Game) -> Game:
        """The box of a game; a game whose box has left the shelf is as good as none."""
        try:
            return self.shelf[game.box]
        except KeyError:
            raise NoSuchGame from None

    def find(self, work: Work, address: int | str) -> records.Game:
        """The game at this address; raises `NoSuchGame`."""
        return there(work.games.find(address))

    def last_shown(self, work: Work, game_id: int) -> int:
        """The last move of a game that somebody sees who has no seat."""
        game = work.games.find(game_id)
        return (
            broadcast_delay.shown(game, self.stories.of(work, self.box(game), game))
            if game is not None
            else 0
        )

    def ping(self) -> None:
        """Ask the ledger something small; raises if it does not answer."""
        with self.store.read() as work:
            work.games.number(0)

    def somebody_looks(self, game_id: int) -> None:
        self.looked_at[game_id] = time.monotonic()


def there(game: records.Game | None) -> records.Game:
    if game is None:
        raise NoSuchGame
    return game


def now() -> str:
    """The time as it stands on record: ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
