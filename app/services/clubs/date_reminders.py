"""Worker that reminds members of the dates of their clubs, once, a day before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.kernel.say import say
from app.services.background_worker import BackgroundWorker
from app.services.clubs.clubs import require_club
from app.services.clubs.members import notify

if TYPE_CHECKING:
    from app.services.container import Services

SWEEP = 60.0  # seconds between two checks
AHEAD = timedelta(hours=24)


class DateReminders(BackgroundWorker):
    """Worker of the reminders. Several processes may run it: one of them marks the date."""

    NAME, REST = "date reminders", SWEEP

    def __init__(self, services: Services):
        super().__init__()
        self._services = services

    def round(self) -> float:
        self.sweep(datetime.now(UTC))
        return SWEEP

    def sweep(self, now: datetime) -> int:
        """Remind the members who come, or perhaps come, to dates of the next 24 hours. Returns the
        number of dates.
        """
        at, until = _as_recorded(now), _as_recorded(now + AHEAD)
        with self._services.store.read() as work:
            due = work.club_dates.dates_to_remind(at, until)
        done = 0
        for date in due:
            with self._services.store.write() as work:
                club = require_club(work.clubs.find_club(date.club_id))
                if not work.club_dates.mark_reminded(date.id, at):
                    continue
                answers = work.club_dates.answers_of([date.id]).get(date.id, [])
                title = say("Tomorrow or today: {what}, {club}", "Mañana u hoy: {what}, {club}")
                for one in answers:
                    if one.answer != "no" and not club.archived_at:
                        notify(work, club, one.user_id, f"date:{date.id}", title, what=date.title)
                work.commit()
                done += 1
        return done


def _as_recorded(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
