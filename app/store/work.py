"""One transaction at a time: `with store.write() as work: ... work.commit()`. What is not committed never happened."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import sqlalchemy as sa

from app.store.away import away
from app.store.clocks import Clocks, PlayingHours, Uptime
from app.store.counts import Counts
from app.store.engine import open_engine
from app.store.former import FormerPlayers
from app.store.hall import Notes, Remarks
from app.store.ledgers import Armies, Games, Letters, Logins, Moves, Reports, Seats, Users, Visits
from app.store.outbox import Calendars, HouseKeys, Invitations, Outbox, Receivers, Wishes
from app.store.safety import check_safe
from app.store.sandboxes import Sandboxes
from app.store.second_factor import HalfLogins, SecondFactors
from app.store.standing import StandingOrders
from app.store.tokens import Programs, Tokens
from app.store.trust import Acts, Blocks, Complaints, MailedLinks


class Work:
    """The ledgers on one transaction."""

    def __init__(self, connection: sa.Connection, zone: str = "UTC"):
        self._connection = connection
        self.zone = zone                         # in which times are told to whoever has named no zone of his own
        self.users, self.logins = Users(connection), Logins(connection)
        self.games, self.seats, self.moves = Games(connection), Seats(connection), Moves(connection)
        self.letters, self.visits, self.reports = Letters(connection), Visits(connection), Reports(connection)
        self.armies, self.standing_orders = Armies(connection), StandingOrders(connection)
        self.remarks, self.notes = Remarks(connection), Notes(connection)
        self.hours, self.clocks, self.uptime = PlayingHours(connection), Clocks(connection), Uptime(connection)
        self.outbox, self.wishes, self.receivers = Outbox(connection), Wishes(connection), Receivers(connection)
        self.invitations, self.calendars, self.house_keys = Invitations(connection), Calendars(connection), HouseKeys(connection)
        self.tokens, self.programs = Tokens(connection), Programs(connection)
        self.second_factors, self.half_logins = SecondFactors(connection), HalfLogins(connection)
        self.mailed_links, self.blocks = MailedLinks(connection), Blocks(connection)
        self.complaints, self.acts = Complaints(connection), Acts(connection)
        self.counts = Counts(connection)
        self.sandboxes, self.former = Sandboxes(connection), FormerPlayers(connection)

    def take_turns(self, what: int) -> None:
        """Let one process at a time pass here, until the end of the transaction; `what` tells such places apart."""
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
        """Nothing is kept without `commit`. On SQLite nobody else writes meanwhile; on Postgres lock the game's row."""
        with self._pen, away(), self.engine.connect().execution_options(writes=True) as connection:
            yield Work(connection, self.zone)

    def close(self) -> None:
        self.engine.dispose()
