"""End of date polls by themselves, and the reminder before it."""

from __future__ import annotations

from datetime import datetime

from app.kernel.say import say
from app.services.clubs.club_notifications import notify, readers_with
from app.services.clubs.clubs import require_club
from app.services.clubs.polls import REMINDED, link_of, readable_poll
from app.services.clubs.roles import Permission
from app.services.container import Services
from app.store.club_polls import Poll
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


def sweep_polls(services: Services, now: datetime) -> int:
    """Remind of polls that end within a day, and end those whose time is over; returns their
    number. Several processes may run it: the club is locked, and each poll is read again.
    """
    at, until = as_recorded(now), as_recorded(now + REMINDED)
    with services.store.read() as work:
        due = [(one, _end) for one in work.club_polls.polls_to_close(at)]
        due += [(one, _remind) for one in work.club_polls.polls_to_remind(at, until)]
    done = 0
    for found, act in due:
        with services.store.write() as work:
            club = require_club(work.clubs.lock_club(found.club_id))
            poll = work.club_polls.find_poll(club.id, found.id)
            if poll == found:
                act(work, club, poll, at)
                work.commit()
                done += 1
    return done


def _end(work: UnitOfWork, club: Club, poll: Poll, now: str) -> None:
    """End a poll; the organisers are asked to choose a date."""
    work.club_polls.change_poll(poll.id, closed_at=now)
    work.club_log.add_act(club.id, now, None, "poll_ended", detail=readable_poll(poll).title)
    title = say(
        "The poll has ended, choose a date: {what}, {club}",
        "La consulta ha terminado, elige una cita: {what}, {club}",
    )
    for reader in readers_with(work, club.id, Permission.ORGANISE):
        if not club.archived_at and not poll.hidden:
            key, link = f"poll-ended:{poll.id}", link_of(poll.id)
            notify(work, club, reader, key, title, link=link, what=poll.title)


def _remind(work: UnitOfWork, club: Club, poll: Poll, now: str) -> None:
    """Remind the members who may answer and have not."""
    work.club_polls.change_poll(poll.id, reminded_at=now)
    answers = work.club_polls.answers_of([poll.id]).get(poll.id, [])
    answered = {one.user_id for one in answers}
    title = say(
        "The poll ends within a day: {what}, {club}",
        "La consulta termina en un día: {what}, {club}",
    )
    for reader in readers_with(work, club.id, Permission.PLAY):
        if reader not in answered and not club.archived_at and not poll.hidden:
            key, link = f"poll-reminder:{poll.id}", link_of(poll.id)
            notify(work, club, reader, key, title, link=link, what=poll.title)


def as_recorded(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
