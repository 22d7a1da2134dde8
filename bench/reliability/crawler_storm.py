"""T-54: Orders of two players while crawlers read public pages.

    python -m bench.reliability crawler_storm [SECONDS] [RATE] [--write]

Quiet and stormy spells of SECONDS follow one another, three of each. In a storm RATE requests a
second without an account ask for lists, rules and games, from `ADDRESSES` addresses. The limits of
requests are those of a server as delivered; players have an address of their own.
"""

from __future__ import annotations

import itertools
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from app.services.watch.benchmarks import Measurement
from bench.kills import KillRun, Player
from bench.measured_games import server_game
from bench.written import at_most, counted

ADDRESSES = 10
SPELLS = 3
MOST_RATIO = 2.0
PAGES = (
    "/",
    "/lobby",
    "/games/{game}",
    "/games/{game}/report",
    "/rules",
    f"/rules/{server_game().card.key}",
    "/quality",
)


class TimedPlayers:
    """Players that note how long each order took."""

    def __init__(self, kill_run: KillRun):
        self.kill_run, self.took = kill_run, list[float]()

    def play(self, seconds: float) -> list[float]:
        """Give orders for some seconds; the time of each."""
        until, self.took = time.monotonic() + seconds, []
        while time.monotonic() < until:
            for player in self.kill_run.pair.players:
                self._visit(player)
        return self.took

    def _visit(self, player: Player) -> None:
        game = player.ask("GET", f"/games/{self.kill_run.pair.address}")
        if game["outcome"] is not None:
            self.kill_run.pair.begin()
        elif game["decisions"]:
            given = player.wish(game)
            began = time.perf_counter()
            if player.give(given).is_success:
                self.took.append(time.perf_counter() - began)
            else:
                time.sleep(1)  # the player has used up the orders of a minute


class Storm:
    """Requests at a fixed rate from several addresses of this machine; counts the answers."""

    def __init__(self, base: str, rate: float, paths: list[str]):
        self.answers: Counter[str] = Counter()
        self._rate, self._paths, self._enough = rate, paths, threading.Event()
        self._clients = [
            httpx.Client(
                base_url=base,
                transport=httpx.HTTPTransport(local_address=f"127.0.0.{number + 10}"),
                timeout=20,
            )
            for number in range(ADDRESSES)
        ]

    def _ask(self, client: httpx.Client, path: str) -> None:
        try:
            self.answers[str(client.get(path).status_code)] += 1
        except httpx.TransportError:
            self.answers["none"] += 1

    def _blow(self) -> None:
        turns = itertools.cycle(itertools.product(self._paths, self._clients))
        began = time.monotonic()
        with ThreadPoolExecutor(ADDRESSES) as hands:
            for number, (path, client) in enumerate(turns):
                if self._enough.wait(max(0.0, began + number / self._rate - time.monotonic())):
                    return
                hands.submit(self._ask, client, path)

    def __enter__(self) -> Storm:
        self._hand = threading.Thread(target=self._blow)
        self._hand.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._hand.join()


def p95(times: list[float]) -> float:
    """95 of 100 are quicker; milliseconds."""
    return 1000 * sorted(times)[int(0.95 * (len(times) - 1))]


def measure(seconds: int = 20, rate: int = 50) -> Iterator[Measurement]:
    """Yield p95 of an order in quiet and in storm, their ratio, and the answers to crawlers."""
    quiet, stormy, answers = list[float](), list[float](), Counter[str]()
    with (
        tempfile.TemporaryDirectory() as folder,
        KillRun("storm", f"sqlite:///{folder}/storm.db", Path(folder)) as kill_run,
    ):
        kill_run.server.surroundings["CARACOLE_RATE_LIMITS"] = "true"
        kill_run.server.start()
        kill_run.first_game()
        players = TimedPlayers(kill_run)
        players.play(5)
        for _ in range(SPELLS):
            quiet += players.play(seconds)
            paths = [path.format(game=kill_run.pair.address) for path in PAGES]
            with Storm(kill_run.server.url, rate, paths) as storm:
                stormy += players.play(seconds)
            answers += storm.answers
    yield counted("storm_orders", len(quiet) + len(stormy))
    yield counted("storm_requests", answers.total())
    yield counted("storm_refused", answers["429"] + answers["503"])
    yield counted("storm_errors", answers["500"] + answers["none"])
    yield counted("storm_quiet", p95(quiet), "ms")
    yield counted("storm_stormy", p95(stormy), "ms")
    yield at_most("storm_ratio", p95(stormy) / p95(quiet), MOST_RATIO)
