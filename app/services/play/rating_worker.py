"""Worker that enters finished rated battles into the ratings.

It is woken by the last move of a game and sweeps the database every minute. Several server
processes may do this in parallel. A battle is entered again with the same result, so an interrupted
round does no harm. Battles that could not be entered for `LOOKS_BACK` are left to `python -m app
ratings --again`.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from app.services.background_worker import SECOND, BackgroundWorker
from app.services.container import current_time
from app.services.play.rated_battles import WORKER, enter_battle
from app.services.time.availability import parse_time, time_text
from app.store.database_errors import DatabaseUnavailable

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

SWEEP = 60.0  # seconds between two checks of the database
LOOKS_BACK = timedelta(days=7)
PAUSE_AFTER_ERROR = 600.0  # seconds for which a battle is skipped after an error


class RatingWorker(BackgroundWorker):
    """Worker that keeps the ratings up to date."""

    NAME, REST = WORKER, SWEEP
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services
        self._resting: dict[int, float] = {}

    def round(self) -> float:
        self.sweep()
        return SWEEP

    def sweep(self) -> int:
        """Enter all battles that wait; return their number."""
        now = time.monotonic()
        self._resting = {game: until for game, until in self._resting.items() if until > now}
        with self._services.store.read() as work:
            since = time_text(parse_time(current_time()) - LOOKS_BACK)
            waiting = work.ratings.outdated_games(since)
            new = work.ratings.new_results_of_tables(since)
            waiting += [game for game in new if game not in waiting]
        due = [game for game in waiting if game not in self._resting]
        return sum(self._enter(game) for game in due if not self._stopped.is_set())

    def _enter(self, game_id: int) -> bool:
        try:
            enter_battle(self._services, game_id)
        except DatabaseUnavailable:
            raise
        except Exception:  # an error of one game must not stop the others
            log.exception("game %s could not be rated", game_id)
            self._resting[game_id] = time.monotonic() + PAUSE_AFTER_ERROR
            return False
        return True
