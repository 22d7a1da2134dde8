"""Worker that brings armies and results of battles to their long games.

It is woken by an army and by the last move of a battle, and sweeps the database every five seconds.
Several server processes may do this in parallel. The command of a report is always the same, so it
counts once.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from app.kernel.box import implements_part
from app.services.background_worker import SECOND, BackgroundWorker
from app.services.play import bot_substitutes, table_reports
from app.services.play.child_battles import WORKER
from app.store.database_errors import DatabaseUnavailable

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

SWEEP = 5.0  # seconds between two checks of the database
PAUSE_AFTER_ERROR = 60.0  # seconds for which a battle is skipped after an error


class ChildBattleWorker(BackgroundWorker):
    """Worker that enters the results of tables in their long games."""

    NAME, REST = WORKER, SWEEP
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services
        self._resting: dict[int, float] = {}
        self._next_relief = 0.0
        shelf = services.shelf.items()
        self._boxes = [key for key, box in shelf if not box.card.is_battle]
        self._arming = [key for key, box in shelf if implements_part(box, "armed")]

    def round(self) -> float:
        """Enter all results that wait."""
        self.sweep()
        return SWEEP

    def sweep(self) -> int:
        """Report armies that are in, then enter all results that wait; return their number."""
        now = time.monotonic()
        self._resting = {table: until for table, until in self._resting.items() if until > now}
        self._report_armies()
        self._relieve_absent_players()
        with self._services.store.read() as work:
            waiting = work.child_battles.without_result(self._boxes, list(self._resting))
        return sum(self._enter(table_id) for table_id in waiting if not self._stopped.is_set())

    def _report_armies(self) -> None:
        with self._services.store.read() as work:
            waiting = work.child_battles.unreported_armies(self._arming, list(self._resting))
        for table_id, seat in waiting:
            if self._stopped.is_set() or table_id in self._resting:
                continue
            try:
                table_reports.report_army(self._services, table_id, seat)
            except DatabaseUnavailable:
                raise
            except Exception:  # an error of one box must not stop the others
                log.exception("the army of seat %s at table %s is not reported", seat, table_id)
                self._resting[table_id] = time.monotonic() + PAUSE_AFTER_ERROR

    def _relieve_absent_players(self) -> None:
        """Look for absent players once a minute."""
        if time.monotonic() < self._next_relief:
            return
        self._next_relief = time.monotonic() + PAUSE_AFTER_ERROR
        try:
            bot_substitutes.relieve_absent_players(self._services)
        except DatabaseUnavailable:
            raise
        except Exception:  # an error of one box must not stop the results
            log.exception("absent players are not relieved")

    def _enter(self, table_id: int) -> bool:
        try:
            played = table_reports.declare_result(self._services, table_id)
        except DatabaseUnavailable:
            raise
        except Exception:  # an error of one box must not stop the others
            log.exception("the result of table %s could not be entered", table_id)
            self._resting[table_id] = time.monotonic() + PAUSE_AFTER_ERROR
            return False
        return not played.repeated
