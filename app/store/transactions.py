"""Unit of work: a transaction, used as `with store.write() as work: ... work.commit()`. Without a
commit nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Generic, TypeVar

import sqlalchemy as sa

from app.store.absence_reasons import AbsenceReasons
from app.store.api_tokens import Programs, Tokens
from app.store.archives import Archives
from app.store.army_repository import Armies
from app.store.battle_codes import BattleCodes
from app.store.child_battles import ChildBattles
from app.store.clocks import Clocks, PlayingHoursRepository, Uptime
from app.store.club_announcements import Announcements
from app.store.club_chronicles import ClubChronicles
from app.store.club_closings import ClubClosings
from app.store.club_dates import ClubDates
from app.store.club_files import ClubFiles
from app.store.club_games import ClubGames
from app.store.club_messages import ClubMessages
from app.store.club_offices import ClubOffices
from app.store.club_pages import ClubPages
from app.store.club_pictures import ClubPictures
from app.store.club_polls import ClubPolls
from app.store.club_welcomes import ClubWelcomes
from app.store.clubs import ClubLog, Clubs
from app.store.conditional_orders import ConditionalOrders
from app.store.database_errors import refuse_without_login, translate_errors
from app.store.decision_counts import DecisionCounts
from app.store.default_rosters import DefaultRosters
from app.store.engine import open_engine
from app.store.game_repository import Games, Seats
from app.store.group_commit import WriterQueue
from app.store.kept_statements import KeptStatements
from app.store.known_games import KnownGames
from app.store.locked_games import LockedGames
from app.store.moderation import AuditLog, Blocks, Complaints, MailedLinks
from app.store.move_repository import Moves
from app.store.new_games import NewGames
from app.store.notification_targets import NotificationTargets
from app.store.opponent_wishes import OpponentWishes
from app.store.outbox import (
    Calendars,
    Invitations,
    NotificationPreferences,
    Outbox,
    ServerKeys,
)
from app.store.past_seats import FormerPlayers
from app.store.photographs import Photographs
from app.store.ratings import Ratings
from app.store.referee_notes import RefereeNotes
from app.store.referees import Referees
from app.store.replica import ANONYMOUS_REQUEST, Replica
from app.store.reports import Reports
from app.store.repositories import ChatMessages, Visits
from app.store.row_counts import RowCounts
from app.store.sandboxes import Sandboxes
from app.store.scribes import Scribes
from app.store.second_factor import HalfLogins, SecondFactors
from app.store.shared_turns import Act, SharedTurn
from app.store.spectator_chat import Notes, Remarks
from app.store.startup_checks import check_safe
from app.store.user_repository import Logins, Users
from app.store.waiting_tables import WaitingTables

L = TypeVar("L")


UNLISTED = """
logins visits chat_messages reports armies conditional_orders remarks notes hours uptime outbox notification_preferences
notification_targets calendars server_keys tokens programs second_factors half_logins mailed_links
counts decision_counts archives
"""
"""Repositories whose rows no public list of games shows."""


def do_nothing() -> None:
    """Do nothing: default of what follows a commit."""


class LazyRepository(Generic[L]):
    """Repository of a transaction, created at its first use."""

    def __init__(self, kind: Callable[[sa.Connection], L]):
        self._kind = kind

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, work: UnitOfWork, _: type) -> L:
        ledger = work.__dict__[self._name] = self._kind(work._connection)  # noqa: SLF001 - a part of it
        return ledger


class UnitOfWork:
    """Repositories on one transaction."""

    users, logins = LazyRepository(Users), LazyRepository(Logins)
    games, seats, moves = LazyRepository(Games), LazyRepository(Seats), LazyRepository(Moves)
    chat_messages, visits, reports = (
        LazyRepository(ChatMessages),
        LazyRepository(Visits),
        LazyRepository(Reports),
    )
    armies, conditional_orders = LazyRepository(Armies), LazyRepository(ConditionalOrders)
    remarks, notes = LazyRepository(Remarks), LazyRepository(Notes)
    hours, clocks, uptime = (
        LazyRepository(PlayingHoursRepository),
        LazyRepository(Clocks),
        LazyRepository(Uptime),
    )
    outbox, notification_preferences, notification_targets = (
        LazyRepository(Outbox),
        LazyRepository(NotificationPreferences),
        LazyRepository(NotificationTargets),
    )
    invitations, calendars, server_keys = (
        LazyRepository(Invitations),
        LazyRepository(Calendars),
        LazyRepository(ServerKeys),
    )
    tokens, programs = LazyRepository(Tokens), LazyRepository(Programs)
    second_factors, half_logins = LazyRepository(SecondFactors), LazyRepository(HalfLogins)
    mailed_links, blocks = LazyRepository(MailedLinks), LazyRepository(Blocks)
    complaints, acts = LazyRepository(Complaints), LazyRepository(AuditLog)
    counts, archives = LazyRepository(RowCounts), LazyRepository(Archives)
    sandboxes, former = LazyRepository(Sandboxes), LazyRepository(FormerPlayers)
    child_battles = LazyRepository(ChildBattles)
    battle_codes, scribes = LazyRepository(BattleCodes), LazyRepository(Scribes)
    referees, photographs = LazyRepository(Referees), LazyRepository(Photographs)
    rosters, referee_notes = LazyRepository(DefaultRosters), LazyRepository(RefereeNotes)
    absence_reasons = LazyRepository(AbsenceReasons)
    clubs, club_log = LazyRepository(Clubs), LazyRepository(ClubLog)
    club_dates, club_offices = LazyRepository(ClubDates), LazyRepository(ClubOffices)
    club_closings, club_chronicles = LazyRepository(ClubClosings), LazyRepository(ClubChronicles)
    announcements, club_pages = LazyRepository(Announcements), LazyRepository(ClubPages)
    club_messages, club_polls = LazyRepository(ClubMessages), LazyRepository(ClubPolls)
    club_pictures, club_files = LazyRepository(ClubPictures), LazyRepository(ClubFiles)
    club_welcomes, club_games = LazyRepository(ClubWelcomes), LazyRepository(ClubGames)
    ratings, decision_counts = LazyRepository(Ratings), LazyRepository(DecisionCounts)
    opponent_wishes = LazyRepository(OpponentWishes)
    waiting_tables = LazyRepository(WaitingTables)
    new_games = LazyRepository(NewGames)
    kept_statements = LazyRepository(KeptStatements)
    locked_games, known_games = LazyRepository(LockedGames), LazyRepository(KnownGames)

    def __init__(
        self,
        connection: sa.Connection,
        zone: str = "UTC",
        on_act: Callable[[], None] = do_nothing,
    ):
        self._connection, self._on_act = connection, on_act
        self.may_release = False
        """True if no other game can be written meanwhile, and the act may be computed before the
        lock (`write_optimistically`)."""
        self.zone = zone  # time zone for users without one of their own

    @property
    def is_shared(self) -> bool:
        """True if the transaction holds uncommitted orders of others, which no cache may keep."""
        return False

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
        if LISTED & vars(self).keys():
            self._on_act()


LISTED = frozenset(
    name for name, kind in vars(UnitOfWork).items() if isinstance(kind, LazyRepository)
) - frozenset(UNLISTED.split())
"""Repositories whose rows a public list of games may show."""


class SharedWork(UnitOfWork):
    """Repositories on a transaction that orders of several games share."""

    def __init__(
        self,
        connection: sa.Connection,
        zone: str,
        commit: Callable[[], None],
        is_shared: Callable[[], bool],
    ):
        super().__init__(connection, zone)
        self._commit, self._is_shared = commit, is_shared
        self.may_release = True

    @property
    def is_shared(self) -> bool:
        return self._is_shared()

    def commit(self) -> None:
        """Wait for the commit; on return everything written is on disk. The unit ends with it,
        because its connection now serves another order.
        """
        commit = self._commit
        vars(self).clear()
        commit()


class Store:
    """Database that has passed the startup checks."""

    def __init__(self, url: str, replica_url: str = ""):
        self.engine, self.zone = open_engine(url), "UTC"
        self.on_act: Callable[[], None] = do_nothing
        """Called after each commit, except of orders, that a public list of games may show."""
        check_safe(self.engine)
        # SQLite has one writer. Its threads queue here instead of polling the file.
        self._queue = WriterQueue(self.engine) if self.is_sqlite else None
        self.replica = Replica(replica_url, self.engine) if replica_url else None

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[UnitOfWork]:
        """Read-only transaction on one consistent moment of the database. A request of an anonymous
        visitor may read a copy of it.
        """
        refuse_without_login()
        request = ANONYMOUS_REQUEST.get()
        if self.replica and request and not request.is_over and self.replica.may_answer(request):
            with self.replica.connect() as connection:
                yield UnitOfWork(connection, self.zone)
            return
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with translate_errors(), self.engine.connect().execution_options(**options) as connection:
            yield UnitOfWork(connection, self.zone)

    @contextmanager
    def write(self) -> Iterator[UnitOfWork]:
        """Write transaction; nothing is kept without `commit`.

        On SQLite no other transaction writes meanwhile. On Postgres, lock the row of the game.
        """
        with self._write(self.on_act) as work:
            yield work

    @contextmanager
    def _write(self, on_act: Callable[[], None]) -> Iterator[UnitOfWork]:
        refuse_without_login()
        with (
            self._queue.alone() if self._queue else nullcontext(),
            translate_errors(),
            self.engine.connect().execution_options(writes=True) as connection,
        ):
            work = UnitOfWork(connection, self.zone, on_act)
            work.may_release = self.is_sqlite
            yield work

    @contextmanager
    def write_together(self) -> Iterator[UnitOfWork]:
        """Write transaction of an order. On SQLite it may share its commit with orders of other
        games.

        The unit of work ends with its commit. Its move is published, which the lists hear.
        """
        if self._queue is None:
            with self._write(do_nothing) as work:
                yield work
            return
        with translate_errors(), self._queue.together() as (connection, commit, is_shared):
            yield SharedWork(connection, self.zone, commit, is_shared)

    def run_orders(self, acts: Iterable[Act]) -> None:
        """Run orders of one thread until a commit has enough of them (`SharedTurn.run`)."""
        if self._queue is None:
            raise ValueError("only SQLite has one writer")
        SharedTurn(self._queue).run(acts)

    def read_clock(self) -> datetime | None:
        """Present time of the database in UTC; None for SQLite, which has no clock of its own."""
        if self.is_sqlite:
            return None
        with translate_errors(), self.engine.connect() as connection:
            found: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
            return found.astimezone(UTC)

    def close(self) -> None:
        if self._queue:
            self._queue.close()
        self.engine.dispose()
        if self.replica:
            self.replica.close()
