"""Worker that reminds members of the dates of their clubs, once: a day before, or two hours
before. Players are reminded of the agreed dates of their battles.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.kernel.say import say
from app.services.background_worker import SECOND, BackgroundWorker
from app.services.clubs.club_notifications import notify
from app.services.clubs.clubs import require_club
from app.services.notify.battle_reminders import remind_of_battles
from app.services.server_clock import current_datetime
from app.store.club_dates import ClubDate

if TYPE_CHECKING:
    from app.services.container import Services

SWEEP = 60.0  # seconds between two checks
BATTLES = 600.0  # seconds between two checks of the dates of battles
AHEAD = timedelta(hours=24)
LAST_CALL = timedelta(hours=2)
"""Members who have answered since the first reminder are reminded so long before a date."""


class DateReminders(BackgroundWorker):
    """Worker of the reminders. Several processes may run it: one of them marks the date."""

    NAME, REST = "date reminders", SWEEP
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services
        self._next_battles = 0.0

    def round(self) -> float:
        self.sweep(current_datetime())
        if time.monotonic() >= self._next_battles:
            remind_of_battles(self._services, current_datetime())
            self._next_battles = time.monotonic() + BATTLES
        return SWEEP

    def sweep(self, now: datetime) -> int:
        """Remind the members who come, or perhaps come, a day before a date, and those who answered
        later two hours before. Each member is reminded once. Returns the number of dates.
        """
        at, until = _as_recorded(now), _as_recorded(now + AHEAD)
        with self._services.store.read() as work:
            dates = work.club_dates.dates_to_remind(at, until, _as_recorded(now - AHEAD))
        due = [one for one in dates if is_due(one, now)]
        done = 0
        for date in due:
            with self._services.store.write() as work:
                club = require_club(work.clubs.find_club(date.club_id))
                if not work.club_dates.mark_reminded(date, at):
                    continue
                answers = work.club_dates.answers_of([date.id]).get(date.id, [])
                title = say("Tomorrow or today: {what}, {club}", "Mañana u hoy: {what}, {club}")
                for one in answers:
                    if one.answer != "no" and not club.archived_at:
                        notify(work, club, one.user_id, f"date:{date.id}", title, what=date.title)
                work.commit()
                done += 1
        return done


def is_due(date: ClubDate, now: datetime) -> bool:
    """True for a date of the next day without a reminder, and once more in its last two hours."""
    last_call = datetime.fromisoformat(date.starts_at) - LAST_CALL
    return not date.reminded_at or datetime.fromisoformat(date.reminded_at) < last_call <= now


def _as_recorded(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
