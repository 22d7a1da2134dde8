"""What the house costs on this machine: one process, SQLite with full durability, no web in between."""
from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from app.club import accounts, lobby, play, watch
from app.club.club import Club
from app.club.proof import Figure
from app.club.story import Story
from app.games import shelf
from app.kernel import monkey, table
from app.kernel.contract import Marks
from app.store.migrate import migrate
from bench import big_table
from bench.written import at_least, at_most, counted, write

ORDERS = 300
LONG = 150                       # moves of a game that stands for one of 2,000; a monkey often gives up before
GAMES = 50
SPECTATORS = 1_000
HOUSE = Path(__file__).parents[1]
ORDER = {"cry_havoc": 15.0, "heart_of_africa": 40.0}        # budgets in ms: hexes, and a table of 200 figures
CROWDED, POINTS = 200, "900"     # figures at least that stand on a table of Africa, and what they cost
REPLAY, RATE = 100.0, 300.0                      # ms for 2,000 moves; orders a second


def print_figures(box: str | None, is_written: bool = False) -> int:
    """Print the figures of one box, or of every one; on request they are written down, too."""
    found: list[Figure] = []
    for key in [box] if box else sorted(shelf()):
        with _club() as (club, people):
            print(f"{key} on {sys.platform}, Python {sys.version.split()[0]}, SQLite in {club.store.engine.url.database}")
            for what, shown, *figures in measures(club, people, key):
                print(f"  {what:58} {shown}")
                found += figures
        if key == "heart_of_africa":
            found += big_table.print_figures()
    if is_written:
        write("bench", f"python -m app bench {box or ''} --write".replace("  ", " "), found)
    return 0


def measures(club: Club, people: list[int], key: str) -> Iterator[tuple]:
    """Each measure as soon as it is taken: what, how it is printed, and its figures."""
    _, times = one_game(club, people, key, ORDERS, crowded=True)
    for what, (words, taken) in zip(("order_p50", "look_p50", "drawing_p50", "log_p50"), times.items(), strict=True):
        median = statistics.median(taken)
        yield words, spread(taken), at_most(what, median, ORDER[key], "ms", key) if what == "order_p50" else counted(what, median, "ms", key)
    replay = replay_of_2000(club, one_game(club, people, key, ORDERS)[0])
    yield "2,000 moves read, checked and folded", f"{replay:.0f} ms", at_most("replay", replay, REPLAY, "ms", key)
    rate = orders_a_second(club, people, key)
    yield f"orders a second over {GAMES} games, one thread", f"{rate:.0f}", at_least("orders_a_second", rate, RATE, "/s", key)
    woken, last = asyncio.run(fan_out(club, people, key))
    yield f"{woken} waiting browsers woken by an order, the last", f"{last:.1f} ms", counted("woken_last", last, "ms", key)


@contextmanager
def _club() -> Iterator[tuple[Club, list[int]]]:
    """A club on a file of this disk, with eight guests."""
    (HOUSE / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=HOUSE / "var") as folder:
        url = f"sqlite:///{folder}/bench.db"
        migrate(url)
        club = Club.open(shelf(), url)
        try:
            yield club, [accounts.create_guest(club).id for _ in range(8)]
        finally:
            club.close()


def begun(club: Club, people: list[int], key: str, *, crowded: bool = False) -> int:
    """A running game of the box's first scenario; if `crowded`, one of miniatures has as many of them as the budget speaks of, or more."""
    scenario, crowded = club.shelf[key].card.scenarios[0], crowded and key == "heart_of_africa"
    while True:
        game = lobby.open_table(club, people[0], key, scenario.key, terms={"points": POINTS} if crowded else {})
        for person in people[1:len(scenario.sides)]:
            game = lobby.join(club, game.id, person)
        if not crowded or len(watch.look(club, game.id).story.now.state.figures) >= CROWDED:
            return game.id


def one_game(club: Club, people: list[int], key: str, orders: int, *, crowded: bool = False) -> tuple[int, dict[str, list[float]]]:
    """So many monkey's orders over one game after the other, and more until one of them was long, each timed; the id of the longest one."""
    times: dict[str, list[float]] = {name: [] for name in (
        "an order put on record", "the next look at the game", "the board drawn as a scene", "the log of the last ten moves")}
    chance, longest = random.Random(1), (0, 0)   # noqa: S311 a monkey's whim
    game_id = begun(club, people, key, crowded=crowded)
    for count in range(10 * orders):
        if count >= orders and longest[0] >= LONG:
            break
        seen = _mover(club, game_id)
        order = monkey.any_order(seen.box, seen.view, chance)
        moments = [time.perf_counter()]
        play.declare(club, game_id, seen.user_id, f"bench {count}", seen.last, order)
        moments.append(time.perf_counter())
        after = watch.look(club, game_id, seen.user_id)
        moments.append(time.perf_counter())
        after.box.drawing(after.view, Marks(), "en")
        moments.append(time.perf_counter())
        watch.log(after, after=after.last - 10)
        moments.append(time.perf_counter())
        for taken, (begin, end) in zip(times.values(), pairwise(moments), strict=True):
            taken.append((end - begin) * 1000)
        longest = max(longest, (after.last, game_id))
        if after.game.status == "over":
            game_id = begun(club, people, key, crowded=crowded)
    return longest[1], times


def _mover(club: Club, game_id: int) -> watch.Look:
    """The game as one of those who owe a decision sees it."""
    seats = {seat.seat: seat for seat in watch.look(club, game_id).seats}
    waiting = watch.look(club, game_id).waiting
    return watch.look(club, game_id, seats[waiting[0]].user_id)


def spread(taken: list[float]) -> str:
    """p50, p95 and the worst, in milliseconds."""
    return (f"p50 {statistics.median(taken):.1f} ms, p95 {statistics.quantiles(taken, n=20)[-1]:.1f} ms, "
            f"most {max(taken):.1f} ms")


def replay_of_2000(club: Club, game_id: int) -> float:
    """Milliseconds for a game of 2,000 moves like those of this one, read from disk, checked against the chain and folded: its beginning, which comes once and
    lays the whole table, and as many other moves."""
    moments = [time.perf_counter()]
    with club.store.read() as work:
        story = Story(club.box(club.find(work, game_id)))
        moves = list(work.moves.of(game_id))
    for some in (moves[:1], moves[1:]):
        moments.append(time.perf_counter())
        story = story.and_then(some)
    reading, beginning, others = (end - begin for begin, end in pairwise([*moments, time.perf_counter()]))
    return 1000 * (reading * 2000 / len(moves) + beginning + others * 1999 / (len(moves) - 1))


def orders_a_second(club: Club, people: list[int], key: str) -> float:
    """How many orders one thread puts on record, going round fifty games."""
    chance = random.Random(2)                    # noqa: S311 as above
    ids = [begun(club, people, key) for _ in range(GAMES)]
    spent = count = 0.0
    for number in range(4):
        for game_id in ids:
            seen = _mover(club, game_id)
            order = monkey.any_order(seen.box, seen.view, chance)
            began = time.perf_counter()
            play.declare(club, game_id, seen.user_id, f"round {number}", seen.last, order)
            spent, count = spent + time.perf_counter() - began, count + 1
    return count / spent


async def fan_out(club: Club, people: list[int], key: str) -> tuple[int, float]:
    """A thousand wait for a move; milliseconds from giving the order until the last of them has heard."""
    game_id = begun(club, people, key)
    last = watch.look(club, game_id).last
    waiting = [asyncio.create_task(club.bell.next_after(game_id, last)) for _ in range(SPECTATORS)]
    await asyncio.sleep(0.5)
    seen = _mover(club, game_id)
    began = time.perf_counter()
    await asyncio.to_thread(play.declare, club, game_id, seen.user_id, "fan", seen.last, table.OfferDraw())
    await asyncio.gather(*waiting)
    return len(waiting), (time.perf_counter() - began) * 1000
