"""Survival of acknowledged orders while the server or its database is killed (kill -9) and two
players play.

    python -m bench.kills [ROUNDS] [DATABASE_URL]  kills our server; default: temporary SQLite file
    python -m bench.kills [ROUNDS] on-postgres     the same, on its own Postgres server
    python -m bench.kills [ROUNDS] postgres        kills its own Postgres server; ours goes on

Half of the rounds end at a random moment, half within an order (bench/self_killing_server.py).
An address must name an empty database. --write writes the result for the page /quality, except for
a given address.
Status 1 means a lost, half-written, odd or late answer (SOON).
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from app.games import shelf
from app.kernel import record, table
from app.kernel.contract import Game
from app.kernel.dice import key_of
from app.kernel.record import Broken
from app.kernel.say import settle_facts
from app.services.container import Services, require_game
from app.services.people import accounts, api_tokens
from app.services.watch.benchmarks import Measurement
from app.services.watch.game_history import History
from app.store import records
from app.store.migrate import migrate_database
from app.store.transactions import Store, UnitOfWork
from bench.own_postgres import OwnPostgres, free_port
from bench.self_killing_server import PLACES
from bench.written import at_least, at_most, counted, write

REPOSITORY = Path(__file__).parents[1]


def small_table(game: Game) -> dict[str, Any]:
    """Request for a short game of the first scenario."""
    scenario = game.card.scenarios[0]
    return {
        "box": game.card.key,
        "scenario": scenario.key,
        "side": scenario.sides[0].key,
        "terms": dict(game.bench.small),
    }


TABLES = tuple(small_table(game) for game in shelf().values())  # in turn
FIGHTS = ("shoot", "attack")
PATIENCE = 120.0  # seconds of waiting for a server
SOON = 3.0  # seconds to the first good answer, on an idle machine
WRITTEN = {
    "": ("kills-sqlite", 500),
    "on-postgres": ("kills-postgres", 500),
    "postgres": ("kills-of-postgres", 50),
}
"""Name of the written figures and required number of rounds, by argument."""


# --- the server
class Server:
    """Processes of the application. They keep their port over all restarts."""

    def __init__(self, database_url: str, folder: Path, workers: int = 1):
        self.port, self.log = free_port(), folder / "server.log"
        self.within: tuple[str, ...] = ()  # words before the command, for another machine
        self.program = ("app", "serve")
        self._started: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self.port}"
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith("CARACOLE_")
        }
        if kept.pop("PYTHONDONTWRITEBYTECODE", None):  # an installed server has compiled files, too
            kept["PYTHONPYCACHEPREFIX"] = str(REPOSITORY / "var" / "bytecode")
        self.surroundings = kept | {
            "CARACOLE_DATABASE_URL": database_url,
            "CARACOLE_PORT": str(self.port),
            "CARACOLE_RATE_LIMITS": "false",
            "CARACOLE_LOG_LEVEL": "warning",
            "CARACOLE_WORKERS": str(workers),
        }

    def start(self, place: str | None = None, passings: int = 1) -> None:
        """Start the server. It dies at the given place of an order (`self_killing_server`)."""
        words = (
            self.program if place is None else ("bench.self_killing_server", place, str(passings))
        )
        with self.log.open("a") as log:
            self._started = subprocess.Popen(  # noqa: S603 - our own command
                [*self.within, sys.executable, "-m", *words],
                cwd=REPOSITORY,
                env=self.surroundings,
                stdout=log,
                stderr=log,
            )

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Started process; raises if there is none."""
        if self._started is None:
            raise RuntimeError("the server has not been started")
        return self._started

    def good_answer(self, client: httpx.Client, path: str) -> Any:
        """Wait for an answer with status 200 and return its JSON."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            try:
                answer = client.get(path)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code == 200:
                return answer.json()
            time.sleep(0.01)
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-3000:]}")

    def processor_time(self) -> float:
        """Return the processor seconds used so far."""
        used = Path(f"/proc/{self.process.pid}/stat")
        return (
            sum(map(int, used.read_text().rsplit(")", 1)[1].split()[11:13]))
            / os.sysconf("SC_CLK_TCK")
            if used.exists()
            else 0.0
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def dies(self) -> None:
        """Wait until the server has killed itself."""
        self.process.wait(timeout=PATIENCE)

    def stop(self) -> None:
        if self._started is not None and self._started.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()


# --- the players
class Order(msgspec.Struct, frozen=True):
    """An order as sent."""

    game: str
    command: str
    after: int
    order: dict[str, Any]

    @property
    def body(self) -> dict[str, Any]:
        return {"command": self.command, "after": self.after, "order": self.order}


class Acknowledged(msgspec.Struct, frozen=True):
    """An acknowledged order with the number and the data of its move."""

    given: Order
    number: int
    move: dict[str, Any]


class Player:
    """A bot client with a token. `under_way` is the order without an answer yet."""

    def __init__(self, base: str, token: str, seed: str):
        self.client = httpx.Client(
            base_url=f"{base}/api/v1",
            headers={"authorization": f"Bearer {token}", "accept-language": "en"},
            timeout=30,
        )
        self.chance = random.Random(seed)  # noqa: S311 - random play
        self.under_way: Order | None = None
        self.acknowledged: list[Acknowledged] = []
        self.odd: list[str] = []
        self.again: Counter = Counter()  # orders sent again: True if they had been on record

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.client.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()

    def wish(self, game: dict[str, Any]) -> Order:
        """Choose an order: a fight if possible, sometimes a move, else the end of the step or any
        answer.

        On a table of miniatures the choice is mostly an order without an entered position.
        """
        path = f"/games/{game['address']}"
        offers = [
            offer
            for offer in self.ask("GET", f"{path}/offers")
            if offer["is_live"] and not offer["ahead"]
        ]
        whole = [offer["order"] for offer in offers if not offer["asks"]]
        fights = [order for order in whole if order["kind"] in FIGHTS]
        moves = [
            offer["order"] for offer in offers if [ask["kind"] for ask in offer["asks"]] == ["path"]
        ]
        if not fights and moves and self.chance.random() < 0.4:
            order = self.chance.choice(moves)
            ways = list(self.ask("POST", f"{path}/assess", {"order": order})["reach"].values())
            fights = [order | {"path": self.chance.choice(ways)["path"]}] if ways else []
        dull = self.chance.random() < shelf()[game["box"]].bench.passing
        order = self.chance.choice(
            fights or (dull and [order for order in whole if order["kind"] == "pass"]) or whole
        )
        return Order(game["address"], uuid.uuid4().hex, game["last"], order)

    def give(self, given: Order) -> httpx.Response:
        """Send an order; it stays under way until an answer comes."""
        is_again, self.under_way = given == self.under_way, given
        answer = self.client.post(f"/games/{given.game}/orders", json=given.body)
        if answer.status_code == 200:
            made = answer.json()
            if is_again:
                self.again[made["repeated"]] += 1
            elif made["repeated"]:
                self.odd.append(f"{given.command} was never sent before")
            self.acknowledged.append(Acknowledged(given, made["number"], made["move"]))
        elif answer.status_code >= 500:
            return answer
        elif answer.status_code != 409:
            self.odd.append(f"{answer.status_code} {answer.text[:300]} to {given.order}")
        self.under_way = None
        return answer


class Pair:
    """Two players in one game after the other."""

    def __init__(self, base: str, secrets: Iterable[str]):
        self.players = [
            Player(base, secret, f"kills/{number}") for number, secret in enumerate(secrets)
        ]
        self.address, self._over = "", threading.Lock()
        self.games: list[str] = []
        self._hands: list[threading.Thread] = []
        self._enough = threading.Event()

    def begin(self) -> None:
        """Open and join another game."""
        host, guest = self.players
        address = host.ask("POST", "/tables", TABLES[len(self.games) % len(TABLES)])["address"]
        guest.ask("POST", f"/games/{address}/join", {})
        self.address = address
        self.games.append(address)

    def play(self, steadfast: bool = False) -> None:
        """Start both players; they play until stopped or cut off. A steadfast player retries until
        there is an answer.
        """
        self._enough.clear()
        self._hands = [
            threading.Thread(target=self._play, args=(player, steadfast)) for player in self.players
        ]
        for hand in self._hands:
            hand.start()

    def wait_for_orders(self, least: int) -> None:
        """Wait until the players have given this many orders. Raises `TimeoutError`."""
        until = time.monotonic() + PATIENCE
        while sum(len(player.acknowledged) for player in self.players) < least:
            if time.monotonic() > until:
                raise TimeoutError(f"fewer than {least} orders in {PATIENCE} s")
            time.sleep(0.02)

    def stop(self) -> None:
        self._enough.set()
        for hand in self._hands:
            hand.join(PATIENCE)

    def _play(self, player: Player, steadfast: bool) -> None:
        while not self._enough.is_set():
            try:
                self._visit(player)
            except (httpx.TransportError, httpx.HTTPStatusError) as cut:
                if (
                    not steadfast
                    and isinstance(cut, httpx.HTTPStatusError)
                    and cut.response.status_code != 409
                ):
                    player.odd.append(f"{cut} {cut.response.text[:300]}")
                if not steadfast:
                    return
                time.sleep(0.02)

    def _visit(self, player: Player) -> None:
        if player.under_way:
            player.give(player.under_way).raise_for_status()
        address = self.address
        game = player.ask("GET", f"/games/{address}")
        if game["outcome"] is not None:
            with self._over:
                if self.address == address:
                    self.begin()
        elif game["decisions"]:
            given = player.wish(game)
            if player.give(given).status_code >= 500 and player.under_way is not None:
                raise httpx.TransportError("the database is gone")
        else:
            time.sleep(0.005)

    def acknowledged(self) -> list[tuple[Player, list[Acknowledged]]]:
        """Return the acknowledged orders of each player and clear them."""
        found = [(player, player.acknowledged) for player in self.players]
        for player in self.players:
            player.acknowledged = []
        return found

    def close(self) -> None:
        self.stop()
        for player in self.players:
            player.client.close()


# --- checks of the record
def faults(work: UnitOfWork, game: records.Game) -> Iterator[str]:
    """Yield the faults of a stored game: a broken chain, a false die, or a copy that differs from
    the folded moves.
    """
    written = work.moves.for_game(game.id)
    broken, seats = record.first_broken(written), work.seats.for_game(game.id)
    if broken is not None:
        yield f"game {game.id}: the chain breaks at move {broken}"
        return
    try:
        history = History(shelf()[game.box]).and_then(written)
    except Broken as wrong:
        yield f"game {game.id}: {wrong}"
        return
    for number, counter, face, true in record.false_dice(
        key_of(work.games.seed_of(game.id), (seat.added for seat in seats)), history.moves
    ):
        yield f"game {game.id}: move {number}, die {counter + 1}: {face}, not {true}"
    says = (
        game.number,
        game.status,
        game.winners,
        game.ending,
        {seat.seat for seat in seats if seat.owes},
    )
    folded: tuple = (0, "open", (), "", set())
    if history.number:
        outcome = table.table_outcome(history.box, history.now)
        owing = (
            set()
            if outcome
            else {decision.seat for decision in history.box.waiting_for(history.now.state)}
        )
        folded = (
            history.number,
            "over" if outcome else "running",
            *((outcome.winners, outcome.ending) if outcome else ((), "")),
            owing,
        )
        moment = history.moment(history.number)
        if (game.turn, game.phase, game.moved_at) != (
            moment.turn,
            settle_facts(moment.phase),
            history.moves[-1].made_at,
        ):
            yield f"game {game.id}: turn {game.turn}, {game.phase}, {game.moved_at} are not those of the last move"
    if says != folded:
        yield f"game {game.id} says {says}, its moves {folded}"


def missing(work: UnitOfWork, told: Iterable[Acknowledged]) -> Iterator[str]:
    """Yield the acknowledged orders that are missing from the record or stored as another move."""
    for one in told:
        move = work.moves.find_by_command(
            require_game(work.games.find_game(one.given.game)).id, one.given.command
        )
        if (
            move is None
            or move.number != one.number
            or msgspec.json.decode(move.order)["kind"] != one.given.order["kind"]
        ):
            yield f"game {one.given.game}, move {one.number}: {one.given.command} is {'missing' if move is None else f'move {move.number}'}"


@contextmanager
def open_store(database_url: str) -> Iterator[UnitOfWork]:
    """Open the database for one read; no connection stays open afterwards."""
    store = Store(database_url)
    try:
        with store.read() as work:
            yield work
    finally:
        store.close()


# --- the rounds
class Found(msgspec.Struct):
    """Result of a run. `answers` are the seconds from the restart of a killed server, or from the
    kill of its database, to the first good answer.
    """

    what: str
    rounds: int = 0
    ends: Counter = msgspec.field(default_factory=Counter)
    games: int = 0
    acknowledged: int = 0
    lost: list[str] = msgspec.field(default_factory=list)
    half_done: list[str] = msgspec.field(default_factory=list)
    odd: list[str] = msgspec.field(default_factory=list)
    again: Counter = msgspec.field(
        default_factory=Counter
    )  # orders under way at the kill: True if on record
    answers: list[float] = msgspec.field(default_factory=list)
    worked: list[float] = msgspec.field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return self.lost + self.half_done + self.odd

    @property
    def late(self) -> list[str]:
        return [
            f"round {number}: a good answer after {seconds:.2f} s, {SOON:g} are allowed"
            for number, seconds in enumerate(self.answers, start=1)
            if seconds > SOON
        ]

    def lines(self) -> Iterator[str]:
        ends = ", ".join(f"{end} {count}" for end, count in self.ends.most_common())
        yield f"{self.what}: {self.rounds} rounds of kill -9 ({ends})"
        yield (
            f"  {self.acknowledged} orders acknowledged in {self.games} games: "
            f"{len(self.lost)} lost, {len(self.half_done)} half done, {len(self.odd)} odd answers"
        )
        yield f"  {self.again.total()} orders under way, {self.again[True]} of them on record; each was sent again and answered"
        if self.answers:
            yield f"  good answer again: median {statistics.median(self.answers):.2f} s, most {max(self.answers):.2f} s"
        if self.worked:
            yield f"  processor time of the server until then: median {statistics.median(self.worked):.2f} s, most {max(self.worked):.2f} s"
        yield from (f"  ! {fault}" for fault in (*self.wrong[:20], *self.late[:20]))

    def figures(self, least: int) -> Iterator[Measurement]:
        """Yield the figures for the page /quality; `least` is the required number of rounds."""
        yield at_least("kill_rounds", self.rounds, least)
        yield counted("kill_acknowledged", self.acknowledged)
        yield at_most("kill_lost", len(self.lost), 0)
        yield at_most("kill_half_done", len(self.half_done), 0)
        yield at_most("kill_odd", len(self.odd), 0)
        yield counted("kill_under_way", self.again.total())
        if self.answers:
            yield counted("kill_answer_median", statistics.median(self.answers), "s")
            yield at_most("kill_answer_worst", max(self.answers), SOON, "s")


class KillRun:
    """A server, its database and two players; findings go into `found`."""

    def __init__(self, what: str, database_url: str, folder: Path):
        migrate_database(database_url)
        services = Services.open(shelf(), database_url)
        try:
            people = [
                accounts.register(services, name, "a long enough sentence").id
                for name in ("Maite", "Ander")
            ]
            secrets = [
                api_tokens.create_token(services, person, "kills", api_tokens.SCOPES).secret
                for person in people
            ]
        finally:
            services.close()
        self.url, self.server, self.found = database_url, Server(database_url, folder), Found(what)
        self.pair = Pair(self.server.url, secrets)
        self.told: list[Acknowledged] = []

    def __enter__(self) -> KillRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()
        self.pair.close()

    def first_game(self) -> None:
        self.server.good_answer(self.pair.players[0].client, "/account")
        self.pair.begin()

    def good_answer(self, since: float) -> None:
        """Wait until a player sees the game again."""
        self.server.good_answer(self.pair.players[0].client, f"/games/{self.pair.address}")
        self.found.answers.append(time.monotonic() - since)

    def look_over(self) -> None:
        """Check the orders acknowledged since the last check. They must be on record and in the log
        as answered, and no copy may be half written.
        """
        told_to = self.pair.acknowledged()
        told = [one for _, some in told_to for one in some]
        self.told += told
        self.found.acknowledged += len(told)
        with open_store(self.url) as work:
            self.found.lost += missing(work, told)
            for address in {one.given.game for one in told} | {self.pair.address}:
                self.found.half_done += faults(work, require_game(work.games.find_game(address)))
        for player, some in told_to:
            for address in {one.given.game for one in some}:
                log = {move["number"]: move for move in player.ask("GET", f"/games/{address}/log")}
                self.found.lost += [
                    f"game {address}, move {one.number} is told otherwise now"
                    for one in some
                    if one.given.game == address
                    and log.get(one.number)
                    != one.move | {"undone": log.get(one.number, {}).get("undone")}
                ]
        for player in self.pair.players:
            self.found.odd += player.odd
            player.odd = []

    def send_again(self) -> None:
        """Send the unanswered orders again. An order already on record must get its original
        answer.
        """
        for player in self.pair.players:
            given = player.under_way
            if given is None:
                continue
            with open_store(self.url) as work:
                move = work.moves.find_by_command(
                    require_game(work.games.find_game(given.game)).id, given.command
                )
            answer = player.give(given)
            if answer.status_code not in ((200, 409) if move is None else (200,)):
                self.found.lost.append(f"sent again: {answer.status_code} {answer.text[:300]}")
            elif move is not None and (answer.json()["number"], answer.json()["repeated"]) != (
                move.number,
                True,
            ):
                self.found.lost.append(
                    f"sent again: {answer.text[:300]}, but it is move {move.number}"
                )

    def at_the_end(self) -> Found:
        """Check everything once more, from the first order on."""
        with open_store(self.url) as work:
            self.found.lost += missing(work, self.told)
            every = work.games.all_games()
            self.found.half_done += [
                fault
                for game in every
                for fault in faults(work, game)
                if fault not in self.found.half_done
            ]
        self.found.games, self.found.again = (
            len(self.pair.games),
            sum((player.again for player in self.pair.players), Counter()),
        )
        return self.found


def kill_server(rounds: int, database_url: str, folder: Path, seed: int = 1) -> Found:
    """Kill our server in every round."""
    chance = random.Random(seed)  # noqa: S311 - random moments
    with KillRun(database_url.split(":", 1)[0].split("+", 1)[0], database_url, folder) as kill_run:
        server, pair, found = kill_run.server, kill_run.pair, kill_run.found
        for number in range(rounds + 1):
            # Every other round kills at a random moment. The last round kills nothing.
            place = chance.choice(tuple(PLACES)) if number % 2 and number < rounds else None
            began = time.monotonic()
            server.start(place, chance.randint(3, 12))  # the first two orders may be repetitions
            if number:
                kill_run.good_answer(began)
                found.worked.append(server.processor_time())
                kill_run.look_over()
                kill_run.send_again()
            else:
                kill_run.first_game()
            if number == rounds:
                break
            pair.play()
            if place is None:
                pair.wait_for_orders(2)
                time.sleep(chance.uniform(0, 1.0))
                server.kill()
            else:
                server.dies()
            pair.stop()
            found.rounds += 1
            found.ends[place or "at a random moment"] += 1
        kill_run.look_over()
        return kill_run.at_the_end()


def kill_postgres(rounds: int, folder: Path, seed: int = 1) -> Found:
    """Kill the Postgres server, or one of its processes, in every round; ours goes on."""
    chance = random.Random(seed)  # noqa: S311 - random moments
    with OwnPostgres() as postgres, KillRun("Postgres itself", postgres.url, folder) as kill_run:
        kill_run.server.start()
        kill_run.first_game()
        for number in range(rounds):
            kill_run.pair.play(steadfast=True)
            time.sleep(chance.uniform(0.3, 1.5))
            began = time.monotonic()
            if number % 3 == 2:
                postgres.kill_one(chance.randrange(100))
            else:
                postgres.kill()
            postgres.start()
            kill_run.good_answer(began)
            time.sleep(0.3)
            kill_run.pair.stop()
            kill_run.look_over()
            kill_run.send_again()
            kill_run.found.rounds += 1
            kill_run.found.ends["one process" if number % 3 == 2 else "the whole server"] += 1
        kill_run.look_over()
        return kill_run.at_the_end()


def main(rounds: int = 60, where: str = "", *, is_written: bool = False) -> int:
    folder = Path(tempfile.mkdtemp(prefix="caracole-kills-"))
    try:
        if where == "postgres":
            found = kill_postgres(rounds, folder)
        elif where == "on-postgres":
            with OwnPostgres() as postgres:
                found = kill_server(rounds, postgres.url, folder)
        else:
            found = kill_server(rounds, where or f"sqlite:///{folder}/kills.db", folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*found.lines(), sep="\n")
    if is_written and where in WRITTEN:
        name, least = WRITTEN[where]
        write(
            name,
            " ".join(["python -m bench.kills", str(rounds), *where.split(), "--write"]),
            found.figures(least),
        )
    return 1 if found.wrong or found.late else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--write"]
    sys.exit(
        main(
            next((int(word) for word in words if word.isdigit()), 60),
            next((word for word in words if not word.isdigit()), ""),
            is_written="--write" in sys.argv,
        )
    )
