"""Deadline worker, the scheduler (cron) of the server: records the uptime, sends reminders, and
enforces the consequences of missed deadlines.

Several server processes may do this in parallel. Each act is checked again under the lock of the
game and always has the same command, so it happens once. A decision of the player that is recorded
first cancels it.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from app.kernel import clock_orders, table
from app.kernel.contract import Game, Order
from app.kernel.dice import key_of
from app.kernel.headless_games import answer_to_draw
from app.kernel.offers import Decision
from app.kernel.pass_order import passing_order
from app.kernel.seats import Viewer
from app.services.background_worker import BackgroundWorker
from app.services.container import current_time
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.notify import reminders
from app.services.play import orders, table_reports
from app.services.play.order_requests import OrderRequest
from app.services.server_clock import CLOCK
from app.services.time import availability, clock_rows, clocks, uptime
from app.services.time.clock_state import ClockState
from app.store import records
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import UnitOfWork

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

SWEEP = 5.0  # seconds between two checks of the database
PACE = 0.5  # seconds between two orders for absent players
REST = 60.0  # seconds for which a game is skipped after an error
BATCH = 200  # games whose clocks are recomputed between two checks, a few seconds of work
BEATS = 4718  # lock number for recording the uptime


class DeadlineWorker(BackgroundWorker):
    """Worker that keeps the clocks of all games."""

    NAME, REST = "deadline worker", SWEEP

    def __init__(self, services: Services):
        super().__init__()
        self._services = services
        self._resting: dict[int, float] = {}
        self._next_uptime_record = 0.0
        self._open_since: float | None = None
        self._was_closed = False
        self._to_recompute: list[int] = []

    def round(self) -> float:
        try:
            self._beat()
            self._recompute_batch()
            return PACE if self.sweep() or self._to_recompute else SWEEP
        # during an outage of the database players could not decide, so the uptime begins anew
        except DatabaseUnavailable:
            self._open_since, self._next_uptime_record = None, 0.0
            raise

    def _beat(self) -> None:
        if time.monotonic() < self._next_uptime_record:
            return
        CLOCK.follow(self._services.store)
        self._was_closed = record_uptime(self._services) or self._was_closed
        if self._open_since is None:
            self._open_since = time.monotonic()
        if self._was_closed:
            self._to_recompute = running_games(self._services)
            self._was_closed = False
        self._next_uptime_record = time.monotonic() + clocks.UPTIME_SECONDS

    def _recompute_batch(self) -> None:
        """Recompute the clocks of some games after an outage.

        The uptime is recorded between two batches. Otherwise a long recomputing would count as an
        outage itself.
        """
        recompute_clocks(self._services, self._to_recompute[:BATCH])
        del self._to_recompute[:BATCH]

    def has_settled(self) -> bool:
        """True if this process and the database have been up long enough to enforce time limits."""
        return (
            self._open_since is not None
            and time.monotonic() >= self._open_since + uptime.SETTLING.total_seconds()
        )

    def sweep(self) -> bool:
        """Process all games with a due clock; true if an act was done."""
        with self._services.store.read() as work:
            self._resting = {
                game_id: until
                for game_id, until in self._resting.items()
                if until > time.monotonic()
            }
            due = work.clocks.due_games(current_time(), list(self._resting))
        done = False
        for game_id in due:
            if not self._stopped.is_set():
                done = self._attend(game_id) or done
        return done

    def _attend(self, game_id: int) -> bool:
        try:
            return process_game(self._services, game_id, has_settled=self.has_settled())
        except (Overtaken, NotYourSeat):
            return False  # the player or another process was faster
        except DatabaseUnavailable:
            raise
        except NoSuchGame:  # the table is gone, or its box is not in the registry
            self._resting[game_id] = time.monotonic() + REST
        except Exception:  # an error of one box must not stop the others
            log.exception("deadline check of game %s failed", game_id)
            self._resting[game_id] = time.monotonic() + REST
        return False


def record_uptime(services: Services) -> bool:
    """Record that the server is up; true after an outage."""
    with services.store.write() as work:
        work.take_turns(BEATS)
        was_closed = uptime.record_uptime(work, current_time())
        work.commit()
    return was_closed


def running_games(services: Services) -> list[int]:
    """Numbers of all running games with a clock."""
    with services.store.read() as work:
        return work.clocks.running_games()


def recompute_clocks(services: Services, games: Sequence[int]) -> None:
    """Recompute the clocks of these games, because time during an outage does not count."""
    for game_id in games:
        try:
            with services.store.write() as work:
                game = work.games.lock_game(game_id)
                if game is not None and game.box in services.shelf:
                    _update_clock_rows(services, work, game)
                    work.commit()
        except DatabaseUnavailable:
            raise
        except Exception:  # a damaged game stops, and its clock too
            log.exception("the clock of game %s could not be recomputed", game_id)


def process_game(services: Services, game_id: int, *, has_settled: bool = True) -> bool:
    """Do the due acts about the clocks of a game; true if there were any.

    Before `has_settled` no time limit is enforced.
    """
    with services.store.read() as work:
        game = services.find(work, game_id)
        its = _load_running_clocks(services, work, game)
        known, seed = work.clocks.of_games([game.id]).get(game.id, {}), work.games.seed_of(game.id)
        has_settled = has_settled and uptime.has_settled(work, its.now)
    if its.pause is not None and its.pause[1] <= its.now:
        return _declare_due_order(
            services,
            its,
            game,
            "",
            clock_orders.PauseIsOver(),
            lambda again: again.pause is not None and again.pause[1] <= again.now,
        )
    for seat in its.accounts:
        row = known.get(seat, records.SeatClock(game.id, seat))
        for says in its.all_of(seat):
            if has_settled and clock_rows.order_in_absence(its, says) is not None:
                return _enforce_consequence(services, its, game, says, seed)
            if has_settled and is_due(its, says) and clock_rows.has_consequences(its, says, row):
                return (
                    send_missed_deadline(services, game.id, says)
                    if its.terms.then == "nudge"
                    else _enforce_consequence(services, its, game, says, seed)
                )
            if is_to_be_reminded(its, says, row):
                return send_reminder(services, game.id, says)
    with services.store.write() as work:
        locked = work.games.lock_game(game.id)
        if locked is not None:
            _update_clock_rows(services, work, locked)
            work.commit()
    return False


def _load_running_clocks(
    services: Services, work: UnitOfWork, game: records.Game
) -> clocks.GameClocks:
    """Clocks of a game now. Raises NoSuchGame if it does not run."""
    if game.status != "running":
        raise NoSuchGame
    return clocks.load_clocks(
        work,
        game,
        work.seats.for_game(game.id),
        services.histories.of(work, services.box(game), game),
        availability.parse_time(current_time()),
    )


def is_due(its: clocks.GameClocks, says: ClockState | None) -> bool:
    """True if the agreed consequence is due, or the default order of an absent player.

    None is the clock of a decision that is not owed any more.
    """
    if says is None:
        return False
    if clock_rows.order_in_absence(its, says) is not None:
        return True
    if its.is_played_for(says.seat):
        return says.deadline is not None and says.stands not in ("pause", "holiday")
    end = clock_rows.end_of_all(its, says)
    return says.is_over(its.now) and end is not None and end <= its.now


def is_to_be_reminded(its: clocks.GameClocks, says: ClockState, row: records.SeatClock) -> bool:
    """True if a reminder of the seat's player is due.

    There is none during holidays or while the server plays for the seat.
    """
    if (
        says.deadline is None
        or says.remind_at is None
        or availability.time_text(says.deadline) in row.reminded.split()
        or says.seat in its.clock.away
    ):
        return False
    return says.remind_at <= its.now and says.stands not in ("pause", "holiday")


def _enforce_consequence(
    services: Services, its: clocks.GameClocks, game: records.Game, says: ClockState, seed: str
) -> bool:
    seat, owed = says.seat, its.decision_of(says)
    if owed is not None and owed.army:
        table_reports.arm_in_time(
            services, game.id, seat, owed, lambda again: is_same_decision(again, says, owed)
        )
        return True
    is_absent = clock_rows.order_in_absence(its, says) is not None
    is_at_once = is_absent or its.is_played_for(seat)
    deadline = "" if is_at_once else availability.time_text(says.deadline)
    is_by_rules = its.terms.has_steps or (owed is not None and bool(owed.battle))
    is_left_to_others = is_by_rules and not clock_rows.has_default_order(its, says)
    if not is_absent and (its.terms.then == "claim" or is_left_to_others):
        order: Order = clock_orders.TimeIsUp(deadline, says.decision)
    else:
        given, by = order_in_place(its, says, seed)
        order = clock_orders.StandIn(msgspec.to_builtins(given), by, deadline, says.decision)
    return _declare_due_order(
        services,
        its,
        game,
        seat,
        order,
        lambda again: is_due(again, again.state_of(seat, says.decision)),
    )


def is_same_decision(again: clocks.GameClocks, says: ClockState, owed: Decision) -> bool:
    """True if the seat still owes this decision, and its time is up."""
    now = again.state_of(says.seat, says.decision)
    return now is not None and is_due(again, now) and again.decision_of(now) == owed


def _declare_due_order(
    services: Services,
    its: clocks.GameClocks,
    game: records.Game,
    seat: str,
    order: Order,
    still: Callable[[clocks.GameClocks], bool],
) -> bool:
    number = its.history.number
    command = f"clock:{game.id}:{seat}:{number}"[: orders.LONGEST_COMMAND]
    request = OrderRequest(command, number, order)
    orders.declare_for_server(services, game.id, seat, request, still)
    return True


def order_in_place(its: clocks.GameClocks, says: ClockState, seed: str) -> tuple[Order, str]:
    """Order of the server for the decision of a clock, and its label on record.

    It holds if that is agreed and allowed; otherwise the bot of the box chooses.
    """
    history, seat = its.history, says.seat
    owed = next(
        one
        for one in history.box.waiting_for(history.now.state)
        if one.seat == seat and says.decision in ("", one.clock_key)
    )
    view = history.box.view(history.now.state, Viewer(seat, history.now.seats[seat]))
    chance = random.Random(key_of(seed, ("clock", seat, str(history.number))))  # noqa: S311 same choice in every process
    if (default := clock_rows.order_in_absence(its, says)) is not None:
        return default, "absent"
    several = owed if says.decision else None
    holds = None if owed.draw else passing_order(history.box, view, several)
    if its.terms.then == "hold" and holds:
        return holds, "hold"
    return _answer_to_draw(history.box, history.now, owed) or history.box.bot(
        view, chance
    ), "substitute" if its.terms.then == "hold" else its.terms.then


def _answer_to_draw(box: Game, position: table.Table, owed: Decision) -> Order | None:
    """Answer to a draw proposed by the rules: accepted if all other sides have offered it."""
    others = set(table.in_play(box, position)) - {position.seats[owed.seat]}
    return answer_to_draw(position, owed) if others <= set(position.draw_by) else None


def send_reminder(services: Services, game_id: int, says: ClockState) -> bool:
    """Remind a player of the deadline, if the decision is still owed."""
    return _send_if_owed(services, game_id, says, "reminded")


def send_missed_deadline(services: Services, game_id: int, says: ClockState) -> bool:
    """Notify all players of a missed deadline, if it is still missed."""
    return _send_if_owed(services, game_id, says, "told")


def _send_if_owed(services: Services, game_id: int, asked: ClockState, what: str) -> bool:
    seat = asked.seat
    with services.store.write() as work:
        game = work.games.lock_game(game_id)
        if game is None or game.status != "running":
            return False
        seats, box = work.seats.for_game(game.id), services.box(game)
        history = services.histories.of(work, box, game)
        now = availability.parse_time(current_time())
        its = clocks.load_clocks(work, game, seats, history, now)
        known = work.clocks.of_games([game.id]).get(game.id, {})
        says = its.state_of(seat, asked.decision)
        row = known.get(seat, records.SeatClock(game.id, seat))
        if says is None:
            return False
        deadline = availability.time_text(says.deadline)
        if not (
            says.is_over(its.now) and deadline not in row.told.split()
            if what == "told"
            else is_to_be_reminded(its, says, row)
        ):
            return False
        if what == "told":
            reminders.notify_missed_deadline(work, history, game, seats, seat, deadline)
        elif not says.is_late(its.now):
            reminders.remind_player(
                work,
                box,
                game,
                next(one for one in seats if one.seat == seat),
                deadline,
                availability.time_text(says.ends),
            )
        sent = f"{getattr(row, what)} {deadline}".strip()
        row = msgspec.structs.replace(row, **{what: sent})
        work.clocks.replace_clocks(
            game.id, clock_rows.clock_rows(its, game.id, {**known, seat: row})
        )
        work.commit()
    return True


def _update_clock_rows(services: Services, work: UnitOfWork, game: records.Game) -> None:
    seats = work.seats.for_game(game.id)
    clock_rows.update_clock_rows(
        work,
        game,
        seats,
        services.histories.of(work, services.box(game), game),
        availability.parse_time(current_time()),
    )
