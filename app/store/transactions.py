"""Transactions, used as `with store.write() as work: ... work.commit()`. Without a commit nothing
is written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Generic, TypeVar

import sqlalchemy as sa

from app.store.api_tokens import Programs, Tokens
from app.store.clocks import Clocks, PlayingHours, Uptime
from app.store.conditional_orders import StandingOrders
from app.store.database_errors import away
from app.store.engine import open_engine
from app.store.moderation import Acts, Blocks, Complaints, MailedLinks
from app.store.outbox import Calendars, HouseKeys, Invitations, Outbox, Receivers, Wishes
from app.store.past_seats import FormerPlayers
from app.store.repositories import (
    Armies,
    Games,
    Letters,
    Logins,
    Moves,
    Reports,
    Seats,
    Users,
    Visits,
)
from app.store.row_counts import Counts
from app.store.sandboxes import Sandboxes
from app.store.second_factor import HalfLogins, SecondFactors
from app.store.spectator_chat import Notes, Remarks
from app.store.startup_checks import check_safe

L = TypeVar("L")


class Opened(Generic[L]):
    """Repository of a transaction, created at its first use."""

    def __init__(self, kind: Callable[[sa.Connection], L]):
        self._kind = kind

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, work: Work, _: type) -> L:
        ledger = work.__dict__[self._name] = self._kind(work._connection)  # noqa: SLF001 - a part of it
        return ledger


class Work:
    """Repositories on one transaction."""

    users, logins = Opened(Users), Opened(Logins)
    games, seats, moves = Opened(Games), Opened(Seats), Opened(Moves)
    letters, visits, reports = Opened(Letters), Opened(Visits), Opened(Reports)
    armies, standing_orders = Opened(Armies), Opened(StandingOrders)
    remarks, notes = Opened(Remarks), Opened(Notes)
    hours, clocks, uptime = Opened(PlayingHours), Opened(Clocks), Opened(Uptime)
    outbox, wishes, receivers = Opened(Outbox), Opened(Wishes), Opened(Receivers)
    invitations, calendars, house_keys = Opened(Invitations), Opened(Calendars), Opened(HouseKeys)
    tokens, programs = Opened(Tokens), Opened(Programs)
    second_factors, half_logins = Opened(SecondFactors), Opened(HalfLogins)
    mailed_links, blocks = Opened(MailedLinks), Opened(Blocks)
    complaints, acts = Opened(Complaints), Opened(Acts)
    counts = Opened(Counts)
    sandboxes, former = Opened(Sandboxes), Opened(FormerPlayers)

    def __init__(self, connection: sa.Connection, zone: str = "UTC"):
        self._connection = connection
        self.zone = zone  # time zone for users without one of their own

    def take_turns(self, what: int) -> None:
        """Let one process at a time continue until the end of the transaction; `what` identifies
        the lock.

        SQLite needs no lock, because it has one writer.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(sa.select(sa.func.pg_advisory_xact_lock(what)))

    def commit(self) -> None:
        """Commit; on return everything written is on disk."""
        self._connection.commit()


class Store:
    """Database that has passed the startup checks."""

    def __init__(self, url: str):
        self.engine, self.zone = open_engine(url), "UTC"
        check_safe(self.engine)
        # SQLite has one writer. Its threads queue here fairly instead of polling the file.
        self._pen = threading.Lock() if self.is_sqlite else nullcontext()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Work]:
        """Read-only transaction on one consistent moment of the database."""
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with away(), self.engine.connect().execution_options(**options) as connection:
            yield Work(connection, self.zone)

    @contextmanager
    def write(self) -> Iterator[Work]:
        """Write transaction; nothing is kept without `commit`.

        On SQLite no other transaction writes meanwhile. On Postgres, lock the row of the game.
        """
        with self._pen, away(), self.engine.connect().execution_options(writes=True) as connection:
            yield Work(connection, self.zone)

    def close(self) -> None:
        self.engine.dispose()
