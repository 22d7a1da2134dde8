"""Next seven days of a member: deadlines, agreed dates of battles, and dates of clubs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from app.kernel.say import Say, as_is, say
from app.services.clubs.dates import coming_dates
from app.services.container import Services
from app.services.watch.agreed_dates import dates_of_user
from app.services.watch.waiting_entries import WaitingEntry

BATTLE = say("Battle: {title}", "Batalla: {title}")


class WeekItem(msgspec.Struct, frozen=True):
    """Moment of a member (ISO 8601, UTC): a deadline, a battle or a date of a club."""

    at: str
    what: Say
    about: Say
    link: str
    is_deadline: bool = False


def load_week_items(
    services: Services, user_id: int, entries: Iterable[WaitingEntry]
) -> tuple[WeekItem, ...]:
    """All coming moments of a member, the next one first. `entries` are those of the member."""
    found = (
        *deadlines_in(entries),
        *battles_of(services, user_id),
        *club_dates_of(services, user_id),
    )
    return tuple(sorted(found, key=lambda one: (one.at, one.link)))


def deadlines_in(entries: Iterable[WaitingEntry]) -> Iterator[WeekItem]:
    """Deadlines of what waits for the member."""
    for one in entries:
        if one.deadline:
            yield WeekItem(one.deadline, one.what, one.about, one.link, is_deadline=True)


def battles_of(services: Services, user_id: int) -> Iterator[WeekItem]:
    """Agreed dates of the battles of the member."""
    for one in dates_of_user(services, user_id):
        link = f"/games/{one.game.address}/battles/{one.date.battle}"
        what = say(BATTLE.en, BATTLE.es, title=one.date.title)
        yield WeekItem(one.date.at, what, as_is(one.game.title), link)


def club_dates_of(services: Services, user_id: int) -> Iterator[WeekItem]:
    """Dates of clubs at which the member has said yes or perhaps."""
    for one in coming_dates(services, user_id):
        if one.answer and not one.date.cancelled_at:
            link = f"/clubs/{one.date.club_id}/calendar#date-{one.date.id}"
            yield WeekItem(one.date.starts_at, as_is(one.date.title), as_is(one.club), link)
