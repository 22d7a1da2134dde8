"""Clocks of running games, from the record: times of moves, hours of players, and uptime of the
server.

`app.services.time.clock_state` computes; this module collects its input. The rows in the database
are a copy for lists and for the deadline worker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app.kernel import clock, clock_orders, clock_terms, record, table_orders, table_refusals
from app.kernel.contract import Event
from app.kernel.offers import Decision
from app.kernel.record import Move
from app.kernel.refusal import refuse_if
from app.services.container import Services, current_time
from app.services.time import clock_state, time_accounts
from app.services.time.availability import (
    DAY,
    PlayingHours,
    Stretch,
    hours_refusals,
    local_instant,
    merge_intervals,
    parse_time,
)
from app.services.time.clock_state import ClockState
from app.services.time.time_accounts import ClockMove, ClockStops, TimeAccount
from app.services.time.uptime import outages_between
from app.services.watch.game_history import History
from app.store import records
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork

UPTIME_SECONDS = 30.0  # seconds between two records of the uptime


class GameClocks(NamedTuple):
    """Input of the clocks of a game, and their state at the moment `now`."""

    now: datetime
    terms: clock_terms.Terms
    history: History
    seats: tuple[records.Seat, ...]
    accounts: Mapping[str, TimeAccount]
    shut: ClockStops
    pause: Stretch | None

    def of(self, seat: str) -> ClockState:
        return clock_state.clock_state(self.terms, seat, self.accounts[seat], self.shut, self.now)

    def all_of(self, seat: str) -> tuple[ClockState, ...]:
        """States of the clocks of all decisions that the seat owes, the earliest deadline first."""
        account = self.accounts.get(seat)
        if account is None:
            return ()
        return clock_state.decision_states(self.terms, seat, account, self.shut, self.now)

    def state_of(self, seat: str, decision: str) -> ClockState | None:
        """State of the clock of one decision; None if it is not owed any more."""
        return next((one for one in self.all_of(seat) if one.decision == decision), None)

    @property
    def clock(self) -> clock.Clock:
        return self.history.now.clock

    def decision_of(self, says: ClockState) -> Decision | None:
        """Decision of a clock, the first of the seat if it has one clock; None without one."""
        owed = self.history.box.waiting_for(self.history.now.state)
        return next(
            (one for one in owed if one.seat == says.seat and says.decision in ("", one.clock_key)),
            None,
        )

    def is_played_for(self, seat: str) -> bool:
        """True if the server decides for the seat at once: another side in play is present."""
        now = self.history.now
        return seat in self.clock.away and any(
            one.seat not in self.clock.away
            and not table_refusals.not_out(self.history.box, now, one.side)
            for one in self.seats
            if one.side != now.seats.get(seat)
        )


def load_clocks(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    when: datetime,
) -> GameClocks:
    """Clocks of a running game."""
    hours_at = _hours_of_seats(work, game, seats, history)
    terms = history.now.clock.terms
    happened = clock_moves(history)
    pauses, holidays = agreed_stops(happened, hours_at)
    shut = ClockStops(
        merge_intervals(pauses),
        {seat: merge_intervals(one.values()) for seat, one in holidays.items()},
        merge_intervals(
            (
                *outages_between(work, parse_time(history.moves[0].made_at), when),
                *time_before_import(game, history),
            )
        ),
        frozenset(seat.seat for seat in seats if seat.is_left),
    )
    timed = [seat.seat for seat in seats if not seat.bot]
    known = history.timing[1] if len(history.timing[1]) <= len(happened) else ()
    accounts = time_accounts.time_accounts(terms, timed, happened, shut, hours_at, known)
    history.timing = (happened, accounts)
    return GameClocks(
        when,
        terms,
        history,
        seats,
        accounts[-1],
        shut,
        pauses[-1] if history.now.clock.pause and pauses else None,
    )


def time_before_import(game: records.Game, history: History) -> Iterator[Stretch]:
    """Time between the last move on another server and the import of the game.

    An imported game began on this server at its import; any other one with its first move.
    """
    if game.begun_at > history.moves[0].made_at:
        last = max(one.made_at for one in history.moves if one.made_at <= game.begun_at)
        yield parse_time(last), parse_time(game.begun_at)


def _hours_of_seats(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], history: History
) -> time_accounts.HoursAt:
    """Function for the playing hours of the player who held a seat at an instant."""
    people, former = {seat.seat: seat.user_id for seat in seats}, work.former.for_game(game.id)
    said = saved_hours(
        work,
        [user for user in (*people.values(), *(one.user_id for one in former)) if user is not None],
    )

    def hours_at(seat: str, then: datetime) -> PlayingHours:
        # a history cut short knows no later substitution
        held = next(
            (
                one.user_id
                for one in former
                if one.seat == seat
                and (
                    one.until > history.number
                    or then < parse_time(history.moves[one.until - 1].made_at)
                )
            ),
            people.get(seat),
        )
        return hours_in_force(said.get(held or 0, ()), then)

    return hours_at


def clock_moves(history: History) -> tuple[ClockMove, ...]:
    """Moves as the clocks see them."""
    known = history.timing[0][: history.number]
    return (
        *known,
        *(_clock_move(history, number) for number in range(len(known) + 1, history.number + 1)),
    )


def _clock_move(history: History, number: int) -> ClockMove:
    move, position = history.moves[number - 1], history.tables[asked_after(history, number)]
    over = (
        position.state is None
        or position.ending is not None
        or history.box.outcome(position.state) is not None
    )
    owed = () if over else history.box.waiting_for(position.state)
    owing = frozenset(decision.seat for decision in owed)
    steps: dict[str, dict[str, str]] = {}
    for decision in owed:
        if decision.deadline:
            steps.setdefault(decision.seat, {})[decision.clock_key] = decision.deadline
    also = {decision.seat: decision.also for decision in owed if decision.also}
    acts = tuple(event for event in move.events if isinstance(event, clock_orders.EVENTS))
    up, up_for = time_up(acts)
    back = next(
        (
            event.seat
            for event in acts
            if isinstance(event, (clock_orders.CameBack, clock_orders.SeatPassedOn))
        ),
        "",
    )
    own = decided_seat(move) if table_orders.decides_something(move) and not up else ""
    return ClockMove(
        parse_time(move.made_at),
        owing,
        own,
        up,
        back,
        record.back_to(move),
        acts,
        steps,
        also,
        up_for,
    )


def time_up(acts: Sequence[Event]) -> tuple[str, str]:
    """Seat whose time was up, and the key of the clock; two empty texts without one."""
    kinds = (clock_orders.TimeWasUp, clock_orders.StoodIn)
    found = ((one.seat, one.decision) for one in acts if isinstance(one, kinds))
    return next(found, ("", ""))


def decided_seat(move: Move) -> str:
    """Seat whose decision a move answers; that of the move unless another seat owed it."""
    others = (event.seat for event in move.events if isinstance(event, table_orders.AnsweredFor))
    return next(others, move.seat)


def asked_after(history: History, number: int) -> int:
    """Last move before the players were asked. Conditional answers take no time and give none."""
    while number < history.number and table_orders.is_ahead(history.moves[number]):
        number += 1
    return number


def agreed_stops(
    happened: Sequence[ClockMove], hours_at: time_accounts.HoursAt
) -> tuple[list[Stretch], dict[str, dict[str, Stretch]]]:
    """Pauses, and the holidays of each seat by their first day."""
    pauses: list[Stretch] = []
    holidays: dict[str, dict[str, Stretch]] = {}
    for move in happened:
        for event in move.acts:
            match event:
                case clock_orders.PauseAgreed(days):
                    pauses.append((move.at, move.at + days * DAY))
                case clock_orders.PauseEnding(_, hours) if pauses:
                    pauses[-1] = (
                        pauses[-1][0],
                        min(pauses[-1][1], move.at + timedelta(hours=hours)),
                    )
                case clock_orders.PauseEnded() if pauses:
                    pauses[-1] = (pauses[-1][0], min(pauses[-1][1], move.at))
                case clock_orders.HolidayTaken(seat, first, days) | clock_orders.HolidayShortened(
                    seat, first, days
                ):
                    its, zone, begins = (
                        holidays.setdefault(seat, {}),
                        hours_at(seat, move.at).zone,
                        date.fromisoformat(first),
                    )
                    # a holiday that was fully given back has stopped nothing
                    before, until = its.get(first, (move.at, move.at))
                    start = before if before < until else max(move.at, local_instant(zone, begins))
                    its[first] = (start, max(start, local_instant(zone, begins + days * DAY)))
    return pauses, holidays


# ---------------------------------------------------------------------- the hours of a player
def saved_hours(work: UnitOfWork, user_ids: Sequence[int]) -> dict[int, list[records.SavedHours]]:
    found: dict[int, list[records.SavedHours]] = {}
    for kept in work.hours.for_users(user_ids) if user_ids else ():
        found.setdefault(kept.user_id, []).append(kept)
    return found


def hours_in_force(said: Sequence[records.SavedHours], then: datetime) -> PlayingHours:
    """Hours of a player at an instant; the default has no quiet hours."""
    kept = next((one for one in reversed(said) if parse_time(one.since) <= then), None)
    return (
        PlayingHours(kept.zone, kept.quiet_from, kept.quiet_until, kept.free_days)
        if kept
        else PlayingHours()
    )


def hours_of(services: Services, user_id: int) -> PlayingHours | None:
    """Hours that the player saved last; None if there are none."""
    with services.store.read() as work:
        said = work.hours.for_users([user_id])
    return hours_in_force(said, parse_time(said[-1].since)) if said else None


def save_hours(services: Services, user_id: int, hours: PlayingHours) -> None:
    """Save the hours of a player, for decisions from now on.

    The zone is used for display too. Raises `Refused`.
    """
    refuse_if(hours_refusals(hours))
    with services.store.write() as work:
        kept = records.SavedHours(
            user_id,
            current_time(),
            hours.zone,
            hours.quiet_from,
            hours.quiet_until,
            "".join(sorted(set(hours.free_days))),
        )
        try:
            work.hours.add_hours(kept)
        except Conflict:
            return  # the same form was sent twice at the same time
        work.users.update_user(user_id, zone=hours.zone)
        work.commit()
