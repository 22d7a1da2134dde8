"""Calendar of a club: evenings in the club's time zone, series, attendance and tables to book."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import say
from app.services.clubs import club_rules as rules
from app.services.clubs import date_rules
from app.services.clubs.club_hooks import tell_hooks
from app.services.clubs.club_notifications import notify
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.server_clock import current_datetime
from app.store.club_dates import Attendance, Booking, ClubDate
from app.store.clubs import Club
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork

MOST_SHOWN, MOST_PAGES = 60, 100
PAST = timedelta(hours=6)
"""A date stays on the page for so long after its beginning."""
ON_THE_FRONT_PAGE = 2


class DateTerms(msgspec.Struct, frozen=True):
    """Choices for a new date. `day` and `time` are those of the club's zone, "2026-06-18" and
    "18:00". `weeks` is the number of weekly dates, 1 for a single one.
    """

    title: str
    day: str
    time: str
    place: str = ""
    words: str = ""
    tables: int = 0
    weeks: int = 1


class ShownDate(msgspec.Struct, frozen=True):
    """Date with its answers and tables. `mine` is the answer of the viewer, "" without one."""

    date: ClubDate
    answers: tuple[Attendance, ...]
    bookings: tuple[Booking, ...]
    mine: str
    brings: str

    def who(self, answer: str) -> tuple[Attendance, ...]:
        return tuple(one for one in self.answers if one.answer == answer)

    @property
    def free_tables(self) -> tuple[int, ...]:
        """Numbers of the tables that can be booked."""
        taken = {one.number for one in self.bookings}
        return tuple(n for n in range(1, self.date.tables + 1) if n not in taken)


class ComingDate(msgspec.Struct, frozen=True):
    """Date of one of a member's clubs, and the member's answer, "" without one."""

    date: ClubDate
    club: str
    answer: str


def coming_dates(services: Services, user_id: int) -> tuple[ComingDate, ...]:
    """Next dates of the user's clubs, without those that the user has declined."""
    with services.store.read() as work:
        found = work.club_dates.dates_of_user(user_id, current_time())
    return tuple(ComingDate(*one) for one in found if one[2] != "no")


def load_dates(
    services: Services, club_id: int, user_id: int | None, page: int = 1
) -> tuple[ClubView, tuple[ShownDate, ...]]:
    """Club and a page of its next dates, for members; a page has `MOST_SHOWN`. Raises `NoSuchClub`
    for other users.
    """
    view = load_club(services, club_id, user_id)
    if not view.may(Permission.READ):
        raise NoSuchClub
    skipped = MOST_SHOWN * (min(max(page, 1), MOST_PAGES) - 1)
    return view, _dates_from_now(services, club_id, user_id, MOST_SHOWN, skipped)


def next_dates(services: Services, view: ClubView, user_id: int | None) -> tuple[ShownDate, ...]:
    """Next dates that take place, for the front page; none for users who are not members."""
    if not view.may(Permission.READ):
        return ()
    found = _dates_from_now(services, view.club.id, user_id, MOST_SHOWN)
    return tuple(one for one in found if not one.date.cancelled_at)[:ON_THE_FRONT_PAGE]


def _dates_from_now(
    services: Services, club_id: int, user_id: int | None, most: int, skipped: int = 0
) -> tuple[ShownDate, ...]:
    """Dates of the club with answers and tables, the next one first."""
    since = (current_datetime() - PAST).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    with services.store.read() as work:
        dates = work.club_dates.dates_of_club(club_id, since, most, skipped)
        answers = work.club_dates.answers_of(one.id for one in dates)
        bookings = work.club_dates.bookings_of(one.id for one in dates)
    return tuple(
        shown_date(one, answers.get(one.id, []), bookings.get(one.id, []), user_id) for one in dates
    )


def shown_date(
    date: ClubDate, answers: list[Attendance], bookings: list[Booking], user_id: int | None
) -> ShownDate:
    own = next((one for one in answers if one.user_id == user_id), None)
    return ShownDate(
        date,
        tuple(answers),
        tuple(bookings),
        own.answer if own else "",
        own.brings if own else "",
    )


def add_dates(services: Services, club_id: int, user_id: int, terms: DateTerms) -> int:
    """Add a date, or a weekly series at the same local time. Returns their number. Raises
    `NoSuchClub` or `Refused`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        now = current_time()
        refuse_if(
            date_rules.texts_refusal(terms.title, terms.place, terms.words),
            date_rules.numbers_refusal(terms.tables, terms.weeks),
            moderation_rules.muted_refusal(work, user_id),
        )
        starts = tuple(starts_of(club, terms))
        refuse_if(
            date_rules.future_refusal(starts, now),
            date_rules.many_refusal(work.club_dates.count_dates(club.id, now) + len(starts)),
        )
        series = secrets.token_hex(8) if len(starts) > 1 else ""
        for start in starts:
            number = work.club_dates.add_date(
                club_id=club.id,
                series=series,
                title=terms.title.strip(),
                place=terms.place.strip(),
                words=terms.words.strip(),
                starts_at=start,
                tables=terms.tables,
                made_by=user_id,
            )
        work.club_log.add_act(club.id, now, user_id, "date_added", detail=terms.title.strip())
        tell_date(work, club, terms.title.strip(), number)
        work.commit()
    return len(starts)


def tell_date(work: UnitOfWork, club: Club, title: str, number: int) -> None:
    """Tell the webhooks of the club about a new date, or about the last one of a new series."""
    news = say("New date: {what}, {club}", "Cita nueva: {what}, {club}", what=title, club=club.name)
    tell_hooks(work, club, f"date:{number}", news, "/calendar")


def starts_of(club: Club, terms: DateTerms) -> list[str]:
    """Beginnings of the dates in UTC. The local time of a series stays the same. Raises `Refused`
    for a time that does not exist.
    """
    try:
        first = datetime.fromisoformat(f"{terms.day}T{terms.time}")
    except ValueError:
        raise Refused(date_rules.unreadable_time(f"{terms.day} {terms.time}")) from None
    if first.tzinfo is not None:
        raise Refused(date_rules.unreadable_time(f"{terms.day} {terms.time}"))
    zone = ZoneInfo(club.zone)
    found = []
    for week in range(max(1, terms.weeks)):
        local = first + timedelta(weeks=week)
        moment = local.replace(tzinfo=zone).astimezone(UTC)
        refuse_if(date_rules.skipped_hour_refusal(local, moment.astimezone(zone)))
        found.append(moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    return found


def cancel_date(
    services: Services, club_id: int, user_id: int, date_id: int, *, whole_series: bool = False
) -> None:
    """Cancel a date, or it and the later ones of its series. Members who come are notified."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        date = require_date(work, club.id, date_id)
        refuse_if(date_rules.cancelled_refusal(date))
        now = current_time()
        dates = (
            work.club_dates.dates_of_series(club.id, date.series, date.starts_at)
            if whole_series and date.series
            else [date]
        )
        for one in dates:
            work.club_dates.change_date(one.id, cancelled_at=now)
        work.club_log.add_act(club.id, now, user_id, "date_cancelled", detail=date.title)
        title = say("Cancelled: {what}, {club}", "Se cancela: {what}, {club}")
        answers = work.club_dates.answers_of(one.id for one in dates)
        coming = {one.user_id for its in answers.values() for one in its if one.answer != "no"}
        for reader in sorted(coming - {user_id}):
            notify(work, club, reader, f"cancelled:{date.id}", title, what=date.title)
        work.commit()


def answer_date(
    services: Services, club_id: int, user_id: int, date_id: int, answer: str, brings: str = ""
) -> None:
    """Say whether the member comes: "yes", "no" or "perhaps". It replaces an earlier answer."""

    def save(work: UnitOfWork, date: ClubDate, now: str) -> None:
        refuse_if(
            date_rules.answer_refusal(answer, brings.strip()),
            moderation_rules.muted_refusal(work, user_id) if brings.strip() else None,
        )
        work.club_dates.save_answer(date.id, user_id, answer, brings.strip(), now)

    _act_on_date(services, club_id, user_id, date_id, save)


def book_table(
    services: Services, club_id: int, user_id: int, date_id: int, number: int, game: str
) -> None:
    """Book a free table. Raises `NoSuchClub` or `Refused`."""

    def book(work: UnitOfWork, date: ClubDate, now: str) -> None:
        bookings = work.club_dates.bookings_of([date.id]).get(date.id, [])
        refuse_if(
            date_rules.booking_refusal(date, bookings, user_id, number, game.strip()),
            moderation_rules.muted_refusal(work, user_id) if game.strip() else None,
        )
        try:
            work.club_dates.book_table(date.id, number, user_id, game.strip(), now)
        except Conflict:
            raise Refused(date_rules.taken_table()) from None

    _act_on_date(services, club_id, user_id, date_id, book)


def release_table(
    services: Services, club_id: int, user_id: int, date_id: int, number: int
) -> None:
    """Release the own table, or as an organiser any table."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.PLAY)
        date = require_date(work, club.id, date_id)
        bookings = work.club_dates.bookings_of([date.id]).get(date.id, [])
        own = {one.number for one in bookings if one.user_id == user_id}
        roles = work.clubs.roles_of_user(club.id, user_id)
        if number not in own:
            refuse_if(rules.permission_refusal(roles, Permission.ORGANISE))
        work.club_dates.release_table(date.id, number)
        work.commit()


def _act_on_date(
    services: Services,
    club_id: int,
    user_id: int,
    date_id: int,
    act: Callable[[UnitOfWork, ClubDate, str], None],
) -> None:
    """Act of a member on a date that takes place and is not over."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.PLAY)
        date, now = require_date(work, club.id, date_id), current_time()
        refuse_if(date_rules.cancelled_refusal(date) or date_rules.over_refusal(date, now))
        act(work, date, now)
        work.commit()


def require_date(work: UnitOfWork, club_id: int, date_id: int) -> ClubDate:
    """Date of this club. Raises `Refused` if there is none."""
    date = work.club_dates.find_date(club_id, date_id)
    if date is None:
        raise Refused(unknown_date())
    return date


def unknown_date() -> Refusal:
    return no("CAR-CLB-17", "The club has no such date.", "El club no tiene esa cita.")
