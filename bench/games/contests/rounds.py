"""Contest of 200 entrants: processor time of drawing and publishing a round with 100 tables, of the
result of a battle, and of its pages. Run: python -m bench.games.contests.rounds [entrants]
[database url]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import TypeVar

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.contract import Order
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders
from app.services.watch import reading_pages
from app.store.migrate import migrate_database

TERMS = {"battle": "cry_havoc/lady_edith", "places": "200", "rounds": "5"}
PASSWORD = "a password of the bench"  # noqa: S105 - no secret
Answer = TypeVar("Answer")


def timed(what: str, act: Callable[[], Answer]) -> Answer:
    """Run an act and print its processor time and its time, in milliseconds."""
    begun, clock = time.process_time(), time.perf_counter()
    found = act()
    spent, waited = time.process_time() - begun, time.perf_counter() - clock
    print(f"{what}: {1000 * spent:.0f} ms of processor time, {1000 * waited:.0f} ms")
    return found


class Bench:
    """Contest on a fresh database."""

    def __init__(self, services: Services, entrants: int) -> None:
        self.services = services
        self.organiser = accounts.register(services, "Organiser", PASSWORD).id
        self.game = lobby.open_table(
            services, self.organiser, "contests", "swiss", "referee", terms=TERMS, gathers=True
        ).id
        for number in range(entrants):
            user = accounts.register(services, f"Entrant {number}", PASSWORD).id
            order = o.Enter(f"Entrant {number}", f"Club {number % 9}")
            open_seats.take_seat(services, self.game, user, f"in{number}", order)

    def give(self, order: Order) -> None:
        """Give an order of the organiser."""
        with self.services.store.read() as work:
            last = self.services.find(work, self.game).number
        command = f"{last}"
        orders.declare_order(
            self.services, self.game, self.organiser, command, last, order, seat="referee"
        )

    def pages(self) -> None:
        """Pages of the contest for a visitor, of a new move."""
        reading_pages.load_pages(self.services, self.game, None)


def main() -> None:
    entrants = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        url = sys.argv[2] if len(sys.argv) > 2 else f"sqlite:///{folder}/bench.sqlite"
        migrate_database(url)
        services = Services.open(shelf(), url)
        bench = timed(f"{entrants} entrants sign up", lambda: Bench(services, entrants))
        timed("close the sign-up", lambda: bench.give(o.CloseSignUp()))
        timed("draw round 1", lambda: bench.give(o.DraftRound()))
        timed("publish round 1", lambda: bench.give(o.PublishRound()))
        spent = []
        for table in range(1, entrants // 2 + 1):
            begun = time.process_time()
            bench.give(o.Decide(f"r1.{table}", None, 3, 3))
            spent.append(time.process_time() - begun)
        print(f"a result: {1000 * statistics.median(spent):.1f} ms of processor time (median)")
        timed("pages of a visitor", bench.pages)
        timed("draw round 2", lambda: bench.give(o.DraftRound()))
        services.close()


if __name__ == "__main__":
    main()
