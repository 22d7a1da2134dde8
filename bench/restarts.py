"""Effect of a restart on players: servers stop (SIGTERM) and start again during orders and open
streams.

    python -m bench.restarts [ROUNDS] [--write]          one server on SQLite
    python -m bench.restarts [ROUNDS] rolling [--write]  two servers on their own Postgres

Two bot clients play, each on its own server if there are two. A client that is refused or cut off
asks again, as a page does. A third client follows the stream of the game. It reconnects with the
number of its last move.
"""

from __future__ import annotations

import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec

from app.services.watch.benchmarks import Measurement
from bench.kills import PATIENCE, Found, KillRun, Player, Server
from bench.own_postgres import OwnPostgres
from bench.written import at_least, at_most, counted, write

ROUNDS = 20
CLEAN = (0, -signal.SIGTERM)  # uvicorn raises the signal again after its shutdown


class Follower:
    """Client that follows the stream of one game and reconnects. `heard` are the moves in their
    order of arrival.
    """

    def __init__(self, base: str, secret: str, address: str):
        self.client = httpx.Client(
            base_url=f"{base}/api/v1",
            headers={"authorization": f"Bearer {secret}"},
            timeout=httpx.Timeout(10, read=PATIENCE),
        )
        self.address, self.cut = address, 0
        self.heard: list[int] = []
        self.refused: Counter[int] = Counter()
        self._enough = threading.Event()
        self._hand = threading.Thread(target=self._follow, daemon=True)
        self._hand.start()

    def _follow(self) -> None:
        while not self._enough.is_set():
            last, has_begun = str(self.heard[-1] if self.heard else 0), False
            try:
                with self.client.stream(
                    "GET", f"/games/{self.address}/events", headers={"last-event-id": last}
                ) as stream:
                    if stream.status_code != 200:
                        self.refused[stream.status_code] += 1
                        time.sleep(0.2)
                        continue
                    has_begun = True
                    self._listen(stream)
            except httpx.TransportError:  # no server, or a broken stream
                self.cut += has_begun and not self._enough.is_set()
                time.sleep(0.05)

    def _listen(self, stream: httpx.Response) -> None:
        for line in stream.iter_lines():
            if line.startswith("id: "):
                self.heard.append(int(line.removeprefix("id: ")))
            if self._enough.is_set():
                return

    def hears(self, number: int) -> bool:
        """Wait up to 30 seconds until this move has arrived."""
        until = time.monotonic() + 30
        while time.monotonic() < until and (not self.heard or self.heard[-1] < number):
            time.sleep(0.02)
        return bool(self.heard) and self.heard[-1] >= number

    def stop(self) -> None:
        self._enough.set()
        self.client.close()


class Restarted(msgspec.Struct):
    """Result of a run. `stops` are the seconds from the signal to the end of the process.
    `absences` are the seconds from the signal to the next answer.
    """

    found: Found
    stops: list[float] = msgspec.field(default_factory=list)
    absences: list[float] = msgspec.field(default_factory=list)
    faults: int = 0
    holes: int = 0
    cut: int = 0

    @property
    def wrong(self) -> list[str]:
        return self.found.wrong + [
            f"{count} {what}"
            for count, what in (
                (self.faults, "answers of 500 and more"),
                (self.holes, "moves not heard of, or twice"),
                (self.cut, "streams cut off"),
            )
            if count
        ]

    def lines(self) -> Iterator[str]:
        yield f"{self.found.what}: {self.found.rounds} restarts, {self.found.acknowledged} orders acknowledged in {self.found.games} games"
        yield (
            f"  {len(self.found.lost)} lost, {len(self.found.half_done)} half done, {self.faults} "
            "answers of 500 and more, "
            f"{self.holes} moves not heard of or twice, {self.cut} streams cut off"
        )
        yield f"  told to stop, gone after: median {statistics.median(self.stops):.2f} s, most {max(self.stops):.2f} s"
        yield f"  not there for: median {statistics.median(self.absences):.2f} s, most {max(self.absences):.2f} s"
        yield from (f"  ! {fault}" for fault in self.wrong[:20])

    def figures(self) -> Iterator[Measurement]:
        """Yield the figures for the page /quality."""
        yield at_least("restarts", self.found.rounds, ROUNDS)
        yield counted("kill_acknowledged", self.found.acknowledged)
        yield at_most("kill_lost", len(self.found.lost), 0)
        yield at_most("kill_half_done", len(self.found.half_done), 0)
        yield at_most("restart_faults", self.faults, 0)
        yield at_most("restart_holes", self.holes, 0)
        yield at_most("restart_stop_worst", max(self.stops), 8.0, "s")
        yield counted("restart_absence_median", statistics.median(self.absences), "s")


class Counting(httpx.HTTPTransport):
    """Transport of a player; records answers that a page would show as an error."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if answer.status_code >= 500:
            self.faults.append(f"{answer.status_code} to {request.method} {request.url.path}")
        return answer


def restart(kill_run: KillRun, servers: list[Server], rounds: int) -> Restarted:
    """Restart one server after the other; each of the two players uses one of them."""
    result, pair, wires = Restarted(kill_run.found), kill_run.pair, []
    for number, player in enumerate(pair.players):
        wires.append(Counting())
        player.client = through(player, servers[number % len(servers)], wires[-1])
    for server in servers:
        server.start()
        there(server)
    pair.begin()
    for number in range(rounds):
        server, first = servers[number % len(servers)], pair.address
        follower = Follower(
            server.url,
            pair.players[0].client.headers["authorization"].removeprefix("Bearer "),
            first,
        )
        pair.play(steadfast=True)
        pair.wait_for_orders(2)  # the first orders after a start take longer
        time.sleep(0.4)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        ended = server.process.wait(timeout=PATIENCE)
        result.stops.append(time.monotonic() - began)
        result.found.ends["clean" if ended in CLEAN else f"ended with {ended}"] += 1
        server.start()
        there(server)
        result.absences.append(time.monotonic() - began)
        time.sleep(0.3)
        pair.stop()
        kill_run.look_over()
        last = pair.players[0].ask("GET", f"/games/{first}/number")["number"]
        follower.hears(last)
        result.holes += follower.heard != list(range(1, last + 1))
        result.faults += sum(follower.refused.values())
        result.cut += follower.cut
        follower.stop()
        result.found.rounds += 1
    result.found.odd += [
        f"{end}: {count}" for end, count in result.found.ends.items() if end != "clean"
    ]
    result.faults += sum(len(wire.faults) for wire in wires)
    kill_run.at_the_end()
    return result


def there(server: Server) -> None:
    """Wait until the server answers."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        server.good_answer(client, "/api/v1/boxes")


def through(player: Player, server: Server, wire: Counting) -> httpx.Client:
    """Return a client with the same token on this server."""
    headers = {"authorization": player.client.headers["authorization"], "accept-language": "en"}
    player.client.close()
    return httpx.Client(
        base_url=f"{server.url}/api/v1", headers=headers, timeout=30, transport=wire
    )


def on_sqlite(rounds: int, folder: Path) -> Restarted:
    with KillRun("one server on SQLite", f"sqlite:///{folder}/restarts.db", folder) as kill_run:
        return restart(kill_run, [kill_run.server], rounds)


def rolling(rounds: int, folder: Path) -> Restarted:
    with (
        OwnPostgres() as postgres,
        KillRun("two servers on Postgres, one after the other", postgres.url, folder) as kill_run,
    ):
        (folder / "second").mkdir()
        second = Server(postgres.url, folder / "second")
        try:
            return restart(kill_run, [kill_run.server, second], rounds)
        finally:
            second.stop()


def main(rounds: int = ROUNDS, *, is_rolling: bool = False, is_written: bool = False) -> int:
    folder = Path(tempfile.mkdtemp(prefix="caracole-restarts-"))
    try:
        result = (rolling if is_rolling else on_sqlite)(rounds, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*result.lines(), sep="\n")
    if is_written:
        words = [
            "python -m bench.restarts",
            str(rounds),
            *(["rolling"] if is_rolling else []),
            "--write",
        ]
        write("restarts-rolling" if is_rolling else "restarts", " ".join(words), result.figures())
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(
        main(
            *(int(word) for word in sys.argv[1:] if word.isdigit()),
            is_rolling="rolling" in sys.argv,
            is_written="--write" in sys.argv,
        )
    )
