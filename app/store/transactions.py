"""One transaction at a time: `with store.write() as work: ... work.commit()`. What is not committed
never happened.
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
    """A ledger of a transaction, opened when it is first asked."""

    def __init__(self, kind: Callable[[sa.Connection], L]):
        self._kind = kind

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, work: Work, _: type) -> L:
        ledger = work.__dict__[self._name] = self._kind(work._connection)  # noqa: SLF001 - a part of it
        return ledger


class Work:
    """The ledgers on one transaction."""

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
        self.zone = zone  # in which times are told to whoever has named no zone of his own

    def take_turns(self, what: int) -> None:
        """Let one process at a time pass here, until the end of the transaction; `what` tells such
        places apart.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(sa.select(sa.func.pg_advisory_xact_lock(what)))

    def commit(self) -> None:
        """On return everything written is on disk."""
        self._connection.commit()


class Store:
    """A database that has been found safe."""

    def __init__(self, url: str):
        self.engine, self.zone = open_engine(url), "UTC"
        check_safe(self.engine)
        # SQLite has one writer; here its threads queue up fairly, instead of polling the file.
        self._pen = threading.Lock() if self.is_sqlite else nullcontext()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Work]:
        """What is read inside is one moment of the database."""
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with away(), self.engine.connect().execution_options(**options) as connection:
            yield Work(connection, self.zone)

    @contextmanager
    def write(self) -> Iterator[Work]:
        """Nothing is kept without `commit`. On SQLite nobody else writes meanwhile; on Postgres
        lock the game's row.
        """
        with self._pen, away(), self.engine.connect().execution_options(writes=True) as connection:
            yield Work(connection, self.zone)

    def close(self) -> None:
        self.engine.dispose()
