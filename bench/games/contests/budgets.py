"""Budgets of clubs and contests.

Measured are pages of a club of 200 members and standings of 2,000 results. A round with 100 tables
is published while another game is played.

Usage: python -m bench.games.contests.budgets [ROUNDS] [postgres] [--write]

Requests go through the ASGI application without a network. A page is asked for after a change of
the club or contest. Processor times are divided by the slowness of the machine (`bench/timer.py`).
Times of the publication and of the orders beside it are elapsed times of this machine.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.contract import Order
from app.kernel.table_orders import DeclineDraw, OfferDraw
from app.main import THREAD_SWITCH_SECONDS
from app.services.clubs import club_chat
from app.services.container import Services
from app.services.play import lobby, open_seats, orders
from app.services.rate_limit import RateLimiter
from app.services.watch.benchmarks import Measurement
from app.settings import Settings
from app.web.app import create_web
from bench.arguments import exit_with
from bench.games.contests.large_club import LargeClub, add_member
from bench.page_client import PageClient
from bench.timer import Timer
from bench.two_processes import database
from bench.written import at_most, counted, write

MEMBERS, ENTRANTS, ALL_AGAINST_ALL = 200, 200, 64
WAITING_GAMES = 60
TABLES = {"battle": "cry_havoc/lady_edith", "rounds": "5"}
IN_WORDS = {"battle": "in_words", "words": "Chess"}
BUDGETS = {
    "club_front_page": 15.0,
    "club_members_page": 15.0,
    "club_calendar_page": 15.0,
    "club_chronicle_page": 50.0,
    "club_waiting_page": 15.0,
    "contest_standings_page": 20.0,
}
"""Milliseconds that half of the requests may take."""
PUBLISHING, BESIDE = 2_000.0, 50.0
"""Milliseconds of a publication, and of 99 of 100 orders of another game meanwhile."""


class LargeContest:
    """Contest of a form (`scenario`) whose sign-up is closed. `terms` name its battle."""

    def __init__(
        self, services: Services, scenario: str, entrants: int, terms: dict[str, str]
    ) -> None:
        self.services, self.entrants = services, entrants
        with services.store.write() as work:
            users = [add_member(work, f"{scenario} {number}") for number in range(entrants + 1)]
            for user in users:
                work.users.update_user(user, email=f"{user}@example.org")
            work.commit()
        self.organiser = users[0]
        terms = {**terms, "places": str(entrants)}
        self.game = lobby.open_table(
            services, self.organiser, "contests", scenario, "referee", terms=terms, gathers=True
        ).id
        for number, user in enumerate(users[1:]):
            order = o.Enter(f"Entrant {number}", f"Club {number % 9}")
            open_seats.take_seat(services, self.game, user, f"in{number}", order)
        self.give(o.CloseSignUp())

    def give(self, order: Order) -> None:
        """Give an order of the organiser."""
        with self.services.store.read() as work:
            last = self.services.find(work, self.game).number
        orders.declare_order(
            self.services, self.game, self.organiser, f"{last}", last, order, seat="referee"
        )

    def play(self, rounds: int) -> None:
        """Draw and publish rounds, and enter all of their results."""
        for number in range(1, rounds + 1):
            self.give(o.DraftRound())
            self.give(o.PublishRound())
            for table in range(1, self.entrants // 2 + 1):
                self.give(o.Decide(f"r{number}.{table}", None, 3 + table % 3, 3))


class OtherGame:
    """Game of two players, in which one of them offers a draw and takes the offer back."""

    def __init__(self, services: Services) -> None:
        self.services = services
        with services.store.write() as work:
            self.player, other = (add_member(work, f"Player {n} beside") for n in range(2))
            work.commit()
        self.game = lobby.open_table(services, self.player, "cry_havoc", "first_blood", "watch").id
        lobby.join_table(services, self.game, other)
        self.times: list[tuple[float, float]] = []

    def play(self, is_done: threading.Event) -> None:
        """Give orders until the event; keep the beginning and the milliseconds of each."""
        while not is_done.is_set():
            with self.services.store.read() as work:
                last = self.services.find(work, self.game).number
            order = OfferDraw() if last % 2 else DeclineDraw()
            began = time.perf_counter()
            orders.declare_order(self.services, self.game, self.player, f"{last}", last, order)
            self.times.append((began, 1000 * (time.perf_counter() - began)))
            time.sleep(0.002)


@contextmanager
def played_beside(services: Services) -> Iterator[OtherGame]:
    """Play another game in a thread meanwhile."""
    other, is_done = OtherGame(services), threading.Event()
    thread = threading.Thread(target=other.play, args=(is_done,))
    thread.start()
    time.sleep(0.5)
    try:
        yield other
    finally:
        is_done.set()
        thread.join()


def measure_publication(services: Services) -> list[Measurement]:
    """Publish a round of 100 tables with notifications while another game is played."""
    contest = LargeContest(services, "swiss", ENTRANTS, TABLES)
    contest.give(o.DraftRound())
    with services.store.read() as work:
        before = len(work.outbox.in_state("waiting", 99_999))
    with played_beside(services) as other:
        began = time.perf_counter()
        contest.give(o.PublishRound())
        ended = time.perf_counter()
    with services.store.read() as work:
        messages = len(work.outbox.in_state("waiting", 99_999)) - before
    meanwhile = sorted(
        taken for start, taken in other.times if start + taken / 1000 > began and start < ended
    )
    slowest = meanwhile[max(0, round(0.99 * len(meanwhile)) - 1)]
    print(f"  {len(meanwhile)} orders of another game meanwhile, slowest {meanwhile[-1]:.0f} ms")
    return [
        at_most("contest_publishing", 1000 * (ended - began), PUBLISHING, "ms"),
        counted("contest_messages", messages),
        at_most("contest_beside", slowest, BESIDE, "ms"),
    ]


async def measure_pages(services: Services, rounds: int) -> Timer:
    """Ask for each page after a change; the first round fills the caches and does not count."""
    large = LargeClub(services, MEMBERS)
    contest = LargeContest(services, "robin", ALL_AGAINST_ALL, IN_WORDS)
    contest.play(ALL_AGAINST_ALL - 1)
    me = large.people[5]
    for _ in range(WAITING_GAMES):
        lobby.open_table(services, me, "cry_havoc", "first_blood", "watch", against="bot")
    app = create_web(services, Settings(rate_limits=False))
    browser, club, timer = PageClient(app, services, me), f"/clubs/{large.club}", Timer()
    year = time.gmtime().tm_year
    pages = {
        "club_front_page": club,
        "club_members_page": f"{club}/members",
        "club_calendar_page": f"{club}/calendar",
        "club_chronicle_page": f"{club}/chronicle/{year}",
        "club_waiting_page": "/waiting",
        "contest_standings_page": f"/games/{contest.game}/standings",
    }
    for number in range(rounds + 1):
        club_chat.write_message(services, large.club, me, f"Message {number}")
        for name, path in pages.items():
            with timer.taken(name if number else f"first {name}"):
                await browser.get(path)
    return timer


def main(rounds: int = 25, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Measure on a fresh database; return 1 if a budget is not kept."""
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)  # as the server does
    with database(kind) as url:
        services = Services.open(shelf(), url)
        services.limits = RateLimiter(lifted=True)
        timer = asyncio.run(measure_pages(services, rounds))
        figures = [counted("club_calibration", timer.ratio)]
        figures += [
            at_most(name, timer.p50(name), most, "ms", "p50") for name, most in BUDGETS.items()
        ]
        figures += measure_publication(services)
        services.close()
    print(f"calibration ratio {timer.ratio:.2f}; elapsed ms p50:")
    for name in BUDGETS:
        print(f"  {name:24} {timer.p50(name):7.1f} {statistics.median(timer.elapsed[name]):7.1f}")
    print(*figures, sep="\n")
    if is_written:
        command = f"python -m bench.games.contests.budgets {rounds} {kind} --write"
        write(f"club-budgets-{kind}", command, figures)
    return 0 if all(one.met is not False for one in figures) else 1


if __name__ == "__main__":
    exit_with(main, 25)
