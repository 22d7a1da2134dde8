"""Clocks of running games, from the record: times of moves, hours of players, and uptime of the
server.

`app.services.time.clock_state` computes; this module collects its input. The rows in the database
are a copy for lists and for the deadline worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import msgspec

from app.kernel import clock, record, table
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, insist, no
from app.services.container import Services, now
from app.services.time import clock_state
from app.services.time.availability import DAY, Hours, Stretch, at, day_of, good_hours, merged
from app.services.time.clock_state import Account, Happened, Reckoning, Shut
from app.services.watch.game_history import Story
from app.store import records
from app.store.repositories import Taken
from app.store.transactions import Work

BEAT = 30.0  # seconds between two records of the uptime
MISSED = timedelta(seconds=150)  # gap between records that counts as an outage
SETTLING = timedelta(minutes=15)  # time after an outage in which no time limit is enforced
A_YEAR = 366


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def iso(when: datetime | None) -> str:
    """Time as it is recorded; "" for None."""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z") if when else ""


class Time(NamedTuple):
    """Input of the clocks of a game, and their state at the moment `now`."""

    now: datetime
    terms: clock.Terms
    story: Story
    seats: tuple[records.Seat, ...]
    accounts: Mapping[str, Account]
    shut: Shut
    pause: Stretch | None

    def of(self, seat: str) -> Reckoning:
        return clock_state.reckon(self.terms, seat, self.accounts[seat], self.shut, self.now)

    @property
    def clock(self) -> clock.Clock:
        return self.story.now.clock

    def is_played_for(self, seat: str) -> bool:
        """True if the server decides for the seat at once: another side in play is present."""
        now = self.story.now
        return seat in self.clock.away and any(
            one.seat not in self.clock.away and not table.not_out(self.story.box, now, one.side)
            for one in self.seats
            if one.side != now.seats.get(seat)
        )


def time_of(
    work: Work, game: records.Game, seats: tuple[records.Seat, ...], story: Story, when: datetime
) -> Time:
    """Clocks of a running game."""
    people, former = {seat.seat: seat.user_id for seat in seats}, work.former.of(game.id)
    said = kept_hours(
        work,
        [user for user in (*people.values(), *(one.user_id for one in former)) if user is not None],
    )

    def hours_at(seat: str, then: datetime) -> Hours:
        # a story cut short knows no later substitution
        held = next(
            (
                one.user_id
                for one in former
                if one.seat == seat
                and (one.until > story.number or then < moment(story.moves[one.until - 1].made_at))
            ),
            people.get(seat),
        )
        return in_force(said.get(held or 0, ()), then)

    terms = story.now.clock.terms
    happened = happened_in(story)
    pauses, holidays = agreed_stops(happened, hours_at)
    shut = Shut(
        merged(pauses),
        {seat: merged(one.values()) for seat, one in holidays.items()},
        outages(work, moment(story.moves[0].made_at), when),
    )
    timed = [seat.seat for seat in seats if not seat.bot]
    known = story.timing[1] if len(story.timing[1]) <= len(happened) else ()
    accounts = clock_state.accounts(terms, timed, happened, shut, hours_at, known)
    story.timing = (happened, accounts)
    return Time(
        when,
        terms,
        story,
        seats,
        accounts[-1],
        shut,
        pauses[-1] if story.now.clock.pause and pauses else None,
    )


def happened_in(story: Story) -> tuple[Happened, ...]:
    """Moves as the clocks see them."""
    known = story.timing[0][: story.number]
    return (
        *known,
        *(_happened(story, number) for number in range(len(known) + 1, story.number + 1)),
    )


def _happened(story: Story, number: int) -> Happened:
    move, position = story.moves[number - 1], story.tables[asked_after(story, number)]
    over = (
        position.state is None
        or position.ending is not None
        or story.box.outcome(position.state) is not None
    )
    owing = (
        frozenset()
        if over
        else frozenset(decision.seat for decision in story.box.waiting_for(position.state))
    )
    acts = tuple(event for event in move.events if isinstance(event, clock.EVENTS))
    up = next(
        (event.seat for event in acts if isinstance(event, (clock.TimeWasUp, clock.StoodIn))), ""
    )
    back = next(
        (event.seat for event in acts if isinstance(event, (clock.CameBack, clock.SeatPassedOn))),
        "",
    )
    own = move.seat if table.decides(move) and not up else ""
    return Happened(moment(move.made_at), owing, own, up, back, record.back_to(move), acts)


def asked_after(story: Story, number: int) -> int:
    """Last move before the players were asked. Conditional answers take no time and give none."""
    while number < story.number and table.is_ahead(story.moves[number]):
        number += 1
    return number


def agreed_stops(
    happened: Sequence[Happened], hours_at: clock_state.HoursAt
) -> tuple[list[Stretch], dict[str, dict[str, Stretch]]]:
    """Pauses, and the holidays of each seat by their first day."""
    pauses: list[Stretch] = []
    holidays: dict[str, dict[str, Stretch]] = {}
    for move in happened:
        for event in move.acts:
            match event:
                case clock.PauseAgreed(days):
                    pauses.append((move.at, move.at + days * DAY))
                case clock.PauseEnding(_, hours) if pauses:
                    pauses[-1] = (
                        pauses[-1][0],
                        min(pauses[-1][1], move.at + timedelta(hours=hours)),
                    )
                case clock.PauseEnded() if pauses:
                    pauses[-1] = (pauses[-1][0], min(pauses[-1][1], move.at))
                case clock.HolidayTaken(seat, first, days) | clock.HolidayShortened(
                    seat, first, days
                ):
                    its, zone, begins = (
                        holidays.setdefault(seat, {}),
                        hours_at(seat, move.at).zone,
                        date.fromisoformat(first),
                    )
                    # a holiday that was fully given back has stopped nothing
                    before, until = its.get(first, (move.at, move.at))
                    start = before if before < until else max(move.at, at(zone, begins))
                    its[first] = (start, max(start, at(zone, begins + days * DAY)))
    return pauses, holidays


# ---------------------------------------------------------------------- the hours of a player
def kept_hours(work: Work, user_ids: Sequence[int]) -> dict[int, list[records.KeptHours]]:
    found: dict[int, list[records.KeptHours]] = {}
    for kept in work.hours.of(user_ids) if user_ids else ():
        found.setdefault(kept.user_id, []).append(kept)
    return found


def in_force(said: Sequence[records.KeptHours], then: datetime) -> Hours:
    """Hours of a player at an instant; the default has no quiet hours."""
    kept = next((one for one in reversed(said) if moment(one.since) <= then), None)
    return Hours(kept.zone, kept.quiet_from, kept.quiet_until, kept.free_days) if kept else Hours()


def hours_of(services: Services, user_id: int) -> Hours | None:
    """Hours that the player saved last; None if there are none."""
    with services.store.read() as work:
        said = work.hours.of([user_id])
    return in_force(said, moment(said[-1].since)) if said else None


def keep_hours(services: Services, user_id: int, hours: Hours) -> None:
    """Save the hours of a player, for decisions from now on.

    The zone is used for display too. Raises `Refused`.
    """
    insist(good_hours(hours))
    with services.store.write() as work:
        kept = records.KeptHours(
            user_id,
            now(),
            hours.zone,
            hours.quiet_from,
            hours.quiet_until,
            "".join(sorted(set(hours.free_days))),
        )
        try:
            work.hours.add(kept)
        except Taken:
            return  # the same form was sent twice at the same time
        work.users.change(user_id, zone=hours.zone)
        work.commit()


# ---------------------------------------------------------------------- uptime of the server
def outages(work: Work, since: datetime, when: datetime) -> tuple[Stretch, ...]:
    """Outages of the server between two moments.

    The time before the first record does not count as an outage.
    """
    opened = merged((moment(one.since), moment(one.until) + MISSED) for one in work.uptime.every())
    ends = [*(start for start, _ in opened[1:]), when + timedelta(seconds=1)]
    closed = (
        (end - MISSED, begins)
        for (_, end), begins in zip(opened, ends, strict=False)
        if end < begins
    )
    return tuple((start, end) for start, end in closed if end > since)


def beat(work: Work, when: str) -> bool:
    """Record that the server is up; true after an outage.

    A jump of the system clock counts as an outage. The caller commits.
    """
    last = work.uptime.last()
    if last is not None and moment(last.since) <= moment(when) <= moment(last.until) + MISSED:
        if when > last.until:
            work.uptime.go_on(last.id, when)
        return False
    work.uptime.begin(when)
    return True


def has_settled(work: Work, when: datetime) -> bool:
    """True if the server has been up long enough to enforce time limits."""
    last = work.uptime.last()
    return last is not None and moment(last.since) + SETTLING <= when <= moment(last.until) + MISSED


# ---------------------------------------------------------------------- rows in the database
def note(
    work: Work, game: records.Game, seats: tuple[records.Seat, ...], story: Story, when: datetime
) -> None:
    """Update the clock rows of a game; the caller commits."""
    if not game.clock.runs:
        return
    known = work.clocks.of_games([game.id]).get(game.id, {})
    work.clocks.put(game.id, said(time_of(work, game, seats, story, when), game.id, known))


def said(
    time: Time, game_id: int, known: Mapping[str, records.SeatClock]
) -> dict[str, records.SeatClock]:
    """Clock rows of a game: one for each seat that owes a decision, and one for a pause.

    A finished game has none.
    """
    if table.outcome(time.story.box, time.story.now) is not None:
        return {}
    found = {"": records.SeatClock(game_id, "", next_at=iso(time.pause[1]))} if time.pause else {}
    for seat in time.accounts:
        says, before = time.of(seat), known.get(seat, records.SeatClock(game_id, seat))
        if says.deadline is not None:
            replace = msgspec.structs.replace
            found[seat] = replace(
                before, deadline=iso(says.deadline), next_at=iso(next_of(time, says, before))
            )
    return found


def next_of(time: Time, says: Reckoning, row: records.SeatClock) -> datetime | None:
    """Time of the next act about the clock of a seat; None if there is none."""
    wanted = (
        []
        if row.reminded == iso(says.deadline) or says.seat in time.clock.away
        else [says.remind_at]
    )
    if follows(time, says, row):
        wanted.append(says.since if time.is_played_for(says.seat) else says.ends)
    due = min((one for one in wanted if one is not None), default=None)
    if due is not None and due <= time.now and says.stands in ("pause", "holiday"):
        return next(end for start, end in time.shut.agreed(says.seat) if start <= time.now < end)
    return due


def follows(time: Time, says: Reckoning, row: records.SeatClock) -> bool:
    """True if consequences of the end of the grace period are still to come."""
    match time.terms.then:
        case "nudge":
            return row.told != iso(says.deadline)
        case "claim":
            return not says.is_up
        case "seat":
            return time.is_played_for(says.seat) or says.seat not in time.clock.away
    return time.terms.then in ("substitute", "hold")


# ---------------------------------------------------------------------- dates of holidays
def timely(
    work: Work,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    story: Story,
    seat: str,
    order: Order,
    when: str,
) -> Refusal | None:
    """CAR-CLK-12: A holiday begins today or later, within a year, without overlap. Only days that
    have not begun are given back.
    """
    if not isinstance(order, (clock.TakeHoliday, clock.ShortenHoliday)) or not game.clock.runs:
        return None
    time = time_of(work, game, seats, story, moment(when))
    zone = zone_of(work, seats, seat, time.now)
    today, begins = day_of(zone, time.now), day_in(order.first)
    if begins is None or not 0 <= order.days <= A_YEAR:
        return no(
            "CAR-CLK-12",
            "A holiday begins on a day of the calendar.",
            "Unas vacaciones empiezan un día del calendario.",
        )
    if isinstance(order, clock.ShortenHoliday):
        if begins + order.days * DAY <= today and begins <= today:
            return no(
                "CAR-CLK-12",
                "Days that have begun are not given back.",
                "Los días que ya han empezado no se devuelven.",
            )
        return None
    if not today <= begins <= today + A_YEAR * DAY:
        return no(
            "CAR-CLK-12",
            "A holiday begins today or later, within a year.",
            "Unas vacaciones empiezan hoy o más tarde, en menos de un año.",
        )
    ends = begins + order.days * DAY
    if any(
        begins < day_in(first) + days * DAY and day_in(first) < ends
        for one, first, days in time.clock.holidays
        if one == seat
    ):
        return no(
            "CAR-CLK-12", "You have a holiday then already.", "Ya tienes vacaciones en esos días."
        )
    return None


def day_in(text: str) -> date | None:
    """Date in the form 2027-01-03; None for other spellings.

    The week date 2026-W53-7 would count for another year.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def zone_of(work: Work, seats: Sequence[records.Seat], seat: str, when: datetime) -> str:
    user = next((one.user_id for one in seats if one.seat == seat), None)
    return in_force(work.hours.of([user]), when).zone if user is not None else "UTC"


# ---------------------------------------------------------------------- loading
class SeatTime(msgspec.Struct, frozen=True):
    """Clock of a seat as a page shows it; `left` is in seconds.

    `because` is the reason for a stopped clock.
    """

    seat: str
    deadline: str
    ends: str
    left: float
    because: str
    is_late: bool
    is_up: bool
    is_away: bool


class Holiday(msgspec.Struct, frozen=True):
    """Holiday of a seat: first day, number of days, last day.

    `cut_to` is the number of days kept if it is shortened today.
    """

    seat: str
    first: str
    days: int
    last: str
    cut_to: int


class OnTheClock(msgspec.Struct, frozen=True):
    """Clocks of a game for one viewer.

    `pause_until` is "" without a pause, `days_left` counts the viewer's remaining holidays, and
    `may_claim` lists possible claims.
    """

    terms: clock.Terms
    seats: tuple[SeatTime, ...]
    pause_by: tuple[str, ...]
    pause_days: int
    pause: str
    pause_until: str
    holidays: tuple[Holiday, ...]
    days_left: int
    today: str
    is_away: bool
    may_claim: tuple[str, ...]

    def of(self, seat: str | None) -> SeatTime | None:
        return next((one for one in self.seats if one.seat == seat), None)


def on_the_clock(
    services: Services,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    story: Story,
    seat: str | None,
) -> OnTheClock | None:
    """State of the clocks of a game; None if no clock runs."""
    if not game.clock.runs or game.status != "running" or not story.number:
        return None
    with services.store.read() as work:
        time = time_of(work, game, seats, story, moment(now()))
        zones = {one.seat: zone_of(work, seats, one.seat, time.now) for one in seats}
    says = [time.of(one) for one in time.accounts]
    today = day_of(zones.get(seat or "", "UTC"), time.now)
    late = table.late_seats(story.now.seats, story.moves) if seat else ()
    side = story.now.seats.get(seat or "", "")
    playing = table.in_play(story.box, story.now)
    return OnTheClock(
        terms=time.terms,
        pause_by=time.clock.pause_by,
        pause_days=time.clock.pause_days,
        pause=time.clock.pause,
        pause_until=iso(time.pause[1]) if time.pause else "",
        days_left=clock.days_left(time.clock, seat, str(today.year)) if seat else 0,
        seats=tuple(
            SeatTime(
                one.seat,
                iso(one.deadline),
                iso(one.ends),
                one.left.total_seconds(),
                one.stands,
                one.is_late(time.now),
                one.is_up,
                one.seat in time.clock.away,
            )
            for one in says
            if one.deadline is not None
        ),
        holidays=tuple(
            found
            for one in time.clock.holidays
            if (found := holiday_of(one, day_of(zones[one[0]], time.now))) is not None
        ),
        today=today.isoformat(),
        is_away=seat in time.clock.away,
        may_claim=tuple(
            what
            for what in clock.CLAIMS
            if seat
            and side in playing
            and clock.may_claim(what, side, late, story.now.seats, playing) is None
        ),
    )


def holiday_of(taken: tuple[str, str, int], today: date) -> Holiday | None:
    """Holiday that is not over; None for a past one."""
    seat, first, days = taken
    begins = date.fromisoformat(first)
    if begins + days * DAY <= today:
        return None
    cut_to = max(0, (today - begins).days + 1) if begins <= today else 0
    return Holiday(seat, first, days, (begins + (days - 1) * DAY).isoformat(), cut_to)
