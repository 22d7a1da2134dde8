"""Worker of all clubs: it asks for a new owner where a club has none, and ends date polls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.services.background_worker import SECOND, BackgroundWorker
from app.services.clubs.closing import close_due_clubs
from app.services.clubs.poll_worker import sweep_polls
from app.services.clubs.succession import sweep_succession
from app.services.server_clock import current_datetime

if TYPE_CHECKING:
    from app.services.container import Services

SWEEP = 60.0  # seconds between two checks


class ClubWorker(BackgroundWorker):
    """Worker of all clubs. Several processes may run it: each act locks its club."""

    NAME, REST = "clubs", SWEEP
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services

    def round(self) -> float:
        sweep_succession(self._services)
        close_due_clubs(self._services)
        sweep_polls(self._services, current_datetime())
        return SWEEP
