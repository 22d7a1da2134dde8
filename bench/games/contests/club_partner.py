"""Two server processes with one club: both do a task at the same moment of game time.

The clock of the server is set in both processes. The second one can be restarted.
"""

from __future__ import annotations

import multiprocessing
import pickle
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

from app.games.contests.orders import Enter
from app.kernel.contract import Order
from app.kernel.refusal import Refused
from app.services import server_clock
from app.services.clubs import members
from app.services.clubs.club_worker import ClubWorker
from app.services.clubs.date_reminders import DateReminders
from app.services.container import Services
from app.services.errors import NoSuchClub, NoSuchGame, NoSuchPerson, NotYourSeat, Overtaken
from app.services.people import account_deletion, moderation
from app.services.play import open_seats, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.play.rating_worker import RatingWorker
from app.services.time import availability
from app.services.time.deadline_worker import process_game, record_uptime
from bench.two_processes import opened

START = datetime(2026, 3, 20, 9, tzinfo=UTC)
"""Nine days before summer time begins in Europe."""
MOST_ACTS = 200
"""Acts of the clock in one game at one moment."""


class SetClock(server_clock.DatabaseClock):
    """Clock that is set from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.time = START

    def follow(self, store: Any) -> timedelta:  # noqa: ARG002 - no clock of a database
        """No skew."""
        return timedelta()

    def now(self) -> datetime:
        """Time of the game."""
        return self.time


CLOCK = SetClock()


def patch_clock() -> None:
    """Let the services of this process read the time of the game."""
    setattr(server_clock, "CLOCK", CLOCK)  # noqa: B010 - replaces a constant


# ---------------------------------------------------------------------- tasks
def give(services: Services, game: int, user: int, seat: str, after: int, order: Order) -> None:
    """Give an order of a seat."""
    orders.declare_order(services, game, user, secrets.token_hex(8), after, order, seat=seat)


def sweep(services: Services) -> None:
    """Do what the workers do: deadlines, results of tables, ratings, reminders, clubs."""
    record_uptime(services)
    with services.store.read() as work:
        due = work.clocks.due_games(availability.time_text(CLOCK.time), [])
    for game in due:
        for _ in range(MOST_ACTS):
            try:
                if not process_game(services, game):
                    break
            except (Overtaken, NotYourSeat, NoSuchGame):
                break
            except Refused as refused:
                rules = " ".join(one.rule for one in refused.refusals)
                raise AssertionError(f"the clock of game {game} was refused: {rules}") from refused
        else:
            raise AssertionError(f"the clock of game {game} has no end")
    ChildBattleWorker(services).sweep()
    RatingWorker(services).sweep()
    DateReminders(services).sweep(CLOCK.time)
    ClubWorker(services).round()


def leave_club(services: Services, club: int, user: int) -> None:
    """Leave the club."""
    members.leave_club(services, club, user)


def ask(services: Services, club: int, user: int) -> None:
    """Ask to join the club."""
    members.ask_to_join(services, club, user, "May I join?")


def admit(services: Services, club: int, user: int, owner: int, is_admitted: bool) -> None:
    """Answer the request of a user as an owner."""
    members.answer_request(services, club, owner, user, is_admitted=is_admitted)


def join_by_link(services: Services, club: int, user: int, code: str) -> None:
    """Join by the code of a link."""
    members.join_club(services, club, user, code)


def enter(services: Services, contest: int, user: int) -> None:
    """Enter a contest."""
    open_seats.take_seat(
        services, contest, user, secrets.token_hex(8), Enter(f"Late entrant {user}")
    )


def suspend(services: Services, club: int, user: int) -> None:  # noqa: ARG001 - one signature
    """Suspend a user for good."""
    moderation.act_as_administrator(services, user, "suspend")


def delete(services: Services, club: int, user: int) -> None:  # noqa: ARG001 - one signature
    """Delete the account of a user."""
    with services.store.read() as work:
        found = work.users.find_user(user)
    if found is not None:
        account_deletion.delete_account(services, found)


TASKS: dict[str, Callable[..., None]] = {
    one.__name__: one
    for one in (give, sweep, ask, admit, join_by_link, leave_club, enter, suspend, delete)
}
LATE = (Overtaken, NoSuchGame, NotYourSeat, NoSuchClub, NoSuchPerson)
"""Answers if the other process was faster."""


def perform(services: Services, now: datetime, name: str, *given: Any) -> str:
    """Do a task; return "done", "late", the rules that refuse, or "!" with an error."""
    CLOCK.time = now
    try:
        TASKS[name](services, *given)
    except LATE:
        return "late"
    except Refused as refused:
        return " ".join(one.rule for one in refused.refusals)
    except Exception as wrong:  # noqa: BLE001 - reported as a fault
        return f"! {type(wrong).__name__}: {wrong}"
    return "done"


def serve(url: str, pipe: Connection) -> None:
    """Main function of the second process."""
    patch_clock()
    services = opened(url)
    try:
        while (task := pickle.loads(pipe.recv_bytes())) is not None:  # noqa: S301 - our own bytes
            pipe.send_bytes(perform(services, *task).encode())
    finally:
        services.close()


class ClubPair:
    """This process and a second one, on the same database. `outages` are those of both."""

    def __init__(self, url: str) -> None:
        patch_clock()
        self.url, self.services = url, opened(url)
        self.outages: list[tuple[datetime, datetime]] = []
        self.start()

    @property
    def now(self) -> datetime:
        """Time of the game."""
        return CLOCK.time

    def text(self) -> str:
        """Time as the services record it."""
        return availability.time_text(CLOCK.time)

    def start(self) -> None:
        """Start the second process."""
        self._pipe, other = multiprocessing.Pipe()
        spawned: Any = multiprocessing.get_context("spawn")
        self._process = spawned.Process(target=serve, args=(self.url, other), daemon=True)
        self._process.start()

    def both(self, name: str, *given: Any) -> list[str]:
        """Do a task in both processes at the same time."""
        return self.at_once((name, *given), (name, *given))

    def at_once(self, here: tuple[Any, ...], there: tuple[Any, ...]) -> list[str]:
        """Do a task here, and at the same time another one in the second process."""
        self._pipe.send_bytes(pickle.dumps((CLOCK.time, *there)))
        answer = perform(self.services, CLOCK.time, *here)
        return [answer, self._pipe.recv_bytes().decode()]

    def there(self, name: str, *given: Any) -> str:
        """Do a task in the second process."""
        self._pipe.send_bytes(pickle.dumps((CLOCK.time, name, *given)))
        return self._pipe.recv_bytes().decode()

    def let_pass(self, span: timedelta, *, is_up: bool = True) -> None:
        """Let time pass, while the server is up or not."""
        begun = CLOCK.time
        CLOCK.time += span
        if not is_up:
            self.outages.append((begun, CLOCK.time))
        if not is_up or span <= timedelta():
            return
        with self.services.store.write() as work:
            last = work.uptime.last_interval()
            if last is None or availability.parse_time(last.until) < begun - timedelta(minutes=2):
                work.uptime.begin_interval(availability.time_text(begun))
                last = work.uptime.last_interval()
            if last is not None:
                work.uptime.go_on(last.id, self.text())
            work.commit()

    def restart(self) -> None:
        """Kill the second process and start it again."""
        self._process.kill()
        self._process.join()
        self.start()

    def close(self) -> None:
        """End the second process and close the services."""
        self._pipe.send_bytes(pickle.dumps(None))
        self._process.join(timeout=20)
        self.services.close()
