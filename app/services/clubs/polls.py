"""Date polls of a club: proposed dates, answers of the members, and the choice of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.kernel.say import say
from app.services.clubs import date_rules, poll_rules
from app.services.clubs.club_notifications import notify, readers_with
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.dates import DateTerms, starts_of, tell_date
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.store.club_polls import Poll, PollAnswer
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

REMINDED = timedelta(hours=24)
"""Members without an answer are reminded so long before the end."""


class PollTerms(msgspec.Struct, frozen=True):
    """Choices for a new poll. Each date and the end are pairs of day and time in the club's zone,
    as "2026-06-18" and "18:00".
    """

    title: str
    dates: tuple[tuple[str, str], ...]
    closes: tuple[str, str]
    place: str = ""
    words: str = ""
    tables: int = 0


class ProposedDate(msgspec.Struct, frozen=True):
    """Proposed date with the numbers of its answers. `mine` is that of the viewer, "" without one.
    `is_best` marks most yes, then most perhaps.
    """

    number: int
    starts_at: str
    yes: int
    perhaps: int
    mine: str
    is_best: bool


class ShownPoll(msgspec.Struct, frozen=True):
    """Poll with its dates, and a row of answers for each member, in the order of the dates."""

    poll: Poll
    is_open: bool
    dates: tuple[ProposedDate, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def has_answered(self) -> bool:
        """Return true if the viewer has answered to a date."""
        return any(one.mine for one in self.dates)


# ---------------------------------------------------------------------- acts
def propose_dates(services: Services, club_id: int, user_id: int, terms: PollTerms) -> int:
    """Ask the members about dates; each is notified once. Returns the number of the poll. Raises
    `NoSuchClub`, `Refused` or `TooOften`.
    """
    title, place, words = terms.title.strip(), terms.place.strip(), terms.words.strip()
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        refuse_if(
            date_rules.texts_refusal(title, place, words),
            date_rules.numbers_refusal(terms.tables, 1),
            moderation_rules.muted_refusal(work, user_id),
        )
        starts = [moment_of(club, day, time) for day, time in terms.dates]
        closes_at, now = moment_of(club, *terms.closes), current_time()
        refuse_if(
            poll_rules.proposal_refusal(starts, closes_at, now),
            poll_rules.many_polls_refusal(len(work.club_polls.undecided_polls(club.id, now))),
        )
        services.limits.rate_limit("announcements", user=user_id)
        is_soon = _moment(closes_at) - _moment(now) <= REMINDED
        number = work.club_polls.add_poll(
            sorted(starts),
            club_id=club.id,
            title=title,
            place=place,
            words=words,
            tables=terms.tables,
            closes_at=closes_at,
            made_by=user_id,
            made_at=now,
            reminded_at=now if is_soon else "",
        )
        work.club_log.add_act(club.id, now, user_id, "poll_made", detail=title)
        news = say("Which day? {what}, {club}", "¿Qué día? {what}, {club}")
        for reader in readers_with(work, club.id, Permission.PLAY):
            if reader != user_id:
                link = link_of(number)
                notify(work, club, reader, f"poll:{number}", news, link=link, what=title)
        work.commit()
    return number


def answer_poll(
    services: Services, club_id: int, user_id: int, poll_id: int, answers: Mapping[int, str]
) -> None:
    """Answer to proposed dates by their numbers; other earlier answers stay."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.PLAY)
        poll, now = require_poll(work, club.id, poll_id), current_time()
        dates = work.club_polls.dates_of([poll.id])[poll.id]
        refuse_if(
            poll_rules.removed_poll_refusal(poll),
            poll_rules.answers_refusal(poll, dates, answers, now),
        )
        for number, answer in answers.items():
            work.club_polls.save_answer(poll.id, number, user_id, answer, now)
        work.commit()


def choose_date(services: Services, club_id: int, user_id: int, poll_id: int, number: int) -> int:
    """Make a proposed date a date of the calendar, with the answers of the members to it. Returns
    its number. Members who answered are notified.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        poll, now = require_poll(work, club.id, poll_id), current_time()
        dates = work.club_polls.dates_of([poll.id])[poll.id]
        refuse_if(
            poll_rules.removed_poll_refusal(poll), poll_rules.choice_refusal(poll, dates, number)
        )
        refuse_if(
            date_rules.future_refusal([dates[number]], now),
            date_rules.many_refusal(work.club_dates.count_dates(club.id, now) + 1),
        )
        date_id = work.club_dates.add_date(
            club_id=club.id,
            series="",
            title=poll.title,
            place=poll.place,
            words=poll.words,
            starts_at=dates[number],
            tables=poll.tables,
            made_by=user_id,
        )
        work.club_polls.change_poll(poll.id, date_id=date_id, closed_at=poll.closed_at or now)
        tell_date(work, club, poll.title, date_id)
        work.club_log.add_act(club.id, now, user_id, "poll_decided", detail=poll.title)
        answers = work.club_polls.answers_of([poll.id]).get(poll.id, [])
        for one in answers:
            if one.number == number:
                work.club_dates.save_answer(date_id, one.user_id, one.answer, "", now)
        _tell_choice(work, club, poll, date_id, {one.user_id for one in answers} - {user_id})
        work.commit()
    return date_id


def _tell_choice(work: UnitOfWork, club: Club, poll: Poll, date_id: int, readers: set[int]) -> None:
    title = say("The date is chosen: {what}, {club}", "La cita está elegida: {what}, {club}")
    for reader in sorted(readers):
        link = f"/calendar#date-{date_id}"
        notify(work, club, reader, f"chosen:{poll.id}", title, link=link, what=poll.title)


def end_poll(services: Services, club_id: int, user_id: int, poll_id: int) -> None:
    """End a poll before its time; a date can still be chosen."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        poll, now = require_poll(work, club.id, poll_id), current_time()
        if poll.closed_at:
            return
        work.club_polls.change_poll(poll.id, closed_at=now)
        title = readable_poll(poll).title
        work.club_log.add_act(club.id, now, user_id, "poll_ended", detail=title)
        work.commit()


def require_poll(work: UnitOfWork, club_id: int, poll_id: int) -> Poll:
    """Poll of this club. Raises `Refused` if there is none."""
    poll = work.club_polls.find_poll(club_id, poll_id)
    if poll is None:
        raise Refused(poll_rules.unknown_poll())
    return poll


def moment_of(club: Club, day: str, time: str) -> str:
    """Local time of the club in UTC. Raises `Refused` for a time that does not exist."""
    return starts_of(club, DateTerms("", day, time))[0]


def _moment(iso: str) -> datetime:
    return datetime.fromisoformat(iso)


def link_of(poll_id: int) -> str:
    """Path of a poll below that of its club."""
    return f"/calendar#poll-{poll_id}"


# ---------------------------------------------------------------------- reading
def load_polls(
    services: Services, club_id: int, user_id: int | None
) -> tuple[ClubView, tuple[ShownPoll, ...]]:
    """Club and its polls without a chosen date, for members. Raises `NoSuchClub` for other
    users.
    """
    view = load_club(services, club_id, user_id)
    return view, list_polls(services, view, user_id)


def list_polls(services: Services, view: ClubView, user_id: int | None) -> tuple[ShownPoll, ...]:
    """Polls of a club as `load_polls`. Raises `NoSuchClub` for a visitor who is no member."""
    if not view.may(Permission.READ):
        raise NoSuchClub
    now = current_time()
    with services.store.read() as work:
        polls = work.club_polls.undecided_polls(view.club.id, now)
        if not polls:
            return ()
        dates = work.club_polls.dates_of(one.id for one in polls)
        answers = work.club_polls.answers_of(one.id for one in polls)
    return tuple(
        shown_poll(one, dates[one.id], answers.get(one.id, []), user_id, now) for one in polls
    )


def find_readable_poll(services: Services, club_id: int, user_id: int | None, number: int) -> Poll:
    """Poll of this number, for members. Raises `NoSuchClub`."""
    if not load_club(services, club_id, user_id).may(Permission.READ):
        raise NoSuchClub
    with services.store.read() as work:
        found = work.club_polls.find_poll(club_id, number)
    if found is None:
        raise NoSuchClub
    return readable_poll(found)


def readable_poll(poll: Poll) -> Poll:
    """Poll without removed words."""
    if not poll.hidden:
        return poll
    return msgspec.structs.replace(poll, title="", place="", words="")


def shown_poll(
    poll: Poll, dates: Mapping[int, str], answers: list[PollAnswer], user_id: int | None, now: str
) -> ShownPoll:
    given = Counter((one.number, one.answer) for one in answers)
    counts = {number: (given[number, "yes"], given[number, "perhaps"]) for number in dates}
    best = max(counts.values())
    mine = {one.number: one.answer for one in answers if one.user_id == user_id}
    by_member: dict[int, dict[int, str]] = {}
    for one in answers:
        by_member.setdefault(one.user_id, {})[one.number] = one.answer
    names = {one.user_id: one.name for one in answers}
    return ShownPoll(
        readable_poll(poll),
        not poll.hidden and not poll.closed_at and poll.closes_at > now,
        tuple(
            ProposedDate(n, start, *counts[n], mine.get(n, ""), best[0] > 0 and counts[n] == best)
            for n, start in dates.items()
        ),
        tuple(
            (names[user], tuple(its.get(number, "") for number in dates))
            for user, its in by_member.items()
        ),
    )
