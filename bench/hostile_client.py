"""Response times of a player during an attack by one anonymous client, and the memory of the
server.

    python -m bench.hostile_client [SECONDS]

The bench starts its own server (`python -m app serve`, SQLite in a temporary folder) on the
loopback interface. A process at 127.0.0.1 plays and reads one game, first undisturbed, then during
the attack. A process at 127.0.0.2 attacks every five seconds. It sends 100 wrong log-ins and 60
army imports at once, then opens 2,000 connections and keeps them open. It sends 200 MB of headers
meanwhile.

The bench prints the player's p95 in both phases, their ratio and the peak memory of the server
(RSS). It also prints every kind of answer to the hostile client. Status 1 means that a bound is
exceeded.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import httpx
import msgspec

from app.games import shelf
from app.services.container import Services
from app.services.people import accounts, api_tokens
from app.store.migrate import migrate_database
from bench.games import modules_of_games
from bench.kills import Player, Server
from bench.measured_games import server_game

SECONDS = 20.0  # each of the two phases
HOSTILE = "127.0.0.2"
CONNECTIONS, HEADER_BYTES, LOGINS, IMPORTS = 2_000, 200_000_000, 100, 60
FLOODS = 2_000  # most connections for the headers
ROUND_SECONDS = 5.0  # between the starts of two rounds
PAUSE = 0.1  # seconds between two requests of the player
MOST_RATIO, MOST_MEMORY_MB = 2.0, 600.0
CARD = server_game().card
TABLE = {"box": CARD.key, "scenario": CARD.scenarios[0].key, "side": CARD.scenarios[0].sides[0].key}
ARMIES = next(modules_of_games("army_samples"))


class Attack(msgspec.Struct):
    """Answers to the hostile client, by kind of attack and answer."""

    answers: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    header_bytes: int = 0
    floods: int = 0

    def note(self, kind: str, answer: str) -> None:
        """Count one more answer."""
        answers = self.answers.setdefault(kind, {})
        answers[answer] = answers.get(answer, 0) + 1


# --- the player
def play(url: str, secrets: list[str], login: str, seconds: float, told: Connection) -> None:
    """Play both seats of a game and read its page in between; send the seconds of each answer."""
    players = [Player(url, secret, f"hostile client/{seat}") for seat, secret in enumerate(secrets)]
    page = httpx.Client(base_url=url, cookies={"caracole": login}, timeout=60)
    taken: list[float] = []
    for player in players:
        player.client.event_hooks = {"response": [lambda answer: _note_time(answer, taken)]}
    page.event_hooks = {"response": [lambda answer: _note_time(answer, taken)]}
    address, until = "", time.monotonic() + seconds
    while time.monotonic() < until:
        game = players[0].ask("GET", f"/games/{address}") if address else None
        if game is None or game["outcome"] is not None:
            address = players[0].ask("POST", "/tables", TABLE)["address"]
            players[1].ask("POST", f"/games/{address}/join", {})
        for player in players:
            game = player.ask("GET", f"/games/{address}")
            if game["decisions"]:
                player.give(player.wish(game))
            time.sleep(PAUSE)
        page.get(f"/games/{address}").raise_for_status()
        time.sleep(PAUSE)
    told.send((taken, [odd for player in players for odd in player.odd]))


def _note_time(answer: httpx.Response, taken: list[float]) -> None:
    answer.read()
    taken.append(answer.elapsed.total_seconds())


# --- the hostile client
def attack(port: int, seconds: float, told: Connection) -> None:
    """Attack for this number of seconds at the lowest priority of the machine; send the result."""
    os.nice(19)  # the client stands for another machine
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = Attack()
    asyncio.run(_attack(port, seconds, found))
    told.send(msgspec.to_builtins(found))


async def _attack(port: int, seconds: float, found: Attack) -> None:
    """Attack in rounds: log-ins, imports and headers at once, then connections. The connections
    stay open until the next round.
    """
    until = time.monotonic() + seconds
    wire = httpx.AsyncHTTPTransport(
        local_address=HOSTILE, limits=httpx.Limits(max_connections=None)
    )
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", transport=wire, timeout=60
    ) as client:
        while time.monotonic() < until:
            ends = min(until, time.monotonic() + ROUND_SECONDS)
            over = asyncio.Event()
            asyncio.get_running_loop().call_at(ends, over.set)
            flood = asyncio.ensure_future(flood_headers(port, over, found))
            if proof := await form_proof(client):
                await asyncio.gather(*_round(client, proof, found))
            await hold_connections(port, over, found)
            await flood


async def hold_connections(port: int, over: asyncio.Event, found: Attack) -> None:
    """Open all connections and keep the accepted ones until the round is over."""

    async def hold() -> None:
        try:
            stream, end = await connected(port)
        except OSError:
            found.note("connections", "not accepted")
            return
        answer = asyncio.ensure_future(stream.read(400))
        await asyncio.gather(over.wait(), asyncio.sleep(1))
        found.note("connections", await _status(answer) if answer.done() else "kept open")
        answer.cancel()
        end.close()

    await asyncio.gather(*(hold() for _ in range(CONNECTIONS)))


async def _status(answer: asyncio.Future[bytes]) -> str:
    """Return the first line of an answer, or a word for a missing one."""
    try:
        return (await asyncio.wait_for(answer, 2)).partition(b"\r\n")[
            0
        ].decode() or "closed without a word"
    except TimeoutError:
        return "no answer"
    except OSError:
        return "reset"


async def flood_headers(port: int, over: asyncio.Event, found: Attack) -> None:
    """Send endless headers, on one connection after the other."""
    lines = b"".join(b"x-filler-%04d: %s\r\n" % (number, b"y" * 200) for number in range(300))
    while not over.is_set() and found.header_bytes < HEADER_BYTES and found.floods < FLOODS:
        found.floods += 1
        try:
            stream, end = await connected(port)
        except OSError:
            found.note("headers", "not accepted")
            continue
        answer = asyncio.ensure_future(stream.read(400))
        with suppress(OSError):  # includes TimeoutError
            end.write(b"GET / HTTP/1.1\r\nhost: caracole\r\n")
            while found.header_bytes < HEADER_BYTES and not over.is_set() and not answer.done():
                end.write(lines)
                await asyncio.wait_for(end.drain(), 2)
                found.header_bytes += len(lines)
        found.note("headers", await _status(answer))
        end.close()


async def form_proof(client: httpx.AsyncClient) -> str:
    """Return the CSRF token of this client; "" if its page is not available."""
    with suppress(httpx.TransportError):
        word = re.search(r'name="csrf" value="([^"]+)"', (await client.get("/login")).text)
        return word[1] if word else ""
    return ""


def _round(client: httpx.AsyncClient, proof: str, found: Attack) -> Iterator[Awaitable[None]]:
    async def send(kind: str, path: str, fields: dict[str, str]) -> None:
        try:
            answer = await client.post(path, data=fields | {"csrf": proof})
        except httpx.TransportError as cut:
            found.note(kind, type(cut).__name__)
        else:
            found.note(
                kind, f"{answer.status_code}{', Retry-After' * ('retry-after' in answer.headers)}"
            )

    for number in range(LOGINS):
        yield send(
            "log-ins", "/login", {"name": f"Player {number}", "password": "a wrong sentence"}
        )
    for number in range(IMPORTS):
        text = ARMIES.COSTLY_TEXTS[number % len(ARMIES.COSTLY_TEXTS)]
        yield send("imports", "/armies/import", {"box": ARMIES.BOX, "text": text})


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection from the address of the hostile client."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(HOSTILE, 0))


# --- the measurement
class Result(msgspec.Struct):
    """Seconds of each answer to the player in both phases, and the other findings."""

    quiet: list[float]
    attacked: list[float]
    odd: list[str]
    memory_mb: float
    attack: Attack

    @property
    def ratio(self) -> float:
        """Quotient of the p95 during the attack and the undisturbed p95."""
        return p95(self.attacked) / p95(self.quiet)

    @property
    def is_kept(self) -> bool:
        """True if both bounds hold and the player got no refusal."""
        return self.ratio <= MOST_RATIO and self.memory_mb <= MOST_MEMORY_MB and not self.odd

    def lines(self) -> Iterator[str]:
        """Yield the result as text."""
        for name, taken in (("undisturbed", self.quiet), ("attacked", self.attacked)):
            yield (
                f"player, {name}: p50 {statistics.median(taken) * 1000:.1f} ms, "
                f"p95 {p95(taken) * 1000:.1f} ms, slowest {max(taken) * 1000:.0f} ms, "
                f"{len(taken)} answers"
            )
        yield f"ratio of the p95: {self.ratio:.2f} (at most {MOST_RATIO})"
        yield f"peak of the server's memory: {self.memory_mb:.0f} MB (at most {MOST_MEMORY_MB:.0f})"
        yield f"headers sent: {self.attack.header_bytes / 1e6:.1f} MB"
        for kind, answers in self.attack.answers.items():
            yield f"hostile client, {kind}: " + "; ".join(
                f"{count} × {answer}" for answer, count in answers.items()
            )
        yield from (f"! {odd}" for odd in self.odd[:10])


def p95(taken: list[float]) -> float:
    """Return the 95th percentile in seconds."""
    return statistics.quantiles(taken, n=20)[-1]


def run(seconds: float, folder: Path) -> Result:
    """Run both phases on one server."""
    url = f"sqlite:///{folder}/hostile.db"
    migrate_database(url)
    services = Services.open(shelf(), url)
    users = [
        accounts.register(services, name, "a long enough sentence") for name in ("Ana", "Bruno")
    ]
    secrets = [
        api_tokens.create_token(services, user.id, "bench", ("read", "play", "tables")).secret
        for user in users
    ]
    login = accounts.start_login(services, users[0].id).token
    services.close()
    server = Server(url, folder)
    server.surroundings |= {"CARACOLE_RATE_LIMITS": "true"}
    server.start()
    try:
        with httpx.Client(base_url=server.url) as client:
            server.good_answer(client, "/api/v1/boxes")
        in_two(play, server.url, secrets, login, 3.0)  # fills the caches
        quiet, odd = in_two(play, server.url, secrets, login, seconds)
        ends, process = begun(attack, server.port, seconds + 1)
        attacked, more = in_two(play, server.url, secrets, login, seconds)
        found = msgspec.convert(ends.recv(), Attack)
        process.join()
        return Result(quiet, attacked, odd + more, peak_memory_mb(server.process.pid), found)
    finally:
        server.stop()


def begun(way: Callable[..., None], *given: Any) -> tuple[Connection, SpawnProcess]:
    """Start a process for this function; return the pipe for its result and the process."""
    ends, told = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=way, args=(*given, told), daemon=True
    )
    process.start()
    return ends, process


def in_two(way: Callable[..., None], *given: Any) -> Any:
    """Run the function in its own process and return its result."""
    ends, process = begun(way, *given)
    found = ends.recv()
    process.join()
    return found


def peak_memory_mb(pid: int) -> float:
    """Return the peak memory of a process (VmHWM, in MB of 10^6 bytes)."""
    words = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", words)
    if found is None:
        raise ValueError(f"process {pid} has no figure of its peak memory")
    return int(found[1]) * 1024 / 1e6


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="caracole-hostile-"))
    try:
        result = run(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*result.lines(), sep="\n")
    return 0 if result.is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
