"""Work of a club in one hour, in a fixed amount: games of players and against bots, imports, pages.

Each worker spreads its amount evenly over the hour. A game ends by surrender after some orders, so
that new games begin and old ones leave the caches. Observers have their own program (`observers`).
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec

from app.games import shelf
from bench.games import modules_of_games
from bench.kills import Acknowledged, Order, Player, small_table

ARMIES = next(modules_of_games("army_samples"))
BATTLES = tuple(small_table(game) for game in shelf().values() if game.card.is_battle)
GAME_ORDERS = 24  # of the players of one game; then a player surrenders
BOT_SECONDS = 20.0  # longest wait for a bot
NEGLECTED = {"kind": "each", "days": 1, "then": "substitute"}  # clock of a table that players leave
PAGES = ("/", "/lobby", "/games.atom", "/rules", "/quality", "/api/v1/games?which=over")
GAME_PAGES = ("", "/report", "/text", "/picture.png", "/at/10", "/spectators")
MEMBER_PAGES = ("/", "/my-games", "/account", "/lobby", "/armies")
RECENT = 300  # finished games that are still visited


class Amount(msgspec.Struct, frozen=True):
    """Amount of work in an hour: orders of each of the tables, pages, and imports."""

    people_orders: int = 48
    bot_orders: int = 12
    neglected: int = 2
    pages: int = 80
    games: int = 2
    armies: int = 12


class Work:
    """Results of all workers: seconds of orders and pages, finished games, and faults."""

    def __init__(self) -> None:
        self.order_seconds, self.page_seconds = list[float](), list[float]()
        self.faults = list[str]()
        self.over = list[str]()  # addresses of finished games
        self.told = list[Acknowledged]()
        self.games = self.imports = 0


class Table:
    """Game after game of one box, between two players or between a player and the bot."""

    def __init__(self, players: Sequence[Player], table: dict[str, Any], work: Work):
        self.players, self.table, self.work = players, table, work
        self.address, self.orders, self._ended = "", 0, ""

    @property
    def is_over(self) -> bool:
        """True after the end of a game, before the next one."""
        return self._ended == self.address != ""

    def begin(self) -> None:
        host, *guests = self.players
        against = {} if guests else {"against": "bot"}
        self.address = host.ask("POST", "/tables", self.table | against)["address"]
        for guest in guests:
            guest.ask("POST", f"/games/{self.address}/join", {})
        self.orders = 0
        self.work.games += 1

    def give_order(self) -> None:
        """Let the player to act give an order, in a new game if the last one has ended."""
        if not self.address or self.is_over:
            self.begin()
        until = time.monotonic() + BOT_SECONDS
        while time.monotonic() < until:
            for player in self.players:
                game = player.ask("GET", f"/games/{self.address}")
                if game["outcome"] is not None:
                    self.end()
                    return
                if game["decisions"]:
                    self._decide(player, game)
                    return
            time.sleep(0.1)
        self.work.faults.append(f"game {self.address}: no decision in {BOT_SECONDS} s")

    def _decide(self, player: Player, game: dict[str, Any]) -> None:
        is_last = self.orders >= GAME_ORDERS
        given = (
            Order(self.address, uuid.uuid4().hex, game["last"], {"kind": "concede"})
            if is_last
            else player.wish(game)
        )
        began = time.perf_counter()
        answer = player.give(given)
        if answer.is_success and not is_last:
            self.work.order_seconds.append(time.perf_counter() - began)
        self.orders += answer.is_success

    def end(self) -> None:
        """Note the end of a game, and the orders that the server has acknowledged."""
        self._ended = self.address
        self.work.over.append(self.address)
        for player in self.players:
            self.work.told += player.acknowledged
            self.work.faults += player.odd
            player.acknowledged, player.odd = [], []


class NeglectedTables:
    """Games whose players leave them alone, so that bots decide for them when their time is up. A
    player surrenders them after an hour.
    """

    def __init__(self, players: Sequence[Player], work: Work):
        self.players, self.work = players, work
        self.addresses = list[str]()

    def change(self) -> None:
        """Leave another game alone, and end the oldest of two."""
        table = BATTLES[self.work.games % len(BATTLES)]
        game = Table(self.players, table | {"clock": NEGLECTED}, self.work)
        game.begin()
        self.addresses.append(game.address)
        if len(self.addresses) > 2:
            self._surrender(self.addresses.pop(0))

    def _surrender(self, address: str) -> None:
        player = self.players[0]
        for _ in range(10):  # a bot may decide meanwhile
            game = player.ask("GET", f"/games/{address}")
            if game["outcome"] is not None:
                break
            order = {"kind": "concede"}
            player.give(Order(address, uuid.uuid4().hex, game["last"], order))
        self.work.over.append(address)


class Visitor:
    """Reads pages without an account and as a member, and imports games and armies."""

    def __init__(self, base: str, player: Player, login: str, work: Work):
        self.player, self.work = player, work
        self.chance = random.Random(3)  # noqa: S311 - random visits
        headers = {"accept-language": "es", "accept-encoding": "gzip"}
        self.anonymous = httpx.Client(base_url=base, headers=headers, timeout=30)
        cookies = {"caracole": login}
        self.member = httpx.Client(base_url=base, headers=headers, cookies=cookies, timeout=30)

    def visit(self) -> None:
        """Read a page: a list, a page of the member, or one of a finished game."""
        client, path = self.anonymous, self.chance.choice(PAGES)
        if self.chance.random() < 0.2:
            client, path = self.member, self.chance.choice(MEMBER_PAGES)
        elif self.work.over and self.chance.random() < 0.6:
            game = self.chance.choice(self.work.over[-RECENT:])
            path = f"/games/{game}{self.chance.choice(GAME_PAGES)}"
        began = time.perf_counter()
        answer = client.get(path)
        self.work.page_seconds.append(time.perf_counter() - began)
        if answer.status_code != 200:
            self.work.faults.append(f"{answer.status_code} to {path}")

    def import_game(self) -> None:
        """Export a finished game and import its file."""
        if not self.work.over:
            return
        path = f"/games/{self.chance.choice(self.work.over[-RECENT:])}/export"
        file = self.player.client.get(path).raise_for_status().content
        answer = self.player.client.post("/imports", files={"file": ("game.json", file)})
        self._note_import(answer, 201)

    def import_army(self) -> None:
        pasted = {"box": ARMIES.BOX, "text": self.chance.choice(ARMIES.COSTLY_TEXTS[-1:])}
        self._note_import(self.player.client.post("/armies/import", json=pasted), 200)

    def _note_import(self, answer: httpx.Response, expected: int) -> None:
        self.work.imports += 1
        if answer.status_code != expected:
            self.work.faults.append(f"import: {answer.status_code} {answer.text[:200]}")


class Club:
    """Workers of a club on a server. It needs two tokens for each box and kind of work."""

    def __init__(self, base: str, tokens: Sequence[str], login: str, amount: Amount):
        self.work = Work()
        players = [Player(base, token, f"soak/{number}") for number, token in enumerate(tokens)]
        pairs = list(zip(players[::2], players[1::2], strict=False))
        self.players = players
        self.jobs: list[tuple[Callable[[], None], int]] = []
        self.tables = list[Table]()
        for table in BATTLES:
            against_people = Table(pairs.pop(), table, self.work)
            against_bot = Table(pairs.pop()[:1], table, self.work)
            self.tables.append(against_people)
            self.jobs.append((against_people.give_order, amount.people_orders))
            self.jobs.append((against_bot.give_order, amount.bot_orders))
        self.jobs.append((NeglectedTables(pairs.pop(), self.work).change, amount.neglected))
        visitor = Visitor(base, pairs.pop()[0], login, self.work)
        self.jobs += (
            (visitor.visit, amount.pages),
            (visitor.import_game, amount.games),
            (visitor.import_army, amount.armies),
        )

    @staticmethod
    def tokens_needed() -> int:
        return 2 * (2 * len(BATTLES) + 2)

    def first_games(self) -> list[str]:
        """Play a game of each box between players to its end; their addresses."""
        for table in self.tables:
            while not table.is_over:
                table.give_order()
        return list(self.work.over)

    def work_an_hour(self, seconds: float) -> None:
        """Do the work of an hour, spread over these seconds. Returns when all of it is done."""
        began = time.monotonic()
        hands = [
            threading.Thread(target=self._repeat, args=(job, times, began, seconds), daemon=True)
            for job, times in self.jobs
        ]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()

    def _repeat(self, job: Callable[[], None], times: int, began: float, seconds: float) -> None:
        for number in range(times):
            time.sleep(max(0.0, began + number * seconds / times - time.monotonic()))
            try:
                job()
            except (httpx.HTTPError, AssertionError) as fault:
                self.work.faults.append(f"{job.__qualname__}: {fault!r}")
        remaining = began + seconds - time.monotonic()
        time.sleep(max(0.0, remaining))

    def close(self) -> None:
        for player in self.players:
            player.client.close()
