"""Speed of the server on this machine: one process, SQLite with full durability, no HTTP."""

from __future__ import annotations

import asyncio
import importlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from app.games import shelf
from app.kernel import monkey, table_orders
from app.kernel.contract import Marks
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby
from app.services.play import orders as play
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from app.services.watch.game_history import History
from app.store.migrate import migrate_database
from bench.written import at_least, at_most, counted, write

ORDERS = 300
LONG = 150  # moves needed to stand for 2,000; random play often concedes before
GAMES = 50
SPECTATORS = 1_000
REPOSITORY = Path(__file__).parents[1]
REPLAY, RATE = 100.0, 300.0  # ms for 2,000 moves; orders a second


def print_figures(box: str | None, is_written: bool = False) -> int:
    """Print the figures of one box, or of all; write them too on request."""
    found: list[Measurement] = []
    for key in [box] if box else sorted(shelf()):
        with _services() as (services, people):
            print(
                f"{key} on {sys.platform}, Python {sys.version.split()[0]}, SQLite in "
                f"{services.store.engine.url.database}"
            )
            for what, shown, *figures in measures(services, people, key):
                print(f"  {what:58} {shown}")
                found += figures
        if further := shelf()[key].bench.further:
            found += importlib.import_module(further).print_figures()
    if is_written:
        name = f"bench-{box}" if box else "bench"
        write(name, f"python -m app bench {box or ''} --write".replace("  ", " "), found)
    return 0


def measures(services: Services, people: list[int], key: str) -> Iterator[tuple]:
    """Yield each measurement as soon as it is taken: title, printed form and its figures."""
    _, times = one_game(services, people, key, ORDERS, crowded=True)
    for what, (words, taken) in zip(
        ("order_p50", "look_p50", "drawing_p50", "log_p50"), times.items(), strict=True
    ):
        median = statistics.median(taken)
        yield (
            words,
            spread(taken),
            at_most(what, median, services.shelf[key].bench.order_ms, "ms", key)
            if what == "order_p50"
            else counted(what, median, "ms", key),
        )
    replay = replay_of_2000(services, one_game(services, people, key, ORDERS)[0])
    yield (
        "2,000 moves read, checked and folded",
        f"{replay:.0f} ms",
        at_most("replay", replay, REPLAY, "ms", key),
    )
    rate = orders_a_second(services, people, key)
    yield (
        f"orders a second over {GAMES} games, one thread",
        f"{rate:.0f}",
        at_least("orders_a_second", rate, RATE, "/s", key),
    )
    woken, last = asyncio.run(fan_out(services, people, key))
    yield (
        f"{woken} waiting browsers woken by an order, the last",
        f"{last:.1f} ms",
        counted("woken_last", last, "ms", key),
    )


@contextmanager
def _services() -> Iterator[tuple[Services, list[int]]]:
    """Open services on a database file of this disk, with eight guests."""
    (REPOSITORY / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=REPOSITORY / "var") as folder:
        url = f"sqlite:///{folder}/bench.db"
        migrate_database(url)
        services = Services.open(shelf(), url)
        try:
            yield services, [accounts.create_guest(services).id for _ in range(8)]
        finally:
            services.close()


def begun(services: Services, people: list[int], key: str, *, crowded: bool = False) -> int:
    """Begin a game of the first scenario and return its id. If `crowded`, it is a large one."""
    scenario, entry = services.shelf[key].card.scenarios[0], services.shelf[key].bench
    terms = entry.large if crowded else {}
    while True:
        game = lobby.open_table(services, people[0], key, scenario.key, terms=terms)
        for person in people[1 : len(scenario.sides)]:
            game = lobby.join_table(services, game.id, person)
        if not crowded or entry.is_large(game_view.load_view(services, game.id).history.now.state):
            return game.id


def one_game(
    services: Services, people: list[int], key: str, orders: int, *, crowded: bool = False
) -> tuple[int, dict[str, list[float]]]:
    """Time this number of random orders, game after game, until one game is long enough.

    Returns the id of the longest game and the times in milliseconds by measurement.
    """
    times: dict[str, list[float]] = {
        name: []
        for name in (
            "an order put on record",
            "the next look at the game",
            "the board drawn as a scene",
            "the log of the last ten moves",
        )
    }
    chance, longest = random.Random(1), (0, 0)  # noqa: S311 random play
    game_id = begun(services, people, key, crowded=crowded)
    for count in range(10 * orders):
        if count >= orders and longest[0] >= LONG:
            break
        seen = _mover(services, game_id)
        order = monkey.any_order(seen.box, seen.view, chance)
        moments = [time.perf_counter()]
        play.declare_order(services, game_id, seen.user_id, f"bench {count}", seen.last, order)
        moments.append(time.perf_counter())
        after = game_view.load_view(services, game_id, seen.user_id)
        moments.append(time.perf_counter())
        after.box.drawing(after.view, Marks(), "en")
        moments.append(time.perf_counter())
        game_view.load_log(after, after=after.last - 10)
        moments.append(time.perf_counter())
        for taken, (begin, end) in zip(times.values(), pairwise(moments), strict=True):
            taken.append((end - begin) * 1000)
        longest = max(longest, (after.last, game_id))
        if after.game.status == "over":
            game_id = begun(services, people, key, crowded=crowded)
    return longest[1], times


def _mover(services: Services, game_id: int) -> game_view.GameView:
    """Return the view of a player with an open decision."""
    seats = {seat.seat: seat for seat in game_view.load_view(services, game_id).seats}
    waiting = game_view.load_view(services, game_id).waiting
    return game_view.load_view(services, game_id, seats[waiting[0]].user_id)


def spread(taken: list[float]) -> str:
    """Return p50, p95 and maximum as text, in milliseconds."""
    return (
        f"p50 {statistics.median(taken):.1f} ms, p95 {statistics.quantiles(taken, n=20)[-1]:.1f} "
        "ms, "
        f"most {max(taken):.1f} ms"
    )


def replay_of_2000(services: Services, game_id: int) -> float:
    """Return the milliseconds to read, check and fold a game of 2,000 moves.

    The figure is computed from this game. Its first move sets up the table and counts once; the
    others are scaled to 1,999.
    """
    moments = [time.perf_counter()]
    with services.store.read() as work:
        history = History(services.box(services.find(work, game_id)))
        moves = list(work.moves.for_game(game_id))
    for some in (moves[:1], moves[1:]):
        moments.append(time.perf_counter())
        history = history.and_then(some)
    reading, beginning, others = (
        end - begin for begin, end in pairwise([*moments, time.perf_counter()])
    )
    return 1000 * (reading * 2000 / len(moves) + beginning + others * 1999 / (len(moves) - 1))


def orders_a_second(services: Services, people: list[int], key: str) -> float:
    """Return the number of orders a second that one thread stores, in turn over fifty games."""
    chance = random.Random(2)  # noqa: S311 random play
    ids = [begun(services, people, key) for _ in range(GAMES)]
    spent = count = 0.0
    for number in range(4):
        for game_id in ids:
            seen = _mover(services, game_id)
            order = monkey.any_order(seen.box, seen.view, chance)
            began = time.perf_counter()
            play.declare_order(services, game_id, seen.user_id, f"round {number}", seen.last, order)
            spent, count = spent + time.perf_counter() - began, count + 1
    return count / spent


async def fan_out(services: Services, people: list[int], key: str) -> tuple[int, float]:
    """Return the number of waiting tasks, and the milliseconds from an order until the last task is
    awake.
    """
    game_id = begun(services, people, key)
    last = game_view.load_view(services, game_id).last
    waiting = [
        asyncio.create_task(services.notifier.next_after(game_id, last)) for _ in range(SPECTATORS)
    ]
    await asyncio.sleep(0.5)
    seen = _mover(services, game_id)
    began = time.perf_counter()
    await asyncio.to_thread(
        play.declare_order,
        services,
        game_id,
        seen.user_id,
        "fan",
        seen.last,
        table_orders.OfferDraw(),
    )
    await asyncio.gather(*waiting)
    return len(waiting), (time.perf_counter() - began) * 1000
