"""Play while parts of a site are killed. The site has two hosts with two processes each, Postgres
with a copy, Redis and a proxy. Each part has a machine of its own (bench/namespaces.py).

    python -m bench.hosts [ROUNDS] [KIND...] [--minutes=MINUTES] [--write]

Kinds of a kill:

- process: a process of a host.
- redis.
- host: a whole host, whose cable is cut.
- postgres: the primary, and the copy takes over.

Each kind has ROUNDS rounds, in turn, or fewer if the MINUTES are over. Two players play. Two others
never answer, so deadlines decide in their games (bench/fast_clocks.py). A mail server counts
notifications. An anonymous visitor reads the number of the last move, also from the copy.
Status 1 means a lost or doubled order, mail or deadline, an old page, or a late answer.
"""

from __future__ import annotations

import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx

from bench.failover import Failed, MailWriter, count_mails
from bench.kills import PATIENCE, REPOSITORY, TABLES, KillRun, Pair, Server
from bench.namespaces import OWN_ADDRESS, Machine, Network
from bench.own_postgres import OwnPostgres
from bench.survived import ANSWERS, Survived, decided_deadlines
from bench.written import write
from tests.services.mailbox import Mailbox

ROUNDS = 25
PORT = 8000
LONGEST_START = 600.0  # seconds, on a busy machine
TIMED = {"kind": "each", "days": 1, "then": "hold"}


class Host(Server):
    """Server with two processes on a machine of its own."""

    def __init__(self, machine: Machine, database_url: str, folder: Path):
        folder.mkdir()
        super().__init__(database_url, folder, workers=2)
        self.machine, self.port = machine, PORT
        self.within, self.program = machine.within, ("bench.fast_clocks", "serve")
        self.url = f"http://{machine.address}:{PORT}"
        self.surroundings |= {"CARACOLE_HOST": machine.address, "CARACOLE_PORT": str(PORT)}

    def answers(self) -> bool:
        """True if this host answers. One that has given up is started again."""
        if self.process.poll() is not None:
            self.start()
        try:
            return httpx.get(f"{self.url}/health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def processes(self) -> list[int]:
        """Processes that answer requests; their parent answers none."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [
            int(pid)
            for pid in children.read_text().split()
            if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
        ]

    def remove(self) -> None:
        """Cut this host off, kill it, and give its name to an empty machine."""
        self.machine.remove()
        self.process.wait()
        self.machine.join()


class Redis:
    """Message store on a machine of its own."""

    def __init__(self, machine: Machine):
        self._machine, self.url = machine, f"redis://{machine.address}:6379/0"
        self.start()

    def start(self) -> None:
        words = ("--bind", self._machine.address, "--protected-mode", "no", "--save", "")
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            (*self._machine.within, "redis-server", *words), stdout=subprocess.DEVNULL
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Visitor:
    """Visitor that asks through the proxy again and again: a player for the game, and without a
    log-in for the number of its last move. `answers` are the seconds from a kill to the first good
    answer after the last bad one, by kind.
    """

    def __init__(self, proxy: str, pair: Pair):
        self._proxy, self._pair = proxy, pair
        self._killed_at = self._good_at = 0.0
        self._is_bad, self.old, self.read = False, list[str](), 0
        self.answers: dict[str, list[float]] = {}
        self._enough, self._lock = threading.Event(), threading.Lock()
        self._hand = threading.Thread(target=self._ask, daemon=True)
        self._hand.start()

    def _ask(self) -> None:
        while not self._enough.wait(0.1):
            began = time.monotonic()
            is_good = self._is_answered()
            with self._lock:
                if not is_good:
                    self._is_bad, self._good_at = True, 0.0
                elif began >= self._killed_at and not self._good_at:
                    self._is_bad, self._good_at = False, time.monotonic()

    def _is_answered(self) -> bool:
        player, address = self._pair.players[0], self._pair.address
        known = self._known(address)
        try:
            with httpx.Client(base_url=self._proxy, timeout=5) as client:
                headers = {"authorization": player.client.headers["authorization"]}
                game = client.get(f"/api/v1/games/{address}", headers=headers)
                shown = client.get(f"/games/{address}/number")
        except httpx.TransportError:
            return False
        if game.status_code != 200 or shown.status_code != 200:
            return False
        self.read += 1
        if shown.json()["number"] < known:
            self.old.append(f"game {address}: move {shown.json()['number']} after {known}")
        return True

    def _known(self, address: str) -> int:
        """Last move of the game that a player has been told of."""
        told = [one for player in self._pair.players for one in [*player.acknowledged]]
        return max((one.number for one in told if one.given.game == address), default=0)

    def note_kill(self) -> None:
        with self._lock:
            self._killed_at, self._good_at = time.monotonic(), 0.0

    def count(self, kind: str) -> None:
        """Wait until answers are good, and stay so for a second; count the time since the kill."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with self._lock:
                good_at = self._good_at
            if good_at and time.monotonic() > good_at + 1.0:
                self.answers.setdefault(kind, []).append(good_at - self._killed_at)
                return
            time.sleep(0.05)
        raise TimeoutError("no good answers")

    def stop(self) -> None:
        self._enough.set()
        self._hand.join(PATIENCE)


class Absent:
    """Games of two players that never answer: each decision is made at its deadline."""

    def __init__(self, pair: Pair):
        self._pair, self.addresses = pair, list[str]()
        self._running: list[str] = []

    def renew(self) -> None:
        """Keep three games running."""
        host, guest = self._pair.players
        self._running = [
            one for one in self._running if host.ask("GET", f"/games/{one}")["outcome"] is None
        ]
        while len(self._running) < 3:
            table = TABLES[0] | {"clock": TIMED}
            address = host.ask("POST", "/tables", table)["address"]
            guest.ask("POST", f"/games/{address}/join", {})
            self._running.append(address)
            self.addresses.append(address)


class Site:
    """All machines, with players and visitors."""

    def __init__(self, stack: ExitStack, folder: Path, chance: random.Random):
        self._chance, network = chance, stack.enter_context(Network())
        self.mailbox = Mailbox(OWN_ADDRESS)
        stack.callback(self.mailbox.close)
        machines = [network.machine(number) for number in range(1, 7)]
        databases = machines[:2]
        primary = OwnPostgres(None, databases[0].address, databases[0].within)
        stack.enter_context(primary)
        copy = OwnPostgres(primary, databases[1].address, databases[1].within)
        self.databases = [primary, stack.enter_context(copy)]
        url = address_of_both(self.databases, "read-write")
        self.kill_run = stack.enter_context(KillRun("hosts", url, folder))
        primary.wait_for_copies()
        self.redis = Redis(machines[2])
        stack.callback(self.redis.kill)
        self.hosts = [
            Host(machine, url, folder / f"host{number}")
            for number, machine in enumerate(machines[3:5], 1)
        ]
        for host in self.hosts:
            host.surroundings |= self._settings()
            host.start()
            stack.callback(host.stop)
        self._start_proxy(stack, machines[5])
        self.wait_for_hosts()
        self.mails = MailWriter(url)
        stack.callback(self.mails.stop)
        self.pair.begin()
        self.visitor = Visitor(self.proxy, self.pair)
        stack.callback(self.visitor.stop)
        self.absent = Absent(self.pair)

    @property
    def pair(self) -> Pair:
        return self.kill_run.pair

    def _settings(self) -> dict[str, str]:
        return {
            "CARACOLE_REPLICA_URL": address_of_both(self.databases, "standby"),
            "CARACOLE_VALKEY_URL": self.redis.url,
            "CARACOLE_SMTP_HOST": OWN_ADDRESS,
            "CARACOLE_SMTP_PORT": str(self.mailbox.port),
            "CARACOLE_SMTP_SECURITY": "none",
        }

    def _start_proxy(self, stack: ExitStack, machine: Machine) -> None:
        """Start the proxy, and let the players use it."""
        servers = [f"{host.machine.address}:{PORT}" for host in self.hosts]
        own = f"{machine.address}:{PORT}"
        words = (sys.executable, "-m", "bench.round_robin", own, *servers)
        proxy = subprocess.Popen((*machine.within, *words), cwd=REPOSITORY)  # noqa: S603 - our own command
        stack.callback(proxy.wait)
        stack.callback(proxy.kill)
        self.proxy = f"http://{own}"
        for player in self.pair.players:
            headers = {
                "authorization": player.client.headers["authorization"],
                "accept-language": "en",
            }
            player.client.close()
            player.client = httpx.Client(
                base_url=f"{self.proxy}/api/v1", headers=headers, timeout=30
            )

    # --- the kills
    def wait_for_hosts(self) -> None:
        """Wait until both hosts answer. Databases and Redis may die while a host starts; the host
        may then give up, and `docker compose` would start it again.
        """
        for host in self.hosts:
            wait_for(host.answers)

    def kill_process(self) -> Callable[[], None]:
        host = self._chance.choice(self.hosts)
        victim = self._chance.choice(host.processes())
        os.kill(victim, signal.SIGKILL)

        def is_whole() -> bool:
            present = host.processes()
            return len(present) == 2 and victim not in present

        return lambda: wait_for(is_whole)

    def kill_host(self) -> Callable[[], None]:
        host = self._chance.choice(self.hosts)
        host.remove()
        return host.start

    def kill_redis(self) -> Callable[[], None]:
        self.redis.kill()
        return self.redis.start

    def kill_postgres(self) -> Callable[[], None]:
        primary, copy = self.databases
        primary.kill()
        copy.promote()

        def follow() -> None:
            primary.follow(copy)
            primary.start()
            copy.wait_for_copies()
            self.databases = [copy, primary]

        return follow

    def play_round(self, kind: str) -> None:
        """Play, kill, wait for good answers, and bring the killed part back."""
        kills = {
            "process": self.kill_process,
            "host": self.kill_host,
            "redis": self.kill_redis,
            "postgres": self.kill_postgres,
        }
        if kind in ("process", "host"):
            self.wait_for_hosts()
        self.absent.renew()
        self.pair.play(steadfast=True)
        time.sleep(self._chance.uniform(0.3, 1.2))
        self.visitor.note_kill()
        bring_back = kills[kind]()
        self.visitor.count(kind)
        bring_back()
        time.sleep(0.3)
        self.pair.stop()
        self.kill_run.look_over()
        self.kill_run.send_again()
        self.kill_run.found.rounds += 1


def address_of_both(databases: list[OwnPostgres], wanted: str) -> str:
    hosts = "&".join(f"host={one.host}:{one.port}" for one in databases)
    return f"postgresql+psycopg://postgres@/postgres?{hosts}&target_session_attrs={wanted}"


def wait_for(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + LONGEST_START
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError("a process did not come back")
        time.sleep(0.05)


def survive(
    rounds: int, kinds: list[str], folder: Path, minutes: float = math.inf, seed: int = 1
) -> Survived:
    """Kill each kind of part this number of times, or until the minutes are over."""
    chance = random.Random(seed)  # noqa: S311 - random moments
    with ExitStack() as stack:
        site = Site(stack, folder, chance)
        until = time.monotonic() + 60 * minutes
        for number in range(rounds * len(kinds)):
            kind = kinds[number % len(kinds)]
            if time.monotonic() > until:
                break
            site.play_round(kind)
            say_progress(number, kind, site)
        site.visitor.stop()
        site.mails.stop()
        site.kill_run.at_the_end()
        found = site.kill_run.found
        result = Survived(
            found, count_mails(Failed(found), site.kill_run.url, site.mails, site.mailbox)
        )
        decided = list(decided_deadlines(site.kill_run.url, site.absent.addresses))
        result.deadlines = len(decided)
        result.false_deadlines = [fault for _, fault in decided if fault]
        result.rounds = Counter({kind: len(some) for kind, some in site.visitor.answers.items()})
        result.answers, result.old = site.visitor.answers, site.visitor.old
        result.read = site.visitor.read
        return result


def say_progress(number: int, kind: str, site: Site) -> None:
    print(
        f"{number + 1} {kind}: {site.visitor.answers[kind][-1]:.1f} s", file=sys.stderr, flush=True
    )


def main(words: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # remove the machines
    rounds = next((int(word) for word in words if word.isdigit()), ROUNDS)
    kinds = [word for word in words if word in ANSWERS] or list(ANSWERS)
    minutes = next((float(word[10:]) for word in words if word.startswith("--minutes=")), math.inf)
    folder = Path(tempfile.mkdtemp(prefix="caracole-hosts-"))
    try:
        result = survive(rounds, kinds, folder, minutes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*result.lines(), sep="\n")
    if "--write" in words:
        given = " ".join(word for word in words if word != "--write")
        write("hosts", f"python -m bench.hosts {given} --write", result.figures())
    return 1 if result.wrong or result.late else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
