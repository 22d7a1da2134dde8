"""Contexts of the pages of a contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from app.kernel import record
from app.kernel.clock_terms import StepDeadline
from app.kernel.offers import Decision
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import referee_seat_of
from app.services.play.referee_desk import pages_of_referee
from app.services.play.referees import silent_referees
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages
from app.store import records
from app.web.front_page import deadline_of
from app.web.panels.clock import build_clock
from app.web.panels.frame import SeatRow, seat_rows

MOST_WAITING = 6
"""Names of seats that owe a decision in one sentence."""
IDLE = "idle"
"""Deadline of a ladder for time without a challenge or battle."""


@dataclass(frozen=True)
class ContestFront:
    """Front page of a contest for one viewer. `due` is the deadline of the decision, "" without
    one.

    `waiting` holds the seats that owe a decision. `terms` are the kinds of deadlines with their
    days and consequences, `dues` the deadlines of the sides that owe a decision. `challenges` are
    the orders, as JSON, that challenge a side. `may_found_next`: an organiser of a finished season
    without a next one, which has the number `next_number`.
    """

    decision: Decision | None
    due: str
    waiting: Sequence[SeatRow]
    is_organiser: bool
    may_found_next: bool
    next_number: int
    silent: Sequence[records.Referee]
    terms: Sequence[tuple[StepDeadline, int, Say]]
    dues: Mapping[str, str]
    challenges: Mapping[str, str]

    @property
    def named_waiting(self) -> Sequence[SeatRow]:
        """Seats that owe a decision, as far as the page names them."""
        has_room = len(self.waiting) <= MOST_WAITING
        return self.waiting if has_room else self.waiting[: MOST_WAITING - 1]

    @property
    def more_waiting(self) -> int:
        """Number of the other seats that owe a decision."""
        return len(self.waiting) - len(self.named_waiting)

    @property
    def counts_idle_time(self) -> bool:
        """True if a deadline makes idle time cost something."""
        return any(one.key == IDLE for one, _, _ in self.terms)


def contest_front(services: Services, told: GamePages) -> ContestFront:
    """Front page of a contest."""
    look, contest = told.look, told.pages.contest
    dues = dues_of(services, look)
    is_organiser = referee_seat_of(look.seats, look.user_id) is not None
    has_desk = referee_seat_of(look.seats, look.user_id, judging=True) is not None
    return ContestFront(
        look.decisions[0] if look.decisions else None,
        deadline_of(services, look, look.decisions[0]) if look.decisions else "",
        tuple(row for row in seat_rows(look, look.seat) if row.owes),
        has_desk and look.game.status == "running",
        is_organiser and look.rematch is None and contest is not None and contest.has_next_season,
        len(contest.earlier) + 2 if contest is not None else 0,
        silent_referees(services, look),
        terms_of(look, contest.consequences if contest is not None else {}),
        dues,
        {
            one.target: record.as_given(one.order)
            for one in look.offers
            if one.target and one.is_live
        },
    )


def terms_of(
    look: GameView, consequences: Mapping[str, Say]
) -> tuple[tuple[StepDeadline, int, Say], ...]:
    """Kinds of deadlines of the contest with their days and consequences; none without a clock."""
    days = look.game.clock.steps
    kinds = look.box.card.deadlines_of(look.scenario.key)
    return tuple(
        (one, days[one.key], consequences.get(one.key, one.default))
        for one in kinds
        if one.key in days
    )


def dues_of(services: Services, look: GameView) -> dict[str, str]:
    """Deadlines of the sides that owe a decision."""
    clock = build_clock(services, look)
    if clock is None:
        return {}
    sides = {one.seat: one.side for one in look.seats}
    return {sides[row.time.seat]: row.time.deadline for row in clock.rows if row.time.deadline}


def with_draft(told: GamePages) -> GamePages:
    """Pages for an organiser, who also sees the draft of a round; the same pages for other users.

    Raises `NoSuchGame` for a game that is no contest.
    """
    if told.pages.contest is None:
        raise NoSuchGame
    pages = pages_of_referee(told.look)
    return told if pages is None else msgspec.structs.replace(told, pages=pages)
