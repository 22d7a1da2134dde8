"""Processor time of pages, compared with another checkout of Caracole.

    python -m bench.compare_pages OTHER [REQUESTS]

OTHER is the folder of the other checkout. Each checkout serves a SQLite database of its own with
one battle of each box against a bot. The two servers answer the same request in turn, so that a
noisy machine slows down both. The times are processor times of the server process in milliseconds.
"""

from __future__ import annotations

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from bench.measured_games import large_game, server_game

HERE = Path(__file__).parents[1]
BOXES = (server_game().card.key, large_game().card.key)
GENERAL = ("/", "/lobby", f"/rules/{BOXES[0]}")
UNMEASURED = 3
"""Requests before the measurement, which fill the caches."""
UNTIL_THE_BOT_HAS_ANSWERED = 8  # seconds
LONGEST_START = 120  # seconds


class Server:
    """A server process of one checkout, with a player and an anonymous visitor."""

    def __init__(self, top: Path, folder: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        folder.mkdir()
        kept = {key: value for key, value in os.environ.items() if not key.startswith("CARACOLE_")}
        terms = {
            "CARACOLE_DATABASE_URL": f"sqlite:///{folder}/games.db",
            "CARACOLE_PORT": str(port),
        }
        with (folder / "server.log").open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve"],
                cwd=top,
                env=kept | terms,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.player, self.visitor = (
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, follow_redirects=True)
            for _ in range(2)
        )
        self.await_start()
        self.games = {box: self.begin_game(box) for box in BOXES}

    def await_start(self) -> None:
        latest = time.monotonic() + LONGEST_START
        while not self.answers():
            if time.monotonic() > latest:
                raise TimeoutError(f"{self.player.base_url} does not answer")
            time.sleep(0.2)

    def answers(self) -> bool:
        try:
            return self.player.get("/health").is_success
        except httpx.HTTPError:
            return False

    def begin_game(self, box: str) -> str:
        """Begin a battle against a bot and return the path of its page."""
        [csrf] = set(re.findall(r'name="csrf" value="([^"]+)"', self.player.get("/").text))
        answer = self.player.post(
            "/play-now",
            data={"csrf": csrf, "box": box},
            headers={"origin": str(self.player.base_url).rstrip("/")},
        )
        answer.raise_for_status()
        return answer.url.path

    def processor_time(self) -> float:
        """Milliseconds that all threads of the server have used."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

    def time_request(self, who: str, path: str) -> float:
        client: httpx.Client = getattr(self, who)
        before = self.processor_time()
        client.get(path).raise_for_status()
        return self.processor_time() - before


def pages(server: Server) -> list[tuple[str, str, str]]:
    """Name of each page, client that asks for it, path on this server."""
    found = [(path, "player", path) for path in GENERAL]
    for box, path in server.games.items():
        found += [
            (f"{box}, player", "player", path),
            (f"{box}, log", "player", f"{path}?tab=log"),
            (f"{box}, visitor", "visitor", path),
        ]
    return found


def compare(before: Server, now: Server, requests: int) -> None:
    """Print the medians of both servers and their ratio, page by page."""
    for (name, client, earlier), (_, _, path) in zip(pages(before), pages(now), strict=True):
        times = [
            (before.time_request(client, earlier), now.time_request(client, path))
            for _ in range(UNMEASURED + requests)
        ]
        old, new = map(statistics.median, zip(*times[UNMEASURED:], strict=True))
        print(f"{name:26} {old:6.1f} ms before {new:6.1f} ms now   ratio {new / old:.2f}")


def main() -> None:
    other, requests = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 40
    with tempfile.TemporaryDirectory() as folder:
        before = Server(other.resolve(), Path(folder) / "before")
        now = Server(HERE, Path(folder) / "now")
        time.sleep(UNTIL_THE_BOT_HAS_ANSWERED)
        try:
            compare(before, now, requests)
        finally:
            for server in (before, now):
                server.process.terminate()
                server.process.wait()


if __name__ == "__main__":
    main()
