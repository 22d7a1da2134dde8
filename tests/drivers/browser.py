"""Servers in processes of their own, users in browser contexts of their own."""

from __future__ import annotations

import ipaddress
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.sample_games import HEX_GAME, HEX_SEAT
from tests.web.reading import form_to

TOP = Path(__file__).parents[2]
playwright = pytest.importorskip("playwright.sync_api")


SECONDS_TO_START = 150.0  # a start takes 3 s, and 40 s on a machine with a load of 16


class Server:
    """Process of the application on its own port, which it keeps over restarts."""

    def __init__(
        self,
        database_url: str,
        log: Path,
        demo: bool = False,
        top: Path = TOP,
        module: str = "app",
    ):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database_url, self.demo, self.log, self.process = database_url, demo, log, None
        self.top, self.module = top, module
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        surroundings = {
            name: value for name, value in os.environ.items() if not name.startswith("CARACOLE_")
        }
        surroundings |= {
            "CARACOLE_DATABASE_URL": self.database_url,
            "CARACOLE_PORT": str(self.port),
            "CARACOLE_LOG_LEVEL": "info",
        }
        command = [sys.executable, "-m", self.module, "serve", *(["--demo"] if self.demo else [])]
        with self.log.open("a") as written:
            self.process = subprocess.Popen(
                command, cwd=self.top, env=surroundings, stdout=written, stderr=subprocess.STDOUT
            )
        latest = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < latest:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):  # noqa: S310 - our own server
                    return self
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-3000:]}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def faults(self) -> list[str]:
        """Errors in the log of the server."""
        return [
            line
            for line in self.log.read_text().splitlines()
            if " 500 " in line
            or "Traceback" in line
            or "round failed" in line
            or "failed in game" in line
        ]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator:
    """serve(database_url) starts a server; at the end none may have logged an error."""
    servers: list[Server] = []

    def start(database_url: str, demo: bool = False) -> Server:
        servers.append(Server(database_url, tmp_path / f"server{len(servers)}.log", demo))
        return servers[-1].start()

    yield start
    for server in servers:
        server.stop()
    assert [fault for server in servers for fault in server.faults()] == []


@pytest.fixture(scope="package")
def site(tmp_path_factory, migrated_sqlite: Path) -> Iterator[Server]:
    """Server on SQLite for all tests without restarts, with cheap password hashes."""
    folder = tmp_path_factory.mktemp("site")
    server = Server(
        f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}",
        folder / "server.log",
        demo=True,
        module="tests.browser.quick_server",
    ).start()
    yield server
    server.stop()
    assert server.faults() == []


@pytest.fixture(scope="package")
def tiny_house(tmp_path_factory, migrated_sqlite: Path) -> Iterator[Server]:
    """Server with the tiny games, some with three and six sides."""
    folder = tmp_path_factory.mktemp("tiny")
    server = Server(
        f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}",
        folder / "server.log",
        module="tests.browser.tiny_server",
    ).start()
    yield server
    server.stop()
    assert server.faults() == []


@pytest.fixture(scope="package")
def launched() -> Iterator:
    """Function that launches browsers."""
    with playwright.sync_playwright() as driver:
        yield lambda path: driver.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-quic", "--disable-background-networking"],
        )


@pytest.fixture(scope="package")
def chromium(launched, chromium_path: str) -> Iterator:
    browser = launched(chromium_path)
    yield browser
    browser.close()


@pytest.fixture
def whole_chromium(launched, whole_chromium_path: str) -> Iterator:
    browser = launched(whole_chromium_path)
    yield browser
    browser.close()


WATCH = """
window.heard = [];
window.shown = [];
const Stock = window.EventSource;
window.EventSource = class extends Stock {
  constructor(...given) {
    super(...given);
    this.addEventListener("moved", event => window.heard.push(Number(event.lastEventId)));
  }
};
const note = () => {
  const last = Number(document.getElementById("state")?.dataset.last);
  if (last && window.shown.at(-1) !== last) window.shown.push(last);
};
new MutationObserver(note).observe(document, { childList: true, subtree: true });
addEventListener("DOMContentLoaded", note);
addEventListener("securitypolicyviolation", event => console.error("CSP", event.violatedDirective, event.blockedURI));
"""


NUMBERS, SEE_OTHER = itertools.count(1), 303
ADDRESSES = map(str, ipaddress.ip_network("198.18.0.0/16").hosts())
"""One for each person, so that tests do not share the rate limits of an address. The servers trust
what a proxy on 127.0.0.1 says of it.
"""


class Person:
    """User with a browser context. Complaints of the browser and requests to other servers are
    noted.
    """

    def __init__(self, browser, server: Server, language: str = "en", **more):
        locale = {"en": "en-GB", "es": "es-ES"}[language]
        self.context = browser.new_context(
            base_url=server.url,
            locale=locale,
            extra_http_headers={"X-Forwarded-For": next(ADDRESSES)},
            **{"viewport": {"width": 1360, "height": 860}, **more},
        )
        self.context.add_init_script(WATCH)
        self.context.set_default_timeout(30_000)
        self.language, self.server, self.complaints, self.strays = language, server, [], []
        self.headers = {"accept-language": locale, "origin": server.url}
        self.context.on("request", self._requested)
        self.page = self.another_tab()

    def another_tab(self):
        page = self.context.new_page()
        page.on(
            "console",
            lambda message: (
                message.type in ("error", "warning")
                and self.complaints.append(f"{page.url}: {message.text}")
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        return page

    def _requested(self, request) -> None:
        if (
            urlsplit(request.url).scheme not in ("data", "blob")
            and urlsplit(request.url).port != self.server.port
        ):
            self.strays.append(request.url)

    def register(self, name: str = "") -> Person:
        """Register without opening a page: drawing the start page takes longer than most tests."""
        self.send(
            "/register",
            "/register",
            name=name or f"Player {next(NUMBERS)}",
            password="a long enough sentence",
        )
        return self

    def register_by_form(self, name: str) -> Person:
        """Register on the page; it leads to the start page."""
        self.page.goto("/register")
        self.page.fill("#name", name)
        self.page.fill("#password", "a long enough sentence")
        self.page.click("main form button.go")
        self.page.wait_for_url("**/")
        return self

    def open_table(self, seat: str = HEX_SEAT, box: str = HEX_GAME, **fields: str) -> str:
        """Open a table and show its page; return the path of the game."""
        path = self.send(f"/tables/new?box={box}", "/tables", seat=seat, **fields)
        self.page.goto(path)
        return path

    def take_seat(self, path: str) -> None:
        """Take the first free seat and show the game."""
        self.send(path, f"{path}/join")
        self.page.goto(path)
        self.page.wait_for_selector("#panel")

    def send(self, path: str, action: str, **changed: str) -> str:
        """Send the form of a page to `action` with some fields changed, without drawing a page;
        return the address of the answer.
        """
        client = self.context.request
        form = form_to(client.get(path, headers=self.headers).text(), action)
        answer = client.post(
            action,
            data=urlencode({**form.fields, **changed}, doseq=True),
            headers={**self.headers, "content-type": "application/x-www-form-urlencoded"},
            max_redirects=0,
        )
        assert answer.status == SEE_OTHER, answer.text()
        return answer.headers["location"]

    def does_not_complain(self, but: str = "") -> None:
        """Check: no console error, no policy violation, no request to third parties."""
        assert [words for words in self.complaints if not but or not re.search(but, words)] == []
        assert self.strays == []


@pytest.fixture
def person(chromium) -> Iterator:
    """person(server, "es", viewport=...) is a user with a browser context of their own."""
    people: list[Person] = []

    def arrive(server: Server, language: str = "en", browser=chromium, **more) -> Person:
        people.append(Person(browser, server, language, **more))
        return people[-1]

    yield arrive
    for one in people:
        one.context.close()
