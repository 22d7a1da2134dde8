"""Orders of several games with one commit for a group, compared with one commit for each order.

    python -m bench.group_commit [ORDERS] [--games 50] [--rounds 5]

Both ways take turns in one process on a temporary SQLite file with full durability. Two orders of
the platform alternate in each game: a draw is offered and declined. No HTTP is part of it. Printed
are ratios of group to single: the median and the range of the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import msgspec

from app.games import shelf
from app.kernel import table_orders
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby
from app.services.play.open_seats import declare_or_join
from app.services.play.order_requests import OrderRequest
from app.services.rate_limit import RateLimiter
from app.services.watch.game_view import load_view
from app.store.migrate import migrate_database
from app.store.transactions import Store
from bench.measured_games import server_game

ORDERS = (table_orders.OfferDraw(), table_orders.DeclineDraw())
WARM = 10  # orders of each game before the first round


class Measured(msgspec.Struct, frozen=True):
    """One round: orders per second, processor ms per order, and mean ms to the answer."""

    per_second: float
    processor: float
    answer: float


class Game:
    """Game of two guests in which a draw is offered and declined."""

    def __init__(self, services: Services):
        self.services = services
        self.people = [accounts.create_guest(services).id for _ in ORDERS]
        card = server_game().card
        opened = lobby.open_table(services, self.people[0], card.key, card.scenarios[0].key)
        lobby.join_table(services, opened.id, self.people[1])
        self.address, self.given = opened.id, 0
        self.last = load_view(services, opened.id).last

    def play(self, many: int) -> list[float]:
        """Give orders one after another; return the seconds to each answer."""
        taken = []
        for _ in range(many):
            turn, began = self.given % 2, time.perf_counter()
            made = declare_or_join(
                self.services,
                self.address,
                self.people[turn],
                OrderRequest(f"bench {self.given}", self.last, ORDERS[turn]),
            )
            taken.append(time.perf_counter() - began)
            self.last, self.given = made.number, self.given + 1
        return taken


def measure(games: Sequence[Game], orders: int) -> Measured:
    """Let all games give orders at once, `orders` in all. The lock of the database is not fair, so
    the median of the answers would name the few threads that it prefers.
    """
    each = max(1, orders // len(games))
    spent, began = time.process_time(), time.perf_counter()
    with ThreadPoolExecutor(len(games)) as threads:
        taken = [one for many in threads.map(lambda game: game.play(each), games) for one in many]
    seconds, used = time.perf_counter() - began, time.process_time() - spent
    return Measured(len(taken) / seconds, used * 1000 / len(taken), statistics.mean(taken) * 1000)


def ratios(services: Services, games: int, orders: int, rounds: int) -> None:
    """Print the ratios of both ways."""
    tables = [Game(services) for _ in range(games)]
    measure(tables, WARM * games)
    found: list[tuple[Measured, Measured]] = []
    for number in range(rounds):
        pair = {}
        for is_group in (True, False) if number % 2 else (False, True):
            single = patch.object(Store, "write_together", Store.write)
            if is_group:
                pair[True] = measure(tables, orders)
            else:
                with single:
                    pair[False] = measure(tables, orders)
        found.append((pair[True], pair[False]))
    print(f"{games} games, {rounds} rounds of {orders} orders: {found[-1]}")
    for name in Measured.__struct_fields__:
        values = [getattr(group, name) / getattr(single, name) for group, single in found]
        print(
            f"  {name:12} {statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.group_commit")
    parser.add_argument("orders", nargs="?", type=int, default=400)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        url = f"sqlite:///{folder}/bench.db"
        migrate_database(url)
        services = Services.open(shelf(), url)
        services.limits = RateLimiter(lifted=True)
        try:
            for games in (asked.games, 1):
                ratios(services, games, asked.orders, asked.rounds)
        finally:
            services.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
