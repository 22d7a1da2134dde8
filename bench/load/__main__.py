"""Load test of a new server on a new database; prints the figures with their budgets.

    python -m bench.load [--postgres [URL]] [--workers 2] [--quick] [--only throughput,pages]
                         [--write]

The default database is a temporary SQLite file. --postgres without a URL starts its own Postgres. A
URL must name an empty database. --write writes the figures for the page /quality.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from app.games import shelf
from app.kernel.contract import Game
from app.services.container import Services
from app.services.people import accounts
from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from app.web.benchmark_words import FIGURES, OF
from bench.kills import REPOSITORY, Server
from bench.load import crowd
from bench.load.figures import PAGES, load_figures
from bench.measured_games import large_game, server_game
from bench.own_postgres import OwnPostgres
from bench.written import write

HERE = Path(__file__).parent
PEOPLE = 120
WHAT = ("latency", "miniatures", "throughput", "burst", "fanout", "neighbour", "pages")
FEW, MANY = (30, 60, 40), (21_900, 60, 40)  # finished, running and open games
KEY = "the metrics token of a load test"


class Site:
    """Server under load, with its database and its players."""

    def __init__(self, url: str, folder: Path, workers: int, people: int = PEOPLE):
        migrate_database(url)
        self.url, self.folder, self.server = url, folder, Server(url, folder, workers)
        self.server.surroundings |= {"CARACOLE_METRICS_TOKEN": KEY}
        with self.services() as services:
            self.people = crowd.members(services, people)
            self.login = accounts.start_login(services, self.people[0][0]).token
        (folder / "people.json").write_text(json.dumps([secret for _, secret in self.people]))
        self.games = (0, 0, 0)

    @contextmanager
    def services(self) -> Iterator[Services]:
        """Open the services on the same database in this process."""
        services = Services.open(shelf(), self.url)
        try:
            yield services
        finally:
            services.close()

    def start(self) -> None:
        self.server.stop()
        self.server.start()
        with httpx.Client(base_url=self.server.url) as client:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    if client.get("/health").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
        raise SystemExit(f"the server does not answer:\n{self.server.log.read_text()[-3000:]}")

    def drive(self, *words: str) -> dict[str, Any]:
        """Run the driver and return its results."""
        node = shutil.which("node") or "node"
        out = self.folder / "found.json"
        subprocess.run(  # noqa: S603 - our own command
            [
                node,
                HERE / "bench.mjs",
                f"--base={self.server.url}",
                f"--people={self.folder / 'people.json'}",
                f"--pid={self.server.process.pid}",
                f"--out={out}",
                *words,
            ],
            check=True,
        )
        return json.loads(out.read_text())

    def clear(self) -> None:
        """Delete all games."""
        with self.services() as services, services.store.write() as work:
            for game in work.games.all_games():
                work.games.delete_game(game.id)
            work.commit()

    def fill(self, wanted: tuple[int, int, int]) -> None:
        """Add games of each status until these numbers are reached."""
        with self.services() as services:
            crowd.games(
                services,
                [user for user, _ in self.people],
                *(max(0, now - before) for now, before in zip(wanted, self.games, strict=True)),
            )
        self.games = wanted

    def pages(self, times: int) -> dict[str, float]:
        """Return the median milliseconds to a whole answer, for pages that list or count games."""
        headers = {
            "member": {"cookie": f"caracole={self.login}"},
            "mine": {"cookie": f"caracole={self.login}"},
            "metrics": {"authorization": f"Bearer {KEY}"},
        }
        found = {}
        with httpx.Client(base_url=self.server.url, headers={"accept-language": "en"}) as client:
            for what, path in PAGES.items():
                taken = []
                for _ in range(times):
                    began = time.perf_counter()
                    client.get(path, headers=headers.get(what, {})).raise_for_status()
                    taken.append((time.perf_counter() - began) * 1000)
                found[what] = statistics.median(taken)
        return found


def driven_game(game: Game) -> Iterator[str]:
    """Words of the driver for the first scenario of a game, with the terms of a large table."""
    yield f"--box={game.card.key}"
    yield f"--scenario={game.card.scenarios[0].key}"
    yield from (f"--{term}={value}" for term, value in game.bench.large.items())


def measured(site: Site, asked: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the results one by one; each measurement has a freshly started server."""
    quick, plain = asked.quick, tuple(driven_game(server_game()))
    driven = {
        "latency": ("--lat_actions=100" if quick else "--lat_actions=300", *plain),
        "miniatures": (
            "--lat_actions=100" if quick else "--lat_actions=300",
            *driven_game(large_game()),
        ),
        "throughput": ("--games=1,50", f"--seconds={5 if quick else 15}", *plain),
        "burst": ("--games=50", f"--rounds={6 if quick else 20}", *plain),
        "fanout": (
            f"--observers={'1,1000' if quick else '1,100,500,1000'}",
            f"--fan_actions={15 if quick else 40}",
            *plain,
        ),
        "neighbour": ("--observers=1000", *plain),
    }
    for what, words in driven.items():
        if what in asked.only:
            site.start()
            yield from site.drive(f"--do={what}", *words).items()
    if "pages" in asked.only:
        site.server.stop()
        site.clear()
        for name, wanted in (("few", FEW), ("many", MANY)):
            site.server.stop()
            site.fill(wanted)
            site.start()
            yield f"pages_{name}", site.pages(10 if quick else 40)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.load", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument(
        "--postgres",
        nargs="?",
        const="own",
        default="",
        metavar="URL",
        help="an empty database; without a URL the test starts its own Postgres",
    )
    parser.add_argument("--workers", type=int, default=1, help="server processes, on Postgres")
    parser.add_argument(
        "--quick", action="store_true", help="smaller numbers of games, rounds and spectators"
    )
    parser.add_argument(
        "--only",
        type=lambda text: text.split(","),
        default=WHAT,
        help="some of: " + ", ".join(WHAT),
    )
    parser.add_argument(
        "--write", action="store_true", help="write the figures for the page /quality"
    )
    asked = parser.parse_args()
    (REPOSITORY / "var").mkdir(exist_ok=True)
    figures: list[Measurement] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=REPOSITORY / "var")))
        url = f"sqlite:///{folder}/load.db"
        if asked.postgres:
            url = (
                stack.enter_context(OwnPostgres()).url
                if asked.postgres == "own"
                else asked.postgres
            )
        site = Site(url, folder, asked.workers)
        stack.callback(site.server.stop)
        for what, found in measured(site, asked):
            for figure in load_figures({what: found}, asked.workers):
                figures.append(figure)
                print(line(figure), flush=True)
    if asked.write:
        words = [
            "python -m bench.load",
            *(["--postgres", f"--workers {asked.workers}"] if asked.postgres else []),
            *["--quick"] * asked.quick,
            *([f"--only {','.join(asked.only)}"] if tuple(asked.only) != WHAT else []),
            "--write",
        ]
        write("load-postgres" if asked.postgres else "load-sqlite", " ".join(words), figures)
    return 0


def line(figure: Measurement) -> str:
    """Return a figure with its budget as text."""
    of = (
        f" ({(OF[figure.of] if figure.of in OF else shelf()[figure.of].card.title).in_('en')})"
        if figure.of
        else ""
    )
    kept = (
        ""
        if figure.met is None
        else f"   {figure.budget} {figure.unit}: {'kept' if figure.met else 'NOT KEPT'}"
    )
    return f"{FIGURES[figure.what].in_('en') + of:112} {figure.value} {figure.unit}{kept}"


if __name__ == "__main__":
    raise SystemExit(main())
