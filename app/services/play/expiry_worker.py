"""Worker that deletes tables without players, and guests who are gone, and archives old games.

Several processes may run it: each act locks its row and looks again.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from app.services.background_worker import SECOND, BackgroundWorker
from app.services.container import current_time
from app.services.people import account_deletion
from app.services.play.archiving import archive_games
from app.services.time.availability import parse_time, time_text
from app.store.database_errors import DatabaseUnavailable

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

SWEEP = 600.0  # seconds between two checks of the database
WAITS, WAITS_FOR_A_GUEST = timedelta(days=14), timedelta(days=2)
"""A table in the lobby with a free seat expires so long after its opening."""
NEW_GUEST, GONE = timedelta(days=2), timedelta(days=60)
"""A guest is deleted without a log-in of the last 60 days and without an unfinished game."""
LOOKED_AT, AT_ONCE = 200, 50  # guests that a round looks at, and acts of a round
ARCHIVED = 50  # games of a round


class ExpiryWorker(BackgroundWorker):
    """Worker that keeps lobby, accounts and moves free of what is no longer in use.

    Finished games go to the archive after `archive_days` without a move; with 0 they stay.
    """

    NAME, REST = "expiry", SWEEP
    FIRST = SECOND

    def __init__(self, services: Services, archive_days: int = 0):
        super().__init__()
        self._services, self._archive_days = services, archive_days
        self._last_guest = 0
        self._not_archived: set[int] = set()

    def round(self) -> float:
        """Delete and archive what is due; a full round is followed by another one soon."""
        done = self.delete_tables() + self.delete_guests() + self.archive_games()
        return SWEEP / 60 if done >= AT_ONCE else SWEEP

    def delete_tables(self) -> int:
        """Delete tables whose free seats found no player; return their number."""
        now = parse_time(current_time())
        times = (time_text(now - WAITS), time_text(now - WAITS_FOR_A_GUEST))
        with self._services.store.read() as work:
            found = work.waiting_tables.expired(*times, AT_ONCE)
        for game_id in found:
            with self._services.store.write() as work:
                work.games.lock_game(game_id)
                if game_id in work.waiting_tables.expired(*times, AT_ONCE):
                    work.games.delete_game(game_id)
                    work.commit()
        return len(found)

    def delete_guests(self) -> int:
        """Delete guests who are gone, among the next ones in order of their numbers; return their
        number.
        """
        now = parse_time(current_time())
        with self._services.store.read() as work:
            guests = work.users.next_guests(self._last_guest, LOOKED_AT)
            known = [one.id for one in guests if one.created < time_text(now - NEW_GUEST)]
            here = work.users.present_users(known, time_text(now - GONE))
        self._last_guest = guests[-1].id if len(guests) == LOOKED_AT else 0
        gone = [one for one in guests if one.id in known and one.id not in here][:AT_ONCE]
        for guest in gone:
            try:
                account_deletion.delete_account(self._services, guest)
            except DatabaseUnavailable:
                raise
            except Exception:  # one account must not keep the others
                log.exception("guest %s could not be deleted", guest.id)
        return len(gone)

    def archive_games(self) -> int:
        """Archive the next finished games that are due; return their number."""
        if not self._archive_days:
            return 0
        left = self._not_archived
        return len(archive_games(self._services, self._archive_days, ARCHIVED, left))
